// MingGang (明杠, 点杠): a seat takes the tile just discarded and joins it to three it holds.
//
// Follows:   discard by another seat.
// Leads to:  draw of the same seat, off the tail.
// Always:    the discard stays in question while points move, so that settlement knows whose it was.
#pragma once

#include <mlf/flow/claim_limit.h>
#include "nodes/common.h"

namespace mlf::nodes {

class MingGang final : public PlayerNode, public ClaimLimit {
 public:
  static constexpr PartInfo kInfo{"ming_gang", 1, "明杠", "ming gang",
                                  "拿刚打出的牌，与手里三张同样的牌亮成杠，接着该补牌",
                                  "takes the tile just discarded and lays it down with three equal ones; a replacement is due"};

  explicit MingGang(Params& params);

  Domain::Kind payload() const override { return Domain::kPiece; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  SeatMask MayOffer(const Records& records, SeatMask seats) const override;
  int Holds() const override { return 3; }
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
};

}  // namespace mlf::nodes
