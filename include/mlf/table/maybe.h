/// \file
/// Maybe: a small number of a record that may be absent.
///
/// Records are compared and hashed as bytes, and unused capacity is zero. So the byte 0 means none,
/// and the value x is stored as 1 + x. A Tile or a Seat that is passed along has its own word for
/// none: kNoTile, kNoSeat.
#pragma once

#include <cstdint>

namespace mlf::table {

/// Reads like std::optional. T is a type of small numbers, 0..254.
template <typename T>
class Maybe {
 public:
  constexpr Maybe() = default;
  constexpr Maybe(T value) : code_(static_cast<std::uint8_t>(1 + value)) {}

  constexpr bool has_value() const { return code_ != 0; }
  constexpr explicit operator bool() const { return has_value(); }
  /// The value. There must be one.
  constexpr T operator*() const { return static_cast<T>(code_ - 1); }
  constexpr T value_or(T otherwise) const { return has_value() ? **this : otherwise; }

  friend constexpr bool operator==(Maybe, Maybe) = default;

 private:
  std::uint8_t code_ = 0;
};

}  // namespace mlf::table
