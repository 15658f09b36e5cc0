// The scenarios of changsha cover its rules.
#include "scenario_cover.h"

namespace mlf::tools {
namespace {

constexpr const char* kChangsha = "variants/changsha";

// The worked cases (rules/README.md).
TEST(Changsha, EveryRowOfTheRulesIsACase) {
  ExpectRows(kChangsha, "CS", 21);
  ExpectRows(kChangsha, "CP", 8);
}

TEST(Changsha, EveryValueOfEveryOptionIsACase) {
  ExpectEveryValue(kChangsha, {
                                  "birds=2",                // birds_are_turned
                                  "bird_origin=dealer",     // CP02
                                  "bird_value=double",      // CP04
                                  "score=dealer",           // CP01
                                  "initial_pay=once",       // paid_once
                                  "multi_hu=on",            // CP07
                                  "circumstance_pair=any",  // last_tile
                                  "pass_hu=higher",         // CS16
                                  "si_xi=on",               // CS01
                                  "ban_ban_hu=on",          // CS02
                                  "liu_liu_shun=on",        // CS03
                                  "que_yi_se=on",           // CS04
                                  "san_tong=on",            // CS05
                                  "sea_bottom=offered",     // CS21
                              });
}

TEST(Changsha, GamesHold) {
  ExpectGamesHold(kChangsha,
                  {{{"kai_gang_tiles", "4"}, {"initial_repeat", "on"}, {"birds", "6"}},
                   {{"circumstance_pair", "258"}, {"men_qing", "on"}, {"pass_hu", "off"}},
                   {{"sea_bottom", "next"}, {"bao_pai", "on"}, {"score", "flat"}}});
}

}  // namespace
}  // namespace mlf::tools
