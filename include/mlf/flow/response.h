/// \file
/// What came of an action: events with who may see them, who may act next, or a refusal that says
/// why.
#pragma once

#include <mlf/flow/action.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {

/// A sentence in both languages under an open id. A static constant beside the node, guard or part
/// that says it.
struct Reason {
  std::string_view id;
  std::string_view zh;
  std::string_view en;
};

/// A kind of event: a static constant beside the node or part that emits it.
struct EventType {
  std::string_view id;
  std::string_view zh;
  std::string_view en;
};

inline constexpr SeatMask kEverybody = 0xFF;

/// Something that happened. Seats outside `seen_by` do not learn of it; those in seen_by but
/// outside `shown_to` see it without pieces and value (a draw, a concealed gang).
struct Event {
  static constexpr int kMaxPieces = 18;

  const EventType* type = nullptr;
  Seat seat = kNoSeat;   ///< whose doing
  Seat other = kNoSeat;  ///< the other seat concerned, if any
  SeatMask seen_by = kEverybody;
  SeatMask shown_to = kEverybody;
  std::uint8_t count = 0;
  std::array<Piece, kMaxPieces> pieces{};
  std::int32_t value = 0;
  std::string_view text = {};  ///< an id with static life: a fan, a ledger reason

  /// Fluent building, for hooks.
  Event& With(Piece piece) {
    if (count < kMaxPieces) pieces[count++] = piece;
    return *this;
  }
  Event& Only(SeatMask seats) { return seen_by = shown_to = seats, *this; }
  Event& ShownTo(SeatMask seats) { return shown_to = seats, *this; }
};

enum class RefusalCode : std::uint8_t {
  kNone,
  kUnknownAction,   ///< no such node in this flow
  kStaleAsk,        ///< the window it answers has closed
  kWrongSeat,       ///< no such seat, or this answer is not that seat's to give
  kNotAsked,        ///< the seat is not asked (now)
  kNoEdge,          ///< the node may not follow here
  kGuardFalse,      ///< the edge's guard says no
  kInvalidPayload,  ///< not one of the offered payloads
  kAlreadyAnswered,
  kGameOver,
  kInternal,  ///< a broken invariant; the records are as before
};
std::string_view CodeName(RefusalCode code);

struct Refusal {
  RefusalCode code = RefusalCode::kNone;
  const Reason* reason = nullptr;  ///< set whenever code is
  std::string detail;              ///< internal only: node, hook and text of the broken check
};

enum class Status : std::uint8_t {
  kRests,    ///< a window is open; see choices
  kWaits,    ///< the answer is kept, the window waits for others
  kOver,     ///< an end node has been reached
  kRefused,  ///< nothing has changed; choices holds what the seat could do instead
};

/// Reused by the caller: after warm-up nothing is allocated.
struct Response {
  Status status = Status::kRefused;
  Refusal refusal;
  std::vector<Event> events;
  Choices choices;                           ///< every seat that may answer now
  std::array<Action, kMaxSeats> defaults{};  ///< what a timeout would play, per seat of `asked`
  SeatMask asked = 0;
  NodeIndex node = kNoNode;  ///< the critical node
  std::uint32_t ask = 0;
  std::uint32_t version = 0;
  std::int32_t deadline_ms = 0;  ///< 0 = none

  bool ok() const { return status != Status::kRefused; }
  void Clear() {
    status = Status::kRefused;
    refusal.code = RefusalCode::kNone;
    refusal.reason = nullptr;
    refusal.detail.clear();
    events.clear();
    choices.Clear();
    asked = 0;
    node = kNoNode;
    deadline_ms = 0;
  }
};

}  // namespace mlf
