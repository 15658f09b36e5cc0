// MatchRunner: people at a terminal and bots play one table. Bots see what their seat may know,
// people read a table of the same.
//
// A person types the number of an offer, an action as journals have it without the seat ("peng
// 5p"), its name in either language with names of tiles ("打五万"), or the tiles alone ("5m",
// "五万") where one offer takes them. `?` says what can be done, `? peng` why not, `h` helps, `q`
// leaves; so does the end of the input.
#pragma once

#include <mlf/flow/journal.h>
#include "tools/kit/bots.h"
#include "tools/kit/console.h"
#include "tools/kit/sight.h"
#include "tools/kit/table_text.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

struct MatchSettings {
  std::uint64_t seed = 1;
  int people = 1;  // seats 0.. that are played by people
  int hands = 0;   // stop after so many; 0 = when the match is over
  JournalWriter* journal = nullptr;
};

class MatchRunner {
 public:
  MatchRunner(const Flow& flow, const Console& console);

  // The exit status.
  int Play(const MatchSettings& settings);

 private:
  enum class Asked { kAction, kQuit };

  // Seats that may answer now.
  SeatMask Open() const { return response_.asked; }
  Action BotAction(Seat seat);
  // Asks the person at `seat` until there is an action that the flow takes.
  Asked AskPerson(Seat seat, Action& action);
  void ShowTable(Seat seat);
  void ShowOffers(Seat seat, const std::vector<Action>& list);
  // Every action that can be numbered; of an offer with too many payloads only the default, or its
  // first.
  std::vector<Action> Numbered(Seat seat) const;
  std::optional<Action> WithTiles(Seat seat, const Offer& offer, const std::string& text) const;
  std::optional<Action> Read(Seat seat, const std::string& line, const std::vector<Action>& list,
                             std::string& fault) const;
  void ExplainWord(Seat seat, const std::string& word);
  void Refuse(Seat seat, const Action& action);
  // Who reads what happens.
  Viewer Reader() const;

  const Flow& flow_;
  const Console& console_;
  TableText text_;
  Sight sight_;
  std::vector<std::unique_ptr<Bot>> bots_;
  Recorder* recorder_ = nullptr;
  int people_ = 0;
  Records records_, seen_;
  Response response_;
  bool greeted_ = false;
};

}  // namespace mlf::tools
