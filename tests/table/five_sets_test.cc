// Hands of five sets and a pair: the waits agree with trying every tile, and the report of a hand
// knows 16 and 17 tiles.
#include <mlf/table/hand_report.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace mlf::table {
namespace {

// The definition: every tile that completes the hand.
TileMask WaitsByTrying(const Counts& hand, int sets, int wild) {
  TileMask waits = 0;
  ForEach(kNaturals, [&](Tile tile) {
    Counts full = hand;
    full.Add(tile);
    if (IsWin(full, sets, wild)) waits |= MaskOf(tile);
  });
  return waits;
}

Counts HandOf(const char* text) { return CountTiles(*ParseTiles(text)); }

class Deal {
 public:
  // Tiles of the first `kinds` kinds, at random.
  std::vector<Tile> Random(std::size_t size, unsigned kinds) {
    std::vector<Tile> tiles;
    Counts counts;
    while (tiles.size() < size) {
      const auto tile = static_cast<Tile>(Below(kinds));
      if (counts[tile] < 4) counts.Add(tile), tiles.push_back(tile);
    }
    return tiles;
  }
  // Five sets and a pair of one or more suits, less some tiles.
  std::vector<Tile> Near(std::size_t size, unsigned suits) {
    for (;;) {
      std::vector<Tile> tiles;
      Counts counts;
      const auto put = [&](Tile tile) { counts.Add(tile), tiles.push_back(tile); };
      for (int set = 0; set < kMaxSets; ++set) {
        const unsigned suit = 9 * (Below(suits));
        const bool run = Below(3) != 0;
        const auto first = static_cast<Tile>(suit + Below(run ? 7 : 9));
        for (int i = 0; i < 3; ++i) put(static_cast<Tile>(run ? first + i : first));
      }
      const auto pair = static_cast<Tile>(Below(9 * suits));
      put(pair), put(pair);
      if (counts.AtLeast(5) != 0) continue;
      std::shuffle(tiles.begin(), tiles.end(), random_);
      tiles.resize(size);
      return tiles;
    }
  }

 private:
  unsigned Below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  std::mt19937 random_{19};
};

TEST(FiveSets, WaitsAreWhatTryingEveryTileFinds) {
  Deal deal;
  for (int i = 0; i < 20'000; ++i) {
    const int wild = i % 5;
    const auto size = static_cast<std::size_t>(16 - wild);
    const unsigned suits = 1 + static_cast<unsigned>(i / 5 % 3);
    const std::vector<Tile> tiles =
        i % 2 == 0 ? deal.Near(size, suits) : deal.Random(size, suits == 3 ? 34 : 9 * suits);
    const Counts hand = CountTiles(tiles);
    const TileMask expected = WaitsByTrying(hand, kMaxSets, wild);
    ASSERT_EQ(Waits(hand, kMaxSets, wild), expected) << FormatTiles(tiles) << " " << wild;
    ASSERT_EQ(Waits(tiles, Shapes{}, wild), expected) << FormatTiles(tiles) << " " << wild;
  }
}

// 345 345 456 456 567: five copies of 5, each in another sequence.
TEST(FiveSets, AFifthCopyInFiveSequences) {
  const Counts hand = HandOf("33444455556667s22p");
  EXPECT_NE(Waits(hand, kMaxSets) & MaskOf(*ParseTile("5s")), TileMask{0});
  EXPECT_EQ(Waits(hand, kMaxSets), WaitsByTrying(hand, kMaxSets, 0));
}

TEST(FiveSets, TheReportKnowsSixteenAndSeventeenTiles) {
  const HandReport ready = ExamineHand(HandOf("123m456m789m345p234s5s"), 0);
  EXPECT_EQ(ready.standard, 0);
  EXPECT_EQ(ready.improving, MaskOf(*ParseTile("2s")) | MaskOf(*ParseTile("5s")));
  EXPECT_FALSE(ready.seven_pairs.has_value());
  EXPECT_EQ(ExamineHand(HandOf("123m456m789m345p234s55s"), 0).is_win, true);
  EXPECT_EQ(ExamineHand(HandOf("123m456m789m34s55s"), 1).standard, 0);
}

}  // namespace
}  // namespace mlf::table
