// WinRule (胡牌规则): which hands are complete. Shapes say what a complete hand looks like; filters say what it must not hold.
//
// Shared by everything that asks "can this seat win": hu, zi_mo, robbing, locked hands, waits, end-of-hand checks, bots. Fan minimums and
// missed wins are conditions of the nodes and not of this part.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>

#include <array>
#include <vector>

namespace mlf::logic {

using table::Board;
using table::Tile;
using table::TileMask;

enum class WinBy : std::uint8_t { kSelfDraw, kDiscard, kRob };

// A shape of complete hands: standard, seven pairs, thirteen orphans. Structural: copies left are not considered.
class WinShape : public Part {
 public:
  static constexpr std::string_view kRole = "win_shape";
  // `hand`: concealed natural tiles, the winning one included; `wild`: wildcards held; `melds` laid down.
  virtual bool Complete(const Counts& hand, int melds, int wild) const = 0;
  // Natural kinds that complete `hand` (one tile short).
  virtual TileMask Waits(const Counts& hand, int melds, int wild) const = 0;
  // Distance (向听): -1 complete, 0 ready.
  virtual int Distance(const Counts& hand, int melds, int wild) const = 0;
  // Whether it is made of pairs and not of sets.
  virtual bool ReadsAsPairs() const { return false; }
  // False where `seat` may not win with it now, whatever it holds (a shape of the opening).
  virtual bool InForce(const Records&, Seat, WinBy) const { return true; }
};

// Says which kinds are wild in this hand, if any.
class Wilds : public Part {
 public:
  static constexpr std::string_view kRole = "wilds";
  virtual TileMask WildsOf(const Records& records) const = 0;  // 0 = none, or not known yet
  // Wildcards that `seat` has laid aside as gangs of their own (赖子杠).
  virtual int Laid(const Records&, Seat) const { return 0; }
};

// What a complete hand must not hold (void-suit tiles, surplus wildcards).
class HandFilter : public Part {
 public:
  static constexpr std::string_view kRole = "hand_filter";
  // Whether `hand` (concealed, winning tile included) may win.
  virtual bool Allows(const Records& records, Seat seat, const Counts& hand, WinBy by) const = 0;
  // Of `waits`, those that this filter lets `hand` (without the winning tile) win on.
  virtual TileMask Narrow(const Records& records, Seat seat, const Counts& hand, TileMask waits) const = 0;
  // False: in such a win a wildcard is nothing but the tile it is.
  virtual bool WildcardsStand(WinBy) const { return true; }
};

// Whether a tile of which the seat owns all four copies can be waited on. In play it cannot (machinery §1).
enum class OwnFour : std::uint8_t { kNoWait, kWait };

class WinRule final : public Part {
 public:
  static constexpr std::string_view kRole = "win_rule";
  static constexpr PartInfo kInfo{"win_rule", 1, "胡牌规则：牌型与限制", "which hands are complete: shapes and filters"};

  explicit WinRule(Params& params);

  // Whether the hand of `seat` with `tile` added is complete and allowed. For a self-draw the tile is in the hand already: pass kNoTile.
  bool CanWin(const Records& records, Seat seat, Tile tile, WinBy by) const;
  // The same for tiles given outright: `hand` includes the winning tile.
  bool Complete(const Records& records, Seat seat, const Counts& hand, int melds, WinBy by) const;
  // Tiles that `seat` wins on with `hand` (3n+1 concealed, `melds` laid down). Discard counting.
  TileMask Waits(const Records& records, Seat seat, const Counts& hand, int melds, OwnFour own_four = OwnFour::kNoWait) const;
  // Of its present hand: of the 3n+1 tiles, or, in its own turn with a drawn tile, of the hand without that.
  TileMask Waits(const Records& records, Seat seat, OwnFour own_four = OwnFour::kNoWait) const;
  // Smallest distance over the shapes for a hand, filters not considered.
  int Distance(const Records& records, const Counts& hand, int melds) const;
  // Whether `hand` is complete with every wildcard as the tile it is (硬胡); filters not considered.
  bool Hard(const Counts& hand, int melds) const;
  // Wildcards taken out of `hand`: the natural tiles, and how many were wild.
  Counts Natural(const Records& records, const Counts& hand, int& wild) const;
  const std::vector<const WinShape*>& shapes() const { return shapes_; }
  const Wilds* wilds() const { return wilds_; }

 private:
  bool HasShape(const Records& records, Seat seat, const Counts& natural, int melds, int wild, WinBy by) const;
  bool WildcardsStand(WinBy by) const { return stand_[static_cast<std::size_t>(by)]; }

  table::TableSlots table_;
  std::vector<const WinShape*> shapes_;
  std::vector<const HandFilter*> filters_;
  const Wilds* wilds_;
  std::array<bool, 3> stand_;  // by WinBy: no filter keeps wildcards the tiles they are
};

}  // namespace mlf::logic
