// Differences of two flows: two variants, two versions of one, or one under two sets of options.
//
// Both are compared as they are built, so what no longer makes a difference (an option's default
// that is set, a reordered key) is none. What is gone on one side and there under another name on
// the other is told as renamed.
#pragma once

#include <mlf/flow/loader.h>
#include <mlf/flow/viewer.h>
#include "tools/flowviz/chart.h"
#include "tools/flowviz/picture.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

struct DiffSide {
  std::string name;  // as it was asked for: "xueliu?cap=4"
  std::shared_ptr<const Flow> flow;
  std::vector<OptionDecl> options;
  std::vector<Preset> presets{};
};

enum class DiffKind : std::uint8_t { kAdded, kRemoved, kChanged, kRenamed };
enum class DiffArea : std::uint8_t {
  kVariant,
  kOption,
  kPreset,
  kPart,
  kFan,
  kNode,
  kWindow,
  kEdge
};
std::string_view DiffKindName(DiffKind kind);  // "added"
std::string_view DiffAreaName(DiffArea area);  // "option"

// One value that is not the same: "settle.gang_points.each", from 2 to 1. Empty = was not there, is
// not there.
struct DiffChange {
  std::string what;
  std::string a;
  std::string b;
};

struct DiffItem {
  DiffArea area = DiffArea::kVariant;
  DiffKind kind = DiffKind::kChanged;
  std::string id;  // on the side where it is; A's where it is on both
  std::string to;  // B's, where it was renamed
  Label label;
  std::vector<DiffChange> changes;  // of what is on both sides
  std::string text;                 // of what is on one side: its canonical text
};

struct FlowDiff {
  DiffSide side_a, side_b;
  Chart a, b;
  std::vector<DiffItem> items;                 // by area, then in the order of A and B
  std::map<std::string, std::string> node_of;  // node of B -> node of A, where it is on both
  std::map<std::string, std::string> edge_of;  // edge of B -> edge of A, where it is on both
  // Edge of A -> its places in A and in B, where the answers or system edges on both sides stand in
  // another order; 0 is the first.
  std::map<std::string, std::pair<int, int>> moved;

  bool same() const { return items.empty(); }
};

FlowDiff DiffFlows(DiffSide a, DiffSide b, const Registry& registry = AllParts());

// For a pull request: Markdown.
std::string DiffText(const FlowDiff& diff, Lang lang);
// {flowdiff: 1, a, b, items: [{area, kind, id, to, zh, en, text, changes: [{what, a, b}]}]}
std::string DiffJson(const FlowDiff& diff);
// A's chart with what is added drawn into it; colours and notes say what changed.
Picture DiffPicture(const FlowDiff& diff, bool legend);

}  // namespace mlf::tools
