// The scenarios of xuezhan cover its rules; that they hold is tested with those of every variant.
#include "scenario_cover.h"

namespace mlf::tools {
namespace {

// xuezhan §9.
TEST(Xuezhan, EveryRowOfTheRulesIsACase) {
  ExpectRows("variants/xuezhan", "XZ", 17);
  ExpectRows("variants/xuezhan", "ZS", 9);
  ExpectRows("variants/xuezhan", "ZA", 10);
}

// xuezhan §8.
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
  ExpectEveryEdge("variants/xuezhan", {{}, {{"huan_san_zhang", "off"}}, {{"end_checks", "always"}}, {{"robbed_seat", "discards"}}});
}

}  // namespace
}  // namespace mlf::tools
