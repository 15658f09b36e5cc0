/// \file
/// The result of an action: events with their audiences, and who may act next; or a refusal with
/// its reason.
#pragma once

#include <mlf/flow/action.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {

/// A sentence in both languages with an id. A static constant beside the node, guard or part that
/// uses it.
struct Reason {
  std::string_view id;
  std::string_view zh;
  std::string_view en;
};

/// A kind of event: a static constant beside the node or part that emits it. Its texts may contain
/// {seat} {other} {pieces} {value} {text}. Each constant enters the list that `EventTypes` returns,
/// from which a page gets the texts.
///
/// Tools and pages know events by their ids, so constants with one id and different texts are
/// refused when a registry comes into use (game_registry.h), unless one of each two is made with
/// `other_words`: the same event, told in other words.
struct EventType {
  EventType(std::string_view id, std::string_view zh, std::string_view en, bool names_seats = false,
            bool other_words = false);
  EventType(const EventType&) = delete;
  EventType& operator=(const EventType&) = delete;

  const std::string_view id;
  const std::string_view zh;
  const std::string_view en;
  const bool names_seats;  ///< the pieces of such an event are seats, and are sent as seats
  const bool other_words;  ///< another constant has the id, too
};

/// All kinds of events that this program or, called from it, this plug-in contains.
std::vector<const EventType*> EventTypes();

inline constexpr SeatMask kEverybody = 0xFF;

/// Something that happened. Seats outside `seen_by` do not see it. Seats in `seen_by` but outside
/// `shown_to` see it without pieces and value (a draw, a concealed gang).
struct Event {
  static constexpr int kMaxPieces = 18;

  const EventType* type = nullptr;
  Seat seat = kNoSeat;   ///< the seat that acted
  Seat other = kNoSeat;  ///< the other seat involved, if any
  SeatMask seen_by = kEverybody;
  SeatMask shown_to = kEverybody;
  std::uint8_t count = 0;
  std::array<Piece, kMaxPieces> pieces{};
  std::int32_t value = 0;
  std::string_view text = {};  ///< an id with static storage: a fan, a ledger reason

  /// Chained setters, for hooks.
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
  kWrongSeat,       ///< no such seat, or the seat may not give this answer
  kNotAsked,        ///< the seat is not asked now
  kNoEdge,          ///< the node cannot follow here
  kGuardFalse,      ///< a guard of the edge fails
  kInvalidPayload,  ///< the payload is not offered, or the conditions of the action fail
  kAlreadyAnswered,
  kGameOver,
  kInternal,  ///< a broken invariant; the records are unchanged
};
std::string_view CodeName(RefusalCode code);

struct Refusal {
  RefusalCode code = RefusalCode::kNone;
  const Reason* reason = nullptr;  ///< set for every code but kNone
  std::string detail;              ///< kInternal only: node, hook and text of the failed check
};

enum class Status : std::uint8_t {
  kRests,    ///< a window is open; see choices
  kWaits,    ///< the answer is stored; the window waits for others
  kOver,     ///< an end node was reached
  kRefused,  ///< nothing changed; `choices` holds the seat's alternatives
};

/// The caller reuses it. After warm-up, accepted steps allocate nothing.
struct Response {
  Status status = Status::kRefused;
  Refusal refusal;
  std::vector<Event> events;
  Choices choices;                           ///< of every seat that may answer now
  std::array<Action, kMaxSeats> defaults{};  ///< the action of a timeout, for each seat of `asked`
  SeatMask asked = 0;                        ///< seats that may answer now
  NodeIndex node = kNoNode;                  ///< the critical node
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
