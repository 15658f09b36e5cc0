#include "tests/server_cluster/stores.h"

#include "server/cluster/memory_cluster.h"
#include "server/sim/sim_world.h"

#include <utility>

namespace mlf::server::test {
namespace {

class MemoryStore final : public TestStore {
 public:
  MemoryStore() : TestStore("t/") {}
  ClusterStore& store() override { return *store_; }
  bool RunUntil(const std::function<bool()>& done) override {
    const Ms end = sim_.clock.Steady() + 10'000;
    while (!done()) {
      if (!sim_.Step(end)) return false;
    }
    return true;
  }
  Ms ShortestLease() const override { return 2000; }
  void Compact() override { cluster_.Compact(); }

 private:
  SimWorld sim_{1};
  MemoryCluster cluster_{sim_.world()};
  std::unique_ptr<ClusterStore> store_ = cluster_.Join("node", sim_.world());
};

}  // namespace

std::unique_ptr<TestStore> InMemory() { return std::make_unique<MemoryStore>(); }

std::unique_ptr<TestStore> InEtcd() { return nullptr; }

}  // namespace mlf::server::test
