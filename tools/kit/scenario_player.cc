#include "tools/kit/scenario_player.h"
#include <mlf/flow/text.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include "tools/kit/fields.h"
#include "tools/kit/position.h"
#include "tools/kit/scene.h"

#include <optional>
#include <utility>

namespace mlf::tools {
namespace {

const std::vector<std::string> kExpectKeys = {
    "at",          "actor",   "asked",   "end",         "taken",     "offers", "offered",
    "not_offered", "refused", "default", "events",      "no_events", "win",    "points",
    "score",       "hand",    "drawn",   "melds",       "river",     "won",    "locked",
    "left",        "drawer",  "dealer",  "next_dealer", "wall_left", "state",  "cells"};

const std::vector<std::string> kExpectKeysOfAnyGame = {
    "at",      "actor",       "asked",   "end",     "taken",  "offers",
    "offered", "not_offered", "refused", "default", "events", "no_events"};

// Records the answers that windows with auto_single take: those of windows opened within the step.
class SoleAnswers final : public HookObserver {
 public:
  SoleAnswers(const Flow& flow, const Records& records) : flow_(flow), records_(records) {}

  void Begin() {
    asked_ = records_.flow().window.ask;
    taken.clear();
  }
  void OnNode(NodeIndex node, Seat seat) override {
    const WindowState& window = records_.flow().window;
    if (window.ask == asked_ || !flow_.node(node).impl->player()) return;
    const StoredAnswer& answer = window.answers[static_cast<std::size_t>(seat)];
    taken.push_back({.node = node,
                     .seat = seat,
                     .count = answer.count,
                     .pieces = answer.pieces,
                     .ask = window.ask,
                     .value = answer.value});
  }
  void BeforeHook(Hook, int) override {}
  void AfterHook() override {}

  std::vector<Action> taken;

 private:
  const Flow& flow_;
  const Records& records_;
  std::uint32_t asked_ = 0;  // the window that was open when the step began
};

// Plays one scenario.
class ScenarioPlayer {
 public:
  ScenarioPlayer(std::shared_ptr<const Flow> flow, ScenarioResult& result,
                 std::set<EdgeKey>& walked)
      : scene_(std::move(flow), result), walked_(walked), sole_(*scene_.flow, scene_.records) {}

  void Run(const Value& scenario) {
    const Value* position = scenario.Find("position");
    const Value* start = scenario.Find("start");
    if ((position == nullptr) == (start == nullptr)) {
      return AddFault(scene_.result.failures, "S02", scenario.where(),
                      "a scenario begins with a position or a start (or is a fan case)");
    }
    Trace trace;
    trace.Watch(&sole_);
    if (position != nullptr) {
      const auto entry = SetPosition(*scene_.flow, *position, scene_.records);
      if (!entry) return Append(entry.faults());
      scene_.flow->Enter(scene_.records, entry->node, entry->actor, response_, &trace);
    } else {
      const auto seed = SetStart(*scene_.flow, *start, scene_.records);
      if (!seed) return Append(seed.faults());
      scene_.flow->Start(scene_.records, *seed, response_, &trace);
    }
    Took(trace);
    if (!response_.ok()) {
      return AddFault(scene_.result.failures, "S06",
                      (position != nullptr ? position : start)->where(),
                      "the game cannot go on from here: " + Refused(Lang::kEn));
    }
    const Value* steps = scenario.Find("steps");
    if (steps == nullptr)
      return AddFault(scene_.result.failures, "S02", scenario.where(), "steps: are missing");
    if (!steps->IsList())
      return AddFault(scene_.result.failures, "S02", steps->where(),
                      "steps: a list of actions and expectations is needed");
    for (const Value& step : steps->items()) {
      if (step.IsScalar()) {
        if (!Act(step)) return;  // later steps depend on it
      } else {
        Expect(step);
      }
    }
  }

 private:
  void Append(const Faults& faults) {
    scene_.result.failures.insert(scene_.result.failures.end(), faults.begin(), faults.end());
  }
  std::string Refused(Lang lang) const {
    return FormatRefusal(*scene_.flow, response_,
                         response_.refusal.code == RefusalCode::kNone ? kNoSeat : seat_acting_,
                         lang);
  }

  void Took(const Trace& trace) {
    if (!response_.ok()) return;
    scene_.due = scene_.taken = sole_.taken;
    AddWalkedEdges(*scene_.flow, trace[trace.size() - 1], walked_);
    for (const Event& event : response_.events) {
      scene_.events.push_back(event);
      if (event.type == nullptr) continue;
      if (event.type->id == "win_value") scene_.wins.push_back({event.seat, event.value, 0, {}});
      if (event.type->id == "fan" && !scene_.wins.empty()) {
        scene_.wins.back().fan += event.value;
        scene_.wins.back().fans.emplace_back(event.text);
      }
      // Rows may multiply, so their sum is not the total.
      if (event.type->id == "fan_total" && !scene_.wins.empty())
        scene_.wins.back().fan = event.value;
    }
  }

  bool Act(const Value& line) {
    const auto action = scene_.Read(line);
    if (!action) return false;
    if (WasTaken(*action)) return true;
    seat_acting_ = action->seat;
    Trace trace;
    trace.Watch(&sole_);
    const std::vector<Action> before = sole_.taken;
    sole_.Begin();
    scene_.flow->ProcessActionNode(scene_.records, *action, response_, &trace);
    Took(trace);
    if (response_.ok()) return true;
    AddFault(
        scene_.result.failures, "E01", line.where(),
        "\"" + line.text() + "\" is refused: " + Refused(Lang::kEn) +
            (before.empty() ? ""
                            : "; taken before it without asking: " + scene_.ActionsText(before)));
    return false;
  }

  // A line may name the next action that a window took without asking. Then nothing is played.
  bool WasTaken(const Action& action) {
    if (scene_.due.empty() ||
        FormatAction(*scene_.flow, scene_.due.front()) != FormatAction(*scene_.flow, action))
      return false;
    scene_.due.erase(scene_.due.begin());
    return true;
  }

  void Expect(const Value& step) {
    const bool has_table =
        table::FindSlot<table::Board>(*scene_.flow) && table::FindSlot<table::Match>(*scene_.flow);
    Fields fields(step, has_table ? kExpectKeys : kExpectKeysOfAnyGame, scene_.result.failures,
                  has_table ? "a step" : "a step of a game without a table");
    if (!fields.ok()) return;
    ExpectTurn(scene_, fields);
    ExpectPlay(scene_, fields);
    if (has_table) ExpectTable(scene_, fields);
  }

  Scene scene_;
  std::set<EdgeKey>& walked_;
  Response response_;
  Seat seat_acting_ = kNoSeat;
  SoleAnswers sole_;  // of the last step
};

}  // namespace

void PlayScenario(std::shared_ptr<const Flow> flow, const Value& scenario, ScenarioResult& result,
                  std::set<EdgeKey>& walked) {
  ScenarioPlayer(std::move(flow), result, walked).Run(scenario);
}

}  // namespace mlf::tools
