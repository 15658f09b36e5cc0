// AnGang (暗杠): a seat lays four equal tiles of its hand face down.
//
// Follows:   turn, after a draw.
// Leads to:  draw of the same seat, off the tail.
// Always:    the others learn that there is a concealed gang, not of which tile (rules/common.md#hidden).
#pragma once

#include "nodes/common.h"

namespace mlf::nodes {

class AnGang final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"an_gang", 1, "暗杠", "an gang",
                                  "把手里四张同样的牌放成暗杠，接着该补牌",
                                  "lays down four equal tiles of the hand; a replacement is due"};

  explicit AnGang(Params& params);

  Domain::Kind payload() const override { return Domain::kPiece; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
};

}  // namespace mlf::nodes
