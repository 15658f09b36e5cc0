/// \file
/// WinRule (胡牌规则): which hands are complete. Shapes say what a complete hand looks like;
/// filters say what it must not hold.
///
/// Shared by everything that asks "can this seat win": hu, zi_mo, robbing, locked hands, waits,
/// end-of-hand checks, bots. Fan minimums and missed wins are conditions of the nodes and not of
/// this part.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>

namespace mlf::logic {

using table::Board;
using table::Tile;
using table::TileMask;

enum class WinBy : std::uint8_t { kSelfDraw, kDiscard, kRob };

/// A shape of complete hands: standard, seven pairs, thirteen orphans. Structural: copies left are
/// not considered.
class WinShape : public Part {
 public:
  static constexpr std::string_view kRole = "win_shape";
  /// `hand`: concealed natural tiles, the winning one included; `wild`: wildcards held; `melds`
  /// laid down.
  virtual bool Complete(const Counts& hand, int melds, int wild) const = 0;
  /// Natural kinds that complete `hand` (one tile short).
  virtual TileMask Waits(const Counts& hand, int melds, int wild) const = 0;
  /// Distance (向听): -1 complete, 0 ready.
  virtual int Distance(const Counts& hand, int melds, int wild) const = 0;
  /// The same two where wildcards may stand for `stand_for` alone. A shape that says nothing else
  /// takes them for any kind.
  virtual bool CompleteWith(const Counts& hand, int melds, int wild, TileMask stand_for) const {
    static_cast<void>(stand_for);
    return Complete(hand, melds, wild);
  }
  virtual TileMask WaitsWith(const Counts& hand, int melds, int wild, TileMask stand_for) const {
    static_cast<void>(stand_for);
    return Waits(hand, melds, wild);
  }
  /// Whether it is made of pairs and not of sets.
  virtual bool ReadsAsPairs() const { return false; }
  /// False where `seat` may not win with it now, whatever it holds (a shape of the opening).
  virtual bool InForce(const Records&, Seat, WinBy) const { return true; }
};

/// Says which kinds are wild in this hand, if any.
class Wilds : public Part {
 public:
  static constexpr std::string_view kRole = "wilds";
  virtual TileMask WildsOf(const Records& records) const = 0;  ///< 0 = none, or not known yet
  /// The kinds that a wildcard may stand for; always the same.
  virtual TileMask StandFor() const { return kAnyKind; }
  static constexpr TileMask kAnyKind = ~TileMask{0};
  /// Those and the wild kinds themselves: what a wildcard may be in a complete hand.
  TileMask MayBe(const Records& records) const { return StandFor() | WildsOf(records); }
  /// Wildcards that `seat` has laid aside as gangs of their own (赖子杠).
  virtual int Laid(const Records&, Seat) const { return 0; }
};

/// What a complete hand must not hold (void-suit tiles, surplus wildcards).
class HandFilter : public Part {
 public:
  static constexpr std::string_view kRole = "hand_filter";
  /// False: it has nothing against such wins, now or later. Asked when the flow is built; the two
  /// below are asked of the other wins alone.
  virtual bool Limits(WinBy) const { return true; }
  /// Whether `hand` (concealed, winning tile included) may win.
  virtual bool Allows(const Records& records, Seat seat, const Counts& hand, WinBy by) const = 0;
  /// Of `waits`, those that this filter lets `hand` (without the winning tile) win on off a
  /// discard.
  virtual TileMask Narrow(const Records& records, Seat seat, const Counts& hand,
                          TileMask waits) const = 0;
  /// False: in such a win a wildcard is nothing but the tile it is.
  virtual bool WildcardsStand(WinBy) const { return true; }
};

/// Whether a tile of which the seat owns all four copies can be waited on. In play it cannot
/// (`rules/common.md#waits`).
enum class OwnFour : std::uint8_t { kNoWait, kWait };

/// The role of the variant's shared part `win`. The part `win_rule` is made of shapes and filters;
/// another part may decide in another way.
class WinRule : public Part {
 public:
  static constexpr std::string_view kRole = "win_rule";

  /// Whether the hand of `seat` with `tile` added is complete and allowed. For a self-draw the tile
  /// is in the hand already: pass kNoTile.
  bool CanWin(const Records& records, Seat seat, Tile tile, WinBy by) const {
    const table::SeatBoard& own = table_.board(records).seats[seat];
    if (tile == table::kNoTile) return Complete(records, seat, own.hand, own.meld_count, by);
    Counts hand = own.hand;
    if (hand[tile] >= 7) return false;  // no hand holds an eighth copy, and Counts could not either
    hand.Add(tile);
    return Complete(records, seat, hand, own.meld_count, by);
  }
  /// The same for tiles given outright: `hand` includes the winning tile.
  virtual bool Complete(const Records& records, Seat seat, const Counts& hand, int melds,
                        WinBy by) const = 0;
  /// Tiles that `seat` wins on with `hand` (3n+1 concealed, `melds` laid down). Discard counting.
  virtual TileMask Waits(const Records& records, Seat seat, const Counts& hand, int melds,
                         OwnFour own_four) const = 0;
  TileMask Waits(const Records& records, Seat seat, const Counts& hand, int melds) const {
    return Waits(records, seat, hand, melds, OwnFour::kNoWait);
  }
  /// Of its present hand: of the 3n+1 tiles, or, in its own turn with a drawn tile, of the hand
  /// without that.
  TileMask Waits(const Records& records, Seat seat, OwnFour own_four = OwnFour::kNoWait) const;
  /// Smallest distance over the shapes for a hand. Filters, and what wildcards may stand for, are
  /// not considered.
  virtual int Distance(const Records& records, const Counts& hand, int melds) const = 0;
  /// Whether `hand` has a shape, whoever wins with it and however.
  virtual bool HasShape(const Records& records, const Counts& hand, int melds) const = 0;
  /// Whether it has one that is made of pairs and not of sets.
  virtual bool IsPairs(const Records&, const Counts&) const { return false; }
  /// Whether `hand` has a shape with every wildcard as the tile it is (硬胡).
  virtual bool Hard(const Counts& hand, int melds) const = 0;
  /// What is wild; null where nothing is.
  virtual const Wilds* wilds() const { return nullptr; }
  /// Wildcards taken out of `hand`: the natural tiles, and how many were wild.
  Counts Natural(const Records& records, const Counts& hand, int& wild) const;

 protected:
  explicit WinRule(Params& params) : table_(params) {}

  table::TableSlots table_;
};

}  // namespace mlf::logic
