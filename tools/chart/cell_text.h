// Sentences about cells of a memory, by their names: "chain" is at least 2.
#pragma once

#include "tools/chart/chart.h"

#include <optional>

namespace mlf::tools {

// What the condition `cell` asks, or its opposite; nothing for other parts.
std::optional<Label> CellSentence(const Flow& flow, const PartUse& use, bool opposite = false);
// The name of the cell that a part reads or writes, in quotes; empty if there is none.
Label CellNamed(const Flow& flow, const PartUse& use);

}  // namespace mlf::tools
