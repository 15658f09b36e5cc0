// TimerQueue: timers in order of time, those of one instant in the order they were set. The owner
// runs what is due: the gateway from one timer of its event loop, the simulation from its own time.
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

  // When the next one is due; nothing where there is none.
  std::optional<Ms> Next() const;
  // Runs everything due at `now`, what is set meanwhile included.
  void RunDue(Ms now);
  // Called after At put another timer in front.
  void OnNewFront(std::function<void()> wake) { wake_ = std::move(wake); }

 private:
  using Key = std::pair<Ms, Id>;

  Id last_ = 0;
  std::map<Key, std::function<void()>> queue_;
  std::unordered_map<Id, Ms> when_;
  std::function<void()> wake_;
};

}  // namespace mlf::server
