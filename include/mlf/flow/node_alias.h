/// \file
/// NodeAlias: a mixin of nodes that others cannot distinguish from the node whose question they
/// repeat.
#pragma once

#include <mlf/flow/records.h>

namespace mlf {

class NodeAlias {
 public:
  /// The node that viewers are shown instead. `records` may be null: then the usual one. kNoNode:
  /// the node itself.
  virtual NodeIndex ShownAs(const Records* records) const = 0;

 protected:
  ~NodeAlias() = default;
};

}  // namespace mlf
