// The contract of the node is in mlf/nodes/peng.h.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/peng.h>

#include "nodes/claims.h"

namespace mlf::nodes {

Peng::Peng(Params& params) : ClaimNode(params) {}

void Peng::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!MayClaim(board, seat)) return sink.Because(kNothingToClaim);
  if (board.seats[seat].hand[board.turn.focus_tile] < 2) return sink.Because(kNoPair);
  // A seat with a red five may use it. It has no other choice without enough plain fives.
  sink.OneOf(OfFocus(board, seat, Holds()));
}

void Peng::ProcessAction(Step& step) const { Claim(step, MeldKind::kPeng, kPengEvent); }

void Peng::SetStates(Step& step) const { table::DueDiscard(table_.moves(step.records), step.seat); }

void RegisterPeng(Registry& r) { r.Add<Peng>(); }

}  // namespace mlf::nodes
