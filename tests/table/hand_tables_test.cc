// The tables on all one-suit hands, where the numbers are known, and compared with plain code.
#include "hand.h"
#include "hand_samples.h"
#include "plain_hands.h"

#include <mlf/table/hand_tables.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace mlf::table {
namespace {

TEST(HandTables, OneSuitOf14) {  // rules/common.md#facts
  int all = 0, standard = 0, pairs = 0, both = 0;
  ForEachSuit(14, [&](std::uint32_t word) {
    const Counts hand = OneSuit(word);
    const bool is_standard = IsWin(hand, 4);
    const bool is_pairs = IsSevenPairs(hand, Pairs::kFourAreTwo);
    ASSERT_EQ(is_standard, PlainWin(hand, 4, 0)) << FormatTiles(hand);
    ++all;
    standard += is_standard;
    pairs += is_pairs;
    both += is_standard && is_pairs;
  });
  EXPECT_EQ(all, 118800);
  EXPECT_EQ(standard, 13259);
  EXPECT_EQ(pairs, 2304);
  EXPECT_EQ(both, 214);
  EXPECT_EQ(standard + pairs - both, 15349);
}

TEST(HandTables, OneSuitOf13) {  // rules/common.md#facts: a kind held four times is no wait
  int all = 0, ready = 0, with_pairs = 0, nine = 0;
  std::string nine_way;
  ForEachSuit(13, [&](std::uint32_t word) {
    const Counts hand = OneSuit(word);
    const TileMask structural = Waits(hand, 4);
    TileMask plain = 0;
    for (Tile tile = 0; tile < 9; ++tile) {
      Counts next = hand;
      next.Add(tile);
      if (IsWin(next, 4)) plain |= MaskOf(tile);
    }
    ASSERT_EQ(structural, plain) << FormatTiles(hand);
    const TileMask own = hand.AtLeast(4);
    const TileMask waits = structural & ~own;
    ++all;
    ready += waits != 0;
    with_pairs += (waits | (SevenPairsWaits(hand, Pairs::kFourAreTwo) & ~own)) != 0;
    if (std::popcount(waits) == 9) {
      ++nine;
      nine_way = FormatTiles(hand);
    }
    ASSERT_EQ(Distance(hand, 4) <= 0, structural != 0) << FormatTiles(hand);
    ASSERT_EQ(Distance(hand, 4, 0, Copies::kFour) <= 0, waits != 0) << FormatTiles(hand);
  });
  EXPECT_EQ(all, 93600);
  EXPECT_EQ(ready, 40070);
  EXPECT_EQ(with_pairs, 47933);
  EXPECT_EQ(nine, 1);
  EXPECT_EQ(nine_way, "1112345678999m");
}

// Suits of 3, 6, 9, 12 tiles with sets only, and of 2, 5, 8, 11, 14 with the pair.
std::map<int, long> LaidSuits() {
  std::map<int, long> laid;
  for (int tiles = 2; tiles <= 14; ++tiles) {
    if (tiles % 3 == 1) continue;
    ForEachSuit(tiles, [&](std::uint32_t word) {
      Counts hand = OneSuit(word, kTiao);
      if (tiles % 3 == 0) hand.Add(MakeTile(kHonour, 1), 2);  // the pair must be somewhere
      laid[tiles] += IsWin(hand, tiles / 3);
    });
  }
  return laid;
}

TEST(HandTables,
     SuitsThatAreLaidAndHandsOfTwoSuits) {  // rules/common.md#facts, rules/xueliu.md#facts
  const std::map<int, long> laid = LaidSuits();
  const std::map<int, long> expected = {{2, 9},   {3, 16},    {5, 135},   {6, 127},   {8, 996},
                                        {9, 627}, {11, 4475}, {12, 2098}, {14, 13259}};
  EXPECT_EQ(laid, expected);
  long two_suits = 0;
  for (int pair = 2; pair <= 11; pair += 3) two_suits += 6 * laid.at(pair) * laid.at(14 - pair);
  EXPECT_EQ(3 * laid.at(14), 39777);
  EXPECT_EQ(two_suits, 1809714);

  long seven_pairs = 0;
  std::array<std::vector<std::uint32_t>, 8> by_pairs;
  for (int pairs = 0; pairs <= 7; ++pairs) {
    ForEachSuit(2 * pairs, [&](std::uint32_t word) {
      if ((word & 0x1249249) == 0) by_pairs[static_cast<std::size_t>(pairs)].push_back(word);
    });
  }
  for (std::size_t pairs = 1; pairs <= 6; ++pairs) {
    for (const std::uint32_t a : by_pairs[pairs]) {
      for (const std::uint32_t b : by_pairs[7 - pairs]) {
        Counts hand = OneSuit(a, kWan);
        hand.group[kTong] = b;
        seven_pairs += 3 * IsSevenPairs(hand, Pairs::kFourAreTwo);
      }
    }
  }
  EXPECT_EQ(3 * by_pairs[7].size(), 6912u);
  EXPECT_EQ(seven_pairs, 709560);
}

TEST(HandTables, DistanceOfEveryOneSuitHolding) {
  std::unordered_map<std::uint32_t, Costs> known;
  known.reserve(500000);
  int differ = 0, checked = 0, seen = 0;
  for (int tiles = 0; tiles <= 14; ++tiles) {
    ForEachSuit(tiles, [&](std::uint32_t word) {
      const Costs& plain = PlainCosts(word, known);
      const Counts hand = OneSuit(word, kTong);
      const bool has_four = (word & 0x4924924) != 0;
      for (int sets = 0; sets <= 5; ++sets) {
        const int any = Distance(hand, sets);
        // The other groups are empty. Sets and pair may also come from nothing; within one suit the
        // cost is the same.
        ASSERT_EQ(any, plain[1][static_cast<std::size_t>(sets)] - 1)
            << FormatTiles(hand) << " sets " << sets;
        const int four = Distance(hand, sets, 0, Copies::kFour);
        ASSERT_GE(four, any);
        if (!has_four) {
          ASSERT_EQ(four, any) << "copies can only run out of a kind held four times: "
                               << FormatTiles(hand);
        }
        differ += four != any;
      }
      // The limit compared with every finished suit; sets and pairs in other suits need all their
      // tiles.
      if (has_four && ++seen % 200 == 0) {
        for (int sets = 1; sets <= 3; ++sets) {
          int best = 99;
          for (int inside = 0; inside <= sets; ++inside) {
            best = std::min({best, PlainMissingOfFour(word, inside, true) + 3 * (sets - inside),
                             PlainMissingOfFour(word, inside, false) + 3 * (sets - inside) + 2});
          }
          ASSERT_EQ(Distance(hand, sets, 0, Copies::kFour), best - 1)
              << FormatTiles(hand) << " sets " << sets;
          ++checked;
        }
      }
    });
  }
  EXPECT_GT(differ, 0) << "the limit of four copies has to matter somewhere";
  EXPECT_GT(checked, 500);
}

TEST(HandTables, WinAndWaitsWithWildcards) {
  Sampler sampler(20260705);
  int wins = 0, ready = 0;
  for (int round = 0; round < 12000; ++round) {
    const int sets = sampler.Below(6), wild = sampler.Below(9);
    const int kinds = round % 3 == 0 ? 34 : round % 3 == 1 ? 9 : 14;
    const int less = std::min(wild, 3 * sets + 2);
    const Counts hand = round % 2 == 0 ? sampler.Near(sets, less, kinds)
                                       : sampler.Random(3 * sets + 2 - less, kinds);
    const bool is_win = IsWin(hand, sets, less);
    ASSERT_EQ(is_win, PlainWin(hand, sets, less))
        << FormatTiles(hand) << " sets " << sets << " wild " << less;
    ASSERT_EQ(Distance(hand, sets, less) == -1, is_win) << FormatTiles(hand);
    wins += is_win;
    if (round % 4 != 0 || hand.Empty()) continue;
    Counts less_one = hand;
    less_one.Remove(ToList(hand).front());
    const TileMask waits = Waits(less_one, sets, less);
    ASSERT_EQ(waits, PlainWaits(less_one, sets, less))
        << FormatTiles(less_one) << " sets " << sets << " wild " << less;
    ASSERT_EQ(Distance(less_one, sets, less) == 0, waits != 0) << FormatTiles(less_one);
    ready += waits != 0;
  }
  EXPECT_GT(wins, 4000);
  EXPECT_GT(ready, 1000);
}

// Few kinds with many copies: most hands hold four of a kind, so a fifth copy may be their wait.
TEST(HandTables, WaitsOnAFifthCopy) {
  Sampler sampler(20261122);
  int fifths = 0, wild_fifths = 0;
  for (int round = 0; round < 12000; ++round) {
    const int sets = 1 + sampler.Below(5), wild = std::min(sampler.Below(6), 3 * sets + 1);
    const int first = sampler.Below(4) * 9, kinds = first == 27 ? 3 : 3 + sampler.Below(3);
    Counts hand;
    for (int tiles = 3 * sets + 1 - wild; tiles > 0;) {
      // Half of the time, takes a triplet or more of one kind.
      const auto tile = static_cast<Tile>(first + sampler.Below(kinds));
      const int copies = std::min({tiles, 4 - hand[tile], sampler.Below(2) == 0 ? 4 : 1});
      hand.Add(tile, copies);
      tiles -= copies;
      if (hand.AtLeast(4) == hand.Kinds() && std::popcount(hand.Kinds()) == kinds) break;
    }
    if (hand.Size() + wild != 3 * sets + 1) continue;
    const TileMask waits = Waits(hand, sets, wild);
    ASSERT_EQ(waits, PlainWaits(hand, sets, wild))
        << FormatTiles(hand) << " sets " << sets << " wild " << wild;
    const bool fifth = (waits & hand.AtLeast(4)) != 0;
    fifths += fifth;
    wild_fifths += fifth && waits != kNaturals && wild > 0;
  }
  EXPECT_GT(fifths, 1000);
  EXPECT_GT(wild_fifths, 200);
}

TEST(HandTables, DistanceWithMoreThanFourCopies) {
  std::unordered_map<std::uint32_t, Costs> known;
  Sampler sampler(20261123);
  for (int round = 0; round < 4000; ++round) {
    Counts hand, clamped;
    for (int rank = 0; rank < 9; ++rank) {
      const int copies = sampler.Below(3) == 0 ? 3 + sampler.Below(5) : sampler.Below(2);
      if (hand.Size() + copies > 16) continue;
      hand.Add(static_cast<Tile>(rank), copies);
      clamped.Add(static_cast<Tile>(rank), std::min(copies, 4));
    }
    const Costs& plain = PlainCosts(hand.group[0], known);
    for (int sets = 0; sets <= kMaxSets; ++sets) {
      ASSERT_EQ(Distance(hand, sets), plain[1][static_cast<std::size_t>(sets)] - 1)
          << FormatTiles(hand) << " sets " << sets;
      ASSERT_EQ(Distance(hand, sets, 0, Copies::kFour), Distance(clamped, sets, 0, Copies::kFour))
          << FormatTiles(hand) << " sets " << sets;
    }
  }
  // Honours form no runs: a hand of honours is complete exactly when nothing is missing.
  int wins = 0;
  for (int round = 0; round < 4000; ++round) {
    const int sets = 1 + sampler.Below(4), wild = sampler.Below(6);
    Counts hand;
    for (int tiles = 3 * sets + 2 - wild, kind = 27; tiles > 0 && kind < 34; ++kind) {
      const int copies = std::min(tiles, 2 + sampler.Below(6));
      hand.Add(static_cast<Tile>(kind), copies);
      tiles -= copies;
    }
    if (hand.Size() + wild != 3 * sets + 2) continue;
    const bool win = PlainWin(hand, sets, wild);
    ASSERT_EQ(Distance(hand, sets, wild) == -1, win)
        << FormatTiles(hand) << " sets " << sets << " wild " << wild;
    ASSERT_EQ(IsWin(hand, sets, wild), win)
        << FormatTiles(hand) << " sets " << sets << " wild " << wild;
    wins += win && hand.AtLeast(5) != 0;
  }
  EXPECT_GT(wins, 300);
}

TEST(HandTables, DistanceOfWholeHands) {
  std::unordered_map<std::uint32_t, Costs> known;
  Sampler sampler(20260706);
  for (int round = 0; round < 20000; ++round) {
    const int sets = 1 + sampler.Below(5), size = 3 * sets + 1 + sampler.Below(2);
    const Counts hand =
        round % 2 == 0 ? sampler.Random(size) : sampler.Near(sets, 3 * sets + 2 - size, 18);
    // All distributions of sets and pair over the groups. Honours have no sequences, so their
    // counts are spread three ranks apart.
    std::array<int, 6> none, pair;
    none.fill(99), pair.fill(99);
    none[0] = 0;
    const auto join = [&](const Costs& costs) {
      std::array<int, 6> next_none, next_pair;
      next_none.fill(99), next_pair.fill(99);
      for (int a = 0; a < 6; ++a) {
        for (int b = 0; a + b < 6; ++b) {
          next_none[a + b] = std::min(next_none[a + b], none[a] + costs[0][b]);
          next_pair[a + b] =
              std::min({next_pair[a + b], none[a] + costs[1][b], pair[a] + costs[0][b]});
        }
      }
      none = next_none, pair = next_pair;
    };
    for (int suit = 0; suit < 3; ++suit)
      join(PlainCosts(hand.group[static_cast<std::size_t>(suit)], known));
    for (Tile tile = 27; tile < 34; ++tile)
      join(PlainCosts(static_cast<std::uint32_t>(hand[tile]), known));
    for (int wild = 0; wild <= 2; ++wild) {
      ASSERT_EQ(Distance(hand, sets, wild),
                std::max(-1, pair[static_cast<std::size_t>(sets)] - wild - 1))
          << FormatTiles(hand);
    }
  }
}

TEST(HandTables, SevenPairsAgainstTryingEveryTile) {
  Sampler sampler(20260707);
  int wins = 0;
  for (int round = 0; round < 8000; ++round) {
    const int wild = sampler.Below(9);
    Counts hand;
    for (int pair = 0; pair < 7; ++pair) {
      auto tile = static_cast<Tile>(sampler.Below(round % 2 == 0 ? 9 : 34));
      if (hand[tile] >= 4) continue;
      hand.Add(tile, 2);
    }
    while (hand.Size() > 14 - wild) {
      const std::vector<Tile> tiles = ToList(hand);
      hand.Remove(tiles[static_cast<std::size_t>(sampler.Below(static_cast<int>(tiles.size())))]);
    }
    while (hand.Size() < 14 - wild) hand += sampler.Random(1);
    // Plain code: an odd kind needs a wildcard; with distinct pairs no kind may be held three
    // times.
    int odd = 0, more_than_two = 0;
    for (Tile tile = 0; tile < 34; ++tile) odd += hand[tile] % 2, more_than_two += hand[tile] > 2;
    ASSERT_EQ(IsSevenPairs(hand, Pairs::kFourAreTwo, wild), odd <= wild) << FormatTiles(hand);
    ASSERT_EQ(IsSevenPairs(hand, Pairs::kDifferent, wild), odd <= wild && more_than_two == 0)
        << FormatTiles(hand);
    wins += odd <= wild;
    if (hand.Empty()) continue;
    hand.Remove(ToList(hand).front());
    for (const Pairs pairs : {Pairs::kFourAreTwo, Pairs::kDifferent}) {
      TileMask waits = 0;
      for (Tile tile = 0; tile < 34; ++tile) {
        Counts next = hand;
        next.Add(tile);
        if (IsSevenPairs(next, pairs, wild)) waits |= MaskOf(tile);
      }
      ASSERT_EQ(SevenPairsWaits(hand, pairs, wild), waits) << FormatTiles(hand) << " wild " << wild;
    }
  }
  EXPECT_GT(wins, 1000);
}

struct OrphansCase {
  const char* tiles;
  int wild;
  int distance;
  const char* waits;
  const char* reason;
};
constexpr OrphansCase kOrphansCases[] = {
    {"19m19p19s1234567z", 0, 0, "19m19p19s1234567z", "thirteen-sided"},
    {"119m19p19s123456z", 0, 0, "7z", "one missing, the pair is there"},
    {"119m19p19s1234567z", 0, -1, "", "complete"},
    {"19m19p19s123456z5p", 0, 1, "", "neither the last kind nor the pair"},
    {"119m19p19s12345z", 1, 0, "67z", "a wildcard for one of two missing kinds"},
    {"19m19p19s123456z", 1, 0, "19m19p19s1234567z", "the wildcard is the last kind or the pair"},
    {"2345678m2345678p", 0, 13, "", "nothing of it"},
};

TEST(HandTables, ThirteenOrphans) {
  for (const OrphansCase& row : kOrphansCases) {
    const Counts hand = Hand(row.tiles);
    EXPECT_EQ(ThirteenOrphansDistance(hand, row.wild), row.distance) << row.reason;
    EXPECT_EQ(FormatTiles(ThirteenOrphansWaits(hand, row.wild)), row.waits) << row.reason;
    EXPECT_EQ(IsThirteenOrphans(hand, row.wild), row.distance == -1) << row.reason;
  }
}

}  // namespace
}  // namespace mlf::table
