/// \file
/// View: the table as JSON, as one viewer may see it. docs/en/json.md describes every key; a test
/// compares the two.
///
/// A seat sees its own tiles, hands shown to it, and open tiles. Of the others it sees the number
/// of tiles. The tiles of another seat's concealed gang are "?". While a window is undecided, a
/// seat does not see who else is asked, what others answered, or who timed out.
#pragma once

#include <mlf/flow/json.h>

#include <string>

namespace mlf::table {

/// An object with "v": kJsonVersion. An invalid seat sees what a spectator sees. Null if the
/// records are those of another flow. A flow without a board has the same keys, with no tiles, and
/// "plain": true; what lies on its table is in `state`.
Json View(const Flow& flow, const Records& records, Viewer viewer);
/// The same as text, appended to what is there. A tree takes several times as long.
void AppendView(std::string& out, const Flow& flow, const Records& records, Viewer viewer);

}  // namespace mlf::table
