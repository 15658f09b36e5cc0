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
  ~NodeWorld() override {
    outer_.timers.Cancel(own_.armed);
    outer_.timers.Cancel(beside_.armed);
  }

  World world() { return {clock_, *this, outer_.entropy, outer_.log, outer_.meter}; }
  // Of a thread beside the server's, which runs while that one is busy.
  World beside() { return {clock_, beside_timers_, outer_.entropy, outer_.log, outer_.meter}; }

  Id At(Ms when, std::function<void()> what) override { return Set(own_, when, std::move(what)); }
  void Cancel(Id id) override { Remove(own_, id); }
  // As soon as the node runs.
  void Soon(std::function<void()> what) { At(clock_.Steady(), std::move(what)); }

  void Stop() { stopped_ = true; }
  void Continue() {
    stopped_ = false;
    since_ = clock_.Steady();
    Run(beside_);
    Run(own_);
  }
  bool stopped() const { return stopped_; }
  // What the server's thread does now takes so long: nothing else runs there meanwhile. Parts of a
  // millisecond add up.
  void Spend(double ms) {
    owed_ += ms;
    const auto whole = static_cast<Ms>(owed_);
    owed_ -= static_cast<double>(whole);
    busy_until_ = std::max(busy_until_, clock_.Steady()) + whole;
    longest_ = std::max(longest_, busy_until_ - clock_.Steady());
  }
  // The longest time for which the server's thread has done one thing.
  Ms longest() const { return longest_; }
  // The longest time for which something due has waited for the server's thread, since it stood
  // still or its clock jumped.
  Ms longest_wait() const { return longest_wait_; }
  // Its process is gone.
  void Kill() {
    stopped_ = true;
    for (Queue* queue : {&own_, &beside_}) {
      queue->waiting.clear();
      queue->when.clear();
    }
  }

  const NodeClock& clock() const { return clock_; }
  void SetRate(Ms percent) {
    clock_.SetRate(percent);
    ArmAll();
  }
  void Advance(Ms by) {
    clock_.Advance(by);
    since_ = clock_.Steady();
    ArmAll();
  }
  void JumpWall(Ms by) { clock_.JumpWall(by); }

 private:
  // Of one thread.
  struct Queue {
    bool running = false;
    Id last = 0;
    std::map<std::pair<Ms, Id>, std::function<void()>> waiting{};
    std::map<Id, Ms> when{};
    Id armed = 0;
    Ms armed_at = 0;
  };
  class Beside final : public Timers {
   public:
    explicit Beside(NodeWorld& node) : node_(node) {}
    Id At(Ms when, std::function<void()> what) override {
      return node_.Set(node_.beside_, when, std::move(what));
    }
    void Cancel(Id id) override { node_.Remove(node_.beside_, id); }

   private:
    NodeWorld& node_;
  };

  Id Set(Queue& queue, Ms when, std::function<void()> what) {
    const Id id = ++queue.last;
    queue.waiting[{when, id}] = std::move(what);
    queue.when[id] = when;
    Arm(queue);
    return id;
  }
  static void Remove(Queue& queue, Id id) {
    const auto found = queue.when.find(id);
    if (found == queue.when.end()) return;
    queue.waiting.erase({found->second, id});
    queue.when.erase(found);
  }
  // When the first one may run, in the time of the node.
  Ms Next(const Queue& queue) const {
    const Ms when = queue.waiting.begin()->first.first;
    return &queue == &own_ ? std::max(when, busy_until_) : when;
  }
  void ArmAll() {
    Arm(beside_);
    Arm(own_);
  }
  void Arm(Queue& queue) {
    if (stopped_ || queue.running || queue.waiting.empty()) return;
    const Ms at = std::max(outer_.clock.Steady(), clock_.Outside(Next(queue)));
    if (queue.armed != 0 && queue.armed_at == at) return;
    outer_.timers.Cancel(queue.armed);
    queue.armed_at = at;
    queue.armed = outer_.timers.At(at, [this, &queue] {
      queue.armed = 0;
      Run(queue);
    });
  }
  void Run(Queue& queue) {
    queue.running = true;
    while (!stopped_ && !queue.waiting.empty() && Next(queue) <= clock_.Steady()) {
      const auto first = queue.waiting.begin();
      if (&queue == &own_)
        longest_wait_ =
            std::max(longest_wait_, clock_.Steady() - std::max(first->first.first, since_));
      const std::function<void()> what = std::move(first->second);
      queue.when.erase(first->first.second);
      queue.waiting.erase(first);
      what();
    }
    queue.running = false;
    Arm(queue);
  }

  World outer_;
  NodeClock clock_;
  bool stopped_ = false;
  Queue own_, beside_;
  Beside beside_timers_{*this};
  double owed_ = 0;
  Ms busy_until_ = 0, longest_ = 0;
  Ms since_ = clock_.Steady(), longest_wait_ = 0;
};

}  // namespace mlf::server
