// Peng (碰): a seat takes the last discard, adds two equal tiles of its hand, and lays the three
// face up.
//
// After:     discard by another seat.
// Before:    turn of the same seat, which must discard.
// Always:    tiles in play are conserved; the wall is untouched.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include "nodes/claims.h"
#include "nodes/common.h"

namespace mlf::nodes {

class Peng final : public ClaimNode<2> {
 public:
  static constexpr PartInfo kInfo{
      "peng",
      1,
      "碰",
      "peng",
      "拿刚打出的牌，与手里两张同样的牌亮成一副刻子",
      "takes the tile just discarded and lays it down with two equal ones of the hand"};

  explicit Peng(Params& params);

  logic::Play play() const override { return logic::Play::kPeng; }
  // Needs two tiles equal to the discard in the hand. The variant's conditions decide who may claim
  // (locked seats, void suits).
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;
};

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
