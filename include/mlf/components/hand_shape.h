/// \file
/// HandShape: the properties of a winning hand that fan patterns use. Made once per judgement;
/// expensive results are computed on demand.
///
/// Tiles set aside after earlier wins are out of play and do not count (`rules/xueliu.md#gen`).
/// Without wildcards, all tiles are natural. With wildcards, `concealed` holds the natural tiles
/// and `wild` the number of wildcards. Judges also set which tile is wild and who has ganged one.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/components/reading_shape.h>
#include <mlf/table/board.h>
#include <mlf/table/hand_tables.h>

#include <algorithm>
#include <cstdint>
#include <span>

namespace mlf::score {

/// Properties that follow from the counts. Patterns declare which of them they need.
enum HandFeature : std::uint32_t {
  kIsOneSuit = 1,
  kIsAllTriplets = 2,
  kIsSevenPairs = 4,
  kIsAllLaid = 8,  ///< only the pair is concealed
  kHasTerminalSets = 16,
  /// For judges that score by reading, and for facts beside the tiles.
  kReadAsSets = 32,
  kReadAsPairs = 64,
  kHasTriplets = 128,  ///< at least one, including gangs
  kHasTwoTriplets = 256,
  kHasTwoSequences = 512,
  kHasGangs = 1024,
  kHasFlowers = 2048,
  kIsSingleWait = 4096,     ///< before the win the hand waited for one kind only
  kIsClosed = 8192,         ///< nothing laid down but an_gang
  kHasNoMiddle = 1 << 14,   ///< no 4, 5 or 6
  kHasNoOrphans = 1 << 15,  ///< no 1, 9 or honour
  kIsFlush = 1 << 16,       ///< one suit, with or without honours
  /// Of a reading.
  kHasThreeTriplets = 1 << 17,
  kHasHonourTriplets = 1 << 18,
  kHasEqualSequences = 1 << 19,
  kHasThreeSequences = 1 << 20,
  /// Of the win. All of them are set if the facts of the win are given by name.
  kBySelfDraw = 1 << 21,
  kByDiscard = 1 << 22,
  kByRob = 1 << 23,
  kIsReady = 1 << 24,  ///< the winner has declared ready
};

/// The features that belong to a reading.
inline constexpr std::uint32_t kOfReading =
    kReadAsSets | kReadAsPairs | kHasTriplets | kHasTwoTriplets | kHasThreeTriplets |
    kHasHonourTriplets | kHasTwoSequences | kHasThreeSequences | kHasEqualSequences;

/// The features that belong to the win and the table.
inline constexpr std::uint32_t kOfWin = kHasFlowers | kBySelfDraw | kByDiscard | kByRob | kIsReady;

struct HandShape {
  Counts concealed;           ///< including the winning tile
  Counts owned;               ///< concealed and melds, with all four tiles of a gang
  table::TileMask kinds = 0;  ///< of `owned`
  std::span<const table::Meld> melds;
  Tile tile = table::kNoTile;   ///< the winning tile, if known, as it is read (Face)
  Tile dealt = table::kNoTile;  ///< of a dealt hand, which has no winning tile: the tile dealt last
  WinBy by = WinBy::kDiscard;
  std::uint8_t wild = 0;
  table::TileMask stand_for = 0;      ///< the kinds a wildcard may stand for
  Counts wild_tiles;                  ///< the wildcards as natural tiles, if the judge knows them
  std::uint8_t wild_as_tiles = 0;     ///< more wildcards, counted among `concealed`
  table::TileMask wild_kinds = 0;     ///< the kinds that are wild, held or not
  table::Face face;                   ///< the kind that is read as the wild one; `concealed`,
                                      ///< `owned` and `tile` have it as it is read
  bool won_wild = false;              ///< with a face: the winning or last dealt tile is wild
  std::uint8_t wild_laid = 0;         ///< wildcards the winner has ganged
  std::uint8_t wild_laid_by_all = 0;  ///< the same for all seats together
  std::uint8_t sets = 0;              ///< concealed sets of the standard shape
  std::uint8_t gangs = 0;
  std::uint8_t sequence_melds = 0;
  std::uint8_t open_melds = 0;      ///< all melds but an_gang
  std::uint32_t features = 0;       ///< HandFeature
  std::uint8_t flowers = 0;         ///< bit i = flower i+1 lies open before the seat
  Tile seat_wind = table::kNoTile;  ///< if the variant has winds
  Tile round_wind = table::kNoTile;
  bool after_gang = false;  ///< self-drawn as a gang's replacement; set where fu are counted
  bool first_turn = false;  ///< won in the first turn, by the rows that the judge names for it
  const table::Reading* laid_out = nullptr;  ///< its tiles, with what each wildcard stands for
  const ReadingShape* reading = nullptr;  ///< the current reading, for judges that score by reading

  /// `hand` includes the winning tile.
  HandShape(const Counts& hand, std::span<const table::Meld> melds, Tile tile, WinBy by,
            int wild = 0, table::TileMask stand_for = table::kNaturals, table::Face face = {});

  /// Takes what does not follow from the tiles from another shape of the same win.
  void TakeFacts(const HandShape& other);
  /// Whether the winning tile is a wildcard.
  bool TileIsWild() const { return face.Any() ? won_wild : wild_tiles[tile] != 0; }
  /// Sets the current reading. Its features replace those of the previous one.
  void Read(const ReadingShape& shape);

  /// Number of kinds with all four copies in the winner's hand and melds (根,
  /// `rules/xueliu.md#gen`).
  int Gen() const;
  /// Number of kinds held four times among the concealed tiles. `with_wilds`: the maximum if
  /// wildcards may complete fours in seven pairs.
  int Quads(bool with_wilds = false) const;
  /// Whether the hand forms four sets and a pair (`rules/xueliu.md#shapes`).
  bool Standard() const;
  /// Standard, with every wildcard as its own tile (硬胡).
  bool HardStandard() const;
  bool SevenPairs() const { return (features & kIsSevenPairs) != 0; }
  /// Whether a standard reading without sequences exists, including melds.
  bool AllTriplets() const { return (features & kIsAllTriplets) != 0; }
  /// Whether a reading exists in which every set and the pair contain a 1 or 9 (带幺九,
  /// `rules/xuezhan.md#fans`), including melds.
  bool TerminalSets() const { return (features & kHasTerminalSets) != 0; }
  /// Whether all tiles are of one suit, without honours.
  bool OneSuit() const { return (features & kIsOneSuit) != 0; }
  /// Whether nothing lies open but an_gang (门前清).
  bool Closed() const { return open_melds == 0; }
  /// Whether all tiles have ranks in `field_mask` (three bits per rank, as in Counts), without
  /// honours.
  bool OnlyFields(std::uint32_t field_mask) const;

 private:
  enum class Known : std::uint8_t { kUnknown, kNo, kYes };
  void ReadAs(const table::Face& white);
  bool FindSevenPairs(int tiles) const;
  bool FindAllTriplets() const;
  bool FindTerminalSets() const;

  mutable Known standard_ = Known::kUnknown;
};

/// How many tiles of the suit that has the most.
constexpr int LongestSuit(const Counts& tiles) {
  return std::max({tiles.Size(table::kWan), tiles.Size(table::kTong), tiles.Size(table::kTiao)});
}
/// The concealed tiles of a win, including the winning tile.
Counts TilesOf(const table::Board& board, const WinCase& win);
/// The shape of `tiles` (from TilesOf), with wildcards, which may be null, and flowers from the
/// records. It refers to the melds of the board.
HandShape ShapeWith(const logic::Wilds* wilds, const Records& records, const table::Board& board,
                    const WinCase& win, const Counts& tiles);
/// The same with the wildcards of a rule.
inline HandShape ShapeOf(const logic::WinRule& rule, const Records& records,
                         const table::Board& board, const WinCase& win, const Counts& tiles) {
  return ShapeWith(rule.wilds(), records, board, win, tiles);
}
/// For parts that use `pattern` with such a shape, which has no reading. Adds a fault if the
/// pattern needs a reading. `about` names the parameter.
void RefuseReadingPattern(Params& params, const FanPattern& pattern, std::string_view about,
                          const SourcePos& where);
/// Whether a hand of such a shape is of `pattern`.
bool IsOf(const FanPattern& pattern, const HandShape& shape);

}  // namespace mlf::score
