// Peng (碰): a seat takes the last discard, adds two equal tiles of its hand, and lays the three
// face up.
//
// After:     discard by another seat.
// Before:    turn of the same seat, which must discard.
// Always:    tiles in play are conserved; the wall is untouched.
#pragma once

#include <mlf/components/play_node.h>
#include <mlf/flow/claim_limit.h>
#include "nodes/common.h"

namespace mlf::nodes {

class Peng final : public PlayerNode, public logic::PlayNode, public ClaimLimit {
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
  void Spend(const Action& action, Counts& hand) const override {
    hand.Remove(table::KindOf(action.pieces[0]), Holds());
  }
  Domain::Kind payload() const override { return Domain::kPiece; }
  // Needs two tiles equal to the discard in the hand. The variant's conditions decide who may claim
  // (locked seats, void suits).
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  SeatMask MayOffer(const Records& records, SeatMask seats) const override;
  int Holds() const override { return 2; }
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
};

}  // namespace mlf::nodes
