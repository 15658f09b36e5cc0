/// \file
/// Who wins with one tile: for effects of a win node, which run once for each winner.
#pragma once

#include <mlf/flow/node.h>

namespace mlf::logic {

/// The seats that take this very node out of the window, or the one that takes it as a system step.
inline SeatMask WinnersOf(const Step& step) {
  SeatMask mask = MaskOf(step.seat);
  for (const Action& winner : step.winners) {
    if (winner.node == step.action.node) mask |= MaskOf(winner.seat);
  }
  return mask;
}

}  // namespace mlf::logic
