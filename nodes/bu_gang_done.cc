// BuGangDone (补杠成): nobody has robbed the tile, so the peng becomes a gang. An an_gang that
// could be robbed is on the table already and stands.
//
// After:     bu_gang; an_gang with ask_to_rob.
// Before:    draw of the same seat, from the tail.
// Always:    until SetStates, SeatBoard::drawn shows whether the added tile was the one just drawn
//            (some rules pay only then).
#include <mlf/components/an_gang_rob.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include "nodes/common.h"

namespace mlf::nodes {

class BuGangDone final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{
      "bu_gang_done",
      1,
      "补杠成",
      "bu gang done",
      "没有人抢：第四张加到碰上成杠，接着该补牌",
      "nobody has robbed it: the fourth tile joins the peng; a replacement is due"};

  explicit BuGangDone(Params& params);

  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
};

namespace {
constexpr EventType kBuGangDone{"bu_gang_done", "{seat} 补杠成 {pieces}",
                                "{seat} bu gang {pieces}"};
}  // namespace

BuGangDone::BuGangDone(Params& params) : table_(params) {
  params.Needs(logic::kBuGangNamed);
  params.BringsIn(logic::kGangLaid, Hook::kProcessAction, Hook::kBeforeSetStates);
  params.Brings(logic::kBuGangLaid);
  params.Brings(logic::kReplacement);
  NoTileInQuestionAfter(params);
}

void BuGangDone::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Seat seat = board->turn.focus_seat;
  step.SetActor(seat);
  if (logic::RobsAnGang(*board)) return;
  table::CompleteAddedGang(board);
  step.Emit(kBuGangDone, seat).With(board->FocusPiece());
}

void BuGangDone::SetStates(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Seat seat = board->turn.focus_seat;
  const MeldKind gang = logic::RobsAnGang(*board) ? MeldKind::kAnGang : MeldKind::kBuGang;
  table::DueReplacement(board, seat, gang, seat);
}

void RegisterBuGangDone(Registry& r) { r.Add<BuGangDone>(); }

}  // namespace mlf::nodes
