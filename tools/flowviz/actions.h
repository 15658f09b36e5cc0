// ActionChart: what may come after what, the windows looked through. An edge a -> b means: after a
// has been done or received, the next action done or received may be b. It is the chart people draw
// of a game by hand, and it is worked out from the compiled flow:
//
//   - what the system does between two actions without touching a tile (the own turn's window, the
//   settlement) is looked through, and a system
//     node that does nothing but finish one player's action is that action;
//   - an answer that is kept until others have answered leads to those that may still be received,
//   as the window's own rule decides (`waits`);
//   - passing a claim (弃) and declining in one's own turn (自弃) are two actions, though one node
//   of the flow may serve both.
//
// Every edge of the flow is on the way of at least one edge here.
#pragma once

#include "tools/flowviz/chart.h"

#include <string>
#include <vector>

namespace mlf::tools {

struct ActionPoint {
  std::string id;  // the node's; of a pass with a "?" behind it
  int node = 0;    // of the chart
  Label label;
  bool pass = false;
};

// One way an edge comes about: the edges of the flow walked (the ids a chart has), and when.
struct ActionWay {
  Label when{};
  std::vector<std::string> walked{};
  bool waits = false;   // received while the answer before is kept
  bool answer = false;  // else the system does it
};

struct ActionEdge {
  std::string id;  // "discard>hu"
  int from = 0;
  int to = 0;
  std::vector<ActionWay> ways;
};

struct ActionChart {
  std::vector<ActionPoint> points;
  std::vector<ActionEdge> edges;  // by where they begin; one for a pair
};

ActionChart MakeActions(const Flow& flow, const Chart& chart);

}  // namespace mlf::tools
