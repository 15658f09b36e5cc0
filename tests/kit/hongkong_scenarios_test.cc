// The scenarios of hongkong cover its rules.
#include "scenario_cover.h"

namespace mlf::tools {
namespace {

constexpr const char* kHongkong = "variants/hongkong";

// The worked cases (rules/README.md).
TEST(Hongkong, EveryRowOfTheRulesIsACase) {
  ExpectRows(kHongkong, "K", 18);
  ExpectRows(kHongkong, "HK", 44);
}

TEST(Hongkong, EveryValueOfEveryOptionIsACase) {
  ExpectEveryValue(kHongkong, {
                                  "payment=full_gun",                   // KP1
                                  "stakes=shares",                      // KP1
                                  "draw_dealer=next",                   // HK10
                                  "an_gang_robbable=thirteen_orphans",  // HK23
                                  "winners=one",                        // HK16
                                  "rounds=4",                           // HK06
                              });
}

TEST(Hongkong, EveryEdgeIsWalked) {
  ExpectEveryEdge(kHongkong, {{}, {{"an_gang_robbable", "never"}}});
}

TEST(Hongkong, GamesHold) {
  ExpectGamesHold(kHongkong,
                  {{{"payment", "half_gun"}, {"winners", "all"}},
                   {{"preset", "riichi_advanced"}, {"bao", "on"}, {"minimum", "0"}},
                   {{"seven_pairs", "4"}, {"dead_wall", "14"}, {"draw_dealer", "stay"}}});
}

}  // namespace
}  // namespace mlf::tools
