// Nodes that may find nothing (ActionNode::may_lack): where the system goes from them then. Private
// to flow/*.cc.
#pragma once

#include <mlf/flow/flow.h>

#include <span>
#include <vector>

namespace mlf {

// The nodes from `from`, which has found nothing, to the first that goes on as if it had found
// something: one whose window opens, or one without a way on. Empty where an edge that tells so
// (Condition::TellsLack) is always met before.
std::vector<NodeIndex> UntoldLack(std::span<const Node> nodes, NodeIndex from);

// Of the nodes that the system may run from `start` on before a window opens, `start` among them,
// the first with an untold lack; kNoNode = none.
NodeIndex LackBehind(std::span<const Node> nodes, NodeIndex start);

}  // namespace mlf
