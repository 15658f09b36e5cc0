// Reads the merged tree of a variant, with options substituted, into specs for FlowBuilder. Private
// to the loader.
#pragma once

#include <mlf/flow/flow.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::loader {

// The arguments for the builder, in the order of the calls.
struct FlowSpec {
  int seats = 0;
  SourcePos seats_where;
  std::string entry;
  std::optional<Value> critical;
  std::vector<std::pair<std::string, Value>> parts;
  std::vector<NodeSpec> nodes;
  std::vector<EdgeSpec> edges;
};

// Reads as much as possible. Faulty entries are left out.
FlowSpec ReadFlowSpec(const Value& tree, Faults& faults);

}  // namespace mlf::loader
