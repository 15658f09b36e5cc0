// Wins: on a discard, by several seats, by self-draw, with the dealt hand. Also the end of a hand
// and of a match.
#include "node_table.h"

#include <gtest/gtest.h>

namespace mlf::test {
namespace {

using table::kNoTile;
using table::Tile;

// Seat 0 discards 5m; seats 1 and 3 wait for it.
void DealWins(NodeTable& t) {
  t.Clear("1s2s3s4s5s6s");
  t.HandDrawn(0, "19p19s123456777z5m");
  t.Hand(1, "46m111222333p44p");
  t.Hand(2, "147m258p369s1234z");
  t.Hand(3, "46m111222333s44s");
  t.Enter("turn", 0);
}

TEST(Hu, SeveralSeatsWinOnOneTile) {
  NodeTable t;
  DealWins(t);
  ASSERT_TRUE(t.Play("0 discard 5m"));
  EXPECT_EQ(t.Offers(1), "hu, chi 5m 46m, guo");
  EXPECT_EQ(t.Offers(3), "hu, guo");
  ASSERT_TRUE(t.Play("3 hu"));
  EXPECT_EQ(t.response.status, Status::kWaits);
  ASSERT_TRUE(t.Play("1 hu"));
  EXPECT_EQ(t.board().win_events, 1);
  for (int s : {1, 3}) {
    EXPECT_TRUE(t.seat(s).Is(table::kHasWon));
    EXPECT_EQ(t.seat(s).wins, 1);
    EXPECT_EQ(t.seat(s).won_kinds, MaskOf(TileOf("5m")));
    EXPECT_EQ(t.seat(s).hand[TileOf("5m")], 0) << "the tile stays in the river";
  }
  EXPECT_FALSE(t.seat(2).Is(table::kHasWon));
  EXPECT_TRUE(t.board().river[0].won());
  EXPECT_EQ(t.board().turn.focus, table::Focus::kNone);
  EXPECT_EQ(t.Events("hu", 2), (std::vector<std::string>{"1: 5m", "3: 5m"}));
  EXPECT_EQ(t.board().next_dealer, 0) << "the payer";
  EXPECT_EQ(t.records.flow().actor, 0);
}

TEST(Hu, OneWinnerIsEnough) {
  NodeTable t;
  DealWins(t);
  ASSERT_TRUE(t.Play("0 discard 5m"));
  ASSERT_TRUE(t.Play("1 guo"));
  ASSERT_TRUE(t.Play("3 hu"));
  EXPECT_EQ(t.seat(1).wins, 0);
  EXPECT_EQ(t.seat(3).wins, 1);
  EXPECT_EQ(t.board().next_dealer, 3);
}

TEST(Hu, NotOnOtherTiles) {
  NodeTable t;
  DealWins(t);
  ASSERT_TRUE(t.Play("0 discard 7z"));
  EXPECT_EQ(t.At(), "turn");
  EXPECT_EQ(t.records.flow().actor, 1);
}

TEST(ZiMo, TheDrawnTileIsSetAside) {
  NodeTable t;
  t.Clear("1s2s3s");
  t.HandDrawn(2, "46m111222333p44p5m");
  for (const Seat s : std::array<Seat, 3>{0, 1, 3}) t.Hand(s, "147m258p369s1234z");
  t.Enter("turn", 2);
  EXPECT_EQ(t.Offers(2).substr(0, 10), "zi_mo, guo");
  ASSERT_TRUE(t.Play("2 zi_mo"));
  EXPECT_EQ(t.Tiles(2), "46m11122233344p");
  EXPECT_EQ(t.seat(2).set_aside[TileOf("5m")], 1);
  EXPECT_EQ(t.seat(2).won_kinds, MaskOf(TileOf("5m")));
  EXPECT_EQ(t.board().win_events, 1);
  EXPECT_EQ(t.Events("zi_mo", 0).at(0), "2: 5m");
  EXPECT_EQ(t.records.flow().actor, 3) << "the next seat draws";
  EXPECT_EQ(t.board().next_dealer, 2);
}

// The tile of a dealt hand that is set aside.
struct DealtCase {
  const char* rule;
  const char* hand;
  const char* aside;
  const char* why;
};
const DealtCase kDealt[] = {
    {"rightmost", "11123456789996m", "9m", "the highest"},
    {"drawn", "11123456789996m", "9m", "nothing is known of the deal: the highest"},
    {"most_waits", "11123456789996m", "6m", "1112345678999m waits on nine kinds"},
    {"most_waits", "123m456m789m12355p", "1m",
     "23456789m waits on 1m 4m 7m, nine tiles; without the 9m as many"},
    {"most_waits", "1199m3344p5566p77p", "1m", "seven pairs: every tile leaves two; the lowest"},
};

TEST(ZiMo, ADealtHandSetsOneTileAside) {
  for (const DealtCase& c : kDealt) {
    NodeTable t({.dealt_tile = c.rule});
    t.Clear("1s2s3s");
    t.Hand(0, c.hand);
    t.board().turn.may_act_on_draw = 1;
    for (Seat s = 1; s < 4; ++s) t.Hand(s, "2589s2589p12345z");
    t.Enter("turn", 0);
    ASSERT_TRUE(t.Play("0 zi_mo")) << c.hand;
    EXPECT_EQ(t.seat(0).set_aside[TileOf(c.aside)], 1)
        << c.rule << " " << c.hand << ": " << c.why << "; left " << t.Tiles(0);
    EXPECT_EQ(t.Events("zi_mo").at(0), std::string("0: ") + c.aside)
        << "what is shown is what is set aside";
    EXPECT_EQ(t.seat(0).won_kinds, MaskOf(TileOf(c.aside)));
  }
}

TEST(ZiMo, IsOfferedToACompleteHandOnly) {
  NodeTable t;
  t.Clear("1s2s3s");
  t.HandDrawn(0, "46m111222333p44p6m");
  for (Seat s = 1; s < 4; ++s) t.Hand(s, "147m258p369s1234z");
  t.Enter("turn", 0);
  EXPECT_EQ(t.Offers(0).substr(0, 7), "discard") << "and no guo, as there is nothing to pass on";
  EXPECT_EQ(t.WhyNot(0, "zi_mo"), "not_complete");
  EXPECT_FALSE(t.Play("0 guo"));
}

TEST(HandEnd, WithoutAWinTheDealerStaysAndPointsAreCarried) {
  NodeTable t({.hands = 2, .opening = "none"});
  t.match().given_dealer = 2;
  t.Start(1);
  t.ledger().points = {5, -3, 0, -2, 0, 0, 0, 0};
  t.board().wall.head = t.board().wall.tail;
  ASSERT_TRUE(t.DefaultsUntil("hand_end"));
  EXPECT_EQ(t.match().score, (std::array<std::int32_t, 8>{105, 97, 100, 98, 0, 0, 0, 0}));
  EXPECT_EQ(t.match().hands_done, 1);
  EXPECT_EQ(t.match().over, 0);
  EXPECT_EQ(t.match().next_dealer, 2);
  EXPECT_EQ(t.Count("hand_over"), 1);
  EXPECT_EQ(t.Count("hand_shown"), 4);
  EXPECT_EQ(t.Events("hand_shown", 0), t.Events("hand_shown")) << "hands are shown to all";

  const std::array<Tile, table::kMaxTiles> wall = t.board().wall.tiles;
  for (const char* line : {"0 ready", "3 ready", "1 ready", "2 ready"})
    ASSERT_TRUE(t.Play(line)) << line;
  EXPECT_EQ(t.At(), "turn") << "the second hand";
  EXPECT_EQ(t.records.flow().hand, 1u);
  EXPECT_EQ(t.board().dealer, 2);
  EXPECT_EQ(t.match().dealer_runs, 1);
  EXPECT_EQ(t.ledger().points, (std::array<std::int32_t, 8>{}));
  EXPECT_EQ(t.match().score[0], 105);
  EXPECT_NE(t.board().wall.tiles, wall) << "another hand, another wall";
  EXPECT_EQ(t.Count("dice"), 0);
  EXPECT_EQ(t.board().river_count, 0);

  t.board().wall.head = t.board().wall.tail;
  t.board().next_dealer = 0;
  ASSERT_FALSE(t.DefaultsUntil("hand_end")) << "nobody is asked after the last hand";
  EXPECT_EQ(t.response.status, Status::kOver);
  EXPECT_EQ(t.At(), "match_end");
  EXPECT_EQ(t.match().over, 1);
  EXPECT_EQ(t.match().next_dealer, 0);
  EXPECT_EQ(t.Count("match_over"), 1);
}

TEST(HandEnd, WholeMatchesByDefaultsComeToAnEnd) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (int seats : {2, 3, 4}) {
      NodeTable t({.seats = seats, .hands = 3});
      t.Start(seed);
      EXPECT_FALSE(t.DefaultsUntil("nowhere", 5000));
      EXPECT_EQ(t.response.status, Status::kOver)
          << seats << " seats, seed " << seed << ", at " << t.At();
      EXPECT_EQ(t.match().hands_done, 3);
      EXPECT_EQ(table::AllTiles(t.board()).Size(), 108);
    }
  }
}

}  // namespace
}  // namespace mlf::test
