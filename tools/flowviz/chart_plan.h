// Where the boxes of a chart stand: it reads from left to right, the opening in a column before the
// play, the end in one at its right.
#pragma once

#include "tools/flowviz/chart.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mlf::tools {

struct ChartPlan {
  int opening = -1;  // group of the entry; -1 = there are no columns
  int end = -1;      // group of the last node; -1 = it is part of the play, or of the opening
  std::vector<int> columns[2];  // nodes of the opening and of the end, from top to bottom: each
                                // below those that lead on to it
  std::vector<int> starts;      // nodes of the play that nothing leads on to
  int last = -1;                // the node of the play that is farthest from these
  std::set<std::string> jumps;  // edges that go back, and those between columns and play
  std::set<std::string> wide;   // answers without a window of their own beside some that have one:
                                // these stand behind them
  std::map<int, int>
      twins;  // by node of the play: another one with the same window in all that is drawn

  // Which column a node stands in; -1 = none.
  int ColumnOf(int node) const;
};

ChartPlan PlanOf(const Chart& chart);

}  // namespace mlf::tools
