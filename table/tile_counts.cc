// Counts the tiles of a table: all of them, and the ones that a seat sees.
#include <mlf/table/board.h>

#include <bit>

namespace mlf::table {

std::array<int, kMaxPieces> CountTiles(const Board& board, bool with_wall) {
  std::array<int, kMaxPieces> all{};
  const auto add = [&](const Counts& tiles) {
    ForEach(tiles.Kinds(), [&](Tile tile) { all[tile] += tiles[tile]; });
  };
  for (int i = board.wall.head; i < board.wall.tail && with_wall; ++i)
    ++all[KindOf(board.wall.tiles[i])];
  for (int s = 0; s < board.seat_count; ++s) {
    const SeatBoard& seat = board.seats[s];
    add(seat.hand);
    add(seat.set_aside);
    for (const Meld& meld : seat.Melds()) {
      const int kinds = meld.kind == MeldKind::kChi ? 3 : 1;
      for (int i = 0; i < kinds; ++i) {
        const Tile tile = meld.At(i);
        all[tile] += meld.CountOf(tile);
      }
    }
    for (int flower = 0; flower < 8; ++flower) all[36 + flower] += (seat.flowers >> flower) & 1;
  }
  for (int i = 0; i < board.river_count; ++i) {
    if (!board.river[i].claimed()) ++all[board.river[i].tile];
  }
  if (board.turned) ++all[*board.turned];
  add(board.removed);
  return all;
}

std::array<int, 3> CountReds(const Board& board, bool with_wall) {
  std::array<int, 3> reds{};
  for (int suit = 0; suit < 3; ++suit) {
    const auto index = static_cast<std::size_t>(suit);
    int& here = reds[index];
    for (int i = board.wall.head; i < board.wall.tail && with_wall; ++i)
      here += board.wall.tiles[i] == kRedFives[index] ? 1 : 0;
    for (int s = 0; s < board.seat_count; ++s) {
      const SeatBoard& seat = board.seats[s];
      here += (seat.red >> 2 * suit & 3) + (seat.red_aside >> 2 * suit & 3);
      for (const Meld& meld : seat.Melds()) here += SuitOf(meld.tile) == suit ? meld.Reds() : 0;
    }
    for (int i = 0; i < board.river_count; ++i) {
      const Discard& discard = board.river[i];
      here += !discard.claimed() && discard.Piece() == kRedFives[index] ? 1 : 0;
    }
  }
  return reds;
}

Counts AllTiles(const Board& board) {
  Counts all;
  const std::array<int, kMaxPieces> tiles = CountTiles(board, /*with_wall=*/true);
  for (Tile tile = 0; tile < kGroups * kGroupSize; ++tile) all.Add(tile, tiles[tile]);
  return all;
}

int SeenCopies(const Board& board, Seat viewer, Tile tile) {
  int seen = board.seats[viewer].hand[tile] + (board.turned == tile ? 1 : 0);
  for (Seat s = 0; s < board.seat_count; ++s) {
    const SeatBoard& seat = board.seats[s];
    seen += seat.set_aside[tile];
    for (const Meld& meld : seat.Melds()) {
      if (s == viewer || !meld.Hidden()) seen += meld.CountOf(tile);
    }
  }
  for (int i = 0; i < board.river_count; ++i) {
    if (!board.river[i].claimed() && board.river[i].tile == tile) ++seen;
  }
  return seen;
}

Tile HighestTile(const Counts& hand) {
  const TileMask kinds = hand.Kinds();
  return kinds == 0 ? kNoTile : static_cast<Tile>(63 - std::countl_zero(kinds));
}

}  // namespace mlf::table
