// The contract of the node is in mlf/nodes/gangs.h.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/gangs.h>

namespace mlf::nodes {

namespace {
const EventType kMingGang{"ming_gang", "{seat} 明杠 {pieces}（{other}）",
                          "{seat} ming gang {pieces} (from {other})"};
constexpr Reason kNoTriplet{"no_triplet", "手里没有三张同样的牌", "no three equal tiles in hand"};
}  // namespace

MingGang::MingGang(Params& params) : ClaimNode(params) {
  params.BringsIn(logic::kGangLaid, Hook::kProcessAction, Hook::kAfterSetStates);
  params.BringsIn(logic::kMingGangLaid, Hook::kSetStates, Hook::kAfterSetStates);
  params.Brings(logic::kReplacement);
}

void MingGang::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!MayClaim(board, seat)) return sink.Because(kNothingToClaim);
  if (board.seats[seat].hand[board.turn.focus_tile] < 3) return sink.Because(kNoTriplet);
  sink.OneOf(MaskOf(board.turn.focus_tile));
}

void MingGang::ProcessAction(Step& step) const { Claim(step, MeldKind::kMingGang, kMingGang); }

void MingGang::SetStates(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  table::DueReplacement(board, step.seat, MeldKind::kMingGang, board->turn.focus_seat);
}

void RegisterMingGang(Registry& r) { r.Add<MingGang>(); }

}  // namespace mlf::nodes
