/// \file
/// Void suits (定缺): each seat names one suit that it must get rid of and cannot win with
/// (`rules/xueliu.md#void`).
///
/// The slot is written when the window of choose_void decides, so its content is public.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

using table::Tile;
using table::TileMask;

struct VoidSuits {
  static constexpr std::string_view kSlot = "void_suits";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<std::uint8_t> suit{};  ///< 1 + Suit; 0 = none named
  std::uint8_t reserved[4] = {};

  void Check(const Validation& check) const;
};

/// The tiles of the suit that `seat` has named; 0 before that.
constexpr TileMask VoidMask(const VoidSuits& voids, Seat seat) {
  const std::uint8_t suit = voids.suit[seat];
  return suit == 0 ? 0 : table::SuitMask(static_cast<table::Suit>(suit - 1));
}

/// Whether `hand` holds a tile of the seat's void suit.
constexpr bool HoldsVoid(const VoidSuits& voids, Seat seat, const Counts& hand) {
  const std::uint8_t suit = voids.suit[seat];
  return suit != 0 && hand.group[suit - 1u] != 0;
}

/// The variant's shared part `void`. State key in positions and views: `void: [m, p, s, s]`.
class VoidSuitRule final : public Part, public table::StateText {
 public:
  static constexpr std::string_view kRole = "void_suits";
  static constexpr PartInfo kInfo{"void_suits", 1, "定缺：记各家所缺的花色（节点 choose_void）",
                                  "the suit that each seat has named in the node choose_void"};

  explicit VoidSuitRule(Params& params)
      : voids_(params.Slot<VoidSuits>()), seats_(params.seats()) {}

  TileMask Mask(const Records& records, Seat seat) const { return VoidMask(voids_(records), seat); }

  std::string_view StateKey() const override { return "void"; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  Slot<VoidSuits> voids_;
  int seats_;
};

}  // namespace mlf::logic
