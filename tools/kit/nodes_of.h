// Nodes of a flow by their interfaces, independent of types and ids.
#pragma once

#include <mlf/components/play_node.h>
#include <mlf/flow/flow.h>

namespace mlf::tools {

// The first node that is a T (logic::DealNode); null = none.
template <typename T>
const T* NodeSaying(const Flow& flow) {
  for (const Node& node : flow.nodes()) {
    if (const auto* found = dynamic_cast<const T*>(node.impl)) return found;
  }
  return nullptr;
}

// The first node of this play; kNoNode = none.
inline NodeIndex NodeOf(const Flow& flow, logic::Play play) {
  for (std::size_t n = 0; n < flow.nodes().size(); ++n) {
    if (logic::PlayOf(*flow.nodes()[n].impl) == play) return static_cast<NodeIndex>(n);
  }
  return kNoNode;
}

}  // namespace mlf::tools
