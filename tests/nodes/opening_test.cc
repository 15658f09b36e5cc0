// How a hand opens: dealer, wall, deal, exchange, void suits.
#include "node_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

Value Passing(const char* to, int count = 2) { return Value::Map({{"to", to}, {"count", count}}); }
Value Agreed(const char* to) { return Value::Map({{"to", to}, {"agreed", "wishes"}}); }

// Rests where tiles are passed. Seat s holds four each of tile s + 1 of 万 and 筒; the wall is of
// 条. Seats that wish name `wishes`.
void StartPassing(NodeTable& t, const std::vector<int>& wishes = {}) {
  t.match().given_dealer = 0;
  t.Start(1);
  for (Seat s = 0; s < t.flow->seats(); ++s) {
    t.seat(s).hand = {};
    t.seat(s).hand.Add(static_cast<Tile>(s), 4);
    t.seat(s).hand.Add(static_cast<Tile>(9 + s), 4);
  }
  table::Wall& wall = t.board().wall;
  for (int i = wall.head; i < wall.tail; ++i)
    wall.tiles[static_cast<std::size_t>(i)] = test::TileOf("9s");
  for (std::size_t s = 0; s < wishes.size(); ++s)
    ASSERT_TRUE(t.Play(std::to_string(s) + " choose_number " + std::to_string(wishes[s])));
}

// "2 pass_tiles 33m": as many of the 万 of the seat.
std::string PassLine(Seat seat, int count) {
  return std::to_string(seat) + " pass_tiles " +
         std::string(static_cast<std::size_t>(count), static_cast<char>('1' + seat)) + "m";
}

// Each seat sees its own tiles in events of `type`, and of others none.
void ExpectOwnTilesOnly(const NodeTable& t, const char* type, int events) {
  for (Seat viewer = 0; viewer < t.flow->seats(); ++viewer) {
    const std::vector<std::string> seen = t.Events(type, viewer);
    EXPECT_EQ(static_cast<int>(seen.size()), events) << type;
    for (const std::string& line : seen) {
      const bool own = line[0] == static_cast<char>('0' + viewer);
      EXPECT_EQ(line.find_first_of("ms") != std::string::npos, own)
          << type << " at seat " << int{viewer} << ": " << line;
    }
  }
}

struct PassCase {
  int seats;
  const char* to;
  std::array<int, 4> source;  // from which seat i receives
};
const PassCase kPasses[] = {
    {4, "next", {3, 0, 1, 2}},     {4, "opposite", {2, 3, 0, 1}}, {4, "previous", {1, 2, 3, 0}},
    {3, "next", {2, 0, 1, 0}},     {3, "previous", {1, 2, 0, 0}}, {2, "next", {1, 0, 0, 0}},
    {2, "opposite", {1, 0, 0, 0}}, {2, "previous", {1, 0, 0, 0}},
};

TEST(Opening, PassedTilesReachOneSeatAndAreSeenByNoOther) {
  for (const PassCase& c : kPasses) {
    NodeTable t({.seats = c.seats, .opening = "pass", .pass = Passing(c.to)});
    StartPassing(t);
    for (Seat s = 0; s < c.seats; ++s) {
      EXPECT_EQ(t.At(), "moment");
      ASSERT_TRUE(t.Play(PassLine(s, 2)));
    }
    EXPECT_EQ(t.At(), "turn");
    for (Seat s = 0; s < c.seats; ++s) {
      const Counts& hand = t.seat(s).hand;
      EXPECT_EQ(hand[static_cast<Tile>(c.source[s])], 2)
          << c.seats << " seats, " << c.to << ", seat " << int{s};
      EXPECT_EQ(hand[static_cast<Tile>(s)], 2);
      EXPECT_EQ(hand.Size(), 8);
    }
    ExpectOwnTilesOnly(t, "pass_tiles", c.seats);
    ExpectOwnTilesOnly(t, "exchange_received", c.seats);
  }
}

struct AgreedCase {
  const char* to;
  std::vector<int> wishes, counts;
  const char* reason;  // of a seat that passes none
};
const AgreedCase kAgreed[] = {
    {"opposite", {3, 1}, {1, 1}, ""},
    {"opposite", {0, 2}, {0, 0}, "none_agreed"},
    {"opposite", {3, 0, 2, 3}, {2, 0, 2, 0}, "none_agreed"},
    {"wall", {3, 0, 2, 1}, {3, 0, 2, 1}, "none_wished"},
    {"wall", {0, 3}, {0, 3}, "none_wished"},
};

TEST(Opening, EachSeatPassesAsManyAsAgreed) {
  for (const AgreedCase& c : kAgreed) {
    const auto seats = static_cast<int>(c.wishes.size());
    NodeTable t({.seats = seats, .opening = "pass", .pass = Agreed(c.to), .wishes = 3});
    StartPassing(t, c.wishes);
    const int left = t.board().wall.Left();
    const bool to_wall = std::string_view(c.to) == "wall";
    int passing = 0, passed = 0;
    for (Seat s = 0; s < seats; ++s) {
      const int count = c.counts[s];
      passing += count > 0;
      passed += count;
      if (t.At() == "moment") {
        EXPECT_EQ(t.WhyNot(s, "pass_tiles"), count > 0 ? "" : c.reason);
      }
      if (count > 0) {
        ASSERT_TRUE(t.Play(PassLine(s, count))) << c.to << ", seat " << int{s};
      }
    }
    EXPECT_EQ(t.At(), "turn");
    EXPECT_EQ(t.board().wall.Left(), left);
    int of_hands = 0;
    const auto tiles = std::span(t.board().wall.tiles);
    for (int i = t.board().wall.head; i < t.board().wall.tail; ++i)
      of_hands += tiles[static_cast<std::size_t>(i)] != test::TileOf("9s");
    EXPECT_EQ(of_hands, to_wall ? passed : 0);
    for (Seat s = 0; s < seats; ++s) {
      EXPECT_EQ(t.seat(s).hand.Size(), 8);
      EXPECT_EQ(t.seat(s).hand[test::TileOf("9s")], to_wall ? c.counts[s] : 0);
    }
    ExpectOwnTilesOnly(t, to_wall ? "exchange_received_of_wall" : "exchange_received", passing);
    ExpectOwnTilesOnly(t, "pass_tiles", passing);
  }
}

struct ShortCase {
  Value pass;
  std::vector<int> wishes;
  int wall, keep, hand;
  const char* reason;  // why nobody is asked; empty = all are
};

TEST(Opening, NobodyPassesWhereOneSeatOrTheWallHasTooFew) {
  const std::vector<int> ones(4, 1);
  const ShortCase cases[] = {
      {Passing("wall"), {}, 8, 0, 8, ""},
      {Passing("wall"), {}, 7, 0, 8, "too_few_to_exchange"},
      {Passing("wall"), {}, 8, 1, 8, "too_few_to_exchange"},
      {Agreed("wall"), ones, 12, 0, 8, ""},
      {Agreed("wall"), ones, 11, 0, 8, "too_few_to_exchange"},
      {Passing("next"), {}, 0, 0, 2, ""},
      {Passing("next"), {}, 60, 0, 1, "too_few_to_pass"},
      {Passing("wall"), {}, 60, 0, 1, "too_few_to_pass"},
  };
  for (const ShortCase& c : cases) {
    NodeTable t({.opening = "pass", .pass = c.pass, .wishes = c.wishes.empty() ? 0 : 3});
    StartPassing(t, c.wishes);
    ASSERT_EQ(t.At(), "moment");
    table::Wall& wall = t.board().wall;
    wall.tail = static_cast<std::uint8_t>(wall.head + c.wall);
    wall.keep = static_cast<std::uint8_t>(c.keep);
    t.seat(2).hand = {};
    t.seat(2).hand.Add(test::TileOf("3m"), std::min(c.hand, 4));
    t.seat(2).hand.Add(test::TileOf("3p"), c.hand - std::min(c.hand, 4));
    const std::string what = std::to_string(c.wall) + " in the wall, " + std::to_string(c.keep) +
                             " kept, " + std::to_string(c.hand) + " in the hand of seat 2";
    EXPECT_EQ(t.WhyNot(0, "pass_tiles"), c.reason) << what;
    t.Enter("moment", 0);
    EXPECT_EQ(t.At(), *c.reason == '\0' ? "moment" : "turn") << what;
  }
}

TEST(Opening, AnyTileMayGoWhereTooFewMeetTheCondition) {
  struct Case {
    const char *hand, *tiles;
    bool fits;
  };
  for (const Case& c : {Case{"12p345678m", "12p3m", true}, Case{"12p345678m", "345m", true},
                        Case{"123p45678m", "123p", true}, Case{"123p45678m", "12p4m", false}}) {
    const Value tong = Value::Map({{"tile", Value::Map({{"kinds", "1-9p"}})}});
    NodeTable t(
        {.opening = "pass", .pass = Value::Map({{"to", "next"}, {"count", 3}, {"only", tong}})});
    StartPassing(t);
    t.Hand(0, c.hand);
    EXPECT_EQ(t.Play(std::string("0 pass_tiles ") + c.tiles), c.fits) << c.hand << ": " << c.tiles;
  }
}

// A hand gives its plain fives first.
TEST(Opening, ARedFiveStaysRedInTheWall) {
  struct Case {
    const char* hand;
    int reds;  // in the wall afterwards
  };
  for (const Case& c : {Case{"55m123456p", 1}, Case{"555m12345p", 0}}) {
    NodeTable t({.opening = "pass", .pass = Passing("wall"), .red_fives = "0m"});
    StartPassing(t);
    for (Seat s = 0; s < 4; ++s) t.seat(s).red = 0;
    t.Hand(0, c.hand);
    t.seat(0).red = 1;
    ASSERT_TRUE(t.Play("0 pass_tiles 55m")) << c.hand;
    for (Seat s = 1; s < 4; ++s) ASSERT_TRUE(t.Play(PassLine(s, 2)));
    const table::Wall& wall = t.board().wall;
    const auto reds = std::count(wall.tiles.begin() + wall.head, wall.tiles.begin() + wall.tail,
                                 test::TileOf("0m"));
    EXPECT_EQ(reds, c.reds) << c.hand;
    EXPECT_EQ(t.seat(0).RedsOf(test::TileOf("5m")), 1 - c.reds) << c.hand;
  }
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
