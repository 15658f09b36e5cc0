/// \file
/// Stakes, horses and shown hands, as far as they change the payment of a win
/// (`rules/common.md#formula`): 加漂, 买马, 亮倒. One small number per seat, set by a node of the
/// variant. In positions: `state: {piao: [0, 2, 1, 0]}`.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/table/board.h>

#include <mlf/table/state_text.h>
#include <array>

#include <cstdint>

namespace mlf::score {

/// Points staked by each seat before the hand.
struct PiaoStakes {
  static constexpr std::string_view kSlot = "piao_stakes";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr std::string_view kState = "piao";
  static constexpr table::StateLabel kLabel{"漂", "stake"};
  static constexpr int kMost = 255;
  table::PerSeat<std::uint8_t> of{};
  std::uint8_t reserved[4] = {};

  void Check(const Validation& check) const;
};

/// The total value of each seat's horse hits: 1 each, unless the horse rule differs.
struct HorseHits {
  static constexpr std::string_view kSlot = "horse_hits";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr std::string_view kState = "horses";
  static constexpr table::StateLabel kLabel{"中马", "horse hits"};
  static constexpr int kMost =
      63 * 100;  ///< the number of horses times the highest value of one (horse_rule.h)
  table::PerSeat<std::uint16_t> of{};

  void Check(const Validation& check) const;
};

/// 1 for each seat that plays with its hand shown.
struct ShownHands {
  static constexpr std::string_view kSlot = "shown_hands";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr std::string_view kState = "shown";
  static constexpr table::StateLabel kLabel{"明牌", "plays open"};
  static constexpr int kMost = 255;
  table::PerSeat<std::uint8_t> of{};
  std::uint8_t reserved[4] = {};

  void Check(const Validation& check) const;
};

}  // namespace mlf::score
