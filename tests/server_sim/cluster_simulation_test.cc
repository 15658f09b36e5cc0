// Many seeds of a cluster without a fault, and each planted fault found.
#include "cluster/sim/cluster_simulation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <regex>
#include <string>

namespace mlf::server {
namespace {

ClusterPlan ClusterPlanOf(std::uint64_t seed, ClusterPlanted planted = ClusterPlanted::kNone) {
  ClusterPlan plan;
  plan.seed = seed;
  plan.variants = {"erren", "xueliu", "xuezhan"};
  plan.planted = planted;
  return plan;
}

// Of each of three parts, so that cores can share them.
std::uint64_t SeedsOfPart() { return std::getenv("MLF_LONG") == nullptr ? 5 : 20; }

class ClusterSeeds : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(ClusterSeeds, WithoutAFault) {
  ClusterReport all;
  for (std::uint64_t seed = 1; seed <= SeedsOfPart(); ++seed) {
    const ClusterPlan plan = ClusterPlanOf(GetParam() * 1000 + seed);
    const ClusterReport report = SimulateCluster(plan);
    ASSERT_EQ(report.fault, "") << "again: mlf-sim --cluster --seeds 1 --seed " << plan.seed
                                << " --people " << plan.people << " --actions " << plan.actions
                                << " --variant erren --variant xueliu --variant xuezhan";
    all.acknowledged += report.acknowledged;
    all.takeovers += report.takeovers;
    all.kills += report.kills;
    all.stops += report.stops;
    all.cuts += report.cuts;
  }
  // It is about something.
  const auto seeds = static_cast<int>(SeedsOfPart());
  EXPECT_GT(all.acknowledged, 10 * seeds);
  EXPECT_GT(all.takeovers, 3 * seeds);
  EXPECT_GT(all.kills, seeds);
  EXPECT_GT(all.stops, 0);
  EXPECT_GT(all.cuts, seeds);
}

INSTANTIATE_TEST_SUITE_P(Cluster, ClusterSeeds, ::testing::Range<std::uint64_t>(0, 3));

TEST(ClusterSimulation, TheSameSeedTellsTheSame) {
  const ClusterReport a = SimulateCluster(ClusterPlanOf(5)), b = SimulateCluster(ClusterPlanOf(5));
  EXPECT_EQ(a.requests, b.requests);
  EXPECT_EQ(a.acknowledged, b.acknowledged);
  EXPECT_EQ(a.takeovers, b.takeovers);
  EXPECT_EQ(a.matches, b.matches);
}

// Many of them have no people.
TEST(ClusterSimulation, ManyDesksGoOnWhenTheirHostDies) {
  ClusterPlan plan = ClusterPlanOf(1);
  plan.desks = 600;
  const ClusterReport report = SimulateCluster(plan);
  EXPECT_EQ(report.fault, "");
  EXPECT_GT(report.takeovers, 200);
}

struct PlantedCase {
  ClusterPlanted planted;
  std::string found;  // in the text of the fault; regular expression
  int desks = 0;
};
class PlantedInCluster : public ::testing::TestWithParam<PlantedCase> {};

TEST_P(PlantedInCluster, IsFound) {
  std::string fault;
  for (std::uint64_t seed = 1; seed <= 400 && fault.empty(); ++seed) {
    ClusterPlan plan = ClusterPlanOf(seed, GetParam().planted);
    plan.desks = GetParam().desks;
    fault = SimulateCluster(plan).fault;
    if (!fault.empty()) RecordProperty("found_by", fmt::format("seed {}: {}", seed, fault));
  }
  EXPECT_TRUE(std::regex_search(fault, std::regex(GetParam().found))) << fault;
}

INSTANTIATE_TEST_SUITE_P(
    Cluster, PlantedInCluster,
    ::testing::Values(
        PlantedCase{ClusterPlanted::kClockFencing, "is of epoch"},
        PlantedCase{ClusterPlanted::kNoCompare, "is written twice"},
        PlantedCase{ClusterPlanted::kLateLease, "takes its lease for good"},
        // The act is stored under the second id, or refused as it was played before.
        PlantedCase{ClusterPlanted::kNewIds, "is stored 0 times|an acknowledged act is refused"},
        // What is read too early is shown to people, or the next commit does not fit.
        PlantedCase{ClusterPlanted::kUntilQuiet, "the match went back|has something in its place"},
        PlantedCase{ClusterPlanted::kSyncReads, "for the thread of node"},
        PlantedCase{ClusterPlanted::kSyncArchive, "for the thread of node"},
        PlantedCase{ClusterPlanted::kAllAtOnce, "for the thread of node", 600},
        PlantedCase{ClusterPlanted::kOwnClock, "token is void"},
        PlantedCase{ClusterPlanted::kSilentIsNone, "token is void"},
        PlantedCase{ClusterPlanted::kFreeCodes, "is that of the desks", 1000},
        PlantedCase{ClusterPlanted::kPilesUp, "one node got", 200}));

}  // namespace
}  // namespace mlf::server
