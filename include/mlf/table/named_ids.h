/// \file
/// NamedIds: the names of ids that only one part knows, such as why a hand is broken off. Pages and
/// texts show them instead of the ids.
#pragma once

#include <mlf/flow/response.h>

#include <vector>

namespace mlf::table {

/// A mixin beside the part's role, found among the parts of the flow.
class NamedIds {
 public:
  virtual ~NamedIds() = default;
  /// Ids in the part's events and states, each with its name. The texts live as long as the part.
  virtual std::vector<Reason> Names() const = 0;
};

}  // namespace mlf::table
