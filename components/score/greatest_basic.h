// What product and points_times count of a hand.
#pragma once

#include <mlf/components/fan_combine.h>

#include <optional>

namespace mlf::score {

struct GreatestBasic {
  std::optional<int> basic;  // the greatest row of kind basic that matches; of equal ones the first
  CountedRows counted;       // that row, and the rows of kind event that no other one replaces
};

inline GreatestBasic CountGreatestBasic(const RowMatches& win) {
  const std::vector<TableRow>& rows = win.rows();
  GreatestBasic found;
  RowSet struck;
  win.may().ForEach([&](int i) {
    const TableRow& row = rows[static_cast<std::size_t>(i)];
    if (row.kind == RowKind::kBasic) {
      const bool greater =
          !found.basic || row.fan > rows[static_cast<std::size_t>(*found.basic)].fan;
      if (greater && win.CountOf(i) > 0) found.basic = i;
    } else if (row.kind == RowKind::kEvent && win.events()) {
      const int count = win.CountOf(i);
      if (count == 0 || struck.Has(i)) return;
      found.counted.Add(i, count);
      struck |= row.replaces;
    }
  });
  found.counted.rows -= struck;
  if (found.basic) found.counted.Add(*found.basic, 1);
  return found;
}

}  // namespace mlf::score
