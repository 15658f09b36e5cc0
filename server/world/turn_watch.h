// TurnWatch: how long the server's thread was busy with one thing. A timer that is late by so much
// has waited for it.
#pragma once

#include "server/world/world.h"

#include <algorithm>
#include <array>

namespace mlf::server {

class TurnWatch {
 public:
  explicit TurnWatch(World world) : world_(world), since_(world.clock.Steady()) { Look(); }
  ~TurnWatch() { world_.timers.Cancel(timer_); }
  TurnWatch(const TurnWatch&) = delete;
  TurnWatch& operator=(const TurnWatch&) = delete;

  // Of the last minute.
  Ms longest() const { return *std::ranges::max_element(longest_); }

 private:
  static constexpr Ms kEvery = 20;
  static constexpr Ms kPart = 10'000;  // a sixth of the minute

  void Look() {
    due_ = world_.clock.Steady() + kEvery;
    timer_ = world_.timers.At(due_, [this] {
      const Ms now = world_.clock.Steady();
      if (now - since_ >= kPart) {
        since_ = now;
        std::ranges::rotate(longest_, longest_.end() - 1);
        longest_.front() = 0;
      }
      longest_.front() = std::max(longest_.front(), now - due_);
      Look();
    });
  }

  const World world_;
  Ms since_, due_ = 0;
  std::array<Ms, 6> longest_{};  // of each part of the minute, the newest first
  Timers::Id timer_ = 0;
};

}  // namespace mlf::server
