// Canonical texts held against each other, key by key.
#pragma once

#include "tools/flowviz/diff.h"

namespace mlf::tools {

// Adds what differs between two canonical texts: parts by their parameters, maps by key, lists of
// things with an id by it, lists of parts by the part's id. `what` is where they stand.
void DiffValues(const std::string& what, const std::string& a, const std::string& b,
                std::vector<DiffChange>& changes);
// The same for lists of parts in use (conditions, effects, guards).
void DiffParts(const std::string& what, const std::vector<ChartPart>& a,
               const std::vector<ChartPart>& b, std::vector<DiffChange>& changes);
// The value of `key` in a map "{id: x, fan: 2}"; empty where it has none.
std::string FieldOf(const std::string& map, std::string_view key);

}  // namespace mlf::tools
