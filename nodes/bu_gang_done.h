// BuGangDone (补杠成): nobody robbed the tile; the peng becomes a gang.
//
// Follows:   bu_gang.
// Leads to:  draw of the same seat, off the tail.
// Always:    until its SetStates, SeatBoard::drawn says whether the added tile was the one just drawn (some rules pay only then).
#pragma once

#include "nodes/common.h"

namespace mlf::nodes {

class BuGangDone final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"bu_gang_done", 1, "补杠成", "bu gang done",
                                  "没有人抢：第四张加到碰上成杠，接着该补牌",
                                  "nobody has robbed it: the fourth tile joins the peng; a replacement is due"};

  explicit BuGangDone(Params& params);

  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
};

}  // namespace mlf::nodes
