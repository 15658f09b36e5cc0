// Hand tables: is a hand complete, what does it wait for, how far is it from ready (向听), and in which ways does it read.
//
// A hand is given as `Counts` of its concealed natural tiles, the number of sets it still needs (4 less one a meld; 5 for hands of 16/17
// tiles) and the number of wildcards it holds beside them (machinery §1; machinery §16 and xueliu §11 give the known answers the tests
// use). A set is a sequence of one suit or a triplet; honours form triplets only; flowers belong to nothing, so a hand that holds one is
// never complete.
//
// Always: every function answers for every input and reads nothing out of range. `sets` outside 0..kMaxSets or `wild` outside 0..kMaxWild
// is "not complete", "no waits", kFar. Up to four copies of a kind and 14 tiles of a suit are answered from tables, anything above (five
// to seven copies, 15-17 tiles of one suit) by a slower calculation with the same meaning. "Structural" means that copies left are not
// considered: a hand may wait on the fifth copy of a tile. All functions are thread-safe; the tables are built on first use (HandTables
// below), about 3 MB.
#pragma once

#include <mlf/table/tile.h>

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace mlf::table {

inline constexpr int kMaxSets = 5;
inline constexpr int kMaxWild = 8;
inline constexpr int kFar = 99;                        // distance of a question that makes no sense
inline constexpr TileMask kNaturals = MaskOf(Tile{34}) - 1;  // the 34 kinds sets are made of

// Builds the tables now, so that the first hand is not the slow one, and says how many bytes they take. Calling it is never needed.
std::size_t PrepareHandTables();

// Tiles in any order, at most seven of a kind, as counts; numbers that are no tile are left out.
Counts CountTiles(std::span<const Tile> tiles);

// --- sets and a pair -------------------------------------------------------------------------------------------------------------

// Whether `sets` sets and a pair can be laid: 3 * sets + 2 tiles with the wildcards. Structural.
bool IsWin(const Counts& concealed, int sets, int wild = 0);

// The kinds (of the 34) that complete a hand of 3 * sets + 1 tiles with the wildcards. Structural.
TileMask Waits(const Counts& concealed, int sets, int wild = 0);

// What the finished hand may be made of: any number of copies of a kind, or at most four, own tiles counted.
enum class Copies : std::uint8_t { kAny, kFour };

// Tiles missing for `sets` sets and a pair, less one: 0 = ready (听), -1 = complete. Defined for any number of tiles; tiles that fit
// nowhere do not matter. With kFour the four copies include what wildcards stand for.
int Distance(const Counts& concealed, int sets, int wild = 0, Copies copies = Copies::kAny);

// --- seven pairs, thirteen orphans: for hands without melds ------------------------------------------------------------------------

// 七对: seven different pairs (riichi), or four equal tiles may be two pairs (龙七对 and most Chinese rules).
enum class Pairs : std::uint8_t { kDifferent, kFourAreTwo };

bool IsSevenPairs(const Counts& concealed, Pairs pairs, int wild = 0);         // 14 tiles with the wildcards
TileMask SevenPairsWaits(const Counts& concealed, Pairs pairs, int wild = 0);   // 13 tiles with the wildcards; structural
int SevenPairsDistance(const Counts& concealed, Pairs pairs, int wild = 0);     // as Distance

bool IsThirteenOrphans(const Counts& concealed, int wild = 0);         // 十三幺: 14 tiles with the wildcards
TileMask ThirteenOrphansWaits(const Counts& concealed, int wild = 0);  // 13 tiles with the wildcards
int ThirteenOrphansDistance(const Counts& concealed, int wild = 0);
inline constexpr TileMask kOrphans = kTerminals | kHonours;

// --- a hand straight from its tiles --------------------------------------------------------------------------------------------------

// The special shapes that count beside sets and a pair.
struct Shapes {
  bool seven_pairs = true;
  Pairs pairs = Pairs::kFourAreTwo;
  bool thirteen_orphans = false;
};

// The questions above of all shapes at once, for tiles in any order, the wildcards not among them: the same answers without counting
// first, which is quicker where hands come as tiles. There are as many sets as the tiles with the wildcards make; only with four of
// them are there special shapes.
bool IsWin(std::span<const Tile> tiles, Shapes shapes, int wild = 0);
TileMask Waits(std::span<const Tile> tiles, Shapes shapes, int wild = 0);
int Distance(std::span<const Tile> tiles, Shapes shapes, int wild = 0, Copies copies = Copies::kAny);

// --- readings ----------------------------------------------------------------------------------------------------------------------

// One set of a reading. Bit i of `wild` says that the i-th tile of the set is a wildcard standing for it; in a triplet only the number
// of bits matters and they are the lowest ones.
struct SetReading {
  enum Kind : std::uint8_t { kTriplet, kSequence };
  Tile first = 0;  // the lowest tile
  Kind kind = kTriplet;
  std::uint8_t wild = 0;

  constexpr Tile At(int i) const { return static_cast<Tile>(kind == kSequence ? first + i : first); }
  constexpr bool IsWild(int i) const { return (wild >> i) & 1; }
  friend constexpr auto operator<=>(const SetReading&, const SetReading&) = default;
};

// One way to lay a complete hand: a pair and up to five sets, in ascending order.
struct Reading {
  Tile pair = kNoTile;
  std::uint8_t pair_wild = 0;  // wildcards in the pair, 0..2
  std::uint8_t set_count = 0;
  std::array<SetReading, kMaxSets> sets{};

  std::span<const SetReading> Sets() const { return {sets.data(), set_count}; }
  friend constexpr auto operator<=>(const Reading&, const Reading&) = default;
};

// Pair first, wildcards in square brackets: "5[5]m 1[2]3p 777z".
std::string ReadingText(const Reading& reading);

namespace detail {

template <typename Visit>
class ReadingWalk {
 public:
  ReadingWalk(const Counts& concealed, int sets, int wild, TileMask stand_for, Visit& visit)
      : rest_(concealed), sets_(sets), wild_(wild), stand_for_(stand_for & kNaturals), visit_(visit) {}

  void Run() {
    ForEach(MayPair(), [&](Tile pair) {
      for (int own = rest_[pair] < 2 ? rest_[pair] : 2; own >= 0; --own) {
        if (2 - own > wild_ || (own < 2 && !(stand_for_ & MaskOf(pair)))) break;
        reading_.pair = pair;
        reading_.pair_wild = static_cast<std::uint8_t>(2 - own);
        rest_.Remove(pair, own);
        wild_ -= 2 - own;
        NextSet(0, 0);
        wild_ += 2 - own;
        rest_.Add(pair, own);
      }
    });
  }

 private:
  // Without wildcards the pair is of the suit that whole sets leave two tiles of; with them nothing can be said so cheaply.
  TileMask MayPair() const {
    if (wild_ != 0) return (rest_.Kinds() | (wild_ >= 2 ? stand_for_ : TileMask{0})) & kNaturals;
    TileMask suits = 0;
    for (int g = 0; g < kGroups; ++g) {
      if (rest_.Size(g) % 3 == 2) suits |= ((TileMask{1} << kGroupSize) - 1) << (g * kGroupSize);
    }
    return rest_.AtLeast(2) & suits & kNaturals;
  }

  // A set as a number: readings hold their sets in ascending order, so each multiset of sets comes once.
  static constexpr int Code(int first, int kind, int wild) { return first * 16 + kind * 8 + wild; }

  void NextSet(int laid, int least) {
    if (laid == sets_) {
      if (wild_ == 0 && rest_.Empty()) {
        reading_.set_count = static_cast<std::uint8_t>(sets_);
        visit_(static_cast<const Reading&>(reading_));
      }
      return;
    }
    // The lowest tile left has to be in the next sets: a set may begin below it only with a wildcard in its first place.
    const int lowest = rest_.Empty() ? 33 : rest_.Lowest();
    for (int first = wild_ != 0 ? least / 16 : lowest; first <= lowest && first < 34; ++first) {
      const auto tile = static_cast<Tile>(first);
      for (int wilds = 0; wilds <= 3 && wilds <= wild_; ++wilds) Try(laid, least, {tile, SetReading::kTriplet, static_cast<std::uint8_t>((1 << wilds) - 1)}, wilds);
      if (!IsSuited(tile) || RankOf(tile) > 6) continue;
      Try(laid, least, {tile, SetReading::kSequence, 0}, 0);
      for (unsigned wilds = 1; wild_ != 0 && wilds < 8; ++wilds) {
        Try(laid, least, {tile, SetReading::kSequence, static_cast<std::uint8_t>(wilds)}, std::popcount(wilds));
      }
    }
  }

  // The tiles that are not wildcards are there, and what the wildcards would be they may stand for.
  bool Fits(const SetReading& set, int wilds) const {
    if (set.kind == SetReading::kTriplet) return rest_[set.first] >= 3 - wilds && (wilds == 0 || (stand_for_ & MaskOf(set.first)) != 0);
    for (int i = 0; i < 3; ++i) {
      if (set.IsWild(i) ? (stand_for_ & MaskOf(set.At(i))) == 0 : rest_[set.At(i)] == 0) return false;
    }
    return true;
  }

  void Try(int laid, int least, const SetReading& set, int wilds) {
    const int code = Code(set.first, set.kind, set.wild);
    if (code < least || wilds > wild_ || !Fits(set, wilds)) return;
    reading_.sets[static_cast<std::size_t>(laid)] = set;
    for (int i = 0; i < 3; ++i) {
      if (!set.IsWild(i)) rest_.Remove(set.At(i));
    }
    wild_ -= wilds;
    NextSet(laid + 1, code);
    wild_ += wilds;
    for (int i = 0; i < 3; ++i) {
      if (!set.IsWild(i)) rest_.Add(set.At(i));
    }
  }

  Counts rest_;
  int sets_;
  int wild_;
  TileMask stand_for_;
  Visit& visit_;
  Reading reading_;
};

}  // namespace detail

// Calls `visit(const Reading&)` for every distinct way to lay the hand as `sets` sets and a pair, each once and in ascending order of
// Reading (pair, wildcards in the pair, sets). A wildcard may stand for any kind of `stand_for`, also in sets made of wildcards alone,
// so four of them can give thousands of readings. Nothing is visited when IsWin is false.
template <typename Visit>
void ForEachReading(const Counts& concealed, int sets, int wild, TileMask stand_for, Visit&& visit) {
  if (IsWin(concealed, sets, wild)) detail::ReadingWalk<Visit>(concealed, sets, wild, stand_for, visit).Run();
}
template <typename Visit>
void ForEachReading(const Counts& concealed, int sets, Visit&& visit) {
  ForEachReading(concealed, sets, 0, TileMask{0}, visit);
}

// --- all questions about one hand (`mlf hand`) ---------------------------------------------------------------------------------------

// Distances of a hand without wildcards, riichi shapes: `seven_pairs` are seven different ones, both special shapes need a hand without
// melds, `riichi` is the least of all with at most four copies of a kind.
struct HandReport {
  int standard = kFar;             // Copies::kFour
  int standard_structural = kFar;  // Copies::kAny
  std::optional<int> seven_pairs;
  std::optional<int> thirteen_orphans;
  int riichi = kFar;
  std::optional<TileMask> improving;  // 3n+1 tiles: the kinds that lower `riichi`; never one held four times
  std::optional<bool> is_win;         // 3n+2 tiles: riichi == -1
};
HandReport ExamineHand(const Counts& concealed, int melds);

// A hand with wildcards: `naturals` without the wild tiles, of which it holds `wild`; `wild_kind` is the tile that is wild, `tile_set`
// the kinds of the game. Seven pairs count four equal tiles as two and need a hand without melds.
struct WildReport {
  // 3n+2 tiles in all.
  std::optional<bool> standard;
  std::optional<bool> seven_pairs;
  std::optional<bool> hard_standard;  // complete and holds no wildcard. (A variant's own hard win may let a wildcard stand for itself.)
  // 3n+1 tiles: natural kinds of the tile set that complete the hand; structural.
  std::optional<TileMask> wins_on_standard;
  std::optional<TileMask> wins_on_seven_pairs;
  std::optional<bool> wins_on_extra_wild;  // one more wildcard completes it, as either shape
  std::optional<bool> any_tile;            // every kind of the tile set completes it (见字胡)
};
WildReport ExamineWildHand(const Counts& naturals, int melds, Tile wild_kind, int wild, TileMask tile_set);

// The tile sets by name: "suits108", "suits108+red", "all136", "two_suits+dragons84".
std::optional<TileMask> TileSetByName(std::string_view name);

}  // namespace mlf::table
