// The steps by which position.cc puts a board together. Each takes the tiles it places from the
// supply and adds faults.
#pragma once

#include "tools/kit/position.h"
#include "tools/kit/tile_supply.h"

namespace mlf::tools {

struct Placing {
  const Flow& flow;
  const PositionSpec& spec;
  Records& records;
  table::Board& board;
  TileSupply& supply;
  Faults& faults;
};

// Adds a discard to the river of the table. `marks`: table::kMarkClaimed and others.
void LayDiscard(table::Board& board, Seat seat, Tile tile, std::uint8_t marks);
// Hands, melds, flowers and flags of all seats.
void PlaceSeats(const Placing& placing);
// The wall, the rivers, and how often each seat has drawn and discarded. Tiles that the position
// does not name lie in the wall; those beyond `wall_left` lie in the rivers.
void PlaceWall(const Placing& placing);

}  // namespace mlf::tools
