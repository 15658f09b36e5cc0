// Discards and claims: chi, peng, the three gangs, robbing.
#include "node_table.h"

#include <mlf/table/staging.h>

#include <gtest/gtest.h>

namespace mlf::test {
namespace {

using table::kNoTile;
using table::Meld;
using table::MeldKind;
using table::Tile;

// Seat 0 is to discard; the other hands fit nothing unless a test sets them.
void Deal(NodeTable& t, std::string_view wall = "1m2m3m4m5m6m7m8m9m") {
  t.Clear(wall);
  t.HandDrawn(0, "2m19p19s1234567z5m9s");
  for (Seat s = 1; s < 4; ++s) t.Hand(s, "147m258p369s1234z");
}

struct DefaultCase {
  const char* hand;  // the last tile is the drawn one
  bool drawn;
  table::Maybe<table::Suit> void_suit;
  const char* discard;
  const char* why;
};
const DefaultCase kDefaults[] = {
    {"123m456p789s11223s", true, {}, "3s", "the drawn tile"},
    {"123m456p789s11223s", true, table::kWan, "3m", "the highest of the void suit first"},
    {"123m456p789s11223s", true, table::kTong, "6p", ""},
    {"456p789s112233s15p", true, table::kWan, "5p", "no void tile left: the drawn one"},
    {"123m456p789s11223s", false, {}, "9s", "after peng or of the dealt hand: the highest"},
    {"123m456p11223355m", false, {}, "6p", "万 before 筒"},
};

TEST(Discards, TheDefaultFollowsMachinery12) {
  for (const DefaultCase& c : kDefaults) {
    NodeTable t;
    t.Clear();
    t.HandDrawn(0, c.hand);
    if (!c.drawn) t.seat(0).drawn = kNoTile;
    t.voids().suit[0] = c.void_suit;
    t.Enter("turn", 0);
    EXPECT_EQ(t.flow->Default(t.records, 0).pieces[0], TileOf(c.discard))
        << c.hand << ": " << c.why;
  }
}

TEST(Discards, ATileGoesToTheRiverAndTheNextSeatDraws) {
  NodeTable t;
  Deal(t);
  t.Enter("turn", 0);
  EXPECT_FALSE(t.Play("0 discard 3m")) << "not in the hand";
  EXPECT_FALSE(t.Play("1 discard 1m")) << "not its turn";
  ASSERT_TRUE(t.Play("0 discard 9s"));
  EXPECT_EQ(t.At(), "turn") << "nobody has a claim";
  EXPECT_EQ(t.records.flow().actor, 1);
  EXPECT_EQ(t.board().river_count, 1);
  EXPECT_TRUE(t.board().river[0].drawn());
  EXPECT_EQ(t.seat(1).drawn, TileOf("1m"));
  EXPECT_EQ(t.board().turn.focus, table::Focus::kNone);
  EXPECT_EQ(t.Events("draw", 1).at(0), "1: 1m");
  EXPECT_EQ(t.Events("draw", 2).at(0).find("1m"), std::string::npos) << "a draw is its seat's own";
  ASSERT_TRUE(t.Play("1 discard 4z"));
  EXPECT_FALSE(t.board().river[1].drawn());
}

TEST(Discards, AnEmptyWallEndsTheHand) {
  NodeTable t;
  Deal(t, "1m");
  t.Enter("turn", 0);
  ASSERT_TRUE(t.Play("0 discard 9s"));
  ASSERT_TRUE(t.Play("1 discard 1m"));
  EXPECT_EQ(t.At(), "hand_end");
  EXPECT_EQ(t.board().drew_nothing, 1);
}

TEST(Discards, KeptTilesAreNotDrawn) {
  NodeTable t;
  Deal(t, "1m2m");
  t.board().wall.keep = 2;
  t.Enter("turn", 0);
  ASSERT_TRUE(t.Play("0 discard 9s"));
  EXPECT_EQ(t.At(), "hand_end");
  EXPECT_EQ(t.board().wall.Left(), 2);
}

// Offers to seat 1 when seat 0 discards 2m (MC22 and neighbours).
struct ClaimCase {
  const char* hand;
  const char* offers;
  const char* why;
};
const ClaimCase kChi[] = {
    {"1346m1234567z19p", "chi 2m 13m | 2m 34m, guo", "MC22"},
    {"19m1234567z19p19s", "", "neither neighbours"},
    {"13m1234567z19p19s", "chi 2m 13m, guo", ""},
    {"34m1234567z19p19s", "chi 2m 34m, guo", ""},
    {"1m3p1234567z19p19s", "", "sequences do not cross suits"},
    {"22m1234567z19p19s", "peng 2m, guo", ""},
    {"2m1234567z19p199s", "", "one is no pair"},
    {"222m1234567z19p1s", "ming_gang 2m, peng 2m, guo", ""},
    {"1223m1234567z19p", "peng 2m, chi 2m 13m, guo", ""},
};

TEST(Claims, WhatTheNextSeatIsOffered) {
  for (const ClaimCase& c : kChi) {
    NodeTable t;
    Deal(t);
    t.Hand(1, c.hand);
    t.Enter("turn", 0);
    ASSERT_TRUE(t.Play("0 discard 2m"));
    EXPECT_EQ(t.At() == "discard" ? t.Offers(1) : "", c.offers) << c.hand << " " << c.why;
  }
}

TEST(Claims, NoSequenceWrapsAround) {
  NodeTable t;
  Deal(t);
  t.Hand(0, "1p2m19s1234567z5m9s9s");
  t.Hand(1, "89m147p258s12345z");
  t.Enter("turn", 0);
  ASSERT_TRUE(t.Play("0 discard 1p"));
  EXPECT_EQ(t.At(), "turn") << "89m1p is no sequence";
}

TEST(Claims, OnlyTheNextSeatMayChi) {
  NodeTable t;
  Deal(t);
  t.Hand(2, "1346m1234567z19p");
  t.Enter("turn", 0);
  ASSERT_TRUE(t.Play("0 discard 2m"));
  EXPECT_EQ(t.At(), "turn");
  Deal(t);
  t.Hand(2, "1346m1234567z19p");
  t.seat(1).flags = table::kLeft;
  t.Enter("turn", 0);
  ASSERT_TRUE(t.Play("0 discard 2m"));
  EXPECT_EQ(t.At(), "discard") << "seat 1 has left, so seat 2 is next";
  EXPECT_EQ(t.WhyNot(3, "chi"), "not_next_seat");
}

TEST(Claims, ChiLaysTheSequenceAndMustDiscard) {
  NodeTable t;
  Deal(t);
  t.Hand(1, "1346m1111z567z19p");
  t.Enter("turn", 0);
  ASSERT_TRUE(t.Play("0 discard 2m"));
  EXPECT_FALSE(t.Play("1 chi 2m 36m"));
  EXPECT_FALSE(t.Play("1 chi 2m 14m"));
  ASSERT_TRUE(t.Play("1 chi 2m 13m"));
  const Meld meld = t.seat(1).Melds()[0];
  EXPECT_EQ(meld.kind, MeldKind::kChi);
  EXPECT_EQ(meld.tile, TileOf("1m"));
  EXPECT_EQ(meld.Taken(), 1);
  EXPECT_EQ(meld.from, 0);
  EXPECT_TRUE(t.board().river[0].claimed());
  EXPECT_EQ(t.At(), "turn");
  EXPECT_EQ(t.records.flow().actor, 1);
  EXPECT_EQ(t.WhyNot(1, "an_gang").empty(), false) << "no gang after chi (rules/common.md#actions)";
  EXPECT_EQ(t.seat(1).HandSize(), 14);
  EXPECT_EQ(t.board().wall.Left(), 9);
}

TEST(Claims, PengTakesTheDiscardFromAnySeat) {
  NodeTable t;
  Deal(t);
  t.Hand(3, "55m147p258s12345z");
  t.Enter("turn", 0);
  ASSERT_TRUE(t.Play("0 discard 5m"));
  EXPECT_EQ(t.Offers(3), "peng 5m, guo");
  EXPECT_EQ(t.WhyNot(0, "peng").empty(), false) << "not its own discard";
  ASSERT_TRUE(t.Play("3 peng 5m"));
  EXPECT_EQ(t.seat(3).Melds()[0].kind, MeldKind::kPeng);
  EXPECT_EQ(t.seat(3).Melds()[0].from, 0);
  EXPECT_EQ(t.board().melds_made, 1);
  EXPECT_EQ(t.board().turn.may_act_on_draw, 0);
  EXPECT_EQ(t.Events("peng", 1).at(0), "3: 5m");
  ASSERT_TRUE(t.Play("3 discard 5z"));
  EXPECT_EQ(t.records.flow().actor, 0) << "seats 1 and 2 were skipped";
}

TEST(Claims, APassIsNobodysBusiness) {
  NodeTable t;
  Deal(t);
  t.Hand(3, "55m147p258s12345z");
  t.Enter("turn", 0);
  ASSERT_TRUE(t.Play("0 discard 5m"));
  ASSERT_TRUE(t.Play("3 guo"));
  EXPECT_EQ(t.records.flow().actor, 1);
  for (const Event& event : t.response.events) EXPECT_NE(event.seat, 3) << event.type->id;
}

TEST(Claims, MingGangDrawsItsReplacementOffTheTail) {
  NodeTable t;
  Deal(t, "1m2m3m9m");
  t.Hand(2, "555m147p258s1234z");
  t.Enter("turn", 0);
  ASSERT_TRUE(t.Play("0 discard 5m"));
  EXPECT_EQ(t.Offers(2), "ming_gang 5m, peng 5m, guo");
  ASSERT_TRUE(t.Play("2 ming_gang 5m"));
  EXPECT_EQ(t.seat(2).drawn, TileOf("9m")) << "the tail";
  EXPECT_EQ(t.board().turn.gang, MeldKind::kMingGang);
  EXPECT_EQ(t.board().turn.gang_from, 0) << "its source";
  EXPECT_EQ(t.board().turn.from_tail, 0);
  EXPECT_EQ(t.seat(2).HandSize(), 14);
  ASSERT_TRUE(t.Play("2 discard 9m"));
  EXPECT_EQ(t.board().turn.discard_gang, MeldKind::kMingGang) << "a hot discard";
  EXPECT_EQ(t.board().turn.gang, MeldKind::kNone);
  EXPECT_EQ(t.seat(3).drawn, TileOf("1m")) << "the front again";
  ASSERT_TRUE(t.Play("3 discard 1m"));
  EXPECT_EQ(t.board().turn.discard_gang, MeldKind::kNone);
}

TEST(Claims, AnGangHidesItsTile) {
  NodeTable t;
  Deal(t);
  t.HandDrawn(0, "7777m147p258s1234z");
  t.Enter("turn", 0);
  EXPECT_EQ(t.Offers(0).substr(0, 16), "an_gang 7m, guo,");
  ASSERT_TRUE(t.Play("0 an_gang 7m"));
  EXPECT_EQ(t.Events("an_gang", 0).at(0), "0: 7m");
  EXPECT_EQ(t.Events("an_gang", 1).at(0).find('m'), std::string::npos) << "rules/common.md#hidden";
  EXPECT_EQ(t.seat(0).Melds()[0].kind, MeldKind::kAnGang);
  EXPECT_EQ(t.board().turn.gang_from, 0);
  EXPECT_EQ(t.seat(0).drawn, TileOf("9m"));
  EXPECT_EQ(t.board().turn.may_act_on_draw, 1);
}

TEST(Claims, GuoInTheOwnTurnLeavesOnlyTheDiscard) {
  NodeTable t;
  Deal(t);
  t.HandDrawn(0, "7777m147p258s1234z");
  t.Enter("turn", 0);
  ASSERT_TRUE(t.Play("0 guo"));
  EXPECT_EQ(t.response.events.size(), 0u) << "nobody learns of it";
  EXPECT_EQ(t.At(), "turn");
  EXPECT_EQ(t.board().turn.may_act_on_draw, 0);
  EXPECT_EQ(t.Offers(0).substr(0, 7), "discard");
  EXPECT_FALSE(t.Play("0 an_gang 7m"));
}

// Seat 0 has a peng of 5m and drew the fourth.
void DealAddedGang(NodeTable& t, bool robber) {
  Deal(t, "1m2m3m9m");
  t.HandDrawn(0, "1p9p1s9s1234567z5m");
  t.Hand(0, "19p19s123456z5m");
  table::AddMeld(t.board(), 0, {MeldKind::kPeng, TileOf("5m"), 2, 0});
  t.board().melds_made = 1;
  if (robber) {
    t.Hand(1, "46m111222333p44p");
    t.Hand(3, "46m111222333s44s");
  }
  t.Enter("turn", 0);
}

TEST(AddedGang, NobodyCanRobIt) {
  NodeTable t;
  DealAddedGang(t, false);
  ASSERT_TRUE(t.Play("0 bu_gang 5m"));
  EXPECT_EQ(t.At(), "turn");
  EXPECT_EQ(t.seat(0).Melds()[0].kind, MeldKind::kBuGang);
  EXPECT_EQ(t.seat(0).Melds()[0].from, 2) << "of the peng";
  EXPECT_EQ(t.board().turn.gang, MeldKind::kBuGang);
  EXPECT_EQ(t.board().turn.gang_from, 0);
  EXPECT_EQ(t.seat(0).drawn, TileOf("9m"));
  EXPECT_EQ(t.board().melds_made, 2);
}

TEST(AddedGang, TheTileIsInTheHandWhileItMayBeRobbed) {
  NodeTable t;
  DealAddedGang(t, true);
  ASSERT_TRUE(t.Play("0 bu_gang 5m"));
  EXPECT_EQ(t.At(), "bu_gang");
  EXPECT_EQ(t.seat(0).Melds()[0].kind, MeldKind::kPeng);
  EXPECT_EQ(t.seat(0).hand[TileOf("5m")], 1);
  EXPECT_EQ(t.seat(0).drawn, TileOf("5m")) << "it was drawn this turn";
  EXPECT_EQ(t.Offers(1), "hu, guo");
  EXPECT_EQ(t.Offers(2), "");
  ASSERT_TRUE(t.Play("1 guo"));
  EXPECT_EQ(t.response.status, Status::kWaits);
  ASSERT_TRUE(t.Play("3 guo"));
  EXPECT_EQ(t.seat(0).Melds()[0].kind, MeldKind::kBuGang) << "nobody robbed it";
  EXPECT_EQ(t.records.flow().actor, 0);
}

TEST(AddedGang, ARobbedTileIsLost) {
  NodeTable t;
  DealAddedGang(t, true);
  ASSERT_TRUE(t.Play("0 bu_gang 5m"));
  ASSERT_TRUE(t.Play("1 hu"));
  ASSERT_TRUE(t.Play("3 hu"));
  EXPECT_EQ(t.seat(0).hand[TileOf("5m")], 0);
  EXPECT_EQ(t.seat(0).Melds()[0].kind, MeldKind::kPeng);
  EXPECT_EQ(t.seat(0).drawn == TileOf("5m"), false);
  EXPECT_TRUE(t.board().river[0].robbed());
  EXPECT_EQ(t.board().win_events, 1) << "two winners, one event";
  EXPECT_EQ(t.seat(1).wins, 1);
  EXPECT_EQ(t.seat(3).won_kinds, MaskOf(TileOf("5m")));
  EXPECT_EQ(t.Count("rob"), 2);
  EXPECT_EQ(t.records.flow().actor, 0) << "the seat behind the farthest winner draws";
  EXPECT_EQ(t.seat(0).drawn, TileOf("1m")) << "an ordinary draw, no replacement";
  EXPECT_EQ(t.board().turn.gang, MeldKind::kNone);
}

TEST(AddedGang, ARobbedTileMayBeKeptAndAnotherDiscarded) {
  NodeTable t({.robbed_tile = "kept"});
  DealAddedGang(t, true);
  ASSERT_TRUE(t.Play("0 bu_gang 5m"));
  ASSERT_TRUE(t.Play("3 hu"));
  ASSERT_TRUE(t.Play("1 guo"));
  EXPECT_EQ(t.At(), "turn");
  EXPECT_EQ(t.records.flow().actor, 0);
  EXPECT_EQ(t.seat(0).hand[TileOf("5m")], 1);
  EXPECT_EQ(t.board().river_count, 0);
  EXPECT_EQ(t.board().turn.focus, table::Focus::kNone);
  EXPECT_EQ(t.Offers(0).substr(0, 7), "discard") << "no second try";
  EXPECT_EQ(t.board().wall.Left(), 4);
}

}  // namespace
}  // namespace mlf::test
