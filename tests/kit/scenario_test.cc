// Scenario files: those of the variants pass, and every kind of expectation can fail, with its
// place.
#include "tools/kit/scenario.h"
#include <mlf/variants/open.h>
#include "scenario_cover.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace mlf::tools {
namespace {

const std::string kVariants = std::string(MLF_SOURCE_DIR) + "/variants/";

Result<std::shared_ptr<const Flow>> OpenXueliu(const OptionValues& options) {
  return OpenFlow(kVariants + "xueliu", options);
}

ScenarioRun RunText(const std::string& text) {
  const auto file = ParseYaml(text, "t.yaml");
  EXPECT_TRUE(file.ok()) << FaultText(file.faults());
  if (!file) return {};
  return RunScenarios(*file, OpenXueliu);
}

std::string Failures(const ScenarioRun& run) {
  std::string text;
  for (const ScenarioResult& result : run.results) text += FaultText(result.failures);
  return text;
}

class CheckOfVariant : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, CheckOfVariant, ::testing::ValuesIn(VariantIds()),
                         [](const auto& named) { return named.param; });

TEST_P(CheckOfVariant, Passes) {
  const CheckReport report = CheckVariant(kVariants + GetParam(), "", true);
  ExpectPasses(report);
  EXPECT_GE(report.scenarios.results.size(), 25u);
  EXPECT_GT(report.builds, report.options);
}

TEST(Check, AWrongNameIsAFault) {
  const CheckReport report = CheckVariant("xuelu");
  EXPECT_FALSE(report.ok());
  std::ostringstream out;
  WriteCheckReport(report, Lang::kEn, false, out);
  EXPECT_NE(out.str().find("xueliu"), std::string::npos) << out.str();
}

// Seat 0 gangs and wins on the replacement: 3 * 2 for the gang, 3 * 8 for the win.
constexpr const char* kGang = R"(name: T
position:
  seats: {0: 123p456p789p2m5555m}
  tail: 2m
steps:
  - offers: {0: ["an_gang 5m", guo, "discard 25m123456789p"]}
  - 0 an_gang 5m
  - offers: {0: [zi_mo, guo, discard], 1: []}
    drawn: {0: 2m}
  - 0 zi_mo
  - points: [30, -10, -10, -10]
    win: {seat: 0, fans: [ping_hu, gen, zi_mo, gang_shang_hua], fan: 4, value: 8}
    won: [0]
    locked: 0
    next_dealer: 0
)";

TEST(Scenario, OneFromAPosition) {
  std::string text = kGang;
  text.replace(text.find("fan: 4"), 6, "fan: 3");
  const ScenarioRun run = RunText(text);
  EXPECT_EQ(Failures(run), "");
  EXPECT_TRUE(run.walked.contains({"turn", "an_gang", true}));
  EXPECT_TRUE(run.walked.contains({"an_gang", "draw", false}));
  EXPECT_TRUE(run.walked.contains({"draw", "turn", false}));
  EXPECT_TRUE(run.walked.contains({"turn", "zi_mo", true}));
  EXPECT_FALSE(run.walked.contains({"draw", "settle", false}));
}

// A failure names line and column, the expected and the actual value.
TEST(Scenario, AnExpectationThatFailsSaysWhere) {
  const std::string faults = Failures(RunText(kGang));
  EXPECT_EQ(faults, "t.yaml:12:10: E01: fan: expected 4, got 3\n") << faults;
}

TEST(Scenario, EveryExpectationCanFail) {
  const std::pair<const char*, const char*> rows[] = {
      {"at: draw", "at: expected draw, got turn"},
      {"actor: 1", "actor: expected 1, got 0"},
      {"asked: [0, 1]", "asked: expected 0, 1, got 0"},
      {"end: on", "end: expected on, got off"},
      {"offers: {0: [discard]}", "offers of seat 0: expected discard, got an_gang 5m"},
      {"offers: {0: [\"an_gang 2m\", guo, discard]}", "expected an_gang 2m"},
      {"offers: {1: [hu]}", "offers of seat 1: expected hu, got nothing"},
      {"offered: 0 zi_mo", "offered: expected zi_mo"},
      {"offered: 0 an_gang 2m", "offered: expected an_gang 2m"},
      {"not_offered: 0 discard", "not offered: expected no discard"},
      {"not_offered: 0 an_gang 5m", "not offered: expected no an_gang 5m"},
      {"refused: 0 discard 2m", "expected a refusal"},
      {"refused: {action: 1 peng 5m, code: no_edge, reason: nonsense}",
       "reason of the refusal: expected nonsense"},
      {"default: {0: zi_mo}", "default of seat 0: expected zi_mo, got discard 5m"},
      {"events: [hu]", "event: expected hu"},
      {"win: {seat: 0}", "no such win"},
      {"points: [1, 0, 0, 0]", "points: expected 1, 0, 0, 0, got 0, 0, 0, 0"},
      {"score: [1, 0, 0, 0]", "score: expected 1, 0, 0, 0"},
      {"hand: {0: 1p}", "hand of seat 0: expected 1p, got 25555m123456789p"},
      {"drawn: {0: 1p}", "drawn of seat 0: expected 1p, got 5m"},
      {"melds: {0: [peng(1p)]}", "melds of seat 0: expected peng(1p), got nothing"},
      {"river: {0: 1p}", "river of seat 0: expected 1p"},
      {"won: [1]", "won: expected 1, got nothing"},
      {"locked: [1]", "locked: expected 1"},
      {"left: [1]", "left: expected 1"},
      {"drawer: 3", "drawer: expected 3"},
      {"dealer: 3", "dealer: expected 3"},
      {"next_dealer: 3", "next_dealer: expected 3, got none"},
      {"wall_left: 3", "wall_left: expected 3, got 55"},
      {"state: {void: [m, m, m, m]}", "state void: expected [m, m, m, m], got"},
      {"stat: 1", "there is no \"stat\" here (did you mean \"state\"?)"},
      {"offers: {0: [discrad]}", "did you mean \"discard\"?"},
  };
  for (const auto& [step, expected] : rows) {
    std::string text = kGang;
    text = text.substr(0, text.find("  - offers"));
    text += std::string("  - {") + step + "}\n";
    const std::string faults = Failures(RunText(text));
    EXPECT_NE(faults.find(expected), std::string::npos) << step << "\n" << faults;
    EXPECT_TRUE(faults.starts_with("t.yaml:6:")) << step << "\n" << faults;
  }
}

TEST(Scenario, WhatHoldsIsNotReported) {
  const char* rows[] = {
      "at: turn",
      "actor: 0",
      "asked: 0",
      "end: off",
      "offered: [0 an_gang 5m, 0 guo]",
      "not_offered: [0 zi_mo, 1 discard, 0 an_gang 2m]",
      "refused: {action: 1 peng 5m, code: no_edge}",
      "default: {0: discard 5m}",
      "no_events: [hu]",
      "points: [0, 0, 0, 0]",
      "score: [0, 0, 0, 0]",
      "hand: {0: 2555m5m123p456p789p}",
      "melds: {0: []}",
      "won: []",
      "next_dealer: none",
      "wall_left: 55",
      "state: {void: [~, ~, ~, ~]}",
  };
  for (const char* step : rows) {
    std::string text = kGang;
    text = text.substr(0, text.find("  - offers")) + "  - {" + step + "}\n";
    EXPECT_EQ(Failures(RunText(text)), "") << step;
  }
}

// The example of the document runs unchanged.
TEST(Scenario, TheDocumentsExample) {
  const std::string text = test::ReadText(test::SourcePath("docs/en/scenarios.md"));
  const std::size_t begin = text.find("```yaml\n") + 8;
  EXPECT_EQ(Failures(RunText(text.substr(begin, text.find("```", begin) - begin))), "");
}

TEST(Scenario, AStartGivesWallAndDice) {
  EXPECT_EQ(Failures(RunText(R"(scenarios:
  - name: opening
    options: {huan_san_zhang: off}
    start: {seed: 5, dice: [3, 4], wall: 9m9m, hands: {2: 11223344556677m, 3: 1112223334445p}}
    steps:
      - {at: deal, dealer: 2, asked: [0, 1, 2, 3], hand: {2: 11223344556677m, 3: 1112223334445p}, default: {2: choose_void s}}
      - 0 timeout
      - 1 timeout
      - 2 timeout
      - 3 choose_void m
      - {at: turn, actor: 2, offered: 2 zi_mo}
      - events: [dice, {type: dealer, seat: 2}, {type: choose_void, seat: 3, text: m}]
)")),
            "");
}

TEST(Scenario, ActionsThatAreRefusedEndTheScenario) {
  const std::string faults = Failures(RunText(R"(name: T
position: {seats: {0: 123p456p789p2m5555m}}
steps: [0 peng 5m, {at: nowhere}]
)"));
  EXPECT_EQ(faults.substr(0, faults.find(" is refused")), "t.yaml:3:9: E01: \"0 peng 5m\"")
      << faults;
  EXPECT_EQ(faults.find("nowhere"), std::string::npos);
}

// ---- what a line may leave out, and what windows take by themselves ----

TEST(Scenario, AnActionWithOneWayNeedsNoTiles) {
  EXPECT_EQ(Failures(RunText(R"(name: T
position: {seats: {0: 123m456p789p1122s5m, 2: 55m1347p2468p357s}}
steps:
  - 0 discard 5m
  - 2 peng
  - {at: turn, actor: 2, melds: {2: [peng(5m)]}}
)")),
            "");
  const std::string several = Failures(RunText(R"(name: T
position: {seats: {0: 123m456p789p1122s5m}}
steps: [0 discard]
)"));
  EXPECT_NE(several.find("several are possible: discard 1235m456789p12s"), std::string::npos)
      << several;
  const std::string none = Failures(RunText(R"(name: T
position: {seats: {0: 123m456p789p1122s5m}}
steps: [1 peng]
)"));
  EXPECT_EQ(none, "t.yaml:3:15: A01: \"1 peng\": `peng` needs its pieces\n") << "none is possible";
}

ScenarioRun RunErren(const std::string& steps) {
  const auto file = ParseYaml(
      "name: T\nposition:\n  seats:\n    0: {hand: 45678m55z9m, melds: [chi(123m), peng(3z)], "
      "ready: on}\n    1: 147m1123446677z\nsteps:\n" +
          steps,
      "t.yaml");
  EXPECT_TRUE(file.ok()) << FaultText(file.faults());
  return RunScenarios(
      *file, [](const OptionValues& options) { return OpenFlow(kVariants + "erren", options); });
}

// A ready seat that declines its win has one tile left to discard, so the window takes it.
TEST(Scenario, WhatAWindowTakesByItselfIsWrittenAndChecked) {
  EXPECT_EQ(
      Failures(RunErren("  - {offers: {0: [zi_mo, guo, discard 9m]}, taken: []}\n  - 0 guo\n  - "
                        "taken: 0 discard 9m\n  - 0 discard 9m\n  - {at: turn, actor: 1}\n")),
      "");
  EXPECT_EQ(Failures(RunErren("  - 0 guo\n  - 0 discard\n  - {at: turn, actor: 1}\n")), "")
      << "without its tile";
  EXPECT_EQ(Failures(RunErren("  - 0 guo\n  - {at: turn, actor: 1}\n")), "")
      << "it need not be written";
  const std::string other = Failures(RunErren("  - 0 guo\n  - 0 discard 8m\n"));
  EXPECT_NE(other.find("t.yaml:8:5: E01: \"0 discard 8m\" is refused"), std::string::npos) << other;
  EXPECT_NE(other.find("taken before it without asking: 0 discard 9m"), std::string::npos) << other;
  const std::string twice = Failures(RunErren("  - 0 guo\n  - 0 discard 9m\n  - 0 discard 9m\n"));
  EXPECT_NE(twice.find("t.yaml:9:5: E01: \"0 discard 9m\" is refused"), std::string::npos) << twice;
  EXPECT_NE(Failures(RunErren("  - 0 guo\n  - taken: []\n"))
                .find("taken: expected nothing, got 0 discard 9m"),
            std::string::npos);
}

// ---- tiles out of play ----

TEST(Scenario, AStartGivesAShortWall) {
  EXPECT_EQ(Failures(RunText(R"(scenarios:
  - name: short
    options: {huan_san_zhang: off}
    start: {seed: 5, dealer: 0, wall_left: 3, out_of_play: 5555m, wall: 9m9p, hands: {0: 11223344666778m}}
    steps:
      - {wall_left: 3, hand: {0: 11223344666778m}}
      - 0 choose_void s
      - 1 timeout
      - 2 timeout
      - 3 timeout
      - 0 discard 8m
      - 1 guo
  - name: without hands
    options: {huan_san_zhang: off}
    start: {seed: 5, dealer: 0, wall_left: 0}
    steps: [{wall_left: 0}]
)"))
                .find("short"),
            std::string::npos);
  const std::string much =
      Failures(RunText("name: T\nstart: {dealer: 0, wall_left: 60}\nsteps: []\n"));
  EXPECT_NE(
      much.find("t.yaml:2:31: S05: wall_left: 60 tiles; with the tiles named it can be 0..55"),
      std::string::npos)
      << much;
  const std::string often =
      Failures(RunText("name: T\nstart: {dealer: 0, out_of_play: 55555m}\nsteps: []\n"));
  EXPECT_NE(often.find("more 5m than there are in play"), std::string::npos) << often;
}

TEST(Scenario, FanCasesCanFail) {
  const std::pair<const char*, const char*> rows[] = {
      {"{fans: [qi_dui]}", "fans: expected [qi_dui], got [ping_hu]"},
      {"{gen: 1}", "gen: expected 1, got 0"},
      {"{fan: 1}", "fan: expected 1, got 0"},
      {"{value: 2}", "value: expected 2, got 1"},
      {"{win: off}", "win: expected off"},
      {"{points: [0, 0, 0, 0]}", "points: expected 0, 0, 0, 0, got 1, -1, 0, 0"},
  };
  for (const auto& [expect, message] : rows) {
    const std::string faults = Failures(RunText(
        std::string("name: T\nfan: {hand: 123m456m789m12p55p, win: 3p, by: discard}\nexpect: ") +
        expect + "\n"));
    EXPECT_NE(faults.find(message), std::string::npos) << faults;
  }
}

}  // namespace
}  // namespace mlf::tools
