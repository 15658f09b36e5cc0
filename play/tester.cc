#include <mlf/flow/random.h>
#include <mlf/flow/text.h>
#include <mlf/play/tester.h>

#include <algorithm>
#include <vector>

namespace mlf::play {

namespace {

class HandCounter final : public DispatchedObserver {
 public:
  int hands = 0;

 protected:
  void OnRoundEnded(const Table&, const RoundEnded&) override { ++hands; }
};

}  // namespace

std::string TableTester::FaultOf(const Table& table, Seat seat, const SeatChoices& choices) const {
  const bool asked = (table.asked() & MaskOf(seat)) != 0;
  if (asked == choices.Watches()) return asked ? "is asked and watches" : "is not asked and acts";
  const auto& drawn = choices.drawn;
  if ((drawn.swap_out || drawn.spin_out) && choices.bark != SeatChoices::Bark{})
    return "may discard and claim";
  const table::SeatBoard& own = table.board().seats[seat];
  if (options_.drawn_tile_goes && choices.state == State::kDrawn && !own.Is(table::kLocked) &&
      own.drawn != table::kNoTile && !drawn.spin_out)
    return "may not discard the tile that it drew";
  const Choosing& choosing = table.choosing();
  const Choices& offered = table.response().choices;
  const std::uint64_t count = std::min<std::uint64_t>(asked ? offered.Count(seat) : 0, 512);
  for (std::uint64_t n = 0; n < count; ++n) {
    const Action action = offered.Nth(seat, n, table.response().ask);
    const Move move = choosing.MoveOf(table.records(), action);
    if (choosing.ActionOf(table.records(), offered, seat, action.ask, move) != action)
      return "\"" + FormatAction(table.flow(), action) + "\" is not the act of the move " +
             std::string(CodeName(move.code));
  }
  return {};
}

std::string TableTester::FaultAt(const Table& table) const {
  int drawn = 0, dice = 0, acting = 0;
  for (Seat seat = 0; seat < table.flow().seats(); ++seat) {
    const SeatChoices choices = table.ChoicesOf(seat);
    drawn += choices.state == State::kDrawn ? 1 : 0;
    dice += choices.state == State::kDice ? 1 : 0;
    acting += choices.Watches() ? 0 : 1;
    if (const std::string fault = FaultOf(table, seat, choices); !fault.empty())
      return "seat " + std::to_string(seat) + " " + fault;
  }
  if (drawn > 1 || (drawn == 1 && acting > 1)) return "one seat has drawn, and another acts";
  if (dice > 0 && acting > dice) return "dice are thrown while another seat acts";
  return {};
}

// Where a match is that has taken too many acts.
std::string TableTester::NoEndAt(const Table& table) {
  std::string text =
      "the match does not end: it is in hand " + std::to_string(table.hands_done() + 1);
  if (const int most = table.most_hands(); most != 0)
    text += ", and its limit is " + std::to_string(most) + " hands";
  if (const int runs = table.dealer_runs(); runs != 0)
    text += "; seat " + std::to_string(table.board().dealer) + " has dealt " +
            std::to_string(runs) + " hands in a row before it";
  return text;
}

TesterReport TableTester::Run(Table& table, std::uint64_t seed,
                              std::span<Player* const> players) const {
  TesterReport report;
  HandCounter counter;
  table.AddObserver(counter);
  if (!table.Start(seed).ok()) report.fault = "the start is refused";
  while (report.fault.empty() && !table.over()) {
    report.fault = FaultAt(table);
    const Seat seat = table.NextSeat();
    if (report.fault.empty() && seat == kNoSeat) report.fault = "nobody is asked";
    if (report.fault.empty() && report.acts == options_.most_acts) report.fault = NoEndAt(table);
    if (!report.fault.empty()) break;
    // Persons beyond the seats have no view of a hand.
    const bool seated = static_cast<std::size_t>(seat) < players.size();
    const Response& response =
        seated
            ? table.Act(seat, players[static_cast<std::size_t>(seat)]->Choose(*table.ViewOf(seat)))
            : table.TimeOut(seat);
    if (!response.ok())
      report.fault = "a move of seat " + std::to_string(seat) +
                     " is refused: " + FormatRefusal(table.flow(), response, seat, Lang::kEn);
    ++report.acts;
  }
  if (!report.fault.empty())
    report.fault = "after " + std::to_string(report.acts) + " acts: " + report.fault;
  report.hands = counter.hands;
  report.at_limit =
      table.over() && table.most_hands() != 0 && table.hands_done() == table.most_hands();
  table.RemoveObserver(counter);
  return report;
}

Move RandomPlayer::Choose(const TableView& view) {
  const std::vector<Move> moves = view.moves();
  if (moves.empty()) return {};
  Stream chance(StreamSeed(seed_, "player"), drawn_);
  return moves[chance.Below(static_cast<std::uint32_t>(moves.size()))];
}

}  // namespace mlf::play
