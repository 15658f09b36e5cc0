// Runs every scenario of variants/, and checks that each row of the xueliu rules has one.
#include "scenario_cover.h"

namespace mlf::tools {
namespace {

class Scenarios : public ::testing::TestWithParam<std::string> {};

TEST_P(Scenarios, Hold) {
  const ScenarioRun& run = RunScenariosOf("variants/" + GetParam());
  EXPECT_FALSE(run.results.empty());
  for (const ScenarioResult& result : run.results) {
    EXPECT_TRUE(result.ok()) << result.name << ": " << result.en << "\n"
                             << FaultText(result.failures);
    EXPECT_FALSE(result.zh.empty() || result.en.empty())
        << result.where.Text() << ": " << result.name << " lacks its sentence";
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, Scenarios, ::testing::ValuesIn(VariantIds()),
                         [](const auto& named) { return named.param; });

// The worked cases (rules/README.md).
TEST(Xueliu, EveryRowOfTheRulesIsACase) {
  ExpectRows("variants/xueliu", "XL", 25);
  ExpectRows("variants/xueliu", "XS", 12);
  ExpectRows("variants/xueliu", "XA", 9);
}

// rules/xueliu.md#options.
TEST(Xueliu, EveryValueOfEveryOptionIsACase) {
  ExpectEveryValue("variants/xueliu", {
                                          "huan_san_zhang=on",        // opening
                                          "que_first=on",             // XA06
                                          "long_qi_dui=3",            // XL07
                                          "ting_gang=keep_superset",  // XA01, XA02
                                          "diangang_hua=zimo",        // XS12
                                          "diangang_hua=pao",         // XS11
                                          "tui_shui=on",              // XS10
                                          "huazhu=16",                // XS09
                                          "huazhu_plus_dajiao=on",    // XS09
                                          "robbed_seat=loses_tile",   // XS06
                                      });
}

// A heavenly win worth the cap has no value of its own without a cap (rules/xueliu.md#options).
TEST(Xueliu, AHeavenlyWinWorthTheCapNeedsOne) {
  const auto flow = OpenFlow("xueliu", {{"tianhu_mode", "cap"}});
  ASSERT_FALSE(flow.ok());
  EXPECT_NE(FaultText(flow.faults()).find("only with cap!=none"), std::string::npos)
      << FaultText(flow.faults());
  EXPECT_TRUE(OpenFlow("xueliu", {{"tianhu_mode", "cap"}, {"cap", "5"}}).ok());
}

// `mlf check --verbose` prints the flow's own list.
TEST(Xueliu, EveryEdgeIsWalked) {
  ExpectEveryEdge("variants/xueliu", {{},
                                      {{"huan_san_zhang", "off"}},
                                      {{"bankrupt", "give_up"}, {"stake", "100"}},
                                      {{"robbed_seat", "discards"}}});
}

// With limited payments the kit's checks pass on whole games, and no score falls below zero.
TEST(Xueliu, LimitedPaymentsHoldOverWholeGames) {
  ExpectGamesHold("variants/xueliu",
                  {
                      {{"base_bet", "7"},
                       {"pay_limit", "holdings"},
                       {"stake", "60"},
                       {"transfer", "all_gangs"}},
                      {{"base_bet", "5"},
                       {"pay_limit", "holdings"},
                       {"stake", "60"},
                       {"bankrupt", "give_up"},
                       {"robbed_seat", "discards"}},
                      {{"own_four_waits", "on"}, {"dihu_void_by", "own"}, {"base_bet", "1000"}},
                  });
}

}  // namespace
}  // namespace mlf::tools
