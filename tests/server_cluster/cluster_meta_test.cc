// A node joins a cluster only with its key and its version.
#include "cluster/cluster_meta.h"
#include "cluster/cluster_keys.h"
#include "cluster/sim/memory_cluster.h"
#include "server/sim/sim_world.h"

#include <gmock/gmock.h>

namespace mlf::server::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ClusterMetaTest : public testing::Test {
 protected:
  static SecretKey KeyOf(std::uint8_t byte) {
    SecretKey key;
    key.fill(byte);
    return key;
  }
  Faults Join(std::uint8_t key) {
    const Seal seal(KeyOf(key));
    std::optional<Faults> faults;
    JoinCluster(*store, seal, [&](Faults now) { faults = std::move(now); });
    for (int i = 0; i < 1000 && !faults; ++i) sim.RunFor(10);
    EXPECT_TRUE(faults);
    return faults.value_or(Faults{});
  }
  void Put(const std::string& value) {
    store->Commit({{}, {{keys::kMeta, value}}}, [](Committed) {});
    sim.RunFor(5);
  }
  SimWorld sim{1};
  MemoryCluster cluster{sim.world()};
  std::unique_ptr<ClusterStore> store = cluster.Join("a", sim.world());
};

TEST_F(ClusterMetaTest, TheFirstNodeGivesTheKeyAndOthersMustHaveIt) {
  EXPECT_THAT(Join(7), IsEmpty());
  EXPECT_THAT(Join(7), IsEmpty());
  const Faults faults = Join(8);
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].code, "D07");
  EXPECT_THAT(faults[0].message, HasSubstr("--key-file"));
  EXPECT_THAT(cluster.Keys("")[0].value, testing::Not(HasSubstr("0707070707"))) << "not the key";
}

TEST_F(ClusterMetaTest, TwoFirstNodesAgree) {
  std::vector<Faults> answers;
  const Seal one(KeyOf(1)), other(KeyOf(2));
  const auto note = [&](Faults now) { answers.push_back(std::move(now)); };
  JoinCluster(*store, one, note);
  JoinCluster(*store, other, note);
  sim.RunFor(100);
  ASSERT_THAT(answers, SizeIs(2));
  EXPECT_EQ(answers[0].size() + answers[1].size(), 1U);
}

TEST_F(ClusterMetaTest, NewerAndForeignKeysAreRefused) {
  Put("{\"version\": 2, \"key\": \"\"}");
  EXPECT_EQ(Join(7).at(0).code, "D09");
  Put("not ours");
  EXPECT_EQ(Join(7).at(0).code, "D09");
}

// An earlier version shared desks out to several etcd.
TEST_F(ClusterMetaTest, OneOfSeveralEtcdIsRefused) {
  EXPECT_THAT(Join(7), IsEmpty());
  std::string meta = cluster.Keys("")[0].value;
  meta.insert(meta.rfind('}'), ",\"index\":0,\"count\":2");
  Put(meta);
  EXPECT_EQ(Join(7).at(0).code, "D09");
  meta.replace(meta.rfind('2'), 1, "1");
  Put(meta);
  EXPECT_THAT(Join(7), IsEmpty());
}

TEST_F(ClusterMetaTest, ASilentStoreIsAFault) {
  cluster.SetAvailable(false);
  EXPECT_EQ(Join(7).at(0).code, "D10");
  EXPECT_THAT(cluster.Keys(""), IsEmpty());
}

}  // namespace
}  // namespace mlf::server::test
