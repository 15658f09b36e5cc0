// Which nodes live, and which of them runs a desk.
#include "cluster/placement.h"
#include "cluster/membership.h"
#include "cluster/sim/memory_cluster.h"
#include "cluster/sim/node_world.h"
#include "server/sim/sim_world.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Key;
using testing::UnorderedElementsAre;

using Fate = MemoryCluster::Fate;

Json Summary(const std::string& variant, const std::string& base) {
  return {{"desk", {{"variant", variant}}}, {"base", base}};
}

// A host that only notes which desks are its own.
struct Node final : DeskHost {
  Node(MemoryCluster& cluster, World outer, const std::string& called,
       std::map<std::string, std::string> fingerprints = {{"v", "1"}})
      : name(called), time(outer), store(cluster.Join(called, time.world(), time.beside())) {
    NodeInfo self;
    self.name = called;
    self.address = called + ":1";
    self.fingerprints = std::move(fingerprints);
    membership.emplace(time.world(), *store, self);
    placement.emplace(time.world(), *store, *membership);
    placement->Serve(*this);
  }
  void Take(const Claim& claim, std::function<void()> read) override {
    epochs[claim.desk] = claim.epoch;
    ++taken;
    most = std::max(most, ++reading);
    time.At(time.clock().Steady() + read_ms, [this, read = std::move(read)] {
      --reading;
      read();
    });
  }
  void Lose(const std::string& desk) override {
    epochs.erase(desk);
    ++lost;
  }
  std::optional<bool> Create(const std::string& desk, const Json& summary = Summary("v", "1")) {
    const auto made = std::make_shared<std::optional<bool>>();
    placement->Create(desk, summary, [this, made, desk](const Claim* claim, bool) {
      *made = claim != nullptr;
      if (claim != nullptr) epochs[desk] = claim->epoch;
    });
    return Wait(*made);
  }
  // Time passes meanwhile; the simulation is the test's.
  std::optional<bool> Wait(std::optional<bool>& made) {
    for (int i = 0; i < 3000 && !made; ++i) pass();
    return made;
  }

  const std::string name;
  NodeWorld time;
  std::unique_ptr<ClusterStore> store;
  std::optional<Membership> membership;
  std::optional<Placement> placement;
  std::map<std::string, Revision> epochs;  // of the desks that it runs
  int taken = 0, lost = 0;
  Ms read_ms = 0;             // that a desk takes to be read
  int reading = 0, most = 0;  // desks at a time
  std::function<void()> pass;
};

class PlacementTest : public testing::Test {
 protected:
  Node& Start(const std::string& name,
              std::map<std::string, std::string> fingerprints = {{"v", "1"}}) {
    nodes.push_back(std::make_unique<Node>(cluster, sim.world(), name, std::move(fingerprints)));
    nodes.back()->pass = [this] { sim.RunFor(1); };
    sim.RunFor(50);
    return *nodes.back();
  }
  void Kill(Node& node) {
    node.time.Kill();
    cluster.SetLink(node.name, {.requests = false, .answers = false});
  }
  std::vector<std::string> Runs(const Node& node) const {
    std::vector<std::string> desks;
    for (const auto& [desk, epoch] : node.epochs) desks.push_back(desk);
    return desks;
  }
  // Since the instant of the death, until `desk` runs at `node`.
  Ms TimeUntilRuns(const Node& node, const std::string& desk) {
    const Ms begun = sim.clock.Steady();
    while (!node.epochs.contains(desk) && sim.clock.Steady() < begun + 20'000) sim.RunFor(1);
    return sim.clock.Steady() - begun;
  }

  SimWorld sim{1};
  MemoryCluster cluster{sim.world()};
  std::vector<std::unique_ptr<Node>> nodes;
};

TEST_F(PlacementTest, NodesSeeEachOther) {
  Node& a = Start("a");
  Node& b = Start("b");
  EXPECT_THAT(a.membership->nodes(), ElementsAre(Key("a"), Key("b")));
  EXPECT_EQ(b.membership->nodes().at("a").address, "a:1");
  EXPECT_EQ(b.membership->nodes().at("a").fingerprints.at("v"), "1");
  a.membership->SetLoad(3, 2);
  sim.RunFor(1000);
  EXPECT_EQ(b.membership->nodes().at("a").desks, 3);
  EXPECT_EQ(b.membership->nodes().at("a").matches, 2);
  Kill(a);
  sim.RunFor(2500);
  EXPECT_THAT(b.membership->nodes(), ElementsAre(Key("b")));
}

TEST_F(PlacementTest, ANodeWhoseClockIsWrongSaysSo) {
  Node &a = Start("a"), &b = Start("b"), &c = Start("c");
  sim.RunFor(70'000);
  for (Node* node : {&a, &b, &c}) EXPECT_LT(std::abs(node->membership->clock_off()), 100);
  constexpr Ms kMonth = Ms{31} * 24 * 3600 * 1000;
  c.time.JumpWall(kMonth);
  sim.RunFor(140'000);
  EXPECT_LT(std::abs(a.membership->clock_off()), 100);
  EXPECT_LT(std::abs(b.membership->clock_off()), 100);
  EXPECT_NEAR(static_cast<double>(c.membership->clock_off()), -static_cast<double>(kMonth), 100);
  c.time.JumpWall(-kMonth);
  sim.RunFor(140'000);
  EXPECT_LT(std::abs(c.membership->clock_off()), 100);
}

TEST_F(PlacementTest, ALeaseIsRenewedForAsLongAsItsNodeLives) {
  Node& a = Start("a");
  const LeaseId lease = a.membership->lease();
  EXPECT_NE(lease, 0);
  sim.RunFor(60'000);
  EXPECT_EQ(a.membership->lease(), lease);
}

// The time is counted from before the renewal, so the node is quiet before its lease ends.
TEST_F(PlacementTest, ANodeGivesUpBeforeItsLeaseEnds) {
  Node& a = Start("a");
  ASSERT_EQ(a.Create("d1"), true);
  sim.RunFor(395);
  // The store gets renewals, and their answers are lost: it holds the lease longer than the node.
  cluster.SetLink("a", {.answers = false});
  const Ms cut = sim.clock.Steady();
  while (a.lost == 0 && sim.clock.Steady() < cut + 5000) sim.RunFor(1);
  EXPECT_LE(sim.clock.Steady() - cut, 1600);
  EXPECT_THAT(cluster.Keys("mlf/claims/"), testing::SizeIs(1));
  EXPECT_EQ(a.membership->lease(), 0);
}

TEST_F(PlacementTest, ARenewalIsAsOldAsItsQuestion) {
  Node& a = Start("a");
  ASSERT_EQ(a.Create("d1"), true);
  cluster.SetLink("a", {.delay = 450});
  sim.RunFor(10'000);
  EXPECT_EQ(a.lost, 0);
  cluster.SetLink("a", {.answers = false, .delay = 450});
  const Ms cut = sim.clock.Steady();
  while (a.lost == 0 && sim.clock.Steady() < cut + 5000) sim.RunFor(1);
  // The newest answer is 450 ms on its way after the cut, and 900 ms younger than its question.
  EXPECT_LE(sim.clock.Steady() - cut, 450 - 900 + 1600);
}

TEST_F(PlacementTest, AHostThatTheStoreTakesADeskFromGivesItUp) {
  Node& a = Start("a");
  ASSERT_EQ(a.Create("d1"), true);
  sim.RunFor(100);
  a.membership->SetDraining();
  a.store->Commit({{}, {{.key = "mlf/claims/d1", .value = std::nullopt}}}, [](Committed) {});
  sim.RunFor(50);
  EXPECT_EQ(a.lost, 1);
  EXPECT_FALSE(a.placement->Holds("d1"));
}

TEST_F(PlacementTest, OneOfTwoClaimsOfADeskWins) {
  Node& a = Start("a");
  Node& b = Start("b");
  std::optional<bool> of_a, of_b;
  a.placement->Create("d1", Summary("v", "1"),
                      [&](const Claim* claim, bool) { of_a = claim != nullptr; });
  b.placement->Create("d1", Summary("v", "1"),
                      [&](const Claim* claim, bool) { of_b = claim != nullptr; });
  sim.RunFor(100);
  ASSERT_TRUE(of_a && of_b);
  EXPECT_NE(*of_a, *of_b);
  EXPECT_EQ(a.placement->Find("d1")->holder, *of_a ? "a" : "b");
}

TEST_F(PlacementTest, DesksOfADeadHostGoToTheLeastLoaded) {
  Node& a = Start("a");
  Node& b = Start("b");
  Node& c = Start("c");
  for (const char* desk : {"d1", "d2", "d3", "d4"}) ASSERT_EQ(a.Create(desk), true);
  ASSERT_EQ(b.Create("b1"), true);
  ASSERT_EQ(b.Create("b2"), true);
  sim.RunFor(100);
  const Revision before = a.epochs.at("d1");
  Kill(a);
  EXPECT_LE(TimeUntilRuns(c, "d1"), 2200);
  sim.RunFor(1000);
  // c has none, b has two: c gets two, then each one.
  EXPECT_THAT(Runs(c), ElementsAre("d1", "d2", "d4"));
  EXPECT_THAT(Runs(b), ElementsAre("b1", "b2", "d3"));
  EXPECT_GT(c.epochs.at("d1"), before);
  EXPECT_EQ(b.placement->Find("d1")->holder, "c");
}

TEST_F(PlacementTest, ManyDesksAreReadAFewAtATime) {
  Node& a = Start("a");
  Node& b = Start("b");
  for (int i = 0; i < 100; ++i) ASSERT_EQ(a.Create("d" + std::to_string(i)), true);
  b.read_ms = 30;
  Kill(a);
  sim.RunFor(2500 + 100 / 8 * 40);
  EXPECT_EQ(b.taken, 100);
  EXPECT_EQ(b.most, 8);
  EXPECT_EQ(b.placement->taking(), 0u);
  EXPECT_EQ(b.placement->orphans(), 0u);
}

// What is lost while it is read gives its place to others.
TEST_F(PlacementTest, AFenceEndsTakeovers) {
  Node& a = Start("a");
  Node& b = Start("b");
  for (int i = 0; i < 20; ++i) ASSERT_EQ(a.Create("d" + std::to_string(i)), true);
  b.read_ms = 1'000'000;
  Kill(a);
  sim.RunFor(2500);
  EXPECT_EQ(b.placement->taking(), 8u);
  cluster.SetLink("b", {.requests = false, .answers = false});
  sim.RunFor(2000);
  EXPECT_EQ(b.placement->taking(), 0u);
  EXPECT_EQ(b.lost, 8);
  b.read_ms = 1;
  cluster.SetLink("b", {});
  sim.RunFor(5000);
  EXPECT_THAT(Runs(b), testing::SizeIs(20));
}

TEST_F(PlacementTest, ALongTurnOfTheServersThreadCostsNoLease) {
  Node& a = Start("a");
  Node& b = Start("b");
  ASSERT_EQ(a.Create("d1"), true);
  const LeaseId lease = a.membership->lease();
  for (int i = 0; i < 3; ++i) {
    a.time.Soon([&] { a.time.Spend(5000); });
    sim.RunFor(5500);
  }
  EXPECT_EQ(a.membership->lease(), lease);
  EXPECT_EQ(a.lost + b.taken, 0);
}

TEST_F(PlacementTest, AThreadThatStandsStillLosesItsDesks) {
  Node& a = Start("a");
  Node& b = Start("b");
  ASSERT_EQ(a.Create("d1"), true);
  a.time.Soon([&] { a.time.Spend(60'000); });
  sim.RunFor(14'000);
  EXPECT_THAT(Runs(b), ElementsAre("d1"));
}

TEST_F(PlacementTest, ACodeIsClaimedWithItsDesk) {
  Node& a = Start("a");
  Node& b = Start("b");
  const auto create = [&](Node& node, const std::string& desk) {
    Json summary = Summary("v", "1");
    summary["desk"]["code"] = "123456";
    std::optional<std::pair<bool, bool>> made;  // ours, refused
    node.placement->Create(desk, summary, [&](const Claim* claim, bool refused) {
      made = {claim != nullptr, refused};
    });
    sim.RunFor(50);
    return made;
  };
  EXPECT_EQ(create(a, "d1"), std::pair(true, false));
  EXPECT_EQ(create(b, "d2"), std::pair(false, true)) << "another desk has the code";
  EXPECT_EQ(b.placement->Find("d2"), nullptr);
  // The journal deletes the code of a desk that was stored.
  a.placement->End("d1", true);
  sim.RunFor(50);
  EXPECT_EQ(create(b, "d2"), std::pair(false, true));
  ASSERT_EQ(cluster.Keys("mlf/codes/").at(0).value, "d1");
  a.store->Commit({{}, {{.key = "mlf/codes/123456", .value = std::nullopt}}}, [](Committed) {});
  sim.RunFor(50);
  EXPECT_EQ(create(b, "d2"), std::pair(true, false));
  b.placement->End("d2", false);
  sim.RunFor(50);
  EXPECT_THAT(cluster.Keys("mlf/codes/"), IsEmpty()) << "it was never stored";
  EXPECT_THAT(cluster.Keys("mlf/claims/"), IsEmpty());
}

TEST_F(PlacementTest, DesksOnTheirWayCountForTheirHost) {
  Node& a = Start("a");
  Start("b");
  EXPECT_EQ(a.placement->HostFor("v"), "a");
  EXPECT_EQ(a.placement->HostFor("v", {{"a", 1}}), "b");
  EXPECT_EQ(a.placement->HostFor("v", {{"a", 1}, {"b", 1}, {"gone", 0}}), "a");
}

TEST_F(PlacementTest, ADeskGoesOnlyToAHostThatBuildsItsRules) {
  Node& a = Start("a", {{"v", "1"}});
  Node& b = Start("b", {{"v", "2"}});
  Node& c = Start("c", {{"w", "1"}});
  ASSERT_EQ(a.Create("d1"), true);
  Node& d = Start("d", {{"v", "1"}});
  for (const char* desk : {"x1", "x2", "x3"}) ASSERT_EQ(d.Create(desk), true);
  sim.RunFor(100);
  Kill(a);
  sim.RunFor(5000);
  EXPECT_THAT(Runs(b), IsEmpty());
  EXPECT_THAT(Runs(c), IsEmpty());
  EXPECT_THAT(Runs(d), ElementsAre("d1", "x1", "x2", "x3"));
}

TEST_F(PlacementTest, WhereTheCandidateDoesNotTakeItTheNextOneDoes) {
  Node& a = Start("a");
  Node& b = Start("b");
  Node& c = Start("c");
  ASSERT_EQ(a.Create("d1"), true);
  ASSERT_EQ(c.Create("c1"), true);
  sim.RunFor(100);
  b.placement->Refuse("d1");  // it does not hold it, and will not
  b.time.Stop();
  Kill(a);
  // b is renewed by nobody too, but stays in view as long as its lease.
  EXPECT_LE(TimeUntilRuns(c, "d1"), 4500);
}

TEST_F(PlacementTest, AHostThatComesBackTakesNoDeskByForce) {
  Node& a = Start("a");
  Node& b = Start("b");
  ASSERT_EQ(a.Create("d1"), true);
  sim.RunFor(100);
  a.time.Stop();
  sim.RunFor(4000);
  EXPECT_THAT(Runs(b), ElementsAre("d1"));
  const Revision epoch = b.epochs.at("d1");
  a.time.Continue();
  EXPECT_THAT(Runs(a), IsEmpty());  // before anything else
  sim.RunFor(5000);
  EXPECT_TRUE(a.membership->joined());
  EXPECT_THAT(Runs(a), IsEmpty());
  EXPECT_EQ(b.epochs.at("d1"), epoch);
}

TEST_F(PlacementTest, APartitionedHostGivesUpAndComesBackEmpty) {
  Node& a = Start("a");
  Node& b = Start("b");
  ASSERT_EQ(a.Create("d1"), true);
  sim.RunFor(100);
  cluster.SetLink("a", {.requests = false, .answers = false});
  Ms gave_up = 0, taken = 0;
  for (int i = 0; i < 6000; ++i) {
    sim.RunFor(1);
    if (gave_up == 0 && a.lost == 1) gave_up = sim.clock.Steady();
    if (taken == 0 && b.taken == 1) taken = sim.clock.Steady();
  }
  EXPECT_LT(gave_up, taken);
  cluster.SetLink("a", {});
  sim.RunFor(3000);
  EXPECT_TRUE(a.membership->joined());
  EXPECT_THAT(Runs(a), IsEmpty());
  EXPECT_THAT(Runs(b), ElementsAre("d1"));
}

TEST_F(PlacementTest, WithoutTheStoreNobodyRunsAnything) {
  Node& a = Start("a");
  Node& b = Start("b");
  ASSERT_EQ(a.Create("d1"), true);
  cluster.SetAvailable(false);
  sim.RunFor(10'000);
  EXPECT_THAT(Runs(a), IsEmpty());
  EXPECT_THAT(Runs(b), IsEmpty());
  EXPECT_EQ(a.Create("d2"), false);
  cluster.SetAvailable(true);
  sim.RunFor(6000);
  EXPECT_EQ(Runs(a).size() + Runs(b).size(), 1u);
}

// The next leader would give the lease, which nobody renews any more, its whole time again.
TEST_F(PlacementTest, WhereTheNextLeaderComesLateDesksDoNotWaitForTheirOldLease) {
  Node& a = Start("a");
  ASSERT_EQ(a.Create("d1"), true);
  cluster.SetAvailable(false);
  sim.RunFor(5000);
  EXPECT_THAT(Runs(a), IsEmpty());
  cluster.SetAvailable(true);
  EXPECT_LT(TimeUntilRuns(a, "d1"), 1000);
}

TEST_F(PlacementTest, AClaimWithoutAnAnswerIsReadFromTheStore) {
  Node& a = Start("a");
  std::vector<Fate> fates;
  cluster.DecideFates([&](const std::string&, const Transaction& transaction) {
    if (fates.empty() || !transaction.writes[0].key.starts_with("mlf/claims/"))
      return Fate::kInTime;
    const Fate fate = fates.front();
    fates.erase(fates.begin());
    return fate;
  });
  fates = {Fate::kAnswerLost};
  EXPECT_EQ(a.Create("d1"), true);
  fates = {Fate::kRequestLost};
  EXPECT_EQ(a.Create("d2"), false);
  EXPECT_THAT(Runs(a), ElementsAre("d1"));
  sim.RunFor(1000);
  EXPECT_EQ(cluster.Keys("mlf/claims/").size(), 1u);
}

TEST_F(PlacementTest, AReleasedDeskGoesToAnotherHostAndAnEndedOneToNobody) {
  Node& a = Start("a");
  Node& b = Start("b");
  ASSERT_EQ(a.Create("d1"), true);
  ASSERT_EQ(a.Create("d2"), true);
  ASSERT_EQ(b.Create("b1"), true);
  sim.RunFor(100);
  a.membership->SetDraining();
  a.epochs.erase("d1");
  a.placement->Release("d1");
  a.epochs.erase("d2");
  a.placement->End("d2", true);
  sim.RunFor(500);
  EXPECT_THAT(Runs(a), IsEmpty());
  EXPECT_THAT(Runs(b), ElementsAre("b1", "d1"));
  EXPECT_EQ(a.placement->Find("d2"), nullptr);
  EXPECT_EQ(a.placement->HostFor("v"), "b");
}

TEST_F(PlacementTest, SummariesAreSeenByAllAndOnlyTheHolderWritesThem) {
  Node& a = Start("a");
  Node& b = Start("b");
  ASSERT_EQ(a.Create("d1"), true);
  Json summary = Summary("v", "1");
  summary["n"] = 7;
  a.placement->Publish("d1", summary);
  b.placement->Publish("d1", Summary("v", "9"));
  sim.RunFor(200);
  EXPECT_EQ(b.placement->Find("d1")->summary["n"], 7);
  // What a host sent before it was taken for dead, and comes after that, is not written.
  summary["n"] = 8;
  cluster.SetLink("a", {.delay = 3000});
  a.placement->Publish("d1", summary);
  sim.RunFor(6000);
  EXPECT_THAT(Runs(b), ElementsAre("d1"));
  EXPECT_EQ(b.placement->Find("d1")->summary["n"], 7);
}

TEST_F(PlacementTest, ASecondNodeOfTheSameNameWaits) {
  Node& a = Start("a");
  NodeWorld time(sim.world());
  const auto store = cluster.Join("other", time.world());
  NodeInfo self;
  self.name = "a";
  Membership second(time.world(), *store, self);
  sim.RunFor(5000);
  EXPECT_FALSE(second.joined());
  Kill(a);
  sim.RunFor(4000);
  EXPECT_TRUE(second.joined());
}

}  // namespace
}  // namespace mlf::server::test
