// The contract of the node is in mlf/nodes/gangs.h.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/gangs.h>

namespace mlf::nodes {

namespace {
const EventType kBuGang{"bu_gang", "{seat} 补杠 {pieces}", "{seat} adds {pieces} to its peng"};
constexpr Reason kNoPengToAdd{"no_peng_to_add_to", "没有可以补杠的碰", "no peng of a tile in hand"};
}  // namespace

BuGang::BuGang(Params& params) : table_(params) {
  params.NeedsOwnTurn();
  params.Needs(logic::kBuGangLaid);
  params.Brings(logic::kBuGangNamed);
  params.Brings(logic::kTileInQuestion);
  params.Brings(logic::kGangInQuestion);
  params.Ends(logic::kDiscardInQuestion);
}

void BuGang::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const SeatBoard& own = board.seats[seat];
  TileMask tiles = 0;
  for (const Meld& meld : own.Melds()) {
    if (meld.kind == MeldKind::kPeng && own.hand[meld.tile] > 0) tiles |= MaskOf(meld.tile);
  }
  if (tiles == 0) return sink.Because(kNoPengToAdd);
  sink.OneOf(tiles);
}

void BuGang::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  table::FocusAddedGang(board, step.seat, step.action.pieces[0]);
  step.Emit(kBuGang, step.seat).With(board->FocusPiece());
}

void BuGang::SetStates(Step& step) const {
  table::SetMayActOnDraw(table_.moves(step.records), false);
}

void RegisterBuGang(Registry& r) { r.Add<BuGang>(); }

}  // namespace mlf::nodes
