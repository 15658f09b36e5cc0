#include "server/journal/data_folder.h"

#include "server/journal/desk_rows.h"
#include "server/journal/open_file.h"
#include "server/journal/schema.h"

#include <fmt/format.h>
#include <sodium.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace mlf::server {

namespace {

constexpr std::size_t kKeyDigits = 2 * sizeof(SecretKey);

std::string Why(int error) { return std::generic_category().message(error); }

bool SyncFolder(const std::string& path) {
  const OpenFile folder(path, O_RDONLY | O_DIRECTORY);
  return folder.ok() && ::fsync(folder.get()) == 0;
}

bool WriteAll(int fd, const std::string& text) {
  return ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// `text` without its line end, as a key; nothing if it is not 64 hex digits.
std::optional<SecretKey> KeyOf(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  SecretKey key;
  std::size_t size = 0;
  const char* end = nullptr;
  const bool right =
      text.size() == kKeyDigits &&
      sodium_hex2bin(key.data(), key.size(), text.data(), text.size(), nullptr, &size, &end) == 0 &&
      size == key.size() && end == text.data() + text.size();
  sodium_memzero(text.data(), text.size());
  if (!right) return std::nullopt;
  return key;
}

Fault KeyFault(const std::string& where, const std::string& what) {
  return {"D06", {where, 0, 0}, what};
}

Result<SecretKey> ReadKey(const std::string& path) {
  const OpenFile file(path, O_RDONLY);
  struct stat status{};
  if (!file.ok() || ::fstat(file.get(), &status) != 0)
    return KeyFault(path, "the key cannot be read: " + Why(errno));
  if (!S_ISREG(status.st_mode)) return KeyFault(path, "a file with the key is needed");
  if ((status.st_mode & 077) != 0)
    return KeyFault(path, "others may read this key; run: chmod 600 " + path);
  std::string text(kKeyDigits + 3, '\0');
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  if (got < 0) return KeyFault(path, "the key cannot be read: " + Why(errno));
  text.resize(static_cast<std::size_t>(got));
  const auto key = KeyOf(text);
  sodium_memzero(text.data(), text.size());
  if (!key) return KeyFault(path, "a key is 64 hex digits; make one with: openssl rand -hex 32");
  return *key;
}

Result<SecretKey> MakeKey(const std::string& folder, const std::string& path, Entropy& entropy) {
  SecretKey key;
  entropy.Fill(std::as_writable_bytes(std::span(key)));
  std::string text(kKeyDigits + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), key.data(), key.size());
  text.back() = '\n';
  const std::string part = path + ".part";
  ::unlink(part.c_str());
  const OpenFile file(part, O_WRONLY | O_CREAT | O_EXCL, 0600);
  const bool written = file.ok() && WriteAll(file.get(), text) && ::fsync(file.get()) == 0 &&
                       ::rename(part.c_str(), path.c_str()) == 0 && SyncFolder(folder);
  const int error = errno;
  sodium_memzero(text.data(), text.size());
  if (!written) return KeyFault(path, "the key cannot be written: " + Why(error));
  return key;
}

}  // namespace

Result<std::unique_ptr<DataFolder>> DataFolder::Open(const std::string& path) {
  const auto fault = [&](const std::string& what) { return Fault{"D04", {path, 0, 0}, what}; };
  std::error_code error;
  std::filesystem::path whole = std::filesystem::absolute(path, error).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();  // "data/"
  const std::filesystem::path parent = whole.parent_path();
  std::filesystem::create_directories(parent, error);
  if (::mkdir(path.c_str(), 0700) == 0) {
    SyncFolder(parent.string());
  } else if (errno != EEXIST) {
    return fault(fmt::format("the data folder cannot be made: {}; name another one with --data",
                             Why(errno)));
  }
  const std::string lock_path = path + "/lock";
  OpenFile lock(lock_path, O_RDWR | O_CREAT, 0600);
  if (!lock.ok())
    return fault(fmt::format("the data folder cannot be used: {}; name another one with --data",
                             Why(errno)));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    std::string owner(20, '\0');
    const ssize_t got = ::pread(lock.get(), owner.data(), owner.size(), 0);
    owner.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return Fault{"D05",
                 {path, 0, 0},
                 fmt::format("another mlf-server uses this data folder (process {}); stop it, or "
                             "name another folder with --data",
                             owner.empty() ? "unknown" : owner)};
  }
  const std::string owner = std::to_string(::getpid());
  if (::ftruncate(lock.get(), 0) != 0 || ::pwrite(lock.get(), owner.data(), owner.size(), 0) < 0) {
    // On failure, only the message of a second process lacks the number.
  }
  std::unique_ptr<DataFolder> folder(new DataFolder(path, lock.Release()));
  // SQLite gives its other files the mode of this one.
  const OpenFile database(folder->database(), O_RDWR | O_CREAT, 0600);
  if (!database.ok())
    return fault(fmt::format("the database cannot be opened: {}; check the rights of the folder",
                             Why(errno)));
  return folder;
}

DataFolder::~DataFolder() { ::close(lock_); }

Result<SecretKey> DataFolder::Key(const std::optional<std::string>& text, const std::string& file,
                                  Entropy& entropy) const {
  if (text) {
    if (const auto key = KeyOf(*text)) return *key;
    return KeyFault("MLF_KEY", "a key is 64 hex digits; make one with: openssl rand -hex 32");
  }
  if (!file.empty()) return ReadKey(file);
  const std::string own = path_ + "/key";
  if (::access(own.c_str(), F_OK) == 0) return ReadKey(own);
  struct stat status{};
  if (::stat(database().c_str(), &status) == 0 && status.st_size == 0)
    return MakeKey(path_, own, entropy);
  return KeyFault(own,
                  "the key of this data folder is missing; put it back, or name it with MLF_KEY or "
                  "--key-file");
}

Result<std::vector<std::pair<std::string, MatchHead>>> MatchesInPlay(const std::string& path) {
  const std::string database = path + "/mlf.db";
  try {
    Connection db(database, Connection::Mode::kReadOnly);
    if (const auto fault = CheckVersion(db, SchemaSteps()))
      return Fault{"D01", {database, 0, 0}, *fault};
    return ReadHeadsInPlay(db);
  } catch (const SqlError& error) {
    return Fault{error.OfTheData() ? "D01" : "D02",
                 {database, 0, 0},
                 fmt::format("the matches in play cannot be read: {}", error.what())};
  }
}

}  // namespace mlf::server
