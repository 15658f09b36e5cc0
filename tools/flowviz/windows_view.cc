#include <mlf/tools/flowviz/palette.h>
#include <mlf/tools/flowviz/views.h>
#include <mlf/tools/flowviz/words.h>

#include <algorithm>
#include <utility>

namespace mlf::tools {
namespace {

using namespace palette;

constexpr int kNarrow = 16;  // columns of small text in a cell

class WindowsView {
 public:
  WindowsView(const Chart& chart, const ChartMarks& marks) : chart_(chart), marks_(marks) {}

  Picture Make(bool legend) {
    picture_.name = chart_.name;
    picture_.title = ChartTitle(chart_);
    picture_.title.insert(picture_.title.end(), marks_.title.begin(), marks_.title.end());
    picture_.groups = ChartGroups(chart_);
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) Node(i);
    for (const ChartNode& node : chart_.nodes) {
      if (!node.window) continue;
      PictureEdge joint{.id = "", .from = node.id, .from_port = "s", .to = node.id + "?", .to_port = "n", .kind = "joint", .color = kWindow, .width = "4"};
      joint.arrow = "none";
      joint.more = "weight=50";
      if (const ChartMark* mark = Find(marks_.windows, node.id); mark != nullptr && mark->color != nullptr) joint.color = mark->color;
      picture_.edges.push_back(std::move(joint));
    }
    for (const ChartEdge& edge : chart_.edges) Line(edge);
    if (legend) Legend();
    return std::move(picture_);
  }

 private:
  static const ChartMark* Find(const std::map<std::string, ChartMark>& marks, const std::string& id) {
    const auto found = marks.find(id);
    return found == marks.end() ? nullptr : &found->second;
  }
  const Label& To(const ChartEdge& edge) const { return chart_.nodes[static_cast<std::size_t>(edge.to)].label; }

  static void AddParts(PictureRows& rows, const std::vector<ChartPart>& parts, const Label& before, int width) {
    for (const ChartPart& part : parts) rows.push_back({{before.zh + part.label.zh, before.en + part.label.en}, kFaint, 11, false, width});
  }
  static void AddNotes(PictureRows& rows, const ChartMark* mark) {
    if (mark != nullptr) rows.insert(rows.end(), mark->notes.begin(), mark->notes.end());
  }
  static void Dress(PictureBox& box, const ChartMark* mark) {
    if (mark == nullptr) return;
    if (mark->color != nullptr) box.color = mark->color;
    if (!mark->fill.empty()) box.fill = mark->fill;
    if (mark->style != nullptr) box.style += std::string(",") + mark->style;
  }
  void Dress(PictureCell& cell, const ChartEdge& edge) const {
    const ChartMark* mark = Find(marks_.edges, edge.id);
    AddNotes(cell.rows, mark);
    if (mark == nullptr) return;
    if (mark->color != nullptr) cell.color = mark->color;
    if (!mark->fill.empty()) cell.fill = mark->fill;
  }

  // System edges of `node`, and whether they leave from cells of their own.
  std::vector<const ChartEdge*> Then(std::size_t node) const {
    std::vector<const ChartEdge*> edges;
    for (const ChartEdge& edge : chart_.edges) {
      if (!edge.player && edge.from == static_cast<int>(node)) edges.push_back(&edge);
    }
    return edges;
  }
  bool NeedsCells(const std::vector<const ChartEdge*>& then) const {
    if (then.size() != 1) return then.size() > 1;
    const ChartEdge& edge = *then[0];
    const ChartMark* mark = Find(marks_.edges, edge.id);
    return !edge.guards.empty() || !edge.label.zh.empty() || !edge.label.en.empty() || edge.rare || (mark != nullptr && !mark->notes.empty());
  }
  static std::string Port(const ChartEdge& edge) { return (edge.player ? "a" : "t") + std::to_string(edge.order); }

  // What the system does next: a cell an edge.
  void ThenCells(PictureBox& box, const std::vector<const ChartEdge*>& then, bool of_window) const {
    for (std::size_t i = 0; i < then.size(); ++i) {
      const ChartEdge& edge = *then[i];
      const ChartMark* mark = Find(marks_.edges, edge.id);
      const std::string number = mark != nullptr && !mark->number.empty() ? mark->number : std::to_string(i + 1);
      const std::string order = then.size() > 1 ? number + ". " : "";
      PictureCell cell{.port = Port(edge), .rows = {}, .color = kSystem, .style = "DASHED"};
      cell.rows.push_back({{order + "→ " + To(edge).zh, order + "→ " + To(edge).en}, kSystem, 13, true, 22});
      if (of_window) cell.rows.push_back({{"无人可答或都过", "nobody can, or all pass"}, kFaint, 11, false, kNarrow});
      cell.rows.push_back({edge.label, kSystem, 11, false, kNarrow});
      // Only what is tried last can always be taken: nothing may stand behind it (L07).
      if (edge.guards.empty() && then.size() > 1) cell.rows.push_back({{"否则", "otherwise"}, kFaint, 11, false, kNarrow});
      AddParts(cell.rows, edge.guards, {"若 ", "if "}, kNarrow);
      if (edge.rare) cell.rows.push_back({{"罕见", "rare"}, kRare, 11, true, kNarrow});
      Dress(cell, edge);
      box.cells.push_back(std::move(cell));
    }
  }

  void Node(std::size_t index) {
    const ChartNode& node = chart_.nodes[index];
    PictureBox box{.name = node.id, .id = "node." + node.id, .group = node.group};
    box.color = node.player ? kPlayer : kSystem;
    box.fill = node.player ? kPlayerFill : kSystemFill;
    box.width = node.player ? "2" : "1.4";
    box.tooltip = node.id;
    box.doubled = node.end;
    box.rows.push_back({node.label, kText, 16, true, 24});
    if (node.end) box.rows.push_back({{"结束", "end"}, kFaint, 11, false, 20});
    if (node.entry) box.rows.push_back({{"入口", "entry"}, kFaint, 11, false, 20});
    if (!node.consumes.empty()) box.rows.push_back({{"消耗 " + node.consumes, "uses up " + node.consumes}, kFaint, 11, false, 20});
    AddParts(box.rows, node.conditions, {"须 ", "only if "}, 24);
    const ChartMark* mark = Find(marks_.nodes, node.id);
    AddNotes(box.rows, mark);
    Dress(box, mark);
    const std::vector<const ChartEdge*> then = Then(index);
    if (!node.window && NeedsCells(then)) ThenCells(box, then, false);
    picture_.boxes.push_back(std::move(box));
    if (node.window) Window(index, then);
  }

  PictureCell Answer(const ChartWindow& window, const ChartEdge& edge) const {
    PictureCell cell{.port = Port(edge), .rows = {}, .color = edge.pass ? kFaint : kPlayer, .style = edge.pass ? "DOTTED" : ""};
    // Where one seat is asked nothing competes, so a rank would say nothing.
    const std::string rank = window.competes() && !edge.pass ? Circled(edge.rank) + " " : "";
    cell.rows.push_back({{rank + To(edge).zh, rank + To(edge).en}, edge.pass ? kFaint : kPlayer, 14, true, 22});
    cell.rows.push_back({edge.label, kPlayer, 11, false, kNarrow});
    if (edge.pass) cell.rows.push_back({{"不要", "pass"}, kFaint, 11, false, kNarrow});
    if (edge.who != Who::kAll) {
      const Label who = WhoText(edge.who);
      cell.rows.push_back({{"仅" + who.zh, "only " + who.en}, kFaint, 11, false, kNarrow});
    }
    if (edge.winners.given()) cell.rows.push_back({WinnersText(chart_, edge), kWindow, 11, false, 18});
    AddParts(cell.rows, edge.guards, {"若 ", "if "}, kNarrow);
    if (edge.rare) cell.rows.push_back({{"罕见", "rare"}, kRare, 11, true, kNarrow});
    Dress(cell, edge);
    return cell;
  }

  void Window(std::size_t index, const std::vector<const ChartEdge*>& then) {
    const ChartNode& node = chart_.nodes[index];
    const ChartWindow& window = *node.window;
    PictureBox box{.name = node.id + "?", .id = "window." + node.id, .group = node.group, .style = "filled,diagonals", .color = kWindow, .fill = kWindowFill};
    box.width = "2.5";
    box.margin = "0.16,0.06";
    box.tooltip = node.id;
    box.spacing = 5;
    for (const ChartEdge& edge : chart_.edges) {
      if (edge.player && edge.from == static_cast<int>(index)) box.cells.push_back(Answer(window, edge));
    }
    ThenCells(box, then, true);
    const int width = box.cells.size() <= 1 ? 26 : 60;
    box.rows = WindowRows(chart_, node, width);
    const ChartMark* mark = Find(marks_.windows, node.id);
    AddNotes(box.rows, mark);
    Dress(box, mark);
    picture_.boxes.push_back(std::move(box));
    // A pass does not lead on to what follows its node, so it ends in a mark of its own.
    for (const ChartEdge& edge : chart_.edges) {
      if (!edge.pass || edge.from != static_cast<int>(index)) continue;
      PictureBox stub{.name = edge.id, .id = "pass." + node.id, .group = node.group, .style = "rounded,dotted", .color = kFaint, .fill = ""};
      stub.width = "1";
      stub.margin = "0.1,0.06";
      stub.rows.push_back({{To(edge).zh + "，等其余各家", To(edge).en + "; the others decide"}, kFaint, 11, false, kNarrow});
      picture_.boxes.push_back(std::move(stub));
    }
  }

  void Line(const ChartEdge& edge) {
    const ChartNode& from = chart_.nodes[static_cast<std::size_t>(edge.from)];
    const ChartNode& to = chart_.nodes[static_cast<std::size_t>(edge.to)];
    PictureEdge line{.id = edge.id, .from = from.id + (from.window ? "?" : ""), .from_port = "", .to = edge.pass ? edge.id : to.id, .to_port = ""};
    if (edge.player || from.window || NeedsCells(Then(static_cast<std::size_t>(edge.from)))) line.from_port = Port(edge) + ":s";
    line.kind = edge.player ? "answer" : "system";
    line.style = edge.rare || edge.pass ? "dotted" : edge.player ? "solid" : "dashed";
    line.color = edge.rare ? kRare : edge.pass ? kFaint : edge.player ? kPlayer : kSystem;
    line.width = edge.player && !edge.pass ? "2" : "1.4";
    line.tooltip = edge.id;
    if (!edge.player) line.arrow = "vee";
    if (const ChartMark* mark = Find(marks_.edges, edge.id)) {
      if (mark->color != nullptr) line.color = mark->color;
      if (mark->style != nullptr) line.style = mark->style;
      if (!mark->width.empty()) line.width = mark->width;
    }
    picture_.edges.push_back(std::move(line));
  }

  void Legend() {
    picture_.legend = {
        {"▢", kPlayer, {"玩家的动作", "an action that players bring"}},
        {"▢", kSystem, {"系统的动作", "an action that the system runs"}},
        {"◇", kWindow, {"问询窗：问谁、何时定、限时与超时动作；每格一种答法", "a window: who is asked, when it decides, deadline and default; a cell for each answer"}},
        {"──→", kPlayer, {"玩家的回答", "a player's answer"}},
        {"┄┄→", kSystem, {"系统接着做的，按序号取第一个成立的", "what the system does next: the first that holds, in the order of the numbers"}},
        {"①②", kPlayer, {"优先级，① 最高", "priority, ① is the highest"}},
        {"同答都算", kWindow, {"同一答法的各家都成立（一炮多响）", "\"all who give it\": everybody who gave the answer has it"}},
        {"近者先得", kWindow, {"只算行牌方向上最近的一家（截胡）", "\"nearest only\": the first in turn order has it"}},
        {"罕见", kRare, {"平常对局很少走到，由示例场景走到", "rare: ordinary games seldom walk it, a scenario does"}},
    };
    picture_.legend.insert(picture_.legend.end(), marks_.legend.begin(), marks_.legend.end());
  }

  const Chart& chart_;
  const ChartMarks& marks_;
  Picture picture_;
};

// Steps from the entry, for what comes first in a group.
std::vector<int> Depths(const Chart& chart) {
  std::vector<int> depth(chart.nodes.size(), static_cast<int>(chart.nodes.size()));
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < chart.nodes.size(); ++i) {
    if (!chart.nodes[i].entry) continue;
    depth[i] = 0;
    open.push_back(i);
  }
  for (std::size_t at = 0; at < open.size(); ++at) {
    for (const ChartEdge& edge : chart.edges) {
      const auto to = static_cast<std::size_t>(edge.to);
      if (edge.pass || edge.from != static_cast<int>(open[at]) || depth[to] <= depth[open[at]] + 1) continue;
      depth[to] = depth[open[at]] + 1;
      open.push_back(to);
    }
  }
  return depth;
}

}  // namespace

PictureRows ChartTitle(const Chart& chart) {
  const bool unnamed = chart.label.zh.empty() && chart.label.en.empty();
  Label facts{chart.name + " · " + std::to_string(chart.seats) + " 家 · " + std::to_string(chart.nodes.size()) + " 节点 · " + std::to_string(chart.edges.size()) +
                  " 条边",
              std::to_string(chart.seats) + " seats, " + std::to_string(chart.nodes.size()) + " nodes, " + std::to_string(chart.edges.size()) + " edges"};
  if (chart.custom_setter) {
    facts.zh += " · 自定停点";
    facts.en += ", resting points set by a part of its own";
  }
  return {{unnamed ? Label{chart.name, chart.name} : chart.label, kText, 24, true, 60}, {facts, kFaint, 13, false, 100}};
}

std::vector<PictureGroup> ChartGroups(const Chart& chart) {
  const std::vector<int> depth = Depths(chart);
  std::vector<PictureGroup> groups;
  for (std::size_t group = 0; group < chart.groups.size(); ++group) {
    int first = -1;
    for (std::size_t i = 0; i < chart.nodes.size(); ++i) {
      if (chart.nodes[i].group == static_cast<int>(group) && (first < 0 || depth[i] < depth[static_cast<std::size_t>(first)])) first = static_cast<int>(i);
    }
    groups.push_back({chart.groups[group].id, chart.groups[group].label, first < 0 ? "" : chart.nodes[static_cast<std::size_t>(first)].id});
  }
  return groups;
}

Picture WindowsPicture(const Chart& chart, bool legend, const ChartMarks& marks) { return WindowsView(chart, marks).Make(legend); }

}  // namespace mlf::tools
