// The scenarios of riichi: each sentence of its rules at work (docs/en/rules/riichi.md).
#include "claims_with_discard.h"
#include "scenario_cover.h"

namespace mlf::tools {
namespace {

constexpr const char* kRiichi = "variants/riichi";

TEST(Riichi, EveryRowOfTheRulesIsACase) {
  ExpectRows(kRiichi, "R", 50);
  ExpectRows(kRiichi, "RS", 16);
  ExpectRows(kRiichi, "RA", 26);
  ExpectRows(kRiichi, "RM", 7);
}

TEST(Riichi, EveryValueOfEveryOptionIsACase) {
  ExpectEveryValue(kRiichi, {
                                "red_fives=0",                              // R01
                                "open_tanyao=on",                           // R04
                                "open_tanyao=off",                          // R05
                                "kuikae=forbid",                            // RA06
                                "ippatsu=on",                               // R21
                                "ura_dora=on",                              // R29
                                "kong_dora=on",                             // RA13
                                "multi_hu=two",                             // RS02
                                "honba_multi=first",                        // RS02
                                "honba_multi=each",                         // RS03
                                "double_yakuman=off",                       // R17
                                "double_yakuman=on",                        // R18
                                "yakuman_stack=on",                         // R33
                                "yakuman_stack=off",                        // one_limit
                                "kazoe=yakuman",                            // R32
                                "kiriage_mangan=off",                       // R30
                                "kiriage_mangan=on",                        // R31
                                "double_wind_pair=4",                       // R50
                                "rinshan_fu=on",                            // R24
                                "renhou=off",                               // R02
                                "nagashi_mangan=on",                        // RS10
                                "abort_draws=all",                          // RA19
                                "abort_nine_kinds=on",                      // nine_kinds
                                "abort_four_winds=on",                      // RA19
                                "abort_four_riichi=on",                     // RA18
                                "abort_four_gangs=on",                      // RA17
                                "suufon_time=after_claims",                 // RA19
                                "suukaikan_time=after_discard",             // RA17
                                "pao=daisangen_daisuushii",                 // RS12
                                "riichi_an_gang=triplet_in_every_reading",  // RA09
                                "riichi_min_points=1000",                   // RA12
                                "riichi_min_tiles=4",                       // RA11
                                "chankan_an_gang=orphans",                  // RA26
                                "chankan_keeps_ippatsu=on",                 // RA15
                                "keiten_own_four=not_waiting",  // own_four_does_not_wait
                                "agari_yame=choice",            // RM04
                                "tobi=below_0",                 // RM05
                                "west_round=sudden_death",      // sudden_death
                                "uma=20_10",                    // RM06
                                "oka=20",                       // RM06
                                "final_base=return",            // RM06
                                "final_rounding=none",          // RM06
                            });
}

TEST(Riichi, EveryEdgeIsWalked) {
  ExpectEveryEdge(
      kRiichi,
      {{},
       {{"suukaikan_time", "before_draw"}},
       {{"suufon_time", "before_claims"}},
       {{"multi_hu", "head_bump"}},
       {{"multi_hu", "all"}},
       {{"dice", "pressed"}},
       {{"agari_yame", "automatic"}},
       {{"chankan_an_gang", "never"}},
       {{"claim_carries_discard", "on"}},
       {{"claim_carries_discard", "on"}, {"red_fives", "3"}}},
      RunClaimsWithDiscard(std::string(MLF_SOURCE_DIR) + "/" + kRiichi,
                           "{claim_carries_discard: on, red_fives: 3, riichi_min_points: none}"));
}

TEST(Riichi, PresetsHoldOverWholeGames) {
  ExpectGamesHold(kRiichi, {{{"preset", "tenhou"}},
                            {{"preset", "majsoul"}},
                            {{"preset", "wrc"}},
                            {{"preset", "ema"}},
                            {{"preset", "mleague"}},
                            {{"preset", "riichi_city"}},
                            {{"preset", "libsaki"}}});
}

}  // namespace
}  // namespace mlf::tools
