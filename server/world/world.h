// All effects that a server reads: time, timers and randomness. The table server uses the
// machine's, the simulation its own under one seed. No class of server/ reads a global clock or
// random source.
#pragma once

#include "server/world/log.h"
#include "server/world/meter.h"

#include "server/world/log.h"
#include "server/world/meter.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace mlf::server {

using Ms = std::int64_t;  // milliseconds

class Clock {
 public:
  virtual ~Clock() = default;
  // Never decreases; starts at an arbitrary value. For waiting.
  virtual Ms Steady() const = 0;
  // Since 1970-01-01 UTC; may jump. For what is stored.
  virtual Ms Wall() const = 0;
};

// Runs callbacks on the thread of lobby and desks, never inside At or Cancel.
class Timers {
 public:
  using Id = std::uint64_t;  // 0 = none

  virtual ~Timers() = default;
  // Runs `what` once, as soon as Clock::Steady reaches `when`.
  virtual Id At(Ms when, std::function<void()> what) = 0;
  // Does nothing if the timer has run already, or for 0.
  virtual void Cancel(Id id) = 0;
};

// Unpredictable bytes (libsodium); in a simulation, those of a seed.
class Entropy {
 public:
  virtual ~Entropy() = default;
  virtual void Fill(std::span<std::byte> bytes) = 0;
};

struct World {
  Clock& clock;
  Timers& timers;
  Entropy& entropy;
  Log& log = NoLog();
  Meter& meter = NoMeter();
};

}  // namespace mlf::server
