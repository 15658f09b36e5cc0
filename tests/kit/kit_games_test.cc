// The kit on every variant: built-in ones, and those of examples/variants, loaded at run time.
// MLF_KIT_HANDS sets the number of hands with every check (default 150, with MLF_LONG 6,000).
// MLF_UPDATE_GOLDEN=1 rewrites tests/golden/<variant>.txt.
#include <mlf/variants/open.h>
#include "scenario_cover.h"
#include "tests/support/files.h"
#include "tools/chart/render.h"
#include "tools/kit/checks.h"
#include "tools/kit/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace mlf::tools {
namespace {

std::uint64_t Hands() {
  const char* text = std::getenv("MLF_KIT_HANDS");
  const std::uint64_t hands = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
  if (hands != 0) return hands;
  return std::getenv("MLF_LONG") == nullptr ? 150 : 6000;
}

// Hands of each table of bots that are only counted, so that rare edges are walked: some at a time
// until all are.
constexpr std::uint64_t kCountedAtOnce = 100, kMostCounted = 1500;

// A variant and its files.
struct Subject {
  std::string id;
  std::string folder;  // within the project
  std::string chart;   // without extension

  friend void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.folder; }
};

std::vector<Subject> Subjects() {
  const std::string root = std::string(MLF_SOURCE_DIR) + "/";
  const std::string examples = "examples/variants/";
  std::vector<Subject> subjects;
  for (const std::string& id : VariantIds())
    subjects.push_back({id, "variants/" + id, root + "graphs/" + id});
  for (const auto& entry : std::filesystem::directory_iterator(root + examples)) {
    if (!std::filesystem::exists(entry.path() / "variant.yaml")) continue;
    const std::string id = entry.path().filename().string();
    subjects.push_back({id, examples + id, root + examples + id + "/chart"});
  }
  std::sort(subjects.begin(), subjects.end(),
            [](const Subject& a, const Subject& b) { return a.id < b.id; });
  return subjects;
}

struct TableOfBots {
  const char* name;
  BotKind even;  // bots at seats 0 and 2
  BotKind odd;
};
// Random play reaches unusual states; greedy play wins and gangs; shy play declines the offers that
// greedy play creates.
constexpr TableOfBots kTables[] = {{"random", BotKind::kRandom, BotKind::kRandom},
                                   {"greedy", BotKind::kGreedy, BotKind::kGreedy},
                                   {"shy", BotKind::kShy, BotKind::kShy}};

class Kit : public testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    const auto flow = FlowOf(GetParam().folder, {});
    ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
    flow_ = *flow;
  }
  std::vector<BotKind> BotsOf(const TableOfBots& table) const {
    std::vector<BotKind> bots;
    for (int seat = 0; seat < flow_->seats(); ++seat)
      bots.push_back(seat % 2 == 0 ? table.even : table.odd);
    return bots;
  }

  std::shared_ptr<const Flow> flow_;
};

INSTANTIATE_TEST_SUITE_P(Kit, Kit, testing::ValuesIn(Subjects()),
                         [](const auto& named) { return named.param.id; });

TEST_P(Kit, WholeGames) {
  Totals totals;
  const std::uint64_t hands = (Hands() + 2) / 3;
  for (const TableOfBots& table : kTables) {
    const KitReport report = RunKit(*flow_, {.bots = BotsOf(table), .hands = hands, .seed = 7});
    EXPECT_TRUE(report.findings.empty()) << table.name << " bots:\n" << report.findings.Text();
    EXPECT_EQ(report.totals.hands, hands);
    // A check without cases proves nothing.
    EXPECT_GT(report.actions_tried, hands * 100) << table.name;
    EXPECT_GT(report.leak_cases, hands / 2) << table.name;
    // Where only self-draws win, random play may have no win for hundreds of hands.
    EXPECT_TRUE(table.even == BotKind::kRandom || report.wins_judged > 0) << table.name;
    EXPECT_EQ(report.wins_judged, report.totals.wins) << table.name;
    EXPECT_GT(report.replayed, 0u) << table.name;
    std::cout << table.name << ": " << report.totals.hands << " hands, " << report.rests
              << " steps, " << report.actions_tried << " actions tried, leak cases "
              << report.leak_cases << " kept " << report.leak_dropped << " dropped, "
              << report.wins_judged << " wins judged again, " << report.replayed
              << " matches replayed\n";
    totals.Add(report.totals);
  }
  // A rare edge must be walked by a scenario of the variant.
  std::set<std::string> walked;
  for (const EdgeKey& edge : RunScenariosOf(GetParam().folder).walked) walked.insert(edge.Name());
  const auto unwalked = [&] {
    Findings edges;
    CheckEdges(*flow_, totals, walked, edges);
    return edges;
  };
  Findings edges = unwalked();
  for (std::uint64_t counted = 0; counted < kMostCounted && !edges.empty();
       counted += kCountedAtOnce) {
    for (const TableOfBots& table : kTables) {
      Player player(*flow_, BotsOf(table));
      const auto fault =
          player.Play({.seed = 8 + counted, .hands = kCountedAtOnce, .timeouts_in_100 = 2}, totals);
      ASSERT_FALSE(fault) << table.name << " bots: " << fault.value_or("");
    }
    edges = unwalked();
  }
  EXPECT_TRUE(edges.empty()) << edges.Text();
}

// The stored .dot equals the present chart.
TEST_P(Kit, ChartIsCurrent) {
  const std::string path = GetParam().chart + ".dot";
  const auto kept = [&] {
    return std::filesystem::exists(path) ? test::ReadText(path) : std::string();
  };
  if (test::UpdatesGolden() && kept() != RenderDot(*flow_)) {
    for (const char* ending : {".dot", ".svg"}) {
      const auto written = WriteChart(*flow_, GetParam().chart + ending);
      ASSERT_TRUE(written.ok()) << FaultText(written.faults());
    }
  }
  EXPECT_TRUE(kept() == RenderDot(*flow_)) << path
                                           << " is not what the variant draws now. Renew it by "
                                              "running the tests once with MLF_UPDATE_GOLDEN=1.";
}

TEST_P(Kit, GoldenSignature) {
  const std::string path = std::string(MLF_SOURCE_DIR) + "/tests/golden/" + GetParam().id + ".txt";
  const std::string now = Signature(*flow_, 200);
  Findings findings;
  CheckGolden(test::Golden(path, now), now, path, findings);
  EXPECT_TRUE(findings.empty()) << findings.Text();
}

}  // namespace
}  // namespace mlf::tools
