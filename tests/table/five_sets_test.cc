// Hands of five sets and a pair: the waits agree with trying every tile, and the report of a hand
// knows 16 and 17 tiles.
#include <mlf/table/hand_report.h>
#include <mlf/table/readings.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
  // Five sets and a pair in six ranks of a suit and one kind of another, less some tiles; every
  // third hand has another tile instead of one.
  std::vector<Tile> Crowded(std::size_t size) {
    for (;;) {
      std::vector<Tile> tiles;
      std::array<int, 34> copies{};
      const auto put = [&](unsigned tile) {
        ++copies[tile];
        tiles.push_back(static_cast<Tile>(tile));
      };
      for (int set = 0; set < kMaxSets; ++set) {
        const bool run = Below(4) != 0;
        const unsigned first = Below(run ? 4 : 6);
        for (unsigned i = 0; i < 3; ++i) put(run ? first + i : first);
      }
      const unsigned pair = Below(2) != 0 ? 9 : Below(6);
      put(pair), put(pair);
      std::shuffle(tiles.begin(), tiles.end(), random_);
      if (Below(3) == 0) {
        --copies[tiles.back()];
        tiles.pop_back();
        put(Below(7));
      }
      if (std::ranges::max(copies) > 7) continue;  // Counts holds seven
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

// Most of these hands hold some kind five times or more. The walk through all readings asks no
// table.
TEST(FiveSets, AHandWithFifthCopiesWinsIfItHasAReading) {
  Deal deal;
  int with_fifth = 0, in_runs = 0, wins = 0;
  for (int i = 0; i < 3000; ++i) {
    const int wild = i % 3;
    const std::vector<Tile> tiles = deal.Crowded(static_cast<std::size_t>(17 - wild));
    const Counts hand = CountTiles(tiles);
    bool has_reading = false, has_runs = false;
    const auto note = [&](const Reading& reading) {
      has_reading = true;
      has_runs = has_runs || std::ranges::all_of(reading.Sets(), [](const SetReading& set) {
                   return set.kind == SetReading::kSequence;
                 });
    };
    detail::ReadingWalk(hand, kMaxSets, wild, kNaturals, WildSets::kAll, note).Run();
    ASSERT_EQ(IsWin(hand, kMaxSets, wild), has_reading) << FormatTiles(tiles) << " " << wild;
    with_fifth += std::ranges::any_of(tiles, [&](Tile tile) { return hand[tile] > 4; }) ? 1 : 0;
    in_runs += has_runs ? 1 : 0;
    wins += has_reading ? 1 : 0;
  }
  EXPECT_GT(with_fifth, 1000);
  EXPECT_GT(in_runs, 50);
  EXPECT_GT(wins, 500);
  EXPECT_LT(wins, 2900);
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
