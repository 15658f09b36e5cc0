// Tenure: a lease of this node at one store, renewed for as long as the node lives.
//
// The lease ends some time after its last renewal. A node that has not renewed it in a shorter
// time, counted from before the last good renewal, takes it for lost, and gets a new one.
#pragma once

#include "server/cluster/cluster_store.h"
#include "server/world/world.h"

#include <functional>
#include <memory>

namespace mlf::server {

struct LeaseTimes {
  Ms ttl = 2000;
  Ms renew = 400;
  Ms fence = 1600;  // counted from before the last good renewal
};

class Tenure {
 public:
  struct Events {
    std::function<void()> begun;     // there is a new lease
    std::function<void()> renewing;  // about to be renewed
    std::function<void(LeaseId lease, const char* why)> lost;
  };

  // Begins at once. `store` outlives it.
  Tenure(World world, ClusterStore& store, LeaseTimes times, Events events);
  ~Tenure();
  Tenure(const Tenure&) = delete;
  Tenure& operator=(const Tenure&) = delete;

  LeaseId lease() const { return lease_; }  // 0 = none
  // Gives the lease up, and gets a new one later.
  void Fence(const char* why);
  // Gives the lease up for ever, and deletes its keys. `done` may be null.
  void Leave(std::function<void()> done);

 private:
  void Grant();
  void Renew();
  void GiveBack(LeaseId lease);
  void FenceAfter(Ms asked);
  void Later(Ms after, void (Tenure::*what)());

  const World world_;
  ClusterStore& store_;
  const LeaseTimes times_;
  const Events events_;
  LeaseId lease_ = 0;
  bool left_ = false;
  Timers::Id next_ = 0, fence_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
