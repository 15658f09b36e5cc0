// The scenarios of guobiao cover its rules.
#include "scenario_cover.h"

#include <mlf/flow/loader.h>
#include <mlf/flow/registry.h>
#include <mlf/variants/open.h>

#include <gmock/gmock.h>

namespace mlf::tools {
namespace {

constexpr const char* kGuobiao = "variants/guobiao";

// The worked cases (rules/README.md).
TEST(Guobiao, EveryRowOfTheRulesIsACase) {
  ExpectRows(kGuobiao, "M", 45);
  ExpectRows(kGuobiao, "GA", 18);
  ExpectRows(kGuobiao, "GP", 7);
}

TEST(Guobiao, EveryValueOfEveryOptionIsACase) {
  ExpectEveryValue(kGuobiao, {
                                 "two_concealed_kongs=6",         // M34
                                 "mixed_kongs=5",                 // M35
                                 "inherent_selfdraw=self_drawn",  // M08
                                 "seven_pairs_quad=on",           // M05
                                 "flowers=on",                    // GA07
                                 "last_discard_claims=win_only",  // GA09
                                 "winners=one",                   // GA01
                                 "an_gang_robbable=no",           // GA12
                                 "lou_hu=off",                    // GA14
                                 "flower_mode=auto",              // GA16
                             });
}

TEST(Guobiao, GamesHold) {
  ExpectGamesHold(kGuobiao, {{{"wall", "per_seat"},
                              {"winners", "all"},
                              {"flower_mode", "manual"},
                              {"false_win", "penalty_and_continue"},
                              {"seat_change", "table"}}});
}

void ExpectFault(const std::string& flow_line, const OptionValues& options, const char* fault) {
  const std::string text =
      "id: patch\nzh: 补丁\nen: patch\nextends: guobiao\nflow:\n  " + flow_line + "\n";
  const auto variant = LoadVariant({"patch.yaml", text}, StandardSource());
  ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
  const auto flow = variant->Build(options, AllParts());
  ASSERT_FALSE(flow.ok()) << flow_line;
  EXPECT_THAT(FaultText(flow.faults()), ::testing::HasSubstr(fault));
  EXPECT_THAT(FaultText(flow.faults()), ::testing::HasSubstr("patch.yaml:6:"));
}

TEST(Guobiao, TablesThatDoNotFit) {
  const char* wanted = "table: a list for each round from the second is needed, with each of 0..3";
  for (const char* table :
       {"[]", "[[0, 1, 2]]", "[[0, 1, 2, 2]]", "[[0, 1, 2, 4]]", "[0, 1, 2, 3]"})
    ExpectFault(
        "hand_end: {states: [next_round, {change_seats: {table: " + std::string(table) + "}}]}",
        {{"seat_change", "table"}}, wanted);
  for (const char* points : {"[]", "[4, 2, 1]", "[4, 2, 1, 0, 0]", "[4, two, 1, 0]"})
    ExpectFault("match_end: {settle: {rank_points: {points: " + std::string(points) + "}}}",
                {{"rank_points", "on"}}, "points: one number for each of the 4 places is needed");
}

}  // namespace
}  // namespace mlf::tools
