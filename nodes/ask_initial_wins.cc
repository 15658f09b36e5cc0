// AskInitialWins (问起手胡): the next seat whose dealt hand has a pattern to show is asked, in turn
// order from the dealer, one seat after the other.
//
// After:     deal; itself or show_initial_win for the seat before.
// Before:    show_initial_win of that seat, itself, or the dealer's turn.
// Always:    nothing on the table changes. When nobody is left, the dealer is to move.
#include <mlf/components/initial_wins.h>
#include <mlf/components/play_node.h>
#include <mlf/flow/consumer.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class AskInitialWins final : public ActionNode, public logic::PlayNode, public Consumer {
 public:
  static constexpr PartInfo kInfo{
      "ask_initial_wins",
      1,
      "问起手胡",
      "ask initial wins",
      "从庄家起依次问：下一个起手牌有花样可亮的一家，问询窗问它亮不亮",
      "the next seat in turn order from the dealer that has an initial win; its window asks it"};

  explicit AskInitialWins(Params& params)
      : table_(params),
        wins_(params.Slot<score::InitialWins>()),
        rule_(params.Part<score::InitialWinRule>("initial_wins", {"起手胡", "the initial wins"})) {
    params.Brings(score::kInitialWinAsked);
    params.Needs(score::kInitialWinShown);
  }

  logic::Play play() const override { return logic::Play::kAccounts; }
  std::string_view Consumes() const override { return "seats"; }
  int Remaining(const Records& records) const override {
    const score::InitialWins& wins = wins_(records);
    return table_.board(records).seat_count + 1 - wins.asked - (wins.asking == 0 ? 1 : 0);
  }
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<score::InitialWins> wins_;
  const score::InitialWinRule* rule_;
};

void AskInitialWins::ProcessAction(Step& step) const {
  const Board& board = table_.board(step.records);
  score::InitialWins& wins = wins_(step.records);
  wins.asking = 0;
  while (wins.asked < board.seat_count && wins.asking == 0) {
    const auto seat = static_cast<Seat>((board.dealer + wins.asked++) % board.seat_count);
    if (rule_->Held(step.records, seat, /*completed=*/false) != 0)
      wins.asking = static_cast<std::uint8_t>(1 + seat);
  }
  step.SetActor(wins.asking == 0 ? board.dealer : static_cast<Seat>(wins.asking - 1));
}

// A seat has just been asked, so the next one follows.
class InitialWinsLeft final : public Guard {
 public:
  static constexpr PartInfo kInfo{"initial_wins_left", 1, "还在问起手胡",
                                  "seats are still being asked for initial wins"};
  static constexpr Reason kReason{"initial_wins_done", "起手胡已问完",
                                  "all seats have been asked for initial wins"};
  explicit InitialWinsLeft(Params& params) : wins_(params.Slot<score::InitialWins>()) {
    params.Needs(score::kInitialWinAsked);
  }
  bool Holds(const Records& records, Seat) const override { return wins_(records).asking != 0; }
  const Reason& WhyNot() const override { return kReason; }

 private:
  Slot<score::InitialWins> wins_;
};

void RegisterAskInitialWins(Registry& r) {
  r.Add<AskInitialWins>();
  r.Add<InitialWinsLeft>();
}

}  // namespace mlf::nodes
