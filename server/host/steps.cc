#include "server/host/steps.h"

#include <mlf/flow/json.h>

#include <algorithm>

namespace mlf::server {
namespace {

// The event that every node emits which puts a tile into the river for others to claim.
constexpr std::string_view kDiscardEvent = "discard";

bool IsPass(const Flow& flow, NodeIndex at, NodeIndex node) {
  if (at == kNoNode || !flow.node(at).window) return false;
  return std::ranges::any_of(flow.node(at).window->answers,
                             [&](const Edge& edge) { return edge.pass && edge.to == node; });
}

}  // namespace

std::vector<StepShown> StepsOf(const Flow& flow, const Response& response,
                               const TraceEntry& trace) {
  StepShown whole;
  whole.node = response.node;
  const auto length = std::min<std::size_t>(trace.path_length, TraceEntry::kMaxPath);
  for (std::size_t i = 0; i < length; ++i) {
    if (!IsPass(flow, trace.at, trace.path[i])) whole.path.push_back(trace.path[i]);
  }
  whole.events = response.events;

  const auto discard = std::ranges::find_if(
      whole.events, [](const Event& event) { return event.type->id == kDiscardEvent; });
  if (discard == whole.events.end()) return {std::move(whole)};
  StepShown alone, rest;
  alone.events.assign(whole.events.begin(), discard + 1);
  rest.events.assign(discard + 1, whole.events.end());
  // The answer that discards is the first node of the path.
  if (!whole.path.empty()) {
    alone.node = whole.path.front();
    alone.path = {whole.path.front()};
    rest.path.assign(whole.path.begin() + 1, whole.path.end());
  }
  rest.node = whole.node;
  return {std::move(alone), std::move(rest)};
}

Json EventsJson(const Flow& flow, const std::vector<Event>& events, Viewer viewer) {
  Json list = Json::array();
  for (const Event& event : events) {
    if (Json json = EventBody(flow, event, viewer); !json.is_null())
      list.push_back(std::move(json));
  }
  return list;
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
  push.events = EventsJson(flow, step.events, viewer);
  push.node = step.node == kNoNode ? "" : flow.node(step.node).id;
  push.path = Json::array();
  for (const NodeIndex node : step.path) push.path.push_back(flow.node(node).id);
  return push;
}

}  // namespace mlf::server
