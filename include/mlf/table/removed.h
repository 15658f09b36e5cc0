/// \file
/// Verbs for a tile that a rule has taken out of play for a while. RemoveLast (board.h) takes it.
#pragma once

#include <mlf/table/board.h>

namespace mlf::table {

/// A tile that is out of play becomes the drawn tile of `seat`.
void DrawRemoved(Moves board, Seat seat, Tile tile);
/// A tile that is out of play becomes the last one of the wall again.
void ReturnRemoved(Moves board, Tile tile);
/// A tile that lies before a seat (HandOver) takes the place `place` of the wall, and `held`
/// becomes the tile that lay there.
void SwapWithWall(Moves board, int place, Tile& held);

}  // namespace mlf::table
