// Draw (摸牌): the seat whose draw is due takes a tile off the wall: the front, or the tail for a replacement.
//
// Follows:   deal, discard that nobody claimed, gangs, wins after which the hand goes on.
// Leads to:  turn of that seat; where the wall cannot serve it (drew_nothing), the end of the hand.
// Always:    one tile fewer in the wall, or nothing has changed but drew_nothing.
#pragma once

#include <mlf/flow/consumer.h>
#include "nodes/common.h"

namespace mlf::nodes {

class Draw final : public ActionNode, public Consumer {
 public:
  static constexpr PartInfo kInfo{"draw", 1, "摸牌", "draw",
                                  "轮到的一家摸一张：平时从牌墙前端，补牌从尾端；牌墙空了就记下没摸到",
                                  "the seat due draws a tile, from the front of the wall or, as a replacement, from its tail; where none is left it notes that"};

  explicit Draw(Params& params);

  std::string_view Consumes() const override { return "wall"; }
  int Remaining(const Records& records) const override { return table_.board(records).wall.Left(); }
  std::string_view may_lack() const override { return "wall"; }
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
};

}  // namespace mlf::nodes
