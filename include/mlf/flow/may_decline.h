/// \file
/// MayDecline: where a setter of critical nodes may pass over a window.
#pragma once

#include <mlf/flow/action.h>

namespace mlf {

/// Implemented by a CriticalActionNodeSetter beside its role. Without it, the setter may return 0
/// at every node. A flow in which such a node has no system edge that always holds is refused when
/// it is built.
class MayDecline {
 public:
  virtual ~MayDecline() = default;
  /// Whether Rest may return 0 at `node`.
  virtual bool DeclinesAt(NodeIndex node) const = 0;
};

}  // namespace mlf
