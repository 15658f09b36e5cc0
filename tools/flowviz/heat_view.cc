#include "tools/chart/palette.h"
#include "tools/chart/views.h"
#include "tools/flowviz/heat.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mlf::tools {
namespace {

using namespace palette;

// "12,345".
std::string Grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

// From white (0) to orange (`most`).
std::string Warm(double share) {
  const double t = std::clamp(share, 0.0, 1.0);
  const auto mix = [&](int from, int to) {
    return static_cast<int>(std::lround(from + (to - from) * t));
  };
  return fmt::format("#{:02X}{:02X}{:02X}", mix(255, 244), mix(255, 150), mix(255, 70));
}

}  // namespace

Picture HeatPicture(const Chart& chart, const Heat& heat, bool legend, bool opening) {
  ChartMarks marks;
  marks.brief = true;
  const HeatCover cover = Cover(chart, heat);
  std::uint64_t most = 1, time = 0, longest = 1;
  for (const HeatEdge& edge : heat.edges) most = std::max(most, edge.walked);
  for (const HeatNode& node : heat.nodes) {
    time += node.nanoseconds;
    longest = std::max(longest, node.nanoseconds);
  }
  for (std::size_t i = 0; i < chart.edges.size(); ++i) {
    const HeatEdge& edge = heat.edges[i];
    ChartMark mark;
    const std::string share = edge.offered == 0
                                  ? ""
                                  : fmt::format("{:.1f}% / {}",
                                                100.0 * static_cast<double>(edge.given) /
                                                    static_cast<double>(edge.offered),
                                                Grouped(edge.offered));
    if (edge.walked == 0) {
      mark.color = kRemoved;
      mark.style = "dashed";
      mark.fill = kRemovedFill;
      mark.width = "1.6";
      mark.notes.push_back({{"从未走过", "never walked"},
                            kRemoved,
                            12,
                            true,
                            44,
                            true,
                            "",
                            share.empty() ? "" : "· " + share});
    } else {
      // Logarithmic: a win is a hundred times rarer than a discard and should still be visible.
      mark.width = fmt::format("{:.1f}", 1.0 + 4.5 * std::log1p(static_cast<double>(edge.walked)) /
                                                   std::log1p(static_cast<double>(most)));
      mark.tail = "×" + Grouped(edge.walked) + (share.empty() ? "" : " · " + share);
    }
    marks.edges[chart.edges[i].id] = std::move(mark);
  }
  for (std::size_t i = 0; i < chart.nodes.size() && time > 0; ++i) {
    const HeatNode& node = heat.nodes[i];
    if (node.timed == 0) continue;
    ChartMark mark;
    mark.fill = Warm(static_cast<double>(node.nanoseconds) / static_cast<double>(longest));
    const std::string text =
        fmt::format("{:.1f}% · {} ns",
                    100.0 * static_cast<double>(node.nanoseconds) / static_cast<double>(time),
                    node.nanoseconds / node.timed);
    mark.notes.push_back({{text, text}, kText, 11, false, 24});
    marks.nodes[chart.nodes[i].id] = std::move(mark);
  }
  marks.title.push_back(
      {{fmt::format("{} 局 · 走过 {}/{} 条边（{:.1f}%）", Grouped(heat.hands), cover.walked,
                    cover.all, cover.percent()),
        fmt::format("{} hands, {} of {} edges walked ({:.1f}%)", Grouped(heat.hands), cover.walked,
                    cover.all, cover.percent())},
       kText,
       16,
       true,
       100});
  if (legend) {
    marks.legend = {
        {"×123",
         kText,
         {"走过的次数；线越粗越多（按数量级）",
          "times walked; a thicker line is more, by order of magnitude"}},
        {"34% / 80", kText, {"80 次可答，答了其中 34%", "offered 80 times, given in 34% of them"}},
        {"12%",
         kText,
         {"节点用时占比，越深越久；旁边是每次的平均",
          "share of the time the nodes take, darker is longer; beside it the mean of a run"},
         "#F49646"},
        {"┄┄→", kRemoved, {"从未走过", "never walked"}}};
  }
  return WindowsPicture(chart, legend, marks, opening);
}

}  // namespace mlf::tools
