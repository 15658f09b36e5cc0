// Missed wins (漏胡, 过水): a seat that passed up a win on a discard or a robbed gang is held back
// from the next ones (rules/common.md#missed-wins).
//
//   note_missed_win    when a claim window has decided: remembers who declined what
//   missed_win         a condition of `hu`: holds back by its mode
//   clear_missed_wins  the seat draws or melds: forgotten
//
// A self-draw is never held back, and passing one up is not remembered.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

struct MissedWins {
  static constexpr std::string_view kSlot = "missed_wins";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<table::TileMask> tiles{};  // kinds declined since the seat last drew or melded
  table::PerSeat<std::int32_t> fan{};       // the most fan among them

  void Check(const Validation& check) const;
};

enum class MissedWinMode : std::uint8_t { kOff, kSameTile, kHigherFan, kAny };

}  // namespace mlf::logic
