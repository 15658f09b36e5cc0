// Nodes that may find nothing (ActionNode::may_lack), and where the system goes from them in that
// case. Private to flow/*.cc.
#pragma once

#include <mlf/flow/flow.h>

#include <span>
#include <vector>

namespace mlf {

// The nodes from `from`, which has found nothing, to the first that goes on regardless: its window
// opens, or it has no way on. Empty if every way first meets an edge that covers the lack
// (Condition::TellsLack).
std::vector<NodeIndex> UncoveredLack(std::span<const Node> nodes, NodeIndex from);

// The first node with an uncovered lack among the nodes that the system may run from `start`
// (inclusive) before a window opens; kNoNode = none.
NodeIndex LackAfter(std::span<const Node> nodes, NodeIndex start);

}  // namespace mlf
