/// \file
/// WinNode: implemented by nodes through which seats win, so that tools find the wins of a flow
/// independently of node types.
#pragma once

#include <mlf/components/win_rule.h>
#include <mlf/flow/node.h>

namespace mlf::logic {

class WinNode {
 public:
  /// Whether a seat can win in this way at the node.
  virtual bool Wins(WinBy by) const = 0;

 protected:
  ~WinNode() = default;
};

/// Whether a seat can win in this way at `node`.
inline bool Wins(const ActionNode& node, WinBy by) {
  const auto* wins = dynamic_cast<const WinNode*>(&node);
  return wins != nullptr && wins->Wins(by);
}
/// Whether a seat can win in any way at `node`.
inline bool Wins(const ActionNode& node) {
  return Wins(node, WinBy::kSelfDraw) || Wins(node, WinBy::kDiscard) || Wins(node, WinBy::kRob);
}

}  // namespace mlf::logic
