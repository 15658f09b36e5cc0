// What all views of a chart share: the title, and the groups.
#include "tools/chart/palette.h"
#include "tools/chart/views.h"

namespace mlf::tools {
namespace {

using namespace palette;

// Distance from the entry; the nearest node of a group comes first.
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
      if (edge.pass || edge.from != static_cast<int>(open[at]) || depth[to] <= depth[open[at]] + 1)
        continue;
      depth[to] = depth[open[at]] + 1;
      open.push_back(to);
    }
  }
  return depth;
}

}  // namespace

PictureRows ChartTitle(const Chart& chart) {
  const bool unnamed = chart.label.zh.empty() && chart.label.en.empty();
  Label facts{chart.name + " · " + std::to_string(chart.seats) + " 家 · " +
                  std::to_string(chart.nodes.size()) + " 节点 · " +
                  std::to_string(chart.edges.size()) + " 条边",
              std::to_string(chart.seats) + " seats, " + std::to_string(chart.nodes.size()) +
                  " nodes, " + std::to_string(chart.edges.size()) + " edges"};
  if (chart.custom_setter) {
    facts.zh += " · 自定停点";
    facts.en += ", resting points set by a part of its own";
  }
  return {{unnamed ? Label{chart.name, chart.name} : chart.label, kText, 24, true, 60, true},
          {facts, kFaint, 13, false, 120, true}};
}

std::vector<PictureGroup> ChartGroups(const Chart& chart) {
  const std::vector<int> depth = Depths(chart);
  std::vector<PictureGroup> groups;
  for (std::size_t group = 0; group < chart.groups.size(); ++group) {
    int first = -1;
    for (std::size_t i = 0; i < chart.nodes.size(); ++i) {
      if (chart.nodes[i].group == static_cast<int>(group) &&
          (first < 0 || depth[i] < depth[static_cast<std::size_t>(first)]))
        first = static_cast<int>(i);
    }
    groups.push_back({chart.groups[group].id, chart.groups[group].label,
                      first < 0 ? "" : chart.nodes[static_cast<std::size_t>(first)].id});
  }
  return groups;
}

}  // namespace mlf::tools
