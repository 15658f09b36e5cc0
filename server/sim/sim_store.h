// SimStore: the journal of a simulated server, what it is stored in, and what may happen to both.
#pragma once

#include "server/journal/journal.h"
#include "server/world/world.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace mlf::server {

class SimStore {
 public:
  virtual ~SimStore() = default;

  // A server starts; an earlier journal is gone. `fault` gets what an operator must not read.
  // Throws std::runtime_error where there is no start; dead() says whether the machine died again.
  virtual Journal& Start(World world, std::function<void(std::string)> fault) = 0;
  // The server dies, if it has not yet. Its world lives still.
  virtual void Crash() = 0;
  // The machine loses power before long, in the middle of what its disk does.
  virtual void CrashSoon() = 0;
  // It did.
  virtual bool dead() const = 0;

  // The disk fails, until Mend.
  virtual void Fail() = 0;
  virtual void Mend() = 0;

  // ---- what is stored, after a start ----
  // Records of acts under this client id; and all records.
  virtual int Count(const std::string& desk, std::uint32_t match, const std::string& id) = 0;
  virtual std::uint64_t size() = 0;
};

// What is in memory is durable, some milliseconds after it was given.
std::unique_ptr<SimStore> MemoryStore(std::uint64_t seed);

enum class DiskFault : std::uint8_t {
  kNone,
  kNormalSync,  // commits are not synced
  kTornLog,     // a log torn by a power cut is taken for whole
};
// The journal that serves people, on a disk that forgets, tears and reorders what was not synced.
std::unique_ptr<SimStore> DiskStore(std::uint64_t seed, DiskFault planted = DiskFault::kNone);

}  // namespace mlf::server
