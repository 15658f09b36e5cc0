#include "tests/server_cluster/stores.h"

#include "cluster/etcd_store.h"
#include "cluster/sim/memory_cluster.h"
#include "cluster/sim/node_world.h"
#include "server/sim/sim_world.h"
#include "server/world/real_world.h"
#include "tests/server_cluster/etcd_process.h"
#include "tests/support/patience.h"

#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <chrono>
#include <thread>

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
  Ms Now() const override { return sim_.clock.Steady(); }
  void StandStill(Ms ms) override {
    node_.Spend(static_cast<double>(ms));
    sim_.RunFor(ms);
  }
  Ms ShortestLease() const override { return 2000; }
  bool Compact() override {
    cluster_.Compact();
    return true;
  }

 private:
  SimWorld sim_{1};
  NodeWorld node_{sim_.world()};
  MemoryCluster cluster_{sim_.world()};
  std::unique_ptr<ClusterStore> store_ = cluster_.Join("node", node_.world(), node_.beside());
};

std::string NewPrefix() {
  static int last = 0;
  return "t" + std::to_string(++last) + "/";
}

class EtcdTestStore final : public TestStore {
 public:
  EtcdTestStore() : TestStore(NewPrefix()), client_({.endpoints = {SharedEtcd().endpoint()}}) {}
  bool is_open() const { return client_.is_open(); }
  ClusterStore& store() override { return client_.store(); }
  bool RunUntil(const std::function<bool()>& done) override { return client_.RunUntil(done); }
  Ms Now() const override { return client_.world().clock.Steady(); }
  void StandStill(Ms ms) override { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
  Ms ShortestLease() const override { return 1000; }
  bool Compact() override {
    return SharedEtcd().Compact(static_cast<long>(store().ListNow(prefix)->revision));
  }

 private:
  EtcdClient client_;
};

}  // namespace

EtcdProcess& SharedEtcd() {
  static EtcdProcess process;
  return process;
}

std::unique_ptr<TestStore> InMemory() { return std::make_unique<MemoryStore>(); }

std::unique_ptr<TestStore> InEtcd() {
  if (!EtcdProcess::Installed()) return nullptr;
  auto store = std::make_unique<EtcdTestStore>();
  if (!store->is_open()) return nullptr;
  return store;
}

struct EtcdClient::Parts {
  boost::asio::io_context io{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{io.get_executor()};
  RealWorld world{io};
};

EtcdClient::EtcdClient(EtcdOptions options, bool wait) : parts_(std::make_unique<Parts>()) {
  // A node may be slow to write on a busy machine.
  if (options.timeout == EtcdOptions{}.timeout) options.timeout = 10'000;
  options.post = [&io = parts_->io](std::function<void()> what) {
    boost::asio::post(io, std::move(what));
  };
  if (auto opened = OpenEtcd(std::move(options), parts_->world.world()))
    store_ = std::move(*opened);
  const auto end = std::chrono::steady_clock::now() + mlf::test::kPatience;
  while (wait && store_ && !store_->ListNow("") && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}
EtcdClient::~EtcdClient() = default;
World EtcdClient::world() const { return parts_->world.world(); }

bool EtcdClient::RunUntil(const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + mlf::test::kPatience;
  while (!done()) {
    // What other threads do is no event here.
    parts_->io.run_one_for(std::chrono::milliseconds(5));
    if (std::chrono::steady_clock::now() >= end) return false;
  }
  return true;
}

}  // namespace mlf::server::test
