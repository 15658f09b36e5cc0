// Tiles of tests, from what a person writes.
#pragma once

#include <mlf/table/board.h>

#include <string>
#include <string_view>
#include <vector>

namespace mlf::test {

// Each fails the test where the text is not tiles.
table::Tile TileOf(std::string_view text);
std::vector<table::Tile> Tiles(std::string_view text);
PieceMask Mask(std::string_view tiles);
std::string Text(PieceMask tiles);  // "1m 3m 4m" as FormatTiles writes it

// Puts the concealed tiles into `own`; the last one is the drawn one where `drawn`.
void SetHand(table::SeatBoard& own, std::string_view tiles, bool drawn = false);

}  // namespace mlf::test
