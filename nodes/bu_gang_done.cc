// BuGangDone (补杠成): nobody has robbed the tile, so the peng becomes a gang. An an_gang that
// could be robbed is on the table already and stays, and so does a tile set aside.
//
// After:     bu_gang; an_gang with ask_to_rob; set_aside.
// Before:    draw of the same seat, from the tail.
// Always:    until SetStates, SeatBoard::drawn shows whether the added tile was the one just drawn
//            (some rules pay only then). A tile set aside counts as a call: no turn after it is a
//            first one, and no win after it is one right after a declaration.
#include <mlf/components/an_gang_rob.h>
#include <mlf/components/set_aside.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/set_aside.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class BuGangDone final : public ActionNode, public logic::SetAsideRule {
 public:
  static constexpr PartInfo kInfo{
      "bu_gang_done",
      1,
      "补杠成",
      "bu gang done",
      "没有人抢：第四张加到碰上成杠，接着该补牌",
      "nobody has robbed it: the fourth tile joins the peng; a replacement is due"};

  // `set_aside_as_gang`: a win on the replacement of a tile set aside is one on a gang's.
  explicit BuGangDone(Params& params);

  bool CountsAsGang() const override { return set_aside_as_gang_; }
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
  bool set_aside_as_gang_;
};

namespace {
const EventType kBuGangDone{"bu_gang_done", "{seat} 补杠成 {pieces}", "{seat} bu gang {pieces}"};
}  // namespace

BuGangDone::BuGangDone(Params& params)
    : table_(params),
      set_aside_as_gang_(
          params.Bool("set_aside_as_gang", false,
                      {"拔牌后补到的牌自摸，算杠上开花",
                       "a self-draw of the replacement of a tile set aside counts as one after a "
                       "gang",
                       /*added=*/true})) {
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
  if (table::AsksSetAside(*board)) return table::CompleteSetAside(board);
  if (logic::RobsAnGang(*board)) return;
  table::CompleteAddedGang(board);
  step.Emit(kBuGangDone, seat).With(board->FocusPiece());
}

void BuGangDone::SetStates(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Seat seat = board->turn.focus_seat;
  const MeldKind aside = set_aside_as_gang_ ? MeldKind::kLaiGang : MeldKind::kNone;
  const MeldKind gang = table::AsksSetAside(*board) ? aside
                        : logic::RobsAnGang(*board) ? MeldKind::kAnGang
                                                    : MeldKind::kBuGang;
  table::DueReplacement(board, seat, gang, seat);
}

void RegisterBuGangDone(Registry& r) { r.Add<BuGangDone>(); }

}  // namespace mlf::nodes
