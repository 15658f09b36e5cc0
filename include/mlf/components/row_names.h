/// \file
/// Rows of the fan table that a parameter names.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/flow/params.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::score {

/// The ids under `key`: one, or a list. A fault for an id that the table of `judge` lacks. A part
/// of the table itself gives no judge, and FanCombine::NamedRows tells its names to the table.
inline std::vector<std::string> RowNamesOf(Params& params, std::string_view key, Doc doc,
                                           const Judge* judge = nullptr) {
  std::vector<std::string> rows;
  const Value& value = params.Raw(key, doc);
  if (value.IsScalar() && !value.IsNull()) rows.push_back(value.text());
  for (const Value& row : value.items()) rows.push_back(row.text());
  if (params.describing() || judge == nullptr) return rows;
  for (const std::string& row : rows) {
    const bool known = std::ranges::any_of(
        judge->Rows(), [&](const FanRow& of_table) { return of_table.id == row; });
    if (!known)
      params.Fault(std::string(key) + ": the fan table has no row \"" + row + "\"", value.where());
  }
  return rows;
}

}  // namespace mlf::score
