// Chi (吃): the next seat takes the tile just discarded, joins it to two of its own into a sequence, and lays the three face up.
//
// Follows:   discard of the seat before it.
// Leads to:  turn of the same seat, which must discard.
// Always:    tiles in play are conserved; the wall is untouched.
#pragma once

#include <mlf/flow/claim_limit.h>
#include "nodes/common.h"

namespace mlf::nodes {

class Chi final : public PlayerNode, public ClaimLimit {
 public:
  static constexpr PartInfo kInfo{"chi", 1, "吃", "chi",
                                  "下家拿刚打出的牌，与手里两张亮成一副顺子",
                                  "the next seat takes the tile just discarded and lays it down in a sequence"};

  explicit Chi(Params& params);

  // The claimed tile, then the two it joins, lowest first: `chi 2m 34m`.
  Domain::Kind payload() const override { return Domain::kCombo; }
  // Every sequence that contains the tile and whose other two tiles are in the hand (rules/common.md#actions).
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  bool FirstInTurn() const override { return true; }
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
};

}  // namespace mlf::nodes
