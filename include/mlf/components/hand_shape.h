/// \file
/// HandShape: what fan patterns ask about the tiles of one win. Made once per judgement; the dearer
/// answers are found when first asked for.
///
/// Tiles that were set aside after earlier wins are out of play and count for nothing
/// (`rules/xueliu.md#gen`). All tiles are natural ones; a variant with wildcards gives the natural
/// tiles in `concealed` and their number in `wild`; judges say besides which tile it is and who has
/// ganged any.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/components/reading_shape.h>
#include <mlf/table/board.h>
#include <mlf/table/hand_tables.h>

#include <cstdint>
#include <span>

namespace mlf::score {

/// What a look at the counts tells; patterns say which of these they need.
enum HandFeature : std::uint32_t {
  kIsOneSuit = 1,
  kIsAllTriplets = 2,
  kIsSevenPairs = 4,
  kIsAllLaid = 8,  ///< only the pair is concealed
  kHasTerminalSets = 16,
  /// Of judges that go by reading, and of what they know besides the tiles.
  kReadAsSets = 32,
  kReadAsPairs = 64,
  kHasTriplets = 128,  ///< one at least, gangs among them
  kHasTwoTriplets = 256,
  kHasTwoSequences = 512,
  kHasGangs = 1024,
  kHasFlowers = 2048,
  kIsSingleWait = 4096,  ///< before the win the hand waited on one kind alone
};

struct HandShape {
  Counts concealed;  ///< the winning tile included
  Counts owned;      ///< concealed and melds, all four of a gang
  std::span<const table::Meld> melds;
  Tile tile = table::kNoTile;  ///< the winning tile, where it is known
  WinBy by = WinBy::kDiscard;
  std::uint8_t wild = 0;
  table::TileMask stand_for = 0;  ///< what a wildcard may be
  Counts wild_tiles;           ///< the wildcards held, as the tiles they are, where the judge knows
  std::uint8_t wild_laid = 0;  ///< wildcards the winner has ganged
  std::uint8_t wild_laid_by_all = 0;  ///< and everybody together
  std::uint8_t sets = 0;              ///< concealed sets of the standard shape
  std::uint8_t gangs = 0;
  std::uint8_t sequence_melds = 0;
  std::uint8_t open_melds = 0;      ///< all but an_gang
  std::uint32_t features = 0;       ///< HandFeature
  std::uint8_t flowers = 0;         ///< bit i = flower i+1 lies before the seat
  Tile seat_wind = table::kNoTile;  ///< where the variant has winds
  Tile round_wind = table::kNoTile;
  const ReadingShape* reading =
      nullptr;  ///< the reading in question, where the judge goes by reading

  /// `hand` holds the winning tile.
  HandShape(const Counts& hand, std::span<const table::Meld> melds, Tile tile, WinBy by,
            int wild = 0, table::TileMask stand_for = table::kNaturals);

  /// Takes `shape` as the reading in question: its features take the place of the last one's.
  void Read(const ReadingShape& shape);

  /// Kinds of which the winner owns all four copies (根, `rules/xueliu.md#gen`).
  int Gen() const;
  /// Kinds held four times among the concealed tiles; `with_wilds`: as many as there can be when
  /// wildcards make up the four of seven pairs.
  int Quads(bool with_wilds = false) const;
  /// Four sets and a pair / seven pairs, four equal tiles being two of them
  /// (`rules/xueliu.md#shapes`).
  bool Standard() const;
  /// The same with every wildcard as the tile it is (硬胡).
  bool HardStandard() const;
  bool SevenPairs() const { return (features & kIsSevenPairs) != 0; }
  /// A reading of the standard shape without sequences, melds included.
  bool AllTriplets() const { return (features & kIsAllTriplets) != 0; }
  /// A reading in which every set and the pair hold a 1 or a 9 (带幺九, `rules/xuezhan.md#fans`),
  /// melds included.
  bool TerminalSets() const { return (features & kHasTerminalSets) != 0; }
  /// All tiles are of one suit, no honours.
  bool OneSuit() const { return (features & kIsOneSuit) != 0; }
  /// No tile is of another rank than those of `field_mask` (three bits a rank, as in Counts), no
  /// honours.
  bool OnlyFields(std::uint32_t field_mask) const;

 private:
  enum class Known : std::uint8_t { kUnknown, kNo, kYes };
  bool FindSevenPairs(int tiles) const;
  bool FindAllTriplets() const;
  bool FindTerminalSets() const;
  bool FindOneSuit() const;

  mutable Known standard_ = Known::kUnknown;
};

/// The concealed tiles of a win, the winning one included.
Counts TilesOf(const table::Board& board, const WinCase& win);
/// The shape of `tiles` (TilesOf) with all that the records know of wildcards and flowers. It
/// refers to the melds of the board.
HandShape ShapeOf(const logic::WinRule& rule, const Records& records, const table::Board& board,
                  const WinCase& win, const Counts& tiles);
/// For a part that asks `pattern` about such a shape, which has no reading: a fault where the
/// pattern needs one. `about` names the parameter.
void RefuseReadingPattern(Params& params, const FanPattern& pattern, std::string_view about,
                          const SourcePos& where);

}  // namespace mlf::score
