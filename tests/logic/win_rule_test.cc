#include "logic_table.h"

#include <mlf/components/void_suits.h>
#include <mlf/table/hand_tables.h>

#include <gtest/gtest.h>

namespace mlf::logic {
namespace {

using test::LogicTable;
using test::Mask;
using test::Text;
using test::TileOf;

const WinRule& Rule(const LogicTable& table) { return *table.flow->Shared<WinRule>("win"); }

struct WinRow {
  const char* hand;
  const char* pengs;
  const char* tile;   // empty: the hand as it is
  const char* voids;  // the void suit, or empty
  bool wins;
  const char* why;
};

constexpr WinRow kWins[] = {
    {"123m456m789m12p55p", "", "3p", "", true, "four sets and a pair (XL01)"},
    {"123m456m789m12p55p", "", "4p", "", false, "no set"},
    {"123m456m789m123p55p", "", "", "", true, "a self-draw is in the hand already"},
    {"123m456m789m12p55s", "", "3p", "s", false, "void suit still in hand (XL22)"},
    {"123m456m789m12p55s", "", "3p", "m", false, "void suit is wan"},
    {"123m456m789m12p55s", "", "3p", "", true, "no void suit named"},
    {"1199m3344p5566p7p", "", "7p", "s", true, "seven pairs (XL06)"},
    {"11119m3344p5566p", "", "9m", "", true, "four equal are two pairs (XL07)"},
    {"5p", "1m4m9m8p", "5p", "", true, "golden hook: four melds (XL10)"},
    {"1122p", "1m4m9m", "1p", "", true, "pair waits with melds"},
    {"55667788p99m33m7p", "2m", "7p", "", false, "no seven pairs beside a meld"},
    {"123m456m789m12p55p", "", "1h", "", false, "a flower completes nothing"},
};

TEST(WinRule, CompleteHands) {
  for (const WinRow& row : kWins) {
    LogicTable table({});
    ASSERT_TRUE(table.ok()) << table.faults;
    table.Hand(2, row.hand);
    for (const Tile tile : test::Tiles(row.pengs))
      table.Meld(2, table::MeldKind::kPeng, table::TileName(tile));
    if (*row.voids != 0) table.voids().suit[2] = *table::ParseSuit(row.voids);
    const bool wins = *row.tile == 0
                          ? Rule(table).CanWinByDraw(table.records, 2)
                          : Rule(table).CanWin(table.records, 2, TileOf(row.tile), WinBy::kDiscard);
    EXPECT_EQ(wins, row.wins) << row.hand << " + " << row.tile << ": " << row.why;
  }
}

struct WaitRow {
  const char* hand;
  const char* pengs;
  bool drawn;  // the last tile is the drawn one
  const char* voids;
  const char* waits;
  const char* why;
};

constexpr WaitRow kWaits[] = {
    {"1112345678999m", "", false, "", "123456789m", "nine gates (rules/xueliu.md#facts)"},
    {"2223m456p789p555p", "", false, "", "134m", "rules/xueliu.md#actions"},
    {"2223m456p789p555p2m", "", true, "", "134m", "the drawn tile is left out"},
    {"999m456m12p789p5p5p", "", false, "", "3p", "rules/xueliu.md#actions"},
    {"44456m789m222z33z", "", false, "", "47m3z", "rules/common.md#ready-gangs"},
    {"555m123m78m11z", "9p", false, "", "69m",
     "rules/common.md#ready-gangs, with a meld elsewhere"},
    {"1111m234p567p999p", "", false, "", "", "the only wait is owned four times"},
    {"1111m234m567m999p", "", false, "", "47m", "the same 1m, and two waits beside it"},
    {"7p", "1m4m9m7p", false, "", "", "the fourth 7p is in hand beside its peng"},
    {"2223m456p789p555p", "", false, "p", "", "void tiles in hand: nothing to wait for"},
    {"123m456m789m55s12p", "", false, "m", "", "the same"},
    {"1m234m", "9m8m7m", false, "s", "14m", "another suit void"},
    {"2355m", "9m8m7m", false, "m", "", "all waits void"},
    {"123m456m789m12p55p8s", "", false, "", "", "fourteen tiles and none drawn"},
};

TEST(WinRule, WaitsOfThePresentHand) {
  for (const WaitRow& row : kWaits) {
    LogicTable table({});
    ASSERT_TRUE(table.ok()) << table.faults;
    table.Hand(1, row.hand, row.drawn);
    for (const Tile tile : test::Tiles(row.pengs))
      table.Meld(1, table::MeldKind::kPeng, table::TileName(tile));
    if (*row.voids != 0) table.voids().suit[1] = *table::ParseSuit(row.voids);
    EXPECT_EQ(Text(Rule(table).Waits(table.records, 1)), row.waits) << row.hand << ": " << row.why;
  }
}

TEST(WinRule, DistanceIsTheBestShape) {
  LogicTable table({});
  const WinRule& rule = Rule(table);
  const auto distance = [&](std::string_view hand, int melds) {
    return rule.Distance(table.records, table::ToCounts(test::Tiles(hand)), melds);
  };
  EXPECT_EQ(distance("123m456m789m123p55p", 0), -1);
  EXPECT_EQ(distance("123m456m789m12p55p", 0), 0);
  EXPECT_EQ(distance("1199m2255p3366s8m", 0), 0) << "one tile from seven pairs";
  EXPECT_EQ(distance("1199m2255p33s", 1), 2)
      << "beside a meld five pairs are three sets begun and a pair";
}

TEST(WinRule, WildTileStandsForAny) {
  LogicTable::Spec spec;
  spec.wilds = Value::Map({{"fixed_wild", Value::Map({{"tile", "5z"}})}});
  LogicTable table(spec);
  ASSERT_TRUE(table.ok()) << table.faults;
  const WinRule& rule = Rule(table);
  table.Hand(0, "123m456m789m5z55p1p");
  EXPECT_TRUE(rule.CanWin(table.records, 0, TileOf("2p"), WinBy::kSelfDraw)) << "1[3]2p";
  EXPECT_TRUE(rule.CanWin(table.records, 0, TileOf("5z"), WinBy::kSelfDraw)) << "1[2][3]p";
  EXPECT_FALSE(rule.CanWin(table.records, 0, TileOf("7p"), WinBy::kSelfDraw));
  int wild = -1;
  EXPECT_EQ(table::FormatTiles(rule.Natural(table.records, table.board().seats[0].hand, wild)),
            "123456789m155p");
  EXPECT_EQ(wild, 1);
  // Waits agrees with CanWin, including the wild kind.
  const TileMask waits = rule.Waits(table.records, 0);
  EXPECT_NE(waits & MaskOf(TileOf("5z")), 0u);
  ForEach(table::kNaturals, [&](Tile tile) {
    EXPECT_EQ((waits & MaskOf(tile)) != 0, rule.CanWin(table.records, 0, tile, WinBy::kSelfDraw))
        << table::TileName(tile);
  });
}

TEST(WinRule, ShapesAreWhatTheVariantNames) {
  struct Row {
    const char* shapes;
    const char* hand;
    bool wins;
  };
  for (const Row& row : {Row{"thirteen_orphans", "19m19p19s1234567z1m", true},
                         Row{"thirteen_orphans", "123m456m789m123p55p", false},
                         Row{"standard", "1199m3344p5566p77p", false},
                         Row{"standard", "19m19p19s1234567z1m", false}}) {
    LogicTable::Spec spec;
    spec.win = Value::Map({{"win_rule", Value::Map({{"shapes", row.shapes}})}});
    LogicTable table(spec);
    ASSERT_TRUE(table.ok()) << table.faults;
    table.Hand(0, row.hand);
    EXPECT_EQ(Rule(table).CanWinByDraw(table.records, 0), row.wins)
        << row.shapes << " " << row.hand;
  }
  LogicTable::Spec five;
  five.win = Value::Map(
      {{"win_rule",
        Value::Map({{"shapes", Value::Map({{"standard", Value::Map({{"sets", 5}})}})}})}});
  LogicTable table(five);
  ASSERT_TRUE(table.ok()) << table.faults;
  table.Hand(0, "123m456m789m123p55p");
  EXPECT_FALSE(Rule(table).CanWinByDraw(table.records, 0)) << "one set short";
  table.Hand(0, "123m456m789m123p55p777s");
  EXPECT_TRUE(Rule(table).CanWinByDraw(table.records, 0));

  LogicTable::Spec distinct;
  distinct.win = Value::Map(
      {{"win_rule",
        Value::Map(
            {{"shapes", Value::Map({{"seven_pairs", Value::Map({{"four_as_two", false}})}})}})}});
  LogicTable pairs(distinct);
  ASSERT_TRUE(pairs.ok()) << pairs.faults;
  pairs.Hand(0, "111199m3344p5566p");
  EXPECT_FALSE(Rule(pairs).CanWinByDraw(pairs.records, 0));

  LogicTable::Spec none;
  none.win = "win_rule";
  EXPECT_NE(LogicTable(none).faults.find("shapes"), std::string::npos)
      << "a win rule without shapes is a fault";
}

}  // namespace
}  // namespace mlf::logic
