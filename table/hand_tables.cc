#include <mlf/table/hand_look_up.h>

#include <algorithm>

namespace mlf::table {
namespace {

using detail::HandTables;
using detail::kHonourKinds;
using detail::kTableTiles;
using detail::Sum;

// Tiles of the four groups that make sets, in one fold: the fields of four words, odd and even, add up to less than 64.
int SizeOfNaturals(const Counts& counts) {
  constexpr std::uint32_t kLow = 0x1C71C7;
  std::uint32_t sum = 0, last = 0;
  for (std::size_t g = 0; g < 4; ++g) {
    sum += (counts.group[g] & kLow) + ((counts.group[g] >> 3) & kLow);
    last += counts.group[g] >> 24 & 7;
  }
  return static_cast<int>((sum & 63) + (sum >> 6 & 63) + (sum >> 12 & 63) + (sum >> 18 & 63) + last);
}

// Whether `concealed` and the wildcards are `tiles` in number, no flower among them.
bool HasSize(const Counts& concealed, int wild, int tiles) {
  return wild >= 0 && wild <= kMaxWild && concealed.group[kFlower] == 0 && SizeOfNaturals(concealed) + wild == tiles;
}

// Of the 34 kinds: how many are held, held an odd number of times, held twice or more; and pairs, four equal tiles being two.
struct Kinds {
  int any = 0, odd = 0, twice = 0, pairs = 0;
};
Kinds KindsOf(const Counts& concealed) {
  // One bit a kind: the fields of the suits, three bits wide, fit between each other.
  std::uint64_t one = 0, two = 0, four = 0;
  for (std::size_t g = 0; g < 4; ++g) {
    constexpr std::uint64_t kFields = 0x1249249;
    const std::uint64_t word = concealed.group[g];
    const std::size_t shift = g < kHonour ? g : 32;
    one |= (word & kFields) << shift;
    two |= (word >> 1 & kFields) << shift;
    four |= (word >> 2 & kFields) << shift;
  }
  return {.any = std::popcount(one | two | four), .odd = std::popcount(one), .twice = std::popcount(two | four),
          .pairs = std::popcount(two) + 2 * std::popcount(four)};
}

TileMask OddKinds(const Counts& concealed) {
  const auto& group = concealed.group;
  return Counts::EveryThird(group[0] | std::uint64_t{group[1]} << 27) |
         Counts::EveryThird(group[2] | std::uint64_t{group[3]} << 27) << (2 * kGroupSize);
}

int DistanceOf(int missing, int wild) { return std::max(-1, missing - wild - 1); }

// Tiles missing for seven pairs.
int MissingPairs(const Kinds& kinds, Pairs pairs) {
  const bool four = pairs == Pairs::kFourAreTwo;
  const int whole = std::min(7, four ? kinds.pairs : kinds.twice), begun = four ? kinds.pairs + kinds.odd : kinds.any;
  return 7 - whole + std::max(0, 7 - begun);
}

// What the special shapes ask of tiles looked up together.
Kinds KindsOf(const HandTables::Look& look) {
  const int odd = look.sum[Sum::kOdd];
  return {.any = look.sum[Sum::kKinds], .odd = odd, .twice = look.sum[Sum::kTwice], .pairs = (look.sum[Sum::kSize] - odd) / 2};
}
int MissingOrphans(const HandTables::Look& look) { return 14 - look.sum[Sum::kOrphans] - (look.sum[Sum::kOrphansTwice] > 0 ? 1 : 0); }

}  // namespace

std::size_t PrepareHandTables() { return HandTables::Get().Bytes(); }

Counts CountTiles(std::span<const Tile> tiles) {
  // The four groups that make sets are counted side by side; honours leave the upper eleven bits of theirs to count flowers.
  using Groups [[gnu::vector_size(16)]] = std::uint32_t;
  constexpr int kFlowersAt = 3 * kHonourKinds;
  static constexpr auto kWeights = [] {
    std::array<Groups, 256> weights{};
    for (int tile = 0; tile < kMaxPieces; ++tile) {
      if (!IsTile(static_cast<Tile>(tile))) continue;
      Counts one;
      one.Add(static_cast<Tile>(tile));
      const std::uint32_t flower = IsFlower(static_cast<Tile>(tile)) ? 1u << kFlowersAt : 0;
      weights[static_cast<std::size_t>(tile)] = Groups{one.group[0], one.group[1], one.group[2], one.group[3] | flower};
    }
    return weights;
  }();
  Groups sum{};
  for (const Tile tile : tiles) sum += kWeights[tile];
  Counts counts{{sum[0], sum[1], sum[2], sum[3], 0}};
  if (counts.group[kHonour] >> kFlowersAt != 0) [[unlikely]] {
    counts.group[kHonour] &= (1u << kFlowersAt) - 1;
    for (const Tile tile : tiles) {
      if (IsFlower(tile)) counts.Add(tile);
    }
  }
  return counts;
}

bool IsWin(const Counts& concealed, int sets, int wild) {
  // Most hands asked about need too much, so they are counted last.
  return IsSetCount(sets) && HandTables::Get().Need(concealed) <= wild && HasSize(concealed, wild, 3 * sets + 2);
}

TileMask Waits(const Counts& concealed, int sets, int wild) {
  if (!IsSetCount(sets) || !HasSize(concealed, wild, 3 * sets + 1)) return 0;
  const HandTables& tables = HandTables::Get();
  std::array<int, 4> index;
  if (sets < kMaxSets && tables.Find(concealed, index)) [[likely]] return tables.Waits(index, wild);
  TileMask waits = 0;
  ForEach(kNaturals, [&](Tile tile) {
    if (concealed[tile] == 7) return;  // Counts holds no eighth copy
    Counts full = concealed;
    full.Add(tile);
    if (tables.Need(full) <= wild) waits |= MaskOf(tile);
  });
  return waits;
}

int Distance(const Counts& concealed, int sets, int wild, Copies copies) {
  if (!IsSetCount(sets) || wild < 0 || wild > kMaxWild) return kFar;
  return DistanceOf(HandTables::Get().Missing(concealed, sets, copies), wild);
}

bool IsSevenPairs(const Counts& concealed, Pairs pairs, int wild) {
  if (wild != 0) return HasSize(concealed, wild, 14) && SevenPairsDistance(concealed, pairs, wild) == -1;
  // Only pairs: no kind an odd number of times. Where seven different ones are wanted, no kind four or six times either.
  constexpr std::uint32_t kOdd = 0x1249249;
  const std::uint32_t wrong = pairs == Pairs::kFourAreTwo ? kOdd : kOdd | kOdd << 2;
  return ((concealed.group[0] | concealed.group[1] | concealed.group[2] | concealed.group[3]) & wrong) == 0 && HasSize(concealed, wild, 14);
}

TileMask SevenPairsWaits(const Counts& concealed, Pairs pairs, int wild) {
  if (!HasSize(concealed, wild, 13)) return 0;
  TileMask waits = 0;
  if (pairs == Pairs::kFourAreTwo) {
    // With 13 tiles the odd kinds and the wildcards differ by an odd number: one odd kind too many is what the wait is for.
    const TileMask odd = OddKinds(concealed);
    const int too_many = std::popcount(odd) - wild;
    return too_many < 0 ? kNaturals : too_many == 1 ? odd : 0;
  }
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
  return DistanceOf(MissingPairs(KindsOf(concealed), pairs), wild);
}

bool IsThirteenOrphans(const Counts& concealed, int wild) {
  return HasSize(concealed, wild, 14) && ThirteenOrphansDistance(concealed, wild) == -1;
}

TileMask ThirteenOrphansWaits(const Counts& concealed, int wild) {
  if (!HasSize(concealed, wild, 13)) return 0;
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
  const int kinds = std::popcount(concealed.Kinds() & kOrphans);
  const bool pair = (concealed.AtLeast(2) & kOrphans) != 0;
  return DistanceOf(14 - kinds - (pair ? 1 : 0), wild);
}

namespace {

// Tiles and wildcards of whole sets and `over` more, one bit a size.
constexpr std::uint32_t SizesOver(unsigned over) {
  std::uint32_t sizes = 0;
  for (unsigned sets = 0; sets <= kMaxSets; ++sets) sizes |= 1u << (3 * sets + over);
  return sizes;
}
std::size_t SizeOf(std::span<const Tile> tiles, int wild) { return tiles.size() + static_cast<std::size_t>(wild); }
int SetsOf(std::span<const Tile> tiles, int wild) { return static_cast<int>(SizeOf(tiles, wild)) / 3; }
bool HasSize(std::span<const Tile> tiles, int wild, std::uint32_t sizes) {
  return static_cast<unsigned>(wild) <= kMaxWild && SizeOf(tiles, wild) < 32 && (sizes >> SizeOf(tiles, wild) & 1) != 0;
}

// The three questions, counting first.
[[gnu::noinline]] bool CountAndIsWin(std::span<const Tile> tiles, Shapes shapes, int wild) {
  const Counts counts = CountTiles(tiles);
  if (IsWin(counts, SetsOf(tiles, wild), wild)) return true;
  return SetsOf(tiles, wild) == 4 && ((shapes.seven_pairs && IsSevenPairs(counts, shapes.pairs, wild)) ||
                                      (shapes.thirteen_orphans && IsThirteenOrphans(counts, wild)));
}
[[gnu::noinline]] TileMask CountAndWaits(std::span<const Tile> tiles, Shapes shapes, int wild) {
  const Counts counts = CountTiles(tiles);
  TileMask waits = Waits(counts, SetsOf(tiles, wild), wild);
  if (SetsOf(tiles, wild) == 4 && shapes.seven_pairs) waits |= SevenPairsWaits(counts, shapes.pairs, wild);
  if (SetsOf(tiles, wild) == 4 && shapes.thirteen_orphans) waits |= ThirteenOrphansWaits(counts, wild);
  return waits;
}
[[gnu::noinline]] int CountAndDistance(std::span<const Tile> tiles, Shapes shapes, int wild, Copies copies) {
  const Counts counts = CountTiles(tiles);
  int least = Distance(counts, SetsOf(tiles, wild), wild, copies);
  if (SetsOf(tiles, wild) == 4 && shapes.seven_pairs) least = std::min(least, SevenPairsDistance(counts, shapes.pairs, wild));
  if (SetsOf(tiles, wild) == 4 && shapes.thirteen_orphans) least = std::min(least, ThirteenOrphansDistance(counts, wild));
  return least;
}

}  // namespace

// What is not answered by a look at the tables, the tables not being there among it, is left to the functions above at the very end, so that no
// registers need saving for them.
bool IsWin(std::span<const Tile> tiles, Shapes shapes, int wild) {
  if (!HasSize(tiles, wild, SizesOver(2))) return false;
  const HandTables* tables = HandTables::IfBuilt();
  if (tables == nullptr) [[unlikely]] return CountAndIsWin(tiles, shapes, wild);
  const HandTables::Look look = tables->LookAt(tiles);
  const bool win = tables->Need(look) <= wild;
  // Of seven pairs no kind is held an odd number of times but for wildcards to make it even.
  const bool even = SizeOf(tiles, wild) == 14 && shapes.seven_pairs && look.sum[Sum::kOdd] <= wild;
  if (!look.Tells(tiles)) [[unlikely]] return CountAndIsWin(tiles, shapes, wild);
  // Without a branch, for nothing tells beforehand which way it would go.
  if (shapes.pairs == Pairs::kFourAreTwo && !shapes.thirteen_orphans) [[likely]] return win | even;
  if (win || (!even && !shapes.thirteen_orphans)) return win;
  return CountAndIsWin(tiles, shapes, wild);
}

TileMask Waits(std::span<const Tile> tiles, Shapes shapes, int wild) {
  if (!HasSize(tiles, wild, SizesOver(1))) return 0;
  const HandTables* tables = HandTables::IfBuilt();
  if (tables == nullptr || SetsOf(tiles, wild) == kMaxSets) [[unlikely]] return CountAndWaits(tiles, shapes, wild);
  const HandTables::Look look = tables->LookAt(tiles);
  if (!look.Tells(tiles)) [[unlikely]] return CountAndWaits(tiles, shapes, wild);
  if (SizeOf(tiles, wild) == 13) {
    // Few hands are near the special shapes.
    if (shapes.seven_pairs && look.sum[Sum::kOdd] <= wild + 1) return CountAndWaits(tiles, shapes, wild);
    if (shapes.thirteen_orphans && MissingOrphans(look) <= wild + 1) return CountAndWaits(tiles, shapes, wild);
  }
  return tables->Waits(look.index, wild);
}

int Distance(std::span<const Tile> tiles, Shapes shapes, int wild, Copies copies) {
  if (!HasSize(tiles, wild, SizesOver(0) | SizesOver(1) | SizesOver(2))) return kFar;
  const HandTables* tables = HandTables::IfBuilt();
  if (tables == nullptr) [[unlikely]] return CountAndDistance(tiles, shapes, wild, copies);
  const HandTables::Look look = tables->LookAt(tiles);
  if (!look.Tells(tiles)) [[unlikely]] return CountAndDistance(tiles, shapes, wild, copies);
  const int sets = SetsOf(tiles, wild);
  int missing = tables->Missing(look, sets, copies);
  if (sets == 4 && shapes.seven_pairs) missing = std::min(missing, MissingPairs(KindsOf(look), shapes.pairs));
  if (sets == 4 && shapes.thirteen_orphans) missing = std::min(missing, MissingOrphans(look));
  return DistanceOf(missing, wild);
}

}  // namespace mlf::table
