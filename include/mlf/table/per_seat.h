/// \file
/// Arrays with one element per seat or party, indexed by Seat.
#pragma once

#include <mlf/flow/check.h>
#include <mlf/flow/pieces.h>

#include <array>
#include <concepts>
#include <cstddef>

namespace mlf::table {

inline constexpr int kMaxPlayers = 4;          ///< seats at the table
inline constexpr int kMaxParties = 8;          ///< seats, persons without a seat, pot
inline constexpr Seat kPot = kMaxParties - 1;  ///< points that lie on the table, no person's

/// A std::array indexed by a seat or another integer, without casts. An index outside is a broken
/// invariant (check.h): a person without a seat has no element.
///
/// The library itself is compiled with MLF_TRUSTED_SEATS, because the engine has checked the seats
/// that reach it and the check would be 2 % of a step. Inlining keeps both forms apart.
template <typename T, std::size_t kSize>
struct BySeat : std::array<T, kSize> {
  [[gnu::always_inline]] constexpr T& operator[](std::integral auto seat) {
    return this->data()[Index(seat)];
  }
  [[gnu::always_inline]] constexpr const T& operator[](std::integral auto seat) const {
    return this->data()[Index(seat)];
  }

 private:
  [[gnu::always_inline]] static constexpr std::size_t Index(std::integral auto seat) {
    const auto index = static_cast<std::size_t>(seat);  // huge for a negative seat
#ifndef MLF_TRUSTED_SEATS
    MLF_CHECK(index < kSize, "there is no such seat");
#endif
    return index;
  }
};

template <typename T>
using PerSeat = BySeat<T, kMaxPlayers>;
template <typename T>
using PerParty = BySeat<T, kMaxParties>;

}  // namespace mlf::table
