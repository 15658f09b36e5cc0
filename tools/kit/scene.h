// Scene: a scenario at one of its lines. The player moves it on (scenario_player.cc), expectations
// look at it (expect_play.cc, expect_table.cc).
#pragma once

#include <mlf/flow/flow.h>
#include "tools/kit/fields.h"
#include "tools/kit/scenario.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::tools {

// What a judged win said of itself: the events win_value and fan.
struct WinSeen {
  Seat seat = kNoSeat;
  int value = 0;
  int fan = 0;
  std::vector<std::string> fans;
};

struct Scene {
  Scene(std::shared_ptr<const Flow> of, ScenarioResult& into) : flow(std::move(of)), result(into) {}

  std::shared_ptr<const Flow> flow;
  ScenarioResult& result;
  Records records;
  std::vector<Action> taken;  // by windows, without asking, in the last step
  std::vector<Action> due;    // those of them that no line has named yet
  std::vector<Event> events;  // since the last expectation of events
  std::vector<WinSeen> wins;  // since the last expectation of wins

  void Fail(const Value& at, const std::string& what, const std::string& expected,
            const std::string& got);
  void Same(const Value& at, const std::string& what, const std::string& expected,
            const std::string& got);
  // The action of a line; nothing and a fault where it is none.
  std::optional<Action> Read(const Value& text);
  // One of `count`: the seats, or everybody who may act. -1 and a fault where it is none.
  int SeatOf(const Value::Entry& entry, int count);
  std::string ActionsText(const std::vector<Action>& actions) const;

 private:
  std::optional<Action> Sole(const std::string& text, std::string& ways) const;
};

// A step that is a map: each key against the scene.
void ExpectTurn(Scene& scene, Fields& fields);
void ExpectPlay(Scene& scene, Fields& fields);
void ExpectTable(Scene& scene, Fields& fields);

// `text` with one space where it has several.
std::string Squeeze(std::string_view text);

}  // namespace mlf::tools
