#include "server/journal/reserve.h"

#include "server/journal/open_file.h"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <utility>

namespace mlf::server {
namespace {

// The longest log, and a last transaction.
constexpr std::uint64_t kMost = std::uint64_t{40} << 20;
constexpr std::uint64_t kPage = 4096;

OpenFile Open(const std::string& path) { return {path, O_RDWR | O_CREAT, 0600}; }

// Bytes that it holds on the disk.
std::uint64_t Held(const OpenFile& file) {
  struct stat now{};
  return ::fstat(file.get(), &now) == 0 ? static_cast<std::uint64_t>(now.st_blocks) * 512 : 0;
}

}  // namespace

Reserve::Reserve(std::string path, std::uint64_t bytes) : path_(std::move(path)), bytes_(bytes) {}

bool Reserve::Take() const {
  if (bytes_ == 0) return true;
  const OpenFile file = Open(path_);
  if (!file.ok()) return false;
  if (Held(file) >= bytes_) return true;
  return ::posix_fallocate(file.get(), 0, static_cast<off_t>(bytes_)) == 0;
}

bool Reserve::Release() const {
  if (bytes_ == 0) return false;
  const OpenFile file = Open(path_);
  return file.ok() && Held(file) > 0 && ::ftruncate(file.get(), 0) == 0;
}

std::uint64_t Reserve::Free() const {
  const OpenFile file = Open(path_);
  struct statvfs disk{};
  if (!file.ok() || ::fstatvfs(file.get(), &disk) != 0) return 0;
  return Held(file) + static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
}

std::uint64_t ReserveFor(const std::string& folder) {
  struct statvfs disk{};
  if (::statvfs(folder.c_str(), &disk) != 0) return 0;
  const std::uint64_t all = static_cast<std::uint64_t>(disk.f_blocks) * disk.f_frsize;
  return std::min(kMost, all / 4 / kPage * kPage);
}

}  // namespace mlf::server
