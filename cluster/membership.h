// Membership: that this node is alive, and which others are. Each node has a key with its lease.
//
// The lease ends two seconds after its last renewal. A node that has not renewed it for 1.6 s,
// counted from before the last good renewal, takes itself for dead: it gives up all that it holds,
// and comes back under a new lease. What it may write is decided by the store, not by this clock.
#pragma once

#include "cluster/cluster_store.h"
#include "cluster/mirror.h"
#include "cluster/tenure.h"
#include "server/world/world.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server {

// A node as the others see it.
struct NodeInfo {
  std::string name;
  std::string address;  // where it takes streams of other nodes; empty = nowhere
  bool gateway = true, host = true;
  bool draining = false;  // takes no desks
  std::int64_t desks = 0, matches = 0;
  // By variant: the fingerprint of its default options, as this node builds it.
  std::map<std::string, std::string> fingerprints;
  Ms wall = 0;  // its clock when it has written this

  bool operator==(const NodeInfo&) const = default;
};
std::string NodeText(const NodeInfo& node);
std::optional<NodeInfo> ReadNode(const std::string& name, const std::string& text);

class Membership {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    // This node has a lease, and the others see it.
    virtual void Joined() = 0;
    // It has none any more: nothing that it holds is its own. `lease` was its last one.
    virtual void Fenced(LeaseId lease) = 0;
    // Another node came, went or changed; or this one.
    virtual void NodesChanged() = 0;
    // A node of this name is in the cluster. This one joins when that one's lease has ended.
    virtual void NameTaken() {}
  };

  // Begins at once. The store outlives it.
  Membership(World world, ClusterStore& store, NodeInfo self, LeaseTimes times = {});
  ~Membership();
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;

  void Add(Listener& listener) { listeners_.push_back(&listener); }

  const std::string& name() const { return self_.name; }
  bool joined() const { return joined_; }
  LeaseId lease() const { return joined_ ? tenure_.lease() : 0; }
  // Until its lease is given up, if no renewal is confirmed; 0 = there is none.
  Ms lease_left() const { return tenure_.left(); }
  bool draining() const { return self_.draining; }
  // By how much the clocks of the other nodes are ahead of this node's: of two or more, the middle
  // one, or the lesser of the two in the middle. 0 = it is alone. An answer of the store says no
  // time of day, so nodes are compared by what they write.
  Ms clock_off() const;
  // Live nodes, by name, with this one once it has joined.
  const std::map<std::string, NodeInfo>& nodes() const { return nodes_; }

  // The others learn it with the next renewal.
  void SetLoad(std::int64_t desks, std::int64_t matches);
  void SetAddress(const std::string& address);
  void SetDraining();
  // Ends the lease and all its keys; this node does not come back. `done` may be null.
  void Leave(const std::function<void()>& done);

 private:
  void Announce();
  void Lost(LeaseId lease, const char* why);
  void Changed(const std::string& name, const StoredKey& now, bool deleted);
  void CompareClocks();

  static constexpr Ms kWriteAgain = 60'000;  // so that others see the clock
  static constexpr Ms kClockOff = 5000;      // is logged

  const World world_;
  ClusterStore& store_;
  NodeInfo self_;
  NodeInfo written_;  // as the store has it
  std::vector<Listener*> listeners_;
  std::map<std::string, NodeInfo> nodes_;
  std::map<std::string, Ms> ahead_;  // of this node's clock, the clocks of others
  Ms written_at_ = 0;
  bool clock_warned_ = false;
  bool joined_ = false;
  bool announcing_ = false;
  bool name_taken_ = false;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Tenure tenure_;
  Mirror mirror_;
};

}  // namespace mlf::server
