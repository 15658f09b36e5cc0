// Hands that the tables do not hold, and input that is no hand: every question has an answer.
#include "hand.h"
#include "hand_samples.h"
#include "plain_hands.h"

#include <mlf/table/hand_tables.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace mlf::table {
namespace {

TEST(HandTables, WorkedHandOfTheSource) {
  const Counts hand = Hand("123m55678p999s44z");
  EXPECT_EQ(Distance(hand, 4), 0);
  EXPECT_EQ(FormatTiles(Waits(hand, 4)), "5p4z");
  EXPECT_TRUE(IsWin(hand, 4, 1));
}

TEST(HandTables, EveryInputHasAnAnswer) {
  const Counts hand = Hand("123m456m789m123p55p");
  EXPECT_TRUE(IsWin(hand, 4));
  EXPECT_FALSE(IsWin(hand, 3)) << "wrong number of sets";
  EXPECT_FALSE(IsWin(hand, 4, 3)) << "too many tiles";
  EXPECT_FALSE(IsWin(hand, -1));
  EXPECT_FALSE(IsWin(hand, 6));
  for (const int wild : {-1, 9, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
    EXPECT_FALSE(IsWin(hand, 4, wild));
    EXPECT_EQ(Waits(hand, 4, wild), 0u);
    EXPECT_EQ(Distance(hand, 4, wild), kFar);
    EXPECT_FALSE(IsSevenPairs(hand, Pairs::kFourAreTwo, wild));
    EXPECT_FALSE(IsThirteenOrphans(hand, wild));
    EXPECT_FALSE(IsWin(ToList(hand), Shapes{}, wild));
    EXPECT_EQ(Waits(ToList(hand), Shapes{}, wild), 0u);
    EXPECT_EQ(Distance(ToList(hand), Shapes{}, wild), kFar);
  }
  EXPECT_FALSE(IsWin(Counts{}, 4, 14)) << "more wildcards than the tables know";
  EXPECT_TRUE(IsWin(Counts{}, 0, 2));
  EXPECT_TRUE(IsWin(Counts{}, 2, 8));
  EXPECT_EQ(Waits(Counts{}, 0, 1), kNaturals);
  EXPECT_EQ(Waits(hand, 4), 0u);
  EXPECT_EQ(Distance(hand, 6), kFar);
  EXPECT_EQ(Distance(hand, -1), kFar);
  EXPECT_EQ(Distance(Counts{}, 4), 13);
  EXPECT_EQ(Distance(Counts{}, 5), 16);
  EXPECT_FALSE(IsWin(Hand("123m456m789m123p5p1h"), 4)) << "a flower is no tile of a hand";
  EXPECT_EQ(Waits(Hand("123m456m789m123p1h"), 4), 0u);
}

TEST(HandTables, MoreCopiesAndTilesThanTheTablesHold) {
  EXPECT_EQ(FormatTiles(Waits(Hand("1111m"), 1)), "1m") << "structural: the fifth copy is a wait";
  EXPECT_TRUE(IsWin(Hand("111122z"), 2, 2)) << "the fourth honour and two wildcards are a triplet";
  EXPECT_EQ(Distance(Hand("111122z"), 2), 1);
  EXPECT_TRUE(IsWin(Hand("12233333445m"), 3)) << "five copies that no triplet can use";
  EXPECT_TRUE(IsWin(Hand("11122233344455566m"), 5)) << "seventeen tiles of one suit";
  EXPECT_FALSE(IsWin(Hand("11122233344455569m"), 5));
  EXPECT_EQ(FormatTiles(Waits(Hand("1112345678999m555m"), 5)),
            FormatTiles(PlainWaits(Hand("1112345678999m555m"), 5, 0)));
  // AAA AAA A** BBB BBB B* is complete: a kind held seven times may form three triplets.
  const Counts two_honours = Hand("1111111z7777777z");
  EXPECT_TRUE(IsWin(two_honours, 5, 3));
  for (int wild = 0; wild <= 4; ++wild)
    EXPECT_EQ(Distance(two_honours, 5, wild), std::max(-1, 2 - wild)) << wild;
  Counts most;
  for (auto& word : most.group) word = 0xFFFFFFFF;
  for (int sets = 0; sets <= kMaxSets; ++sets) {
    EXPECT_FALSE(IsWin(most, sets));
    for (const Copies copies : {Copies::kAny, Copies::kFour})
      EXPECT_EQ(Distance(most, sets, 0, copies), -1);
    EXPECT_EQ(Waits(most, sets), 0u);
  }
}

// Queries over all shapes, on tile bytes and on counts, agree with the queries shape by shape.
void ExpectAsCounted(std::vector<Tile> tiles, int wild) {
  const Counts counts = CountTiles(tiles);
  const auto size = static_cast<int>(tiles.size()) + wild;
  const int sets = size / 3;
  for (const Shapes shapes : {Shapes{.seven_pairs = false}, Shapes{},
                              Shapes{.pairs = Pairs::kDifferent, .thirteen_orphans = true},
                              Shapes{.seven_pairs = false, .thirteen_orphans = true}}) {
    bool win = IsWin(counts, sets, wild);
    TileMask waits = Waits(counts, sets, wild);
    if (shapes.seven_pairs)
      win |= IsSevenPairs(counts, shapes.pairs, wild),
          waits |= SevenPairsWaits(counts, shapes.pairs, wild);
    if (shapes.thirteen_orphans)
      win |= IsThirteenOrphans(counts, wild), waits |= ThirteenOrphansWaits(counts, wild);
    if (counts.Size() == static_cast<int>(tiles.size())) {
      ASSERT_EQ(IsWin(counts, sets, shapes, wild), win) << FormatTiles(counts) << " and " << wild;
      ASSERT_EQ(Waits(counts, sets, shapes, wild), waits) << FormatTiles(counts) << " and " << wild;
    } else {
      win = false, waits = 0;  // a byte that is no tile must be one of the wildcards
    }
    ASSERT_EQ(IsWin(tiles, shapes, wild), win) << FormatTiles(counts) << " and " << wild;
    ASSERT_EQ(Waits(tiles, shapes, wild), waits) << FormatTiles(counts) << " and " << wild;
    for (const Copies copies : {Copies::kAny, Copies::kFour}) {
      int distance = Distance(counts, sets, wild, copies);
      if (shapes.seven_pairs && sets == 4)
        distance = std::min(distance, SevenPairsDistance(counts, shapes.pairs, wild));
      if (shapes.thirteen_orphans && sets == 4)
        distance = std::min(distance, ThirteenOrphansDistance(counts, wild));
      ASSERT_EQ(Distance(counts, sets, shapes, wild, copies), distance)
          << FormatTiles(counts) << " and " << wild;
      ASSERT_EQ(Distance(tiles, shapes, wild, copies), distance)
          << FormatTiles(counts) << " and " << wild;
    }
  }
}

TEST(HandTables, TilesAreAnsweredAsTheirCounts) {
  int number = 0;
  for (const int size : {13, 14}) {
    ForEachSuit(size, [&](std::uint32_t word) {
      if (++number % 13 == 0) ExpectAsCounted(ToList(OneSuit(word, number % 3)), 0);
    });
  }
  Sampler sampler(7);
  for (int i = 0; i < 30'000 && !::testing::Test::HasFatalFailure(); ++i) {
    const int wild = sampler.Below(4) == 0 ? sampler.Below(9) : 0;
    std::vector<Tile> tiles;
    switch (i % 5) {
      case 0: tiles = ToList(sampler.Random(sampler.Below(18))); break;
      case 1:  // up to seven copies
        tiles = ToList(
            sampler.Near(sampler.Below(kMaxSets + 1), sampler.Below(3), i % 2 == 0 ? 9 : 34));
        break;
      case 2: tiles = ToList(sampler.Near(4, 1 + wild % 4)); break;
      case 3: tiles = ToList(sampler.Random(13 + sampler.Below(2), 12)); break;
      default:  // any bytes, many are no natural tile
        tiles.resize(static_cast<std::size_t>(sampler.Below(20)));
        for (Tile& tile : tiles)
          tile = static_cast<Tile>(sampler.Below(3) == 0 ? sampler.Below(256) : sampler.Below(34));
    }
    for (std::size_t at = tiles.size(); at > 1; --at) {
      std::swap(tiles[at - 1],
                tiles[static_cast<std::size_t>(sampler.Below(static_cast<int>(at)))]);
    }
    ExpectAsCounted(tiles, wild);
  }
  ExpectAsCounted(ToList(Hand("19m19p19s1234567z")), 0);
  ExpectAsCounted(ToList(Hand("19m19p19s11234567z")), 0);
  ExpectAsCounted(ToList(Hand("19m19p19s12345z")), 2);
  std::vector<Tile> and_another = ToList(Hand("19m19p19s11234567z"));
  and_another.push_back(255);
  ExpectAsCounted(and_another, 0);
  ExpectAsCounted(std::vector<Tile>(14, Tile{8}), 0);
  ExpectAsCounted(std::vector<Tile>(14, Tile{255}), 0);
  EXPECT_FALSE(IsWin(std::vector<Tile>(14, Tile{0}), Shapes{}, -1));
  EXPECT_EQ(Waits(std::vector<Tile>(13, Tile{0}), Shapes{}, 9), 0u);
  EXPECT_EQ(Distance(std::vector<Tile>(40, Tile{0}), Shapes{}), kFar);
}

TEST(HandTables, TheTablesAreSmall) { EXPECT_LT(PrepareHandTables(), 4u * 1000 * 1000); }

TEST(HandTables, CountTiles) {
  const std::vector<Tile> tiles = {33, 0, 8, 8, 43, 26, 9, 17, 18, 27, kNoTile, 35, 255};
  Counts expected;
  for (const Tile tile : tiles) {
    if (IsTile(tile)) expected.Add(tile);
  }
  EXPECT_EQ(CountTiles(tiles), expected);
}

}  // namespace
}  // namespace mlf::table
