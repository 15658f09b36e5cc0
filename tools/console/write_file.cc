#include "tools/console/write_file.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <optional>
#include <system_error>

namespace mlf::tools {

namespace {

namespace fs = std::filesystem;

// A descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  // Whether closing succeeded. Some file systems report a full disk only then.
  bool Close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0;
  }

 private:
  int fd_;
};

bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Not every file system can sync every file.
bool Sync(int fd) {
  return ::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

bool IsSame(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

Fault Failed(const std::string& path, int error) {
  return Fault{"F02",
               {path, 0, 0},
               fmt::format("the file cannot be written: {}; nothing has changed there",
                           std::strerror(error))};
}

// Writes into a file that cannot be replaced: a pipe, a terminal, or standard output under another
// name.
Result<std::size_t> WriteInto(const std::string& path, std::string_view bytes, bool to_stdout) {
  const auto failed = [&] {
    return Fault{
        "F02", {path, 0, 0}, fmt::format("cannot be written to: {}", std::strerror(errno))};
  };
  if (to_stdout) {
    std::cout.flush();
    if (!WriteAll(STDOUT_FILENO, bytes)) return failed();
    return bytes.size();
  }
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0 || !WriteAll(file.get(), bytes) || !file.Close()) return failed();
  return bytes.size();
}

}  // namespace

Result<std::size_t> WriteBytes(const std::string& path, std::string_view bytes) {
  struct stat existing{}, standard_output{};
  if (path == "-") return WriteInto(path, bytes, true);
  const bool exists = ::stat(path.c_str(), &existing) == 0;
  if (exists && ::fstat(STDOUT_FILENO, &standard_output) == 0 && IsSame(existing, standard_output))
    return WriteInto(path, bytes, true);
  if (exists && S_ISDIR(existing.st_mode)) return Failed(path, EISDIR);
  if (exists && !S_ISREG(existing.st_mode)) return WriteInto(path, bytes, false);

  // Replaces the target of a link, not the link.
  std::error_code error;
  fs::path target = exists ? fs::canonical(path, error) : fs::path(path);
  if (error) return Failed(path, error.value());
  fs::path folder = target.parent_path();
  if (folder.empty()) folder = ".";
  fs::create_directories(folder, error);
  if (error) return Failed(path, error.value());

  const std::string draft =
      (folder / fmt::format(".{}.{}.tmp", target.filename().string(), ::getpid())).string();
  const auto failed = [&] {
    const int why = errno;
    ::unlink(draft.c_str());
    return Failed(path, why);
  };
  ::unlink(draft.c_str());  // left by a killed run with the same process id
  Descriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) return Failed(path, errno);
  if (exists && ::fchmod(file.get(), existing.st_mode & 07777) != 0) return failed();
  if (!WriteAll(file.get(), bytes) || !Sync(file.get()) || !file.Close()) return failed();
  if (::rename(draft.c_str(), target.c_str()) != 0) return failed();
  // Syncs the new name too. If that fails, the file is still complete.
  Descriptor names(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (names.get() >= 0) static_cast<void>(Sync(names.get()));
  return bytes.size();
}

}  // namespace mlf::tools
