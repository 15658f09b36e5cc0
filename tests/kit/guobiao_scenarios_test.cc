// The scenarios of guobiao cover its rules.
#include "scenario_cover.h"

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
  ExpectGamesHold(kGuobiao, {{},
                             {{"wall", "per_seat"},
                              {"winners", "all"},
                              {"flower_mode", "manual"},
                              {"false_win", "penalty_and_continue"},
                              {"seat_change", "table"}}});
}

}  // namespace
}  // namespace mlf::tools
