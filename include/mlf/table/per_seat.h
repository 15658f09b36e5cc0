/// \file
/// Arrays with one element per seat or party, indexed by Seat.
#pragma once

#include <mlf/flow/pieces.h>

#include <array>
#include <concepts>
#include <cstddef>

namespace mlf::table {

inline constexpr int kMaxPlayers = 4;          ///< seats at the table
inline constexpr int kMaxParties = 8;          ///< seats, persons without a seat, pot
inline constexpr Seat kPot = kMaxParties - 1;  ///< points that lie on the table, no person's

/// A std::array indexed by a seat or another integer, without casts.
template <typename T, std::size_t kSize>
struct BySeat : std::array<T, kSize> {
  constexpr T& operator[](std::integral auto seat) { return this->data()[seat]; }
  constexpr const T& operator[](std::integral auto seat) const { return this->data()[seat]; }
};

template <typename T>
using PerSeat = BySeat<T, kMaxPlayers>;
template <typename T>
using PerParty = BySeat<T, kMaxParties>;

}  // namespace mlf::table
