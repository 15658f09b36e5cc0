// Deal (发牌): every seat gets its hand.
//
// Follows:   shuffle.
// Leads to:  what the variant opens with (exchange, void suits), the first draw, or the dealer's turn.
// Always:    seats take their whole hand off the front of the wall in turn order from the dealer, who takes the extra tile last. No tile of
//            a dealt hand counts as drawn.
#pragma once

#include "nodes/common.h"

namespace mlf::nodes {

class Deal final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"deal", 1, "发牌", "deal",
                                  "发起手牌，庄家可多一张",
                                  "deals the hands; the dealer may get one tile more"};

  // `hand`: tiles for each seat. `dealer_extra`: 1 = the dealer begins with one more, as if it had drawn; 0 = it draws.
  explicit Deal(Params& params);

  void ProcessAction(Step& step) const override;
  void CheckRecords(const Validation& check) const override;

 private:
  table::TableSlots table_;
  int hand_;
  bool dealer_extra_;
};

}  // namespace mlf::nodes
