// SimWorld: time, timers and chance under one seed. Time passes only when Step is called, to the
// next timer.
#pragma once

#include "server/world/timer_queue.h"
#include "server/world/world.h"

#include <mlf/flow/random.h>

#include <algorithm>
#include <cstring>

namespace mlf::server {

class SimClock final : public Clock {
 public:
  Ms Steady() const override { return now_; }
  Ms Wall() const override { return kEpoch + now_ + jump_; }
  void Set(Ms now) { now_ = now; }
  // The wall clock jumps; waiting is not touched by it.
  void Jump(Ms by) { jump_ += by; }

 private:
  static constexpr Ms kEpoch = 1'700'000'000'000;
  Ms now_ = 1000;
  Ms jump_ = 0;
};

class SimEntropy final : public Entropy {
 public:
  explicit SimEntropy(std::uint64_t seed) : seed_(StreamSeed(seed, "entropy")) {}
  void Fill(std::span<std::byte> bytes) override {
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
      const std::uint64_t word = Stream(seed_, counter_).Next();
      std::memcpy(bytes.data() + i, &word, std::min(sizeof(word), bytes.size() - i));
    }
  }

 private:
  std::uint64_t seed_;
  std::uint32_t counter_ = 0;
};

class SimWorld {
 public:
  explicit SimWorld(std::uint64_t seed, Log& log = NoLog()) : entropy(seed), log_(log) {}

  World world() { return {clock, timers, entropy, log_, NoMeter()}; }
  // Goes on to the next timer and runs what is due; false where there is none before `until`.
  bool Step(Ms until) {
    const auto next = timers.Next();
    if (!next || *next > until) return false;
    if (*next > clock.Steady()) clock.Set(*next);
    timers.RunDue(clock.Steady());
    return true;
  }
  void RunFor(Ms ms) {
    const Ms until = clock.Steady() + ms;
    while (Step(until)) {
    }
    clock.Set(until);
  }

  SimClock clock;
  TimerQueue timers;
  SimEntropy entropy;

 private:
  Log& log_;
};

}  // namespace mlf::server
