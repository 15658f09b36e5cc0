#include "cluster/archive.h"

#include "server/journal/whole_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

namespace mlf::server {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void CannotUse(const std::string& path) {
  throw std::runtime_error(fmt::format("{}: {}", path, std::strerror(errno)));
}

// Part of a key may come from anybody's link.
bool IsPath(const std::string& key) {
  return !key.empty() && key.front() != '/' && std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
           c == '-' || c == '_';
  });
}

class FolderArchive final : public Archive {
 public:
  FolderArchive(const std::string& path, Pool& pool) : Archive(pool), path_(path) {
    if (!fs::is_directory(path)) throw std::runtime_error("there is no such folder");
    if (::access(path.c_str(), R_OK | W_OK | X_OK) != 0) CannotUse(path);
  }

  std::optional<std::string> Get(const std::string& key) override {
    if (!IsPath(key)) return std::nullopt;
    const std::string path = path_ + "/" + key;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
      if (errno != ENOENT && errno != ENOTDIR) CannotUse(path);
      // Without the folder itself nothing is known.
      if (!fs::is_directory(path_)) CannotUse(path_);
      return std::nullopt;
    }
    std::string value{std::istreambuf_iterator<char>(file), {}};
    if (file.bad()) CannotUse(path);
    return value;
  }

 private:
  // Another node may write the same key, so each has a name of its own before it is complete.
  void Write(const Entries& entries) override {
    std::set<fs::path> changed;
    for (const auto& [key, value] : entries) {
      const fs::path path = path_ + "/" + key;
      MakeFolders(path.parent_path(), changed);
      std::string part = path.string() + ".XXXXXX";
      const int file = ::mkstemp(part.data());
      if (file < 0) CannotUse(part);
      const bool written = WriteAll(file, value) && ::fsync(file) == 0;
      const bool closed = ::close(file) == 0;
      if (!written || !closed || ::rename(part.c_str(), path.c_str()) != 0) {
        const int error = errno;
        ::unlink(part.c_str());
        errno = error;
        CannotUse(path);
      }
      changed.insert(path.parent_path());
    }
    for (const fs::path& folder : changed) {
      if (!SyncFolder(folder)) CannotUse(folder);
    }
  }
  void MakeFolders(const fs::path& folder, std::set<fs::path>& changed) const {
    if (fs::is_directory(folder)) return;
    if (folder.native().size() <= path_.size()) CannotUse(path_);  // never the archive itself
    MakeFolders(folder.parent_path(), changed);
    fs::create_directory(folder);
    fs::permissions(folder, fs::perms::owner_all);
    changed.insert(folder.parent_path());
  }
  static bool WriteAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t size = ::write(file, bytes.data(), bytes.size());
      if (size < 0 && errno != EINTR) return false;
      if (size > 0) bytes.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
  }

  const std::string path_;
};

}  // namespace

void Archive::Put(Entries entries, const std::function<void(const std::string& fault)>& done) {
  const auto fault = std::make_shared<std::string>();
  const bool started = pool_.Start(
      [this, fault, entries = std::move(entries)] {
        try {
          Write(entries);
        } catch (const std::exception& error) {
          *fault = error.what();
        }
      },
      [fault, done] { done(*fault); });
  if (!started) done("it is busy");
}

Result<std::unique_ptr<Archive>> OpenFolderArchive(const std::string& path, Pool& pool) {
  try {
    return std::unique_ptr<Archive>(std::make_unique<FolderArchive>(path, pool));
  } catch (const std::exception& error) {
    return Fault{"D02", {path, 0, 0}, fmt::format("the archive cannot be used: {}", error.what())};
  }
}

Result<std::unique_ptr<Archive>> OpenArchive(const std::string& place, Pool& pool) {
  return place.starts_with("postgres") ? OpenPostgresArchive(place, pool)
                                       : OpenFolderArchive(place, pool);
}

}  // namespace mlf::server
