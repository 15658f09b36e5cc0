// Steps: what people see of an action of the engine. One action is one step, but for a discard: it
// is shown alone, and what follows it later, so that a pause tells nobody who may claim.
#pragma once

#include "server/protocol/messages.h"

#include <mlf/flow/flow.h>
#include <mlf/flow/trace.h>
#include <mlf/flow/viewer.h>

#include <string>
#include <vector>

namespace mlf::server {

struct StepShown {
  std::uint32_t seq = 0;
  NodeIndex node = kNoNode;     // where the game stands after it
  std::vector<NodeIndex> path;  // nodes whose hooks ran, passes left out
  std::vector<Event> events;
};

// The steps of an accepted action that no window keeps, without their numbers: one, or two for a
// discard.
std::vector<StepShown> StepsOf(const Flow& flow, const Response& response, const TraceEntry& trace);

// The step as one viewer may see it, without choices.
push::Step StepPush(const Flow& flow, const std::string& desk, const StepShown& step,
                    Viewer viewer);
Json EventsJson(const Flow& flow, const std::vector<Event>& events, Viewer viewer);
// The same for two viewers means the same push for both.
std::string SightOf(const Flow& flow, const std::vector<Event>& events, Viewer viewer);

}  // namespace mlf::server
