/// \file
/// WinRule (胡牌规则): which hands are complete. Shapes define complete hands. Filters define what
/// they must not contain.
///
/// Used by everything that asks whether a seat can win: hu, zi_mo, robbing, locked hands, waits,
/// end-of-hand checks, bots. Fan minimums and missed wins are conditions of nodes, not of this
/// part.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>

namespace mlf::logic {

using table::Board;
using table::Tile;
using table::TileMask;

enum class WinBy : std::uint8_t { kSelfDraw, kDiscard, kRob };

/// A shape of complete hands: standard, seven pairs, thirteen orphans. Structural: the remaining
/// copies are ignored.
class WinShape : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "win_shape";
  /// `hand`: concealed natural tiles with the winning one; `wild`: number of wildcards; `melds`:
  /// number of melds.
  virtual bool Complete(const Counts& hand, int melds, int wild) const = 0;
  /// The natural kinds that complete `hand`, which is one tile short.
  virtual TileMask Waits(const Counts& hand, int melds, int wild) const = 0;
  /// Distance (向听): -1 complete, 0 ready.
  virtual int Distance(const Counts& hand, int melds, int wild) const = 0;
  /// The same two functions, with wildcards limited to `stand_for`. By default a shape ignores the
  /// limit.
  virtual bool CompleteWith(const Counts& hand, int melds, int wild, TileMask stand_for) const {
    static_cast<void>(stand_for);
    return Complete(hand, melds, wild);
  }
  virtual TileMask WaitsWith(const Counts& hand, int melds, int wild, TileMask stand_for) const {
    static_cast<void>(stand_for);
    return Waits(hand, melds, wild);
  }
  /// Whether `hand` is complete without its pair, so that any two tiles beside it may be one.
  virtual bool SetsOnly(const Counts& hand, int melds, int wild, TileMask stand_for) const {
    static_cast<void>(hand), static_cast<void>(melds), static_cast<void>(wild);
    static_cast<void>(stand_for);
    return false;
  }
  /// Whether hands of the shape may hold sequences; of one that may not, a chi is none of its sets.
  virtual bool HasSequences() const { return true; }
  /// The kinds of a body: single tiles that a complete hand of this shape holds beside its sets and
  /// pair (组合龙). 0 = it has none. `hand` need not be complete.
  virtual TileMask Body(const Counts&) const { return 0; }
  /// Whether hands of the shape have a body.
  virtual bool HasBody() const { return false; }
  /// Whether the shape consists of pairs, not sets.
  virtual bool ReadsAsPairs() const { return false; }
  /// False if `seat` may not win with the shape now (a shape for the opening).
  virtual bool InForce(const Records&, Seat, WinBy) const { return true; }
};

/// Defines which kinds are wild in this hand.
class Wilds : public table::WildKinds, public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "wilds";
  /// The kinds that a wildcard may stand for; constant.
  virtual TileMask StandFor() const { return kAnyKind; }
  static constexpr TileMask kAnyKind = ~TileMask{0};
  /// StandFor and the wild kinds themselves: what a wildcard may be in a complete hand.
  TileMask MayBe(const Records& records) const { return StandFor() | WildsOf(records); }
  /// Whether a wildcard of another seat, on which a seat wins, is the tile that it is; constant.
  virtual bool PlainWhenClaimed() const { return false; }
  /// Number of wildcards that `seat` has laid aside as gangs (赖子杠).
  virtual int Laid(const Records&, Seat) const { return 0; }
};

/// Excludes complete hands with certain tiles (void suits, surplus wildcards).
class HandFilter : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "hand_filter";
  /// Whether the filter restricts such wins at all. Called when the flow is built. Allows and
  /// Narrow are called for restricted wins only.
  virtual bool Limits(WinBy) const { return true; }
  /// Whether `hand` (concealed, with the winning tile) may win.
  virtual bool Allows(const Records& records, Seat seat, const Counts& hand, WinBy by) const = 0;
  /// The kinds of `waits` on which `hand` (without the winning tile) may win by a discard.
  virtual TileMask Narrow(const Records& records, Seat seat, const Counts& hand,
                          TileMask waits) const = 0;
  /// False: in such a win, a wildcard counts only as its own tile.
  virtual bool WildcardsStand(WinBy) const { return true; }
};

/// Whether a seat can wait for a tile if it owns all four copies. In play it cannot
/// (`rules/common.md#waits`).
enum class OwnFour : std::uint8_t { kNoWait, kWait };

/// The role of the variant's shared part `win`. The part `win_rule` combines shapes and filters.
/// Other parts may use other rules.
class WinRule : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "win_rule";

  /// Whether the hand of `seat`, the drawn tile included, is complete and allowed.
  bool CanWinByDraw(const Records& records, Seat seat) const {
    const table::SeatBoard& own = table_.board(records).seats[seat];
    return Complete(records, seat, own.hand, own.meld_count, WinBy::kSelfDraw);
  }
  /// Whether the hand of `seat` plus `tile` is complete and allowed.
  bool CanWin(const Records& records, Seat seat, Tile tile, WinBy by) const {
    const table::SeatBoard& own = table_.board(records).seats[seat];
    Counts hand = own.hand;
    if (hand[tile] >= 7) return false;  // Counts cannot hold an eighth copy
    hand.Add(tile);
    return Complete(records, seat, hand, own.meld_count, by);
  }
  /// The same for explicit tiles. `hand` includes the winning tile.
  virtual bool Complete(const Records& records, Seat seat, const Counts& hand, int melds,
                        WinBy by) const = 0;
  /// The tiles on which `seat` wins by a discard with `hand` (3n+1 concealed tiles, `melds` melds).
  virtual TileMask Waits(const Records& records, Seat seat, const Counts& hand, int melds,
                         OwnFour own_four) const = 0;
  TileMask Waits(const Records& records, Seat seat, const Counts& hand, int melds) const {
    return Waits(records, seat, hand, melds, OwnFour::kNoWait);
  }
  /// The waits of its present hand. In its own turn the drawn tile is left out.
  TileMask Waits(const Records& records, Seat seat, OwnFour own_four = OwnFour::kNoWait) const;
  /// The smallest distance over the shapes. Ignores filters and limits of wildcards.
  virtual int Distance(const Records& records, const Counts& hand, int melds) const = 0;
  /// Whether `hand` has a shape, regardless of seat and kind of win.
  virtual bool HasShape(const Records& records, const Counts& hand, int melds) const = 0;
  /// Whether the hand has a shape of pairs.
  virtual bool IsPairs(const Records&, const Counts&) const { return false; }
  /// The body of the shape in `hand` that has one, or 0 (WinShape::Body). HasBody: whether a shape
  /// has one at all.
  virtual TileMask Body(const Counts&) const { return 0; }
  virtual bool HasBody() const { return false; }
  /// Whether `hand` has a shape with every wildcard as its own tile (硬胡).
  virtual bool Hard(const Counts& hand, int melds) const = 0;
  /// The wildcards; null if there are none.
  virtual const Wilds* wilds() const { return nullptr; }
  /// Splits `hand`: returns the natural tiles and sets `wild` to the number of wildcards.
  Counts Natural(const Records& records, const Counts& hand, int& wild) const;

 protected:
  explicit WinRule(Params& params) : table_(params) {}

  table::TableSlots table_;
};

}  // namespace mlf::logic
