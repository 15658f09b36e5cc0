/// \file
/// Tiles that a seat sets aside in its turn for a replacement (拔北). Each lies open before the
/// seat and is no meld. The others are asked whether they win on it before the replacement is
/// drawn.
#pragma once

#include <mlf/table/board.h>

namespace mlf::table {

/// The tile in question has just been set aside. A tile that joins a gang never is: the gang holds
/// all copies of its kind.
inline bool AsksSetAside(const Board& board) {
  return board.turn.focus == Focus::kAddedGang &&
         board.seats[board.turn.focus_seat].set_aside[board.turn.focus_tile] > 0;
}

/// Sets a tile of the hand aside and puts it in question.
void FocusSetAside(Moves board, Seat seat, Tile tile);
/// Nobody has won on it: it counts as a call in melds_made.
void CompleteSetAside(Moves board);
/// The tile that `seat` has drawn for a tile set aside, or for a flower, counts as the replacement
/// of a gang. Nothing changes where it is one already.
void CountAsGangDraw(Moves board, Seat seat);

}  // namespace mlf::table
