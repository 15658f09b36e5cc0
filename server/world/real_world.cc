#include "server/world/real_world.h"
#include <mlf/flow/check.h>

#include <sodium.h>

#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <memory>

namespace mlf::server {
namespace {

class MachineClock final : public Clock {
 public:
  Ms Steady() const override { return Count(std::chrono::steady_clock::now()); }
  Ms Wall() const override { return Count(std::chrono::system_clock::now()); }

 private:
  template <typename Time>
  static Ms Count(Time time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
  }
};

class MachineEntropy final : public Entropy {
 public:
  MachineEntropy() { MLF_CHECK(sodium_init() >= 0, "libsodium found no source of chance"); }
  void Fill(std::span<std::byte> bytes) override { randombytes_buf(bytes.data(), bytes.size()); }
};

}  // namespace

struct RealWorld::Impl {
  Impl(boost::asio::io_context& io, Log& where, Meter& counts)
      : log(where), meter(counts), timer(io) {
    queue.OnNewFront([this] { Arm(); });
  }

  // One timer waits for the first entry of the queue.
  void Arm() {
    const auto next = queue.Next();
    if (!next) return;
    timer.expires_at(std::chrono::steady_clock::time_point(std::chrono::milliseconds(*next)));
    timer.async_wait([this](boost::system::error_code error) {
      if (error) return;  // set again, or the world was destroyed
      // The others go on where one fails and throws.
      const std::unique_ptr<Impl, void (*)(Impl*)> again(this, [](Impl* world) { world->Arm(); });
      queue.RunDue(clock.Steady());
    });
  }

  MachineClock clock;
  MachineEntropy entropy;
  TimerQueue queue;
  Log& log;
  Meter& meter;
  boost::asio::steady_timer timer;
};

RealWorld::RealWorld(boost::asio::io_context& io, Log& log, Meter& meter)
    : impl_(std::make_unique<Impl>(io, log, meter)) {}
RealWorld::~RealWorld() = default;

World RealWorld::world() {
  return {impl_->clock, impl_->queue, impl_->entropy, impl_->log, impl_->meter};
}

}  // namespace mlf::server
