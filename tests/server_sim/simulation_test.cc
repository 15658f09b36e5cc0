// Many seeds without a fault, and each planted fault found.
#include "server/sim/simulation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <tuple>

namespace mlf::server {
namespace {

SimulationPlan PlanOf(std::uint64_t seed, bool disk, Planted planted = Planted::kNone) {
  return {.seed = seed,
          .variants = {"erren", "xueliu", "xuezhan", "sanma", "yilaidaodi", "yilaidaodi?persons=5"},
          .people = 6,
          .actions = 300,
          .disk = disk,
          .planted = planted};
}

// Of each hundred seeds, so that cores can share them. Two thousand in all in the long form. They
// are shorter than those of ./dev chaos.
int SeedsOfEach() { return std::getenv("MLF_LONG") == nullptr ? 15 : 100; }

class Seeds : public ::testing::TestWithParam<std::tuple<bool, int>> {};

TEST_P(Seeds, WithoutAFault) {
  const auto [disk, hundred] = GetParam();
  SimulationReport all;
  for (int i = 1; i <= SeedsOfEach(); ++i) {
    const auto seed = static_cast<std::uint64_t>(hundred * 100 + i);
    SimulationPlan plan = PlanOf(seed, disk);
    plan.actions = 200;
    const SimulationReport report = Simulate(plan);
    ASSERT_EQ(report.fault, "") << "again: mlf-sim --actions 200 --seeds 1 --seed " << seed
                                << (disk ? " --disk" : "")
                                << " --variant erren --variant xueliu --variant xuezhan --variant "
                                   "sanma --variant yilaidaodi --variant 'yilaidaodi?persons=5'";
    all.acknowledged += report.acknowledged;
    all.restarts += report.restarts;
    all.failures += report.failures;
  }
  // It is about something.
  EXPECT_GT(all.acknowledged, 5 * SeedsOfEach());
  EXPECT_GT(all.restarts, 3 * SeedsOfEach());
  EXPECT_GT(all.failures, SeedsOfEach());
}

INSTANTIATE_TEST_SUITE_P(Memory, Seeds,
                         ::testing::Combine(::testing::Values(false), ::testing::Range(0, 16)));
INSTANTIATE_TEST_SUITE_P(Disk, Seeds,
                         ::testing::Combine(::testing::Values(true), ::testing::Range(16, 20)));

TEST(Simulation, TheSameSeedTellsTheSame) {
  for (const bool disk : {false, true}) {
    const SimulationReport a = Simulate(PlanOf(5, disk)), b = Simulate(PlanOf(5, disk));
    EXPECT_EQ(a.requests, b.requests);
    EXPECT_EQ(a.acknowledged, b.acknowledged);
    EXPECT_EQ(a.restarts, b.restarts);
    EXPECT_EQ(a.matches, b.matches);
  }
}

class PlantedFaults : public ::testing::TestWithParam<std::tuple<Planted, bool>> {};

TEST_P(PlantedFaults, AreFound) {
  const auto [planted, disk] = GetParam();
  std::string found;
  for (std::uint64_t seed = 1; seed <= 400 && found.empty(); ++seed) {
    found = Simulate(PlanOf(seed, disk, planted)).fault;
    if (!found.empty()) RecordProperty("found_by", fmt::format("seed {}: {}", seed, found));
  }
  EXPECT_NE(found, "");
}

INSTANTIATE_TEST_SUITE_P(
    Memory, PlantedFaults,
    ::testing::Combine(::testing::Values(Planted::kEarlyAck, Planted::kForgetfulIds,
                                         Planted::kTwiceTimer, Planted::kMisrouted),
                       ::testing::Values(false)));
INSTANTIATE_TEST_SUITE_P(
    Disk, PlantedFaults,
    ::testing::Combine(::testing::Values(Planted::kEarlyAck, Planted::kForgetfulIds,
                                         Planted::kNormalSync, Planted::kTornLog),
                       ::testing::Values(true)));

}  // namespace
}  // namespace mlf::server
