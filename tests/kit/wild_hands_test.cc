// Wildcards in hands of triplets and of certain kinds, and honours that an indicator passes over.
#include <mlf/variants/open.h>
#include "tools/kit/scenario.h"

#include <gtest/gtest.h>

#include <string>

namespace mlf::tools {
namespace {

void ExpectScenarios(const std::string& changes, const std::string& text) {
  const auto variant = LoadVariant(VariantText{"x", "id: x\nzh: 测试\nen: test\n" + changes},
                                   StandardSource(""), &AllParts(), &table::TileText());
  ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
  const auto scenarios = ParseYaml(text, "scenarios");
  ASSERT_TRUE(scenarios.ok()) << FaultText(scenarios.faults());
  const ScenarioRun run = RunScenarios(*scenarios, [&](const OptionValues& options) {
    return variant->Build(options, AllParts(), &table::TileText());
  });
  EXPECT_FALSE(run.results.empty());
  for (const ScenarioResult& result : run.results)
    EXPECT_TRUE(result.ok()) << result.name << "\n" << FaultText(result.failures);
}

// White dragons are wild.
TEST(WildHands, TripletsThatWildcardsFill) {
  ExpectScenarios(
      "extends: tuidaohu\noptions: {ghost: {default: white}, horses: {default: 0}}\nparts: {judge: "
      "{fan_table: {rows: {triplets: {id: triplets, zh: 碰碰胡, en: triplets, kind: basic, fan: 6, "
      "pattern: {all_triplets: {with_wilds: on}}}}}}}\n",
      R"(
scenarios:
  - {name: filled, zh: 赖子补刻子和将, en: wildcards fill a triplet and the pair, position: {seats: {0: 111m999p44s333z2m55z}},
     steps: [0 zi_mo, {win: {seat: 0, fans: [triplets]}}]}
  - {name: alone, zh: 两张赖子作将, en: two wildcards are the pair, position: {seats: {0: 111m999p444s333z55z}},
     steps: [0 zi_mo, {win: {seat: 0, fans: [triplets]}}]}
  - {name: fourth, zh: 第四张与赖子作将, en: a fourth tile makes the pair with a wildcard,
     position: {seats: {0: 1111m999p44s333z55z}}, steps: [0 zi_mo, {win: {seat: 0, fans: [triplets]}}]}
  - {name: none_wild, zh: 没有赖子, en: no wildcard, position: {seats: {0: 111m999p444s333z22z}},
     steps: [0 zi_mo, {win: {seat: 0, fans: [triplets]}}]}
  - {name: sequence, zh: 有一副顺子, en: one set is a sequence, position: {seats: {0: 123m999p44s333z2m55z}},
     steps: [0 zi_mo, {win: {seat: 0, fans: [ping_hu]}}]}
  - {name: pairs, zh: 对子太多, en: too many pairs for two wildcards,
     position: {seats: {0: 999p88p44s33z22m1m55z}}, steps: [{refused: {action: 0 zi_mo, code: invalid_payload}}]}
)");
}

TEST(WildHands, WildcardsAmongCertainKinds) {
  const std::string variant =
      "extends: tuidaohu\noptions: {ghost: {default: white}, horses: {default: 0}}\nparts:\n  win: "
      "{win_rule: {shapes: [standard, {only_kinds: {kinds: 1-4z67z, wilds: WILDS}}]}}\n  judge: "
      "{fan_table: {rows: {honours: {id: honours, zh: 风一色, en: honours, kind: basic, fan: 6, "
      "pattern: {only_tiles: {kinds: 1-7z}}}}}}\n";
  const std::string hand =
      "scenarios:\n  - {name: honours, zh: 只有字牌, en: honours alone, position: {seats: {0: "
      "11233444667755z}}, steps: [";
  const auto with = [&](std::string_view word) {
    std::string text = variant;
    return text.replace(text.find("WILDS"), 5, word);
  };
  ExpectScenarios(with("on"), hand + "0 zi_mo, {win: {seat: 0, fans: [honours]}}]}\n");
  ExpectScenarios(with("off"), hand + "{refused: {action: 0 zi_mo, code: invalid_payload}}]}\n");
}

// The red dragon is passed over, so green follows North.
TEST(WildHands, HonoursPassedOver) {
  ExpectScenarios("extends: zhengzhou\nparts: {wilds: {turned: {laizi: {skips: 7z}}}}\n",
                  R"(
scenarios:
  - {name: green, zh: 翻北，发是赖子, en: North is turned and green is wild,
     position: {state: {pi: 4z}, seats: {0: 123m456m789p12s6z33p}},
     steps: [0 zi_mo, {win: {seat: 0}}]}
  - {name: not_red, zh: 翻北，中不是赖子, en: North is turned and red is not wild,
     position: {state: {pi: 4z}, seats: {0: 123m456m789p12s7z33p}},
     steps: [{refused: {action: 0 zi_mo, code: invalid_payload}}]}
)");
}

// A skipped kind that is turned counts as the one before it, whose neighbour is set apart too.
TEST(WildHands, KindsSetApart) {
  ExpectScenarios(
      "extends: zhengzhou\nparts: {wilds: {turned: {laizi: {honours: one_round, skips: 7z, apart: "
      "turned_and_before}}}, win: {win_rule: {filters: [{holds_none: {kinds: 7z, apart: on}}]}}}\n",
      R"(
scenarios:
  - {name: neither, zh: 翻一筒，手里没有一筒、九筒, en: 1p is turned and the hand holds neither 1p nor 9p,
     position: {state: {pi: 1p}, seats: {0: 123m456m789m34533p}}, steps: [0 zi_mo, {win: {seat: 0}}]}
  - {name: turned, zh: 翻出的不能有, en: the kind turned,
     position: {state: {pi: 1p}, seats: {0: 123m456m789m34511p}},
     steps: [{refused: {action: 0 zi_mo, code: invalid_payload}}]}
  - {name: before, zh: 前一种不能有, en: the kind before it,
     position: {state: {pi: 1p}, seats: {0: 123m456m789m34599p}},
     steps: [{refused: {action: 0 zi_mo, code: invalid_payload}}]}
  - {name: skipped, zh: 翻红中当翻北：西不能有, en: "red counts as North, so no West",
     position: {state: {pi: 7z}, seats: {0: 123m456m789m345p33z}},
     steps: [{refused: {action: 0 zi_mo, code: invalid_payload}}]}
  - {name: not_south, zh: 南可以, en: South is free,
     position: {state: {pi: 7z}, seats: {0: 123m456m789m345p22z}}, steps: [0 zi_mo, {win: {seat: 0}}]}
)");
}

}  // namespace
}  // namespace mlf::tools
