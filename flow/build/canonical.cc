// The canonical text of a flow: all that decides behaviour, and nothing else. Its hash is the
// fingerprint, so its format must never change.
#include <mlf/flow/flow.h>

namespace mlf {
namespace {

template <typename Role>
std::string UsesText(const std::vector<RoleUse<Role>>& uses) {
  std::string text;
  for (const RoleUse<Role>& use : uses) text += " " + use.Text();
  return text;
}

std::string EdgeText(const Edge& edge, const std::vector<Node>& nodes) {
  std::string text = edge.player ? "  answer " : "  then ";
  text += nodes[edge.to].id;
  if (edge.player) {
    text += edge.pass ? " pass" : " rank " + std::to_string(edge.rank);
    text += " who " + std::string(WhoName(edge.who));
    if (edge.winners.given()) text += " winners " + edge.winners.Text();
  }
  return text + UsesText(edge.guards) + "\n";
}

std::string NodeText(const Node& node, const std::vector<Node>& nodes) {
  std::string text = "node " + node.id + " = " + node.use.Text() + (node.end ? " end" : "") +
                     (node.consumes.empty() ? "" : " consumes " + node.consumes) + "\n";
  if (!node.conditions.empty()) text += "  if" + UsesText(node.conditions) + "\n";
  for (int hook = 0; hook < kHooks; ++hook) {
    if (!node.hooks[hook].empty())
      text +=
          "  " + std::string(HookName(static_cast<Hook>(hook))) + UsesText(node.hooks[hook]) + "\n";
  }
  if (node.window) {
    const Window& window = *node.window;
    text += "  window " + std::string(WhoName(window.ask)) + (window.in_turn ? " in_turn" : "") +
            (window.wait_for_all ? " wait_for_all" : "") +
            (window.auto_single ? " auto_single" : "") + " deadline " +
            std::to_string(window.deadline_ms) + "\n";
    for (const Edge& edge : window.answers) text += EdgeText(edge, nodes);
    for (const DefaultAnswer& fallback : window.defaults)
      text += "  default " + nodes[window.answers[fallback.answer].to].id +
              UsesText(fallback.when) + "\n";
  }
  for (const Edge& edge : node.then) text += EdgeText(edge, nodes);
  return text;
}

}  // namespace

std::string Flow::canonical() const {
  std::string text = "seats " + std::to_string(seats_) + " entry " + nodes_[entry_].id + "\n";
  if (setter_ != nullptr) text += "critical " + setter_use_.Text() + "\n";
  for (const SharedUse& shared : shared_)
    text += "part " + shared.name + " = " + shared.use.Text() + "\n";
  for (const Node& node : nodes_) text += NodeText(node, nodes_);
  for (const Layout::Entry& slot : layout_.entries())
    text += "slot " + slot.name + " " + std::to_string(slot.size) + "\n";
  return text;
}

}  // namespace mlf
