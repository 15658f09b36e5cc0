// A chart as a graph of the Boost Graph Library. A chart has more than its flow: that of a
// difference also has the nodes and edges of the second flow. So it is no <mlf/flow/boost_graph.h>.
#pragma once
#include "tools/chart/chart.h"

#include <boost/graph/adjacency_list.hpp>

namespace mlf::tools {

// A vertex is the index of a node. Passes do not lead on, so they are no edges.
using ChartGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS,
                                         boost::no_property, const ChartEdge*>;

inline ChartGraph GraphOf(const Chart& chart) {
  ChartGraph graph(chart.nodes.size());
  for (const ChartEdge& edge : chart.edges) {
    if (!edge.pass) boost::add_edge(edge.from, edge.to, &edge, graph);
  }
  return graph;
}

}  // namespace mlf::tools
