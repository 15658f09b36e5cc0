// Steps: what people see of an action of the engine. One action is one step. A discard is the
// exception: it is shown alone, and its consequences later. So a pause does not reveal who may
// claim.
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
  NodeIndex node = kNoNode;     // the node that the game has reached after it, as people are shown
  std::vector<NodeIndex> path;  // nodes whose hooks ran, without passes and answers to skills
  std::vector<Event> events;
};

// Where a step of this thread is traced; its last entry is that step. A Trace holds 64 steps, and
// clearing a new one for each act took longer than the engine.
Trace& StepTrace();

// The steps of an accepted action that no window keeps back: one, or two for a discard. They have
// no numbers yet.
std::vector<StepShown> StepsOf(const Flow& flow, const Response& response, const TraceEntry& trace);

// The step as one viewer may see it, without choices.
push::Step StepPush(const Flow& flow, const std::string& desk, const StepShown& step,
                    Viewer viewer);
// Two viewers with equal keys get the same push.
std::string SightOf(const Flow& flow, const std::vector<Event>& events, Viewer viewer);

}  // namespace mlf::server
