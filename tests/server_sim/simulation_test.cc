// Many seeds without a fault, and each planted fault found.
#include "server/sim/simulation.h"

#include <gtest/gtest.h>

namespace mlf::server {
namespace {

SimulationPlan Plan(std::uint64_t seed, Planted planted = Planted::kNone) {
  return {.seed = seed,
          .variants = {"erren", "xueliu", "xuezhan", "yilaidaodi"},
          .people = 6,
          .actions = 300,
          .planted = planted};
}

TEST(Simulation, ManySeedsWithoutAFault) {
  SimulationReport all;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const SimulationReport report = Simulate(Plan(seed));
    ASSERT_EQ(report.fault, "") << "again: mlf-sim --seed " << seed;
    all.acknowledged += report.acknowledged;
    all.restarts += report.restarts;
    all.failures += report.failures;
  }
  // It is about something.
  EXPECT_GT(all.acknowledged, 1000);
  EXPECT_GT(all.restarts, 1000);
  EXPECT_GT(all.failures, 500);
}

TEST(Simulation, TheSameSeedTellsTheSame) {
  const SimulationReport a = Simulate(Plan(5)), b = Simulate(Plan(5));
  EXPECT_EQ(a.requests, b.requests);
  EXPECT_EQ(a.acknowledged, b.acknowledged);
  EXPECT_EQ(a.matches, b.matches);
}

class PlantedFaults : public ::testing::TestWithParam<Planted> {};

TEST_P(PlantedFaults, AreFound) {
  std::string found;
  for (std::uint64_t seed = 1; seed <= 200 && found.empty(); ++seed)
    found = Simulate(Plan(seed, GetParam())).fault;
  EXPECT_NE(found, "");
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFaults,
                         ::testing::Values(Planted::kEarlyAck, Planted::kForgetfulIds,
                                           Planted::kTwiceTimer, Planted::kMisrouted));

}  // namespace
}  // namespace mlf::server
