/// \file
/// Knitted tiles (不靠): the ranks 147, 258 and 369 dealt out to the three suits, one class a suit.
/// There are six such patterns of nine kinds. Two patterns share three kinds at most, so a hand
/// holds one of them whole at most.
#pragma once

#include <mlf/table/hand_tables.h>

#include <array>

namespace mlf::table {

namespace detail {

constexpr std::array<TileMask, 6> MakeKnitted() {
  constexpr TileMask k147 = 0x49;
  constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  std::array<TileMask, 6> patterns{};
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    for (int suit = 0; suit < 3; ++suit)
      patterns[i] |= k147 << kOrders[i][suit] << (suit * kGroupSize);
  }
  return patterns;
}

}  // namespace detail

/// The six patterns.
inline constexpr std::array<TileMask, 6> kKnitted = detail::MakeKnitted();

/// 七星不靠, 全不靠: 14 different tiles, honours and tiles of one pattern. No wildcards.
bool IsHonoursAndKnitted(const Counts& concealed);
TileMask HonoursAndKnittedWaits(const Counts& concealed);  ///< 13 tiles; structural
int HonoursAndKnittedDistance(const Counts& concealed);    ///< as Distance

/// 组合龙: a whole pattern, and `sets` sets and a pair beside it. `sets` is 1, or 0 with a meld. No
/// wildcards.
bool IsKnittedStraight(const Counts& concealed, int sets);
TileMask KnittedStraightWaits(const Counts& concealed, int sets);  ///< structural
int KnittedStraightDistance(const Counts& concealed, int sets);    ///< as Distance
/// The pattern that the hand holds whole, or 0.
TileMask KnittedBody(const Counts& concealed);

}  // namespace mlf::table
