// TableText: a table and its events as lines for a terminal. Tiles are written in Chinese and as
// text ("5m"). It writes everything in the records. For one seat, pass the records of that seat
// (<mlf/table/sight.h>) and its Viewer.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/table/board.h>
#include <mlf/table/ledger.h>
#include "tools/console/console.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

class TableText {
 public:
  TableText(const Flow& flow, Lang lang);

  // One line for an event; empty if `viewer` does not see it. A line that explains the one above is
  // indented.
  std::string EventLine(const Event& event, Viewer viewer) const;
  // The lines of all events of a response.
  std::string EventLines(const Response& response, Viewer viewer) const;

  // Every seat with melds, river, points, and its hand if known. `you` is marked. `sizes` are the
  // numbers of tiles in hidden hands.
  std::string Table(const Records& records, Seat you,
                    const std::array<int, kMaxSeats>& sizes) const;
  // The hand of `seat` in pairs of lines: Chinese above text, the drawn tile separate. No line is
  // wider than 60 columns, so a narrow terminal keeps each tile above its text.
  std::string Hand(const Records& records, Seat seat) const;
  // Points of the last hand and of the match. Empty: the game counts none.
  std::string Scores(const Records& records) const;

  // "5m 五万"; in English "5m".
  std::string Named(std::span<const Piece> pieces) const;
  // An action as typed, with its meaning: "discard 5m 打出 五万".
  std::string ActionText(const Action& action) const;
  // The id of a value by its name in either language ("万" -> "m"); empty if there is none.
  static std::string IdOf(std::string_view word);
  // Finished hands; 0 if the flow does not count them.
  int HandsDone(const Records& records) const;

 private:
  std::string PlainScores(const Records& records) const;  // of a game without table::Match
  // The name of a fan, a ledger reason, a direction or a suit.
  std::string Word(const Event& event) const;
  const Reason* TermOf(const Event& event) const;
  std::string PointsLine(const Event& event) const;
  std::string WildText(const Records& records) const;
  std::string SeatLine(const Records& records, Seat seat, Seat you, int hand_size) const;
  std::string MeldText(const table::Meld& meld) const;
  std::string StateText(const Records& records, Seat seat, Seat viewer) const;
  // `head` and then `words`, in lines of at most kColumns.
  static std::string Wrapped(const std::string& head, const std::vector<std::string>& words);
  static constexpr int kColumns = 60;
  bool zh() const { return lang_ == Lang::kZh; }
  // In Chinese the names of tiles are written beside their codes; other pieces have only codes.
  bool names_tiles() const { return zh() && board_; }
  std::string Tile(table::Tile tile) const;

  const Flow& flow_;
  Lang lang_;
  std::optional<Slot<table::Board>> board_;
  std::optional<Slot<table::Match>> match_;
  std::optional<Slot<table::Ledger>> ledger_;
  const score::Judge* judge_ = nullptr;
};

}  // namespace mlf::tools
