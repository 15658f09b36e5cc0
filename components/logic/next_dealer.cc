// Who deals the next hand (machinery §8). note_first_win stands in SetStates of the win nodes, where the tile that was won on is still the
// focus; the payer is the seat of the focus, and a self-draw has none. The other effects stand in SetStates of hand_end, which has named the
// winner, or the dealer where nobody was named; a later effect overrides an earlier one.
#include <mlf/components/logic/winners.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/table/board.h>

#include <bit>

namespace mlf::logic {
namespace {

using table::Board;
using table::Focus;
using table::TableSlots;

// The next dealer is decided by the first win event of the hand (machinery §8).
class NoteFirstWin final : public Effect {
 public:
  static constexpr PartInfo kInfo{"note_first_win", 1, "首次胡牌决定下一局的庄家", "the first win decides the next dealer"};
  enum class Several : std::uint8_t { kPayer, kFirst };
  enum class Robbed : std::uint8_t { kWinner, kRobbed };

  explicit NoteFirstWin(Params& params)
      : table_(params),
        several_(params.Enum("several", Several::kPayer, {"payer", "first"},
                             {"一炮多响：点炮者 / 顺序第一的胡家", "several winners on one tile: the payer / the first of them"})),
        robbed_(params.Enum("robbed", Robbed::kWinner, {"winner", "robbed"},
                            {"抢杠胡：胡家 / 被抢者", "a robbed gang: the winner / the robbed seat"})) {}

  void Run(Step& step) const override {
    Board& board = table_.board(step.records);
    if (!step.first() || board.next_dealer != kNoSeat) return;
    const bool several = std::popcount(static_cast<unsigned>(WinnersOf(step))) > 1;
    const bool payer = (several && several_ == Several::kPayer) || (board.focus == Focus::kAddedGang && robbed_ == Robbed::kRobbed);
    board.next_dealer = payer && board.focus_seat != kNoSeat ? board.focus_seat : step.seat;
  }

 private:
  TableSlots table_;
  Several several_;
  Robbed robbed_;
};

// machinery §8 `draw_dealer=dice`: where nobody has won, the next dealer is thrown for instead of staying. Stands behind hand_end, which
// has named the dealer to stay.
class DiceAfterDrawnHand final : public Effect {
 public:
  static constexpr PartInfo kInfo{"dice_after_drawn_hand", 1, "流局后重新掷骰定庄", "after a drawn hand the dice choose the dealer"};
  explicit DiceAfterDrawnHand(Params& params) : table_(params) {}

  void Run(Step& step) const override {
    if (table_.board(step.records).next_dealer == kNoSeat) table_.match(step.records).next_dealer = kNoSeat;
  }

 private:
  TableSlots table_;
};

}  // namespace

void RegisterNextDealer(Registry& registry) {
  registry.Add<NoteFirstWin>();
  registry.Add<DiceAfterDrawnHand>();
}

}  // namespace mlf::logic
