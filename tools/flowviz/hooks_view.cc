#include <mlf/tools/flowviz/palette.h>
#include <mlf/tools/flowviz/part_text.h>
#include <mlf/tools/flowviz/views.h>
#include <mlf/tools/flowviz/words.h>

#include <algorithm>
#include <set>

namespace mlf::tools {
namespace {

using namespace palette;

constexpr int kWidth = 40;

PictureCell Cell(const Label& head, const char* color) {
  PictureCell cell{.port = "", .rows = {}, .color = kGroupLine};
  cell.rows.push_back({head, color, 11, true, kWidth});
  return cell;
}

void AddPart(PictureCell& cell, const ChartPart& part) {
  const std::string text = ShortPart(part.text, 120);
  cell.rows.push_back({{text, text}, kText, 12, false, kWidth});
  // The sentence of a part without its parameters, which stand in its text already.
  Label sentence = part.label;
  sentence.zh = sentence.zh.substr(0, sentence.zh.find("（" + std::string("{")));
  cell.rows.push_back({sentence, kFaint, 10, false, kWidth + 8});
}

PictureBox NodeBox(const Chart& chart, std::size_t index) {
  const ChartNode& node = chart.nodes[index];
  PictureBox box{.name = node.id, .id = "node." + node.id, .group = node.group};
  box.color = node.player ? kPlayer : kSystem;
  box.fill = node.player ? kPlayerFill : kSystemFill;
  box.width = node.player ? "2" : "1.4";
  box.cells_in_row = 1;
  box.spacing = 2;
  box.rows.push_back({node.label, kText, 15, true, kWidth});
  const std::string own = ShortPart(node.part, 120);
  box.rows.push_back({{own, own}, kFaint, 11, false, kWidth});
  if (!node.conditions.empty()) {
    PictureCell cell = Cell({"if 可做的条件", "if: who may do it"}, kWindow);
    for (const ChartPart& part : node.conditions) AddPart(cell, part);
    box.cells.push_back(std::move(cell));
  }
  for (std::size_t i = 0; i < node.hooks.size(); ++i) {
    const std::string& key = node.hooks[i].first;
    if (i == 0 || node.hooks[i - 1].first != key) box.cells.push_back(Cell({key + " 钩子", key + " hook"}, kWindow));
    AddPart(box.cells.back(), node.hooks[i].second);
  }
  for (const ChartEdge& edge : chart.edges) {
    if (edge.from != static_cast<int>(index) || edge.guards.empty()) continue;
    const Label& to = chart.nodes[static_cast<std::size_t>(edge.to)].label;
    PictureCell cell = edge.player ? Cell({"答「" + to.zh + "」", "answer " + to.en}, kPlayer) : Cell({"→ " + to.zh, "→ " + to.en}, kSystem);
    for (const ChartPart& part : edge.guards) AddPart(cell, part);
    box.cells.push_back(std::move(cell));
  }
  if (node.window) {
    for (const ChartDefault& preset : node.window->defaults) {
      if (preset.when.empty()) continue;
      const Label& to = chart.nodes[static_cast<std::size_t>(preset.to)].label;
      PictureCell cell = Cell({"超时「" + to.zh + "」", "default " + to.en}, kPlayer);
      for (const ChartPart& part : preset.when) AddPart(cell, part);
      box.cells.push_back(std::move(cell));
    }
  }
  return box;
}

// A part that the variant names: what it is, and of which parts it is made.
PictureBox SharedBox(const std::string& name, const ChartPart& part, int group) {
  PictureBox box{.name = "$" + name, .id = "part." + name, .group = group, .style = "filled", .color = kWindow, .fill = kWindowFill};
  box.rows.push_back({{"$" + name, "$" + name}, kText, 15, true, kWidth});
  const std::string own = ShortPart(part.text, 200);
  box.rows.push_back({{own, own}, kFaint, 11, false, kWidth});
  std::vector<std::string> inner;
  for (const std::string& one : AllPartsIn(part.text)) {
    const std::string id = ReadPart(one).id;
    if (std::find(inner.begin(), inner.end(), id) == inner.end()) inner.push_back(id);
  }
  if (inner.size() > 1) {
    std::string list;
    for (std::size_t i = 1; i < inner.size(); ++i) list += (list.empty() ? "" : ", ") + inner[i];
    box.rows.push_back({{list, list}, kText, 11, false, kWidth});
  }
  return box;
}

}  // namespace

Picture HooksPicture(const Chart& chart, bool legend) {
  Picture picture;
  picture.name = chart.name + " hooks";
  picture.layout = "rankdir=TB, nodesep=0.3, ranksep=0.15";
  picture.title = {ChartTitle(chart)[0], {{chart.name + " · 钩子与部件", "what fills the hooks of each node, and the parts shared by name"}, kFaint, 13, false, 100}};
  picture.groups = ChartGroups(chart);
  for (PictureGroup& group : picture.groups) group.beside.clear();
  for (std::size_t i = 0; i < chart.nodes.size(); ++i) picture.boxes.push_back(NodeBox(chart, i));
  if (!chart.shared.empty()) {
    picture.groups.push_back({"parts", {"共用部件", "shared parts"}, ""});
    for (const auto& [name, part] : chart.shared) picture.boxes.push_back(SharedBox(name, part, static_cast<int>(picture.groups.size()) - 1));
  }
  // A group is a column: its name on top, its nodes below each other.
  for (std::size_t group = 0; group < picture.groups.size(); ++group) {
    std::string above = "group " + picture.groups[group].id;
    for (const PictureBox& box : picture.boxes) {
      if (box.group != static_cast<int>(group)) continue;
      PictureEdge below{.id = "", .from = above, .from_port = "", .to = box.name, .to_port = "", .kind = "column", .style = "invis", .color = kGroupLine};
      picture.edges.push_back(std::move(below));
      above = box.name;
    }
  }
  if (legend) {
    picture.legend = {
        {"▢", kPlayer, {"玩家的动作", "an action that players bring"}},
        {"▢", kSystem, {"系统的动作", "an action that the system runs"}},
        {"if", kWindow, {"须都成立才可做", "all must hold for the action to be offered"}},
        {"settle …", kWindow, {"钩子里依次运行的部件，在节点自己的代码之后", "parts run in that hook, in order, after the node's own code"}},
        {"→", kSystem, {"系统边的条件", "what guards a system edge"}},
        {"$", kWindow, {"玩法起了名字的部件，别的部件按名字用它", "a part the variant has named; others use it by its name"}},
    };
  }
  return picture;
}

}  // namespace mlf::tools
