/// \file
/// Passed wins (过胡加倍, `rules/erren.md#passed-wins`): how often a seat that declared ready has
/// passed up a win, on a discard or its own draw. The number is public and lasts until the hand
/// ends.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

struct PassedWins {
  static constexpr std::string_view kSlot = "passed_wins";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<std::uint8_t> count{};
  std::uint8_t reserved[4] = {};

  void Check(const Validation& check) const;
};

}  // namespace mlf::logic
