/// \file
/// Answers all questions about one hand, for `mlf hand`.
#pragma once

#include <mlf/table/hand_tables.h>

#include <optional>
#include <string_view>

namespace mlf::table {

/// Distances of a hand without wildcards, for the riichi shapes. `seven_pairs` requires seven
/// different pairs. Both special shapes require a hand without melds. `riichi` is the minimum over
/// all shapes, with at most four copies of a kind.
struct HandReport {
  int standard = kFar;             ///< Copies::kFour
  int standard_structural = kFar;  ///< Copies::kAny
  std::optional<int> seven_pairs;
  std::optional<int> thirteen_orphans;
  int riichi = kFar;
  std::optional<TileMask> improving;  ///< 3n+1 tiles: kinds that lower `riichi`, none held 4 times
  std::optional<bool> is_win;         ///< 3n+2 tiles: riichi == -1
};
HandReport ExamineHand(const Counts& concealed, int melds);

/// A hand with wildcards. `naturals` excludes the `wild` wildcards. `wild_kind` is the wild tile,
/// `tile_set` the kinds of the game. Seven pairs count four equal tiles as two pairs and require a
/// hand without melds.
struct WildReport {
  /// 3n+2 tiles in all.
  std::optional<bool> standard;
  std::optional<bool> seven_pairs;
  /// Complete and without wildcards. A variant's own hard win may let a wildcard stand for itself.
  std::optional<bool> hard_standard;
  /// 3n+1 tiles: natural kinds of the tile set that complete the hand. Structural.
  std::optional<TileMask> wins_on_standard;
  std::optional<TileMask> wins_on_seven_pairs;
  std::optional<bool>
      wins_on_extra_wild;        ///< one more wildcard completes the hand, in either shape
  std::optional<bool> any_tile;  ///< every kind of the tile set completes the hand (见字胡)
};
WildReport ExamineWildHand(const Counts& naturals, int melds, Tile wild_kind, int wild,
                           TileMask tile_set);

/// The tile sets by name: "suits108", "suits108+red", "all136", "two_suits+dragons84".
std::optional<TileMask> TileSetByName(std::string_view name);

}  // namespace mlf::table
