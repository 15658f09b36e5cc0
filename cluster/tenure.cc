#include "cluster/tenure.h"

#include <algorithm>
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

void Tenure::Grant() {
  const Ms asked = world_.clock.Steady();
  store_.Grant(times_.ttl, [this, alive = alive_, asked](std::optional<LeaseId> lease) {
    if (!*alive || left_) return;
    if (!lease) return Later(kGrantAgain, &Tenure::Grant);
    lease_ = *lease;
    asked_ = asked;
    store_.Keep(lease_, times_.renew, world_.clock.Steady() + times_.hung);
    Look();
    if (lease_ == 0) return;  // its answer came too late
    Later(times_.renew, &Tenure::Turn);
    events_.begun();
  });
}

void Tenure::Turn() {
  Look();
  if (lease_ == 0) return;
  store_.Keep(lease_, times_.renew, world_.clock.Steady() + times_.hung);
  Later(times_.renew, &Tenure::Turn);
  events_.renewing();
}

// Whether the lease is still held. What the store knows counts: this thread may have been late.
void Tenure::Look() {
  world_.timers.Cancel(std::exchange(fence_, 0));
  const ClusterStore::Kept kept = store_.HowKept(lease_);
  if (kept.ended) return Fence("its lease has ended");
  asked_ = std::max(asked_, kept.asked);
  const Ms until = asked_ + times_.fence;
  if (world_.clock.Steady() >= until) return Fence("its lease could not be renewed in time");
  fence_ = world_.timers.At(until, [this] {
    fence_ = 0;
    Look();
  });
}

Ms Tenure::left() const {
  if (lease_ == 0) return 0;
  const Ms asked = std::max(asked_, store_.HowKept(lease_).asked);
  return std::max<Ms>(0, asked + times_.fence - world_.clock.Steady());
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
