/// \file
/// The winners on one tile, for effects of a win node, which run once per winner.
#pragma once

#include <mlf/flow/node.h>

namespace mlf::logic {

/// The seats that win the window with this node, or the seat of a system step.
inline SeatMask WinnersOf(const Step& step) {
  SeatMask mask = MaskOf(step.seat);
  for (const Action& winner : step.winners) {
    if (winner.node == step.action.node) mask |= MaskOf(winner.seat);
  }
  return mask;
}

}  // namespace mlf::logic
