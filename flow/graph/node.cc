#include <mlf/flow/check.h>
#include <mlf/flow/flow.h>

namespace mlf {

namespace {
constexpr std::string_view kHookNames[kHooks] = {"Valid",
                                                 "BeforeProcessAction",
                                                 "ProcessAction",
                                                 "AfterProcessAction",
                                                 "BeforeProcessSettle",
                                                 "ProcessSettle",
                                                 "AfterProcessSettle",
                                                 "BeforeSetStates",
                                                 "SetStates",
                                                 "AfterSetStates"};
constexpr std::string_view kHookKeys[kHooks] = {
    "if",     "before_action", "action",        "after_action", "before_settle",
    "settle", "after_settle",  "before_states", "states",       "after_states"};
}  // namespace

std::string_view PartKindName(PartKind kind) {
  constexpr std::string_view kNames[] = {"ActionNode", "LogicComponent", "ScoreComponent"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view HookName(Hook hook) { return kHookNames[static_cast<int>(hook)]; }
std::string_view HookKey(Hook hook) { return kHookKeys[static_cast<int>(hook)]; }

void ActionNode::Offers(const Records&, Seat, OfferSink&) const {}
void ActionNode::Suggest(const Records&, Seat, const Domain& domain, Action& action) const {
  domain.Nth(0, action);
}
std::string_view ActionNode::ValueName(std::int32_t) const { return {}; }

}  // namespace mlf
