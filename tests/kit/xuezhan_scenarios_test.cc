// The scenarios of xuezhan cover its rules; xueliu_scenarios_test.cc runs them.
#include "scenario_cover.h"

namespace mlf::tools {
namespace {

// rules/xuezhan.md#fans.
TEST(Xuezhan, EveryRowOfTheRulesIsACase) {
  ExpectRows("variants/xuezhan", "XZ", 17);
  ExpectRows("variants/xuezhan", "ZS", 9);
  ExpectRows("variants/xuezhan", "ZA", 10);
}

// rules/xuezhan.md#missed-peng.
TEST(Xuezhan, EveryValueOfEveryOptionIsACase) {
  ExpectEveryValue("variants/xuezhan", {
                                           "huan_san_zhang=on",      // opening, ZA07
                                           "long_qi_dui=3",          // XZ15
                                           "dai_yao_jiu=2",          // XZ07
                                           "huazhu_to_winners=on",   // ZS06
                                           "huazhu_to_winners=off",  // ZS07
                                           "dajiao_to_winners=off",  // ZS05
                                       });
}

TEST(Xuezhan, EveryEdgeIsWalked) {
  ExpectEveryEdge("variants/xuezhan", {{},
                                       {{"huan_san_zhang", "off"}},
                                       {{"end_checks", "always"}},
                                       {{"robbed_seat", "discards"}},
                                       {{"bankrupt", "give_up"}, {"stake", "100"}}});
}

// With limited payments the kit's checks pass on whole games, and no score falls below zero.
TEST(Xuezhan, LimitedPaymentsHoldOverWholeGames) {
  ExpectGamesHold("variants/xuezhan", {
                                          {{"base_bet", "7"},
                                           {"pay_limit", "holdings"},
                                           {"stake", "60"},
                                           {"transfer", "all_gangs"},
                                           {"end_checks", "always"}},
                                          {{"pay_limit", "holdings"},
                                           {"stake", "12"},
                                           {"bankrupt", "give_up"},
                                           {"robbed_seat", "discards"}},
                                          {{"stake", "12"},
                                           {"bankrupt", "give_up"},
                                           {"end_checks", "always"},
                                           {"own_four_waits", "on"}},
                                      });
}

}  // namespace
}  // namespace mlf::tools
