// Scene: the state of a scenario between two steps. The player advances it (scenario_player.cc);
// expectations read it (expect_play.cc, expect_table.cc).
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

// A judged win by its events win_value and fan.
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
  std::vector<Action> taken;  // by windows without asking, in the last step
  std::vector<Action> due;    // due ones that no line has named yet
  std::vector<Event> events;  // since the last expectation of events
  std::vector<WinSeen> wins;  // since the last expectation of wins

  void Fail(const Value& at, const std::string& what, const std::string& expected,
            const std::string& got);
  void Same(const Value& at, const std::string& what, const std::string& expected,
            const std::string& got);
  // Reads the action of a line. Nothing and a fault if it is none.
  std::optional<Action> Read(const Value& text);
  // Reads a number below `count`: of a seat, or of a person. -1 and a fault if it is none.
  int SeatOf(const Value::Entry& entry, int count);
  std::string ActionsText(const std::vector<Action>& actions) const;

 private:
  std::optional<Action> Sole(const std::string& text, std::string& ways) const;
};

// Compares each key of a step with the scene.
void ExpectTurn(Scene& scene, Fields& fields);
void ExpectPlay(Scene& scene, Fields& fields);
void ExpectTable(Scene& scene, Fields& fields);

// `text` with runs of spaces reduced to one.
std::string Squeeze(std::string_view text);

}  // namespace mlf::tools
