#include "flow/graph/lacks.h"
#include <mlf/flow/boost_graph.h>

#include <boost/graph/breadth_first_search.hpp>

#include <algorithm>

namespace mlf {
namespace {

class Walk {
 public:
  Walk(std::span<const Node> nodes, NodeIndex from)
      : nodes_(nodes), from_(from), seen_(nodes.size(), false) {}

  std::vector<NodeIndex> Run() {
    if (nodes_[from_].impl == nullptr || nodes_[from_].impl->may_lack().empty() || Covered(from_))
      path_.clear();
    return std::move(path_);
  }

 private:
  // Whether every way from `at` meets an edge that covers the lack. If not, `path_` leads to the
  // node where none does.
  bool Covered(NodeIndex at) {
    const Node& node = nodes_[at];
    if (seen_[at] || node.end) return true;
    seen_[at] = true;
    path_.push_back(at);
    if (node.window || node.then.empty()) return false;
    const std::string_view what = nodes_[from_].impl->may_lack();
    for (const Edge& edge : node.then) {
      const auto tells = [&](const RoleUse<Condition>& guard) {
        return guard.part->TellsLack(what);
      };
      const bool open = edge.guards.empty();
      if (!open && std::ranges::all_of(edge.guards, tells)) break;
      if (edge.to < nodes_.size() && !Covered(edge.to)) return false;
      if (open) break;
      if (&edge == &node.then.back()) return false;  // every edge may be closed
    }
    path_.pop_back();
    return true;
  }

  const std::span<const Node> nodes_;
  const NodeIndex from_;
  std::vector<bool> seen_;
  std::vector<NodeIndex> path_;
};

// Whether the system may take an edge before a window opens. That of `start` has decided.
struct IsStepFrom {
  const FlowGraph* graph = nullptr;
  NodeIndex start = kNoNode;
  bool operator()(const FlowGraph::edge_descriptor& way) const {
    const std::size_t from = boost::source(way, *graph);
    return (*graph)[way].kind == WayKind::kSystem &&
           (from == start || !(*graph)[from].node->window);
  }
};

// Notes the first node of a search that has an uncovered lack.
class FindsLack : public boost::default_bfs_visitor {
 public:
  FindsLack(std::span<const Node> nodes, NodeIndex& found) : nodes_(nodes), found_(found) {}
  template <typename Graph>
  void discover_vertex(std::size_t at, const Graph&) {
    const auto index = static_cast<NodeIndex>(at);
    if (found_ == kNoNode && !UncoveredLack(nodes_, index).empty()) found_ = index;
  }

 private:
  std::span<const Node> nodes_;
  NodeIndex& found_;
};

}  // namespace

std::vector<NodeIndex> UncoveredLack(std::span<const Node> nodes, NodeIndex from) {
  return Walk(nodes, from).Run();
}

NodeIndex LackAfter(std::span<const Node> nodes, NodeIndex start) {
  const FlowGraph all = GraphOf(nodes);
  const boost::filtered_graph<FlowGraph, IsStepFrom> steps(all, {&all, start});
  NodeIndex found = kNoNode;
  boost::breadth_first_search(steps, start, boost::visitor(FindsLack(nodes, found)));
  return found;
}

}  // namespace mlf
