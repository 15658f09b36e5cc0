// The machine's clock, timers and randomness.
#pragma once

#include "server/world/timer_queue.h"
#include "server/world/world.h"

#include <memory>

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming): Boost's name
}

namespace mlf::server {

class RealWorld {
 public:
  // Timers run on `io`. Both logs and meter outlive the world.
  explicit RealWorld(boost::asio::io_context& io, Log& log = NoLog(), Meter& meter = NoMeter());
  ~RealWorld();

  World world();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mlf::server
