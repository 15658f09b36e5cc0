#include "nodes/peng.h"
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include "nodes/claims.h"

namespace mlf::nodes {

Peng::Peng(Params& params) : table_(params) {
  params.NeedsHere(logic::kDiscardInQuestion);
  NoTileInQuestionAfter(params);
}

void Peng::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!MayClaim(board, seat)) return sink.Because(kNothingToClaim);
  if (board.seats[seat].hand[board.turn.focus_tile] < 2) return sink.Because(kNoPair);
  // A seat with a red five may use it. It has no other choice without enough plain fives.
  sink.OneOf(OfFocus(board, seat, Holds()));
}

SeatMask Peng::MayOffer(const Records& records, SeatMask seats) const {
  return MayClaimWith(table_.board(records), seats, Holds());
}

void Peng::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Tile tile = step.action.pieces[0];
  const int reds = table::TakeFromHand(board, step.seat, tile, 2);
  table::AddMeld(board, step.seat, Claimed(*board, MeldKind::kPeng, reds));
  table::ClaimFocus(board);
  step.Emit(kPengEvent, step.seat).With(tile).other = board->turn.focus_seat;
}

void Peng::SetStates(Step& step) const { table::DueDiscard(table_.moves(step.records), step.seat); }

void RegisterPeng(Registry& r) { r.Add<Peng>(); }

}  // namespace mlf::nodes
