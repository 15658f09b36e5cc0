// Sets by other rules against plain code that tries every set with every choice of wildcards.
#include <mlf/table/set_rules.h>

#include <mlf/table/board.h>

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace mlf::table {
namespace {

Counts RuledTiles(const char* text) {
  Counts counts;
  const auto tiles = ParseTiles(text);  // outlives the loop
  for (const Tile tile : *tiles) counts.Add(tile);
  return counts;
}

std::vector<std::array<Tile, 3>> AllSets(SetRules rules) {
  std::vector<std::array<Tile, 3>> sets;
  for (int a = 0; a < 34; ++a) {
    for (int b = a; b < 34; ++b) {
      for (int c = b; c < 34; ++c) {
        const std::array<Tile, 3> tiles = {static_cast<Tile>(a), static_cast<Tile>(b),
                                           static_cast<Tile>(c)};
        const Meld chi = ChiOf(tiles, tiles[0], 0);
        const bool run = chi.kind == MeldKind::kChi && !chi.HasFace();
        const bool sequence = !rules.triplets_only && (a < 27 || rules.honour_sequences) && run;
        if ((a == b && b == c) || sequence) sets.push_back(tiles);
      }
    }
  }
  return sets;
}

class EveryChoice {
 public:
  EveryChoice(const Counts& tiles, int wild, SetRules rules)
      : rest_(tiles), wild_(wild), rules_(rules), all_(AllSets(rules)) {}

  bool Lay(int sets, bool pair, std::size_t from = 0) {
    if (rest_.Size() + wild_ != 3 * sets + (pair ? 2 : 0)) return false;
    if (pair) {
      for (Tile tile = 0; tile < 34; ++tile) {
        if (Some({tile, tile}, [&] { return Lay(sets, false); })) return true;
      }
      return false;
    }
    if (sets == 0) return true;
    for (std::size_t i = from; i < all_.size(); ++i) {
      const auto& set = all_[i];
      if (Some({set[0], set[1], set[2]}, [&] { return Lay(sets - 1, false, i); })) return true;
    }
    return false;
  }

 private:
  // Takes the tiles, each from the hand or as a wildcard, in every way.
  template <typename Then>
  bool Some(const std::vector<Tile>& tiles, Then then) {
    for (unsigned natural = 0; natural < 1u << tiles.size(); ++natural) {
      if (rules_.natural_in_each && natural == 0) continue;
      const Counts rest = rest_;
      const int wild = wild_;
      bool can = true;
      for (std::size_t i = 0; i < tiles.size(); ++i) {
        if ((natural >> i & 1) == 0) {
          can = can && --wild_ >= 0;
        } else if (rest_[tiles[i]] > 0) {
          rest_.Remove(tiles[i]);
        } else {
          can = false;
        }
      }
      const bool found = can && then();
      rest_ = rest;
      wild_ = wild;
      if (found) return true;
    }
    return false;
  }

  Counts rest_;
  int wild_;
  SetRules rules_;
  std::vector<std::array<Tile, 3>> all_;
};

TEST(SetRules, AgreesWithPlainCode) {
  std::mt19937 random(7);
  const std::array<SetRules, 5> all = {{{},
                                        {.honour_sequences = true, .natural_in_each = true},
                                        {.honour_sequences = false, .natural_in_each = true},
                                        {.honour_sequences = true, .triplets_only = true},
                                        {.natural_in_each = true, .triplets_only = true}}};
  int wins = 0;
  for (int i = 0; i < 3000; ++i) {
    const SetRules rules = all[static_cast<std::size_t>(i) % all.size()];
    const int wild = static_cast<int>(random() % 5);
    const bool pair = random() % 3 != 0;
    const int size = 6 + (pair ? 2 : 0) - wild;
    Counts tiles;
    for (int n = 0; n < size; ++n) {
      // Few kinds, most of them honours, so that many hands are complete.
      const auto tile = static_cast<Tile>(random() % 4 == 0 ? random() % 4 : 27 + random() % 7);
      if (tiles[tile] < 4) tiles.Add(tile);
    }
    const bool wins_plainly = EveryChoice(tiles, wild, rules).Lay(2, pair);
    wins += wins_plainly ? 1 : 0;
    EXPECT_EQ(IsWin(tiles, 2, pair, wild, kNaturals, rules), wins_plainly)
        << FormatTiles(tiles) << " + " << wild << (pair ? " with a pair" : "") << ", rules "
        << i % 5;
  }
  EXPECT_GT(wins, 300);
}

TEST(SetRules, WaitsAndDistances) {
  const SetRules rules;
  EXPECT_EQ(Waits(RuledTiles("123m456p789s12z55p"), 4, 0, kNaturals, rules),
            MaskOf(Tile{29}) | MaskOf(Tile{30}));
  EXPECT_EQ(Distance(RuledTiles("123m456p789s12z55p"), 4, 0, rules), 0);
  EXPECT_EQ(Distance(RuledTiles("123m456p789s124z55p"), 4, 0, rules), -1);
  EXPECT_EQ(Distance(RuledTiles("123m456p78s12z567z"), 4, 0, rules), 1);
  EXPECT_EQ(Distance(RuledTiles("123m456p789s12z55p"), 4, 0, {.honour_sequences = false}), 1);
}

TEST(SetRules, Misfits) {
  EXPECT_TRUE(AreMisfits(RuledTiles("147m258p369s12345z")));
  EXPECT_TRUE(AreMisfits(RuledTiles("26m37p5s1234567z")));
  EXPECT_FALSE(AreMisfits(RuledTiles("137m26p37s1234567z")));
  EXPECT_FALSE(AreMisfits(RuledTiles("147m258p369s11234z")));
  EXPECT_EQ(MisfitsIn(RuledTiles("123456789m11z")), 4);
}

// rules/nanchang.md#shapes: winds with a gap, and no mix of winds and dragons.
TEST(SetRules, AChiOfHonours) {
  const Meld gap = ChiOf({Tile{30}, Tile{27}, Tile{28}}, Tile{28}, 2);
  EXPECT_EQ(gap.kind, MeldKind::kChi);
  EXPECT_EQ(gap.At(0), 27);
  EXPECT_EQ(gap.At(1), 28);
  EXPECT_EQ(gap.At(2), 30);
  EXPECT_EQ(gap.TakenTile(), 28);
  EXPECT_EQ(gap.CountOf(29), 0);
  EXPECT_EQ(gap.CountOf(30), 1);
  const Meld after_first = ChiOf({Tile{27}, Tile{29}, Tile{30}}, Tile{27}, 0);
  EXPECT_EQ(after_first.At(1), 29);
  EXPECT_EQ(ChiOf({Tile{31}, Tile{32}, Tile{33}}, Tile{33}, 0).TakenTile(), 33);
  EXPECT_EQ(ChiOf({Tile{29}, Tile{30}, Tile{31}}, Tile{29}, 0).kind, MeldKind::kNone);
  EXPECT_EQ(ChiOf({Tile{0}, Tile{1}, Tile{3}}, Tile{0}, 0).kind, MeldKind::kNone);
  EXPECT_EQ(ChiOf({Tile{8}, Tile{9}, Tile{10}}, Tile{8}, 0).kind, MeldKind::kNone);
}

// rules/xiamen.md#white: 白 as 9m, 8m or 6m; no chi of three ranks apart, or of two suits.
TEST(SetRules, AChiWithTheFaceOfTheGold) {
  constexpr Tile k7m = 6, k8m = 7, k9m = 8, k1p = 9;
  const Meld end = ChiOf({kWhite, k7m, k8m}, kWhite, 2);
  EXPECT_EQ(end.kind, MeldKind::kChi);
  EXPECT_TRUE(end.HasFace());
  EXPECT_EQ(end.At(0), k7m);
  EXPECT_EQ(end.At(1), k8m);
  EXPECT_EQ(end.At(2), kWhite);
  EXPECT_EQ(end.TakenTile(), kWhite);
  EXPECT_EQ(end.CountOf(k9m), 0);
  EXPECT_EQ(end.CountOf(kWhite), 1);
  const Meld middle = ChiOf({k9m, k7m, kWhite}, k9m, 1);
  EXPECT_EQ(middle.At(1), k9m);
  EXPECT_EQ(middle.TakenTile(), k9m);
  EXPECT_EQ(middle.CountOf(k8m), 0);
  EXPECT_EQ(ChiOf({k9m, k1p, kWhite}, k9m, 1).kind, MeldKind::kNone);
  EXPECT_EQ(ChiOf({Tile{5}, k9m, kWhite}, k9m, 1).kind, MeldKind::kNone);
  EXPECT_FALSE(ChiOf({Tile{27}, Tile{28}, Tile{30}}, Tile{27}, 0).HasFace());
}

}  // namespace
}  // namespace mlf::table
