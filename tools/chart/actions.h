// ActionChart: which action may follow which. An edge a -> b means: after action a was taken or
// received, the next action may be b. This is the chart that designers draw by hand. It is computed
// from the compiled flow:
//
//   - A system node that only asks or settles between two actions is skipped.
//   - A system node that only completes a player's action is merged with that action.
//   - An answer that is stored while others are open leads to the answers that may still arrive,
//     by the window's own rule (`waits`).
//   - Passing a claim (弃) and declining in the own turn (自弃) are two actions, even if one node
//     of the flow serves both.
//
// Every edge of the flow belongs to at least one edge here.
#pragma once

#include "tools/chart/chart.h"

#include <string>
#include <vector>

namespace mlf::tools {

struct ActionPoint {
  std::string id;  // the node's id; a pass ends in "?"
  int node = 0;    // index in the chart
  Label label;
  bool pass = false;
};

// One way to take an edge: the edges of the flow on the way (ids of the chart), and the case.
struct ActionWay {
  Label when{};
  std::vector<std::string> walked{};
  bool waits = false;   // received while the former answer is stored
  bool answer = false;  // given by a player; otherwise taken by the system
};

struct ActionEdge {
  std::string id;  // "discard>hu"
  int from = 0;
  int to = 0;
  std::vector<ActionWay> ways;
};

struct ActionChart {
  std::vector<ActionPoint> points;
  std::vector<ActionEdge> edges;  // sorted by source; one per pair
};

ActionChart MakeActions(const Flow& flow, const Chart& chart);

}  // namespace mlf::tools
