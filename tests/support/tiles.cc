#include "tests/support/tiles.h"

#include <gtest/gtest.h>

namespace mlf::test {

using table::Tile;

Tile TileOf(std::string_view text) {
  const auto tile = table::ParseTile(text);
  EXPECT_TRUE(tile.ok()) << text;
  return tile.ok() ? *tile : table::kNoTile;
}

std::vector<Tile> Tiles(std::string_view text) {
  auto list = table::ParseTiles(text);
  EXPECT_TRUE(list.ok()) << text;
  return list.ok() ? std::move(*list) : std::vector<Tile>();
}

PieceMask Mask(std::string_view tiles) {
  PieceMask mask = 0;
  for (const Tile tile : Tiles(tiles)) mask |= MaskOf(tile);
  return mask;
}

std::string Text(PieceMask tiles) { return table::FormatTiles(tiles); }

void SetHand(table::SeatBoard& own, std::string_view tiles, bool drawn) {
  const std::vector<Tile> list = Tiles(tiles);
  own.hand = table::ToCounts(list);
  own.drawn = drawn && !list.empty() ? list.back() : table::kNoTile;
}

}  // namespace mlf::test
