/// \file
/// Void suits (定缺): each seat names one suit that it must get rid of and cannot win with
/// (`rules/xueliu.md#void`).
///
/// The slot is written when the window of choose_void decides, so its content is public.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

using table::Tile;
using table::TileMask;

struct VoidSuits {
  static constexpr std::string_view kSlot = "void_suits";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<table::Maybe<table::Suit>> suit{};
  std::uint8_t reserved[4] = {};

  void Check(const Validation& check) const;
};

/// The tiles of the suit that `seat` has named; 0 before that.
constexpr TileMask VoidMask(const VoidSuits& voids, Seat seat) {
  const table::Maybe<table::Suit> suit = voids.suit[seat];
  return suit ? table::SuitMask(*suit) : 0;
}

/// Whether `hand` holds a tile of the seat's void suit.
constexpr bool HoldsVoid(const VoidSuits& voids, Seat seat, const Counts& hand) {
  const table::Maybe<table::Suit> suit = voids.suit[seat];
  return suit && hand.group[*suit] != 0;
}

}  // namespace mlf::logic
