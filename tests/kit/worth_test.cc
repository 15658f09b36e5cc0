// Wins without worth are reported for every shape and every way to win. Intended ones are not.
#include <mlf/variants/open.h>
#include "tests/support/files.h"
#include "tools/kit/checks_worth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <unistd.h>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;

class Worth : public ::testing::Test {
 protected:
  // The output of the check for a variant that changes `base`.
  std::vector<std::string> FaultsOf(const std::string& base, const std::string& changes,
                                    const OptionValues& options = {}) {
    test::WriteText(folder_ / "x" / "variant.yaml",
                    "id: x\nzh: 测试\nen: test\nextends: " + base + "\n" + changes);
    const auto flow = OpenFlow((folder_ / "x").string(), options,
                               (fs::path(MLF_SOURCE_DIR) / "examples/variants").string());
    EXPECT_TRUE(flow.ok()) << FaultText(flow.faults());
    std::vector<std::string> faults;
    if (!flow) return faults;
    for (const Fault& fault : CheckWorth(**flow, 4))
      faults.push_back(fault.code + ": " + fault.message);
    return faults;
  }
  void TearDown() override { fs::remove_all(folder_); }

  const fs::path folder_ =
      fs::path(::testing::TempDir()) / ("mlf_worth_" + std::to_string(::getpid()));
};

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(Worth, EveryVariantIsWorthSomething) {
  for (const char* id : {"xueliu", "xuezhan", "erren", "yilaidaodi"})
    EXPECT_THAT(FaultsOf(id, ""), IsEmpty()) << id;
  EXPECT_THAT(FaultsOf("tuidaohu", "",
                       {{"ghost", "white"}, {"boom", "on"}, {"rob", "on"}, {"seven_pairs", "on"}}),
              IsEmpty());
}

// Seven pairs are a shape of xueliu; without their rows no row counts them.
constexpr const char* kNoPairs =
    "parts:\n  judge:\n    fan_table:\n      rows:\n"
    "        - {id: ping_hu, zh: 平胡, en: plain, kind: basic, fan: 0, pattern: standard_win}\n"
    "        - {id: tian_hu, zh: 天胡, en: heavenly, kind: basic, fan: 5, absorbs: all, fact: "
    "heavenly_win}\n"
    "        - {id: di_hu, zh: 地胡, en: earthly, kind: basic, fan: 5, absorbs: all, fact: "
    "earthly_win}\n";

TEST_F(Worth, AShapeWithoutARow) {
  const auto faults = FaultsOf("xueliu", kNoPairs);
  ASSERT_EQ(faults.size(), 2u) << testing::PrintToString(faults);
  for (const std::string& one : faults) {
    EXPECT_THAT(
        one, AllOf(HasSubstr("C01: a win is worth as much as a plain one: \"seven_pairs\", won "),
                   HasSubstr("no row of the fan table counts the hand"), HasSubstr("minimum_fan")));
  }
  EXPECT_THAT(faults, testing::Contains(HasSubstr("by the own draw")));
  EXPECT_THAT(faults, testing::Contains(HasSubstr("on a discard")));
}

// A row with that statement silences it, and so does a minimum fan above the hand.
TEST_F(Worth, WhatIsMeantIsSilent) {
  EXPECT_THAT(FaultsOf("xueliu", std::string(kNoPairs) +
                                     "        - {id: qi_dui, zh: 七对, en: seven pairs, "
                                     "kind: basic, fan: 0, pattern: seven_pairs_win}\n"),
              IsEmpty());
  EXPECT_THAT(FaultsOf("xueliu", std::string(kNoPairs) +
                                     "flow:\n  hu: {if: [missed_win, {minimum_fan: {least: "
                                     "1}}]}\n  zi_mo: {if: [{minimum_fan: {least: 1}}]}\n"),
              IsEmpty());
}

// A row that the table lacks would silently leave out nothing.
TEST_F(Worth, AMinimumLeavesOutRowsOfTheTable) {
  test::WriteText(folder_ / "x" / "variant.yaml",
                  "id: x\nzh: 测试\nen: test\nextends: xueliu\nflow:\n  zi_mo: {if: [{minimum_fan: "
                  "{least: 1, without: [zi_mo, nope]}}]}\n");
  const auto flow = OpenFlow((folder_ / "x").string(), {}, "");
  ASSERT_FALSE(flow.ok());
  EXPECT_THAT(FaultText(flow.faults()), HasSubstr("without: the fan table has no row \"nope\""));
}

// A value rule may pay for no fan: 2 to the power of 0 is 1. The rows of heavenly and earthly wins
// count the hand until the first claim.
TEST_F(Worth, AShapeThatOnlyEventsCount) {
  const std::string wilds =
      "parts:\n  wilds: {fixed_wilds: {kinds: 5m}}\n  win: {win_rule: {shapes: [standard, "
      "seven_pairs, opening_wilds]}}\n";
  const auto faults = FaultsOf("xueliu", wilds);
  ASSERT_EQ(faults.size(), 1u) << testing::PrintToString(faults);
  EXPECT_THAT(faults[0],
              AllOf(HasSubstr("C01: a win is worth as much as a plain one: \"opening_wilds\", won "
                              "by the first own draw after a claim ("),
                    HasSubstr("no row of the fan table counts the hand; add a row that does"),
                    HasSubstr("under if: of \"zi_mo\"")));
  // If the shape stays, the rows of the opening count it only once.
  const auto later =
      FaultsOf("xueliu",
               "parts:\n  wilds: {fixed_wilds: {kinds: 5m}}\n  win: {win_rule: {shapes: "
               "[standard, {opening_wilds: {until: hand_end}}]}}\n");
  ASSERT_EQ(later.size(), 1u) << testing::PrintToString(later);
  EXPECT_THAT(later[0], AllOf(HasSubstr("\"opening_wilds\", won by the own draw"),
                              HasSubstr("on a gang's replacement")));
}

// A win in the standard shape needs no row.
TEST_F(Worth, APlainWinWithoutARow) {
  EXPECT_THAT(
      FaultsOf(
          "xueliu",
          "parts:\n  win: {win_rule: {shapes: standard}}\n  judge:\n    fan_table:\n      rows:\n"
          "        - {id: tian_hu, zh: 天胡, en: heavenly, kind: basic, fan: 5, absorbs: all, "
          "fact: heavenly_win}\n"
          "        - {id: di_hu, zh: 地胡, en: earthly, kind: basic, fan: 5, absorbs: all, fact: "
          "earthly_win}\n"),
      IsEmpty());
}

// Four wildcards in the opening hand win in tuidaohu; with table_order and without their row the
// win paid 0.
TEST_F(Worth, FourWildcardsWithoutARow) {
  const auto faults = FaultsOf(
      "tuidaohu",
      "parts:\n  judge:\n    fan_table:\n      combine: table_order\n      value: linear\n    "
      "  rows:\n"
      "        - {id: ping_hu, zh: 平胡, en: plain, fan: 2, pattern: standard_win}\n",
      {{"ghost", "white"}});
  ASSERT_EQ(faults.size(), 1u) << testing::PrintToString(faults);
  EXPECT_THAT(faults[0], AllOf(HasSubstr("C01: a win is worth nothing: \"opening_wilds\", won "),
                               HasSubstr("with the dealt hand"), HasSubstr("5555"),
                               HasSubstr("under if: of \"zi_mo\"")));
}

TEST_F(Worth, AWinNodeWithoutASettlement) {
  const auto faults = FaultsOf("xueliu", "flow:\n  hu: {settle: ~}\n");
  ASSERT_EQ(faults.size(), 2u) << testing::PrintToString(faults);
  for (const std::string& one : faults)
    EXPECT_THAT(
        one,
        AllOf(HasSubstr("C02: "),
              HasSubstr(
                  "\"hu\" moves no points; add settle: win_points to it, or settle: no_points")));
  EXPECT_THAT(faults[0],
              AllOf(HasSubstr("\"standard\""), HasSubstr("on a discard, by robbing a gang")));
  EXPECT_THAT(FaultsOf("xueliu", "flow:\n  hu: {settle: no_points}\n"), IsEmpty());
}

}  // namespace
}  // namespace mlf::tools
