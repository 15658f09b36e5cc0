// ExchangeDone (换牌): a direction is drawn and the tiles put aside change hands, all at once.
//
// Follows:   exchange_three, when every seat has answered.
// Leads to:  choose_void, or the dealer's turn.
// Always:    every hand is as long as before; the dealer is to move.
#pragma once

#include "nodes/common.h"
#include "nodes/exchange_three.h"

namespace mlf::nodes {

class ExchangeDone final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"exchange_done", 1, "换牌", "exchange",
                                  "各家都选好后，三张牌一起换给上家、对家或下家",
                                  "when all have picked, the tiles go to the previous, opposite or next seat"};

  explicit ExchangeDone(Params& params);

  // With n seats there are n - 1 directions; in direction d (from 0) seat i receives from seat i + d + 1. For four seats: 0 to the previous
  // seat, 1 to the opposite, 2 to the next (rules/xueliu.md#exchange). Drawn from the stream `direction`, unless given.
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<ExchangeState> exchange_;
  int direction_stream_;
};

}  // namespace mlf::nodes
