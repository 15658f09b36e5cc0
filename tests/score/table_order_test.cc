// Fan tables evaluated in order: faults of such tables, and how rows combine. Scenarios of the
// variants cover whole tables.
#include "score_table.h"

#include <mlf/flow/value.h>

#include <gtest/gtest.h>

#include <string>

namespace mlf {
namespace {

test::ScoreTable TableOf(const std::string& combine, const std::string& rows,
                         const std::string& value = "linear") {
  const auto judge = ParseYaml(
      "{fan_table: {combine: " + combine + ", value: " + value + ", rows: [" + rows + "]}}",
      "table");
  EXPECT_TRUE(judge.ok()) << rows;
  return test::ScoreTable({.options = {}, .judge = *judge, .hu = {}, .gang = {}, .done = {}});
}

std::string FaultsOf(const std::string& combine, const std::string& rows) {
  return TableOf(combine, rows).faults;
}

// A self-draw of the last tile of the hand.
score::Verdict VerdictOf(test::ScoreTable& table, const std::string& hand) {
  EXPECT_TRUE(table.ok()) << table.faults;
  score::Verdict verdict;
  if (!table.ok()) return verdict;
  table.Clear();
  table.Void(0, "p");
  table.Hand(0, hand.c_str(), true);
  const std::string last = hand.substr(hand.size() - 2);
  table.judge().Evaluate(
      table.records, {.seat = 0, .tile = test::TileOf(last.c_str()), .by = score::WinBy::kSelfDraw},
      verdict);
  EXPECT_TRUE(verdict.win);
  return verdict;
}

// The rows that count and their total, "a+c=5", for a self-draw of 2m to 111m 123m 456m 789m 2m.
std::string CountedBy(const std::string& combine, const std::string& rows,
                      const std::string& hand = "123m456m789m1112m 2m") {
  test::ScoreTable table = TableOf(combine, rows);
  const score::Verdict verdict = VerdictOf(table, hand);
  std::string counted;
  for (const score::FanLine& line : verdict.Lines()) {
    counted += (counted.empty() ? "" : "+") + table.judge().Rows()[line.row].id +
               (line.count > 1 ? "*" + std::to_string(line.count) : "");
  }
  return counted + "=" + std::to_string(verdict.fan);
}

TEST(TableOrder, RowsMayExcludeEachOtherButNotThemselves) {
  EXPECT_EQ(FaultsOf("table_order",
                     "{id: a, fan: 1, pattern: standard_win, excludes: b}, {id: b, fan: 2, "
                     "pattern: one_suit, excludes: [a]}"),
            "");
  EXPECT_NE(FaultsOf("table_order", "{id: a, fan: 1, pattern: standard_win, excludes: a}")
                .find("\"a\" excludes itself"),
            std::string::npos);
  EXPECT_NE(FaultsOf("table_order", "{id: abc, fan: 1, pattern: standard_win, excludes: abd}")
                .find("did you mean \"abc\""),
            std::string::npos);
}

TEST(TableOrder, WordsOfOtherTables) {
  EXPECT_NE(FaultsOf("table_order", "{id: a, kind: basic, fan: 1, pattern: standard_win}")
                .find("item, times, limit, instead, alone, bonus or tally"),
            std::string::npos);
  EXPECT_NE(
      FaultsOf("table_order",
               "{id: a, fan: 1, pattern: standard_win}, {id: b, fan: 1, fact: robbed, replaces: a}")
          .find("write excludes"),
      std::string::npos);
  EXPECT_NE(FaultsOf("best_basic",
                     "{id: a, kind: basic, fan: 1, pattern: standard_win, excludes: b}, {id: b, "
                     "kind: event, fan: 1, fact: robbed}")
                .find("table_order"),
            std::string::npos);
}

TEST(TableOrder, WhatCountsExcludesAndWhatIsExcludedDoesNot) {
  const std::string a = "{id: a, fan: 4, pattern: one_suit",
                    b = "{id: b, fan: 2, pattern: standard_win",
                    c = "{id: c, fan: 1, fact: self_drawn";
  EXPECT_EQ(CountedBy("table_order", a + "}, " + b + "}, " + c + "}"), "a+b+c=7");
  EXPECT_EQ(CountedBy("table_order", a + ", excludes: b}, " + b + "}, " + c + "}"), "a+c=5");
  // b does not count, so c is not excluded by it.
  EXPECT_EQ(CountedBy("table_order", a + ", excludes: b}, " + b + ", excludes: c}, " + c + "}"),
            "a+c=5");
  EXPECT_EQ(CountedBy("table_order", a + "}, " + b + ", excludes: c}, " + c + "}"), "a+b=6");
  EXPECT_EQ(CountedBy("table_order", a + ", excludes: [b, c]}, " + b + "}, " + c + "}"), "a=4");
  // Of two rows that exclude each other the upper one counts, whatever its value. A removed row
  // excludes nothing.
  EXPECT_EQ(CountedBy("table_order", c + ", excludes: a}, " + a + ", excludes: c}"), "c=1");
  EXPECT_EQ(CountedBy("table_order",
                      "{id: z, fan: 9, fact: robbed, excludes: [a, c]}, " + a + "}, " + c + "}"),
            "a+c=5");
  EXPECT_EQ(CountedBy("table_order", a + ", used: off, excludes: c}, " + c + "}"), "c=1");
}

TEST(Replaces, AnEventThatIsStruckStrikesInBestBasicAndNotInAProduct) {
  const std::string p = "{id: p, kind: basic, fan: 3, pattern: standard_win}, ";
  const std::string a = "{id: a, kind: event, fan: 5, pattern: one_suit",
                    b = "{id: b, kind: event, fan: 2, fact: self_drawn",
                    c = "{id: c, kind: event, fan: 7, pattern: standard_win";
  EXPECT_EQ(CountedBy("product", p + a + "}, " + b + "}, " + c + "}"), "p+a+b+c=210");
  EXPECT_EQ(CountedBy("product", p + a + ", replaces: b}, " + b + ", replaces: c}, " + c + "}"),
            "p+a+c=105");
  EXPECT_EQ(CountedBy("product", p + a + ", replaces: b}, " + b + "}, " + c + ", replaces: a}"),
            "p+c=21");
  EXPECT_EQ(CountedBy("best_basic", p + a + "}, " + b + "}, " + c + "}"), "p+a+b+c=17");
  EXPECT_EQ(CountedBy("best_basic", p + a + ", replaces: b}, " + b + ", replaces: c}, " + c + "}"),
            "p+a=8");
  EXPECT_EQ(CountedBy("best_basic", p + a + ", replaces: b}, " + b + "}, " + c + ", replaces: a}"),
            "p+c=10");
}

// A row of kind gen that an option has turned off counts as little as any other.
TEST(FanTable, AGenRowThatIsNotUsedNeverCounts) {
  const std::string rows =
      "{id: p, kind: basic, fan: 1, pattern: standard_win}, {id: gen, kind: "
      "gen, fan: 4";
  EXPECT_EQ(CountedBy("best_basic", rows + "}"), "p+gen=5");
  EXPECT_EQ(CountedBy("best_basic", rows + ", used: off}"), "p=1");
}

TEST(TableOrder, TotalsAndTimes) {
  const std::string rows =
      "{id: a, fan: 4, pattern: one_suit}, {id: b, fan: 3, pattern: standard_win}, {id: c, fan: 2, "
      "fact: self_drawn}";
  EXPECT_EQ(CountedBy("{table_order: {total: sum}}", rows), "a+b+c=9");
  EXPECT_EQ(CountedBy("{table_order: {total: product}}", rows), "a+b+c=24");
  EXPECT_EQ(CountedBy("{table_order: {total: max}}", rows), "a+b+c=4");
  const std::string times =
      "{id: t, kind: times, fan: 2, fact: self_drawn}, {id: a, fan: 4, pattern: one_suit}, {id: b, "
      "fan: 3, pattern: standard_win}";
  EXPECT_EQ(CountedBy("table_order", times), "a+b=14");
  EXPECT_EQ(CountedBy("{table_order: {list_times: on}}", times), "t+a+b=14");
}

// A greater basic row gives way to one that replaces it; a row may be worth more in a self-draw.
TEST(FanTable, ABasicRowThatReplacesAGreaterOne) {
  const std::string rows =
      "{id: a, kind: basic, fan: 4, pattern: one_suit}, {id: c, kind: event, fan: 1, self_draw: 2, "
      "fact: self_drawn}, {id: b, kind: basic, fan: 3, pattern: standard_win";
  EXPECT_EQ(CountedBy("best_basic", rows + "}"), "a+c=6");
  EXPECT_EQ(CountedBy("best_basic", rows + ", replaces: a}"), "c+b=5");
}

// A group names several rows for excludes.
TEST(TableOrder, GroupsOfRows) {
  const auto counted = [](const std::string& groups) {
    const std::string rows =
        "{id: a, fan: 4, pattern: one_suit, excludes: small}, {id: b, fan: 3, pattern: "
        "standard_win}, {id: c, fan: 2, fact: self_drawn}";
    const auto judge =
        ParseYaml("{fan_table: {combine: table_order, value: linear, groups: " + groups +
                      ", rows: [" + rows + "]}}",
                  "table");
    test::ScoreTable table({.options = {}, .judge = *judge, .hu = {}, .gang = {}, .done = {}});
    if (!table.ok()) return table.faults;
    table.Clear();
    table.Void(0, "p");
    table.Hand(0, "123m456m789m1112m 2m", true);
    score::Verdict verdict;
    table.judge().Evaluate(table.records,
                           {.seat = 0, .tile = test::TileOf("2m"), .by = score::WinBy::kSelfDraw},
                           verdict);
    return std::to_string(verdict.fan);
  };
  EXPECT_EQ(counted("{small: [b, c]}"), "4");
  EXPECT_EQ(counted("{small: []}"), "9");
  EXPECT_NE(counted("{}").find("no fan row \"small\""), std::string::npos);
  EXPECT_NE(counted("{small: [d]}").find("no fan row \"d\""), std::string::npos);
  EXPECT_NE(counted("{small: b}").find("\"small\" is no list of rows"), std::string::npos);
  EXPECT_NE(counted("{small: [], b: [c]}").find("\"b\" is a row"), std::string::npos);
}

// Read as triplets and as sequences the hand comes to 6.
TEST(TableOrder, OfEqualTotalsTheHighestRowsOrTheMost) {
  const std::string rows =
      "{id: a, fan: 6, pattern: {triplets_of: {least: 3}}}, {id: b, fan: 3, pattern: "
      "{equal_sequences: {count: 3}}}, {id: c, fan: 3, pattern: all_sequences}";
  const std::string hand = "111222333m4456s 4s";
  EXPECT_EQ(CountedBy("{table_order: {equal: highest_rows}}", rows, hand), "a=6");
  EXPECT_EQ(CountedBy("{table_order: {equal: most_rows}}", rows, hand), "b+c=6");
}

// The cap holds for sums, and not for a limit row.
TEST(Points, ACapForSumsAndAValueOfNoRow) {
  const auto value = [](const std::string& rows) {
    test::ScoreTable table = TableOf("table_order", rows, "{points: {zero: 1, cap: 5}}");
    return VerdictOf(table, "123m456m789m1112m 2m").value;
  };
  const std::string a = "{id: a, fan: 4, pattern: one_suit}",
                    b = ", {id: b, fan: 3, fact: self_drawn}";
  EXPECT_EQ(value(a), 4);
  EXPECT_EQ(value(a + b), 5);
  EXPECT_EQ(value("{id: a, kind: limit, fan: 9, pattern: one_suit}" + b), 9);
  EXPECT_EQ(value("{id: a, fan: 4, fact: robbed}"), 1);
}

TEST(SumOf, CountsAsOftenAsAllPatternsTogether) {
  const std::string row =
      "{id: a, fan: 2, pattern: {sum_of: [one_suit, {triplets_of: {each: on}}, all_sequences]}}";
  EXPECT_EQ(CountedBy("table_order", row), "a*2=4");
  EXPECT_EQ(CountedBy("table_order",
                      "{id: a, fan: 2, pattern: {sum_of: [seven_pairs_win, all_sequences]}}"),
            "=0");
}

// A floor: the row counts alone unless the others come to more.
TEST(TableOrder, ARowInsteadOfTheOthersUnlessTheyComeToMore) {
  const std::string a = "{id: a, fan: 4, pattern: one_suit}, ", b = "{id: b, fan: 1, fact: robbed}";
  const auto floor = [](int fan) {
    return "{id: f, kind: instead, fan: " + std::to_string(fan) + ", fact: self_drawn}, ";
  };
  EXPECT_EQ(CountedBy("table_order", floor(3) + a + b), "a=4");
  EXPECT_EQ(CountedBy("table_order", floor(4) + a + b), "f=4");
  EXPECT_EQ(CountedBy("table_order", floor(5) + a + b), "f=5");
  EXPECT_EQ(CountedBy("table_order", floor(5) + b), "f=5") << "by itself";
  EXPECT_EQ(CountedBy("table_order", floor(2) + "{id: d, kind: bonus, fan: 9, fact: self_drawn}"),
            "f=2")
      << "a bonus alone comes to nothing";
  EXPECT_EQ(CountedBy("table_order",
                      "{id: l, kind: limit, fan: 1, fact: self_drawn}, " + floor(5) + a + b),
            "l=1")
      << "beside a limit row nothing else counts";
}

TEST(FanTable, RowsOfTheFirstTurnHaveFactsAndAreForTablesInOrder) {
  const std::string fact = "{id: a, fan: 1, fact: self_drawn}], first_turn: [a";
  EXPECT_EQ(FaultsOf("table_order", fact), "");
  EXPECT_NE(FaultsOf("table_order", "{id: a, fan: 1, pattern: standard_win}], first_turn: [a")
                .find("has no fact"),
            std::string::npos);
  EXPECT_NE(FaultsOf("table_order", "{id: a, fan: 1, fact: self_drawn}], first_turn: [b")
                .find("there is no fan row \"b\""),
            std::string::npos);
  EXPECT_NE(FaultsOf("best_basic",
                     "{id: p, kind: basic, fan: 1, pattern: standard_win}, {id: a, kind: event, "
                     "fan: 1, fact: self_drawn}], first_turn: [a")
                .find("not walked in order"),
            std::string::npos);
}

}  // namespace
}  // namespace mlf
