// Positions of the boxes of a chart. It reads from left to right: the opening in one column, then
// the play, then the end in one column.
#pragma once

#include "tools/chart/chart.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mlf::tools {

struct ChartPlan {
  int opening = -1;  // group of the entry; -1 = no columns
  int end = -1;      // group of the last node; -1 = part of the play or of the opening
  std::vector<int>
      columns[2];           // nodes of the opening and of the end, top down in topological order
  std::vector<int> starts;  // nodes of the play without a predecessor
  int last = -1;            // the node of the play farthest from `starts`
  std::vector<int> as_far;  // the nodes as far as `last`, in the order of discovery
  std::set<std::string> jumps;  // edges that go back, and edges between columns and play
  std::set<std::string>
      wide;  // answers without a window of their own beside answers with one; drawn last
  std::map<int, int> twins;  // per node of the play: another one whose window is drawn identically

  // The column of a node; -1 = none.
  int ColumnOf(int node) const;
};

ChartPlan PlanOf(const Chart& chart);

}  // namespace mlf::tools
