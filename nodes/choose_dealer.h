// ChooseDealer (定庄): says who deals, and with that whose turn comes first.
//
// Follows:   start.
// Leads to:  shuffle.
// Always:    the dealer is a seat at the table and the one to move.
#pragma once

#include "nodes/common.h"

namespace mlf::nodes {

class ChooseDealer final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"choose_dealer", 1, "定庄", "choose dealer",
                                  "定庄：第一局掷骰或由座 0 坐庄，以后由上一局决定",
                                  "names the dealer: of the first hand by dice or seat 0, then by the hand before"};

  // `first`: how the dealer of the first hand is found: two dice, (d1 + d2 - 1) mod seats (rules/common.md#first-dealer), or seat 0 (the room's owner).
  // Later hands: whom the end of the last hand named; the dice where it named nobody.
  explicit ChooseDealer(Params& params);

  void ProcessAction(Step& step) const override;

 private:
  // Throws two dice, or takes those that were given.
  Seat ThrowDice(Step& step) const;

  enum class First { kDice, kSeat0 };
  table::TableSlots table_;
  First first_;
  int dice_stream_;
};

}  // namespace mlf::nodes
