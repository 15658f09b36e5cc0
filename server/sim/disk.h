// Disk: a simulated disk in memory under a seed, as a VFS of SQLite. After a power cut it holds all
// synced data, and any part of the later writes: a write wholly, not at all, or some of its
// sectors.
//
// One thread. Files are named by their path; there are no folders.
#pragma once

#include "server/world/world.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct sqlite3_vfs;

namespace mlf::server {

class Disk {
 public:
  static constexpr std::size_t kSector = 512;

  enum class Call : std::uint8_t { kRead, kWrite, kSync };

  explicit Disk(std::uint64_t seed);
  // No connection may be open.
  ~Disk();
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  // For Storage::Options::vfs.
  const std::string& vfs() const { return name_; }

  // ---- the end of a process ----
  // The machine loses power; nothing works until Restart.
  void CutPower();
  // The same after this many further reads, writes and syncs.
  void CutPowerAfter(std::uint64_t calls) { cut_after_ = calls; }
  // The process ends, and the system keeps the data it was given. Nothing works until Restart.
  void Kill();
  bool dead() const { return dead_; }
  // Files that were open before stay dead.
  void Restart();

  // ---- faults ----
  // The bytes that all files may have together; nothing: no limit.
  void SetCapacity(std::optional<std::uint64_t> bytes) { capacity_ = bytes; }
  std::uint64_t used() const;
  // The next `times` calls of this kind fail. A failed write may have written some sectors. After a
  // failed sync the system believes that its data is on disk, but some of it is not.
  void Fail(Call call, std::uint64_t times) { failures_[call] = times; }
  // Each sync takes a random time up to `most`.
  void SetSlow(Ms most) { slow_ = most; }
  // The time of the calls since the last TakeDelay.
  Ms TakeDelay() { return std::exchange(delay_, 0); }

  std::uint64_t calls() const { return calls_; }

  // ---- files, for tests ----
  std::string Content(const std::string& name) const;
  void Put(const std::string& name, std::string bytes);

 private:
  friend struct DiskVfs;
  struct Write {
    std::uint64_t at = 0;
    std::string bytes;
    bool truncates = false;  // to `at`
  };
  // The locks of a database file and of its shared memory; also the memory.
  struct Locks;
  struct File {
    std::string now;                     // the content for readers
    std::optional<std::string> on_disk;  // nothing: the name itself is not on disk yet
    std::vector<Write> since;            // since the last sync
    std::shared_ptr<Locks> locks;
  };
  using FilePtr = std::shared_ptr<File>;

  std::uint64_t Random(std::uint64_t below);
  // Counts a call; false if it fails.
  bool Take(Call call);
  void Persist(File& file);
  void Stop();

  std::string name_;
  std::unique_ptr<sqlite3_vfs> vfs_;
  std::uint64_t random_;
  std::map<std::string, FilePtr> files_;
  std::map<std::string, std::string> deleted_;  // may come back at a power cut
  std::uint64_t life_ = 0;                      // handles of an earlier one are dead
  bool dead_ = false;
  std::optional<std::uint64_t> cut_after_;
  std::optional<std::uint64_t> capacity_;
  std::map<Call, std::uint64_t> failures_;
  std::uint64_t calls_ = 0;
  Ms slow_ = 0;
  Ms delay_ = 0;
};

}  // namespace mlf::server
