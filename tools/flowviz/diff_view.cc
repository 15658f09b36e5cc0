// The chart of a difference: A's chart with B's additions.
#include "flow/base/utf8.h"
#include "tools/chart/palette.h"
#include "tools/chart/views.h"
#include "tools/chart/words.h"
#include "tools/flowviz/diff.h"

#include <algorithm>
#include <set>

namespace mlf::tools {
namespace {

using namespace palette;

// The style of each kind of difference. Besides colour each has a sign, a word, a text style
// (underlined or struck out), a frame and a line style.
struct Look {
  const char* color;
  const char* fill;
  const char* style;  // of lines and frames
  const char* width;
  const char* arrow;
  const char* tag;
  const char* sign;
  Label word;
};
Look LookOf(DiffKind kind) {
  switch (kind) {
    case DiffKind::kAdded:
      return {kAdded, kAddedFill, "solid", "4", nullptr, "U", "＋", {"新增", "added"}};
    case DiffKind::kRemoved:
      return {kRemoved, kRemovedFill, "dashed", "2", "tee", "S", "－", {"去掉", "removed"}};
    case DiffKind::kChanged:
      return {kChanged, kChangedFill, nullptr, "2", nullptr, "", "～", {"改动", "changed"}};
    case DiffKind::kRenamed:
      return {kChanged, kChangedFill, nullptr, "2", nullptr, "", "→", {"改名", "renamed"}};
  }
  return {};
}

// A value short enough for a box.
std::string Short(const std::string& text) {
  constexpr std::size_t kMost = 60;
  if (text.size() <= kMost) return text;
  return std::string(Utf8Start(text, kMost)) + "…";
}

ChartMark MarkOf(const DiffItem& item) {
  const Look look = LookOf(item.kind);
  ChartMark mark;
  mark.color = look.color;
  mark.fill = look.fill;
  mark.style = look.style;
  mark.width = look.width;
  mark.arrow = look.arrow;
  mark.tag = look.tag;
  Label head = look.word;
  if (item.kind == DiffKind::kRenamed) {
    head.zh += " " + item.to;
    head.en += " " + item.to;
  }
  mark.notes.push_back({head, look.color, 14, true, 30, true, look.sign});
  constexpr std::size_t kMost = 6;
  for (std::size_t i = 0; i < item.changes.size() && i < kMost; ++i) {
    const DiffChange& change = item.changes[i];
    const std::string text = change.what + ": " +
                             (change.a.empty()   ? "+ " + Short(change.b)
                              : change.b.empty() ? "- " + Short(change.a)
                                                 : Short(change.a) + " → " + Short(change.b));
    mark.notes.push_back({{text, text}, look.color, 12, false, 40});
  }
  if (item.changes.size() > kMost) mark.notes.push_back({{"…", "…"}, look.color, 12, false, 40});
  return mark;
}

// A's chart, followed by B's own nodes and edges.
class Merger {
 public:
  explicit Merger(const FlowDiff& diff) : diff_(diff), chart_(diff.a) {}

  Chart Make() {
    for (const ChartNode& node : diff_.b.nodes) {
      if (diff_.node_of.count(node.id) > 0) continue;
      ChartNode added = node;
      added.group =
          node.group < 0 ? -1 : Group(diff_.b.groups[static_cast<std::size_t>(node.group)]);
      added.entry = false;
      added.window.reset();
      chart_.nodes.push_back(std::move(added));
    }
    for (std::size_t i = 0; i < diff_.b.nodes.size(); ++i) {
      const ChartNode& node = diff_.b.nodes[i];
      ChartNode& own = chart_.nodes[static_cast<std::size_t>(Node(static_cast<int>(i)))];
      if (!node.window || own.window) continue;
      own.window = node.window;
      for (ChartDefault& fallback : own.window->defaults) fallback.to = Node(fallback.to);
    }
    for (const ChartEdge& edge : diff_.b.edges) {
      if (diff_.edge_of.count(edge.id) > 0) continue;
      ChartEdge added = edge;
      added.from = Node(edge.from);
      added.to = Node(edge.to);
      if (edge.abort_to >= 0) added.abort_to = Node(edge.abort_to);
      // After A's own, so that no cell moves.
      for (const ChartEdge& other : chart_.edges) {
        if (other.from == added.from && other.player == added.player)
          added.order = std::max(added.order, other.order + 1);
      }
      while (FindEdge(chart_, added.id) != nullptr) added.id += "+";
      names_[edge.id] = added.id;
      chart_.edges.push_back(std::move(added));
    }
    return chart_;
  }
  // The id, in the merged chart, of an edge that only B has.
  const std::string& Name(const std::string& edge) const { return names_.at(edge); }

 private:
  int Group(const ChartGroup& group) {
    for (std::size_t i = 0; i < chart_.groups.size(); ++i) {
      if (chart_.groups[i].id == group.id) return static_cast<int>(i);
    }
    chart_.groups.push_back(group);
    return static_cast<int>(chart_.groups.size()) - 1;
  }
  int Node(int of_b) const {
    const std::string& id = diff_.b.nodes[static_cast<std::size_t>(of_b)].id;
    const auto found = diff_.node_of.find(id);
    return FindNode(chart_, found == diff_.node_of.end() ? id : found->second);
  }

  const FlowDiff& diff_;
  Chart chart_;
  std::map<std::string, std::string> names_;
};

}  // namespace

Picture DiffPicture(const FlowDiff& diff, bool legend) {
  Merger merger(diff);
  const Chart chart = merger.Make();
  ChartMarks marks;
  int counts[4] = {};
  std::vector<const DiffItem*> elsewhere;
  const auto put = [](std::map<std::string, ChartMark>& into, const std::string& id,
                      ChartMark mark) {
    const auto [place, inserted] = into.emplace(id, mark);
    if (!inserted)
      place->second.notes.insert(place->second.notes.end(), mark.notes.begin() + 1,
                                 mark.notes.end());
  };
  for (const DiffItem& item : diff.items) {
    ++counts[static_cast<int>(item.kind)];
    switch (item.area) {
      case DiffArea::kNode: put(marks.nodes, item.id, MarkOf(item)); break;
      case DiffArea::kWindow: put(marks.windows, item.id, MarkOf(item)); break;
      case DiffArea::kEdge:
        put(marks.edges, item.kind == DiffKind::kAdded ? merger.Name(item.id) : item.id,
            MarkOf(item));
        break;
      default: elsewhere.push_back(&item);
    }
  }
  // Numbers that differ between the sides: order of system edges, ranks of answers.
  for (const ChartEdge& edge : diff.b.edges) {
    if (edge.pass) continue;
    const auto number = [](const ChartEdge& one) {
      return one.player ? Circled(one.rank) : std::to_string(one.order + 1);
    };
    const auto in_a = diff.edge_of.find(edge.id);
    if (in_a == diff.edge_of.end()) {
      marks.edges[merger.Name(edge.id)].number = number(edge);
    } else if (const std::string before = number(*FindEdge(diff.a, in_a->second));
               before != number(edge)) {
      marks.edges[in_a->second].number = before + "→" + number(edge);
    }
  }
  // Common items that changed their order.
  for (const auto& [edge, places] : diff.moved) {
    const bool up = places.second < places.first;
    ChartMark& mark = marks.edges[edge];
    if (mark.color == nullptr) {
      mark.color = kMoved;
      mark.fill = kMovedFill;
      mark.width = "3";
    }
    mark.notes.insert(mark.notes.begin(), {up ? Label{"提前", "earlier"} : Label{"推后", "later"},
                                           kMoved, 14, true, 30, true, up ? "↑" : "↓"});
  }
  const std::string a = diff.side_a.name, b = diff.side_b.name;
  const auto number = [&](DiffKind kind) { return std::to_string(counts[static_cast<int>(kind)]); };
  marks.title.push_back({{a + " → " + b, a + " → " + b}, kText, 16, true, 100});
  marks.title.push_back(
      {{"新增 " + number(DiffKind::kAdded) + " · 去掉 " + number(DiffKind::kRemoved) + " · 改动 " +
            number(DiffKind::kChanged) + " · 改名 " + number(DiffKind::kRenamed) + " · 换序 " +
            std::to_string(diff.moved.size()),
        number(DiffKind::kAdded) + " added, " + number(DiffKind::kRemoved) + " removed, " +
            number(DiffKind::kChanged) + " changed, " + number(DiffKind::kRenamed) + " renamed, " +
            std::to_string(diff.moved.size()) + " reordered"},
       kFaint,
       13,
       false,
       120,
       true});
  Picture picture = WindowsPicture(chart, legend, marks);
  const PictureRows of_a = ChartTitle(diff.a), of_b = ChartTitle(diff.b);
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    const Label &one = of_a[i].text, &two = of_b[i].text;
    picture.title[i].text = {one.zh == two.zh ? one.zh : one.zh + " → " + two.zh,
                             one.en == two.en ? one.en : one.en + " → " + two.en};
  }
  // B's additions must not move A's boxes.
  std::set<std::string> own, own_windows;
  for (const ChartNode& node : diff.a.nodes) {
    own.insert(node.id);
    own_windows.insert(WindowBox(node));
  }
  for (PictureEdge& edge : picture.edges) {
    const bool added = !edge.id.empty() && FindEdge(diff.a, edge.id) == nullptr;
    if (added && (own.contains(edge.from) || own_windows.contains(edge.from)) &&
        own.contains(edge.to))
      edge.more = "constraint=false";
  }
  // Options, parts and fans are not in the chart; they are listed below the title.
  if (!elsewhere.empty()) {
    picture.lists.push_back(
        {{"选项、部件与番种", "options, parts and fans"}, kText, 15, true, 60, true});
    constexpr std::size_t kMost = 24;
    for (std::size_t i = 0; i < elsewhere.size() && i < kMost; ++i) {
      const DiffItem& item = *elsewhere[i];
      const Look look = LookOf(item.kind);
      std::string text = std::string(DiffAreaName(item.area)) + " " + item.id +
                         (item.kind == DiffKind::kRenamed ? " → " + item.to : "");
      for (const DiffChange& change : item.changes)
        text += "; " + change.what + " " + Short(change.a) + " → " + Short(change.b);
      picture.lists.push_back({{text, text}, look.color, 12, false, 120, false, look.sign});
    }
    if (elsewhere.size() > kMost) {
      const std::string rest = std::to_string(elsewhere.size() - kMost);
      picture.lists.push_back({{"……另 " + rest + " 项，flowviz diff 的文字里都有",
                                "... and " + rest + " more, all in the text of flowviz diff"},
                               kFaint,
                               12,
                               false,
                               60,
                               true});
    }
  }
  if (legend) {
    const auto swatch = [&](const Look& look, Label text, const char* style) {
      picture.legend.push_back(
          {look.sign, look.color, std::move(text), look.fill, style, look.width});
    };
    swatch(LookOf(DiffKind::kAdded),
           {"新增：名字有下划线，粗框，粗实线", "added: name underlined, thick frame, thick line"},
           "");
    swatch(LookOf(DiffKind::kRemoved),
           {"去掉：名字划掉，虚框，虚线止于短杠",
            "removed: name struck out, dashed frame, dashed line that ends in a bar"},
           "DASHED");
    swatch(LookOf(DiffKind::kChanged), {"改动，旁边是改了什么", "changed, with what changed"}, "");
    picture.legend.push_back({"↑ ↓",
                              kMoved,
                              {"换了次序：提前或推后", "another order: earlier or later"},
                              kMovedFill,
                              "",
                              "3"});
    picture.legend.push_back(
        {"1→2.",
         kText,
         {"在 A 里第 1，在 B 里第 2；新增的按 B 的序号与优先级",
          "first in A, second in B; what is added has B's number and priority"}});
  }
  return picture;
}

}  // namespace mlf::tools
