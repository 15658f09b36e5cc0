// Cells of a memory: what the build refuses, how long they last, who sees them, and what damaged
// records are.
#include <mlf/components/cells.h>
#include <mlf/table/sight.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>
#include <mlf/variants/rules.h>
#include <nlohmann/json.hpp>
#include "tests/support/code_blocks.h"
#include "tests/support/files.h"
#include "tools/kit/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace mlf::tools {
namespace {

using testing::HasSubstr;

Result<std::shared_ptr<const Flow>> Build(const std::string& changes,
                                          const OptionValues& options = {}) {
  const auto variant =
      LoadVariant(VariantText{"x", "id: x\nzh: 测试\nen: test\nextends: xueliu\n" + changes},
                  StandardSource(""), &AllParts(), &table::TileText());
  if (!variant) return variant.faults();
  return variant->Build(options, AllParts(), &table::TileText());
}

std::string FaultsOf(const std::string& changes) {
  const auto flow = Build(changes);
  return flow ? "" : FaultText(flow.faults());
}

constexpr const char* kPeng =
    "  peng: {if: [not_void_suit, not_locked, {cell: {cell: pengs, most: 1}}], after_action: {add: "
    "pengs}}\n";

struct Case {
  const char* text;
  const char* fault;
};

TEST(Memory, WhatTheBuildRefuses) {
  const Case cases[] = {
      {"memory: {pengs: {of: seat, count: 4}}\n", "M01: nothing writes the cell \"pengs\""},
      {"memory: {pengs: {of: seat, count: 4}}\nflow: {peng: {after_action: {add: pengs}}}\n",
       "M02: nothing reads the cell \"pengs\""},
      {"memory: {pengs: {of: seat, count: 4}}\nflow: {peng: {if: [not_void_suit, not_locked, "
       "{not: {cell: {cell: pengs, least: 2}}}], after_action: {set: {cell: pengs, to: 1}}}}\n",
       "M03: the cell \"pengs\" never reaches 2"},
      {"memory: {pengs: 4}\n", "M04: the cell \"pengs\" is a map"},
      {"memory: {gangs: {count: 4}}\n", "M04: a part is called \"gangs\" already"},
      {"memory: {pengs: {of: seat, count: 4}}\nflow: {peng: {if: [not_void_suit, not_locked, "
       "{cell: "
       "{cell: pengs, most: 1}}], after_action: [{add: pengs}, {clear: pengs}]}}\n",
       "M06: two effects in one hook of \"peng\" write the cell \"pengs\""},
      {"memory: {pengs: {count: 4, life: turn}}\n", "cannot end with the turn of its seat"},
      {"memory: {pengs: {of: seat}}\n", "does not say what it holds"},
      {"memory: {pengs: {of: seat, count: 2, flag: on}}\n", "holds one thing"},
      {"memory: {pengs: {of: seat, count: 2, life: draws}}\n", "write how many, as draws: 2"},
      {"memory: {pengs: {of: seat, count: 2, most: 3}}\n", "has no parameter \"most\""},
      {"memory: {pengs: {of: seat, count: 1}}\nflow: {peng: {if: [{cell: {cell: pengs, least: "
       "3}}], after_action: {add: pengs}}}\n",
       "reaches 1 at most, never 3"},
      {"memory: {pengs: {of: seat, tiles: on}}\nflow: {peng: {after_action: {add: pengs}}}\n",
       "is none of those that hold a count"},
      {"memory: {pengs: {of: seat, count: 2}}\nflow: {peng: {after_action: {add: pangs}}}\n",
       "did you mean \"pengs\"?"},
      {"memory: {own: {of: seat, flag: on, seen_by: seat}}\nflow: {peng: {if: [{not: {cell: {cell: "
       "own, of: others}}}], after_action: {set: own}}}\n",
       "M08: the offers of \"peng\" would tell the cell \"own\", which only its own seat sees"},
      {"memory: {own: {of: seat, flag: on}}\nflow: {peng: {after_action: {set: own}}, discard: "
       "{if: "
       "[{only_drawn: {while: {cell: {cell: own, of: others}}}}, {not: {tile: 1m}}]}}\n",
       "M07: \"not\" stands after only_drawn in if: of \"discard\""},
      {"memory: {fed: {of: pair, count: 4}}\nflow: {peng: {after_action: {add: fed}}, an_gang: "
       "{if: "
       "[{cell: {cell: fed, most: 1}}]}}\n",
       "L17: \"cell\" can do nothing under if: of \"an_gang\""},
      {"memory: {piao: {of: table, count: 3}}\nflow: {start: {then: piao}, piao: {type: "
       "choose_number, with: {cell: piao, values: [0, 1]}, then: choose_dealer}}\n",
       "the cell \"piao\" keeps no number of each seat; declare it with of: seat and count:"},
      {"memory: {piao: {of: seat, count: 3}}\nflow: {start: {then: piao}, piao: {type: "
       "choose_number, with: {cell: piao, values: [0, 4]}, then: choose_dealer}}\n",
       "values: numbers in 0..3, the count of the cell, are needed, not 4"},
      {"memory: {piao: {of: seat, count: 3}}\nflow: {start: {then: piao}, piao: {type: "
       "choose_number, with: {cell: piao, values: [2]}, then: choose_dealer}}\n",
       "values: at least two numbers are needed"},
      {"memory: {wishes: {of: table, count: 3}}\nflow: {draw: {then: pass_tiles}, pass_tiles: "
       "{with: "
       "{to: opposite, agreed: wishes}, then: pass_done}, pass_done: {then: turn}}\n",
       "the cell \"wishes\" keeps no number of each seat"},
      {"memory: {wishes: {of: seat, count: 5}}\nflow: {draw: {then: pass_tiles}, pass_tiles: "
       "{with: "
       "{to: opposite, agreed: wishes}, then: pass_done}, pass_done: {then: turn}}\n",
       "agreed: the cell \"wishes\" may hold more than 4, the most tiles to pass"},
      {"memory: {wishes: {of: seat, count: 3}}\nflow: {draw: {then: pass_tiles}, pass_tiles: "
       "{with: "
       "{to: next, agreed: wishes}, then: pass_done}, pass_done: {then: turn}}\n",
       "agreed: two seats agree only if each passes to the other"},
      {"rules: [nope]\n", "V16: there is no rule \"nope\"; `mlf rules` lists them"},
      {"rules: [{claim_limit: {node: peng}}]\n", "V16: the rule \"claim_limit\" needs limit:"},
      {"rules: [{claim_limit: {limit: 1, nodes: peng}}]\n",
       "V16: the rule \"claim_limit\" has no parameter \"nodes\""},
      {"rules: [{claim_limit: {limit: 1}}]\n",
       "V17: the rule \"claim_limit\" adds to the node \"chi\", which this variant has not"},
      {"memory: {a: {of: pair, tiles: on}, b: {of: pair, tiles: on}, c: {of: pair, tiles: on}, d: "
       "{of: pair, tiles: on}, e: {of: pair, tiles: on}}\n",
       "M05: the cells take 640 bytes, 128 more than the 512 there are: a 128"},
  };
  for (const Case& one : cases) EXPECT_THAT(FaultsOf(one.text), HasSubstr(one.fault)) << one.text;
  EXPECT_EQ(FaultsOf(std::string("memory: {pengs: {of: seat, count: 4}}\nflow:\n") + kPeng), "");
}

// One effect asks what the other excludes.
TEST(Memory, ExclusiveEffectsMayStandInOneHook) {
  EXPECT_EQ(FaultsOf("memory: {pengs: {of: seat, count: 4}}\nflow: {peng: {if: [not_void_suit, "
                     "not_locked, {cell: {cell: pengs, most: 1}}], after_action: [{add: {cell: "
                     "pengs, if: {tile: 1m}}}, {clear: {cell: pengs, unless: {tile: 1m}}}]}}\n"),
            "");
}

// A variant without cells has no room for them.
TEST(Memory, WithoutCellsNothingChanges) {
  const auto flow = OpenFlow("xueliu", {});
  ASSERT_TRUE(flow.ok());
  for (const Layout::Entry& slot : (*flow)->layout().entries())
    EXPECT_EQ(slot.name.find("memory"), std::string::npos);
}

TEST(Memory, DamagedCellsAreRefused) {
  const auto flow = OpenFlow("hangzhou", {});
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  Records records = (*flow)->Blank();
  Response response;
  (*flow)->Start(records, 7, response);
  ASSERT_FALSE((*flow)->Validate(records));
  const auto& slots = (*flow)->layout().entries();
  const auto room = std::ranges::find(slots, std::string("memory"), &Layout::Entry::name);
  ASSERT_NE(room, slots.end());
  int refused = 0;
  for (int byte = 0; byte < room->size; ++byte) {
    Records damaged = records;
    damaged.bytes[static_cast<std::size_t>(room->offset + byte)] = std::byte{0xFF};
    const auto fault = (*flow)->Validate(damaged);
    refused += fault ? 1 : 0;
  }
  // The flags of the circle take four bits, which may all be set.
  EXPECT_GE(refused, room->size - 1);
}

constexpr const char* kSeen = R"(
memory:
  open: {of: seat, count: 4}
  own: {of: seat, count: 4, seen_by: seat}
  never: {of: seat, count: 4, seen_by: nobody}
  later: {of: seat, count: 4, seen_by: all_when_set}
parts:
  judge: {fan_table: {rows: {never: {id: never, zh: 暗记, en: kept, kind: event, fan: 1, fact: {cell_counts: never}}}}}
flow:
  peng:
    if: [not_void_suit, not_locked, {cell: {cell: open, most: 3}}, {cell: {cell: own, most: 3}}, {cell: {cell: later, most: 3}}]
    after_action: [{add: open}, {add: own}, {add: never}, {add: later}]
)";

TEST(Memory, WhoSeesACell) {
  const auto flow = Build(kSeen);
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  Records records = (*flow)->Blank();
  Response response;
  (*flow)->Start(records, 7, response);
  const auto* later = (*flow)->Shared<logic::Cell>("later");
  for (const char* name : {"open", "own", "never", "later"}) {
    const auto* cell = (*flow)->Shared<logic::Cell>(name);
    ASSERT_NE(cell, nullptr);
    cell->Put(records, 1, 3, 1);
  }
  const auto state = [&](Viewer viewer, const char* key) {
    const auto view = table::View(**flow, records, viewer);
    return nlohmann::json::parse(view.dump())["state"].value(key, nlohmann::json());
  };
  for (const Viewer viewer : {Viewer::Of(0), Viewer::Of(1)})
    EXPECT_EQ(state(viewer, "open").dump(), "[null,3,null,null]");
  EXPECT_EQ(state(Viewer::Of(0), "own").dump(), "null");
  EXPECT_EQ(state(Viewer::Of(1), "own").dump(), "[null,3,null,null]");
  EXPECT_EQ(state(Viewer::Of(1), "never").dump(), "null");
  EXPECT_EQ(state(Viewer::Of(0), "later").dump(), "null");
  // A stake of 0 is a value too.
  for (const int seat : {0, 2, 3}) later->Put(records, seat, 0, static_cast<Seat>(seat));
  EXPECT_EQ(state(Viewer::Of(0), "later").dump(), "[0,3,0,0]");
}

// What a bot reads is what the view of its seat tells.
TEST(Memory, ABotSeesACellAsItsSeatDoes) {
  const auto flow = Build(kSeen);
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  Records records = (*flow)->Blank(), seen;
  Response response;
  (*flow)->Start(records, 7, response);
  for (const char* name : {"open", "own", "never", "later"}) {
    for (int seat = 0; seat < 2; ++seat)
      (*flow)->Shared<logic::Cell>(name)->Put(records, seat, 3, 1);
  }
  const auto value = [&](Seat viewer, const char* name, int of) {
    table::Sight(**flow).Fill(records, viewer, seen);
    return (*flow)->Shared<logic::Cell>(name)->Get(seen, of);
  };
  EXPECT_EQ(value(1, "open", 0), 3);
  EXPECT_EQ(value(1, "own", 0), 0);
  EXPECT_EQ(value(1, "own", 1), 3);
  EXPECT_EQ(value(1, "never", 1), 0);
  EXPECT_EQ(value(1, "later", 0), 0) << "others have not set theirs";
  EXPECT_EQ(value(1, "later", 1), 3);
  for (int seat = 2; seat < 4; ++seat)
    (*flow)->Shared<logic::Cell>("later")->Put(records, seat, 1, 1);
  EXPECT_EQ(value(1, "later", 0), 3);
}

TEST(Memory, ValuesStopAtTheirLimits) {
  const auto flow = Build(kSeen);
  ASSERT_TRUE(flow.ok());
  Records records = (*flow)->Blank();
  const auto* cell = (*flow)->Shared<logic::Cell>("open");
  cell->Put(records, 2, 9, 0);
  EXPECT_EQ(cell->Get(records, 2), 4);
  EXPECT_EQ(cell->Get(records, 1) + cell->Get(records, 3), 0) << "neighbours stay";
  cell->Put(records, 2, -3, 0);
  EXPECT_EQ(cell->Get(records, 2), 0);
}

constexpr const char* kLives = R"(
memory:
  circle: {of: table, flag: on, life: circle}
  own: {of: seat, flag: on, life: turn}
  claim: {of: table, flag: on, life: claim}
  draws: {of: table, flag: on, life: draws, draws: 2}
flow:
  discard: {after_states: [{set: {cell: circle, if: {tile: 9p}}}, {set: {cell: own, if: {tile: 9p}}},
      {set: {cell: claim, if: {tile: 9p}}}, {set: {cell: draws, if: {tile: 9p}}}]}
  an_gang: {if: [not_locked, {any: [{not: {cell: circle}}, {cell: own}, {cell: claim}, {cell: draws}]}]}
)";

constexpr const char* kLivesScenarios = R"(
scenarios:
  - name: ends
    zh: 各种寿命
    en: the lives of cells
    position:
      seats: {0: 147m258p147s369m9p}
      wall: 3m
    steps:
      - 0 discard 9p
      - {actor: 1, cells: {circle: on, own: [on, ~, ~, ~], claim: on, draws: on}}
      - 1 discard 2m
      - {actor: 2, cells: {circle: on, own: [on, ~, ~, ~], claim: on, draws: ~}}
)";

TEST(Memory, LivesEnd) {
  const auto flow = Build(kLives);
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  Records records = (*flow)->Blank();
  Response response;
  (*flow)->Start(records, 3, response);
  const auto cell = [&](const char* name) { return (*flow)->Shared<logic::Cell>(name); };
  const auto set = [&] {
    for (const char* name : {"circle", "claim", "draws"}) cell(name)->Put(records, 0, 1, 2);
    cell("own")->Put(records, 2, 1, 2);
  };
  set();
  cell("circle")->BeginTurn(records, 1);
  cell("own")->BeginTurn(records, 1);
  EXPECT_TRUE(cell("circle")->IsSet(records, 0) && cell("own")->IsSet(records, 2));
  cell("circle")->BeginTurn(records, 2);
  cell("own")->BeginTurn(records, 2);
  EXPECT_FALSE(cell("circle")->IsSet(records, 0) || cell("own")->IsSet(records, 2));
  cell("draws")->OnDraw(records);
  EXPECT_TRUE(cell("draws")->IsSet(records, 0));
  cell("draws")->OnDraw(records);
  EXPECT_FALSE(cell("draws")->IsSet(records, 0));
  cell("claim")->OnClaim(records);
  EXPECT_FALSE(cell("claim")->IsSet(records, 0));
  // What is left of all of them is nothing.
  EXPECT_FALSE((*flow)->Validate(records));
}

// The variants and scenarios of docs/en/memory.md.
TEST(Memory, ThePageOfTheDocumentsPasses) {
  const std::string page = test::ReadText(std::string(MLF_SOURCE_DIR) + "/docs/en/memory.md");
  const std::vector<std::string> blocks = test::CodeBlocks(page, "yaml");
  ASSERT_EQ(blocks.size(), 12u);
  for (std::size_t i = 0; i < blocks.size(); i += 2) {
    const auto variant = LoadVariant(VariantText{"docs/en/memory.md", blocks[i]},
                                     StandardSource(""), &AllParts(), &table::TileText());
    ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
    const auto scenarios = ParseYaml(blocks[i + 1], "docs/en/memory.md");
    ASSERT_TRUE(scenarios.ok()) << FaultText(scenarios.faults());
    const ScenarioRun run = RunScenarios(*scenarios, [&](const OptionValues& options) {
      return variant->Build(options, AllParts(), &table::TileText());
    });
    EXPECT_GE(run.results.size(), 1u) << variant->id();
    for (const ScenarioResult& result : run.results)
      EXPECT_TRUE(result.ok()) << variant->id() << " " << result.name << "\n"
                               << FaultText(result.failures);
  }
  EXPECT_EQ(
      test::CodeBlocks(test::ReadText(std::string(MLF_SOURCE_DIR) + "/docs/zh/memory.md"), "yaml"),
      blocks);
}

// Each named rule brings a variant in which it plays, with scenarios.
TEST(NamedRules, EveryExamplePlays) {
  const std::vector<std::string> ids = RuleIds();
  ASSERT_GE(ids.size(), 3u);
  for (const std::string& id : ids) {
    const auto rule = OpenRule(id);
    ASSERT_TRUE(rule.ok()) << FaultText(rule.faults());
    const Value *example = rule->Find("example"), *does = rule->Find("does");
    ASSERT_TRUE(example != nullptr && rule->Find("scenarios") != nullptr && does != nullptr) << id;
    EXPECT_TRUE(does->Find("zh") != nullptr && does->Find("en") != nullptr) << id;
    EXPECT_EQ(rule->Find("id")->text(), id);
    Value text = *example;
    text.Set("id", Value("example"));
    text.Set("zh", Value("例"));
    text.Set("en", Value("example"));
    const auto variant = LoadVariant(VariantText{"rules/" + id + ".yaml", text.Canonical()},
                                     StandardSource(""), &AllParts(), &table::TileText());
    ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
    Value scenarios = Value::Map({{"scenarios", *rule->Find("scenarios")}});
    const ScenarioRun run = RunScenarios(scenarios, [&](const OptionValues& options) {
      return variant->Build(options, AllParts(), &table::TileText());
    });
    EXPECT_GE(run.results.size(), 1u) << id;
    for (const ScenarioResult& result : run.results)
      EXPECT_TRUE(result.ok()) << id << " " << result.name << "\n" << FaultText(result.failures);
  }
}

// A rule with a `when` is there only with that option.
TEST(NamedRules, WhenTakesARuleOut) {
  const auto with = OpenFlow("hangzhou", {}),
             without = OpenFlow("hangzhou", {{"chi_limit", "none"}});
  ASSERT_TRUE(with.ok() && without.ok());
  EXPECT_NE((*with)->Shared<logic::Cell>("chis"), nullptr);
  EXPECT_EQ((*without)->Shared<logic::Cell>("chis"), nullptr);
}

TEST(Memory, LivesEndInPlay) {
  const auto flow = Build(kLives);
  ASSERT_TRUE(flow.ok());
  const auto scenarios = ParseYaml(kLivesScenarios, "lives");
  ASSERT_TRUE(scenarios.ok()) << FaultText(scenarios.faults());
  const ScenarioRun run =
      RunScenarios(*scenarios, [&](const OptionValues& options) { return Build(kLives, options); });
  for (const ScenarioResult& result : run.results)
    EXPECT_TRUE(result.ok()) << FaultText(result.failures);
}

}  // namespace
}  // namespace mlf::tools
