#include "flow/build/hot_node.h"

#include <mlf/flow/also_bystanders.h>

#include <algorithm>

namespace mlf {
namespace {

Tests TestsOf(const std::vector<RoleUse<Condition>>& uses) {
  Tests tests;
  for (const RoleUse<Condition>& use : uses)
    tests.push_back({use.part, dynamic_cast<const Guard*>(use.part)});
  return tests;
}

void RunEffect(const Part& part, Step& step) { static_cast<const Effect&>(part).Run(step); }

}  // namespace

SeatMask AskedBy(const Window& window, std::span<const Node> nodes, Seat actor, int seats) {
  const auto for_bystanders = [&](const Edge& answer) {
    const auto* node = dynamic_cast<const AlsoBystanders*>(nodes[answer.to].impl);
    return node != nullptr && node->ForBystanders();
  };
  SeatMask asked = SeatsOf(window.ask, actor, seats);
  if (window.ask == Who::kAll && std::ranges::any_of(window.answers, for_bystanders))
    asked |= SeatsOf(Who::kBystanders, actor, seats);
  return asked;
}

std::vector<HotNode> HotNodesOf(const std::vector<Node>& nodes, int seats,
                                const WindowWatcher* watcher) {
  std::vector<HotNode> hot_nodes(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Node& node = nodes[n];
    HotNode& hot = hot_nodes[n];
    hot.index = static_cast<NodeIndex>(n);
    hot.node = &node;
    hot.impl = node.impl;
    hot.watcher = watcher;
    for (int hook = 1; hook < kHooks; ++hook) {
      if (const HookCode own = node.own[static_cast<std::size_t>(hook)])
        hot.calls.push_back({static_cast<Hook>(hook), node.impl, own});
      for (const RoleUse<Effect>& effect : node.hooks[hook])
        hot.calls.push_back({static_cast<Hook>(hook), effect.part, RunEffect});
    }
    hot.conditions = TestsOf(node.conditions);
    for (const Edge& edge : node.then)
      hot.then.push_back({&hot_nodes[edge.to], TestsOf(edge.guards)});
    if (!node.window) continue;
    hot.window = &*node.window;
    hot.acts_on_kept_answers = node.window->in_turn || watcher != nullptr;
    for (Seat actor = 0; actor < seats; ++actor)
      hot.asked[actor] = AskedBy(*node.window, nodes, actor, seats);
    for (const Edge& edge : node.window->answers) {
      HotNode::Answer& answer = hot.answers.emplace_back(HotNode::Answer{
          &hot_nodes[edge.to], edge.to, edge.answer, edge.pass, hot.asked, TestsOf(edge.guards)});
      const std::uint32_t bit = 1u << answer.place;
      if (edge.pass) hot.passes |= bit;
      for (Seat actor = 0; actor < seats; ++actor) {
        // `all` means all asked seats, which may be bystanders.
        if (edge.who != Who::kAll) answer.asked[actor] &= SeatsOf(edge.who, actor, seats);
        ForEachSeat(answer.asked[actor], [&](Seat seat) { hot.may_give[actor][seat] |= bit; });
      }
    }
    for (const DefaultAnswer& fallback : node.window->defaults) {
      hot.defaults.push_back({hot.answers[fallback.answer].to, TestsOf(fallback.when)});
    }
  }
  return hot_nodes;
}

}  // namespace mlf
