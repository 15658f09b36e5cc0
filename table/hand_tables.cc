#include "table/hand_look_up.h"

#include <algorithm>

namespace mlf::table {
namespace {

using detail::CountPairs;
using detail::HandFacts;
using detail::HandTables;
using detail::Look;
using detail::LookAt;

// Number of tiles in the four groups that make sets.
[[gnu::always_inline]] inline int SizeOfNaturals(const Counts& counts) {
  const CountPairs pairs = CountPairs::Of(counts);
  return std::popcount(pairs.Bit(1)) + 2 * std::popcount(pairs.Bit(2)) +
         4 * std::popcount(pairs.Bit(4));
}

// Whether `concealed` has no flower, and has `tiles` tiles together with the wildcards.
[[gnu::always_inline]] inline bool HasSize(const Counts& concealed, int wild, int tiles) {
  if (wild < 0 || wild > kMaxWild) return false;
  const bool sized = SizeOfNaturals(concealed) + wild == tiles;
  return (concealed.group[kFlower] == 0) & sized;
}

// Over the 34 kinds: how many are held, held an odd number of times, and held at least twice. Also
// the number of pairs; four equal tiles are two pairs.
struct Kinds {
  int any = 0, odd = 0, twice = 0, pairs = 0;
};
[[gnu::always_inline]] inline Kinds KindsOf(const CountPairs& counts) {
  const std::uint64_t odd = counts.Bit(1), two = counts.Bit(2), four = counts.Bit(4);
  return {.any = std::popcount(odd | two | four),
          .odd = std::popcount(odd),
          .twice = std::popcount(two | four),
          .pairs = std::popcount(two) + 2 * std::popcount(four)};
}

TileMask OddKinds(const Counts& concealed) {
  const auto& group = concealed.group;
  return Counts::EveryThird(group[0] | std::uint64_t{group[1]} << 27) |
         Counts::EveryThird(group[2] | std::uint64_t{group[3]} << 27) << (2 * kGroupSize);
}

int DistanceOf(int missing, int wild) { return std::max(-1, missing - wild - 1); }

// Number of tiles missing for seven pairs.
int MissingPairs(const Kinds& kinds, Pairs pairs) {
  const bool four = pairs == Pairs::kFourAreTwo;
  const int whole = std::min(7, four ? kinds.pairs : kinds.twice),
            begun = four ? kinds.pairs + kinds.odd : kinds.any;
  return 7 - whole + std::max(0, 7 - begun);
}
// Number of tiles missing for thirteen orphans.
[[gnu::always_inline]] inline int MissingOrphans(const CountPairs& counts) {
  const std::uint64_t twice = counts.Bit(2) | counts.Bit(4), any = counts.Bit(1) | twice;
  return 14 - std::popcount(CountPairs::OrphansOf(any)) -
         (CountPairs::OrphansOf(twice) != 0 ? 1 : 0);
}

}  // namespace

std::size_t PrepareHandTables() { return HandTables::Get().Bytes(); }

Counts CountTiles(std::span<const Tile> tiles) {
  detail::Groups words{};
  for (const Tile tile : tiles) detail::AddCount(words, tile);
  Counts counts{{words[0], words[1], words[2], words[3] & detail::kHonourWord, 0}};
  if (words[3] > detail::kHonourWord) [[unlikely]] {
    for (const Tile tile : tiles) {
      if (IsFlower(tile)) counts.Add(tile);
    }
  }
  return counts;
}

bool IsWin(const Counts& concealed, int sets, int wild) {
  if (!IsSetCount(sets)) return false;
  const HandTables& tables = HandTables::Get();
  const HandFacts facts = tables.FactsOf(tables.SuitsOf(tables.KeysOf(concealed)));
  const std::size_t size = static_cast<std::size_t>(3 * sets + 2) - static_cast<std::size_t>(wild);
  // Facts can match the size although a hand has more tiles, one of them a fifth copy. Most hands
  // fail the need, so the exact size is checked last. With wildcards the need is unpredictable, so
  // the result is computed branchless.
  if (facts.AreOf(size)) [[likely]] {
    const bool enough = facts.IsWin(size, wild);
    if (wild == 0) return enough && HasSize(concealed, 0, 3 * sets + 2);
    return enough & HasSize(concealed, wild, 3 * sets + 2);
  }
  return HasSize(concealed, wild, 3 * sets + 2) && tables.NeedBeyond(concealed, sets, wild) <= wild;
}

TileMask Waits(const Counts& concealed, int sets, int wild) {
  if (!IsSetCount(sets) || !HasSize(concealed, wild, 3 * sets + 1)) return 0;
  const HandTables& tables = HandTables::Get();
  const Look look{tables.KeysOf(concealed), CountPairs::Of(concealed)};
  const HandTables::Suits suits = tables.SuitsOf(look.keys);
  const HandFacts facts = tables.FactsOf(suits);
  if (facts.AreOf(static_cast<std::size_t>(3 * sets + 1 - wild))) [[likely]] {
    const TileMask waits = tables.Waits(look, suits, facts, wild);
    if (sets < kMaxSets || look.counts.Bit(4) == 0) [[likely]]
      return waits;
    return waits | tables.FifthInRuns(concealed, wild);
  }
  TileMask waits = 0;
  ForEach(kNaturals, [&](Tile tile) {
    if (concealed[tile] == 7) return;  // Counts cannot hold an eighth copy
    Counts full = concealed;
    full.Add(tile);
    if (tables.Need(full, sets, wild) <= wild) waits |= MaskOf(tile);
  });
  return waits;
}

int Distance(const Counts& concealed, int sets, int wild, Copies copies) {
  if (!IsSetCount(sets) || wild < 0 || wild > kMaxWild) return kFar;
  return DistanceOf(HandTables::Get().Missing(concealed, sets, copies), wild);
}

bool IsSevenPairs(const Counts& concealed, Pairs pairs, int wild) {
  if (wild != 0) {
    // Wildcards must make the odd kinds even; those left over make pairs of their own.
    if (pairs == Pairs::kFourAreTwo)
      return std::popcount(CountPairs::Of(concealed).Bit(1)) <= wild &&
             HasSize(concealed, wild, 14);
    return HasSize(concealed, wild, 14) && SevenPairsDistance(concealed, pairs, wild) == -1;
  }
  // Only pairs: no kind is held an odd number of times. Seven different pairs also exclude kinds
  // held four or six times.
  constexpr std::uint32_t kOdd = 0x1249249;
  const std::uint32_t wrong = pairs == Pairs::kFourAreTwo ? kOdd : kOdd | kOdd << 2;
  return ((concealed.group[0] | concealed.group[1] | concealed.group[2] | concealed.group[3]) &
          wrong) == 0 &&
         HasSize(concealed, wild, 14);
}

TileMask SevenPairsWaits(const Counts& concealed, Pairs pairs, int wild) {
  if (!HasSize(concealed, wild, 13)) return 0;
  TileMask waits = 0;
  if (pairs == Pairs::kFourAreTwo) {
    // The number of odd kinds and wildcards differ by an odd number, because there are 13 tiles.
    // With one odd kind too many, the waits are the odd kinds.
    const TileMask odd = OddKinds(concealed);
    const int too_many = std::popcount(odd) - wild;
    return too_many < 0 ? kNaturals : too_many == 1 ? odd : 0;
  }
  if (SevenPairsDistance(concealed, pairs, wild) > 0) return 0;
  ForEach(kNaturals, [&](Tile tile) {
    if (concealed[tile] >= 2) return;
    Counts full = concealed;
    full.Add(tile);
    if (IsSevenPairs(full, pairs, wild)) waits |= MaskOf(tile);
  });
  return waits;
}

int SevenPairsDistance(const Counts& concealed, Pairs pairs, int wild) {
  if (wild < 0 || wild > kMaxWild) return kFar;
  return DistanceOf(MissingPairs(KindsOf(CountPairs::Of(concealed)), pairs), wild);
}

bool IsThirteenOrphans(const Counts& concealed, int wild) {
  // Few hands hold the seven honours, three bits each.
  const std::uint32_t honours = concealed.group[kHonour];
  if (std::popcount((honours | honours >> 1 | honours >> 2) & 01111111u) < 7 - wild) return false;
  return HasSize(concealed, wild, 14) && ThirteenOrphansDistance(concealed, wild) == -1;
}

TileMask ThirteenOrphansWaits(const Counts& concealed, int wild) {
  if (!HasSize(concealed, wild, 13) || ThirteenOrphansDistance(concealed, wild) > 0) return 0;
  TileMask waits = 0;
  ForEach(kOrphans, [&](Tile tile) {
    if (concealed[tile] == 7) return;
    Counts full = concealed;
    full.Add(tile);
    if (IsThirteenOrphans(full, wild)) waits |= MaskOf(tile);
  });
  return waits;
}

int ThirteenOrphansDistance(const Counts& concealed, int wild) {
  if (wild < 0 || wild > kMaxWild) return kFar;
  return DistanceOf(MissingOrphans(CountPairs::Of(concealed)), wild);
}

bool IsWin(const Counts& concealed, int sets, Shapes shapes, int wild) {
  const bool pairs = shapes.seven_pairs && sets == 4;
  if (shapes.thirteen_orphans && sets == 4 && IsThirteenOrphans(concealed, wild)) return true;
  if (pairs && wild != 0 && shapes.pairs == Pairs::kFourAreTwo) [[likely]] {
    // With wildcards both answers are unpredictable, so they are computed branchless.
    const HandTables& tables = HandTables::Get();
    const HandFacts facts = tables.FactsOf(tables.SuitsOf(tables.KeysOf(concealed)));
    const std::size_t size = std::size_t{14} - static_cast<std::size_t>(wild);
    if (facts.AreOf(size)) [[likely]] {
      const bool even = std::popcount(CountPairs::Of(concealed).Bit(1)) <= wild;
      const bool sized = HasSize(concealed, wild, 14);
      return (facts.IsWin(size, wild) | even) & sized;
    }
  }
  return IsWin(concealed, sets, wild) || (pairs && IsSevenPairs(concealed, shapes.pairs, wild));
}

TileMask Waits(const Counts& concealed, int sets, Shapes shapes, int wild) {
  TileMask waits = 0;
  if (sets == 4 && shapes.seven_pairs) {
    waits = SevenPairsWaits(concealed, shapes.pairs, wild);
    if (waits == kNaturals) return waits;  // with wildcards, many hands wait for all kinds
  }
  waits |= Waits(concealed, sets, wild);
  if (sets == 4 && shapes.thirteen_orphans) waits |= ThirteenOrphansWaits(concealed, wild);
  return waits;
}

int Distance(const Counts& concealed, int sets, Shapes shapes, int wild, Copies copies) {
  int least = Distance(concealed, sets, wild, copies);
  if (sets == 4 && shapes.seven_pairs)
    least = std::min(least, SevenPairsDistance(concealed, shapes.pairs, wild));
  if (sets == 4 && shapes.thirteen_orphans)
    least = std::min(least, ThirteenOrphansDistance(concealed, wild));
  return least;
}

namespace {

// The largest hand of any question.
constexpr std::size_t kMostTiles = 3 * kMaxSets + 2;
static_assert(kMostTiles + kMaxWild < 32);

// Sizes, with wildcards, of whole sets and `over` tiles; one bit per size.
constexpr std::uint32_t SizesOver(unsigned over) {
  std::uint32_t sizes = 0;
  for (unsigned sets = 0; sets <= kMaxSets; ++sets) sizes |= 1u << (3 * sets + over);
  return sizes;
}
std::size_t SizeOf(std::span<const Tile> tiles, int wild) {
  return tiles.size() + static_cast<std::size_t>(wild);
}
int SetsOf(std::span<const Tile> tiles, int wild) {
  return static_cast<int>(SizeOf(tiles, wild)) / 3;
}
bool HasSize(std::span<const Tile> tiles, int wild, std::uint32_t sizes) {
  if (wild == 0) [[likely]]
    return (sizes >> tiles.size() & 1) != 0;
  return static_cast<unsigned>(wild) <= kMaxWild && (sizes >> SizeOf(tiles, wild) & 1) != 0;
}

// The three questions answered from counts.
[[gnu::noinline]] bool CountAndIsWin(std::span<const Tile> tiles, Shapes shapes, int wild) {
  return IsWin(CountTiles(tiles), SetsOf(tiles, wild), shapes, wild);
}
[[gnu::noinline]] TileMask CountAndWaits(std::span<const Tile> tiles, Shapes shapes, int wild) {
  return Waits(CountTiles(tiles), SetsOf(tiles, wild), shapes, wild);
}
[[gnu::noinline]] int CountAndDistance(std::span<const Tile> tiles, Shapes shapes, int wild,
                                       Copies copies) {
  return Distance(CountTiles(tiles), SetsOf(tiles, wild), shapes, wild, copies);
}

// The three questions answered from the tables. Hands outside the tables are answered from counts,
// and so are all hands until the tables are built. Each number of tiles has its own instance.

template <std::size_t kSize>
bool LookAndIsWin(const Tile* first, Shapes shapes, int wild) {
  const std::span<const Tile, kSize> tiles(first, kSize);
  if (!HasSize(tiles, wild, SizesOver(2))) [[unlikely]]
    return false;
  const HandTables* tables = HandTables::IfBuilt();
  if (tables == nullptr) [[unlikely]]
    return CountAndIsWin(tiles, shapes, wild);
  const Look look = LookAt(tiles);
  const HandFacts facts = tables->FactsOf(tables->SuitsOf(look.keys));
  if (!facts.AreOf(tiles.size())) [[unlikely]]
    return CountAndIsWin(tiles, shapes, wild);
  const bool win = facts.IsWin(tiles.size(), wild);
  if (SizeOf(tiles, wild) != 14) return win;
  // In seven pairs, wildcards must make the odd kinds even. Without wildcards this is rarely
  // possible, so a branch predicts well. With wildcards it is unpredictable, so the result is
  // computed branchless.
  const bool even = std::popcount(look.counts.Bit(1)) <= wild;
  if (kSize == 14 && !even) [[likely]]
    return win;
  if (shapes.pairs == Pairs::kFourAreTwo) [[likely]]
    return win | (even & shapes.seven_pairs);
  return win || (even && CountAndIsWin(tiles, shapes, wild));
}

template <std::size_t kSize>
TileMask LookAndWaits(const Tile* first, Shapes shapes, int wild) {
  const std::span<const Tile, kSize> tiles(first, kSize);
  if (!HasSize(tiles, wild, SizesOver(1))) [[unlikely]]
    return 0;
  const HandTables* tables = HandTables::IfBuilt();
  if (tables == nullptr) [[unlikely]]
    return CountAndWaits(tiles, shapes, wild);
  const Look look = LookAt(tiles);
  if (SetsOf(tiles, wild) == kMaxSets && look.counts.Bit(4) != 0) [[unlikely]]
    return CountAndWaits(tiles, shapes, wild);
  const HandTables::Suits suits = tables->SuitsOf(look.keys);
  const HandFacts facts = tables->FactsOf(suits);
  if (!facts.AreOf(tiles.size())) [[unlikely]]
    return CountAndWaits(tiles, shapes, wild);
  if (SizeOf(tiles, wild) == 13) {
    // Few hands are near the special shapes.
    if (shapes.seven_pairs && std::popcount(look.counts.Bit(1)) <= wild + 1)
      return CountAndWaits(tiles, shapes, wild);
    if (shapes.thirteen_orphans && MissingOrphans(look.counts) <= wild + 1)
      return CountAndWaits(tiles, shapes, wild);
  }
  return tables->Waits(look, suits, facts, wild);
}

// Flat: whether g++ inlines the parts otherwise depends on what else is in the batch.
template <std::size_t kSize>
[[gnu::flatten]] int LookAndDistance(const Tile* first, Shapes shapes, int wild, Copies copies) {
  const std::span<const Tile, kSize> tiles(first, kSize);
  if (!HasSize(tiles, wild, SizesOver(0) | SizesOver(1) | SizesOver(2))) [[unlikely]]
    return kFar;
  const HandTables* tables = HandTables::IfBuilt();
  if (tables == nullptr) [[unlikely]]
    return CountAndDistance(tiles, shapes, wild, copies);
  const Look look = LookAt(tiles);
  const HandTables::Suits suits = tables->SuitsOf(look.keys);
  if (!tables->FactsOf(suits).AreOf(tiles.size())) [[unlikely]]
    return CountAndDistance(tiles, shapes, wild, copies);
  const int sets = SetsOf(tiles, wild);
  int missing = tables->Missing(suits, sets, copies);
  if (sets == 4 && shapes.seven_pairs)
    missing = std::min(missing, MissingPairs(KindsOf(look.counts), shapes.pairs));
  if (sets == 4 && shapes.thirteen_orphans)
    missing = std::min(missing, MissingOrphans(look.counts));
  return DistanceOf(missing, wild);
}

// Instances of `of` for each number of tiles.
template <typename Of>
constexpr auto BySize(Of of) {
  return [&]<std::size_t... kSizes>(std::index_sequence<kSizes...>) {
    return std::array{of(std::integral_constant<std::size_t, kSizes>())...};
  }(std::make_index_sequence<kMostTiles + 1>());
}
constexpr auto kIsWin = BySize([](auto size) { return &LookAndIsWin<size>; });
constexpr auto kWaits = BySize([](auto size) { return &LookAndWaits<size>; });
constexpr auto kDistance = BySize([](auto size) { return &LookAndDistance<size>; });

[[gnu::noinline]] bool IsWinOrOrphans(std::span<const Tile> tiles, Shapes shapes, int wild) {
  shapes.thirteen_orphans = false;
  return IsWin(tiles, shapes, wild) ||
         (SizeOf(tiles, wild) == 14 && IsThirteenOrphans(CountTiles(tiles), wild));
}

}  // namespace

bool IsWin(std::span<const Tile> tiles, Shapes shapes, int wild) {
  if (shapes.thirteen_orphans) [[unlikely]]
    return IsWinOrOrphans(tiles, shapes, wild);
  return tiles.size() <= kMostTiles && kIsWin[tiles.size()](tiles.data(), shapes, wild);
}

TileMask Waits(std::span<const Tile> tiles, Shapes shapes, int wild) {
  return tiles.size() <= kMostTiles ? kWaits[tiles.size()](tiles.data(), shapes, wild) : 0;
}

int Distance(std::span<const Tile> tiles, Shapes shapes, int wild, Copies copies) {
  return tiles.size() <= kMostTiles ? kDistance[tiles.size()](tiles.data(), shapes, wild, copies)
                                    : kFar;
}

}  // namespace mlf::table
