// Who deals the next hand (rules/common.md#next-dealer).
//
// note_first_win belongs in SetStates of the win nodes, where the winning tile is still in focus.
// The payer is the seat of the focus; a self-draw has none. The other effects belong in SetStates
// of hand_end, which has already named the seat noted by note_first_win, or else the dealer. Later
// effects override earlier ones:
//
//   # The dealer stays until another seat wins; a drawn hand changes nothing.
//   hand_end: {states: [deal_passes_on, dealer_keeps_by_winning]}
//   # With note_first_win: the winner deals, a drawn hand passes the deal on.
//   hand_end: {states: [{deal_passes_on: {after: drawn}}]}
//   # Each seat deals in turn.
//   hand_end: {states: [{deal_passes_on: {after: every}}]}
//
// note_dealer_streak (dealer_streak.h) reads the result and comes last.
#include <mlf/components/cells.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/components/winners.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/table/board.h>

#include <bit>

namespace mlf::logic {
namespace {

using table::Board;
using table::Focus;
using table::TableSlots;

// The first win of the hand determines the next dealer (rules/common.md#next-dealer).
class NoteFirstWin final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"note_first_win", 1, "第一次有人胡，就定下一局的庄家",
                                  "the first win of a hand names the next dealer"};
  enum class Several : std::uint8_t { kPayer, kFirst };
  enum class Robbed : std::uint8_t { kWinner, kRobbed };

  explicit NoteFirstWin(Params& params)
      : table_(params),
        several_(params.Enum("several", Several::kPayer, {"payer", "first"},
                             {"一炮多响：点炮者 / 顺序第一的胡家",
                              "several winners on one tile: the payer / the first of them"})),
        robbed_(
            params.Enum("robbed", Robbed::kWinner, {"winner", "robbed"},
                        {"抢杠胡：胡家 / 被抢者", "a robbed gang: the winner / the robbed seat"})) {
    params.NeedsHere(kWin);
  }

  void Run(Step& step) const override {
    const table::Moves board = table_.moves(step.records);
    if (!step.first() || board->next_dealer != kNoSeat) return;
    const bool several = std::popcount(static_cast<unsigned>(WinnersOf(step))) > 1;
    const bool payer = (several && several_ == Several::kPayer) ||
                       (board->turn.focus == Focus::kAddedGang && robbed_ == Robbed::kRobbed);
    table::NameNextDealer(
        board, payer && board->turn.focus_seat != kNoSeat ? board->turn.focus_seat : step.seat);
  }

 private:
  TableSlots table_;
  Several several_;
  Robbed robbed_;
};

bool SomebodyHasWon(const Board& board) {
  for (Seat seat = 0; seat < board.seat_count; ++seat) {
    if (board.seats[seat].Is(table::kHasWon)) return true;
  }
  return false;
}

// rules/common.md#next-dealer `draw_dealer=dice`: if nobody won, dice choose the next dealer.
class DiceAfterDrawnHand final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"dice_after_drawn_hand", 2, "流局后重新掷骰定庄",
                                  "after a drawn hand the dice choose the dealer"};
  explicit DiceAfterDrawnHand(Params& params) : table_(params) { params.NeedsHere(kHandEnds); }

  void Run(Step& step) const override {
    if (!SomebodyHasWon(table_.board(step.records)))
      table::SetNextDealer(table_.match_moves(step.records), kNoSeat);
  }

 private:
  TableSlots table_;
};

// 轮庄, 下庄: the seat after the dealer deals next, independent of the winner.
class DealPassesOn final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"deal_passes_on", 1, "下庄：下一局由庄家的下家坐庄",
                                  "the seat after the dealer deals the next hand"};
  enum class After : std::uint8_t { kWon, kDrawn, kEvery };
  explicit DealPassesOn(Params& params)
      : table_(params),
        after_(params.Enum("after", After::kWon, {"won", "drawn", "every"},
                           {"有人胡的局 / 流局 / 每一局之后",
                            "after hands that somebody won / that nobody won / after every hand"})),
        if_not_ready_(params.PartIfAny<WinRule>(
            "if_not_ready", {"只在照这条胡牌规则庄家没听牌时下庄",
                             "only where the dealer does not wait by this win rule",
                             /*added=*/true})) {
    params.NeedsHere(kHandEnds);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    if (after_ != After::kEvery && SomebodyHasWon(board) != (after_ == After::kWon)) return;
    if (if_not_ready_ != nullptr && if_not_ready_->Waits(step.records, board.dealer) != 0) return;
    table::SetNextDealer(table_.match_moves(step.records),
                         static_cast<Seat>((board.dealer + 1) % board.seat_count));
  }

 private:
  TableSlots table_;
  After after_;
  const WinRule* if_not_ready_;
};

// Names the next dealer where a hand ends without a winner. Belongs in the states of the node that
// ends the hand so, such as a settle node of its own for the last tile (海底).
class NameNextDealer final : public LogicEffect, public CellUser {
 public:
  static constexpr PartInfo kInfo{"name_next_dealer", 1, "定下一局的庄家",
                                  "names the dealer of the next hand"};
  enum class Who : std::uint8_t { kAfterDealer, kActor };
  explicit NameNextDealer(Params& params)
      : table_(params),
        seat_(params.Enum(
            "seat", Who::kAfterDealer, {"after_dealer", "actor"},
            {"庄家的下家 / 轮到的一家", "the seat after the dealer / the seat to move"})),
        cell_(params.PartIfAny<Cell>(
            "cell", {"记着这一家的格子，不写则看 seat",
                     "the cell that holds the seat; without it seat: says who", true})) {
    if (cell_ != nullptr &&
        (cell_->holds() != Cell::Holds::kSeat || cell_->of() != Cell::Of::kTable))
      params.Fault("the cell \"" + cell_->name() +
                   "\" names no seat of the table; declare it with of: table and seat: on");
  }

  void Run(Step& step) const override {
    const table::Moves board = table_.moves(step.records);
    if (cell_ != nullptr) {
      const int held = cell_->Get(step.records, 0);
      if (held > 0) table::NameNextDealer(board, static_cast<Seat>(held - 1));
      return;
    }
    table::NameNextDealer(board, seat_ == Who::kActor
                                     ? step.records.flow().actor
                                     : static_cast<Seat>((board->dealer + 1) % board->seat_count));
  }
  std::vector<CellUse> CellUses() const override {
    if (cell_ == nullptr) return {};
    return {{.cell = cell_}};
  }

 private:
  TableSlots table_;
  Who seat_;
  const Cell* cell_;
};

// 连庄: a dealer who won deals again, even if others won too. Comes after deal_passes_on.
class DealerKeepsByWinning final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"dealer_keeps_by_winning", 1, "连庄：庄家胡了就继续坐庄",
                                  "a dealer who has won deals the next hand too"};
  explicit DealerKeepsByWinning(Params& params) : table_(params) { params.NeedsHere(kHandEnds); }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    if (board.seats[board.dealer].Is(table::kHasWon))
      table::SetNextDealer(table_.match_moves(step.records), board.dealer);
  }

 private:
  TableSlots table_;
};

}  // namespace

void RegisterNextDealer(Registry& registry) {
  registry.Add<NoteFirstWin>();
  registry.Add<DiceAfterDrawnHand>();
  registry.Add<DealPassesOn>();
  registry.Add<DealerKeepsByWinning>();
  registry.Add<NameNextDealer>();
}

}  // namespace mlf::logic
