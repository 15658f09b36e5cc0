// Actions joined by small boxes that name the case. Answers to one window with the same successors
// share a box. So no text is beside a line, and many edges need few lines.
#include <mlf/flow/check.h>
#include "tools/chart/palette.h"
#include "tools/chart/views.h"

#include <algorithm>

namespace mlf::tools {
namespace {

using namespace palette;

// The words for all ways of an edge, shortened for display: a way whose words an earlier one
// contains is left out.
Label When(const ActionEdge& edge) {
  Label text;
  for (const ActionWay& way : edge.ways) {
    if (way.when.zh.empty() || text.zh.find(way.when.zh) != std::string::npos) continue;
    text.zh += (text.zh.empty() ? "" : "；") + way.when.zh;
    text.en += (text.en.empty() ? "" : "; ") + way.when.en;
  }
  return text;
}

struct Look {
  const char* kind;
  const char* color;
  const char* style;
  const char* width;
};
enum Kind { kAnswer, kSystemStep, kWaits };
constexpr Look kLooks[] = {{"answer", kPlayer, "solid", "1.8"},
                           {"system", kSystem, "dashed", "1.4"},
                           {"answer", kWindow, "dotted", "1.8"}};

Kind KindOf(const ActionEdge& edge) {
  const auto any = [&](auto what) { return std::any_of(edge.ways.begin(), edge.ways.end(), what); };
  if (!any([](const ActionWay& way) { return !way.waits; })) return kWaits;
  return any([](const ActionWay& way) { return way.answer; }) ? kAnswer : kSystemStep;
}

// Edges with the same text: each of `to` may follow each of `from`.
struct Bundle {
  Kind kind = kAnswer;
  Label when;
  std::vector<int> from, to;

  // A joint without text is useful only if it saves lines.
  bool joined() const {
    return !when.zh.empty() || from.size() * to.size() > from.size() + to.size();
  }
};

std::vector<Bundle> Bundles(const ActionChart& actions) {
  std::vector<Bundle> of_one;  // the edges from one action
  for (const ActionEdge& edge : actions.edges) {
    if (edge.from == edge.to) continue;
    const Kind kind = KindOf(edge);
    const Label when = When(edge);
    const auto same = std::find_if(of_one.begin(), of_one.end(), [&](const Bundle& one) {
      return one.from[0] == edge.from && one.kind == kind && one.when.zh == when.zh;
    });
    if (same == of_one.end())
      of_one.push_back({kind, when, {edge.from}, {edge.to}});
    else
      same->to.push_back(edge.to);
  }
  std::vector<Bundle> bundles;
  for (Bundle& one : of_one) {
    std::sort(one.to.begin(), one.to.end());
    const auto same = std::find_if(bundles.begin(), bundles.end(), [&](const Bundle& other) {
      return other.kind == one.kind && other.when.zh == one.when.zh && other.to == one.to;
    });
    if (same == bundles.end())
      bundles.push_back(std::move(one));
    else
      same->from.push_back(one.from[0]);
  }
  return bundles;
}

class ActionsView {
 public:
  ActionsView(const Chart& chart, const ActionChart& actions) : chart_(chart), actions_(actions) {}

  Picture Make(bool legend) {
    picture_.name = chart_.name + " actions";
    picture_.layout = "newrank=true, splines=true, nodesep=0.18, ranksep=0.32";
    picture_.title = {ChartTitle(chart_)[0],
                      {{chart_.name + " · 动作图 · " + std::to_string(actions_.points.size()) +
                            " 动作 · " + std::to_string(actions_.edges.size()) + " 条边",
                        "what may come after what: " + std::to_string(actions_.points.size()) +
                            " actions, " + std::to_string(actions_.edges.size()) + " edges"},
                       kFaint,
                       13,
                       false,
                       100}};
    for (const ActionPoint& point : actions_.points) Point(point);
    for (const ActionEdge& edge : actions_.edges) {
      if (edge.from == edge.to) Loop(edge);
    }
    for (const Bundle& bundle : Bundles(actions_)) Draw(bundle);
    MLF_CHECK(drawn_ == actions_.edges.size(), "the picture of actions lost an edge");
    if (legend) Legend();
    return std::move(picture_);
  }

 private:
  const std::string& Id(int point) const { return actions_.points[point].id; }

  void Point(const ActionPoint& point) {
    const ChartNode& node = chart_.nodes[static_cast<std::size_t>(point.node)];
    PictureBox box{.name = point.id, .id = "action." + point.id};
    box.color = point.pass ? kFaint : node.player ? kPlayer : kSystem;
    box.fill = point.pass ? kWhite : node.player ? kPlayerFill : kSystemFill;
    box.width = node.player ? "2" : "1.4";
    box.doubled = node.end;
    if (point.pass) box.frame = "dotted";
    box.rows.push_back({point.label, kText, 16, true, 26, true});
    picture_.boxes.push_back(std::move(box));
  }

  // A line back to its own box would lie under others, so the box names it, and the line has
  // minimal length.
  void Loop(const ActionEdge& edge) {
    const Label when = When(edge);
    const Look& look = kLooks[KindOf(edge)];
    picture_.boxes[static_cast<std::size_t>(edge.from)].rows.push_back(
        {when, look.color, 12, false, 34, true, "↻"});
    PictureEdge line{.id = edge.id,
                     .from = Id(edge.from),
                     .to = Id(edge.to),
                     .kind = look.kind,
                     .style = look.style,
                     .color = look.color,
                     .width = look.width,
                     .tooltip = edge.id};
    picture_.edges.push_back(std::move(line));
    ++drawn_;
  }

  void Line(const Look& look, const std::string& id, const std::string& from, const std::string& to,
            bool arrives) {
    PictureEdge line{.id = id,
                     .from = from,
                     .to = to,
                     .kind = look.kind,
                     .style = look.style,
                     .color = look.color,
                     .width = look.width,
                     .tooltip = id};
    if (!arrives) line.arrow = "none";
    picture_.edges.push_back(std::move(line));
  }

  void Draw(const Bundle& bundle) {
    const Look& look = kLooks[bundle.kind];
    drawn_ += bundle.from.size() * bundle.to.size();
    if (!bundle.joined()) {
      for (const int from : bundle.from) {
        for (const int to : bundle.to) Line(look, Id(from) + ">" + Id(to), Id(from), Id(to), true);
      }
      return;
    }
    // Named by its first edge.
    PictureBox join{.name = Id(bundle.from[0]) + ">" + Id(bundle.to[0]),
                    .id = "when." + Id(bundle.from[0]) + ">" + Id(bundle.to[0])};
    join.color = join.fill = kWhite;
    join.width = "0";
    join.margin = "0.04,0.02";
    join.rows.push_back(
        {bundle.when.zh.empty() ? Label{"·", "·"} : bundle.when, look.color, 12, false, 24, true});
    const std::string name = join.name;
    picture_.boxes.push_back(std::move(join));
    for (const int from : bundle.from)
      Line(look, Id(from) + ">(" + name + ")", Id(from), name, false);
    for (const int to : bundle.to) Line(look, "(" + name + ")>" + Id(to), name, Id(to), true);
  }

  void Legend() {
    picture_.legend = {
        {"a → b",
         kText,
         {"a 做了或收到之后，下一个做的或收到的可能是 b",
          "after a was done or received, the next done or received may be b"}},
        {"a,b → 字 → c,d",
         kText,
         {"a、b 之后都可能是 c、d；字说明何时、哪个窗",
          "each of a, b may be followed by each of c, d; the words say when, or which window "
          "asks"}},
        {"──→", kPlayer, {"到的是玩家的应答", "leads to a player's answer"}},
        {"┄┄→", kSystem, {"到的由系统做", "leads to what the system does"}},
        {"····→",
         kWindow,
         {"a 已答而窗还未定时收到 b：b 可能压过 a、一同成立，或作废",
          "b received while a waits for the window to decide: b may beat it, hold with it, or be "
          "dropped"}},
        {"↻",
         kText,
         {"a 与 b 是同一动作，由另一家做", "a and b are the same action, by another seat"}},
        {"弃 自弃",
         kFaint,
         {"弃是放过别人的牌，自弃是自己回合里不胡不杠",
          "弃 passes a claim, 自弃 declines in one's own turn"}},
    };
  }

  const Chart& chart_;
  const ActionChart& actions_;
  Picture picture_;
  std::size_t drawn_ = 0;
};

}  // namespace

Picture ActionsPicture(const Chart& chart, const ActionChart& actions, bool legend) {
  return ActionsView(chart, actions).Make(legend);
}

}  // namespace mlf::tools
