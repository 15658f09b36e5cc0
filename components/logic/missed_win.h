// Missed wins (漏胡, 过水): a seat that passed up a win on a discard or a robbed gang may be barred
// from the next ones (rules/common.md#missed-wins).
//
//   note_missed_win    after a claim window: records who declined which win
//   missed_win         a condition of `hu`: bars the win according to its mode
//   clear_missed_wins  when the seat draws or melds: clears the record
//
// Furiten (振听) is such a rule too. Its record holds every tile that passed the seat, even if the
// seat could not win on it; note_passed_tile adds them. Its own discards count as well. The seat
// may win on no discard while one of its waits is among them (rules/riichi.md#furiten).
//
// A self-draw is never barred, and declining one is not recorded.
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

  // They tell what a seat could have won on.
  void HideFrom(Seat viewer) {
    for (Seat seat = 0; seat < table::kMaxPlayers; ++seat) {
      if (seat == viewer) continue;
      tiles[seat] = 0;
      fan[seat] = 0;
    }
  }
  void Check(const Validation& check) const;
};

// Implemented by a condition that may bar wins because of the seat's own discards.
class DiscardBar {
 public:
  // Whether a seat may win on no discard while one of its waits lies in its own river.
  virtual bool OwnDiscardsBar() const = 0;

 protected:
  ~DiscardBar() = default;
};

enum class MissedWinMode : std::uint8_t { kOff, kSameTile, kHigherFan, kAny, kFuriten };

}  // namespace mlf::logic
