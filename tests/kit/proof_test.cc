// The window proof: which flows need one of their own, offers seen in play lie within it, and the
// counterexample of a faulty variant is a scenario. `mlf check` proves every value of every option
// (ExpectPasses in scenario_cover.h).
#include "tools/kit/proof.h"
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "tools/kit/checks.h"
#include "tools/kit/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <unistd.h>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;

// `mlf check` proves a window only if no equal one was proved, so whatever changes a window must
// change its inputs.
TEST(ProofInputs, DifferWhereAWindowDoes) {
  const auto inputs = [](const OptionValues& options, std::string_view node = "discard") {
    const auto flow = OpenFlow("taiwan", options);
    EXPECT_TRUE(flow.ok());
    return flow.ok() ? Prover(**flow).Inputs((*flow)->Find(node)) : "";
  };
  const std::string defaults = inputs({});
  EXPECT_EQ(inputs({{"base", "6"}}), defaults);
  EXPECT_EQ(inputs({{"public_ready", "on"}}), defaults);
  EXPECT_NE(inputs({{"multi_win", "all"}}), defaults);  // which seats win
  EXPECT_NE(inputs({}, "turn"), defaults);
  EXPECT_NE(inputs({{"public_ready", "on"}}, "turn"),
            inputs({}, "turn"));  // which answers there are
}

// Windows are proved again for each flow by another variant's options; equal inputs, equal proof.
TEST(ProofInputs, EqualOnesHaveTheSameProof) {
  KnownProofs known;
  int shared = 0;
  for (const OptionValues& options :
       std::vector<OptionValues>{{}, {{"red_fives", "0"}}, {{"multi_hu", "head_bump"}}}) {
    const auto flow = OpenFlow("riichi", options);
    ASSERT_TRUE(flow.ok()) << flow.faults().front().Text();
    for (const ProvedWindow& window : ProveFlow(**flow, known).windows) {
      if (!window.known) continue;
      ++shared;
      const WindowProof own = Prover(**flow).Of((*flow)->Find(window.node));
      EXPECT_EQ(own.orders, window.proof.orders) << window.node;
      EXPECT_EQ(own.decisions, window.proof.decisions) << window.node;
      EXPECT_EQ(own.holds(), window.proof.holds()) << window.node;
    }
  }
  EXPECT_GT(shared, 5);
}

// The assumptions about tiles, compared with play. The kit checks the same in the games of every
// variant.
TEST(ProofInPlay, OffersOutsideAreReported) {
  const auto flow = OpenFlow("xueliu");
  ASSERT_TRUE(flow.ok());
  // With three copies of each tile a gang of a discard is impossible.
  const Prover wrong((*flow)->nodes(), (*flow)->seats(), 3);
  const Prover right(**flow);
  Findings none, some;
  Player player(**flow, std::vector<BotKind>(4, BotKind::kGreedy));
  Totals totals = player.Empty();
  PlayOptions play{.hands = 60};
  std::map<NodeIndex, int> met;
  play.on_step = [&](const GameStep& step) {
    if (step.response.status != Status::kRests) return;
    ++met[step.after.flow().node];
    CheckOfferSet(right, step.after, none);
    CheckOfferSet(wrong, step.after, some);
  };
  EXPECT_EQ(player.Play(play, totals), std::nullopt);
  EXPECT_GT(met[(*flow)->Find("discard")], 200);
  EXPECT_TRUE(none.empty()) << none.Text();
  EXPECT_GT(some.Count("proof"), 0);
}

// In 一赖到底 wildcards replace nothing in a claim, so one seat at most may claim, and the rank
// shared by its three claims is never contested.
TEST(ProofInPlay, OneSeatClaims) {
  const auto flow = OpenFlow("yilaidaodi");
  ASSERT_TRUE(flow.ok());
  const Prover prover(**flow);
  OfferSet offers{.node = (*flow)->Find("discard"), .actor = 0};
  const auto bit = [&](const char* id) {
    for (const Edge& answer : (*flow)->node(offers.node).window->answers) {
      if ((*flow)->node(answer.to).id == id) return 1u << answer.answer;
    }
    return 0u;
  };
  offers.offered[1] = bit("ming_gang") | bit("peng") | bit("guo");
  offers.offered[2] = bit("hu") | bit("guo");
  EXPECT_EQ(prover.Outside(offers), "");
  offers.offered[2] |= bit("peng");
  EXPECT_NE(prover.Outside(offers), "");
}

// ---- counterexamples as scenarios ----

// 血流, but after all have passed on a discard an edge exists only while nobody has won.
class FaultyVariant : public ::testing::Test {
 protected:
  void Write(const std::string& flow) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "scenarios");
    std::ofstream(folder_ / "variant.yaml")
        << "id: faulty\nzh: 有误\nen: faulty\nextends: xueliu\nflow:\n"
        << flow;
  }
  void TearDown() override { fs::remove_all(folder_); }

  ScenarioRun RunFile(const std::string& text) {
    std::ofstream(folder_ / "scenarios" / "proof.yaml") << text;
    return RunScenarioFolder((folder_ / "scenarios").string(), [&](const OptionValues& options) {
      return OpenFlow(folder_.string(), options);
    });
  }

  const fs::path folder_ =
      fs::path(::testing::TempDir()) / ("mlf_proof_" + std::to_string(::getpid())) / "faulty";
};

TEST_F(FaultyVariant, AMissingEdgeIsFoundAndRuns) {
  Write("  discard: {then: [{draw: {if: {not: match_over}}}]}\n");
  const auto sound = OpenFlow(folder_.string());
  ASSERT_TRUE(sound.ok()) << FaultText(sound.faults());
  const CheckReport report = CheckVariant(folder_.string());
  EXPECT_FALSE(report.ok());
  EXPECT_TRUE(report.faults.empty()) << "the lints take a guard to hold at times";
  ASSERT_FALSE(report.proof.holds());
  const ProofReport proof = ProveFlow(**sound);
  const auto window = std::find_if(proof.windows.begin(), proof.windows.end(),
                                   [](const ProvedWindow& one) { return !one.proof.holds(); });
  EXPECT_EQ(window->node, "discard");
  ASSERT_EQ(window->proof.faults.size(), 1u);
  EXPECT_EQ(window->proof.faults[0].fault, ProofFault::kNoEdge);
}

// A guard that fails in play: the scenario is refused exactly where the proof reports it.
TEST_F(FaultyVariant, TheScenarioShowsTheFault) {
  Write("  peng: {then: [{turn: {if: after_draw}}]}\n");
  const auto flow = OpenFlow(folder_.string());
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const NodeIndex discard = (*flow)->Find("discard");
  const auto found = FindInPlay(**flow, {}, discard, ProofFault::kNoEdge, 200);
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->shows);
  const ScenarioRun run = RunFile(found->scenario);
  ASSERT_EQ(run.results.size(), 1u);
  ASSERT_EQ(run.results[0].failures.size(), 1u) << found->scenario;
  EXPECT_NE(run.results[0].failures[0].message.find("peng"), std::string::npos)
      << FaultText(run.results[0].failures);
  EXPECT_NE(run.results[0].failures[0].message.find("no way on from peng"), std::string::npos)
      << FaultText(run.results[0].failures);
  // After the correction the same file passes.
  std::ofstream(folder_ / "variant.yaml") << "id: faulty\nzh: 有误\nen: faulty\nextends: xueliu\n";
  const ScenarioRun again = RunFile(found->scenario);
  EXPECT_EQ(again.failed(), 0) << FaultText(again.results[0].failures);
}

// For a wrong Decide the file states the right result, which the engine's own Decide gives.
Decision WaitsForAll(const Window& window, const WindowState& state, Seat actor, int seats) {
  return state.answered != state.asked ? Decision{} : Decide(window, state, actor, seats);
}
Decision AtOnce(const Window& window, const WindowState& state, Seat actor, int seats) {
  WindowState alone = state;
  alone.asked = state.answered;
  return Decide(window, alone, actor, seats);
}

TEST_F(FaultyVariant, AScenarioOfEveryKindRuns) {
  Write("  discard: {window: {deadline: 9s}}\n");
  const auto flow = OpenFlow(folder_.string());
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const NodeIndex discard = (*flow)->Find("discard");
  struct Row {
    DecideFunction decide;
    ProofFault fault;
    std::size_t scenarios;
  };
  for (const Row& row : {Row{WaitsForAll, ProofFault::kLate, 1}, Row{AtOnce, ProofFault::kEarly, 1},
                         Row{AtOnce, ProofFault::kOrder, 2}}) {
    const auto found = FindInPlay(**flow, {}, discard, row.fault, 100, row.decide);
    ASSERT_TRUE(found.has_value()) << ProofFaultName(row.fault);
    EXPECT_FALSE(found->shows) << "the engine decides as it should";
    const ScenarioRun run = RunFile(found->scenario);
    EXPECT_EQ(run.results.size(), row.scenarios) << found->scenario;
    for (const ScenarioResult& result : run.results)
      EXPECT_TRUE(result.ok()) << FaultText(result.failures) << found->scenario;
  }
  // With inverted expectations each of them fails.
  auto late = FindInPlay(**flow, {}, discard, ProofFault::kLate, 100, WaitsForAll);
  const std::size_t at = late->scenario.find("code: stale_ask");
  ASSERT_NE(at, std::string::npos);
  late->scenario.replace(at, 15, "code: not_asked");
  EXPECT_EQ(RunFile(late->scenario).failed(), 1);
}

TEST(ProofFlow, NothingIsFoundWhereNothingIsWrong) {
  const auto flow = OpenFlow("xuezhan");
  ASSERT_TRUE(flow.ok());
  EXPECT_FALSE(FindInPlay(**flow, {}, (*flow)->Find("discard"), ProofFault::kEarly, 5).has_value());
}

}  // namespace
}  // namespace mlf::tools
