/// \file
/// Actions and offers: what a seat does, and what it may do.
///
/// An Offer is a node with the domain of its payload. The offers of all seats are Choices. An
/// action is valid if an offer contains it, so offered and accepted actions are the same set.
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
    254;  ///< the reserved action `timeout`: play the default of this seat
inline constexpr int kMaxNodes = 128;
inline constexpr int kMaxActionPieces = 4;

/// One move of a seat, or one step of the system. A plain value.
struct Action {
  NodeIndex node = kNoNode;
  Seat seat = kNoSeat;
  std::uint8_t count = 0;  ///< pieces used
  std::array<Piece, kMaxActionPieces> pieces{};
  std::uint8_t reserved = 0;
  std::uint32_t ask = 0;  ///< number of the window it answers
  std::int32_t value = 0;

  friend constexpr bool operator==(const Action&, const Action&) = default;
};
static_assert(sizeof(Action) == 16);

/// The legal payloads of an action. `kind` is fixed per node; see ActionNode::payload.
struct Domain {
  enum Kind : std::uint8_t {
    kNone,     ///< not offered
    kNothing,  ///< no payload
    kPiece,    ///< one piece of `mask`
    kCombo,    ///< one of `combos`: the piece in question first, then those it joins
    kSubset,   ///< `take` pieces out of `pool`, all of one group if `same_group`
    kValue,    ///< a value v, where bit v of `mask` is set
    kRange,    ///< a value in low..high
    kBits,     ///< a value whose bits are a subset of `mask` (bits 0..30) and contain those of
               ///< `low`; of each run of bits in `high`, at most one is set
  };
  static constexpr int kMaxCombos = 12;
  using Combo = std::array<Piece, kMaxActionPieces>;  ///< padded with kNoPiece

  /// Fields that `kind` does not use are ignored.
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
  /// Writes payload `n` (0 <= n < Count()) into `action`. Leaves node, seat and ask unchanged.
  void Nth(std::uint64_t n, Action& action) const;
  /// Whether the domain contains the payload of `action`. The pieces of a subset may come in any
  /// order.
  bool Contains(const Action& action) const {
    if (kind == kNothing) return action.count == 0 && action.value == 0;
    if (kind != kPiece) return ContainsOther(action);
    return action.count == 1 && action.value == 0 && action.pieces[0] < kGroups * kGroupSize &&
           (mask & MaskOf(action.pieces[0])) != 0;
  }
  /// True when no payload is left.
  bool Empty() const {
    return kind == kNone || (kind == kPiece ? mask == 0 : kind != kNothing && EmptyOther());
  }
  /// Sets the domain to `not offered`. Cheaper than a new Domain: pool and combos are not cleared.
  void Clear() {
    kind = kNone;
    take = combo_count = 0;
    same_group = false;
    mask = 0;
    low = high = 0;
  }

 private:
  /// The slow paths, for the other kinds.
  bool ContainsOther(const Action& action) const;
  bool EmptyOther() const;
};

struct Offer {
  Seat seat = kNoSeat;
  NodeIndex node = kNoNode;
  Domain domain;
};

/// The offers of all asked seats, grouped by seat. The offers of a seat are in the window's order
/// of priority.
class Choices {
 public:
  void Clear() {
    count_ = 0;
    begin_.fill(0);
    end_.fill(0);
  }
  /// Returns space for the next offer, with a cleared domain. Keep adds it to the choices. Without
  /// Keep, the next call returns the same space.
  Offer& Next() {
    auto room = offers_.begin() + static_cast<std::ptrdiff_t>(count_);
    if (room == offers_.end()) room = offers_.emplace(room);
    room->domain.Clear();
    return *room;
  }
  /// Adds `offer`, which the last Next returned. Call it for seats in rising order.
  void Keep(Offer& offer, Seat seat, NodeIndex node) {
    offer.seat = seat;
    offer.node = node;
    if (end_[seat] == 0) begin_[seat] = static_cast<std::uint16_t>(count_);
    end_[seat] = static_cast<std::uint16_t>(++count_);
  }

  /// The offers of `seat`; none if there is no such seat.
  std::span<const Offer> Of(Seat seat) const {
    if (seat < 0 || seat >= kMaxSeats) return {};
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
  /// Number of distinct legal actions of `seat`, and the n-th of them (0 <= n < Count).
  std::uint64_t Count(Seat seat) const;
  Action Nth(Seat seat, std::uint64_t n, std::uint32_t ask) const;

 private:
  std::vector<Offer> offers_;  ///< `count_` valid offers, then space for reuse
  std::size_t count_ = 0;
  std::array<std::uint16_t, kMaxSeats> begin_{}, end_{};  ///< range of each seat in offers_
};

}  // namespace mlf
