// The stores that the tests of this folder run on: one in memory, and etcd where it is installed.
#pragma once

#include "cluster/cluster_store.h"
#include "cluster/etcd_store.h"
#include "server/world/world.h"
#include "tests/server_cluster/etcd_process.h"

#include <functional>
#include <memory>
#include <string>

namespace mlf::server::test {

// A store for one test, with nothing in it below `prefix`.
class TestStore {
 public:
  virtual ~TestStore() = default;
  virtual ClusterStore& store() = 0;
  // Runs callbacks until `done` says so; false after ten seconds of the store's time.
  virtual bool RunUntil(const std::function<bool()>& done) = 0;
  virtual Ms Now() const = 0;  // of its world
  // The server's thread does nothing for so long.
  virtual void StandStill(Ms ms) = 0;
  // The shortest lease that it has.
  virtual Ms ShortestLease() const = 0;
  // Forgets all changes so far. False: it cannot.
  virtual bool Compact() = 0;
  const std::string prefix;

 protected:
  explicit TestStore(std::string where) : prefix(std::move(where)) {}
};

// One process serves all tests of the program.
EtcdProcess& SharedEtcd();

// A node's connection to an etcd. With `wait` it answers when the constructor returns.
class EtcdClient {
 public:
  // `post` is set here.
  explicit EtcdClient(EtcdOptions options, bool wait = true);
  ~EtcdClient();
  bool is_open() const { return store_ != nullptr; }
  ClusterStore& store() { return *store_; }
  World world() const;
  bool RunUntil(const std::function<bool()>& done);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  std::unique_ptr<ClusterStore> store_;
};

std::unique_ptr<TestStore> InMemory();
// Null where etcd is not installed, or the server is built without it.
std::unique_ptr<TestStore> InEtcd();

}  // namespace mlf::server::test
