#include <mlf/tools/flowviz/palette.h>
#include <mlf/tools/flowviz/views.h>

#include <algorithm>

namespace mlf::tools {
namespace {

using namespace palette;

// What of an edge's ways is written beside its line: each word once; an answer to a window needs none, as the line's colour says it.
PictureRow Note(const ActionEdge& edge, const char* color) {
  Label text;
  for (const ActionWay& way : edge.ways) {
    if (way.when.zh.empty() || text.zh.find(way.when.zh) != std::string::npos) continue;
    text.zh += (text.zh.empty() ? "" : "；") + way.when.zh;
    text.en += (text.en.empty() ? "" : "; ") + way.when.en;
  }
  return {text, color, 10, false, 18};
}

}  // namespace

Picture ActionsPicture(const Chart& chart, const ActionChart& actions, bool legend) {
  Picture picture;
  picture.name = chart.name + " actions";
  picture.layout = "rankdir=TB, newrank=true, splines=true, nodesep=0.5, ranksep=0.7";
  picture.title = {ChartTitle(chart)[0],
                   {{chart.name + " · 动作图 · " + std::to_string(actions.points.size()) + " 动作 · " + std::to_string(actions.edges.size()) + " 条边",
                     "what may come after what: " + std::to_string(actions.points.size()) + " actions, " + std::to_string(actions.edges.size()) + " edges"},
                    kFaint, 13, false, 100}};
  picture.groups = ChartGroups(chart);
  for (PictureGroup& group : picture.groups) group.beside.clear();
  for (const ActionPoint& point : actions.points) {
    const ChartNode& node = chart.nodes[static_cast<std::size_t>(point.node)];
    PictureBox box{.name = point.id, .id = "action." + point.id, .group = node.group};
    box.color = point.pass ? kFaint : node.player ? kPlayer : kSystem;
    box.fill = point.pass ? kWhite : node.player ? kPlayerFill : kSystemFill;
    box.width = node.player ? "2" : "1.4";
    box.doubled = node.end;
    if (point.pass) box.style += ",dotted";
    box.rows.push_back({point.label, kText, 16, true, 24});
    if (node.group >= 0) {
      PictureGroup& group = picture.groups[static_cast<std::size_t>(node.group)];
      if (group.beside.empty()) group.beside = point.id;
    }
    picture.boxes.push_back(std::move(box));
  }
  for (const ActionEdge& edge : actions.edges) {
    const std::size_t from = static_cast<std::size_t>(edge.from);
    const auto any = [&](auto what) { return std::any_of(edge.ways.begin(), edge.ways.end(), what); };
    const bool waits = !any([](const ActionWay& way) { return !way.waits; });
    const bool answer = any([](const ActionWay& way) { return way.answer; });
    PictureEdge line{.id = edge.id, .from = actions.points[from].id, .from_port = "",
                     .to = actions.points[static_cast<std::size_t>(edge.to)].id, .to_port = ""};
    line.kind = answer ? "answer" : "system";
    const char* color = waits ? kWindow : answer ? kPlayer : kSystem;
    line.color = color;
    line.style = waits ? "dotted" : answer ? "solid" : "dashed";
    line.width = answer && !waits ? "1.8" : "1.4";
    line.tooltip = edge.id;
    PictureRow note = Note(edge, color);
    if (edge.from == edge.to) {
      // Beside so small a loop its words would lie under other lines.
      if (!note.text.zh.empty()) note.text = {"↻ " + note.text.zh, "↻ " + note.text.en};
      picture.boxes[from].rows.push_back(std::move(note));
    } else {
      line.note = std::move(note);
    }
    picture.edges.push_back(std::move(line));
  }
  if (legend) {
    picture.legend = {
        {"a → b", kText, {"a 做了或收到之后，下一个做的或收到的可能是 b", "after a was done or received, the next done or received may be b"}},
        {"──→", kPlayer, {"b 是玩家的回答；旁边是问他的窗", "b is a player's answer; beside it the window that asks"}},
        {"┄┄→", kSystem, {"b 由系统做；旁边是条件", "the system does b; beside it when"}},
        {"····→", kWindow, {"a 已答而窗还未定时收到 b：b 可能压过 a、一同成立，或作废", "b received while a waits for the window to decide: b may beat it, stand with it, or be dropped"}},
        {"↻", kText, {"a 与 b 是同一动作，由另一家做", "a and b are the same action, by another seat"}},
        {"弃 自弃", kFaint, {"弃是放过别人的牌，自弃是自己回合里不胡不杠", "弃 passes a claim, 自弃 declines in one's own turn"}},
    };
  }
  return picture;
}

}  // namespace mlf::tools
