// Algorithms of the Boost Graph Library on a flow: the shortest way from the deal to a win, and the
// nodes through which every hand passes before it is settled. Uses only the installed package.
//   graph [variant]
#include <mlf/flow/boost_graph.h>
#include <mlf/variants/open.h>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/dominator_tree.hpp>

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using mlf::FlowGraph;
using Vertex = FlowGraph::vertex_descriptor;

const Vertex kNone = FlowGraph::null_vertex();

// The nodes of one of the types.
std::vector<Vertex> NodesOf(const FlowGraph& graph, std::initializer_list<std::string_view> types) {
  std::vector<Vertex> found;
  for (Vertex at = 0; at < boost::num_vertices(graph); ++at) {
    if (std::ranges::find(types, graph[at].node->type) != types.end()) found.push_back(at);
  }
  return found;
}

// "deal -> turn -> zi_mo": the way from the root of a tree to `to`.
std::string WayTo(const FlowGraph& graph, const std::vector<Vertex>& parent, Vertex to) {
  std::vector<Vertex> way{to};
  while (parent[way.back()] != kNone && parent[way.back()] != way.back())
    way.push_back(parent[way.back()]);
  std::string text;
  for (auto at = way.rbegin(); at != way.rend(); ++at)
    text += (text.empty() ? "" : " -> ") + std::string(graph[*at].id);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const auto opened = mlf::OpenFlow(argc > 1 ? argv[1] : "xueliu");
  if (!opened) {
    std::cerr << mlf::FaultText(opened.faults());
    return 1;
  }
  const mlf::Flow& flow = **opened;
  const FlowGraph graph = mlf::GraphOf(flow);
  const auto index = boost::get(boost::vertex_index, graph);

  const auto deals = NodesOf(graph, {"deal"}), wins = NodesOf(graph, {"zi_mo", "hu"});
  const auto settlements = NodesOf(graph, {"settle"});
  if (deals.empty() || wins.empty() || settlements.empty()) {
    std::cerr << flow.name() << " has no deal, no win or no settlement\n";
    return 1;
  }

  const std::size_t count = boost::num_vertices(graph);
  std::vector<Vertex> before(count, kNone);
  std::vector<std::size_t> steps(count, 0);
  boost::breadth_first_search(graph, deals.front(),
                              boost::visitor(boost::make_bfs_visitor(std::pair(
                                  boost::record_predecessors(before.data(), boost::on_tree_edge()),
                                  boost::record_distances(steps.data(), boost::on_tree_edge())))));
  const Vertex win = *std::ranges::min_element(wins, {}, [&](Vertex at) { return steps[at]; });
  std::cout << "shortest way to a win: " << WayTo(graph, before, win) << "\n";

  std::vector<Vertex> dominator(count, kNone);
  boost::lengauer_tarjan_dominator_tree(
      graph, Vertex{flow.entry()}, boost::make_iterator_property_map(dominator.begin(), index));
  std::cout << "every hand passes: " << WayTo(graph, dominator, settlements.front()) << "\n";
}
