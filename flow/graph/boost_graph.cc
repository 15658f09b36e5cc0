#include <mlf/flow/boost_graph.h>

namespace mlf {

FlowGraph GraphOf(std::span<const Node> nodes) {
  FlowGraph graph(nodes.size());
  const auto add = [&](std::size_t from, NodeIndex to, WayKind kind, const Edge& edge) {
    if (to < nodes.size()) boost::add_edge(from, to, {kind, edge.guards, &edge}, graph);
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    const bool player = node.impl != nullptr && node.impl->player();
    graph[i] = {node.id,
                node.end ? NodeRole::kEnd
                : player ? NodeRole::kPlayer
                         : NodeRole::kSystem,
                node.group, &node};
    for (const Edge& edge : node.then) add(i, edge.to, WayKind::kSystem, edge);
    if (!node.window) continue;
    for (const Edge& answer : node.window->answers) {
      add(i, answer.to, answer.pass ? WayKind::kPass : WayKind::kAnswer, answer);
      add(i, answer.abort_to, WayKind::kAbort, answer);
    }
  }
  return graph;
}

}  // namespace mlf
