// TimerQueue: timers in order of time; equal times in the order they were set. The owner runs due
// timers: the gateway from a timer of its event loop, the simulation from its own time.
#pragma once

#include "server/world/world.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace mlf::server {

class TimerQueue final : public Timers {
 public:
  Id At(Ms when, std::function<void()> what) override;
  void Cancel(Id id) override;

  // The time of the next timer; nothing if there is none.
  std::optional<Ms> Next() const;
  // Runs everything due at `now`, including timers set meanwhile.
  void RunDue(Ms now);
  // Called after At put another timer first.
  void OnNewFront(std::function<void()> wake) { wake_ = std::move(wake); }

 private:
  using Key = std::pair<Ms, Id>;

  Id last_ = 0;
  std::map<Key, std::function<void()>> queue_;
  std::unordered_map<Id, Ms> when_;
  std::function<void()> wake_;
};

}  // namespace mlf::server
