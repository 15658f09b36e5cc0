// NodeWorld: the time of one node in a cluster under simulated time. The node can be stopped, as
// SIGSTOP does, and goes on later.
#pragma once

#include "server/sim/sim_world.h"

#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace mlf::server::test {

class NodeWorld final : public Timers {
 public:
  explicit NodeWorld(World world) : outer_(world) {}
  ~NodeWorld() override { *alive_ = false; }

  World world() { return {outer_.clock, *this, outer_.entropy, outer_.log, outer_.meter}; }

  Id At(Ms when, std::function<void()> what) override {
    const Id id = ++last_;
    waiting_[{when, id}] = std::move(what);
    when_[id] = when;
    outer_.timers.At(when, [this, alive = alive_] {
      if (*alive) Run();
    });
    return id;
  }
  void Cancel(Id id) override {
    const auto found = when_.find(id);
    if (found == when_.end()) return;
    waiting_.erase({found->second, id});
    when_.erase(found);
  }
  void Stop() { stopped_ = true; }
  void Continue() {
    stopped_ = false;
    Run();
  }
  // Its process is gone.
  void Kill() {
    stopped_ = true;
    waiting_.clear();
    when_.clear();
  }

 private:
  void Run() {
    while (!stopped_ && !waiting_.empty() &&
           waiting_.begin()->first.first <= outer_.clock.Steady()) {
      const auto first = waiting_.begin();
      const std::function<void()> what = std::move(first->second);
      when_.erase(first->first.second);
      waiting_.erase(first);
      what();
    }
  }

  World outer_;
  bool stopped_ = false;
  Id last_ = 0;
  std::map<std::pair<Ms, Id>, std::function<void()>> waiting_;
  std::map<Id, Ms> when_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server::test
