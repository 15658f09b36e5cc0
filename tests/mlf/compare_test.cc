// `mlf sim --against`: two sides from the same seeds.
#include "cli.h"

#include <mlf/variants/open.h>
#include "tools/kit/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mlf::test {
namespace {

using ::testing::HasSubstr;

nlohmann::json Row(const nlohmann::json& comparison, const std::string& id) {
  for (const auto& row : comparison["rows"]) {
    if (row["id"] == id) return row;
  }
  ADD_FAILURE() << "no row " << id;
  return {};
}

TEST(Compare, ASideAgainstItselfIsEqual) {
  const Ran ran = Mlf({"sim", "xueliu", "--games", "40", "--seed", "3", "--bot", "random",
                       "--against", "xueliu", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto comparison = nlohmann::json::parse(ran.out);
  EXPECT_EQ(comparison["a"]["fingerprint"], comparison["b"]["fingerprint"]);
  EXPECT_GT(comparison["rows"].size(), 15u);
  for (const auto& row : comparison["rows"]) {
    EXPECT_EQ(row["a"], row["b"]) << row["id"];
    EXPECT_FALSE(row["apart"].get<bool>()) << row["id"];
  }
  // Points sum to zero, and so do the means of the seats. Every hand has a dealer.
  double sum = 0;
  for (const char* id : {"points_0", "points_1", "points_2", "points_3"})
    sum += Row(comparison, id)["a"].get<double>();
  EXPECT_NEAR(sum, 0, 1e-9);
}

TEST(Compare, ARuleThatMattersShows) {
  // Without the fan of a self-draw the row is worth nothing, and hands have fewer fan.
  const std::string page = TempFile("compare.html");
  const Ran ran =
      Mlf({"sim", "xueliu", "--games", "150", "--bot", "greedy", "--against-set",
           "huan_san_zhang=off", "--against-set", "zimo=none", "--json", "--html", page});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto comparison = nlohmann::json::parse(ran.out);
  EXPECT_EQ(comparison["b"]["name"], "xueliu huan_san_zhang=off zimo=none");
  EXPECT_EQ(comparison["b"]["options"]["huan_san_zhang"], "off");
  EXPECT_TRUE(Row(comparison, "length")["apart"].get<bool>())
      << "four actions fewer in every hand at least";
  EXPECT_LT(Row(comparison, "length")["difference"].get<double>(), 0);

  const std::string html = ReadText(page);
  for (const char* part : {"<!doctype html>", "<svg", "xueliu huan_san_zhang=off zimo=none",
                           "points a hand", "</html>"})
    EXPECT_THAT(html, HasSubstr(part));
  for (const char* outside : {"http:", "https:", "<script", "<link"})
    EXPECT_THAT(html, testing::Not(HasSubstr(outside))) << "the page needs nothing beside it";
}

TEST(Compare, AsTextInBothLanguages) {
  const std::vector<std::string> args = {"sim",   "xueliu", "--games",       "10",
                                         "--bot", "random", "--against-set", "cap=1"};
  EXPECT_THAT(Mlf(args).out, HasSubstr("B  xueliu cap=1\n10 hands each, seed 1"));
  std::vector<std::string> zh = args;
  zh.insert(zh.end(), {"--lang", "zh"});
  EXPECT_THAT(Mlf(zh).out, HasSubstr("庄家 每局得分"));
  EXPECT_EQ(Mlf({"sim", "xueliu", "--games", "1", "--html", "x"}).status, 1);
  EXPECT_EQ(Mlf({"sim", "xueliu", "--games", "1", "--against", "xueliv"}).status, 1);
  EXPECT_EQ(
      Mlf({"sim", "xueliu", "--games", "1", "--against-set", "cap=1", "--html", "/dev/null/x"})
          .status,
      1);
}

// Known counts: 100 hands, 25 of them drawn.
TEST(Compare, IntervalsAreThoseOfTheCounts) {
  tools::ComparedSide a{"a", *OpenFlow("xueliu"), {}}, b = a;
  a.report.totals.hands = b.report.totals.hands = 100;
  a.report.totals.hands_without_winner = 25;
  b.report.totals.hands_without_winner = 50;
  a.report.totals.actions = 1000;  // ten in each hand
  a.report.totals.actions_squared = 10000;
  const std::vector<tools::ComparedRow> rows = tools::CompareRows(a, b);
  ASSERT_EQ(rows[0].id, "draws");
  EXPECT_NEAR(rows[0].a.value, 0.25, 1e-12);
  EXPECT_NEAR(rows[0].a.half, 1.959964 * 0.0433013, 1e-6) << "sqrt(.25 * .75 / 100)";
  EXPECT_NEAR(rows[0].Difference().half, 1.959964 * 0.0661438, 1e-6)
      << "sqrt of the sum of both squares";
  EXPECT_TRUE(rows[0].Apart());
  ASSERT_EQ(rows[3].id, "length");
  EXPECT_NEAR(rows[3].a.value, 10, 1e-12);
  EXPECT_NEAR(rows[3].a.half, 0, 1e-12);
}

}  // namespace
}  // namespace mlf::test
