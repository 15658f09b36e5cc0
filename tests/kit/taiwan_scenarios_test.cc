// The scenarios of taiwan cover its rules.
#include "scenario_cover.h"

namespace mlf::tools {
namespace {

constexpr const char* kTaiwan = "variants/taiwan";

// The worked cases (rules/README.md).
TEST(Taiwan, EveryRowOfTheRulesIsACase) {
  ExpectRows(kTaiwan, "W", 20);
  ExpectRows(kTaiwan, "WP", 7);
}

TEST(Taiwan, EveryValueOfEveryOptionIsACase) {
  ExpectEveryValue(kTaiwan, {
                                "tai_cap=none",                     // W11
                                "streak_limit=none",                // TW14
                                "tai_table=sml",                    // TO04
                                "dead_wall_mode=fixed",             // TW07
                                "multi_win=two_nearest",            // W16
                                "swap=strict",                      // TW06
                                "kong_from_upper=off",              // W19
                                "direct_kong_win=off",              // TW05
                                "missed_win_blocks_self_draw=on",   // W17
                                "missed_win_blocks_claims=on",      // TW03
                                "missed_win_released_by_kong=on",   // TW04
                                "eight_flowers=optional",           // TW08
                                "seven_takes_one=on",               // W20
                                "all_flower_tiles=off",             // W09
                                "flower_gang_swallows_own=off",     // W09
                                "no_flowers=off",                   // W02
                                "no_flowers_or_honors=off",         // W02
                                "ready_mode=standard",              // TW10
                                "public_ready=off",                 // W01
                                "all_chows_concealed=off",          // TO05
                                "all_chows_plain=off",              // TO24
                                "di_ting_concealed=on",             // TO05
                                "little_four_winds_add_winds=off",  // W03
                                "all_honors_add_pungs=on",          // W11
                                "half_begging=off",                 // TO12
                                "melded_kong=off",                  // W15
                                "concealed_kong=off",               // W09
                                "eight_and_a_half_pairs=off",       // TO19
                                "drawn_dealer=stays",               // TW14
                                "drawn_streak=on",                  // TW14
                                "liability=whole",                  // TO20
                                "rounds=4",                         // TW15
                                "bao_big_three_dragons=off",        // TO26
                                "bao_big_four_winds=off",           // TO26
                                "bao_little_dragons=off",           // TO26
                                "bao_little_winds=off",             // TO26
                                "bao_full_flush=off",               // TO26
                                "bao_half_flush=off",               // TO26
                                "bao_all_honors=off",               // TO26
                                "bao_all_pungs=off",                // TO26
                            });
}

TEST(Taiwan, EveryEdgeIsWalked) {
  ExpectEveryEdge(
      kTaiwan,
      {{}, {{"public_ready", "on"}}, {{"four_winds_abort", "on"}}, {{"four_kongs_abort", "on"}}});
}

TEST(Taiwan, GamesHold) {
  ExpectGamesHold(kTaiwan, {{{"preset", "star31"}, {"multi_win", "all"}, {"public_ready", "on"}},
                            {{"dead_wall_mode", "replacement"}, {"eight_flowers", "forced"}},
                            {{"eight_and_a_half_pairs", "on"}, {"swap", "none"}}});
}

}  // namespace
}  // namespace mlf::tools
