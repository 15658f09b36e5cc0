/// \file
/// Consumer: the resource that a node uses up. `consumes:` must name it.
#pragma once

#include <string_view>

namespace mlf {

/// Implemented by a node beside its role. ActionNode::Remaining counts the resource.
class Consumer {
 public:
  virtual ~Consumer() = default;
  virtual std::string_view Consumes() const = 0;  ///< for example "wall"
};

}  // namespace mlf
