/// \file
/// All questions about one hand at once, as `mlf hand` answers them.
#pragma once

#include <mlf/table/hand_tables.h>

#include <optional>
#include <string_view>

namespace mlf::table {

/// Distances of a hand without wildcards, riichi shapes: `seven_pairs` are seven different ones,
/// both special shapes need a hand without melds, `riichi` is the least of all with at most four
/// copies of a kind.
struct HandReport {
  int standard = kFar;             ///< Copies::kFour
  int standard_structural = kFar;  ///< Copies::kAny
  std::optional<int> seven_pairs;
  std::optional<int> thirteen_orphans;
  int riichi = kFar;
  std::optional<TileMask>
      improving;  ///< 3n+1 tiles: the kinds that lower `riichi`; never one held four times
  std::optional<bool> is_win;  ///< 3n+2 tiles: riichi == -1
};
HandReport ExamineHand(const Counts& concealed, int melds);

/// A hand with wildcards: `naturals` without the wild tiles, of which it holds `wild`; `wild_kind`
/// is the tile that is wild, `tile_set` the kinds of the game. Seven pairs count four equal tiles
/// as two and need a hand without melds.
struct WildReport {
  /// 3n+2 tiles in all.
  std::optional<bool> standard;
  std::optional<bool> seven_pairs;
  std::optional<bool> hard_standard;  ///< complete and holds no wildcard. (A variant's own hard win
                                      ///< may let a wildcard stand for itself.)
  /// 3n+1 tiles: natural kinds of the tile set that complete the hand; structural.
  std::optional<TileMask> wins_on_standard;
  std::optional<TileMask> wins_on_seven_pairs;
  std::optional<bool> wins_on_extra_wild;  ///< one more wildcard completes it, as either shape
  std::optional<bool> any_tile;            ///< every kind of the tile set completes it (见字胡)
};
WildReport ExamineWildHand(const Counts& naturals, int melds, Tile wild_kind, int wild,
                           TileMask tile_set);

/// The tile sets by name: "suits108", "suits108+red", "all136", "two_suits+dragons84".
std::optional<TileMask> TileSetByName(std::string_view name);

}  // namespace mlf::table
