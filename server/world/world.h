// Everything with effects that a server reads: time, timers and chance. The table server gets the
// machine's; the simulation gets its own under one seed. No class of server/ reads a global clock
// or random source.
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
  // Rises always; counts from anywhere. For waiting.
  virtual Ms Steady() const = 0;
  // Since 1970-01-01 UTC; may jump. For what is stored.
  virtual Ms Wall() const = 0;
};

// Calls back on the thread that runs lobby and desks, never from inside At or Cancel.
class Timers {
 public:
  using Id = std::uint64_t;  // 0 = none

  virtual ~Timers() = default;
  // Runs `what` once, as soon as Clock::Steady reaches `when`.
  virtual Id At(Ms when, std::function<void()> what) = 0;
  // Nothing happens where it has run already, or for 0.
  virtual void Cancel(Id id) = 0;
};

// Unpredictable bytes (libsodium), or those of a seed in a simulation.
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
