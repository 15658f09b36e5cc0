// The checks of a compiled graph. FlowBuilder::Build calls Lint and LintParts.
#pragma once

#include <mlf/flow/graph.h>
#include <mlf/flow/registry.h>

#include <map>
#include <vector>

namespace mlf {

// Checks the graph and its windows. lint.cc lists the codes.
Faults Lint(const std::vector<Node>& nodes, NodeIndex entry, int seats);
// Checks the window of `node`, which has one. lint_windows.cc lists the codes.
void LintWindow(const std::vector<Node>& nodes, const Node& node, int seats, Faults& faults);
// Whether two edges have the same guards in the same order.
bool SameGuards(const Edge& a, const Edge& b);
// Checks for parts that can do nothing where they are used. lint_parts.cc lists the codes.
Faults LintParts(const std::vector<Node>& nodes, int seats,
                 const std::map<const Part*, Declared>& declared, const Registry& registry);

}  // namespace mlf
