// Differences of two flows: two variants, two versions of one, or one variant under two sets of
// options.
//
// Both are compared as built. An explicit default or another order of keys is no difference. A
// thing that has another name on each side is reported as renamed.
#pragma once

#include <mlf/flow/loader.h>
#include <mlf/flow/viewer.h>
#include "tools/chart/chart.h"
#include "tools/chart/picture.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

struct DiffSide {
  std::string name;  // as given: "xueliu?cap=4"
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

// One value that differs: "settle.gang_points.each", from 2 to 1. Empty = absent on that side.
struct DiffChange {
  std::string what;
  std::string a;
  std::string b;
};

struct DiffItem {
  DiffArea area = DiffArea::kVariant;
  DiffKind kind = DiffKind::kChanged;
  std::string id;  // on its own side; A's id when both sides have it
  std::string to;  // B's id, when renamed
  Label label;
  std::vector<DiffChange> changes;  // when both sides have it
  std::string text;                 // its canonical text, when one side has it
};

struct FlowDiff {
  DiffSide side_a, side_b;
  Chart a, b;
  std::vector<DiffItem> items;                 // by area, then in the order of A and B
  std::map<std::string, std::string> node_of;  // node of B -> node of A, when both have it
  std::map<std::string, std::string> edge_of;  // edge of B -> edge of A, when both have it
  // For common answers or system edges in another order: edge of A -> its places in A and in B. 0
  // is the first place.
  std::map<std::string, std::pair<int, int>> moved;

  bool same() const { return items.empty(); }
};

FlowDiff DiffFlows(DiffSide a, DiffSide b);

// Markdown for a pull request.
std::string DiffText(const FlowDiff& diff, Lang lang);
// {flowdiff: 1, a, b, items: [{area, kind, id, to, zh, en, text, changes: [{what, a, b}]}]}
nlohmann::ordered_json DiffJson(const FlowDiff& diff);
// A's chart with B's additions; colours and notes mark the changes.
Picture DiffPicture(const FlowDiff& diff, bool legend);

}  // namespace mlf::tools
