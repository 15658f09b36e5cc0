#include "server/sim/disk.h"

#include "server/sim/disk_vfs.h"

#include <mlf/flow/random.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace mlf::server {

namespace {

// Writes `bytes` at `at`, with zeros in a gap before it.
void Apply(std::string& content, std::uint64_t at, std::string_view bytes) {
  if (content.size() < at + bytes.size()) content.resize(at + bytes.size());
  std::copy(bytes.begin(), bytes.end(), content.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace

Disk::Disk(std::uint64_t seed) : random_(Mix64(seed)) {
  static std::atomic<int> count = 0;
  name_ = "mlf-disk-" + std::to_string(++count);
  vfs_ = DiskVfs::Register(*this);
}

Disk::~Disk() { sqlite3_vfs_unregister(vfs_.get()); }

std::uint64_t Disk::Random(std::uint64_t below) { return Mix64(random_ += kGolden) % below; }

std::uint64_t Disk::used() const {
  std::uint64_t sum = 0;
  for (const auto& [name, file] : files_) sum += file->now.size();
  return sum;
}

bool Disk::Take(Call call) {
  ++calls_;
  if (cut_after_ && (*cut_after_)-- == 0) CutPower();
  if (dead_) return false;
  if (call == Call::kSync && slow_ > 0)
    delay_ += static_cast<Ms>(Random(static_cast<std::uint64_t>(slow_) + 1));
  std::uint64_t& failures = failures_[call];
  if (failures == 0) return true;
  --failures;
  return false;
}

// Of the writes since the last sync, any part reaches the disk: a write wholly, not at all, or some
// of its sectors.
void Disk::Persist(File& file) {
  if (!file.on_disk) file.on_disk.emplace();
  for (const Write& write : file.since) {
    const std::uint64_t fate = Random(3);
    if (fate == 0) continue;
    if (write.truncates) {
      file.on_disk->resize(write.at);
      continue;
    }
    for (std::uint64_t from = 0; from < write.bytes.size();) {
      const std::uint64_t sector_end = (write.at + from) / kSector * kSector + kSector;
      const std::uint64_t size =
          std::min<std::uint64_t>(sector_end - (write.at + from), write.bytes.size() - from);
      if (fate == 1 || Random(2) == 0)
        Apply(*file.on_disk, write.at + from, std::string_view(write.bytes).substr(from, size));
      from += size;
    }
  }
  file.since.clear();
}

void Disk::Stop() {
  dead_ = true;
  ++life_;
  cut_after_.reset();
  for (auto& [name, file] : files_) file->locks.reset();
}

void Disk::CutPower() {
  if (dead_) return;
  // Mostly a mixture; sometimes all of them or none.
  const std::uint64_t fate = Random(4);
  std::map<std::string, FilePtr> kept;
  for (auto& [name, file] : files_) {
    const bool is_new = !file->on_disk;
    if (fate == 0) {
      file->on_disk = file->now;
    } else if (fate == 1) {
      file->since.clear();
    } else if (!is_new || Random(2) == 0) {
      Persist(*file);
    }
    if (!file->on_disk) continue;
    kept[name] = std::make_shared<File>(File{*file->on_disk, file->on_disk, {}, nullptr});
  }
  for (auto& [name, bytes] : deleted_) {
    if (!kept.contains(name) && Random(2) == 0)
      kept[name] = std::make_shared<File>(File{bytes, bytes, {}, nullptr});
  }
  deleted_.clear();
  files_ = std::move(kept);
  Stop();
}

void Disk::Kill() {
  if (!dead_) Stop();
}

void Disk::Restart() {
  dead_ = false;
  failures_.clear();
}

std::string Disk::Content(const std::string& name) const {
  const auto found = files_.find(name);
  return found == files_.end() ? std::string() : found->second->now;
}

void Disk::Put(const std::string& name, std::string bytes) {
  files_[name] = std::make_shared<File>(File{bytes, std::move(bytes), {}, nullptr});
}

}  // namespace mlf::server
