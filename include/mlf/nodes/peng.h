/// \file
/// Peng: the claim of a discard with two equal tiles. An own node that derives from it overrides
/// Offers (who may claim), ProcessAction or SetStates.
#pragma once

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

/// Peng (碰): a seat takes the last discard, adds two equal tiles of its hand, and lays the three
/// face up.
///
/// After:     discard by another seat.
/// Before:    turn of the same seat, which must discard.
/// Always:    tiles in play are conserved; the wall is untouched.
class Peng : public ClaimNode<2> {
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
  /// Needs two tiles equal to the discard in the hand. The variant's conditions decide who may
  /// claim (locked seats, void suits).
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;
};

}  // namespace mlf::nodes
