#include "server/sim/storage_driver.h"

#include <utility>

namespace mlf::server {

Storage::Options StorageDriver::Options() {
  return {
      .path = {},
      .post = [this](std::function<void()> what) { timers_.At(clock_.Steady(), std::move(what)); },
      .key = {},
      .vfs = disk_.vfs(),
      .thread = false,
      .wake = [this] { Wake(disk_.TakeDelay()); }};
}

void StorageDriver::Drive(Storage* storage) {
  timers_.Cancel(std::exchange(timer_, 0));
  storage_ = storage;
}

void StorageDriver::Wake(Ms after) {
  if (storage_ == nullptr || timer_ != 0) return;
  timer_ = timers_.At(clock_.Steady() + after, [this] {
    timer_ = 0;
    Run();
  });
}

void StorageDriver::Run() {
  const bool was_healthy = storage_->healthy();
  const bool more = storage_->Step();
  if (!was_healthy) storage_->Heal();
  if (!storage_->healthy()) {
    Wake(Storage::kHealAfter);
  } else if (more) {
    Wake(disk_.TakeDelay());
  }
}

}  // namespace mlf::server
