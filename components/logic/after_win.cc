// The continuation after a win: who draws next, and who can play no further. next_dealer.cc names
// the next dealer.
//
// The effects belong in SetStates of the win nodes, where the winning tile is still in focus. The
// payer is the seat of the focus; a self-draw has none. They run once per winner, and the result is
// correct after the last one.
#include <mlf/components/table_guard.h>
#include <mlf/components/topics.h>
#include <mlf/components/winners.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/table/ledger.h>

namespace mlf::logic {
namespace {

using table::Board;
using table::Focus;
using table::TableSlots;

const EventType kBroke{"left_broke", "{seat} 分数输光，离局",
                       "{seat} has no points left and leaves the hand"};

// Whether `seat` holds one tile too many, so that it has to discard.
bool MustDiscard(const Board& board, Seat seat) {
  return board.InHand(seat) && board.seats[seat].HandSize() % 3 == 2;
}

// Number of turns from `from` to `to`: 1 = the next seat, 0 = the same seat.
int TurnsBetween(const Board& board, Seat from, Seat to) {
  return (to - from + board.seat_count) % board.seat_count;
}

// After a self-draw the next seat draws. After wins on a tile, find the winner farthest from the
// payer. The next seat in the hand draws (rules/common.md#after-several). Example: seat 1 discards
// and 2, 3 and 0 win. So 0 is farthest and seat 1 draws (XS07). A robbed seat that keeps its tile
// moves instead, and can only discard.
class DrawAfterWinners final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{
      "draw_after_winners", 1, "胡牌后由离放炮者最远的胡家的下一家摸牌",
      "after wins the seat after the winner farthest from the payer draws"};
  explicit DrawAfterWinners(Params& params) : table_(params) { params.NeedsHere(kWin); }

  void Run(Step& step) const override {
    const table::Moves board = table_.moves(step.records);
    if (!step.last() || board->InHandMask() == 0) return;
    Seat farthest = step.seat;
    if (board->turn.focus != Focus::kNone) {
      ForEachSeat(WinnersOf(step), [&](Seat winner) {
        if (TurnsBetween(*board, board->turn.focus_seat, winner) >
            TurnsBetween(*board, board->turn.focus_seat, farthest))
          farthest = winner;
      });
    }
    table::DrawAfter(board, farthest);
    if (board->turn.focus == Focus::kAddedGang && MustDiscard(*board, board->turn.focus_seat)) {
      step.SetActor(board->turn.focus_seat);
      table::SetMayActOnDraw(board, false);
    }
  }

 private:
  TableSlots table_;
};

// A guard for edges out of win nodes: the seat in turn was robbed and keeps its tile. All other
// seats then hold 13 tiles, winners included.
class RobbedKeepsTile final : public TableGuard<RobbedKeepsTile> {
 public:
  static constexpr PartInfo kInfo{"robbed_keeps_tile", 1, "被抢杠者收回了该牌且要出牌",
                                  "the robbed seat kept its tile and has to discard"};
  static constexpr Reason kReason{"nobody_robbed", "没有被抢杠而须出牌的一家",
                                  "no robbed seat has a tile to discard"};
  explicit RobbedKeepsTile(Params& params) : TableGuard(params) { params.Needs(kRobbedTileKept); }
  bool Holds(const Records& records, Seat) const override {
    return MustDiscard(board(records), records.flow().actor);
  }
};

// A seat without points leaves the hand and neither pays nor receives. Runs after the last winner
// is paid, so that the order of payments does not matter.
class LeaveWhenBroke final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"leave_when_broke", 1, "分数输光的一家离开本局",
                                  "seats without points leave the hand"};
  explicit LeaveWhenBroke(Params& params) : table_(params), ledger_(params.Slot<table::Ledger>()) {
    params.Brings(kSeatLeft);
  }

  void Run(Step& step) const override {
    if (!step.last()) return;
    const table::Moves board = table_.moves(step.records);
    const table::Ledger& ledger = ledger_(step.records);
    const table::Match& match = table_.match(step.records);
    ForEachSeat(board->InHandMask(), [&](Seat seat) {
      if (match.score[seat] + ledger.points[seat] > 0) return;
      table::SetFlags(board, seat, table::kLeft);
      step.Emit(kBroke, seat);
    });
    if (board->InHandMask() != 0 && !board->InHand(board->turn.drawer)) table::PassDraw(board);
  }

 private:
  TableSlots table_;
  Slot<table::Ledger> ledger_;
};

}  // namespace

void RegisterAfterWin(Registry& registry) {
  registry.Add<DrawAfterWinners>();
  registry.Add<RobbedKeepsTile>();
  registry.Add<LeaveWhenBroke>();
}

}  // namespace mlf::logic
