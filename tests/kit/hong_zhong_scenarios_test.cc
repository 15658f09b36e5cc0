// 红中麻将, which demonstrates horses that hit by kind or by rank. Each sentence of the rules and
// each value of each option has a scenario. Whole games run under the options that change most.
// Faults of inconsistent horse rules are checked.
#include "scenario_cover.h"

#include <mlf/flow/registry.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace mlf::tools {
namespace {

using ::testing::HasSubstr;

const std::string kHongZhong = "examples/variants/hong_zhong";
const std::string kHongZhongFolder = std::string(MLF_SOURCE_DIR) + "/" + kHongZhong;

TEST(HongZhong, EverySentenceAndEveryValueIsACase) {
  for (const ScenarioResult& result : RunScenariosOf(kHongZhong).results)
    EXPECT_TRUE(result.ok()) << result.name << "\n" << FaultText(result.failures);
  ExpectRows(kHongZhong, "HZ", 18);
  ExpectEveryValue(kHongZhong, {"players=4", "discard_wins=off", "rob=on",
                                "rob_full=on",  // HZ01, HZ05, HZ07, HZ07
                                "four_reds=any_time", "horses=4", "horse_hits=fixed",
                                "horse_points=2",  // HZ06, HZ08, HZ08, HZ08
                                "next_dealer=winner", "drawn_gangs=off"});  // HZ13, HZ12
}

TEST(HongZhong, EveryEdgeIsWalked) {
  ExpectEveryEdge(kHongZhong, {{}, {{"discard_wins", "on"}, {"drawn_gangs", "on"}}});
}

TEST(HongZhong, OptionsHoldOverWholeGames) {
  ExpectGamesHold(kHongZhong, {
                                  {{"discard_wins", "on"},
                                   {"seven_pairs", "on"},
                                   {"long_qi_dui", "with_red"},
                                   {"horse_hits", "one_by_rank"}},
                                  {{"players", "3"},
                                   {"four_reds", "opening"},
                                   {"horses", "8"},
                                   {"horse_hits", "from_dealer"},
                                   {"no_red_horses", "2"},
                                   {"short_wall", "winning_tile"}},
                                  {{"players", "2"},
                                   {"rob", "off"},
                                   {"four_reds", "off"},
                                   {"horse_hits", "from_winner"},
                                   {"next_dealer", "passes_on"},
                                   {"drawn_gangs", "on"}},
                              });
}

// Each fault has a place and names the problem.
struct FaultyRule {
  const char* rule;
  const char* fault;
};

void ExpectFault(const std::string& part, const char* fault) {
  const std::string text =
      "id: patch\nzh: 补丁\nen: patch\nextends: xueliu\nparts:\n  " + part + "\n";
  const auto variant = LoadVariant({"patch.yaml", text}, StandardSource());
  ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
  const auto flow = variant->Build({}, AllParts());
  ASSERT_FALSE(flow.ok()) << part;
  EXPECT_THAT(FaultText(flow.faults()), HasSubstr(fault));
  EXPECT_THAT(FaultText(flow.faults()), HasSubstr("patch.yaml:6:"));
}

TEST(HongZhong, WildcardsThatStandForNothing) {
  ExpectFault("wilds: {fixed_wilds: {kinds: 5m, stand_for: 1h}}",
              "stand_for: a wildcard stands for no flower");
  ExpectFault("wilds: {laizi: {stand_for: 0m}}",
              "stand_for: expected ranks and then a suit letter");
  ExpectFault("wilds: {laizi: {skips: 7m}}", "skips: honours as 7z, and not all of them");
  ExpectFault("wilds: {laizi: {skips: 1-7z}}", "skips: honours as 7z, and not all of them");
  ExpectFault("wilds: {turned_ghosts: {stand_for: 12}}",
              "stand_for: the last ranks lack their suit letter");
}

TEST(HongZhong, AHorseRuleThatDoesNotHangTogether) {
  const FaultyRule kCases[] = {
      {"hits: from_winer",
       "hits: from_dealer, from_winner, winning_class, all, or kinds such as 159m 7z are needed, "
       "not "
       "\"from_winer\""},
      {"worth: lots", "worth: a number in 0..100 or rank is needed, not lots"},
      {"worth: {1-9x: 2}", "worth: "},
      {"worth: {1-9m: 2, 5m: 3}", "worth: 5m is given twice"},
      {"extra: 2", "extra: a list is needed"},
      {"extra: [{count: 0, fact: self_drawn}]", "extra: count must be a number in 1..20, not 0"},
      {"extra: [{fact: self_drawn}]", "extra: count is missing"},
      {"extra: [{count: 2}]", "extra: a pattern or a fact is needed"},
      {"extra: [{count: 2, facts: self_drawn}]",
       "extra: there is no \"facts\"; it has count, pattern, fact"},
      {"extra: [{count: 2, pattern: outside_sets}]",
       "extra: this pattern needs the hand laid out as sets or pairs"},
      {"extra: [{count: 2, pattern: {all_of: {patterns: [one_suit, read_as_pairs]}}}]",
       "extra: this pattern needs the hand laid out as sets or pairs"},
      {"short_wall: none, empty_wall: none", "empty_wall has no effect beside this short_wall"},
      {"per_streak: 1", "per_streak: needs a shared part \"streak\""},
  };
  for (const FaultyRule& one : kCases)
    ExpectFault("horses: {horse_rule: {" + std::string(one.rule) + "}}", one.fault);
}

}  // namespace
}  // namespace mlf::tools
