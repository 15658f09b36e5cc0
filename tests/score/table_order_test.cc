// Fan tables that are walked in order: what such a table may not say. How it counts is in the scenarios of the variants that have one.
#include "score_table.h"

#include <mlf/flow/value.h>

#include <gtest/gtest.h>

#include <string>

namespace mlf {
namespace {

std::string FaultsOf(const std::string& combine, const std::string& rows) {
  const auto judge = ParseYaml("{fan_table: {combine: " + combine + ", value: linear, rows: [" + rows + "]}}", "table");
  EXPECT_TRUE(judge.ok()) << rows;
  test::ScoreTable table({.options = {}, .judge = *judge, .hu = {}, .gang = {}, .done = {}});
  return table.faults;
}

TEST(TableOrder, RowsMayExcludeEachOtherButNotThemselves) {
  EXPECT_EQ(FaultsOf("table_order", "{id: a, fan: 1, pattern: standard_win, excludes: b}, {id: b, fan: 2, pattern: one_suit, excludes: [a]}"), "");
  EXPECT_NE(FaultsOf("table_order", "{id: a, fan: 1, pattern: standard_win, excludes: a}").find("\"a\" excludes itself"), std::string::npos);
  EXPECT_NE(FaultsOf("table_order", "{id: abc, fan: 1, pattern: standard_win, excludes: abd}").find("did you mean \"abc\""), std::string::npos);
}

TEST(TableOrder, WordsOfOtherTables) {
  EXPECT_NE(FaultsOf("table_order", "{id: a, kind: basic, fan: 1, pattern: standard_win}").find("item or times"), std::string::npos);
  EXPECT_NE(FaultsOf("table_order", "{id: a, fan: 1, pattern: standard_win}, {id: b, fan: 1, fact: robbed, replaces: a}").find("write excludes"), std::string::npos);
  EXPECT_NE(FaultsOf("best_basic", "{id: a, kind: basic, fan: 1, pattern: standard_win, excludes: b}, {id: b, kind: event, fan: 1, fact: robbed}").find("table_order"),
            std::string::npos);
}

}  // namespace
}  // namespace mlf
