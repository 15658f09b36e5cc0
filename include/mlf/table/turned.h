/// \file
/// The tile turned up at the end of the wall, which names the wild kind and which a seat may win on
/// (翻金, 抢金).
#pragma once

#include <mlf/table/board.h>

namespace mlf::table {

/// Turns up the last tile of the wall as the indicator. One tile fewer is kept back, where any is,
/// because the tile was among those. Returns it.
Tile TurnUpLast(Moves board);
/// `seat` takes the indicator as its drawn tile. A seat that holds a tile to discard gives `given`
/// in its place, which then lies turned up.
void TakeTurned(Moves board, Seat seat, Maybe<Tile> given);

}  // namespace mlf::table
