/// \file
/// Hand tables: whether a hand is complete, its waits, and its distance from ready (向听).
///
/// A hand is given as `Counts` of its concealed natural tiles, the number of sets it still needs (4
/// minus its melds; 5 for hands of 16/17 tiles), and its number of wildcards. The rules are in
/// `rules/common.md#waits`; `rules/common.md#facts` and `rules/xueliu.md#facts` list the known
/// answers that the tests use. A set is a sequence of one suit or a triplet. Honours form triplets
/// only. A hand with a flower is never complete.
///
/// Every function accepts every input. `sets` outside 0..kMaxSets or `wild` outside 0..kMaxWild
/// gives "not complete", "no waits", kFar. Up to four copies of a kind and 17 tiles of a suit are
/// answered from tables. Larger inputs (five to seven copies of a kind) use a slower calculation
/// with the same results. "Structural" means that the remaining copies are ignored: a
/// hand may wait for a fifth copy. All functions are thread-safe. The tables (about 3 MB) are built
/// on first use or by PrepareHandTables.
#pragma once

#include <mlf/table/tile.h>

#include <array>
#include <span>

namespace mlf::table {

inline constexpr int kMaxSets = 5;
inline constexpr int kMaxWild = 8;
constexpr bool IsSetCount(int sets) { return sets >= 0 && sets <= kMaxSets; }
inline constexpr int kFar = 99;  ///< the distance of an invalid question
inline constexpr TileMask kNaturals = MaskOf(Tile{34}) - 1;  ///< the 34 kinds that form sets

/// Builds the tables now, so that the first hand is not slow. Returns their size in bytes.
/// Optional.
std::size_t PrepareHandTables();

/// Counts tiles in any order, at most seven of a kind. Numbers that are not tiles are ignored.
Counts CountTiles(std::span<const Tile> tiles);

// ---- Sets and a pair ----

/// Whether the hand forms `sets` sets and a pair. It must have 3 * sets + 2 tiles with its
/// wildcards. Structural.
bool IsWin(const Counts& concealed, int sets, int wild = 0);

/// The kinds (of the 34) that complete a hand of 3 * sets + 1 tiles with its wildcards. Structural.
TileMask Waits(const Counts& concealed, int sets, int wild = 0);

/// How many copies of a kind the finished hand may have: any number, or at most four.
enum class Copies : std::uint8_t { kAny, kFour };

/// Tiles missing for `sets` sets and a pair, minus one: 0 = ready (听), -1 = complete. Defined for
/// any number of tiles; useless tiles do not matter. With kFour, the four copies include copies
/// that wildcards stand for.
int Distance(const Counts& concealed, int sets, int wild = 0, Copies copies = Copies::kAny);

// ---- Seven pairs and thirteen orphans, for hands without melds ----

/// 七对: either seven different pairs (riichi), or four equal tiles count as two pairs (龙七对 and
/// most Chinese rules).
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

// ---- All shapes ----

/// The special shapes allowed beside sets and a pair. One byte, so that it is passed in a register.
struct Shapes {
  bool seven_pairs : 1 = true;
  Pairs pairs : 1 = Pairs::kFourAreTwo;
  bool thirteen_orphans : 1 = false;
};

/// The same questions over all shapes. The special shapes apply only to four sets.
bool IsWin(const Counts& concealed, int sets, Shapes shapes, int wild = 0);
TileMask Waits(const Counts& concealed, int sets, Shapes shapes, int wild = 0);
int Distance(const Counts& concealed, int sets, Shapes shapes, int wild = 0,
             Copies copies = Copies::kAny);

/// The same questions over all shapes, for tiles in any order, without the wildcards. Faster than
/// counting first. The number of sets follows from the number of tiles and wildcards. The special
/// shapes apply only to four sets.
bool IsWin(std::span<const Tile> tiles, Shapes shapes, int wild = 0);
TileMask Waits(std::span<const Tile> tiles, Shapes shapes, int wild = 0);
int Distance(std::span<const Tile> tiles, Shapes shapes, int wild = 0,
             Copies copies = Copies::kAny);

}  // namespace mlf::table
