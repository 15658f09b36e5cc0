// The checks of a compiled graph. FlowBuilder::Build calls both.
#pragma once

#include <mlf/flow/graph.h>
#include <mlf/flow/registry.h>

#include <map>
#include <vector>

namespace mlf {

// Checks the graph. lint.cc lists the codes.
Faults Lint(const std::vector<Node>& nodes, NodeIndex entry, int seats);
// Checks for parts that can do nothing where they are used. lint_parts.cc lists the codes.
Faults LintParts(const std::vector<Node>& nodes, int seats,
                 const std::map<const Part*, Declared>& declared, const Registry& registry);

}  // namespace mlf
