/// \file
/// Hands of pairs and one triplet (八对半).
#pragma once

#include <mlf/table/hand_tables.h>

#include <bit>

namespace mlf::table {

/// Whether `hand` holds three of one kind, and two or four of every other. Its size is not tested.
inline bool IsPairsAndTriplet(const Counts& hand) {
  constexpr std::uint32_t kOnes = 0x1249249;
  std::uint32_t threes = 0, others = hand.group[kFlower];
  int odd = 0;
  for (int g = 0; g < kGroups - 1; ++g) {
    const std::uint32_t word = hand.group[static_cast<std::size_t>(g)];
    odd += std::popcount(word & kOnes);
    threes |= word & word >> 1 & ~(word >> 2) & kOnes;
    others |= word >> 2 & (word | word >> 1) & kOnes;  // five and more
  }
  return odd == 1 && threes != 0 && others == 0;
}

}  // namespace mlf::table
