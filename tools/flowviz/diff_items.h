// For the sources of a difference: how they add items, and short texts.
#pragma once

#include "tools/flowviz/diff.h"

#include <string>
#include <utility>
#include <vector>

namespace mlf::tools {

inline void Changed(const std::string& what, const std::string& a, const std::string& b,
                    std::vector<DiffChange>& changes) {
  if (a != b) changes.push_back({what, a, b});
}

// The part for people: its name, and its parameters unless they are long.
inline std::string ShortText(const PartUse& use) {
  constexpr std::size_t kMost = 160;
  const std::string params = use.shared.empty() ? use.ParamsText() : "";
  if (params.empty()) return use.Name();
  return use.Name() + " " + (params.size() <= kMost ? params : "{…}");
}

// Base of both comparisons.
class DiffItems {
 protected:
  explicit DiffItems(FlowDiff& diff) : diff_(diff), a_(diff.a), b_(diff.b) {}

  DiffItem& Add(DiffArea area, DiffKind kind, std::string id, Label label = {}) {
    diff_.items.push_back({area, kind, std::move(id), {}, std::move(label), {}, {}});
    return diff_.items.back();
  }
  void AddChanged(DiffArea area, const std::string& id, const Label& label,
                  std::vector<DiffChange> changes) {
    if (!changes.empty()) Add(area, DiffKind::kChanged, id, label).changes = std::move(changes);
  }
  void AddRenamed(DiffArea area, const std::string& id, const std::string& to, const Label& label,
                  std::vector<DiffChange> changes) {
    DiffItem& item = Add(area, DiffKind::kRenamed, id, label);
    item.to = to;
    item.changes = std::move(changes);
  }

  FlowDiff& diff_;
  const Chart& a_;
  const Chart& b_;
};

// Adds the differences of the variant's names, options, presets, shared parts and fans.
void DiffRules(FlowDiff& diff);
// Matches the nodes and edges of both sides, and adds the differences of nodes, edges and windows.
void DiffGraph(FlowDiff& diff);

}  // namespace mlf::tools
