// TableText: a table and what happens on it, as lines for a terminal. Tiles stand there in Chinese
// and as text ("5m"). It writes what it is given: to show a seat's sight, hand it records that hold
// no more (kit/sight.h) and a seat's Viewer.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/table/board.h>
#include <mlf/table/ledger.h>
#include "tools/kit/console.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

class TableText {
 public:
  TableText(const Flow& flow, Lang lang);

  // One line of an event; empty when `viewer` does not see it. What explains the line above it is
  // indented.
  std::string EventLine(const Event& event, Viewer viewer) const;
  // All of a response, each line ended.
  std::string EventLines(const Response& response, Viewer viewer) const;

  // Every seat with melds, river and points, hands where they are known. `you` is marked; `sizes`:
  // tiles in hands that `records` do not hold.
  std::string Table(const Records& records, Seat you,
                    const std::array<int, kMaxSeats>& sizes) const;
  // The hand of `seat` in pairs of lines, Chinese above text, the drawn tile apart. No line is
  // wider than 60 columns, so that a narrow terminal does not part a tile from its text.
  std::string Hand(const Records& records, Seat seat) const;
  // Points of the hand just over, and of the match.
  std::string Scores(const Records& records) const;

  // "5m 五万"; in English "5m".
  std::string Named(std::span<const Piece> pieces) const;
  // An action as one may type it, with what it means: "discard 5m  打出 五万".
  std::string ActionText(const Action& action) const;
  // The id of a value by its name in either language, as they are shown ("万" -> "m"); empty where
  // it is no such name.
  static std::string IdOf(std::string_view word);
  // Hands over so far; what this flow does not count is 0.
  int HandsDone(const Records& records) const;

 private:
  // A fan, a ledger reason, a direction, a suit by its name.
  std::string Word(const Event& event) const;
  std::string PointsLine(const Event& event) const;
  std::string WildText(const Records& records) const;
  std::string SeatLine(const Records& records, Seat seat, Seat you, int hand_size) const;
  std::string MeldText(const table::Meld& meld) const;
  std::string StateText(const Records& records, Seat seat, Seat viewer) const;
  // `head` and the words behind it, in lines of at most kColumns.
  static std::string Wrapped(const std::string& head, const std::vector<std::string>& words);
  static constexpr int kColumns = 60;
  bool zh() const { return lang_ == Lang::kZh; }
  std::string Tile(table::Tile tile) const;

  const Flow& flow_;
  Lang lang_;
  std::optional<Slot<table::Board>> board_;
  std::optional<Slot<table::Match>> match_;
  std::optional<Slot<table::Ledger>> ledger_;
  const score::Judge* judge_ = nullptr;
};

}  // namespace mlf::tools
