/// \file
/// Winds (门风, 圈风): the seat winds and the round wind. Two parts, shared as `seat_winds` and
/// `round_wind`. Positions and single hands may set them with `seat_wind: [E, W]` and `round_wind:
/// E`.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

inline constexpr table::Tile kEast = 27;  ///< followed by south, west, north

/// Explicitly given winds, as their distance from East. None = by the rule.
struct GivenWinds {
  static constexpr std::string_view kSlot = "given_winds";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<table::Maybe<std::uint8_t>> seat{};
  table::Maybe<std::uint8_t> round;
  std::uint8_t reserved[3] = {};

  void Check(const Validation& check) const;
};

class SeatWinds : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "seat_winds";

  virtual table::Tile Of(const Records& records, Seat seat) const = 0;
};

class RoundWind : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "round_wind";

  virtual table::Tile Of(const Records& records) const = 0;
};

}  // namespace mlf::logic
