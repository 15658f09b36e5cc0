/// \file
/// Hand tables: is a hand complete, what does it wait for, how far is it from ready (向听), and in
/// which ways does it read.
///
/// A hand is given as `Counts` of its concealed natural tiles, the number of sets it still needs (4
/// less one a meld; 5 for hands of 16/17 tiles) and the number of wildcards it holds beside them
/// (`rules/common.md#waits`; `rules/common.md#facts` and `rules/xueliu.md#facts` give the known
/// answers the tests use). A set is a sequence of one suit or a triplet; honours form triplets
/// only; flowers belong to nothing, so a hand that holds one is never complete.
///
/// Always: every function answers for every input and reads nothing out of range. `sets` outside
/// 0..kMaxSets or `wild` outside 0..kMaxWild is "not complete", "no waits", kFar. Up to four copies
/// of a kind and 14 tiles of a suit are answered from tables, anything above (five to seven copies,
/// 15-17 tiles of one suit) by a slower calculation with the same meaning. "Structural" means that
/// copies left are not considered: a hand may wait on the fifth copy of a tile. All functions are
/// thread-safe; the tables are built on first use (PrepareHandTables), about 3 MB.
#pragma once

#include <mlf/table/tile.h>

#include <array>
#include <span>

namespace mlf::table {

inline constexpr int kMaxSets = 5;
inline constexpr int kMaxWild = 8;
constexpr bool IsSetCount(int sets) { return sets >= 0 && sets <= kMaxSets; }
inline constexpr int kFar = 99;  ///< distance of a question that makes no sense
inline constexpr TileMask kNaturals = MaskOf(Tile{34}) - 1;  ///< the 34 kinds sets are made of

/// Builds the tables now, so that the first hand is not the slow one, and says how many bytes they
/// take. Calling it is never needed.
std::size_t PrepareHandTables();

/// Tiles in any order, at most seven of a kind, as counts; numbers that are no tile are left out.
Counts CountTiles(std::span<const Tile> tiles);

// --- sets and a pair
// -------------------------------------------------------------------------------------------------------------

/// Whether `sets` sets and a pair can be laid: 3 * sets + 2 tiles with the wildcards. Structural.
bool IsWin(const Counts& concealed, int sets, int wild = 0);

/// The kinds (of the 34) that complete a hand of 3 * sets + 1 tiles with the wildcards. Structural.
TileMask Waits(const Counts& concealed, int sets, int wild = 0);

/// What the finished hand may be made of: any number of copies of a kind, or at most four, own
/// tiles counted.
enum class Copies : std::uint8_t { kAny, kFour };

/// Tiles missing for `sets` sets and a pair, less one: 0 = ready (听), -1 = complete. Defined for
/// any number of tiles; tiles that fit nowhere do not matter. With kFour the four copies include
/// what wildcards stand for.
int Distance(const Counts& concealed, int sets, int wild = 0, Copies copies = Copies::kAny);

// --- seven pairs, thirteen orphans: for hands without melds
// ------------------------------------------------------------------------

/// 七对: seven different pairs (riichi), or four equal tiles may be two pairs (龙七对 and most
/// Chinese rules).
enum class Pairs : std::uint8_t { kDifferent, kFourAreTwo };

bool IsSevenPairs(const Counts& concealed, Pairs pairs,
                  int wild = 0);  ///< 14 tiles with the wildcards
TileMask SevenPairsWaits(const Counts& concealed, Pairs pairs,
                         int wild = 0);  ///< 13 tiles with the wildcards; structural
int SevenPairsDistance(const Counts& concealed, Pairs pairs, int wild = 0);  ///< as Distance

bool IsThirteenOrphans(const Counts& concealed,
                       int wild = 0);  ///< 十三幺: 14 tiles with the wildcards
TileMask ThirteenOrphansWaits(const Counts& concealed,
                              int wild = 0);  ///< 13 tiles with the wildcards
int ThirteenOrphansDistance(const Counts& concealed, int wild = 0);
inline constexpr TileMask kOrphans = kTerminals | kHonours;

// --- a hand straight from its tiles
// --------------------------------------------------------------------------------------------------

/// The special shapes that count beside sets and a pair. One byte, so that they are handed over in
/// a register.
struct Shapes {
  bool seven_pairs : 1 = true;
  Pairs pairs : 1 = Pairs::kFourAreTwo;
  bool thirteen_orphans : 1 = false;
};

/// The questions above of all shapes at once, for tiles in any order, the wildcards not among them:
/// the same answers without counting first, which is quicker where hands come as tiles. There are
/// as many sets as the tiles with the wildcards make; only with four of them are there special
/// shapes.
bool IsWin(std::span<const Tile> tiles, Shapes shapes, int wild = 0);
TileMask Waits(std::span<const Tile> tiles, Shapes shapes, int wild = 0);
int Distance(std::span<const Tile> tiles, Shapes shapes, int wild = 0,
             Copies copies = Copies::kAny);

}  // namespace mlf::table
