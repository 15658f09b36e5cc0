// Comparison of canonical texts, key by key.
#pragma once

#include "tools/flowviz/diff.h"

namespace mlf::tools {

// Adds the differences of two canonical texts. Parts are compared by parameter, maps by key, lists
// by the id of their items or parts. `what` is the path so far.
void DiffValues(const std::string& what, const std::string& a, const std::string& b,
                std::vector<DiffChange>& changes);
// The same for lists of parts in use (conditions, effects, guards).
void DiffParts(const std::string& what, const std::vector<ChartPart>& a,
               const std::vector<ChartPart>& b, std::vector<DiffChange>& changes);
// The value of `key` in a map "{id: x, fan: 2}"; empty if absent.
std::string FieldOf(const std::string& map, std::string_view key);

}  // namespace mlf::tools
