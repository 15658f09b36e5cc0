/// \file
/// Actions and offers: what a seat does, and what it may do.
///
/// An Offer is a node with the domain of its payload; a seat's offers are its Choices. Valid is
/// membership in an offer, so whatever is offered is accepted and nothing else is.
#pragma once

#include <mlf/flow/pieces.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace mlf {

/// Index of a node within one flow. Never leaves the process: text, JSON and journals use ids.
using NodeIndex = std::uint8_t;
inline constexpr NodeIndex kNoNode = 255;
inline constexpr NodeIndex kTimeout =
    254;  ///< the reserved action `timeout`: play this seat's default
inline constexpr int kMaxNodes = 128;
inline constexpr int kMaxActionPieces = 4;

/// One seat's move, or one step of the system. A plain value.
struct Action {
  NodeIndex node = kNoNode;
  Seat seat = kNoSeat;
  std::uint8_t count = 0;  ///< pieces used
  std::array<Piece, kMaxActionPieces> pieces{};
  std::uint8_t reserved = 0;
  std::uint32_t ask = 0;  ///< the window it answers
  std::int32_t value = 0;

  friend constexpr bool operator==(const Action&, const Action&) = default;
};
static_assert(sizeof(Action) == 16);

/// What the payload of an action may be. `kind` is fixed per node; see ActionNode::payload.
struct Domain {
  enum Kind : std::uint8_t {
    kNone,     ///< not offered
    kNothing,  ///< no payload
    kPiece,    ///< one piece of `mask`
    kCombo,    ///< one of `combos` (first piece is the one in question, then those it joins)
    kSubset,   ///< `take` pieces out of `pool`, all of one group when `same_group`
    kValue,    ///< a value v with bit v of `mask` set
    kRange,    ///< a value in low..high
    kBits,     ///< a value whose bits are a subset of `mask` (bits 0..30)
  };
  static constexpr int kMaxCombos = 12;
  using Combo = std::array<Piece, kMaxActionPieces>;  ///< padded with kNoPiece

  /// What kind does not speak of is not looked at.
  Kind kind = kNone;
  std::uint8_t take = 0;
  bool same_group = false;
  std::uint8_t combo_count = 0;
  PieceMask mask = 0;
  std::int32_t low = 0;
  std::int32_t high = 0;
  Counts pool;
  std::array<Combo, kMaxCombos> combos{};

  /// Number of distinct payloads.
  std::uint64_t Count() const;
  /// Writes payload `n` (0 <= n < Count()) into `action`; node, seat and ask are left alone.
  void Nth(std::uint64_t n, Action& action) const;
  /// Whether the payload of `action` is one of them. Pieces of a subset may come in any order.
  bool Contains(const Action& action) const {
    if (kind == kNothing) return action.count == 0 && action.value == 0;
    if (kind != kPiece) return ContainsOther(action);
    return action.count == 1 && action.value == 0 && action.pieces[0] < kGroups * kGroupSize &&
           (mask & MaskOf(action.pieces[0])) != 0;
  }
  /// True when nothing is left to choose from.
  bool Empty() const {
    return kind == kNone || (kind == kPiece ? mask == 0 : kind != kNothing && EmptyOther());
  }
  /// Nothing is offered; cheaper than a new one, as the room of pool and combos stays as it is.
  void Clear() {
    kind = kNone;
    take = combo_count = 0;
    same_group = false;
    mask = 0;
    low = high = 0;
  }

 private:
  /// The same of the other kinds.
  bool ContainsOther(const Action& action) const;
  bool EmptyOther() const;
};

struct Offer {
  Seat seat = kNoSeat;
  NodeIndex node = kNoNode;
  Domain domain;
};

/// The offers of every asked seat, grouped by seat, each seat's in the window's order of priority.
class Choices {
 public:
  void Clear() {
    count_ = 0;
    begin_.fill(0);
    end_.fill(0);
  }
  /// Room for the next offer, with its domain cleared. It is one of the choices from Keep on;
  /// without, the next call gives the same room.
  Offer& Next() {
    auto room = offers_.begin() + static_cast<std::ptrdiff_t>(count_);
    if (room == offers_.end()) room = offers_.emplace(room);
    room->domain.Clear();
    return *room;
  }
  /// Seats come in rising order. `offer` is what Next gave last.
  void Keep(Offer& offer, Seat seat, NodeIndex node) {
    offer.seat = seat;
    offer.node = node;
    if (end_[seat] == 0) begin_[seat] = static_cast<std::uint16_t>(count_);
    end_[seat] = static_cast<std::uint16_t>(++count_);
  }

  std::span<const Offer> Of(Seat seat) const {
    return {offers_.data() + begin_[seat], static_cast<std::size_t>(end_[seat] - begin_[seat])};
  }
  /// The offer of `node` to `seat`, or null.
  const Offer* Find(Seat seat, NodeIndex node) const {
    for (const Offer& offer : Of(seat)) {
      if (offer.node == node) return &offer;
    }
    return nullptr;
  }
  std::span<const Offer> All() const { return {offers_.data(), count_}; }
  /// Number of distinct legal actions of `seat`; and the n-th of them in the flat list.
  std::uint64_t Count(Seat seat) const;
  Action Nth(Seat seat, std::uint64_t n, std::uint32_t ask) const;

 private:
  std::vector<Offer> offers_;  ///< those kept come first; what lies behind them is room
  std::size_t count_ = 0;
  std::array<std::uint16_t, kMaxSeats> begin_{}, end_{};  ///< of each seat
};

}  // namespace mlf
