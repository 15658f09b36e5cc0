// A cluster whose desks are in several stores: a node has a lease in each, and loses only the desks
// of the one that it cannot reach.
#include "cluster/cluster_keys.h"
#include "cluster/cluster_meta.h"
#include "cluster/membership.h"
#include "cluster/sim/memory_cluster.h"
#include "cluster/placement.h"
#include "cluster/sim/node_world.h"
#include "server/sim/sim_world.h"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::size_t kStores = 3;

class SeveralStoresTest : public testing::Test {
 protected:
  struct Node final : DeskHost {
    Node(SeveralStoresTest& all, const std::string& name) : time(all.sim.world()) {
      for (const auto& cluster : all.clusters) {
        owned.push_back(cluster->Join(name, time.world()));
        stores.push_back(owned.back().get());
      }
      NodeInfo self;
      self.name = name;
      self.fingerprints = {{"v", "1"}};
      membership.emplace(time.world(), stores, self);
      placement.emplace(time.world(), stores, *membership);
      placement->Serve(*this);
    }
    void Take(const Claim& claim, std::function<void()> read) override {
      runs[claim.desk] = claim.epoch;
      read();
    }
    void Lose(const std::string& desk) override { runs.erase(desk); }

    NodeWorld time;
    std::vector<std::unique_ptr<ClusterStore>> owned;
    std::vector<ClusterStore*> stores;
    std::optional<Membership> membership;
    std::optional<Placement> placement;
    std::map<std::string, Revision> runs;
  };

  void SetUp() override {
    for (std::size_t i = 0; i < kStores; ++i)
      clusters.push_back(std::make_unique<MemoryCluster>(sim.world()));
  }
  // Makes desks until each store has so many.
  void Fill(Node& node, std::size_t each) {
    for (int i = 0; desks.size() < kStores * each; ++i) {
      const std::string desk = fmt::format("desk{}", i);
      std::size_t& there = count[PartitionOf(desk, kStores)];
      if (there == each) continue;
      ++there;
      desks.push_back(desk);
      node.placement->Create(desk, {{"desk", {{"variant", "v"}}}, {"base", "1"}},
                             [&, desk](const Claim* claim, bool) {
                               ASSERT_NE(claim, nullptr);
                               node.runs[desk] = claim->epoch;
                             });
      sim.RunFor(10);
    }
  }
  std::size_t Of(const Node& node, std::size_t store) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        node.runs, [&](const auto& one) { return PartitionOf(one.first, kStores) == store; }));
  }

  SimWorld sim{1};
  std::vector<std::unique_ptr<MemoryCluster>> clusters;
  std::vector<std::string> desks;
  std::map<std::size_t, std::size_t> count;
};

TEST_F(SeveralStoresTest, EachDeskIsClaimedInItsStoreAndSeenByAll) {
  Node a(*this, "a"), b(*this, "b");
  sim.RunFor(2000);
  Fill(a, 4);
  sim.RunFor(1000);
  for (std::size_t store = 0; store < kStores; ++store) {
    for (const char* prefix : {"mlf/claims/", "mlf/tables/"}) {
      const auto keys = clusters[store]->Keys(prefix);
      EXPECT_THAT(keys, SizeIs(4));
      for (const StoredKey& key : keys)
        EXPECT_EQ(PartitionOf(key.key.substr(std::string(prefix).size()), kStores), store);
    }
    EXPECT_EQ(clusters[store]->Keys("mlf/nodes/").size(), store == 0 ? 2U : 0U);
  }
  EXPECT_EQ(b.placement->desks().size(), 12U);
  for (const std::string& desk : desks) EXPECT_EQ(b.placement->Find(desk)->holder, "a");
  EXPECT_EQ(b.placement->HostFor("v"), "b") << "the desks of all stores count";
  a.time.Kill();
  sim.RunFor(6000);
  EXPECT_EQ(b.runs.size(), 12U) << "its leases end in all stores";
}

TEST_F(SeveralStoresTest, WithoutOneStoreOnlyItsDesksAreLost) {
  Node a(*this, "a"), b(*this, "b");
  sim.RunFor(2000);
  Fill(a, 4);
  clusters[2]->SetLink("a", {.requests = false});
  sim.RunFor(6000);
  EXPECT_TRUE(a.membership->joined());
  EXPECT_EQ(Of(a, 0), 4U);
  EXPECT_EQ(Of(a, 1), 4U);
  EXPECT_EQ(Of(a, 2), 0U);
  EXPECT_EQ(Of(b, 2), 4U) << "another node has them";
  bool refused = false;
  for (int i = 0; !refused; ++i) {
    const std::string desk = fmt::format("new{}", i);
    if (PartitionOf(desk, kStores) != 2) continue;
    a.placement->Create(desk, {{"desk", {{"variant", "v"}}}}, [&](const Claim* claim, bool) {
      EXPECT_EQ(claim, nullptr);
      refused = true;
    });
    sim.RunFor(10);
  }
  clusters[2]->SetLink("a", {});
  sim.RunFor(3000);
  EXPECT_NE(a.membership->lease(2), 0);
  EXPECT_EQ(Of(b, 2), 4U) << "it takes none by force";
}

TEST_F(SeveralStoresTest, WithoutTheFirstStoreTheNodeGivesUpAllDesks) {
  Node a(*this, "a"), b(*this, "b");
  sim.RunFor(2000);
  Fill(a, 4);
  clusters[0]->SetLink("a", {.requests = false});
  sim.RunFor(6000);
  EXPECT_FALSE(a.membership->joined());
  EXPECT_THAT(a.runs, IsEmpty());
  EXPECT_EQ(b.runs.size(), 12U) << "also those whose store it can reach";
  clusters[0]->SetLink("a", {});
  sim.RunFor(3000);
  EXPECT_TRUE(a.membership->joined());
  EXPECT_THAT(a.runs, IsEmpty());
}

TEST_F(SeveralStoresTest, ANodeThatLeavesGivesUpAllDesksAtOnce) {
  Node a(*this, "a"), b(*this, "b");
  sim.RunFor(2000);
  Fill(a, 4);
  bool left = false;
  a.membership->Leave([&] { left = true; });
  sim.RunFor(1000);
  EXPECT_TRUE(left);
  EXPECT_EQ(b.runs.size(), 12U);
}

TEST_F(SeveralStoresTest, StoresInAnotherOrderOrNumberAreRefused) {
  SecretKey key;
  key.fill(1);
  const Seal seal(key);
  const auto first = clusters[0]->Join("a", sim.world()),
             second = clusters[1]->Join("a", sim.world());
  const auto join = [&](ClusterStore& store, StorePlace place) {
    std::optional<Faults> joined;
    JoinCluster(store, seal, [&](Faults faults) { joined = std::move(faults); }, place);
    while (!joined) sim.RunFor(1);
    return joined->empty() ? std::string() : joined->front().code + " " + joined->front().message;
  };
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(join(*first, {0, 2}), "");
    EXPECT_EQ(join(*second, {1, 2}), "");
  }
  EXPECT_THAT(join(*first, {1, 2}), HasSubstr("D09 this etcd cluster was number 1 of 2, and is "
                                              "given as number 2 of 2"));
  EXPECT_THAT(join(*first, {0, 1}), HasSubstr("number 1 of 1"));
  EXPECT_THAT(join(*second, {1, 3}), HasSubstr("D09"));
}

}  // namespace
}  // namespace mlf::server::test
