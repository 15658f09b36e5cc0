#include "tools/chart/chart_plan.h"
#include "tools/chart/palette.h"
#include "tools/chart/views.h"
#include "tools/chart/words.h"

#include <algorithm>
#include <utility>

namespace mlf::tools {
namespace {

using namespace palette;

constexpr int kDetail = 12;  // points of small text
constexpr int kNarrow = 32;  // columns of small text in a cell
constexpr int kWide = 40;    // columns of small text in a box

constexpr int kHead = 44, kLongHead = 50;  // columns of the head of a window
constexpr std::size_t kMostLines = 6;
constexpr std::size_t kMostBesideEnd = 4;  // nodes of the play that share the rank of the end

class WindowsView {
 public:
  WindowsView(const Chart& chart, const ChartMarks& marks, bool opening)
      : chart_(chart),
        marks_(marks),
        plan_(PlanOf(chart)),
        opening_(opening || plan_.opening < 0) {}

  Picture Make(bool legend) {
    picture_.name = chart_.name;
    // Marks may split a shared window and enlarge the legend, so boxes are closer together.
    picture_.left_to_right = true;
    picture_.layout = std::string("newrank=true, splines=true, ranksep=0.3, nodesep=") +
                      (marks_.brief ? "0.1" : "0.2");
    picture_.title = ChartTitle(chart_);
    picture_.title.insert(picture_.title.end(), marks_.title.begin(), marks_.title.end());
    picture_.groups = ChartGroups(chart_);
    if (!opening_) Fold();
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (Shown(static_cast<int>(i))) Node(i);
    }
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      const ChartNode& node = chart_.nodes[i];
      if (!node.window || !Shown(static_cast<int>(i))) continue;
      PictureEdge joint{.id = "",
                        .from = node.id,
                        .from_side = "s",
                        .to = WindowOf(static_cast<int>(i)),
                        .to_side = "n",
                        .kind = "joint",
                        .color = kWindow,
                        .width = "4"};
      if (Twin(static_cast<int>(i)) != static_cast<int>(i))
        std::swap(joint.from, joint.to);  // the window is above the joint
      joint.arrow = "none";
      joint.in_rank = true;
      if (const ChartMark* mark = Find(marks_.windows, node.id);
          mark != nullptr && mark->color != nullptr)
        joint.color = mark->color;
      picture_.edges.push_back(std::move(joint));
    }
    for (const ChartEdge& edge : chart_.edges) {
      if (Shown(edge.from)) Line(edge);
    }
    Place();
    DropGroups();
    if (legend) Legend();
    return std::move(picture_);
  }

 private:
  // The title names the omitted opening.
  void Fold() {
    std::string names_zh, names_en;
    int nodes = 0;
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (Shown(static_cast<int>(i))) continue;
      ++nodes;
      names_zh += (names_zh.empty() ? "" : "、") + chart_.nodes[i].label.zh;
      names_en += (names_en.empty() ? "" : ", ") + chart_.nodes[i].label.en;
    }
    const auto edges = std::count_if(chart_.edges.begin(), chart_.edges.end(),
                                     [&](const ChartEdge& edge) { return !Shown(edge.from); });
    const std::string count_zh = std::to_string(nodes) + " 节点 " + std::to_string(edges) + " 条边",
                      count_en =
                          std::to_string(nodes) + " nodes, " + std::to_string(edges) + " edges";
    picture_.title.push_back(
        {{"未画「" + chart_.groups[static_cast<std::size_t>(plan_.opening)].label.zh + "」" +
              count_zh + "：" + names_zh,
          "not drawn: " + chart_.groups[static_cast<std::size_t>(plan_.opening)].label.en + " (" +
              count_en + "): " + names_en},
         kFaint,
         13,
         false,
         120});
  }
  bool Shown(int node) const { return opening_ || plan_.ColumnOf(node) != 0; }
  // Opening and end have frames; the play needs the space.
  int Group(int node) const {
    return plan_.ColumnOf(node) >= 0 ? chart_.nodes[static_cast<std::size_t>(node)].group : -1;
  }

  void Place() {
    for (int column = opening_ ? 0 : 1; column < 2; ++column) {
      if (plan_.columns[column].empty()) continue;
      PictureGroup& group =
          picture_.groups[static_cast<std::size_t>(column == 0 ? plan_.opening : plan_.end)];
      group.beside.clear();
      PictureRank rank{"group " + group.id};
      for (const int at : plan_.columns[column]) {
        const ChartNode& node = chart_.nodes[static_cast<std::size_t>(at)];
        rank.push_back(node.id);
        if (node.window) rank.push_back(WindowBox(node));
        for (const PictureEdge& edge : picture_.edges) {
          if (edge.in_rank && edge.from == node.id && edge.to == edge.id + ">")
            rank.push_back(edge.to);
        }
      }
      if (column == 0) {
        for (const int start : plan_.starts)
          Behind(rank[1], chart_.nodes[static_cast<std::size_t>(start)].id);
      } else if (plan_.last >= 0) {
        if (plan_.as_far.size() > kMostBesideEnd) {
          // Level with the middle of a full rank.
          const int middle = plan_.as_far[(plan_.as_far.size() + 1) / 2];
          Behind(chart_.nodes[static_cast<std::size_t>(middle)].id, MiddleOfEnd());
          LevelTallestColumn();
        } else {
          group.next = chart_.nodes[static_cast<std::size_t>(plan_.last)].id;
          picture_.beside.push_back({group.next, rank[1]});
          if (!marks_.brief) Centre();
        }
      }
      picture_.ranks.push_back(std::move(rank));
    }
  }
  // Nodes that share the window of `node`, itself included.
  std::ptrdiff_t Sharers(int node) const {
    const auto found = plan_.twins.find(node);
    const int owner = found == plan_.twins.end() ? node : found->second;
    return 1 + std::ranges::count_if(plan_.twins,
                                     [&](const auto& twin) { return twin.second == owner; });
  }
  // A window that three nodes share makes its column the tallest.
  bool Crowded() const {
    return std::ranges::any_of(plan_.twins,
                               [&](const auto& twin) { return Sharers(twin.first) > 2; });
  }
  // The end is level with the window that three nodes share. The window that asks for all of these
  // is level with the other shared window, else it would reach below the column.
  void LevelTallestColumn() {
    if (!Crowded()) return;
    for (const auto& [node, other] : plan_.twins) {
      if (Twin(node) != other) continue;
      if (Sharers(node) > 2) {
        if (Above(node) != WindowOf(node)) Behind(WindowOf(node), MiddleOfEnd());
        continue;
      }
      const auto asking = std::ranges::find_if(
          chart_.edges, [&](const ChartEdge& edge) { return edge.player && edge.to == other; });
      if (asking != chart_.edges.end())
        Behind(chart_.nodes[static_cast<std::size_t>(asking->from)].id,
               chart_.nodes[static_cast<std::size_t>(other)].id, "weight=2");
    }
  }
  // The end is level with the window that has the most answers, which is in the middle. Otherwise
  // it might be far above the play.
  void Centre() {
    const auto answers = [&](int at) {
      return std::count_if(chart_.edges.begin(), chart_.edges.end(),
                           [&](const ChartEdge& edge) { return edge.player && edge.from == at; });
    };
    int middle = -1;
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      const ChartNode& node = chart_.nodes[i];
      if (!node.window || !node.window->competes() || plan_.ColumnOf(static_cast<int>(i)) >= 0 ||
          Twin(static_cast<int>(i)) != static_cast<int>(i))
        continue;
      if (middle < 0 || answers(static_cast<int>(i)) > answers(middle))
        middle = static_cast<int>(i);
    }
    if (middle < 0 || !EndHasWindow()) return;
    Behind(WindowOf(middle), MiddleOfEnd(), "weight=2");
  }
  std::vector<int>::const_iterator WindowOfEnd() const {
    return std::ranges::find_if(plan_.columns[1], [&](int at) {
      return chart_.nodes[static_cast<std::size_t>(at)].window.has_value();
    });
  }
  bool EndHasWindow() const { return WindowOfEnd() != plan_.columns[1].end(); }
  // Its window, or else its first node.
  std::string MiddleOfEnd() const {
    const auto node = [&](int at) -> const ChartNode& {
      return chart_.nodes[static_cast<std::size_t>(at)];
    };
    return EndHasWindow() ? WindowBox(node(*WindowOfEnd())) : node(plan_.columns[1].front()).id;
  }
  void Behind(const std::string& from, const std::string& to, const char* more = "") {
    PictureEdge behind{.id = "",
                       .from = from,
                       .to = to,
                       .kind = "place",
                       .style = "invis",
                       .color = kGroupLine,
                       .more = more};
    picture_.edges.push_back(std::move(behind));
  }
  // Groups without drawn nodes.
  void DropGroups() {
    for (int group = static_cast<int>(picture_.groups.size()) - 1; group >= 0; --group) {
      if (std::any_of(picture_.boxes.begin(), picture_.boxes.end(),
                      [&](const PictureBox& box) { return box.group == group; }))
        continue;
      picture_.groups.erase(picture_.groups.begin() + group);
      for (PictureBox& box : picture_.boxes) box.group -= box.group > group ? 1 : 0;
    }
  }
  bool Jumps(const ChartEdge& edge) const { return !edge.pass && plan_.jumps.count(edge.id) > 0; }
  static std::string Jump(const ChartEdge& edge) { return edge.id + ">"; }

  static const ChartMark* Find(const std::map<std::string, ChartMark>& marks,
                               const std::string& id) {
    const auto found = marks.find(id);
    return found == marks.end() ? nullptr : &found->second;
  }
  const Label& To(const ChartEdge& edge) const {
    return chart_.nodes[static_cast<std::size_t>(edge.to)].label;
  }

  // The node whose window holds the answers of `node`, usually itself. A window that several
  // nodes share is drawn once, between them. Marks may differ between them, so with marks each node
  // has its own.
  int Twin(int node) const {
    const auto found = plan_.twins.find(node);
    return found == plan_.twins.end() || !marks_.edges.empty() || !marks_.windows.empty()
               ? node
               : found->second;
  }
  // The box above a node that is drawn below its window: the window, or the node before it there.
  std::string Above(int node) const {
    for (int other = node - 1; other >= 0; --other) {
      if (Twin(other) == Twin(node)) return chart_.nodes[static_cast<std::size_t>(other)].id;
    }
    return WindowOf(node);
  }
  std::string WindowOf(int node) const {
    return WindowBox(chart_.nodes[static_cast<std::size_t>(Twin(node))]);
  }
  // The edge whose line represents `edge`: the same edge of the twin.
  const ChartEdge& Drawn(const ChartEdge& edge) const {
    // NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter): an edge of the chart
    if (Twin(edge.from) == edge.from) return edge;
    return *std::ranges::find_if(chart_.edges, [&](const ChartEdge& other) {
      return other.from == Twin(edge.from) && other.player == edge.player &&
             other.order == edge.order;
    });
  }

  void AddParts(PictureRows& rows, const std::vector<ChartPart>& parts, const Label& before,
                int width) const {
    if (marks_.brief) return;
    for (const ChartPart& part : parts)
      rows.push_back(
          {{before.zh + part.label.zh, before.en + part.label.en}, kFaint, kDetail, false, width});
  }
  static void AddNotes(PictureRows& rows, const ChartMark* mark) {
    if (mark != nullptr) rows.insert(rows.end(), mark->notes.begin(), mark->notes.end());
  }
  static void Dress(PictureBox& box, const ChartMark* mark) {
    if (mark == nullptr) return;
    if (mark->color != nullptr) box.color = mark->color;
    if (!mark->fill.empty()) box.fill = mark->fill;
    if (mark->style != nullptr) box.frame = mark->style;
    if (!mark->width.empty()) box.width = mark->width;
  }
  void Dress(PictureCell& cell, const ChartEdge& edge) const {
    const ChartMark* mark = Find(marks_.edges, edge.id);
    if (marks_.brief) cell.details.clear();
    if (mark == nullptr) return;
    cell.details.insert(cell.details.begin(), mark->notes.begin(), mark->notes.end());
    if (!mark->tail.empty())
      cell.details.push_back({{mark->tail, mark->tail}, kText, kDetail, true, kNarrow});
    cell.rows[0].tag = mark->tag;
    if (mark->color != nullptr) cell.color = mark->color;
    if (!mark->fill.empty()) cell.fill = mark->fill;
  }

  // A node that is a pass and nothing else: no line leads to its box, because each pass ends in a
  // mark at its window.
  bool OnlyPasses(int node) const {
    bool passed = false;
    for (const ChartEdge& edge : chart_.edges) {
      if (edge.from == node || (edge.to == node && !edge.pass)) return false;
      passed = passed || edge.to == node;
    }
    return passed;
  }

  // System edges of `node`, and whether they start in cells.
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
    if (marks_.brief) return false;
    return !edge.guards.empty() || !edge.label.zh.empty() || !edge.label.en.empty() || edge.rare ||
           (mark != nullptr && !mark->notes.empty());
  }
  static std::string Port(const ChartEdge& edge) {
    return (edge.player ? "a" : "t") + std::to_string(edge.order);
  }

  // System edges: one cell each.
  void ThenCells(PictureBox& box, const std::vector<const ChartEdge*>& then, bool of_window) const {
    for (std::size_t i = 0; i < then.size(); ++i) {
      const ChartEdge& edge = *then[i];
      const ChartMark* mark = Find(marks_.edges, edge.id);
      const std::string number =
          mark != nullptr && !mark->number.empty() ? mark->number : std::to_string(i + 1);
      const std::string order = then.size() > 1 ? number + ". " : "";
      PictureCell cell{.port = Port(edge), .rows = {}, .color = kSystem, .style = "DASHED"};
      cell.rows.push_back({To(edge), kSystem, 13, true, 22, true, order + "→"});
      if (of_window)
        cell.details.push_back(
            {{"无人可答或都过", "nobody can, or all pass"}, kFaint, kDetail, false, kNarrow});
      cell.details.push_back({edge.label, kSystem, kDetail, false, kNarrow});
      // An edge without a guard is the last one (L07).
      if (edge.guards.empty() && then.size() > 1)
        cell.details.push_back({{"否则", "otherwise"}, kFaint, kDetail, false, kNarrow, true});
      AddParts(cell.details, edge.guards, {"若 ", "if "}, kNarrow);
      if (edge.rare)
        cell.details.push_back({{"罕见", "rare"}, kRare, kDetail, true, kNarrow, true});
      Dress(cell, edge);
      box.cells.push_back(std::move(cell));
    }
  }

  void Node(std::size_t index) {
    const ChartNode& node = chart_.nodes[index];
    PictureBox box{
        .name = node.id, .id = "node." + node.id, .group = Group(static_cast<int>(index))};
    box.cells_in_row = 1;
    box.color = node.player ? kPlayer : kSystem;
    box.fill = node.player ? kPlayerFill : kSystemFill;
    box.width = node.player ? "2" : "1.4";
    box.tooltip = node.id;
    box.doubled = node.end;
    box.rows.push_back({node.label, kText, 16, true, marks_.brief ? 44 : 26, true});
    const ChartMark* mark = Find(marks_.nodes, node.id);
    const std::vector<const ChartEdge*> then = Then(index);
    const bool cells = !node.window && NeedsCells(then);
    if (mark != nullptr) box.rows[0].tag = mark->tag;
    if (const ChartMark* only =
            !cells && !node.window && then.size() == 1 ? Find(marks_.edges, then[0]->id) : nullptr;
        only != nullptr && marks_.brief) {
      box.rows[0].tail = only->tail;
      AddNotes(box.rows, only);
    }
    AddNotes(box.rows, mark);
    if (node.end) box.rows.push_back({{"结束", "end"}, kFaint, kDetail, false, kWide, true});
    if (node.entry) box.rows.push_back({{"入口", "entry"}, kFaint, kDetail, false, kWide, true});
    if (!node.consumes.empty())
      box.rows.push_back({{"消耗 " + node.consumes, "uses up " + node.consumes},
                          kFaint,
                          kDetail,
                          false,
                          kWide,
                          true});
    AddParts(box.rows, node.conditions, {"须 ", "only if "}, kWide);
    if (OnlyPasses(static_cast<int>(index)))
      box.rows.push_back(
          {{"各窗里的放弃", "the pass of the windows"}, kFaint, kDetail, false, kWide, true});
    Dress(box, mark);
    if (cells) ThenCells(box, then, false);
    const bool below = Twin(static_cast<int>(index)) != static_cast<int>(index);
    if (below) box.under = Above(static_cast<int>(index));
    picture_.boxes.push_back(std::move(box));
    if (node.window && !below) Window(index, then);
  }

  PictureCell Answer(const ChartWindow& window, const ChartEdge& edge) const {
    PictureCell cell{.port = Port(edge),
                     .rows = {},
                     .color = edge.pass ? kFaint : kPlayer,
                     .style = edge.pass ? "DOTTED" : ""};
    // With one seat nothing competes, so ranks carry no information.
    const ChartMark* mark = Find(marks_.edges, edge.id);
    const std::string rank = !window.competes() || edge.pass            ? ""
                             : mark != nullptr && !mark->number.empty() ? mark->number
                                                                        : Circled(edge.rank);
    cell.rows.push_back({To(edge), edge.pass ? kFaint : kPlayer, 14, true, 20, true, rank});
    cell.details.push_back({edge.label, kPlayer, kDetail, false, kNarrow});
    if (edge.pass)
      cell.details.push_back({{"不要", "pass"}, kFaint, kDetail, false, kNarrow, true});
    if (edge.who != Who::kAll) {
      const Label who = WhoText(edge.who);
      cell.details.push_back(
          {{"仅" + who.zh, "only " + who.en}, kFaint, kDetail, false, kNarrow, true});
    }
    if (edge.winners.given())
      cell.details.push_back({WinnersText(chart_, edge), kWindow, kDetail, false, kNarrow, true});
    AddParts(cell.details, edge.guards, {"若 ", "if "}, kNarrow);
    if (edge.rare) cell.details.push_back({{"罕见", "rare"}, kRare, kDetail, true, kNarrow, true});
    Dress(cell, edge);
    return cell;
  }

  void Window(std::size_t index, const std::vector<const ChartEdge*>& then) {
    const ChartNode& node = chart_.nodes[index];
    const ChartWindow& window = *node.window;
    PictureBox box{.name = WindowBox(node),
                   .id = "window." + node.id,
                   .group = Group(static_cast<int>(index)),
                   .shape = BoxShape::kWindow,
                   .color = kWindow,
                   .fill = kWindowFill};
    box.width = "2.5";
    box.margin = "0.16,0.06";
    box.tooltip = node.id;
    // Marks split a shared window into several.
    const bool dense = marks_.brief && Crowded();
    box.spacing = dense ? 1 : 3;
    if (dense) box.padding = 3;
    if (plan_.ColumnOf(static_cast<int>(index)) < 0) box.under = node.id;
    box.cells_in_row = 1;
    for (const ChartEdge& edge : chart_.edges) {
      if (edge.player && edge.from == static_cast<int>(index))
        box.cells.push_back(Answer(window, edge));
    }
    ThenCells(box, then, true);
    // A long head takes fewer, longer lines, because charts run out of height first.
    box.rows = WindowRows(chart_, node, kHead);
    std::size_t lines = 0;
    for (const PictureRow& row : box.rows) lines += RowLines(row, ChartLang::kBoth).size();
    if (lines > kMostLines) box.rows = WindowRows(chart_, node, kLongHead);
    if (marks_.brief) box.rows.resize(1);
    const ChartMark* mark = Find(marks_.windows, node.id);
    if (mark != nullptr) box.rows[0].tag = mark->tag;
    AddNotes(box.rows, mark);
    Dress(box, mark);
    picture_.boxes.push_back(std::move(box));
    // A pass does not lead to the successors of its node, so it ends in a mark.
    for (const ChartEdge& edge : chart_.edges) {
      if (!edge.pass || edge.from != static_cast<int>(index)) continue;
      PictureBox stub{.name = edge.id,
                      .id = "pass." + node.id,
                      .group = -1,
                      .frame = "dotted",
                      .color = kFaint,
                      .fill = ""};
      stub.width = "1";
      stub.margin = "0.1,0.06";
      stub.rows.push_back({{To(edge).zh + "，等其余各家", To(edge).en + "; the others decide"},
                           kFaint,
                           kDetail,
                           false,
                           20});
      picture_.boxes.push_back(std::move(stub));
    }
  }

  void Line(const ChartEdge& edge) {
    const ChartNode& from = chart_.nodes[static_cast<std::size_t>(edge.from)];
    const ChartNode& to = chart_.nodes[static_cast<std::size_t>(edge.to)];
    const ChartEdge& drawn = Drawn(edge);
    const bool twin = &drawn != &edge;
    PictureEdge line{.id = edge.id,
                     .from = from.window ? WindowOf(edge.from) : from.id,
                     .to = edge.pass ? drawn.id : to.id};
    if (edge.player || from.window || NeedsCells(Then(static_cast<std::size_t>(edge.from))))
      line.from_port = Port(edge), line.from_side = "e";
    if (Jumps(drawn) && twin) {
      line.to = Jump(drawn);
    } else if (Jumps(drawn)) {
      const bool below = line.from_port.empty();
      PictureBox jump{.name = Jump(edge),
                      .id = "jump." + edge.id,
                      .group = below ? Group(edge.from) : -1,
                      .frame = "dashed",
                      .color = kGroupLine,
                      .fill = ""};
      jump.width = "1";
      jump.margin = "0.06,0.03";
      jump.tooltip = to.id;
      jump.rows.push_back({to.label, kSystem, 13, false, 16, true, "→"});
      // In a cell the text follows its line, otherwise it is below the box. So it takes no space
      // from boxes of the next rank.
      line.in_rank = below;
      if (below && plan_.ColumnOf(edge.from) < 0) jump.under = from.id;
      picture_.boxes.push_back(std::move(jump));
      line.to = Jump(edge);
    } else if (!edge.pass && plan_.ColumnOf(edge.from) >= 0) {
      line.in_rank = true;
      line.to_side = "n";
      if (!line.from_port.empty()) line.from_side = "s";
    } else if (plan_.wide.count(drawn.id) > 0) {
      line.more = "minlen=2";
    }
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
      if (mark->arrow != nullptr) line.arrow = mark->arrow;
    }
    picture_.edges.push_back(std::move(line));
  }

  void Legend() {
    picture_.legend = {
        {"▢", kPlayer, {"玩家的动作", "an action that players bring"}},
        {"▢", kSystem, {"系统的动作", "an action that the system runs"}},
        {"◇",
         kWindow,
         {"问询窗：问谁、何时定、限时与超时动作；每格一种答法",
          "a window: who is asked, when it decides, deadline and default; a cell for each answer"}},
        {"──→", kPlayer, {"玩家的应答", "a player's answer"}},
        {"┄┄→",
         kSystem,
         {"系统接着做的，按序号取第一个成立的",
          "what the system does next: the first that holds, in the order of the numbers"}},
        {"①②", kPlayer, {"优先级，① 最高", "priority, ① is the highest"}},
        {"同答都算",
         kWindow,
         {"同一答法的各家都成立（一炮多响）",
          "\"all who give it\": everybody who gave the answer has it"}},
        {"近者先得",
         kWindow,
         {"只算行牌方向上最近的一家（截胡）", "\"nearest only\": the first in turn order has it"}},
        {"→ a",
         kSystem,
         {"回到前面，或去另一行：接到名为 a 的框",
          "back to the box named a, or on to it in another line"}},
        {"罕见",
         kRare,
         {"平常对局很少走到，由示例场景走到",
          "rare: ordinary games seldom walk it, a scenario does"}},
    };
    picture_.legend.insert(picture_.legend.end(), marks_.legend.begin(), marks_.legend.end());
  }

  const Chart& chart_;
  const ChartMarks& marks_;
  const ChartPlan plan_;
  const bool opening_;
  Picture picture_;
};

}  // namespace

int OpeningEdges(const Chart& chart) {
  const ChartPlan plan = PlanOf(chart);
  return static_cast<int>(
      std::count_if(chart.edges.begin(), chart.edges.end(),
                    [&](const ChartEdge& edge) { return plan.ColumnOf(edge.from) == 0; }));
}

Picture WindowsPicture(const Chart& chart, bool legend, const ChartMarks& marks, bool opening) {
  return WindowsView(chart, marks, opening).Make(legend);
}

}  // namespace mlf::tools
