// MatchRunner: people at a terminal and bots play at one table. Both see only what their seat may
// know.
//
// A person types one of these:
// - the number of an offer;
// - an action as in journals, without the seat ("peng 5p");
// - its name in either language with names of tiles ("打五万");
// - the tiles alone ("5m", "五万") if one offer takes them.
// `?` lists the possible actions, `? peng` explains a refusal, `h` is help, and `q` or the end of
// the input leaves.
#pragma once

#include <mlf/flow/journal.h>
#include <mlf/play/seen_view.h>
#include "bots/bots.h"
#include "tools/console/console.h"
#include "tools/console/table_text.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

struct MatchSettings {
  std::uint64_t seed = 1;
  int people = 1;  // seats from 0 on that people play
  int hands = 0;   // hands to play; 0 = the whole match
  JournalWriter* journal = nullptr;
};

class MatchRunner {
 public:
  MatchRunner(const Flow& flow, const Console& console);

  // Returns the exit status.
  int Play(const MatchSettings& settings);

 private:
  enum class Asked { kAction, kQuit };

  // Seats that may answer now.
  SeatMask Open() const { return response_.asked; }
  Action BotAction(Seat seat);
  // Asks the person at `seat` until the flow accepts an action.
  Asked AskPerson(Seat seat, Action& action);
  void ShowTable(Seat seat);
  void ShowOffers(Seat seat, const std::vector<Action>& list);
  // All actions with a number. An offer with too many payloads has one: the default, or the first
  // payload.
  std::vector<Action> Numbered(Seat seat) const;
  std::optional<Action> WithTiles(Seat seat, const Offer& offer, const std::string& text) const;
  std::optional<Action> Read(Seat seat, const std::string& line, const std::vector<Action>& list,
                             std::string& fault) const;
  void ExplainWord(Seat seat, const std::string& word);
  void Refuse(Seat seat, const Action& action);
  // The viewer for which events are written.
  Viewer Reader() const;

  const Flow& flow_;
  const Console& console_;
  TableText text_;
  play::SeatView view_;
  std::vector<std::unique_ptr<bots::Bot>> bots_;
  Recorder* recorder_ = nullptr;
  int people_ = 0;
  Records records_;
  Response response_;
  bool greeted_ = false;
};

}  // namespace mlf::tools
