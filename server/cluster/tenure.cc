#include "server/cluster/tenure.h"

#include <utility>

namespace mlf::server {
namespace {

constexpr Ms kGrantAgain = 300;

}  // namespace

Tenure::Tenure(World world, ClusterStore& store, LeaseTimes times, Events events)
    : world_(world), store_(store), times_(times), events_(std::move(events)) {
  Grant();
}

Tenure::~Tenure() {
  *alive_ = false;
  world_.timers.Cancel(next_);
  world_.timers.Cancel(fence_);
}

void Tenure::Later(Ms after, void (Tenure::*what)()) {
  world_.timers.Cancel(next_);
  next_ = world_.timers.At(world_.clock.Steady() + after, [this, what] {
    next_ = 0;
    (this->*what)();
  });
}

void Tenure::FenceAfter(Ms asked) {
  world_.timers.Cancel(fence_);
  fence_ = world_.timers.At(asked + times_.fence, [this] {
    fence_ = 0;
    Fence("its lease could not be renewed in time");
  });
}

void Tenure::Grant() {
  const Ms asked = world_.clock.Steady();
  store_.Grant(times_.ttl, [this, alive = alive_, asked](std::optional<LeaseId> lease) {
    if (!*alive || left_) return;
    if (!lease) return Later(kGrantAgain, &Tenure::Grant);
    lease_ = *lease;
    FenceAfter(asked);
    Later(times_.renew, &Tenure::Renew);
    events_.begun();
  });
}

void Tenure::Renew() {
  events_.renewing();
  const Ms asked = world_.clock.Steady();
  store_.Renew(lease_, [this, alive = alive_, lease = lease_, asked](std::optional<bool> renewed) {
    if (!*alive || lease != lease_ || !renewed) return;
    if (!*renewed) return Fence("its lease has ended");
    FenceAfter(asked);
  });
  Later(times_.renew, &Tenure::Renew);
}

void Tenure::Fence(const char* why) {
  const LeaseId lease = std::exchange(lease_, 0);
  if (lease == 0) return;
  world_.timers.Cancel(std::exchange(fence_, 0));
  world_.timers.Cancel(std::exchange(next_, 0));
  GiveBack(lease);
  events_.lost(lease, why);
  if (!left_) Later(kGrantAgain, &Tenure::Grant);
}

// What it held goes to others at once, where the store can be reached. A store without a leader
// ends no lease, and the next leader gives each its whole time again: it is asked until it answers.
void Tenure::GiveBack(LeaseId lease) {
  store_.Revoke(lease, [this, alive = alive_, lease](bool gone) {
    if (!*alive || gone) return;
    world_.timers.At(world_.clock.Steady() + kGrantAgain, [this, alive, lease] {
      if (*alive) GiveBack(lease);
    });
  });
}

void Tenure::Leave(std::function<void()> done) {
  left_ = true;
  const LeaseId lease = std::exchange(lease_, 0);
  world_.timers.Cancel(std::exchange(fence_, 0));
  world_.timers.Cancel(std::exchange(next_, 0));
  if (lease == 0) {
    if (done) world_.timers.At(world_.clock.Steady(), std::move(done));
    return;
  }
  store_.Revoke(lease, [alive = alive_, done = std::move(done)](bool) {
    if (*alive && done) done();
  });
}

}  // namespace mlf::server
