#include "tools/chart/chart.h"
#include "tools/chart/palette.h"
#include "tools/chart/views.h"
#include "tools/chart/words.h"

#include <algorithm>
#include <set>

namespace mlf::tools {
namespace {

using namespace palette;

constexpr int kWidth = 40, kOneLine = 60;
constexpr std::size_t kLongList = 160;

PictureCell Cell(const Label& head, const char* color) {
  PictureCell cell{.port = "", .rows = {}, .color = kGroupLine};
  cell.rows.push_back({head, color, 12, true, kWidth, true});
  return cell;
}

// The names of the items of a list or map; nothing for other parameters.
std::vector<std::string> NamesIn(const PartParam& param) {
  std::vector<std::string> names;
  names.reserve(param.parts.size());
  for (const PartUse& use : param.parts) names.push_back(use.Name());
  if (param.kind != PartParam::Kind::kValue) return names;
  for (const Value& item : param.value.items())
    names.push_back(KeyOf(item).empty() ? item.Canonical() : KeyOf(item));
  for (const Value::Entry& entry : param.value.entries())
    names.push_back(entry.key + ": " + entry.value.Canonical());
  return names;
}

// A part in full: its name, then one line per parameter. Parts in a long list have a line each, and
// other long lists show the names of their items.
void AddUse(PictureRows& rows, const PartUse& use, const char* color, int size) {
  const auto add = [&](const std::string& line) {
    rows.push_back({{line, line}, color, size, false, kWidth});
  };
  const std::string name = use.Name(), params = use.ParamsText();
  if (params.size() + name.size() <= static_cast<std::size_t>(kOneLine))
    return add(name + (params.empty() ? "" : " " + params));
  add(name);
  for (const PartParam& param : use.params) {
    const std::string value = param.Text();
    if (value.empty()) {
      add(param.name);
      continue;
    }
    const std::vector<std::string> names = NamesIn(param);
    if (value.size() <= kLongList || names.size() < 2) {
      add(param.name + ": " + value);
      continue;
    }
    if (param.kind != PartParam::Kind::kValue) {
      add(param.name + ":");
      for (const PartUse& one : param.parts) add(one.Text());
      continue;
    }
    std::string list;
    for (const std::string& one : names) list += (list.empty() ? "" : ", ") + one;
    add(param.name + " (" + std::to_string(names.size()) + "): " + list);
  }
}

void AddPart(PictureCell& cell, const ChartPart& part) {
  AddUse(cell.rows, part.use, kText, 12);
  cell.rows.push_back({part.sentence, kFaint, 12, false, kWidth + 4});
}

PictureBox NodeBox(const Chart& chart, std::size_t index) {
  const ChartNode& node = chart.nodes[index];
  PictureBox box{.name = node.id, .id = "node." + node.id, .group = node.group};
  box.color = node.player ? kPlayer : kSystem;
  box.fill = node.player ? kPlayerFill : kSystemFill;
  box.width = node.player ? "2" : "1.4";
  box.cells_in_row = 1;
  box.spacing = 2;
  box.rows.push_back({node.label, kText, 15, true, kWidth, true});
  AddUse(box.rows, node.use, kFaint, 12);
  if (!node.conditions.empty()) {
    PictureCell cell = Cell({"if 可做的条件", "if: who may do it"}, kWindow);
    for (const ChartPart& part : node.conditions) AddPart(cell, part);
    box.cells.push_back(std::move(cell));
  }
  for (std::size_t i = 0; i < node.hooks.size(); ++i) {
    const std::string& key = node.hooks[i].first;
    if (i == 0 || node.hooks[i - 1].first != key)
      box.cells.push_back(Cell({key + " 钩子", key + " hook"}, kWindow));
    AddPart(box.cells.back(), node.hooks[i].second);
  }
  for (const ChartEdge& edge : chart.edges) {
    if (edge.from != static_cast<int>(index) || edge.guards.empty()) continue;
    const Label& to = chart.nodes[static_cast<std::size_t>(edge.to)].label;
    PictureCell cell = edge.player ? Cell({"答「" + to.zh + "」", "answer " + to.en}, kPlayer)
                                   : Cell({"→ " + to.zh, "→ " + to.en}, kSystem);
    for (const ChartPart& part : edge.guards) AddPart(cell, part);
    box.cells.push_back(std::move(cell));
  }
  if (node.window) {
    for (const ChartDefault& fallback : node.window->defaults) {
      if (fallback.when.empty()) continue;
      const Label& to = chart.nodes[static_cast<std::size_t>(fallback.to)].label;
      PictureCell cell = Cell({"超时「" + to.zh + "」", "default " + to.en}, kPlayer);
      for (const ChartPart& part : fallback.when) AddPart(cell, part);
      box.cells.push_back(std::move(cell));
    }
  }
  return box;
}

// A shared part: its description, and the parts it is made of.
PictureBox SharedBox(const std::string& name, const ChartPart& part, int group) {
  PictureBox box{.name = "$" + name,
                 .id = "part." + name,
                 .group = group,
                 .shape = BoxShape::kPlain,
                 .color = kWindow,
                 .fill = kWindowFill};
  box.rows.push_back({{"$" + name, "$" + name}, kText, 15, true, kWidth});
  AddUse(box.rows, part.use, kText, 12);
  return box;
}

}  // namespace

Picture HooksPicture(const Chart& chart, bool legend) {
  Picture picture;
  picture.name = chart.name + " hooks";
  picture.left_to_right = true;
  picture.layout = "newrank=true, nodesep=0.15, ranksep=0.25";
  picture.title = {ChartTitle(chart)[0],
                   {{chart.name + " · 钩子与部件",
                     "what fills the hooks of each node, and the parts shared by name"},
                    kFaint,
                    13,
                    false,
                    100}};
  picture.groups = ChartGroups(chart);
  for (PictureGroup& group : picture.groups) group.beside.clear();
  for (std::size_t i = 0; i < chart.nodes.size(); ++i) picture.boxes.push_back(NodeBox(chart, i));
  if (!chart.shared.empty()) {
    picture.groups.push_back({"parts", {"共用部件", "shared parts"}, ""});
    for (const auto& [name, part] : chart.shared)
      picture.boxes.push_back(SharedBox(name, part, static_cast<int>(picture.groups.size()) - 1));
  }
  // A group is a column: its name on top, its nodes below.
  for (int group = -1; group < static_cast<int>(picture.groups.size()); ++group) {
    PictureRank column;
    if (group >= 0) column.push_back("group " + picture.groups[static_cast<std::size_t>(group)].id);
    for (const PictureBox& box : picture.boxes) {
      if (box.group == group) column.push_back(box.name);
    }
    if (column.empty()) continue;
    if (!picture.ranks.empty()) {
      PictureEdge behind{.id = "",
                         .from = picture.ranks.back()[0],
                         .to = column[0],
                         .kind = "column",
                         .style = "invis",
                         .color = kGroupLine};
      picture.edges.push_back(std::move(behind));
    }
    picture.ranks.push_back(std::move(column));
  }
  if (legend) {
    picture.legend = {
        {"▢", kPlayer, {"玩家的动作", "an action that players bring"}},
        {"▢", kSystem, {"系统的动作", "an action that the system runs"}},
        {"if", kWindow, {"须都成立才可做", "all must hold for the action to be offered"}},
        {"settle …",
         kWindow,
         {"钩子里依次运行的部件，在节点自己的代码之后",
          "parts run in that hook, in order, after the node's own code"}},
        {"→", kSystem, {"系统边的条件", "what guards a system edge"}},
        {"$",
         kWindow,
         {"玩法起了名字的部件，别的部件按名字用它",
          "a part the variant has named; others use it by its name"}},
    };
  }
  return picture;
}

}  // namespace mlf::tools
