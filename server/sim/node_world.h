// NodeWorld: the time of one node in a cluster under simulated time. Its clock may be wrong. The
// node can be stopped, as SIGSTOP does, and goes on later.
#pragma once

#include "server/sim/sim_world.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace mlf::server {

// A clock that is fast, slow, or jumps.
class NodeClock final : public Clock {
 public:
  explicit NodeClock(const Clock& outer) : outer_(outer), since_(outer.Steady()), own_(since_) {}

  Ms Steady() const override { return own_ + (outer_.Steady() - since_) * percent_ / 100; }
  Ms Wall() const override { return outer_.Wall() + wall_; }

  // When it will show `own`, in the time outside.
  Ms Outside(Ms own) const { return since_ + ((own - own_) * 100 + percent_ - 1) / percent_; }
  // Its milliseconds in a tenth of a second.
  void SetRate(Ms percent) {
    Advance(0);
    percent_ = percent;
  }
  // `by` is positive: waiting goes only forward.
  void Advance(Ms by) {
    own_ = Steady() + by;
    since_ = outer_.Steady();
  }
  void JumpWall(Ms by) { wall_ += by; }
  bool right() const { return percent_ == 100; }

 private:
  const Clock& outer_;
  Ms since_, own_;
  Ms percent_ = 100;
  Ms wall_ = 0;
};

class NodeWorld final : public Timers {
 public:
  explicit NodeWorld(World world) : outer_(world), clock_(world.clock) {}
  ~NodeWorld() override { outer_.timers.Cancel(armed_); }

  World world() { return {clock_, *this, outer_.entropy, outer_.log, outer_.meter}; }

  Id At(Ms when, std::function<void()> what) override {
    const Id id = ++last_;
    waiting_[{when, id}] = std::move(what);
    when_[id] = when;
    Arm();
    return id;
  }
  void Cancel(Id id) override {
    const auto found = when_.find(id);
    if (found == when_.end()) return;
    waiting_.erase({found->second, id});
    when_.erase(found);
  }
  // As soon as the node runs.
  void Soon(std::function<void()> what) { At(clock_.Steady(), std::move(what)); }

  void Stop() { stopped_ = true; }
  void Continue() {
    stopped_ = false;
    Run();
  }
  bool stopped() const { return stopped_; }
  // Its process is gone.
  void Kill() {
    stopped_ = true;
    waiting_.clear();
    when_.clear();
  }

  const NodeClock& clock() const { return clock_; }
  void SetRate(Ms percent) {
    clock_.SetRate(percent);
    Arm();
  }
  void Advance(Ms by) {
    clock_.Advance(by);
    Arm();
  }
  void JumpWall(Ms by) { clock_.JumpWall(by); }

 private:
  void Arm() {
    if (stopped_ || running_ || waiting_.empty()) return;
    const Ms at = std::max(outer_.clock.Steady(), clock_.Outside(waiting_.begin()->first.first));
    if (armed_ != 0 && armed_at_ == at) return;
    outer_.timers.Cancel(armed_);
    armed_at_ = at;
    armed_ = outer_.timers.At(at, [this] {
      armed_ = 0;
      Run();
    });
  }
  void Run() {
    running_ = true;
    while (!stopped_ && !waiting_.empty() && waiting_.begin()->first.first <= clock_.Steady()) {
      const auto first = waiting_.begin();
      const std::function<void()> what = std::move(first->second);
      when_.erase(first->first.second);
      waiting_.erase(first);
      what();
    }
    running_ = false;
    Arm();
  }

  World outer_;
  NodeClock clock_;
  bool stopped_ = false, running_ = false;
  Id last_ = 0;
  std::map<std::pair<Ms, Id>, std::function<void()>> waiting_;
  std::map<Id, Ms> when_;
  Id armed_ = 0;
  Ms armed_at_ = 0;
};

}  // namespace mlf::server
