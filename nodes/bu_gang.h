// BuGang (补杠, 加杠): a seat names the tile it will add to its peng; its window asks the others whether they rob it (抢杠).
//
// Follows:   turn, after a draw.
// Leads to:  hu of another seat, else bu_gang_done.
// Always:    the tile is still in the hand. A robbed gang never forms a meld and never pays.
#pragma once

#include "nodes/common.h"

namespace mlf::nodes {

class BuGang final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"bu_gang", 1, "补杠", "bu gang",
                                  "报出要加到自己碰上的第四张；牌还在手里，问询窗可让别家抢",
                                  "names the fourth tile for a peng of the seat; it is still in hand, and the window may let others rob it"};

  explicit BuGang(Params& params);

  Domain::Kind payload() const override { return Domain::kPiece; }
  // Own pengs whose fourth tile is in the hand.
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  // `drawn` stays as it is: whether the added tile was the one just drawn matters until the gang is paid.
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
};

}  // namespace mlf::nodes
