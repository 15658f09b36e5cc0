/// \file
/// Complete hands of sets beside runs and triplets: sequences of honours (three different winds,
/// the three dragons), and limits on what wildcards alone may be. Like limited_wilds.h, with
/// SetRules.
///
/// Searched tile by tile, honours first, because most hands fail there; what is left without
/// honours is looked up. Structural: the remaining copies are ignored.
#pragma once

#include <mlf/table/hand_tables.h>

namespace mlf::table {

struct SetRules {
  bool honour_sequences : 1 = true;  ///< three different winds, and the three dragons, are a set
  bool natural_in_each : 1 = false;  ///< every set and the pair holds a tile that is no wildcard
  bool triplets_only : 1 = false;    ///< no sequences at all
};

/// The winds if `honour` is one, otherwise the dragons: three different ones are a sequence.
constexpr TileMask HonourClass(Tile honour) {
  constexpr TileMask kWindKinds = TileMask{0xF} << 27;
  return (MaskOf(honour) & kWindKinds) != 0 ? kWindKinds : kHonours & ~kWindKinds;
}

/// Whether the hand forms `sets` sets, and a pair if `pair`.
bool IsWin(const Counts& concealed, int sets, bool pair, int wild, TileMask stand_for,
           SetRules rules);
/// The kinds that complete a hand of 3 * sets + 1 tiles with its wildcards.
TileMask Waits(const Counts& concealed, int sets, int wild, TileMask stand_for, SetRules rules);
/// Tiles missing for `sets` sets and a pair, minus one. Ignores natural_in_each and triplets_only.
int Distance(const Counts& concealed, int sets, int wild, SetRules rules);

/// 十三烂: nothing fits together. In each suit any two tiles are at least three ranks apart, and no
/// tile is held twice.
bool AreMisfits(const Counts& tiles);
/// The most tiles that a hand can keep for misfits.
int MisfitsIn(const Counts& tiles);

}  // namespace mlf::table
