/// \file
/// View: the table as one viewer may see it, as JSON. docs/en/json.md describes every key; a test
/// holds the two together.
///
/// A seat sees its own tiles, hands that are shown to it, and what lies open; of the others how
/// many tiles they hold. A concealed gang of another seat is a gang of "?". Who else is asked, what
/// others have answered and whether an answer came by timeout show to nobody else while a window is
/// undecided, so they are in nobody else's view at all.
#pragma once

#include <mlf/flow/json.h>

namespace mlf::table {

/// An object with "v": kJsonVersion. A seat that nobody at the table has sees what a spectator
/// sees. Null for a flow that has no table.
Json View(const Flow& flow, const Records& records, Viewer viewer);

}  // namespace mlf::table
