#include "flow/build/plan.h"

namespace mlf {
namespace {

Tests TestsOf(const std::vector<Use<Condition>>& uses) {
  Tests tests;
  for (const Use<Condition>& use : uses)
    tests.push_back({use.part, dynamic_cast<const Guard*>(use.part)});
  return tests;
}

void Added(const Part& part, Step& step) { static_cast<const Effect&>(part).Run(step); }

}  // namespace

std::vector<Plan> PlansOf(const std::vector<Node>& nodes, int seats) {
  std::vector<Plan> plans(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Node& node = nodes[n];
    Plan& plan = plans[n];
    plan.index = static_cast<NodeIndex>(n);
    plan.node = &node;
    plan.impl = node.impl;
    for (int hook = 1; hook < kHooks; ++hook) {
      if (const HookCode own = node.own[static_cast<std::size_t>(hook)])
        plan.calls.push_back({static_cast<Hook>(hook), node.impl, own});
      for (const Use<Effect>& effect : node.hooks[hook])
        plan.calls.push_back({static_cast<Hook>(hook), effect.part, Added});
    }
    plan.conditions = TestsOf(node.conditions);
    for (const Edge& edge : node.then) plan.then.push_back({&plans[edge.to], TestsOf(edge.guards)});
    if (!node.window) continue;
    plan.window = &*node.window;
    for (Seat actor = 0; actor < seats; ++actor)
      plan.asked[actor] = SeatsOf(node.window->ask, actor, seats);
    for (const Edge& edge : node.window->answers) {
      Plan::Answer& answer = plan.answers.emplace_back(Plan::Answer{
          &plans[edge.to], edge.to, edge.answer, edge.pass, plan.asked, TestsOf(edge.guards)});
      const std::uint32_t bit = 1u << answer.place;
      if (edge.pass) plan.passes |= bit;
      for (Seat actor = 0; actor < seats; ++actor) {
        // `all` of those asked, which may be persons without a seat.
        if (edge.who != Who::kAll) answer.asked[actor] &= SeatsOf(edge.who, actor, seats);
        ForEachSeat(answer.asked[actor], [&](Seat seat) { plan.may_give[actor][seat] |= bit; });
      }
    }
    for (const DefaultAnswer& preset : node.window->defaults) {
      plan.defaults.push_back({plan.answers[preset.answer].to, TestsOf(preset.when)});
    }
  }
  return plans;
}

}  // namespace mlf
