#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include "nodes/ming_gang.h"

namespace mlf::nodes {

namespace {
constexpr EventType kMingGang{"ming_gang", "{seat} 明杠 {pieces}（{other}）", "{seat} ming gang {pieces} (from {other})"};
constexpr Reason kNoTriplet{"no_triplet", "手里没有三张同样的牌", "no three equal tiles in hand"};
}  // namespace

MingGang::MingGang(Params& params) : table_(params) {
  params.NeedsHere(logic::kDiscardInQuestion);
  params.BringsIn(logic::kGangLaid, Hook::kProcessAction, Hook::kAfterSetStates);
  params.BringsIn(logic::kMingGangLaid, Hook::kSetStates, Hook::kAfterSetStates);
  params.Brings(logic::kReplacement);
  NoTileInQuestionAfter(params);
}

void MingGang::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!MayClaim(board, seat)) return sink.Because(kNothingToClaim);
  if (board.seats[seat].hand[board.focus_tile] < 3) return sink.Because(kNoTriplet);
  sink.OneOf(MaskOf(board.focus_tile));
}

SeatMask MingGang::MayOffer(const Records& records, SeatMask seats) const { return MayClaimWith(table_.board(records), seats, Holds()); }

void MingGang::ProcessAction(Step& step) const {
  Board& board = table_.board(step.records);
  const Tile tile = step.action.pieces[0];
  table::TakeFromHand(board.seats[step.seat], tile, 3);
  table::AddMeld(board, step.seat, {MeldKind::kMingGang, tile, board.focus_seat, 0});
  table::ClaimFocus(board);
  step.Emit(kMingGang, step.seat).With(tile).other = board.focus_seat;
}

void MingGang::SetStates(Step& step) const {
  Board& board = table_.board(step.records);
  DueReplacement(board, step.seat, MeldKind::kMingGang, board.focus_seat);
}

void RegisterMingGang(Registry& r) { r.Add<MingGang>(); }

}  // namespace mlf::nodes
