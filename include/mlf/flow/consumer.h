/// \file
/// Consumer: the name of what a node uses up, as `consumes:` must say it.
#pragma once

#include <string_view>

namespace mlf {

/// Implemented by a node beside its role; Remaining counts the thing.
class Consumer {
 public:
  virtual ~Consumer() = default;
  virtual std::string_view Consumes() const = 0;  ///< "wall"
};

}  // namespace mlf
