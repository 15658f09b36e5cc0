/// \file
/// WinNode: what a node says of itself by which seats win. Tools find the wins of a flow by it,
/// whatever their types are called.
#pragma once

#include <mlf/components/win_rule.h>
#include <mlf/flow/node.h>

namespace mlf::logic {

class WinNode {
 public:
  /// Whether a seat can win in this way by the node.
  virtual bool Wins(WinBy by) const = 0;

 protected:
  ~WinNode() = default;
};

/// Whether `node` is one by which a seat can win in this way.
inline bool Wins(const ActionNode& node, WinBy by) {
  const auto* wins = dynamic_cast<const WinNode*>(&node);
  return wins != nullptr && wins->Wins(by);
}
/// Whether it is one by which a seat can win in any way.
inline bool Wins(const ActionNode& node) {
  return Wins(node, WinBy::kSelfDraw) || Wins(node, WinBy::kDiscard) || Wins(node, WinBy::kRob);
}

}  // namespace mlf::logic
