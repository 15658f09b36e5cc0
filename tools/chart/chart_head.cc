// What all views of a chart share: the title, and the groups.
#include "tools/chart/chart_graph.h"
#include "tools/chart/palette.h"
#include "tools/chart/views.h"

#include <boost/graph/breadth_first_search.hpp>

#include <algorithm>

namespace mlf::tools {
namespace {

using namespace palette;

// By node: its distance from the entry; nodes that it does not reach are the farthest.
std::vector<std::size_t> Depths(const Chart& chart) {
  const ChartGraph graph = GraphOf(chart);
  const auto entry = static_cast<std::size_t>(std::ranges::find_if(chart.nodes, &ChartNode::entry) -
                                              chart.nodes.begin());
  std::vector<std::size_t> depth(chart.nodes.size(), chart.nodes.size());
  if (entry == chart.nodes.size()) return depth;
  depth[entry] = 0;
  boost::breadth_first_search(graph, entry,
                              boost::visitor(boost::make_bfs_visitor(
                                  boost::record_distances(depth.data(), boost::on_tree_edge()))));
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
  if (chart.setter) {
    facts.zh += " · 停点：" + chart.setter->sentence.zh;
    facts.en += "; where it rests: " + chart.setter->sentence.en;
  }
  return {{unnamed ? Label{chart.name, chart.name} : chart.label, kText, 24, true, 60, true},
          {facts, kFaint, 13, false, 120, true}};
}

std::vector<PictureGroup> ChartGroups(const Chart& chart) {
  const std::vector<std::size_t> depth = Depths(chart);
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
