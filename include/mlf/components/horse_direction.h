/// \file
/// The seat that a horse (马) points at.
#pragma once

#include <mlf/table/tile.h>

#include <optional>

namespace mlf::logic {

/// The index of the seat, counted from the first seat (such as the dealer). 1 5 9 东 中 give 0, 2 6
/// 南 发 give 1, 3 7 西 白 give 2, 4 8 北 give 3 (`rules/tuidaohu.md#horses`). A flower points at
/// none.
constexpr std::optional<int> HorseDirection(table::Tile tile) {
  constexpr int kSeatsPointedAt = 4, kWinds = 4, kHonourKinds = 7;
  if (table::IsFlower(tile)) return std::nullopt;
  const int rank = RankOf(tile);
  if (!table::IsHonour(tile)) return rank % kSeatsPointedAt;
  return rank < kWinds ? rank : kHonourKinds - 1 - rank;  // 中 发 白 map like 东 南 西
}

}  // namespace mlf::logic
