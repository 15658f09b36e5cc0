#include "server/host/steps.h"

#include <mlf/flow/json_text.h>
#include <mlf/flow/node_alias.h>

#include <algorithm>

namespace mlf::server {
namespace {

// Every node that puts a tile into the river for others to claim emits this event.
constexpr std::string_view kDiscardEvent = "discard";

bool IsPass(const Flow& flow, NodeIndex at, NodeIndex node) {
  if (at == kNoNode || !flow.node(at).window) return false;
  return std::ranges::any_of(flow.node(at).window->answers,
                             [&](const Edge& edge) { return edge.pass && edge.to == node; });
}

}  // namespace

Trace& StepTrace() {
  thread_local Trace trace;
  return trace;
}

std::vector<StepShown> StepsOf(const Flow& flow, const Response& response,
                               const TraceEntry& trace) {
  const std::vector<Event>& events = response.events;
  std::vector<NodeIndex> path;
  const auto length = std::min<std::size_t>(trace.path_length, TraceEntry::kMaxPath);
  path.reserve(length);
  for (std::size_t i = 0; i < length; ++i) {
    const NodeIndex node = trace.path[i];
    if (!IsPass(flow, trace.at, node) && !IsAlias(flow, node)) path.push_back(node);
  }
  const auto discard = std::ranges::find_if(
      events, [](const Event& event) { return event.type->id == kDiscardEvent; });
  const auto behind = discard == events.end() ? events.begin() : discard + 1;
  std::vector<StepShown> steps;
  steps.reserve(2);
  if (behind != events.begin()) {
    StepShown& alone = steps.emplace_back();
    alone.events.assign(events.begin(), behind);
    // The answer that discards is the first node of the path.
    if (!path.empty()) {
      alone.node = path.front();
      alone.path = {path.front()};
      path.erase(path.begin());
    }
  }
  StepShown& rest = steps.emplace_back();
  rest.node = ShownNode(flow, response.node);
  rest.events.assign(behind, events.end());
  rest.path = std::move(path);
  return steps;
}

std::string SightOf(const Flow& flow, const std::vector<Event>& events, Viewer viewer) {
  std::string sight;
  for (const Event& event : events) {
    sight += viewer.In(event.seen_by, flow.seats())
                 ? (viewer.In(event.shown_to, flow.seats()) ? '2' : '1')
                 : '0';
  }
  return sight;
}

push::Step StepPush(const Flow& flow, const std::string& desk, const StepShown& step,
                    Viewer viewer) {
  push::Step push;
  push.desk = desk;
  push.seq = step.seq;
  AppendEvents(push.events.text, flow, step.events, viewer);
  push.node = step.node == kNoNode ? "" : flow.node(step.node).id;
  std::string& path = push.path.text;
  path = "[";
  for (const NodeIndex node : step.path) {
    if (path.size() > 1) path += ',';
    AppendQuoted(path, flow.node(node).id);
  }
  path += ']';
  return push;
}

}  // namespace mlf::server
