// Tiles in tests, parsed from text.
#pragma once

#include <mlf/table/board.h>

#include <string>
#include <string_view>
#include <vector>

namespace mlf::test {

// Each fails the test if the text is not tiles.
table::Tile TileOf(std::string_view text);
std::vector<table::Tile> Tiles(std::string_view text);
PieceMask Mask(std::string_view tiles);
std::string Text(PieceMask tiles);  // "1m 3m 4m", the format of FormatTiles

// Puts the concealed tiles into `own`; with `drawn` the last one is the drawn one.
void SetHand(table::SeatBoard& own, std::string_view tiles, bool drawn = false);

}  // namespace mlf::test
