// TurnGhosts (翻鬼): a tile is turned up, names the ghosts of the hand, and goes back; the wall is shuffled again.
//
// Follows:   shuffle.
// Leads to:  deal.
// Always:    no tile has moved. Any tile of the shuffled wall, by a stream of its own, is as good as drawing one, putting it back and
//            shuffling again: it tells nothing about where any tile lies, and a wall that was given stays as it was given.
#pragma once

#include "components/logic/ghosts.h"
#include "nodes/common.h"

namespace mlf::nodes {

class TurnGhosts final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"turn_ghosts", 1, "翻鬼", "turn ghosts",
                                  "发牌前翻一张牌定鬼牌，再放回去重洗",
                                  "turns a tile before the deal, which names the ghosts, puts it back and shuffles again"};

  explicit TurnGhosts(Params& params);

  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::TurnedGhost> ghost_;
  const logic::Wilds* wilds_;
  int stream_;
};

}  // namespace mlf::nodes
