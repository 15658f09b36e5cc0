#include "server/host/steps.h"

#include <mlf/components/play_node.h>
#include <mlf/flow/json_text.h>
#include <mlf/flow/node_alias.h>

#include <algorithm>
#include <span>
#include <utility>

namespace mlf::server {
namespace {

// An own node of a game without mahjong is a pass where a window says so.
bool IsPass(const Flow& flow, NodeIndex node) {
  const logic::Play play = logic::PlayOf(*flow.node(node).impl);
  if (play != logic::Play::kOther) return play == logic::Play::kPass;
  const auto passes = [&](const Edge& answer) { return answer.pass && answer.to == node; };
  return std::ranges::any_of(flow.nodes(), [&](const Node& from) {
    return from.window && std::ranges::any_of(from.window->answers, passes);
  });
}

bool Discards(const Flow& flow, NodeIndex node) {
  const logic::Play play = logic::PlayOf(*flow.node(node).impl);
  return play == logic::Play::kDiscard || play == logic::Play::kReady;
}

// Whether seats may be asked after `node`, as far as the rules tell everybody: about the tile that
// it plays, or one after the other. Whether one is asked depends on hands.
bool MayAsk(const Flow& flow, NodeIndex node) {
  const auto& window = flow.node(node).window;
  return Discards(flow, node) || (window && (window->ask == Who::kOthers || window->in_turn));
}

// The steps so far, and the one that is being made.
class Steps {
 public:
  explicit Steps(const Flow& flow) : flow_(flow) {}

  // Whether people have been shown more than a pass since the last step.
  bool moved() const { return !step_.path.empty(); }
  void Visit(NodeIndex node, std::span<const Event> events) {
    step_.node = ShownNode(flow_, node);
    if (!IsPass(flow_, node) && !IsAlias(flow_, node)) step_.path.push_back(node);
    step_.events.insert(step_.events.end(), events.begin(), events.end());
  }
  void Close() { steps_.push_back(std::exchange(step_, {})); }
  // The seat was asked again where it stood, and nobody else may notice.
  void StayThere() { step_.path.clear(); }
  // The step that asks.
  void Pause() {
    StepShown asks;
    asks.node = steps_.back().node;
    asks.after_pause = true;
    steps_.push_back(std::move(asks));
  }
  std::vector<StepShown> End(NodeIndex rest) {
    if (moved() || steps_.empty()) {
      Close();
    } else {
      std::vector<Event>& last = steps_.back().events;
      last.insert(last.end(), step_.events.begin(), step_.events.end());
    }
    steps_.back().node = ShownNode(flow_, rest);
    return std::move(steps_);
  }

 private:
  const Flow& flow_;
  std::vector<StepShown> steps_;
  StepShown step_;
};

}  // namespace

void Walk::Run(const Flow& flow, Records& records, const Action& action, Response& response,
               Chance* chance) {
  // A Trace holds 64 steps, and clearing a new one for each act took longer than the engine.
  thread_local Trace trace;
  visits_.clear();
  events_ = &response.events;
  trace.Watch(this);
  flow.ProcessActionNode(records, action, response, &trace, chance);
  trace.Watch(nullptr);
  entry_ = trace[trace.size() - 1];
}

bool IsOwnPass(const Flow& flow, const TraceEntry& walked) {
  if (walked.at == kNoNode || !IsPass(flow, walked.played.node)) return false;
  const auto& window = flow.node(walked.at).window;
  return window && window->ask == Who::kSelf &&
         std::ranges::none_of(window->answers, [&](const Edge& answer) {
           return answer.pass && answer.to == walked.played.node;
         });
}

std::vector<StepShown> StepsOf(const Flow& flow, const Response& response, const Walk& walk) {
  const std::span<const Event> events = response.events;
  const std::vector<Walk::Visit>& visits = walk.visits();
  bool stays = IsOwnPass(flow, walk.entry());
  Steps steps(flow);
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const auto [node, begin] = visits[i];
    const std::size_t end = i + 1 < visits.size() ? visits[i + 1].events : events.size();
    const bool may_ask = MayAsk(flow, node);
    // A forced discard is no part of the step before it: a seat with a choice would have been asked
    // in between.
    if (may_ask && std::exchange(stays, false)) {
      steps.StayThere();
    } else if (may_ask && steps.moved()) {
      steps.Close();
    }
    steps.Visit(node, events.subspan(begin, end - begin));
    if (!may_ask) continue;
    steps.Close();
    steps.Pause();
  }
  return steps.End(response.node);
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
