// Which kinds of nodes and parts several variants use.
#pragma once

#include "tools/chart/chart.h"

#include <algorithm>
#include <string>
#include <vector>

namespace mlf::tools {

struct PartUsage {
  std::string id;
  PartKind kind = PartKind::kNode;
  std::vector<bool> in;  // per chart
  bool same = true;      // all uses have the same parameters

  bool node() const { return kind == PartKind::kNode; }
  int Count() const { return static_cast<int>(std::count(in.begin(), in.end(), true)); }
};

// Nodes first, then LogicComponents, then ScoreComponents; each sorted by id.
std::vector<PartUsage> SharedParts(const std::vector<Chart>& charts);

}  // namespace mlf::tools
