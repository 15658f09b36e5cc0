#include "flow/graph/lacks.h"

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

}  // namespace

std::vector<NodeIndex> UncoveredLack(std::span<const Node> nodes, NodeIndex from) {
  return Walk(nodes, from).Run();
}

NodeIndex LackAfter(std::span<const Node> nodes, NodeIndex start) {
  std::vector<bool> seen(nodes.size(), false);
  std::vector<NodeIndex> queue{start};
  seen[start] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (!UncoveredLack(nodes, queue[i]).empty()) return queue[i];
    if (nodes[queue[i]].window && i > 0) continue;  // the window of `start` has already decided
    for (const Edge& edge : nodes[queue[i]].then) {
      if (edge.to >= nodes.size() || seen[edge.to]) continue;
      seen[edge.to] = true;
      queue.push_back(edge.to);
    }
  }
  return kNoNode;
}

}  // namespace mlf
