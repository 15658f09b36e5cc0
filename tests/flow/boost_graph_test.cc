// The view of a flow as a Boost graph: vertices, edges and property maps, and algorithms on it.
#include <mlf/flow/boost_graph.h>
#include "toy.h"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <boost/graph/topological_sort.hpp>

#include <gmock/gmock.h>

namespace mlf::test {
namespace {

using Vertex = FlowGraph::vertex_descriptor;

std::vector<std::string> WaysFrom(const FlowGraph& graph, Vertex from) {
  std::vector<std::string> ways;
  for (auto [way, end] = boost::out_edges(from, graph); way != end; ++way) {
    constexpr const char* kKinds[] = {"then", "answer", "pass", "abort"};
    ways.push_back(std::string(kKinds[static_cast<int>(graph[*way].kind)]) + " " +
                   std::string(graph[boost::target(*way, graph)].id) + " " +
                   std::to_string(graph[*way].guards.size()));
  }
  return ways;
}

TEST(BoostGraph, HasTheNodesAndEdgesOfTheFlow) {
  const auto flow = TwoHands();
  const FlowGraph graph = GraphOf(*flow);
  ASSERT_EQ(boost::num_vertices(graph), flow->nodes().size());
  const auto ids = IdMap(graph);
  const auto roles = RoleMap(graph);
  for (Vertex at = 0; at < boost::num_vertices(graph); ++at) {
    EXPECT_EQ(boost::get(ids, at), flow->node(static_cast<NodeIndex>(at)).id);
    EXPECT_EQ(graph[at].node, &flow->node(static_cast<NodeIndex>(at)));
  }
  EXPECT_EQ(boost::get(roles, flow->Find("deal")), NodeRole::kSystem);
  EXPECT_EQ(boost::get(roles, flow->Find("say")), NodeRole::kPlayer);
  EXPECT_EQ(boost::get(roles, flow->Find("over")), NodeRole::kEnd);
  EXPECT_THAT(WaysFrom(graph, flow->Find("deal")),
              testing::ElementsAre("then second 1", "then over 0", "answer say 0", "pass no 0"));
  EXPECT_EQ(boost::in_degree(flow->Find("over"), graph), 2u);
}

TEST(BoostGraph, AnAbortIsAWay) {
  FlowBuilder builder(ToyRegistry(), &ToyText());
  WinnersRule rule = WinnersRule::Of(Winners::kAbort);
  rule.abort_to = "off";
  builder.SetSeats(3);
  builder.PushActionNode({.id = "start",
                          .type = "pause",
                          .window = WindowSpec{.ask = Who::kAll, .defaults = {{.answer = "say"}}},
                          .group = "opening"});
  builder.PushActionNode({.id = "say"});
  builder.PushActionNode({.id = "off", .type = "pause", .end = true});
  builder.PushEdge({.from = "start", .to = "say", .player = true, .winners = rule});
  builder.PushEdge({.from = "start", .to = "off"});
  builder.PushEdge({.from = "say", .to = "off"});
  const auto flow = BuildOrDie(builder);
  const FlowGraph graph = GraphOf(*flow);
  EXPECT_THAT(WaysFrom(graph, 0),
              testing::ElementsAre("then off 0", "answer say 0", "abort off 0"));
  EXPECT_EQ(boost::get(GroupMap(graph), 0), "opening");
}

TEST(BoostGraph, RunsTheAlgorithmsOfTheLibrary) {
  const auto flow = TwoHands();
  const FlowGraph graph = GraphOf(*flow);
  std::vector<int> distance(boost::num_vertices(graph), 0);
  boost::breadth_first_search(graph, flow->entry(),
                              boost::visitor(boost::make_bfs_visitor(boost::record_distances(
                                  distance.data(), boost::on_tree_edge()))));
  EXPECT_EQ(distance[flow->Find("give")], 3) << "first, deal, say, give";

  std::vector<Vertex> dominator(boost::num_vertices(graph), FlowGraph::null_vertex());
  boost::lengauer_tarjan_dominator_tree(
      graph, Vertex{flow->entry()},
      boost::make_iterator_property_map(dominator.begin(), boost::get(boost::vertex_index, graph)));
  EXPECT_EQ(dominator[flow->Find("give")], flow->Find("say"));
  EXPECT_EQ(dominator[flow->Find("over")], flow->Find("deal")) << "with and without a gift";

  // A cycle of the system steps is cut at the window.
  const SystemSteps steps = SystemStepsOf(graph);
  std::vector<Vertex> order;
  EXPECT_THROW(boost::topological_sort(steps, std::back_inserter(order)), boost::not_a_dag);
}

}  // namespace
}  // namespace mlf::test
