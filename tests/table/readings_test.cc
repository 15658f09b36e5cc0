// The readings of a hand: known ones, and compared with plain code.
#include "hand.h"
#include "hand_samples.h"
#include "plain_hands.h"

#include <mlf/table/hand_tables.h>
#include <mlf/table/readings.h>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace mlf::table {
namespace {

std::vector<std::string> ReadingTexts(const Counts& hand, int sets, int wild = 0,
                                      TileMask stand_for = kNaturals) {
  std::vector<std::string> texts;
  Reading last;
  ForEachReading(hand, sets, wild, stand_for, [&](const Reading& reading) {
    EXPECT_TRUE(texts.empty() || last < reading) << "readings come in ascending order";
    last = reading;
    texts.push_back(ReadingText(reading));
  });
  return texts;
}

// The sequences of a reading that begin at 1, 4 and 7, once each.
std::set<Tile> Thirds(const Reading& reading) {
  std::set<Tile> starts;
  for (const SetReading& set : reading.Sets()) {
    if (set.kind == SetReading::kSequence && RankOf(set.first) % 3 == 0) starts.insert(set.first);
  }
  return starts;
}

// With few sets of wildcards every reading is one of all, and what its sequences from 1, 4 and 7
// can be is not lost.
TEST(Readings, OfFewSetsOfWildcards) {
  const struct {
    const char* tiles;
    int wild;
  } hands[] = {{"123456m78p123s55s9p", 0}, {"12345679m123p99p", 1}, {"123789m123456p", 2},
               {"46m99p79s777z6z", 4},     {"456m7p22s777z", 5},    {"11m", 3}};
  int fewer = 0;
  for (const auto& hand : hands) {
    const Counts tiles = Hand(hand.tiles);
    const int sets = (tiles.Size() + hand.wild) / 3;
    std::set<Reading> all;
    std::set<std::set<Tile>> thirds, few_thirds;
    ForEachReading(tiles, sets, hand.wild, kNaturals, [&](const Reading& reading) {
      all.insert(reading);
      thirds.insert(Thirds(reading));
    });
    std::size_t few = 0;
    ForEachReading(
        tiles, sets, hand.wild, kNaturals,
        [&](const Reading& reading) {
          ++few;
          EXPECT_TRUE(all.contains(reading)) << ReadingText(reading);
          few_thirds.insert(Thirds(reading));
        },
        WildSets::kFew);
    EXPECT_EQ(few_thirds, thirds) << hand.tiles;
    EXPECT_TRUE(hand.wild < 2 ? few == all.size() : few <= all.size()) << hand.tiles;
    fewer += few < all.size() ? 1 : 0;
  }
  EXPECT_GT(fewer, 1);
}

struct ReadingCase {
  const char* tiles;
  int sets;
  int wild;
  const char* stand_for;
  std::vector<std::string> readings;
  const char* reason;
};

TEST(Readings, OfKnownHands) {
  const ReadingCase cases[] = {
      {"11m", 0, 0, "", {"11m"}, "a pair alone"},
      {"12m", 0, 0, "", {}, "no pair"},
      {"111222333m55p",
       3,
       0,
       "",
       {"55p 111m 222m 333m", "55p 123m 123m 123m"},
       "three equal runs or three triplets"},
      {"11123455m", 2, 0, "", {"55m 111m 234m"}, "one way only"},
      {"11222333444m",
       3,
       0,
       "",
       {"11m 222m 333m 444m", "11m 234m 234m 234m", "44m 123m 123m 234m"},
       "two pairs can be it"},
      {"1z", 0, 1, "1z", {"1[1]z"}, "a wildcard in the pair"},
      {"13m55p", 1, 1, "2m", {"55p 1[2]3m"}, "a wildcard inside a run"},
      {"5m55p",
       1,
       2,
       "5m5p",
       {"5[5]m 55[5]p", "55p 5[5][5]m"},
       "where the wildcards go is part of the reading"},
      {"55p", 1, 3, "2z", {"55p [2][2][2]z"}, "a set of wildcards alone"},
      {"55p",
       1,
       3,
       "5p",
       {"55p [5][5][5]p", "5[5]p 5[5][5]p", "[5][5]p 55[5]p"},
       "all three shares of five equal tiles"},
      {"1h1h", 0, 0, "", {}, "flowers are no pair"},
      {"123z55p", 1, 0, "", {}, "honours make no run"},
  };
  for (const ReadingCase& row : cases) {
    TileMask stand_for = 0;
    const auto kinds = ParseTiles(row.stand_for);
    for (const Tile tile : *kinds) stand_for |= MaskOf(tile);
    EXPECT_EQ(ReadingTexts(Hand(row.tiles), row.sets, row.wild, stand_for), row.readings)
        << row.tiles << ": " << row.reason;
  }
}

TEST(Readings, AgainstPlainCode) {
  Sampler sampler(20260708);
  std::size_t total = 0;
  for (int round = 0; round < 3000; ++round) {
    const int wild = round % 10 == 0 ? 2 : round % 3 == 0 ? 1 : 0;
    const int sets = wild == 2 ? 2 : 1 + sampler.Below(wild == 1 ? 3 : 5);
    const int kinds = round % 2 == 0 ? 9 : 34;
    const Counts hand = sampler.Near(sets, wild, kinds);
    const TileMask stand_for = round % 4 == 0 ? kNaturals : SuitMask(kWan);
    const std::vector<std::string> readings = ReadingTexts(hand, sets, wild, stand_for);
    const std::set<std::string> plain = PlainReadings(hand, sets, wild, stand_for);
    ASSERT_EQ(std::set<std::string>(readings.begin(), readings.end()), plain) << FormatTiles(hand);
    ASSERT_EQ(readings.size(), plain.size()) << "each reading once: " << FormatTiles(hand);
    total += readings.size();
  }
  EXPECT_GT(total, 5000u);
}

}  // namespace
}  // namespace mlf::table
