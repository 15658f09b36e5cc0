// MemoryCluster: a ClusterStore in memory, for tests and the simulation. It behaves as etcd does,
// and its faults happen when a test sets them.
#pragma once

#include "cluster/cluster_store.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlf::server {

// Time, leases and requests on their way are of the `world` given to it, so equal calls have equal
// results.
class MemoryCluster {
 public:
  // What happens to one transaction.
  enum class Fate : std::uint8_t {
    kInTime,       // the store serves it, and the node hears so
    kRequestLost,  // the store does not get it
    kAnswerLost,   // the store serves it, and the node hears nothing
    kRequestLate,  // the store gets it when the node does not wait for the answer any more
    kSaysFull,     // the store serves it, and says that it has reached its quota
  };
  // The network between the store and one node.
  struct Link {
    bool requests = true;  // false: none reaches the store
    bool answers = true;   // false: neither answers nor changes reach the node
    Ms delay = 1;          // each way
  };

  static constexpr Ms kTimeout = 1000;  // then a request has no answer

  explicit MemoryCluster(World world) : world_(world) {}
  ~MemoryCluster();
  MemoryCluster(const MemoryCluster&) = delete;
  MemoryCluster& operator=(const MemoryCluster&) = delete;

  // A node's store. Its callbacks run on the timers of `world`, which is that of the node's server;
  // it keeps leases on those of `beside`. The cluster and both outlive it. Without it there are no
  // more callbacks, but what it has sent is served.
  std::unique_ptr<ClusterStore> Join(const std::string& node, World world, World beside);
  std::unique_ptr<ClusterStore> Join(const std::string& node, World world) {
    return Join(node, world, world);
  }

  // ---- faults ----
  void SetLink(const std::string& node, Link link);
  // False: there is no leader. No request is served, and no lease ends. The next leader gives each
  // lease its whole time again.
  void SetAvailable(bool available);
  // Called once for each transaction that a node sends.
  void DecideFates(std::function<Fate(const std::string& node, const Transaction&)> fate) {
    fate_ = std::move(fate);
  }
  // Called once for each read.
  void DecideReads(std::function<Fate(const std::string& node)> fate) {
    read_fate_ = std::move(fate);
  }
  // True: it has reached its quota. It takes no writes but deletions, grants no
  // lease, and says so.
  void SetFull(bool full) { full_ = full; }
  // Forgets all changes so far. The keys stay.
  void Compact() { compacted_ = revision_; }

  // ---- for checks ----
  Revision compacted() const { return compacted_; }
  // Called with each change, when it is made.
  void Observe(std::function<void(const Change&)> saw) { saw_ = std::move(saw); }
  Revision revision() const { return revision_; }
  std::vector<StoredKey> Keys(const std::string& prefix) const { return Read(prefix, 0, {}).keys; }

 private:
  class Node;
  struct Watcher;
  struct Lease {
    Ms ttl = 0;
    Timers::Id end = 0;
    std::set<std::string> keys;
  };

  bool Holds(const Comparison& comparison) const;
  Committed Apply(const Transaction& transaction);
  void Put(const std::string& key, const std::string& value, LeaseId lease);
  bool Delete(const std::string& key);
  bool DeleteAll(const std::string& prefix);
  void Note(Change change);
  Listing Read(const std::string& prefix, std::size_t limit, const std::string& after) const;
  StoreSize Size();
  LeaseId Grant(Ms ttl);
  bool Renew(LeaseId lease);
  bool Revoke(LeaseId lease);
  void Changed();
  Link& LinkOf(const std::string& node) { return links_[node]; }

  const World world_;
  Revision revision_ = 1;
  Revision compacted_ = 0;
  std::int64_t largest_ = 0;  // size so far
  bool available_ = true;
  bool full_ = false;
  std::map<std::string, StoredKey> keys_;
  std::vector<Change> history_;  // by revision
  LeaseId last_lease_ = 0;
  std::map<LeaseId, Lease> leases_;
  std::map<std::string, Link> links_;
  std::vector<Node*> nodes_;  // in the order in which they joined: equal calls, equal results
  std::function<Fate(const std::string&, const Transaction&)> fate_;
  std::function<Fate(const std::string&)> read_fate_;
  std::function<void(const Change&)> saw_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
