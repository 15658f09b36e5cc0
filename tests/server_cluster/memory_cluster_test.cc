// The faults of the store in memory: each node meets those, and only those, that were set.
#include "cluster/sim/memory_cluster.h"
#include "server/sim/sim_world.h"

#include <gmock/gmock.h>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using Fate = MemoryCluster::Fate;
using StoreOutcome = Committed::Outcome;

class MemoryClusterTest : public testing::Test {
 protected:
  // The outcome of writing `key`, and when it came.
  std::optional<StoreOutcome> Put(ClusterStore& node, const std::string& key, Ms within = 5000,
                                  LeaseId lease = 0) {
    std::optional<StoreOutcome> outcome;
    answered = 0;
    node.Commit({{}, {{key, "x", lease}}}, [&](Committed answer) {
      outcome = answer.outcome;
      answered = sim.clock.Steady();
    });
    const Ms begun = sim.clock.Steady();
    sim.RunFor(within);
    answered -= begun;
    return outcome;
  }
  LeaseId Grant(ClusterStore& node, Ms ttl) {
    LeaseId granted = 0;
    node.Grant(ttl, [&](std::optional<LeaseId> lease) { granted = lease.value_or(0); });
    sim.RunFor(2);
    return granted;
  }

  SimWorld sim{1};
  MemoryCluster cluster{sim.world()};
  std::unique_ptr<ClusterStore> a = cluster.Join("a", sim.world());
  std::unique_ptr<ClusterStore> b = cluster.Join("b", sim.world());
  Ms answered = 0;
};

TEST_F(MemoryClusterTest, AnAnswerTakesTheWayThereAndBack) {
  EXPECT_EQ(Put(*a, "k"), StoreOutcome::kWritten);
  EXPECT_EQ(answered, 2);
  cluster.SetLink("a", {.delay = 300});
  EXPECT_EQ(Put(*a, "k"), StoreOutcome::kWritten);
  EXPECT_EQ(answered, 600);
}

TEST_F(MemoryClusterTest, ALostTransactionIsUnknownWhetherItWasWrittenOrNot) {
  std::vector<Fate> fates = {Fate::kRequestLost, Fate::kAnswerLost};
  cluster.DecideFates([&](const std::string& node, const Transaction&) {
    if (node != "a" || fates.empty()) return Fate::kInTime;
    const Fate fate = fates.front();
    fates.erase(fates.begin());
    return fate;
  });
  EXPECT_EQ(Put(*b, "b"), StoreOutcome::kWritten);
  EXPECT_EQ(Put(*a, "before"), StoreOutcome::kUnknown);
  EXPECT_EQ(answered, MemoryCluster::kTimeout);
  EXPECT_THAT(cluster.Keys("before"), IsEmpty());
  EXPECT_EQ(Put(*a, "after"), StoreOutcome::kUnknown);
  EXPECT_THAT(cluster.Keys("after"), SizeIs(1));
  EXPECT_EQ(Put(*a, "then"), StoreOutcome::kWritten);
}

TEST_F(MemoryClusterTest, ALateTransactionIsWrittenBehindItsTimeout) {
  cluster.SetLink("a", {.delay = 3000});
  EXPECT_EQ(Put(*a, "late", 2000), StoreOutcome::kUnknown);
  EXPECT_THAT(cluster.Keys("late"), IsEmpty());
  sim.RunFor(5000);
  EXPECT_THAT(cluster.Keys("late"), SizeIs(1));
}

TEST_F(MemoryClusterTest, APartitionIsOfOneNodeAndOneWay) {
  cluster.SetLink("a", {.requests = false});
  EXPECT_EQ(Put(*a, "k"), StoreOutcome::kUnknown);
  EXPECT_FALSE(a->ListNow(""));
  EXPECT_THAT(cluster.Keys("k"), IsEmpty());
  EXPECT_EQ(Put(*b, "b"), StoreOutcome::kWritten);
  cluster.SetLink("a", {.answers = false});
  EXPECT_EQ(Put(*a, "k"), StoreOutcome::kUnknown);
  EXPECT_THAT(cluster.Keys("k"), SizeIs(1));
  cluster.SetLink("a", {});
  EXPECT_EQ(Put(*a, "k"), StoreOutcome::kWritten);
  EXPECT_TRUE(a->ListNow(""));
}

TEST_F(MemoryClusterTest, AWatchGoesOnBehindAPartition) {
  std::vector<std::string> seen;
  a->Watch("k", 1, [&](const Change& change) { seen.push_back(change.now.key); }, [] {});
  Put(*b, "k1");
  cluster.SetLink("a", {.answers = false});
  Put(*b, "k2");
  Put(*b, "k3");
  EXPECT_THAT(seen, ElementsAre("k1"));
  cluster.SetLink("a", {});
  sim.RunFor(10);
  EXPECT_THAT(seen, ElementsAre("k1", "k2", "k3"));
}

TEST_F(MemoryClusterTest, ALeaseEndsItsTimeAfterTheLastRenewal) {
  const LeaseId lease = Grant(*a, 2000);
  Put(*a, "k", 1500, lease);
  const Ms asked = sim.clock.Steady() + 100;
  a->Keep(lease, 100, asked + 50);
  sim.RunFor(100 + 1999);
  EXPECT_THAT(cluster.Keys("k"), SizeIs(1));
  EXPECT_EQ(a->HowKept(lease).asked, asked);
  sim.RunFor(3);
  EXPECT_THAT(cluster.Keys("k"), IsEmpty());
  EXPECT_FALSE(a->HowKept(lease).ended) << "nobody has asked";
  a->Keep(lease, 1, sim.clock.Steady() + 10);
  sim.RunFor(5);
  EXPECT_TRUE(a->HowKept(lease).ended);
}

TEST_F(MemoryClusterTest, WithoutALeaderNothingIsServedAndNoLeaseEnds) {
  const LeaseId lease = Grant(*a, 2000);
  Put(*a, "k", 100, lease);
  cluster.SetAvailable(false);
  EXPECT_EQ(Put(*a, "none"), StoreOutcome::kUnknown);
  EXPECT_FALSE(a->ListNow(""));
  EXPECT_THAT(cluster.Keys("k"), SizeIs(1));
  EXPECT_THAT(cluster.Keys("none"), IsEmpty());
  cluster.SetAvailable(true);
  sim.RunFor(1999);
  EXPECT_THAT(cluster.Keys("k"), SizeIs(1));
  sim.RunFor(2);
  EXPECT_THAT(cluster.Keys("k"), IsEmpty());
}

TEST_F(MemoryClusterTest, WhatADeadNodeHasSentIsServedWithoutAnAnswer) {
  bool called = false;
  a->Commit({{}, {{"k", "x"}}}, [&](const Committed&) { called = true; });
  a->Watch("k", 1, [&](const Change&) { called = true; }, [] {});
  a.reset();
  sim.RunFor(5000);
  EXPECT_FALSE(called);
  EXPECT_THAT(cluster.Keys("k"), SizeIs(1));
}

}  // namespace
}  // namespace mlf::server::test
