/// \file
/// GiveWall: the wall that the caller's Chance gives, on the table before a node builds it.
#pragma once

#include <mlf/table/board.h>

#include <span>

namespace mlf::table {

/// Lays the wall from which the hand will be dealt. TakeGivenWall takes it.
void GiveWall(Moves board, MatchMoves match, std::span<const Tile> tiles);

}  // namespace mlf::table
