/// \file
/// What seats stake, buy or show for a hand, as far as it changes what a win pays
/// (`rules/common.md#formula`): 加漂, 买马, 亮倒. One small number a seat, filled by the node of
/// the variant where that happens; a position sets them as `state: {piao: [0, 2, 1, 0]}`.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>

namespace mlf::score {

/// Points each seat has staked before the hand.
struct PiaoStakes {
  static constexpr std::string_view kSlot = "piao_stakes";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr std::string_view kState = "piao";
  static constexpr int kMost = 255;
  table::PerSeat<std::uint8_t> of{};
  std::uint8_t reserved[4] = {};

  void Check(const Validation& check) const;
};

/// What the horses of each seat that hit are worth together: 1 each, unless the horse rule says
/// otherwise.
struct HorseHits {
  static constexpr std::string_view kSlot = "horse_hits";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr std::string_view kState = "horses";
  static constexpr int kMost = 63 * 100;  ///< horses, and what one may be worth (horse_rule.h)
  table::PerSeat<std::uint16_t> of{};

  void Check(const Validation& check) const;
};

/// 1 for each seat that plays with its hand shown.
struct ShownHands {
  static constexpr std::string_view kSlot = "shown_hands";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr std::string_view kState = "shown";
  static constexpr int kMost = 255;
  table::PerSeat<std::uint8_t> of{};
  std::uint8_t reserved[4] = {};

  void Check(const Validation& check) const;
};

}  // namespace mlf::score
