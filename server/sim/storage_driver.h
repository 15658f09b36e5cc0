// StorageDriver: the writer of a storage in a simulation, driven by timers instead of a thread.
#pragma once

#include "server/journal/storage.h"
#include "server/sim/disk.h"
#include "server/world/world.h"

namespace mlf::server {

// Must outlive its storage, and must live as long as the timers.
class StorageDriver {
 public:
  StorageDriver(Clock& clock, Timers& timers, Disk& disk)
      : clock_(clock), timers_(timers), disk_(disk) {}

  // `options` for a storage on this disk: the caller adds path and key.
  Storage::Options Options();
  // Attaches a storage; nullptr before the storage is destroyed.
  void Drive(Storage* storage);

 private:
  void Wake(Ms after);
  void Run();

  Clock& clock_;
  Timers& timers_;
  Disk& disk_;
  Storage* storage_ = nullptr;
  Timers::Id timer_ = 0;
};

}  // namespace mlf::server
