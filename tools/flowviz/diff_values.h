// Parts and values of two flows compared, key by key.
#pragma once

#include "tools/flowviz/diff.h"

#include <span>
#include <string_view>

namespace mlf::tools {

// Adds the differences between two parts in use. Parts of one kind are compared by parameter.
// `what` is their place. Of the parameters `elsewhere`, which the caller compares in another way,
// only changed versions of parts are added.
void DiffUses(const std::string& what, const PartUse& a, const PartUse& b,
              std::vector<DiffChange>& changes, std::span<const std::string_view> elsewhere = {});
// The same for values: maps by key, lists of maps with an id by the id, all else as a whole.
void DiffValues(const std::string& what, const Value& a, const Value& b,
                std::vector<DiffChange>& changes);
// The same for lists of parts in use (conditions, effects, guards): by kind, then their order.
void DiffParts(const std::string& what, const std::vector<ChartPart>& a,
               const std::vector<ChartPart>& b, std::vector<DiffChange>& changes);

}  // namespace mlf::tools
