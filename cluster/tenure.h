// Tenure: a lease of this node at one store, renewed for as long as the node lives.
//
// The lease ends some time after its last renewal. A node that has not renewed it in a shorter
// time, counted from before the last good renewal, takes it for lost, and gets a new one.
//
// The store renews it also while the server's thread is busy. A thread that stands still for `hung`
// loses it: such a node serves nobody.
#pragma once

#include "cluster/cluster_store.h"
#include "server/world/world.h"

#include <functional>
#include <memory>

namespace mlf::server {

struct LeaseTimes {
  Ms ttl = 2000;
  Ms renew = 400;
  Ms fence = 1600;  // counted from before the last good renewal
  Ms hung = 10'000;
};

class Tenure {
 public:
  struct Events {
    std::function<void()> begun;     // there is a new lease
    std::function<void()> renewing;  // it is held, and time has passed
    std::function<void(LeaseId lease, const char* why)> lost;
  };

  // Begins at once. `store` outlives it.
  Tenure(World world, ClusterStore& store, LeaseTimes times, Events events);
  ~Tenure();
  Tenure(const Tenure&) = delete;
  Tenure& operator=(const Tenure&) = delete;

  LeaseId lease() const { return lease_; }  // 0 = none
  // Until it is given up, if no renewal is confirmed; 0 = there is none.
  Ms left() const;
  // Gives the lease up, and gets a new one later.
  void Fence(const char* why);
  // Gives the lease up for ever, and deletes its keys. `done` may be null.
  void Leave(std::function<void()> done);

 private:
  void Grant();
  void Turn();
  void Look();
  void GiveBack(LeaseId lease);
  void Later(Ms after, void (Tenure::*what)());

  const World world_;
  ClusterStore& store_;
  const LeaseTimes times_;
  const Events events_;
  LeaseId lease_ = 0;
  Ms asked_ = 0;  // when the newest good renewal, or the lease, was asked for
  bool left_ = false;
  Timers::Id next_ = 0, fence_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
