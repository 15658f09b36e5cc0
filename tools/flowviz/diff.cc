#include "tools/flowviz/diff.h"
#include "tools/flowviz/diff_items.h"

#include <algorithm>

namespace mlf::tools {

std::string_view DiffKindName(DiffKind kind) {
  switch (kind) {
    case DiffKind::kAdded: return "added";
    case DiffKind::kRemoved: return "removed";
    case DiffKind::kChanged: return "changed";
    case DiffKind::kRenamed: return "renamed";
  }
  return {};
}

std::string_view DiffAreaName(DiffArea area) {
  switch (area) {
    case DiffArea::kVariant: return "variant";
    case DiffArea::kOption: return "option";
    case DiffArea::kPreset: return "preset";
    case DiffArea::kPart: return "part";
    case DiffArea::kFan: return "fan";
    case DiffArea::kNode: return "node";
    case DiffArea::kWindow: return "window";
    case DiffArea::kEdge: return "edge";
  }
  return {};
}

FlowDiff DiffFlows(DiffSide a, DiffSide b) {
  FlowDiff diff;
  diff.a = MakeChart(*a.flow);
  diff.b = MakeChart(*b.flow);
  diff.side_a = std::move(a);
  diff.side_b = std::move(b);
  DiffRules(diff);
  DiffGraph(diff);
  std::stable_sort(diff.items.begin(), diff.items.end(),
                   [](const DiffItem& x, const DiffItem& y) { return x.area < y.area; });
  return diff;
}

}  // namespace mlf::tools
