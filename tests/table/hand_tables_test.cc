// The tables compared with plain recursive code, on all one-suit hands and on seeded samples of
// whole hands.
#include "hand.h"

#include <mlf/flow/random.h>
#include <mlf/table/readings.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

namespace mlf::table {
namespace {

// --- plain code
// ----------------------------------------------------------------------------------------------------------------------

// All tiles and wildcards form sets: the lowest tile is in a set with tiles at or above it, the
// rest of the set may be wild.
bool PlainSets(Counts& rest, int wild) {
  const TileMask left = rest.Kinds();
  if (left == 0) return wild % 3 == 0;
  const auto low = static_cast<Tile>(std::countr_zero(left));
  if (IsFlower(low)) return false;
  const auto attempt = [&](std::initializer_list<Tile> own, int wilds) {
    if (wilds > wild) return false;
    Counts next = rest;
    for (const Tile tile : own) {
      if (next[tile] == 0) return false;
      next.Remove(tile);
    }
    return PlainSets(next, wild - wilds);
  };
  if (attempt({low, low, low}, 0) || attempt({low, low}, 1) || attempt({low}, 2)) return true;
  if (!IsSuited(low)) return false;
  const int rank = RankOf(low);
  const auto next = static_cast<Tile>(low + 1), over = static_cast<Tile>(low + 2);
  if (rank <= 7 && attempt({low, next}, 1)) return true;
  return rank <= 6 && (attempt({low, next, over}, 0) || attempt({low, over}, 1));
}

bool PlainWin(const Counts& hand, int sets, int wild) {
  if (hand.Size() + wild != 3 * sets + 2) return false;
  for (Tile pair = 0; pair < 34; ++pair) {
    for (int own = 0; own <= std::min(2, hand[pair]); ++own) {
      if (2 - own > wild) continue;
      Counts rest = hand;
      rest.Remove(pair, own);
      if (PlainSets(rest, wild - (2 - own))) return true;
    }
  }
  return false;
}

TileMask PlainWaits(const Counts& hand, int sets, int wild) {
  TileMask waits = 0;
  for (Tile tile = 0; tile < 34; ++tile) {
    Counts next = hand;
    next.Add(tile);
    if (PlainWin(next, sets, wild)) waits |= MaskOf(tile);
  }
  return waits;
}

// Tiles missing for 0..5 sets, without and with a pair. Branches on the lowest tile: unused, in a
// pair, or in a set of which any part is present. Memoized by word.
using Costs = std::array<std::array<int, 6>, 2>;
const Costs& PlainCosts(std::uint32_t word, std::unordered_map<std::uint32_t, Costs>& known) {
  if (const auto found = known.find(word); found != known.end()) return found->second;
  Costs costs;
  for (int p = 0; p < 2; ++p) {
    for (int j = 0; j < 6; ++j) costs[p][j] = 3 * j + 2 * p;
  }
  if (word != 0) {
    const int low = std::countr_zero(word) / 3;
    const auto count = [&](int rank) {
      return rank < 9 ? static_cast<int>(word >> (3 * rank)) & 7 : 0;
    };
    const auto take = [&](std::initializer_list<int> ranks, int sets, int pair, int missing) {
      std::uint32_t rest = word;
      for (const int rank : ranks) {
        if (rank > 8 || (rest >> (3 * rank) & 7) == 0) return;
        rest -= 1u << (3 * rank);
      }
      const Costs after = PlainCosts(rest, known);
      for (int p = pair; p < 2; ++p) {
        for (int j = sets; j < 6; ++j)
          costs[p][j] = std::min(costs[p][j], after[p - pair][j - sets] + missing);
      }
    };
    take({low}, 0, 0, 0);
    take({low}, 0, 1, 1);
    take({low, low}, 0, 1, 0);
    take({low}, 1, 0, 2);
    take({low, low}, 1, 0, 1);
    take({low, low, low}, 1, 0, 0);
    if (count(low + 1) > 0) take({low, low + 1}, 1, 0, 1);
    if (count(low + 2) > 0) take({low, low + 2}, 1, 0, 1);
    if (count(low + 1) > 0 && count(low + 2) > 0) take({low, low + 1, low + 2}, 1, 0, 0);
  }
  return known[word] = costs;
}

// Tiles missing when the finished suit has at most four of a kind: tries every finished suit of
// `sets` sets and `pair` pairs.
int PlainMissingOfFour(std::uint32_t word, int sets, bool pair) {
  int best = 99;
  std::array<int, 9> used{};
  const auto missing = [&] {
    int sum = 0;
    for (int rank = 0; rank < 9; ++rank) {
      if (used[rank] > 4) return 99;
      sum += std::max(0, used[rank] - (static_cast<int>(word >> (3 * rank)) & 7));
    }
    return sum;
  };
  const auto place = [&](const auto& self, int left, int from) -> void {
    if (left == 0) {
      if (!pair) {
        best = std::min(best, missing());
        return;
      }
      for (int& count : used) {
        count += 2;
        best = std::min(best, missing());
        count -= 2;
      }
      return;
    }
    for (int set = from; set < 16; ++set) {  // 0-8 triplets, 9-15 sequences
      const int rank = set < 9 ? set : set - 9;
      for (int i = 0; i < 3; ++i) ++used[set < 9 ? rank : rank + i];
      self(self, left - 1, set);
      for (int i = 0; i < 3; ++i) --used[set < 9 ? rank : rank + i];
    }
  };
  place(place, sets, 0);
  return best;
}

// All decompositions as text, by brute force; a set removes duplicates.
void PlainReadings(const Counts& rest, int sets, int wild, TileMask stand_for,
                   std::vector<SetReading>& laid, const Reading& pair,
                   std::set<std::string>& found) {
  if (sets == 0) {
    if (!rest.Empty() || wild != 0) return;
    std::vector<SetReading> sorted = laid;
    std::sort(sorted.begin(), sorted.end());
    Reading reading = pair;
    for (const SetReading& set : sorted) reading.sets[reading.set_count++] = set;
    found.insert(ReadingText(reading));
    return;
  }
  const TileMask left = rest.Kinds();
  for (Tile first = 0; first < 34; ++first) {
    if (wild == 0 && first > std::countr_zero(left)) break;
    for (const auto kind : {SetReading::kTriplet, SetReading::kSequence}) {
      if (kind == SetReading::kSequence && (!IsSuited(first) || RankOf(first) > 6)) continue;
      for (std::uint8_t mask = 0; mask < 8; ++mask) {
        if (kind == SetReading::kTriplet && (mask & (mask + 1)) != 0) continue;
        SetReading set{first, kind, mask};
        Counts next = rest;
        int wilds = 0;
        bool fits = true;
        for (int i = 0; i < 3; ++i) {
          const Tile tile = set.At(i);
          if (set.IsWild(i)) {
            ++wilds;
            fits = fits && (stand_for & MaskOf(tile)) != 0;
          } else if (next[tile] > 0) {
            next.Remove(tile);
          } else {
            fits = false;
          }
        }
        if (!fits || wilds > wild) continue;
        laid.push_back(set);
        PlainReadings(next, sets - 1, wild - wilds, stand_for, laid, pair, found);
        laid.pop_back();
      }
    }
  }
}
std::set<std::string> PlainReadings(const Counts& hand, int sets, int wild, TileMask stand_for) {
  std::set<std::string> found;
  for (Tile pair = 0; pair < 34; ++pair) {
    for (int own = 0; own <= std::min(2, hand[pair]); ++own) {
      if (2 - own > wild || (own < 2 && (stand_for & MaskOf(pair)) == 0)) continue;
      Counts rest = hand;
      rest.Remove(pair, own);
      Reading reading;
      reading.pair = pair;
      reading.pair_wild = static_cast<std::uint8_t>(2 - own);
      std::vector<SetReading> laid;
      PlainReadings(rest, sets, wild - (2 - own), stand_for, laid, reading, found);
    }
  }
  return found;
}

// --- samples
// -------------------------------------------------------------------------------------------------------------------------

// All words of `tiles` tiles of one suit, at most four of a kind.
template <typename Visit>
void ForEachSuit(int tiles, Visit&& visit) {
  const auto place = [&](const auto& self, int rank, int left, std::uint32_t word) -> void {
    if (rank == 8) {
      if (left <= 4) visit(word | static_cast<std::uint32_t>(left) << 24);
      return;
    }
    for (int count = 0; count <= std::min(4, left); ++count) {
      self(self, rank + 1, left - count, word | static_cast<std::uint32_t>(count) << (3 * rank));
    }
  };
  place(place, 0, tiles, 0);
}

Counts OneSuit(std::uint32_t word, int group = 0) {
  Counts counts;
  counts.group[static_cast<std::size_t>(group)] = word;
  return counts;
}

class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : stream_(StreamSeed(seed, "hands"), counter_) {}
  int Below(int bound) {
    return static_cast<int>(stream_.Below(static_cast<std::uint32_t>(bound)));
  }

  // `tiles` of the 34 kinds below `kinds`, at most four of a kind.
  Counts Random(int tiles, int kinds = 34) {
    Counts hand;
    while (tiles > 0) {
      const auto tile = static_cast<Tile>(Below(kinds));
      if (hand[tile] == 4) continue;
      hand.Add(tile);
      --tiles;
    }
    return hand;
  }
  // A complete hand of `sets` sets and a pair (up to seven copies of a kind) without `less` of its
  // tiles.
  Counts Near(int sets, int less, int kinds = 34) {
    for (;;) {
      Counts hand;
      bool fits = true;
      const auto add = [&](Tile tile, int n) {
        fits = fits && hand[tile] + n <= 7;
        if (fits) hand.Add(tile, n);
      };
      for (int set = 0; set < sets; ++set) {
        const auto tile = static_cast<Tile>(Below(kinds));
        if (IsSuited(tile) && RankOf(tile) <= 6 && Below(3) != 0) {
          for (int i = 0; i < 3; ++i) add(static_cast<Tile>(tile + i), 1);
        } else {
          add(tile, 3);
        }
      }
      add(static_cast<Tile>(Below(kinds)), 2);
      if (!fits) continue;
      for (int i = 0; i < less; ++i) {
        const std::vector<Tile> tiles = ToList(hand);
        hand.Remove(tiles[static_cast<std::size_t>(Below(static_cast<int>(tiles.size())))]);
      }
      return hand;
    }
  }

 private:
  std::uint32_t counter_ = 0;
  Stream stream_;
};

// --- known answers
// -------------------------------------------------------------------------------------------------------------------

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

// --- against plain code
// --------------------------------------------------------------------------------------------------------------

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

// --- readings
// ------------------------------------------------------------------------------------------------------------------------

std::vector<std::string> Readings(const Counts& hand, int sets, int wild = 0,
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

TEST(HandTables, ReadingsOfKnownHands) {
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
    EXPECT_EQ(Readings(Hand(row.tiles), row.sets, row.wild, stand_for), row.readings)
        << row.tiles << ": " << row.reason;
  }
}

TEST(HandTables, ReadingsAgainstPlainCode) {
  Sampler sampler(20260708);
  std::size_t total = 0;
  for (int round = 0; round < 3000; ++round) {
    const int wild = round % 10 == 0 ? 2 : round % 3 == 0 ? 1 : 0;
    const int sets = wild == 2 ? 2 : 1 + sampler.Below(wild == 1 ? 3 : 5);
    const int kinds = round % 2 == 0 ? 9 : 34;
    const Counts hand = sampler.Near(sets, wild, kinds);
    const TileMask stand_for = round % 4 == 0 ? kNaturals : SuitMask(kWan);
    const std::vector<std::string> readings = Readings(hand, sets, wild, stand_for);
    const std::set<std::string> plain = PlainReadings(hand, sets, wild, stand_for);
    ASSERT_EQ(std::set<std::string>(readings.begin(), readings.end()), plain) << FormatTiles(hand);
    ASSERT_EQ(readings.size(), plain.size()) << "each reading once: " << FormatTiles(hand);
    total += readings.size();
  }
  EXPECT_GT(total, 5000u);
}

// --- odd input
// -----------------------------------------------------------------------------------------------------------------------

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

// Queries on tile bytes agree with queries on counts, shape by shape.
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
    if (counts.Size() != static_cast<int>(tiles.size()))
      win = false, waits = 0;  // a byte that is no tile must be one of the wildcards
    ASSERT_EQ(IsWin(tiles, shapes, wild), win) << FormatTiles(counts) << " and " << wild;
    ASSERT_EQ(Waits(tiles, shapes, wild), waits) << FormatTiles(counts) << " and " << wild;
    for (const Copies copies : {Copies::kAny, Copies::kFour}) {
      int distance = Distance(counts, sets, wild, copies);
      if (shapes.seven_pairs && sets == 4)
        distance = std::min(distance, SevenPairsDistance(counts, shapes.pairs, wild));
      if (shapes.thirteen_orphans && sets == 4)
        distance = std::min(distance, ThirteenOrphansDistance(counts, wild));
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
      default:  // any bytes, many of which are no natural tile
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
