// Steps: what people see of an action of the engine. One action is one step, except around a play
// that others may claim, such as a discard, and a question to one seat after the other. Those are
// steps of their own. After a pause an empty step follows, which brings the choices of the seats
// asked, and then a step with the consequences. The empty step is there also where nobody is asked,
// so neither the steps nor the pause reveal who is.
#pragma once

#include "server/protocol/messages.h"

#include <mlf/flow/chance.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/node.h>
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
  bool after_pause = false;  // it is shown a while after the step before it
};

// An action that is run, and the nodes that it walks.
class Walk final : private HookObserver {
 public:
  struct Visit {
    NodeIndex node = kNoNode;
    std::size_t events = 0;  // of the action before this visit
  };

  void Run(const Flow& flow, Records& records, const Action& action, Response& response,
           Chance* chance = nullptr);
  const TraceEntry& entry() const { return entry_; }
  const std::vector<Visit>& visits() const { return visits_; }

 private:
  void OnNode(NodeIndex node, Seat) override { visits_.push_back({node, events_->size()}); }
  void BeforeHook(Hook, int) override {}
  void AfterHook() override {}

  const std::vector<Event>* events_ = nullptr;  // so far
  std::vector<Visit> visits_;
  TraceEntry entry_;
};

// Whether the action was a pass in the seat's own turn, not of a claim.
bool IsOwnPass(const Flow& flow, const TraceEntry& walked);

// The steps of an accepted action that no window keeps back. They have no numbers yet.
std::vector<StepShown> StepsOf(const Flow& flow, const Response& response, const Walk& walk);

// The step as one viewer may see it, without choices.
push::Step StepPush(const Flow& flow, const std::string& desk, const StepShown& step,
                    Viewer viewer);
// Two viewers with equal keys get the same push.
std::string SightOf(const Flow& flow, const std::vector<Event>& events, Viewer viewer);

}  // namespace mlf::server
