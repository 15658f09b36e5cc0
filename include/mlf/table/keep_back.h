/// \file
/// KeepBack: changes how many tiles at the end of the wall are never drawn.
#pragma once

#include <mlf/table/board.h>

namespace mlf::table {

/// From now on the last `keep` tiles of the wall are not drawn.
void KeepBack(Moves board, int keep);

}  // namespace mlf::table
