// Compares two variants, or two sets of options of one. The same bots play both from the same
// seeds. Each figure and each difference has a 95 % interval. Output is text, JSON, or one
// self-contained HTML page.
#pragma once

#include "tools/kit/sim.h"

#include <memory>
#include <string>
#include <vector>

namespace mlf::tools {

// One side of a comparison.
struct ComparedSide {
  std::string name;  // "xueliu", "xueliu cap=4"
  std::shared_ptr<const Flow> flow;
  SimReport report;
};

// A figure and half the width of its 95 % interval.
struct Estimate {
  double value = 0;
  double half = 0;
};

struct ComparedRow {
  enum class Unit { kShare, kNumber };

  std::string group;  // "hands", "seats", "fan", "fan_rows"
  std::string id;     // "draws", "points_0", "qing_yi_se"
  std::string zh;
  std::string en;
  Unit unit = Unit::kNumber;
  Estimate a, b;

  Estimate Difference() const;  // b - a
  bool Apart() const;           // the interval of the difference excludes zero
};

std::vector<ComparedRow> CompareRows(const ComparedSide& a, const ComparedSide& b);

std::string CompareText(const ComparedSide& a, const ComparedSide& b, const SimOptions& options,
                        Lang lang);
// v, seed, hands, bots, a and b {name, variant, fingerprint, options}, rows [{group, id, zh, en,
// unit, a, a_half, b, b_half, difference, difference_half, apart}].
std::string CompareJson(const ComparedSide& a, const ComparedSide& b, const SimOptions& options);
std::string CompareHtml(const ComparedSide& a, const ComparedSide& b, const SimOptions& options,
                        Lang lang);

}  // namespace mlf::tools
