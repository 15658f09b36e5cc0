#include "tools/chart/parts.h"
#include <mlf/flow/registry.h>

#include <map>
#include <set>

namespace mlf::tools {
namespace {

// Kind and id -> the canonical texts in use.
using Uses = std::map<std::pair<PartKind, std::string>, std::set<std::string>>;

// A component of a flow that was built with another registry counts as a LogicComponent.
PartKind ComponentKind(std::string_view id) {
  const Registry::Entry* entry = AllParts().Find(id);
  return entry == nullptr ? PartKind::kLogic : entry->kind;
}

// The part and all parts within. A reference does not count: its shared part does.
void Add(Uses& uses, const PartUse& use) {
  if (!use.shared.empty()) return;
  uses[{ComponentKind(use.info.id), std::string(use.info.id)}].insert(use.Text());
  for (const PartUse* child : use.Children()) Add(uses, *child);
}
void Add(Uses& uses, const std::vector<ChartPart>& parts) {
  for (const ChartPart& part : parts) Add(uses, part.use);
}

Uses UsesOf(const Chart& chart) {
  Uses uses;
  for (const auto& shared : chart.shared) Add(uses, shared.second.use);
  for (const ChartNode& node : chart.nodes) {
    uses[{PartKind::kNode, std::string(node.use.info.id)}].insert(node.part);
    for (const PartUse* child : node.use.Children()) Add(uses, *child);
    Add(uses, node.conditions);
    for (const auto& hook : node.hooks) Add(uses, hook.second.use);
    if (!node.window) continue;
    for (const ChartDefault& fallback : node.window->defaults) Add(uses, fallback.when);
  }
  for (const ChartEdge& edge : chart.edges) Add(uses, edge.guards);
  return uses;
}

}  // namespace

std::vector<PartUsage> SharedParts(const std::vector<Chart>& charts) {
  std::vector<Uses> all;
  std::set<std::pair<PartKind, std::string>> ids;
  for (const Chart& chart : charts) {
    all.push_back(UsesOf(chart));
    for (const auto& one : all.back()) ids.insert(one.first);
  }
  std::vector<PartUsage> uses;
  for (const auto& key : ids) {
    PartUsage use{key.second, key.first, {}};
    const std::set<std::string>* first = nullptr;
    for (const Uses& one : all) {
      const auto found = one.find(key);
      use.in.push_back(found != one.end());
      if (found == one.end()) continue;
      use.same = use.same && (first == nullptr || *first == found->second);
      first = &found->second;
    }
    uses.push_back(std::move(use));
  }
  return uses;
}

}  // namespace mlf::tools
