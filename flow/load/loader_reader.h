// From the merged tree of a variant, options put in, to what a FlowBuilder is given. Private to the
// loader.
#pragma once

#include <mlf/flow/flow.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::loader {

// The arguments of the builder's calls, in the order in which they are made.
struct FlowSpec {
  int seats = 0;
  SourcePos seats_where;
  std::string entry;
  std::optional<Value> critical;
  std::vector<std::pair<std::string, Value>> parts;
  std::vector<NodeSpec> nodes;
  std::vector<EdgeSpec> edges;
};

// Reads all it can; what is at fault is left out.
FlowSpec ReadFlowSpec(const Value& tree, Faults& faults);

}  // namespace mlf::loader
