/// \file
/// Winds (门风, 圈风): the seat winds and the round wind. Two parts, shared as `seat_winds` and
/// `round_wind`. Positions and single hands may set them with `seat_wind: [E, W]` and `round_wind:
/// E`.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

inline constexpr table::Tile kEast = 27;  ///< followed by south, west, north

/// Explicitly given winds: 1 + index of the wind; 0 = by the rule.
struct GivenWinds {
  static constexpr std::string_view kSlot = "given_winds";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<std::uint8_t> seat{};
  std::uint8_t round = 0;
  std::uint8_t reserved[3] = {};

  void Check(const Validation& check) const;
};

class SeatWinds : public Part {
 public:
  static constexpr std::string_view kRole = "seat_winds";

  virtual table::Tile Of(const Records& records, Seat seat) const = 0;
};

class SeatWindRule final : public SeatWinds, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"seat_winds", 1, "各家的门风是什么",
                                  "which wind is each seat's own"};

  explicit SeatWindRule(Params& params);

  table::Tile Of(const Records& records, Seat seat) const override;

  std::string_view StateKey() const override { return "seat_wind"; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  enum class From : std::uint8_t { kDealer, kSeat0 };
  table::TableSlots table_;
  Slot<GivenWinds> given_;
  From from_;
  int seats_;
};

class RoundWind : public Part {
 public:
  static constexpr std::string_view kRole = "round_wind";

  virtual table::Tile Of(const Records& records) const = 0;
};

class RoundWindRule final : public RoundWind, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"round_wind", 1, "圈风是什么", "which wind is the round's"};

  explicit RoundWindRule(Params& params);

  table::Tile Of(const Records& records) const override;

  std::string_view StateKey() const override { return "round_wind"; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  enum class Rule : std::uint8_t { kAlwaysEast, kDealersWind };
  table::TableSlots table_;
  Slot<GivenWinds> given_;
  const SeatWinds* seats_;
  Rule rule_;
};

}  // namespace mlf::logic
