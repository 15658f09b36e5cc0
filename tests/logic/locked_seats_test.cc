#include "logic_table.h"

#include <gtest/gtest.h>

namespace mlf::logic {
namespace {

using table::Focus;
using table::MeldKind;
using test::LogicTable;
using test::Mask;
using test::Text;
using test::TileOf;

struct GangRow {
  const char* hand;     // of seat 2; the last tile is the drawn one where nobody has discarded
  const char* pengs;    // its melds
  const char* discard;  // of seat 1; empty: own turn
  const char* gang;
  const char* mode;
  bool locked;
  const char* won;  // tiles it has won on
  bool allowed;
  const char* why;
};

constexpr GangRow kGangs[] = {
    // keep_superset
    {"555m123m78m11z", "9p", "5m", "5m", "keep_superset", true, "", true,
     "MC20: waits 6m 9m before and after"},
    {"44456m789m222z33z", "", "4m", "4m", "keep_superset", true, "", false,
     "MC21: 4m and 3z are lost"},
    {"44456m789m222z33z", "", "4m", "4m", "keep_superset", false, "", true,
     "MC21 of a seat that is not locked"},
    {"2223m456p789p555p2m", "", "", "2m", "keep_superset", true, "", false,
     "XA01: 1m and 4m are lost"},
    {"999m456m12p789p5p5p9m", "", "", "9m", "keep_superset", true, "", true,
     "XA02: 3p before and after"},
    {"456m12p789p5p5p9m", "9m", "", "9m", "keep_superset", true, "", true,
     "an added gang of the drawn tile leaves the hand as it was"},
    {"5678m12s55p99s3p", "5m", "", "5m", "keep_superset", true, "", false,
     "not ready, before or after"},
    {"567m789m123p9p3s", "5m", "", "5m", "keep_superset", true, "", false,
     "an added gang of a tile that a set needs"},
    {"111m234m567m99p55p1m", "", "", "1m", "keep_superset", true, "", true,
     "pairs wait on 9p and 5p still"},
    {"1112m456p789p777s1m", "", "", "1m", "keep_superset", true, "", false,
     "2m is left, 3m is lost"},
    {"44456m77p678p789p", "", "4m", "4m", "keep_superset", true, "", false,
     "7m is left, 4m itself is lost: all four are in the gang"},
    // the other modes
    {"2223m456p789p555p2m", "", "", "2m", "keep_won_tiles", true, "3m", true,
     "it has won on 3m only, and 3m is left"},
    {"2223m456p789p555p2m", "", "", "2m", "keep_won_tiles", true, "1m", false,
     "it has won on 1m, which is lost"},
    {"2223m456p789p555p2m", "", "", "2m", "keep_won_tiles", true, "13m", false,
     "one of the two is lost"},
    {"2223m456p789p555p2m", "", "", "2m", "still_ready", true, "", true, "ready on 3m"},
    {"4445678m22z33z1p4m", "", "", "4m", "still_ready", true, "", false,
     "nothing is left to wait for"},
    {"999m456m12p789p5p5p9m", "", "", "9m", "forbid", true, "3p", false, "no gang at all"},
    {"999m456m12p789p5p5p9m", "", "", "9m", "forbid", false, "", true,
     "forbid concerns locked seats only"},
};

TEST(LockedKeepsWaits, Gangs) {
  for (const GangRow& row : kGangs) {
    LogicTable::Spec spec;
    spec.conditions = {Value::Map({{"locked_keeps_waits", Value::Map({{"mode", row.mode}})}})};
    LogicTable table(spec);
    ASSERT_TRUE(table.ok()) << table.faults;
    const bool own_turn = *row.discard == 0;
    table.Hand(2, row.hand, own_turn);
    for (const Tile tile : test::Tiles(row.pengs))
      table.Meld(2, MeldKind::kPeng, table::TileName(tile));
    if (own_turn) {
      table.OwnTurn(2);
    } else {
      table.Focus(Focus::kDiscard, 1, row.discard);
    }
    if (row.locked) table.board().seats[2].flags |= table::kLocked;
    table.board().seats[2].won_kinds = Mask(row.won);
    const PieceMask gang = Mask(row.gang);
    EXPECT_EQ(table.Allow(2, gang), row.allowed ? gang : 0)
        << row.hand << " gang " << row.gang << " " << row.mode << ": " << row.why;
  }
}

TEST(LockedKeepsWaits, EachCandidateByItself) {
  LogicTable::Spec spec;
  spec.conditions = {"locked_keeps_waits"};
  LogicTable table(spec);
  ASSERT_TRUE(table.ok()) << table.faults;
  // 2223m 555s 567s 999p waits on 1 3 4m, also after a gang of 9p. 5s are needed for 567s.
  table.Hand(0, "2223m555567s999p9p", true);
  table.OwnTurn(0);
  table.board().seats[0].flags |= table::kLocked;
  EXPECT_EQ(Text(table.Allow(0, Mask("5s9p"))), "9p");
}

TEST(LockedDiscardsDrawn, OnlyTheDrawnTile) {
  LogicTable::Spec spec;
  spec.conditions = {"locked_discards_drawn", "not_locked"};
  LogicTable table(spec);
  ASSERT_TRUE(table.ok()) << table.faults;
  table.Hand(3, "123m456m789m12p55p8s", true);
  const PieceMask all = table.board().seats[3].hand.Kinds();
  EXPECT_EQ(table.Allow(3, all), all) << "not locked";
  EXPECT_NE(table.Allow(3, all, 1), 0u);
  table.board().seats[3].flags |= table::kLocked;
  EXPECT_EQ(Text(table.Allow(3, all)), "8s");
  EXPECT_EQ(table.Allow(3, all, 1), 0u);
  table.board().seats[3].drawn = table::kNoTile;
  EXPECT_EQ(table.Allow(3, all), all) << "a dealt hand has no drawn tile";
}

struct DeclineRow {
  const char* hand;
  const char* focus;  // empty: own turn
  Focus kind;
  bool locked;
  bool may_act_on_draw;
  bool may;
  const char* why;
};

constexpr DeclineRow kDeclines[] = {
    {"123m456m789m12p55p", "3p", Focus::kDiscard, true, false, false,
     "XA03: a locked seat must win"},
    {"123m456m789m12p55p", "3p", Focus::kAddedGang, true, false, false,
     "the same when a gang can be robbed"},
    {"123m456m789m12p55p", "4p", Focus::kDiscard, true, false, true, "it cannot win on 4p"},
    {"123m456m789m12p55p", "3p", Focus::kDiscard, false, false, true, "an unlocked seat may pass"},
    {"123m456m789m123p55p", "", Focus::kNone, true, true, false, "own turn, complete"},
    {"123m456m789m123p55p", "", Focus::kNone, false, true, true, "own turn, not locked"},
    {"123m456m789m12p55p9s", "", Focus::kNone, true, true, true, "own turn, not complete"},
    {"2223m456p789p555p2m", "", Focus::kNone, true, true, true, "XA01: 2m completes nothing"},
    {"123m456m789m123p55p", "", Focus::kNone, true, false, true, "nothing was drawn"},
};

TEST(MayDeclineWin, LockedSeatsMustWin) {
  LogicTable::Spec spec;
  spec.conditions = {"may_decline_win"};
  for (const DeclineRow& row : kDeclines) {
    LogicTable table(spec);
    ASSERT_TRUE(table.ok()) << table.faults;
    table.Hand(0, row.hand, row.may_act_on_draw);
    if (row.kind == Focus::kNone) {
      table.OwnTurn(0);
      table.board().turn.may_act_on_draw = row.may_act_on_draw ? 1 : 0;
    } else {
      table.Focus(row.kind, 2, row.focus);
    }
    if (row.locked) table.board().seats[0].flags |= table::kLocked;
    EXPECT_EQ(table.Allow(0) != 0, row.may) << row.hand << " " << row.focus << ": " << row.why;
  }
}

TEST(VoidSuits, NarrowDiscardsAndMelds) {
  LogicTable::Spec spec;
  spec.conditions = {"void_suit_first", "not_void_suit"};
  LogicTable table(spec);
  ASSERT_TRUE(table.ok()) << table.faults;
  table.Hand(1, "123m456m789m12p55s8p", true);
  const PieceMask all = table.board().seats[1].hand.Kinds();
  EXPECT_EQ(table.Allow(1, all), all) << "no void suit named yet";
  table.voids().suit[1] = table::kTiao;
  EXPECT_EQ(Text(table.Allow(1, all)), "5s") << "XA06";
  EXPECT_EQ(Text(table.Allow(1, Mask("5s8p"), 1)), "8p");
  table.voids().suit[1] = table::kTong;
  EXPECT_EQ(Text(table.Allow(1, all)), "128p");
  EXPECT_EQ(Text(table.Allow(1, Mask("8p"), 1)), "");
  table.Hand(1, "123m456m789m12m55s8m", true);
  const PieceMask clean = table.board().seats[1].hand.Kinds();
  EXPECT_EQ(table.Allow(1, clean), clean) << "no tile of the suit left";
}

TEST(VoidSuits, SaysItsState) {
  LogicTable table({});
  const table::StateText* state = table.State("void");
  ASSERT_NE(state, nullptr);
  EXPECT_TRUE(state->PerSeat());
  EXPECT_TRUE(state->WriteState(table.records, 1, kNoSeat).IsNull());
  EXPECT_EQ(state->ReadState(table.records, 1, "s"), std::nullopt);
  EXPECT_EQ(table.voids().suit[1], table::kTiao);
  EXPECT_EQ(state->WriteState(table.records, 1, 0).text(), "s") << "what is written is public";
  for (const char* bad : {"z", "h", "x", "", "mp"})
    EXPECT_NE(state->ReadState(table.records, 1, bad), std::nullopt) << bad;
  EXPECT_NE(state->ReadState(table.records, 4, "s"), std::nullopt) << "no such seat";
  EXPECT_EQ(table.voids().suit[1], table::kTiao) << "a fault changes nothing";
  EXPECT_EQ(state->ReadState(table.records, 1, Value()), std::nullopt);
  EXPECT_FALSE(table.voids().suit[1]);
}

TEST(Guards, ReadTheTable) {
  LogicTable::Spec spec;
  spec.conditions = {"after_draw", "drew_nothing", "can_replace", "one_seat_left", "match_over"};
  LogicTable table(spec);
  ASSERT_TRUE(table.ok()) << table.faults;
  const auto holds = [&](int i, Seat seat = 0) { return table.Allow(seat, ~PieceMask{0}, i) != 0; };

  table.OwnTurn(0);
  EXPECT_TRUE(holds(0));
  EXPECT_FALSE(holds(0, 1)) << "another seat's draw";
  table.board().turn.may_act_on_draw = 0;
  EXPECT_FALSE(holds(0)) << "something was declined, or nothing drawn";

  EXPECT_FALSE(holds(1));
  table.board().drew_nothing = 1;
  EXPECT_TRUE(holds(1));

  table.board().wall.head = 100;
  table.board().wall.tail = 101;
  EXPECT_TRUE(holds(2));
  table.board().wall.keep = 1;
  EXPECT_FALSE(holds(2)) << "the last tile is never drawn";
  table.board().wall.keep = 0;
  table.board().wall.head = 101;
  EXPECT_FALSE(holds(2)) << "XA07: the wall is empty";

  for (Seat seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(holds(3), seat >= 3) << int{seat} << " seats have left";
    table.board().seats[seat].flags |= table::kLeft;
  }
  EXPECT_TRUE(holds(3)) << "nobody is left";

  EXPECT_FALSE(holds(4));
  table.match().over = 1;
  EXPECT_TRUE(holds(4));
}

}  // namespace
}  // namespace mlf::logic
