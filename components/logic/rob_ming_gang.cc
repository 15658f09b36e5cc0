// 明杠可抢: a gang from a discard may be robbed like a bu_gang (rules/tuidaohu.md#open-gang-rob,
// `open_kong_rob`). The gang is on the table while the window of ming_gang is open. A winner takes
// the tile out of it, and the three others return to their hand.
//
//   ming_gang:
//     after_states: ask_to_rob
//     window: {ask: others, answers: [{hu: {winners: all}}], ...}
//     then: draw
//   hu: {before_action: undo_robbed_gang, ...}
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/board.h>

namespace mlf::logic {
namespace {

using table::Focus;
using table::Meld;
using table::MeldKind;

bool MayBeRobbed(const Meld& meld) {
  return meld.kind == MeldKind::kMingGang || meld.kind == MeldKind::kAnGang;
}

// Runs after ming_gang or an_gang, which clear the focus. Puts the tile in question again, as one
// being added to a gang of the seat.
class AskToRob final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{
      "ask_to_rob", 1, "刚成的明杠或暗杠，也让别家抢（配合节点的问询窗）",
      "lets others rob the tile of the ming_gang or an_gang just laid, in the window of its node"};
  explicit AskToRob(Params& params) : table_(params) {
    params.NeedsHere(kGangLaid);
    params.Brings(kTileInQuestion);
    params.Brings(kGangInQuestion);
    params.Brings(kMingGangRobbed);
  }
  void Run(Step& step) const override {
    const table::Moves board = table_.moves(step.records);
    const table::SeatBoard& own = board->seats[step.seat];
    MLF_CHECK(own.meld_count > 0 && MayBeRobbed(own.Melds().back()), "no gang has been laid");
    table::FocusAddedGang(board, step.seat, own.Melds().back().tile);
  }

 private:
  table::TableSlots table_;
};

// Runs before hu takes the robbed tile. Undoes the gang once, however many seats win: its four
// tiles return to the hand. A bu_gang has no meld to undo.
class UndoRobbedGang final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"undo_robbed_gang", 1, "明杠或暗杠被抢时，杠不成立，牌归胡家",
                                  "takes back a ming_gang or an_gang whose tile was robbed"};
  explicit UndoRobbedGang(Params& params) : table_(params) {
    params.NeedsHere(kWinByRobbing);
    params.Needs(kMingGangRobbed);
  }
  void Run(Step& step) const override {
    const table::Moves board = table_.moves(step.records);
    if (!step.first() || board->turn.focus != Focus::kAddedGang) return;
    const table::SeatBoard& robbed = board->seats[board->turn.focus_seat];
    if (robbed.meld_count == 0) return;
    const Meld& last = robbed.Melds().back();
    if (!MayBeRobbed(last) || last.tile != board->turn.focus_tile) return;
    table::TakeBackLastMeld(board, board->turn.focus_seat);
  }

 private:
  table::TableSlots table_;
};

}  // namespace

void RegisterRobMingGang(Registry& registry) {
  registry.Add<AskToRob>();
  registry.Add<UndoRobbedGang>();
}

}  // namespace mlf::logic
