// MingGang (明杠, 点杠): a seat takes the last discard and adds three equal tiles of its hand.
//
// After:     discard by another seat.
// Before:    draw of the same seat, from the tail.
// Always:    the discard stays in question during settlement, which needs its seat.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include "nodes/common.h"

namespace mlf::nodes {

class MingGang final : public ClaimNode<3> {
 public:
  static constexpr PartInfo kInfo{
      "ming_gang",
      1,
      "明杠",
      "ming gang",
      "拿刚打出的牌，与手里三张同样的牌亮成杠，接着该补牌",
      "takes the tile just discarded and lays it down with three equal ones; a replacement is due"};

  explicit MingGang(Params& params);

  logic::Play play() const override { return logic::Play::kGang; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;
};

namespace {
constexpr EventType kMingGang{"ming_gang", "{seat} 明杠 {pieces}（{other}）",
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
