#include <mlf/components/tile_set.h>
#include <mlf/flow/random.h>
#include "tools/kit/fields.h"
#include "tools/kit/nodes_of.h"
#include "tools/kit/place_board.h"

#include <algorithm>
#include <span>

namespace mlf::tools {
namespace {

// The wall: named tiles of its front, tiles nobody named, named tiles of its tail.
void BuildWall(const Placing& p, std::span<const Tile> unnamed) {
  table::Wall& wall = p.board.wall;
  const auto* node = NodeSaying<logic::WallBuilder>(p.flow);
  wall.keep = static_cast<std::uint8_t>(node == nullptr ? 0 : node->KeptTiles());
  const auto put = [&](Tile tile) { wall.tiles[wall.size++] = tile; };
  for (const Tile tile : p.spec.wall) put(tile);
  for (const Tile tile : unnamed) put(tile);
  for (std::size_t i = p.spec.tail.size(); i > 0; --i) put(p.spec.tail[i - 1]);
  wall.tail = wall.size;
}

// Lays the tiles that do not fit into the wall, seat by seat. Then lays the named rivers, one round
// of the table after the other.
void LayRivers(const Placing& p, std::span<const Tile> unnamed) {
  const int seats = p.flow.seats();
  Seat seat = p.spec.dealer;
  for (const Tile tile : unnamed) {
    LayDiscard(p.board, seat, tile, 0);
    seat = static_cast<Seat>((seat + 1) % seats);
  }
  for (std::size_t round = 0;; ++round) {
    bool any = false;
    for (int turn = 0; turn < seats; ++turn) {
      seat = static_cast<Seat>((p.spec.dealer + turn) % seats);
      const std::vector<Tile>& river = p.spec.seats[static_cast<std::size_t>(seat)].river;
      if (round >= river.size()) continue;
      LayDiscard(p.board, seat, river[round], 0);
      any = true;
    }
    if (!any) return;
  }
}

// A position is of the middle of a hand: nobody is in its first turn, unless the position says so.
void CountTurns(const Placing& p) {
  table::PerSeat<int> laid{};
  for (int i = 0; i < p.board.river_count; ++i)
    ++laid[p.board.river[static_cast<std::size_t>(i)].seat()];
  for (std::size_t s = 0; s < p.spec.seats.size(); ++s) {
    const SeatSpec& given = p.spec.seats[s];
    table::SeatBoard& out = p.board.seats[s];
    const int later = std::max(2, laid[s]);
    out.draws = static_cast<std::uint8_t>(given.draws.value_or(later));
    out.discards =
        static_cast<std::uint8_t>(given.discards.value_or(given.draws ? laid[s] : later));
  }
}

}  // namespace

void PlaceWall(const Placing& p) {
  std::vector<Tile> unnamed = p.supply.Rest();
  if (p.spec.seed) {
    std::uint32_t counter = 0;
    Stream(StreamSeed(HandSeed(*p.spec.seed, 0), "position"), counter)
        .Shuffle(std::span<Tile>(unnamed));
  }
  const std::size_t named = p.spec.wall.size() + p.spec.tail.size();
  const std::size_t most = named + unnamed.size();
  const std::size_t left = p.spec.wall_left ? static_cast<std::size_t>(*p.spec.wall_left) : most;
  if (left < named || left > most) {
    AddFault(p.faults, "S05", p.spec.where,
             "wall_left: " + std::to_string(left) + " tiles; with the tiles named it can be " +
                 std::to_string(named) + ".." + std::to_string(most));
    return;
  }
  const std::span<const Tile> all(unnamed);
  BuildWall(p, all.first(left - named));
  LayRivers(p, all.subspan(left - named));
  CountTurns(p);
}

}  // namespace mlf::tools
