// Which kinds of nodes and parts several variants use.
#pragma once

#include "tools/chart/chart.h"

#include <algorithm>
#include <string>
#include <vector>

namespace mlf::tools {

struct PartUsage {
  std::string id;
  bool node = false;
  std::vector<bool> in;  // per chart
  bool same = true;      // all uses have the same parameters

  int Count() const { return static_cast<int>(std::count(in.begin(), in.end(), true)); }
};

// Nodes first; both sorted by id.
std::vector<PartUsage> SharedParts(const std::vector<Chart>& charts);

}  // namespace mlf::tools
