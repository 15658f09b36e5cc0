#include "tools/console/console.h"
#include "tools/flowviz/diff.h"

#include <nlohmann/json.hpp>

#include <array>

namespace mlf::tools {
namespace {

constexpr std::size_t kAreas = 8;
constexpr std::array<Text, kAreas> kHeadings = {{{"玩法", "Variant"},
                                                 {"选项", "Options"},
                                                 {"预设", "Presets"},
                                                 {"共用部件", "Shared parts"},
                                                 {"番种", "Fans"},
                                                 {"节点", "Nodes"},
                                                 {"问询窗", "Windows"},
                                                 {"边", "Edges"}}};

std::string Code(const std::string& text) {
  return text.find('`') == std::string::npos ? "`" + text + "`" : "`` " + text + " ``";
}

std::string ChangeText(const DiffChange& change, bool zh) {
  const std::string what = change.what.empty() ? "" : Code(change.what) + " ";
  if (change.a.empty()) return what + (zh ? "加 " : "added: ") + Code(change.b);
  if (change.b.empty()) return what + (zh ? "去 " : "removed: ") + Code(change.a);
  return what + Code(change.a) + " → " + Code(change.b);
}

std::string ItemText(const DiffItem& item, bool zh) {
  const std::string& name = zh ? item.label.zh : item.label.en;
  std::string text = "- ";
  switch (item.kind) {
    case DiffKind::kAdded: text += "**+** "; break;
    case DiffKind::kRemoved: text += "**−** "; break;
    case DiffKind::kChanged: text += "**~** "; break;
    case DiffKind::kRenamed: text += "**→** "; break;
  }
  text += Code(item.id);
  if (item.kind == DiffKind::kRenamed) text += " → " + Code(item.to);
  if (!name.empty() && name != item.id) text += " " + name;
  if (!item.text.empty()) text += ": " + item.text;
  // A single change is on the line of its item, several are below it.
  if (item.changes.size() == 1) return text + ": " + ChangeText(item.changes[0], zh) + "\n";
  text += "\n";
  for (const DiffChange& change : item.changes) text += "  - " + ChangeText(change, zh) + "\n";
  return text;
}

std::string Title(const DiffSide& side, const Chart& chart, bool zh) {
  const std::string& name = zh ? chart.label.zh : chart.label.en;
  return Code(side.name) + (name.empty() || name == side.name ? "" : " " + name);
}

nlohmann::ordered_json SideJson(const DiffSide& side, const Chart& chart) {
  nlohmann::ordered_json json{{"name", side.name},
                              {"variant", chart.name},
                              {"fingerprint", chart.fingerprint},
                              {"options", nlohmann::ordered_json::object()}};
  for (const auto& [option, value] : chart.options) json["options"][option] = value;
  return json;
}

}  // namespace

std::string DiffText(const FlowDiff& diff, Lang lang) {
  const bool zh = lang == Lang::kZh;
  std::string text =
      "### " + Title(diff.side_a, diff.a, zh) + " → " + Title(diff.side_b, diff.b, zh) + "\n\n";
  if (diff.a.fingerprint == diff.b.fingerprint) {
    text += zh ? "行为相同（指纹相同）。" : "They behave alike (the same fingerprint).";
  } else {
    text += (zh ? "指纹 " : "Fingerprint ") + Code(diff.a.fingerprint) + " → " +
            Code(diff.b.fingerprint) + (zh ? "。" : ".");
  }
  text += "\n";
  std::array<std::vector<const DiffItem*>, kAreas> areas;
  for (const DiffItem& item : diff.items)
    areas[static_cast<std::size_t>(item.area)].push_back(&item);
  for (std::size_t area = 0; area < kAreas; ++area) {
    if (areas[area].empty()) continue;
    text += "\n**" + std::string(kHeadings[area].In(lang)) + "**\n\n";
    for (const DiffItem* item : areas[area]) text += ItemText(*item, zh);
  }
  return text;
}

nlohmann::ordered_json DiffJson(const FlowDiff& diff) {
  nlohmann::ordered_json json{
      {"flowdiff", 1}, {"a", SideJson(diff.side_a, diff.a)}, {"b", SideJson(diff.side_b, diff.b)}};
  json["items"] = nlohmann::ordered_json::array();
  for (const DiffItem& item : diff.items) {
    nlohmann::ordered_json one{
        {"area", DiffAreaName(item.area)}, {"kind", DiffKindName(item.kind)}, {"id", item.id}};
    if (item.kind == DiffKind::kRenamed) one["to"] = item.to;
    one["zh"] = item.label.zh;
    one["en"] = item.label.en;
    if (!item.text.empty()) one["text"] = item.text;
    one["changes"] = nlohmann::ordered_json::array();
    for (const DiffChange& change : item.changes)
      one["changes"].push_back({{"what", change.what}, {"a", change.a}, {"b", change.b}});
    json["items"].push_back(std::move(one));
  }
  return json;
}

}  // namespace mlf::tools
