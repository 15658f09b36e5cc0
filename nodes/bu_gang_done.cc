#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include "nodes/bu_gang_done.h"

namespace mlf::nodes {

namespace {
constexpr EventType kBuGangDone{"bu_gang_done", "{seat} 补杠成 {pieces}", "{seat} bu gang {pieces}"};
}  // namespace

BuGangDone::BuGangDone(Params& params) : table_(params) {
  params.Needs(logic::kBuGangNamed);
  params.BringsIn(logic::kGangLaid, Hook::kProcessAction, Hook::kBeforeSetStates);
  params.Brings(logic::kBuGangLaid);
  params.Brings(logic::kReplacement);
  NoTileInQuestionAfter(params);
}

void BuGangDone::ProcessAction(Step& step) const {
  Board& board = table_.board(step.records);
  MLF_CHECK(board.focus == Focus::kAddedGang, "no gang is being added");
  const Seat seat = board.focus_seat;
  const Tile tile = board.focus_tile;
  SeatBoard& own = board.seats[seat];
  table::TakeFromHand(own, tile);
  Meld* peng = nullptr;
  for (int i = 0; i < own.meld_count; ++i) {
    if (own.melds[i].kind == MeldKind::kPeng && own.melds[i].tile == tile) peng = &own.melds[i];
  }
  MLF_CHECK(peng != nullptr, "the peng to add to is gone");
  peng->kind = MeldKind::kBuGang;
  ++board.melds_made;
  step.SetActor(seat);
  step.Emit(kBuGangDone, seat).With(tile);
}

void BuGangDone::SetStates(Step& step) const {
  Board& board = table_.board(step.records);
  const Seat seat = board.focus_seat;
  DueReplacement(board, seat, MeldKind::kBuGang, seat);
}

void RegisterBuGangDone(Registry& r) { r.Add<BuGangDone>(); }

}  // namespace mlf::nodes
