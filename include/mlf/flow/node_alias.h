/// \file
/// What others must not notice. NodeAlias: a mixin of nodes that others cannot distinguish from the
/// node whose question they repeat. SecretGuard: a mixin of conditions that guard answers.
#pragma once

#include <mlf/flow/flow.h>

namespace mlf {

class NodeAlias {
 public:
  /// The node that viewers are shown instead.
  virtual NodeIndex ShownAs() const = 0;

 protected:
  ~NodeAlias() = default;
};

/// Flow::WhyNot names its reason to seats that are asked. To others it gives the next reason.
class SecretGuard {
 protected:
  ~SecretGuard() = default;
};

inline bool IsAlias(const Flow& flow, NodeIndex node) {
  return dynamic_cast<const NodeAlias*>(flow.node(node).impl) != nullptr;
}

/// The node that a viewer is shown where the game rests at `node`; kNoNode stays.
inline NodeIndex ShownNode(const Flow& flow, NodeIndex node) {
  if (node == kNoNode) return node;
  const auto* alias = dynamic_cast<const NodeAlias*>(flow.node(node).impl);
  return alias == nullptr ? node : alias->ShownAs();
}

}  // namespace mlf
