/// \file
/// Viewer: who is looking at a table, and what of an event that one may know. Texts, JSON and views
/// all ask here, so that there is one place that can leak.
#pragma once

#include <mlf/flow/response.h>

#include <optional>

namespace mlf {

/// The language of texts for people.
enum class Lang : std::uint8_t { kZh, kEn };

struct Viewer {
  enum Kind : std::uint8_t {
    kSeat,       ///< a player, or a bystander by its number
    kSpectator,  ///< sees what every seat sees, and nothing else
    kFull,       ///< sees everything: referees, replays, tests
  };

  Kind kind = kFull;
  Seat seat = kNoSeat;

  static constexpr Viewer Of(Seat seat) { return {kSeat, seat}; }
  static constexpr Viewer Spectator() { return {kSpectator, kNoSeat}; }
  static constexpr Viewer Full() { return {kFull, kNoSeat}; }

  /// Whether something meant for `mask` (of a table with `seats` seats) is meant for this viewer.
  constexpr bool In(SeatMask mask, int seats) const {
    const SeatMask all = static_cast<SeatMask>((1u << seats) - 1);
    switch (kind) {
      case kSeat: return seat >= 0 && seat < kMaxSeats && (mask & MaskOf(seat)) != 0;
      case kSpectator: return (mask & all) == all;
      case kFull: return true;
    }
    return false;
  }
  /// Whether this viewer may know what `asked` may answer.
  constexpr bool Knows(Seat asked) const {
    return kind == kFull || (kind == kSeat && seat == asked);
  }
};

/// The event as `viewer` sees it: nothing where it is not seen; with kNoPiece for every piece and
/// value 0 where it is seen but not shown. The masks of what is returned are kEverybody, as they
/// too would tell.
std::optional<Event> Seen(const Event& event, Viewer viewer, int seats);

}  // namespace mlf
