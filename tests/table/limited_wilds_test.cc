// Wildcards limited to some kinds, compared with trying every allowed tile.
#include "hand.h"

#include <mlf/flow/random.h>
#include <mlf/table/limited_wilds.h>

#include <gtest/gtest.h>

#include <bit>
#include <functional>

namespace mlf::table {
namespace {

// `complete` accepts `hand` with some kinds of `stand_for` in place of the wildcards.
bool Plain(Counts hand, int wild, TileMask stand_for,
           const std::function<bool(const Counts&)>& complete, Tile from = 0) {
  if (wild == 0) return complete(hand);
  for (Tile tile = from; tile < 34; ++tile) {
    if ((stand_for & MaskOf(tile)) == 0 || hand[tile] == 7) continue;
    hand.Add(tile);
    if (Plain(hand, wild - 1, stand_for, complete, tile)) return true;
    hand.Remove(tile);
  }
  return false;
}

TEST(LimitedWilds, HandsOfPeople) {
  const TileMask suits = SuitMask(kWan) | SuitMask(kTong) | SuitMask(kTiao);
  struct Case {
    const char* hand;
    int wild;
    TileMask stand_for;
    bool win;
    const char* why;
  };
  const Case kCases[] = {
      {"123m456p78s11122z", 1, suits, true, "9s or 6s"},
      {"123m456p789s1122z", 1, suits, false, "a third wind"},
      {"123m456p789s1122z", 1, kNaturals, true, "any kind"},
      {"123m456p789s111z2z", 1, suits, false, "the pair"},
      {"123m456p789s111z", 2, suits, true, "two wildcards are a pair of any suit"},
      {"123m456p789s111z", 2, TileMask{0}, false, "or of none"},
      {"123m46p789s11222z", 1, SuitMask(kWan), false, "5p"},
      {"123m46p789s11222z", 1, SuitMask(kTong), true, "5p"},
      {"1m456p789s111222z", 1, MaskOf(Tile{0}), true, "1m itself, the pair"},
      {"123m456p789s11222z", 0, TileMask{0}, true, "no wildcard"},
  };
  for (const Case& one : kCases)
    EXPECT_EQ(IsWin(Hand(one.hand), 4, one.wild, one.stand_for), one.win)
        << one.hand << ": " << one.why;
  EXPECT_EQ(Waits(Hand("123m456p78s1122z"), 4, 1, suits), MaskOf(Tile{27}) | MaskOf(Tile{28}))
      << "78s and a wildcard: then a third wind is missing";
  EXPECT_TRUE(IsSevenPairs(Hand("1122m3344p5566s7m"), Pairs::kFourAreTwo, 1, suits));
  EXPECT_FALSE(IsSevenPairs(Hand("1122m3344p5566s7z"), Pairs::kFourAreTwo, 1, suits));
  EXPECT_TRUE(IsSevenPairs(Hand("1122m3344p5566s"), Pairs::kFourAreTwo, 2, suits));
  EXPECT_FALSE(IsSevenPairs(Hand("1122m3344p5566s"), Pairs::kDifferent, 2, MaskOf(Tile{0})))
      << "a second pair of 1m";
  EXPECT_FALSE(IsThirteenOrphans(Hand("19m19p19s1123456z"), 1, suits)) << "7z is missing";
  EXPECT_TRUE(IsThirteenOrphans(Hand("19m19p19s1234567z"), 1, suits)) << "the pair";
  EXPECT_TRUE(IsThirteenOrphans(Hand("9m19p19s12345677z"), 1, suits));
}

// Complete hands with some tiles replaced by wildcards, sometimes with one wrong tile.
TEST(LimitedWilds, AgreeWithTryingEveryTile) {
  std::uint32_t counter = 0;
  Stream random(7, counter);
  int wins = 0, refused = 0;
  for (int round = 0; round < 4000; ++round) {
    Counts hand;
    const bool pairs = random.Below(4) == 0;
    for (int set = 0; set < (pairs ? 7 : 4); ++set) {
      const auto tile = static_cast<Tile>(random.Below(34));
      if (pairs) {
        if (hand[tile] <= 2) hand.Add(tile, 2);
      } else if (IsSuited(tile) && RankOf(tile) <= 6 && random.Below(2) == 0) {
        for (int i = 0; i < 3; ++i) hand.Add(static_cast<Tile>(tile + i));
      } else if (hand[tile] <= 1) {
        hand.Add(tile, 3);
      }
    }
    const auto pair = static_cast<Tile>(random.Below(34));
    if (!pairs && hand[pair] <= 2) hand.Add(pair, 2);
    if (hand.Size() != 14) continue;
    const int wild = 1 + static_cast<int>(random.Below(3));
    for (int i = 0; i < wild; ++i) {
      const std::vector<Tile> tiles = ToList(hand);
      hand.Remove(tiles[random.Below(static_cast<std::uint32_t>(tiles.size()))]);
    }
    // Whole suits, single kinds, or honours only.
    TileMask stand_for = 0;
    for (int i = 0; i < 4; ++i)
      stand_for |= random.Below(2) == 0 ? SuitMask(static_cast<Suit>(random.Below(4)))
                                        : MaskOf(static_cast<Tile>(random.Below(34)));
    stand_for &= kNaturals;
    const auto sets = [](const Counts& full) { return IsWin(full, 4); };
    const auto two = [](const Counts& full) { return IsSevenPairs(full, Pairs::kFourAreTwo); };
    const auto different = [](const Counts& full) { return IsSevenPairs(full, Pairs::kDifferent); };
    const auto orphans = [](const Counts& full) { return IsThirteenOrphans(full); };
    const bool win = Plain(hand, wild, stand_for, sets);
    wins += win ? 1 : 0;
    refused += !win && IsWin(hand, 4, wild) ? 1 : 0;
    ASSERT_EQ(IsWin(hand, 4, wild, stand_for), win)
        << FormatTiles(hand) << " + " << wild << " of " << FormatTiles(stand_for);
    ASSERT_EQ(IsSevenPairs(hand, Pairs::kFourAreTwo, wild, stand_for),
              Plain(hand, wild, stand_for, two))
        << FormatTiles(hand) << " " << wild << " " << FormatTiles(stand_for);
    ASSERT_EQ(IsSevenPairs(hand, Pairs::kDifferent, wild, stand_for),
              Plain(hand, wild, stand_for, different))
        << FormatTiles(hand) << " " << wild << " " << FormatTiles(stand_for);
    ASSERT_EQ(IsThirteenOrphans(hand, wild, stand_for), Plain(hand, wild, stand_for, orphans))
        << FormatTiles(hand);
    if (round % 16 != 0) continue;
    // The waits with one natural tile less.
    hand.Remove(ToList(hand).front());
    TileMask waits = 0, pair_waits = 0;
    for (Tile tile = 0; tile < 34; ++tile) {
      Counts full = hand;
      full.Add(tile);
      if (Plain(full, wild, stand_for, sets)) waits |= MaskOf(tile);
      if (Plain(full, wild, stand_for, two)) pair_waits |= MaskOf(tile);
    }
    ASSERT_EQ(Waits(hand, 4, wild, stand_for), waits)
        << FormatTiles(hand) << " + " << wild << " of " << FormatTiles(stand_for);
    ASSERT_EQ(SevenPairsWaits(hand, Pairs::kFourAreTwo, wild, stand_for), pair_waits)
        << FormatTiles(hand);
  }
  EXPECT_GT(wins, 200);
  EXPECT_GT(refused, 200);
}

}  // namespace
}  // namespace mlf::table
