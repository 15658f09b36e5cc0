// SimWorld: time, timers and randomness under one seed. Time passes only in Step, up to the next
// timer.
#pragma once

#include "server/world/timer_queue.h"
#include "server/world/world.h"

#include <mlf/flow/random.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace mlf::server {

class SimClock final : public Clock {
 public:
  Ms Steady() const override { return now_; }
  Ms Wall() const override { return kEpoch + now_ + jump_; }
  void Set(Ms now) { now_ = now; }
  // The wall clock jumps; waiting is not affected.
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

// A planted fault: some timers fire twice.
class SimTimers final : public Timers {
 public:
  Id At(Ms when, std::function<void()> what) override {
    if (twice_ != 0 && ++set_ % twice_ == 0) queue_.At(when, what);
    return queue_.At(when, std::move(what));
  }
  void Cancel(Id id) override { queue_.Cancel(id); }
  std::optional<Ms> Next() const { return queue_.Next(); }
  void RunDue(Ms now) { queue_.RunDue(now); }
  // One timer of this many fires twice.
  void RunTwice(std::uint64_t of) { twice_ = of; }

 private:
  TimerQueue queue_;
  std::uint64_t twice_ = 0, set_ = 0;
};

class SimWorld {
 public:
  explicit SimWorld(std::uint64_t seed, Log& log = NoLog()) : entropy(seed), log_(log) {}

  World world() { return {clock, timers, entropy, log_, NoMeter()}; }
  // Advances to the next timer and runs the due ones. False if there is none before `until`.
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
  SimTimers timers;
  SimEntropy entropy;

 private:
  Log& log_;
};

}  // namespace mlf::server
