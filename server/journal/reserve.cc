#include "server/journal/reserve.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace mlf::server {
namespace {

// The longest log, and a last transaction.
constexpr std::uint64_t kMost = std::uint64_t{40} << 20;
constexpr std::uint64_t kPage = 4096;

// An open file, or -1.
class File {
 public:
  explicit File(const std::string& path)
      : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}
  ~File() {
    if (fd_ >= 0) ::close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool open() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  // Bytes that it holds on the disk.
  std::uint64_t held() const {
    struct stat now{};
    return ::fstat(fd_, &now) == 0 ? static_cast<std::uint64_t>(now.st_blocks) * 512 : 0;
  }

 private:
  int fd_;
};

}  // namespace

Reserve::Reserve(std::string path, std::uint64_t bytes) : path_(std::move(path)), bytes_(bytes) {}

bool Reserve::Take() const {
  if (bytes_ == 0) return true;
  const File file(path_);
  if (!file.open()) return false;
  if (file.held() >= bytes_) return true;
  return ::posix_fallocate(file.fd(), 0, static_cast<off_t>(bytes_)) == 0;
}

bool Reserve::Release() const {
  if (bytes_ == 0) return false;
  const File file(path_);
  return file.open() && file.held() > 0 && ::ftruncate(file.fd(), 0) == 0;
}

std::uint64_t Reserve::Free() const {
  const File file(path_);
  struct statvfs disk{};
  if (!file.open() || ::fstatvfs(file.fd(), &disk) != 0) return 0;
  return file.held() + static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
}

std::uint64_t ReserveFor(const std::string& folder) {
  struct statvfs disk{};
  if (::statvfs(folder.c_str(), &disk) != 0) return 0;
  const std::uint64_t all = static_cast<std::uint64_t>(disk.f_blocks) * disk.f_frsize;
  return std::min(kMost, all / 4 / kPage * kPage);
}

}  // namespace mlf::server
