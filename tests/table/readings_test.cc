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
