/// \file
/// Tiles that a seat turns face up from the tail of the wall instead of drawing one (开杠, 海底).
/// They lie beside the seat until it wins with one of them or discards them all.
#pragma once

#include <mlf/flow/declared.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>
#include <span>

namespace mlf::table {

inline constexpr Topic kTilesOpened{"tiles_opened", "有人从牌墙翻开几张",
                                    "a seat turns up tiles of the wall"};

/// The tiles turned last, in order. Nothing once they are discarded.
struct OpenedTiles {
  static constexpr std::string_view kSlot = "opened_tiles";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr int kMost = 4;

  std::array<Tile, kMost> tiles{};
  std::uint8_t count = 0;
  std::uint8_t reserved[3] = {};

  std::span<const Tile> Tiles() const { return {tiles.data(), count}; }
  void Add(Tile tile) { tiles[count++] = tile; }
  void Check(const Validation& check) const;
};

/// Takes a tile from the tail of the wall and lays it face up beside `seat`. Returns the tile.
Tile OpenTile(Moves board, Seat seat);
/// Takes an opened tile into the hand as the tile drawn in this turn.
void DrawOpened(Moves board, Seat seat, Tile tile);
/// Lays the tile drawn by DrawOpened back beside the seat.
void ReturnOpened(Moves board, Seat seat);
/// Discards an opened tile: it goes to the river and is in question.
void DiscardOpened(Moves board, Seat seat, Tile tile);

}  // namespace mlf::table
