// How a hand opens: dealer, wall, deal, exchange, void suits.
#include "node_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace mlf::test {
namespace {

using table::kNoTile;
using table::Tile;

// dealer = (d1 + d2 - 1) mod seats (rules/common.md#first-dealer).
struct DiceCase {
  int seats, d1, d2, dealer;
};
const DiceCase kDice[] = {{4, 3, 4, 2}, {4, 6, 6, 3}, {4, 1, 1, 1}, {2, 3, 4, 0}, {2, 1, 1, 1}};

TEST(Opening, TwoDiceNameTheFirstDealer) {
  for (const DiceCase& c : kDice) {
    NodeTable t({.seats = c.seats, .opening = "none"});
    t.match().given_dice[0] = static_cast<std::uint8_t>(c.d1);
    t.match().given_dice[1] = static_cast<std::uint8_t>(c.d2);
    t.Start(1);
    EXPECT_EQ(t.board().dealer, c.dealer) << c.seats << " seats, " << c.d1 << " " << c.d2;
    EXPECT_EQ(t.match().dealer, c.dealer);
    EXPECT_EQ(t.match().given_dice[0], 0) << "used once";
    EXPECT_EQ(t.Count("dice"), 1);
  }
}

TEST(Opening, DiceFallDifferentlyForDifferentSeeds) {
  std::set<int> dealers;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    NodeTable t({.opening = "none"});
    t.Start(seed);
    EXPECT_TRUE(t.match().dice[0] >= 1 && t.match().dice[0] <= 6);
    dealers.insert(t.board().dealer);
  }
  EXPECT_EQ(dealers.size(), 4u);
}

TEST(Opening, ADealerMayBeGivenOrBeTheOwner) {
  NodeTable given({.opening = "none"});
  given.match().given_dealer = 3;
  given.Start(1);
  EXPECT_EQ(given.board().dealer, 3);
  EXPECT_FALSE(given.match().given_dealer);
  EXPECT_EQ(given.Count("dice"), 0);
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (const char* first : {"seat0", "owner"}) {
      NodeTable alone({.first = first, .opening = "none"});
      alone.Start(seed);
      EXPECT_EQ(alone.board().dealer, 0) << first;
      NodeTable owner({.first = first, .opening = "none"});
      owner.match().given_dealer = 2;
      owner.Start(seed);
      EXPECT_EQ(owner.board().dealer, 2) << first;
    }
  }
}

TEST(Opening, EverySeatIsDealtItsHandOffTheFront) {
  NodeTable t;
  t.match().given_dealer = 2;
  t.Start(7);
  EXPECT_EQ(t.At(), "deal");
  EXPECT_EQ(t.board().wall.Left(), 55) << "rules/common.md#facts";
  const auto& wall = t.board().wall.tiles;
  for (int turn = 0; turn < 4; ++turn) {
    std::vector<Tile> expected(wall.begin() + 13 * turn, wall.begin() + 13 * (turn + 1));
    if (turn == 0) expected.push_back(wall[52]);
    EXPECT_EQ(t.seat((2 + turn) % 4).hand, table::ToCounts(expected))
        << "in turn order from the dealer";
    EXPECT_EQ(t.seat(turn).drawn, kNoTile) << "no tile of a dealt hand is a drawn one";
  }
  EXPECT_EQ(t.board().turn.may_act_on_draw, 1);
  EXPECT_EQ(t.records.flow().actor, 2);
  for (int s = 0; s < 4; ++s) EXPECT_EQ(t.match().score[s], 100) << "the stake";
}

TEST(Opening, ADealShowsASeatItsOwnTilesOnly) {
  NodeTable t;
  t.Start(3);
  const std::vector<std::string> full = t.Events("deal");
  const std::vector<std::string> seat1 = t.Events("deal", 1);
  ASSERT_EQ(seat1.size(), 4u);
  for (std::size_t s = 0; s < 4; ++s) {
    if (s == 1) {
      EXPECT_EQ(seat1[s], full[s]);
    } else {
      EXPECT_EQ(seat1[s].find_first_of("mps"), std::string::npos) << seat1[s];
    }
  }
}

TEST(Opening, WithoutAnExtraTileTheDealerDraws) {
  NodeTable t({.dealer_extra = false, .opening = "none"});
  t.Start(5);
  EXPECT_EQ(t.At(), "turn");
  EXPECT_EQ(t.Count("draw"), 1);
  EXPECT_EQ(t.seat(t.board().dealer).HandSize(), 14);
  EXPECT_EQ(t.seat(t.board().dealer).draws, 1);
  EXPECT_NE(t.seat(t.board().dealer).drawn, kNoTile);
}

TEST(Opening, TheWallIsShuffledFromItsOwnStream) {
  NodeTable a({.opening = "none"}), b({.opening = "none"}), c({.opening = "none"});
  b.match().given_dice[0] = b.match().given_dice[1] = 1;
  a.Start(11);
  b.Start(11);
  c.Start(12);
  EXPECT_EQ(a.board().wall.tiles, b.board().wall.tiles) << "given dice do not shift the wall";
  EXPECT_NE(a.board().wall.tiles, c.board().wall.tiles);
  std::vector<Tile> sorted(a.board().wall.tiles.begin(), a.board().wall.tiles.begin() + 108);
  EXPECT_FALSE(std::is_sorted(sorted.begin(), sorted.end()));
  const Counts all = table::ToCounts(sorted);
  for (Tile tile = 0; tile < 27; ++tile) EXPECT_EQ(all[tile], 4);
}

TEST(Opening, AGivenWallIsDealtAsItIs) {
  NodeTable t({.opening = "none"});
  table::Wall& wall = t.board().wall;
  for (int i = 0; i < 108; ++i)
    wall.tiles[static_cast<std::size_t>(i)] = static_cast<Tile>(26 - i / 4);
  wall.size = 108;
  t.match().given_wall = 1;
  t.match().given_dealer = 0;
  t.Start(1);
  EXPECT_EQ(t.Tiles(0), "5p6777788889999s")
      << "the highest tiles lie in front; the 14th comes after all hands";
  EXPECT_EQ(t.match().given_wall, 0);
}

TEST(Opening, WhatAShortWallLacksIsOutOfPlay) {
  NodeTable t({.opening = "none"});
  table::Wall& wall = t.board().wall;
  for (int i = 0; i < 60; ++i)
    wall.tiles[static_cast<std::size_t>(i)] = static_cast<Tile>(26 - i / 4);
  wall.size = 60;
  t.match().given_wall = 1;
  t.match().given_dealer = 0;
  t.Start(1);
  EXPECT_EQ(t.board().wall.Left(), 60 - 53);
  EXPECT_EQ(t.board().removed.Size(), 48);
  EXPECT_EQ(table::AllTiles(t.board()).Size(), 108);
}

TEST(Opening, AGivenWallOfOtherTilesIsRefused) {
  NodeTable t({.opening = "none"});
  t.board().wall.size = 108;  // all 1m
  t.match().given_wall = 1;
  t.flow->Start(t.records, 1, t.response);
  EXPECT_EQ(t.response.refusal.code, RefusalCode::kInternal);
  EXPECT_NE(t.response.refusal.detail.find("given wall"), std::string::npos)
      << t.response.refusal.detail;
}

// Hands of 13 and the suggestion (rules/xueliu.md#exchange: shortest suit with three; ties 万 条
// 筒; its lowest three).
struct ExchangeCase {
  const char* hand;
  const char* suggestion;
  const char* why;
};
const ExchangeCase kExchange[] = {
    {"123m45678p12345s", "123m", "万 is shortest"},
    {"12m345678p12345s", "123s", "two 万 are too few"},
    {"1112m1234p12345s", "111m", "a tie of 万 and 筒"},
    {"12345m3334p1123s", "112s", "a tie of 条 and 筒"},
    {"1123456789m445p", "445p", "no 条"},
    {"1123456778899m", "112m", "one suit only"},
};

TEST(Opening, TheSuggestedExchange) {
  for (const ExchangeCase& c : kExchange) {
    NodeTable t;
    t.Start(1);
    t.Hand(1, c.hand);
    EXPECT_EQ(t.Default(1), std::string("1 exchange_three ") + c.suggestion) << c.why;
  }
}

TEST(Opening, AnExchangeTakesThreeOfOneSuit) {
  NodeTable t;
  t.match().given_dealer = 0;
  t.Start(1);
  t.Hand(1, "12m345678p12345s");
  const char* const kBad[] = {"1 exchange_three 12m3p", "1 exchange_three 12p3s",
                              "1 exchange_three 999p", "1 exchange_three 333p"};
  for (const char* line : kBad) {
    const Records before = t.records;
    EXPECT_FALSE(t.Play(line)) << line;
    EXPECT_EQ(t.response.refusal.code, RefusalCode::kInvalidPayload) << line;
    EXPECT_EQ(t.records, before) << line;
  }
}

// Direction d: seat i receives from seat i + d + 1.
struct DirectionCase {
  int seats, direction;
  const char* name;
  std::array<int, 4> source;
};
const DirectionCase kDirections[] = {
    {4, 0, "to_previous", {1, 2, 3, 0}}, {4, 1, "to_opposite", {2, 3, 0, 1}},
    {4, 2, "to_next", {3, 0, 1, 2}},     {3, 0, "to_previous", {1, 2, 0, 0}},
    {3, 1, "to_next", {2, 0, 1, 0}},     {2, 0, "to_opposite", {1, 0, 0, 0}},
};

TEST(Opening, TheDirectionSaysWhoReceivesFromWhom) {
  for (const DirectionCase& c : kDirections) {
    NodeTable t({.seats = c.seats});
    t.match().given_direction = static_cast<std::uint8_t>(c.direction);
    t.Start(1);
    // Seat s holds only tile s + 1, which shows the origin of received tiles.
    t.board().wall = {};
    for (Seat s = 0; s < c.seats; ++s) {
      Counts hand;
      hand.Add(static_cast<Tile>(s), 4);
      hand.Add(static_cast<Tile>(9 + s), 4);
      t.seat(s).hand = hand;
    }
    for (Seat s = 0; s < c.seats; ++s) {
      EXPECT_EQ(t.Count("exchange_received"), 0);
      const std::string three(3, static_cast<char>('1' + s));
      ASSERT_TRUE(t.Play(std::to_string(s) + " exchange_three " + three + "m"));
    }
    EXPECT_EQ(t.At(), "exchange_done");
    for (Seat s = 0; s < c.seats; ++s) {
      const int source = c.source[static_cast<std::size_t>(s)];
      EXPECT_EQ(t.seat(s).hand[static_cast<Tile>(source)], 3)
          << c.seats << " seats, " << c.name << ", seat " << int{s};
      EXPECT_EQ(t.seat(s).hand[static_cast<Tile>(s)], 1);
      EXPECT_EQ(t.seat(s).hand.Size(), 8);
    }
    bool named = false;
    for (const Event& event : t.response.events)
      named = named || (event.type->id == "exchange_direction" && event.text == c.name);
    EXPECT_TRUE(named) << c.name;
    const std::vector<std::string> seen = t.Events("exchange_received", 0);
    for (std::size_t s = 1; s < seen.size(); ++s)
      EXPECT_EQ(seen[s].find('m'), std::string::npos) << "others' tiles stay hidden";
    EXPECT_NE(seen[0].find('m'), std::string::npos);
  }
}

TEST(Opening, AllThreeDirectionsAreDrawn) {
  std::set<int> seen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    NodeTable t;
    t.Start(seed);
    ASSERT_TRUE(t.DefaultsUntil("exchange_done"));
    for (const Event& event : t.response.events) {
      if (event.type->id == "exchange_direction") seen.insert(event.value);
    }
  }
  EXPECT_EQ(seen, (std::set<int>{0, 1, 2}));
}

const ExchangeCase kVoid[] = {
    {"123m4567p123456s", "m", "three 万"},     {"1234m567p123456s", "p", "three 筒"},
    {"12345m12345p123s", "s", "three 条"},     {"1234m1234p12345s", "m", "万 before 筒"},
    {"12345m1234p1234s", "s", "条 before 筒"}, {"1234567m123456p", "s", "none"},
};

TEST(Opening, TheSuggestedVoidSuit) {
  for (const ExchangeCase& c : kVoid) {
    NodeTable t({.opening = "void"});
    t.Start(1);
    t.Hand(2, c.hand);
    EXPECT_EQ(t.Default(2), std::string("2 choose_void ") + c.suggestion) << c.why;
  }
}

TEST(Opening, VoidSuitsShowWhenAllHaveChosen) {
  NodeTable t({.opening = "void"});
  t.match().given_dealer = 2;
  t.Start(1);
  const char* const kLines[] = {"0 choose_void m", "3 choose_void s", "1 choose_void p"};
  for (const char* line : kLines) {
    ASSERT_TRUE(t.Play(line));
    EXPECT_EQ(t.response.status, Status::kWaits);
    EXPECT_EQ(t.Count("choose_void"), 0);
    EXPECT_EQ(t.voids().suit, decltype(t.voids().suit){})
        << "nothing is written before all have chosen";
  }
  EXPECT_FALSE(t.Play("0 choose_void p")) << "a choice is final";
  ASSERT_TRUE(t.Play("2 choose_void s"));
  EXPECT_EQ(t.Count("choose_void"), 4);
  EXPECT_EQ(t.voids().suit,
            (decltype(t.voids().suit){table::kWan, table::kTong, table::kTiao, table::kTiao}));
  EXPECT_EQ(t.At(), "turn");
  EXPECT_EQ(t.records.flow().actor, 2) << "the dealer begins";
  EXPECT_EQ(t.board().turn.may_act_on_draw, 1) << "the dealt hand may win or gang";
  EXPECT_EQ(t.WhyNot(2, "choose_void").empty(), false);
}

}  // namespace
}  // namespace mlf::test
