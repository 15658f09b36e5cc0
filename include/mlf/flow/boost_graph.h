/// \file
/// A flow as a graph of the Boost Graph Library, so that any of its algorithms runs on a flow.
///
///   const FlowGraph graph = GraphOf(flow);
///   boost::breadth_first_search(graph, flow.Find("deal"), boost::visitor(...));
///   boost::lengauer_tarjan_dominator_tree(graph, flow.entry(), dominators);
///
/// examples/graph is a complete program. A program that includes this header needs the headers of
/// Boost (libboost-dev). The checks of a build, the window proof and the charts
/// read the same view.
#pragma once

#include <mlf/flow/flow.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/filtered_graph.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace mlf {

enum class NodeRole : std::uint8_t {
  kSystem,  ///< the system steps to it
  kPlayer,  ///< an answer of a window
  kEnd,     ///< the match is over
};

enum class WayKind : std::uint8_t {
  kSystem,  ///< a system edge
  kAnswer,  ///< an answer that a seat wins a window with
  kPass,    ///< the answer that declines. When all have passed, the window's node goes on
  kAbort,   ///< where an answer leads when too many seats gave it
};

/// A vertex. Its number is the index of the node.
struct GraphNode {
  std::string_view id{};
  NodeRole role = NodeRole::kSystem;
  std::string_view group{};
  const Node* node = nullptr;
};

struct GraphEdge {
  WayKind kind = WayKind::kSystem;
  std::span<const RoleUse<Condition>> guards{};
  const Edge* edge = nullptr;
};

using FlowGraph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, GraphNode, GraphEdge>;

/// The view. The nodes must outlive it. The edges out of a node are its system edges in their
/// order, then its answers by rank, each followed by its abort.
FlowGraph GraphOf(std::span<const Node> nodes);
inline FlowGraph GraphOf(const Flow& flow) { return GraphOf(flow.nodes()); }

// ---- Property maps, for algorithms that take one ----

inline auto IdMap(const FlowGraph& graph) { return boost::get(&GraphNode::id, graph); }
inline auto RoleMap(const FlowGraph& graph) { return boost::get(&GraphNode::role, graph); }
inline auto GroupMap(const FlowGraph& graph) { return boost::get(&GraphNode::group, graph); }
inline auto KindMap(const FlowGraph& graph) { return boost::get(&GraphEdge::kind, graph); }
inline auto GuardsMap(const FlowGraph& graph) { return boost::get(&GraphEdge::guards, graph); }

/// Whether an edge is a system edge.
struct IsSystemStep {
  const FlowGraph* graph = nullptr;
  bool operator()(const FlowGraph::edge_descriptor& way) const {
    return (*graph)[way].kind == WayKind::kSystem;
  }
};
/// The steps that the system takes by itself: the view without answers.
using SystemSteps = boost::filtered_graph<FlowGraph, IsSystemStep>;
inline SystemSteps SystemStepsOf(const FlowGraph& graph) { return {graph, {&graph}}; }

}  // namespace mlf
