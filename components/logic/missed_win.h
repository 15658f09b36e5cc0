// Missed wins (漏胡, 过水): a seat that passed up a win on a discard or a robbed gang may be barred
// from the next ones (rules/common.md#missed-wins).
//
//   note_missed_win    after a claim window: remembers who declined which win
//   missed_win         a condition of `hu`: bars the win according to its mode
//   clear_missed_wins  when the seat draws or melds: clears the memory
//
// A self-draw is never barred, and declining one is not remembered.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

struct MissedWins {
  static constexpr std::string_view kSlot = "missed_wins";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<table::TileMask> tiles{};  // kinds declined since the last draw or meld
  table::PerSeat<std::int32_t> fan{};       // the highest fan among them

  void Check(const Validation& check) const;
};

enum class MissedWinMode : std::uint8_t { kOff, kSameTile, kHigherFan, kAny };

}  // namespace mlf::logic
