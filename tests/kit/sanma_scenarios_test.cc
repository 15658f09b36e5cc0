// The scenarios of sanma: each sentence of its rules at work (docs/en/rules/sanma.md).
#include "claims_with_discard.h"
#include "scenario_cover.h"

namespace mlf::tools {
namespace {

constexpr const char* kSanma = "variants/sanma";

// rules/sanma.md#settlement.
TEST(Sanma, EveryRowOfTheRulesIsACase) { ExpectRows(kSanma, "SM", 16); }

TEST(Sanma, EveryEdgeIsWalked) {
  ExpectEveryEdge(
      kSanma,
      {{},
       {{"chi", "on"}},
       {{"north", "yakuhai"}},
       {{"multi_hu", "head_bump"}},
       {{"dice", "pressed"}},
       {{"claim_carries_discard", "on"}, {"red_fives", "2"}},
       {{"chi", "on"}, {"claim_carries_discard", "on"}, {"red_fives", "2"}}},
      RunClaimsWithDiscard(
          std::string(MLF_SOURCE_DIR) + "/" + kSanma,
          "{chi: on, claim_carries_discard: on, red_fives: 2, riichi_min_points: none}"));
}

TEST(Sanma, PresetsAndOptionsHoldOverWholeGames) {
  ExpectGamesHold(kSanma, {{{"preset", "tenhou"}},
                           {{"preset", "yemaster"}},
                           {{"chi", "on"}, {"north", "both"}, {"nuki_rinshan", "on"}},
                           {{"nuki_ron_chankan", "on"}, {"tsumo_loss", "north_share"}},
                           {{"tsumo_loss", "flat_1000"}, {"honba_value", "1000"}}});
}

}  // namespace
}  // namespace mlf::tools
