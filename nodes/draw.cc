#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include "nodes/draw.h"

namespace mlf::nodes {

namespace {
constexpr EventType kDrew{"draw", "{seat} 摸 {pieces}", "{seat} draws {pieces}"};
}  // namespace

Draw::Draw(Params& params) : table_(params) {
  params.Brings(logic::kDrawing);
  params.Brings(logic::kNothingDrawn);
  NoTileInQuestionAfter(params);
}

void Draw::ProcessAction(Step& step) const {
  Board& board = table_.board(step.records);
  table::ClearFocus(board);
  if (!board.wall.CanDraw()) {
    board.drew_nothing = 1;
    return;
  }
  const Seat seat = board.drawer;
  MLF_CHECK(board.InHand(seat), "the seat to draw has left the hand");
  const bool replacement = board.from_tail != 0;
  if (!replacement) {
    board.turn_gang = MeldKind::kNone;
    board.turn_gang_from = kNoSeat;
  }
  const Tile tile = replacement ? table::DrawTail(board.wall) : table::DrawFront(board.wall);
  board.from_tail = 0;
  SeatBoard& owner = board.seats[seat];
  table::AddToHand(owner, tile);
  owner.drawn = tile;
  ++owner.draws;
  board.fresh = 1;
  step.SetActor(seat);
  Event& event = step.Emit(kDrew, seat).With(tile).ShownTo(static_cast<SeatMask>(MaskOf(seat) | owner.shown_to));
  // Seats that see no tile see no value either; from which end it came shows in the view.
  event.value = replacement ? 1 : 0;
}

void RegisterDraw(Registry& r) { r.Add<Draw>(); }

}  // namespace mlf::nodes
