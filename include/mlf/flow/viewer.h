/// \file
/// Viewer: who looks at a table, and what of an event that viewer may know. Texts, JSON and views
/// all ask here, so only one place can leak.
#pragma once

#include <mlf/flow/response.h>

#include <optional>

namespace mlf {

/// The language of texts for people.
enum class Lang : std::uint8_t { kZh, kEn };

struct Viewer {
  enum Kind : std::uint8_t {
    kSeat,       ///< a player, or a bystander by number
    kSpectator,  ///< sees only what every seat sees
    kFull,       ///< sees everything: referees, replays, tests
  };

  Kind kind = kFull;
  Seat seat = kNoSeat;

  static constexpr Viewer Of(Seat seat) { return {kSeat, seat}; }
  static constexpr Viewer Spectator() { return {kSpectator, kNoSeat}; }
  static constexpr Viewer Full() { return {kFull, kNoSeat}; }

  /// Whether something addressed to `mask`, at a table of `seats` seats, is addressed to this
  /// viewer.
  constexpr bool In(SeatMask mask, int seats) const {
    const SeatMask all = static_cast<SeatMask>((1u << seats) - 1);
    switch (kind) {
      case kSeat: return seat >= 0 && seat < kMaxSeats && (mask & MaskOf(seat)) != 0;
      case kSpectator: return (mask & all) == all;
      case kFull: return true;
    }
    return false;
  }
  /// Whether this viewer may know the choices of `asked`.
  constexpr bool Knows(Seat asked) const {
    return kind == kFull || (kind == kSeat && seat == asked);
  }
};

/// The event as `viewer` sees it; nothing if unseen. An event that is seen but not shown has
/// kNoPiece for every piece and value 0. The result's masks are kEverybody, because masks leak
/// information too.
std::optional<Event> Seen(const Event& event, Viewer viewer, int seats);

}  // namespace mlf
