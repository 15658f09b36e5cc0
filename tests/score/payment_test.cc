// Faults of inconsistent formulas; scenarios of tests/variants/formula test the sums.
#include "score_table.h"

#include <mlf/flow/value.h>

#include <gtest/gtest.h>

#include <string>

namespace mlf {
namespace {

std::string FaultsOf(const std::string& formula) {
  const auto value = ParseYaml("{win_points: {formula: " + formula + "}}", "formula");
  EXPECT_TRUE(value.ok()) << formula;
  test::ScoreTable table({.options = {},
                          .judge = test::FixedJudge(1, 1, 1, 1),
                          .hu = {*value},
                          .gang = {},
                          .done = {}});
  return table.faults;
}

TEST(Payment, AFactorIsInOneSlot) {
  EXPECT_EQ(FaultsOf("{payment: {B: zhuang_factor, D: guo_hu_factor}}"), "");
  EXPECT_EQ(FaultsOf("{payment: {A: [{pattern_factor: {name: a}}, {pattern_factor: {name: b}}]}}"),
            "");
  EXPECT_NE(FaultsOf("{payment: {B: zhuang_factor, C: zhuang_factor}}")
                .find("\"zhuang\" is in the formula twice"),
            std::string::npos);
  EXPECT_NE(FaultsOf("{payment: {B: [zhuang_factor, {zhuang_factor: {each: 2}}]}}").find("twice"),
            std::string::npos);
  EXPECT_NE(FaultsOf("{payment: {A: {pattern_factor: {name: a}}, D: {pattern_factor: {name: a}}}}")
                .find("twice"),
            std::string::npos);
}

TEST(Payment, WordsThatAreNone) {
  EXPECT_NE(FaultsOf("{payment: {E: zhuang_factor}}").find("no parameter \"E\""),
            std::string::npos);
  EXPECT_NE(FaultsOf("{payment: {B: zhuang_facter}}").find("zhuang_factor"), std::string::npos);
  EXPECT_NE(FaultsOf("{payment: {B: win_points}}").find("pair_factor"), std::string::npos);
}

TEST(Payment, RowsThatTheTableLacks) {
  EXPECT_NE(FaultsOf("{payment: {D: {rows_factor: {rows: nope}}}}")
                .find("rows: the fan table has no row \"nope\""),
            std::string::npos);
  EXPECT_NE(FaultsOf("{payment: {D: rows_factor}}").find("rows: or without: is needed"),
            std::string::npos);
  EXPECT_NE(FaultsOf("{payment: {D: {rows_factor: {rows: nope, factor: zhuang_facter}}}}")
                .find("zhuang_factor"),
            std::string::npos);
  EXPECT_NE(FaultsOf("{payment: {D: melds_factor}}").find("nothing counts"), std::string::npos);
}

// A factor sees the hand as a whole, so a pattern of sets would never hit.
TEST(Payment, PatternsThatNeedAReadingAreRefused) {
  const auto faults_with = [](const std::string& pattern) {
    return FaultsOf("{payment: {A: {pattern_factor: {name: a, pattern: " + pattern + "}}}}");
  };
  for (const char* pattern : {"outside_sets", "{single_wait: {sole: off}}", "read_as_pairs",
                              "{all_of: {patterns: [one_suit, outside_sets]}}",
                              "{any_of: {patterns: [read_as_pairs, outside_sets]}}"}) {
    EXPECT_NE(faults_with(pattern).find("formula:1:"), std::string::npos) << pattern;
    EXPECT_NE(faults_with(pattern).find("pattern: this pattern needs the hand laid out"),
              std::string::npos)
        << pattern << "\n"
        << faults_with(pattern);
  }
  EXPECT_EQ(faults_with("{any_of: {patterns: [one_suit, outside_sets]}}"), "");
  EXPECT_EQ(faults_with("{none_of: {patterns: outside_sets}}"), "");
}

}  // namespace
}  // namespace mlf
