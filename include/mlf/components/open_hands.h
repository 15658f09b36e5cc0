/// \file
/// Open hands (亮倒): a seat that is ready lays its tiles open and plays on, locked. Kinds that it
/// holds three times may stay covered and be ganged later. Its waits are known to all, and the
/// others may not feed it.
///
/// OpenHandRule is the variant's shared part `open_hands`. The nodes lay_open and cover write the
/// slot. State keys: `shown: [0, 2]`, the seats that lie open, and `covered: [~, 9s]` by seat.
#pragma once

#include <mlf/components/win_rule.h>
#include <mlf/flow/validate.h>
#include <mlf/table/maybe.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

struct OpenHands {
  static constexpr std::string_view kSlot = "open_hands";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr int kMostCovered = 4;  ///< a hand has no more threes

  /// The kinds of `seat` that stay covered.
  TileMask Covered(Seat seat) const;
  /// At most kMostCovered `kinds`.
  void Cover(Seat seat, TileMask kinds);

  /// Kinds that stay covered, in their order from the front; a mask would take four times the room.
  table::PerSeat<std::array<table::Maybe<table::Tile>, kMostCovered>> covered{};
  table::PerSeat<std::uint8_t> chosen_at{};  ///< 1 + the discards of the seat when it chose them
  SeatMask open = 0;
  table::Maybe<Seat> first;  ///< who lay open first
  std::uint8_t reserved[2] = {};

  void Check(const Validation& check) const;
};

class OpenHandRule : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "open_hand_rule";

  virtual bool IsOpen(const Records& records, Seat seat) const = 0;
  virtual SeatMask Open(const Records& records) const = 0;
  /// The kinds that `seat` has covered and still holds three times.
  virtual TileMask Covered(const Records& records, Seat seat) const = 0;
  /// What an open seat waits for, with its covered kinds as finished sets; nothing for others.
  virtual TileMask Waits(const Records& records, Seat seat) const = 0;
  /// The discards after which the rest of the hand is ready, with `covered` as finished sets.
  virtual TileMask Discards(const Records& records, Seat seat, TileMask covered) const = 0;
  virtual int min_wall() const = 0;
  virtual bool may_cover() const = 0;
  /// From now on `seat` lies open and is locked.
  virtual void LayOpen(Records& records, Seat seat) const = 0;
  virtual table::Maybe<Seat> First(const Records& records) const = 0;
};

}  // namespace mlf::logic
