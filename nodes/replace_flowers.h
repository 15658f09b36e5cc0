// ReplaceFlowers (补花): flowers go open before their seat, and a tile off the tail takes the place of each.
//
// Follows:   deal, for all seats; a draw that brought a flower.
// Leads to:  the first draw or the turn of the seat that drew; where the wall cannot serve it (drew_nothing), the end of the hand.
// Always:    no hand holds a flower afterwards, or the wall is used up. A replacement counts as no draw of its own: what depends on the first
//            draw does not see flowers.
#pragma once

#include "nodes/common.h"

namespace mlf::nodes {

class ReplaceFlowers final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"replace_flowers", 1, "补花", "replace flowers",
                                  "补花：亮出花牌，从牌墙尾端补，补到没有花",
                                  "lays the flowers open and draws replacements from the tail until nobody holds any"};

  // `order`, after the deal: alternate = each seat in turn order from the dealer puts out what it holds and takes as many tiles, and so on
  // until nobody holds any; per_seat = a seat goes on until it is clean. `keeps_gang`: a win on the replacement of a flower that was itself
  // a gang's replacement still counts as one on the gang's.
  explicit ReplaceFlowers(Params& params);

  std::string_view may_lack() const override { return "wall"; }
  void ProcessAction(Step& step) const override;

 private:
  // Whether the wall could serve `seat`, which puts out what it holds now.
  bool PutOut(Step& step, Seat seat) const;

  enum class Order { kAlternate, kPerSeat };
  table::TableSlots table_;
  Order order_;
  bool keeps_gang_;
};

}  // namespace mlf::nodes
