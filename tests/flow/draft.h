// A flow that a test writes node by node, changes, and builds to see its faults.
#pragma once

#include <mlf/flow/flow.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mlf::plain {

// Nodes are in lines 1, 2, ..., edges in lines 101, 102, ...
struct Draft {
  std::vector<NodeSpec> nodes;
  std::vector<EdgeSpec> edges;

  NodeSpec& AddNode(std::string id, std::string type) {
    NodeSpec& node = nodes.emplace_back();
    node.id = std::move(id);
    node.type = std::move(type);
    node.where = {"f", static_cast<int>(nodes.size()), 0};
    return node;
  }
  EdgeSpec& AddEdge(std::string from, std::string to) {
    EdgeSpec& edge = edges.emplace_back();
    edge.from = std::move(from);
    edge.to = std::move(to);
    edge.where = {"f", 100 + static_cast<int>(edges.size()), 0};
    return edge;
  }
  EdgeSpec& AddAnswer(std::string from, std::string to, int rank) {
    EdgeSpec& edge = AddEdge(std::move(from), std::move(to));
    edge.player = true;
    edge.rank = rank;
    return edge;
  }
  NodeSpec& NodeOf(const std::string& id) {
    return *std::find_if(nodes.begin(), nodes.end(),
                         [&](const NodeSpec& node) { return node.id == id; });
  }
  EdgeSpec& EdgeOf(const std::string& from, const std::string& to) {
    return *std::find_if(edges.begin(), edges.end(),
                         [&](const EdgeSpec& edge) { return edge.from == from && edge.to == to; });
  }
  void Drop(const std::string& from, const std::string& to) {
    std::erase_if(edges, [&](const EdgeSpec& edge) { return edge.from == from && edge.to == to; });
  }

  std::vector<std::string> FaultsOf(const Registry& parts) const {
    FlowBuilder builder(parts);
    builder.SetSeats(4);
    for (const NodeSpec& node : nodes) builder.PushActionNode(node);
    for (const EdgeSpec& edge : edges) builder.PushEdge(edge);
    const auto flow = builder.Build();
    std::vector<std::string> texts;
    if (!flow) {
      for (const Fault& fault : flow.faults()) texts.push_back(fault.Text());
    }
    return texts;
  }
};

}  // namespace mlf::plain
