#include "server/journal/data_folder.h"

#include "server/journal/desk_rows.h"
#include "server/journal/open_file.h"
#include "server/journal/schema.h"
#include "server/journal/whole_file.h"

#include <fmt/format.h>
#include <sodium.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace mlf::server {

namespace {

constexpr std::size_t kKeyDigits = 2 * sizeof(SecretKey);

std::string Why(int error) { return std::generic_category().message(error); }

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

off_t SizeOf(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? status.st_size : 0;
}

std::string OwnerOf(const OpenFile& lock) {
  std::string owner(20, '\0');
  const ssize_t got = ::pread(lock.get(), owner.data(), owner.size(), 0);
  owner.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  owner.resize(std::min(owner.size(), owner.find_first_not_of("0123456789")));
  return owner.empty() ? "unknown" : owner;
}

// The folder has had a database, and now has none. A key alone says nothing: operators put it into
// a new folder.
std::optional<Fault> LostDatabase(const std::string& path, const RunMark& mark) {
  const std::string database = path + "/mlf.db";
  if (SizeOf(database) != 0) return std::nullopt;
  std::string trace = mark.begun() ? "lock" : "";
  for (const char* file : {"mlf.db-wal", "mlf.db-reserve"}) {
    if (SizeOf(path + "/" + file) != 0) trace = file;
  }
  if (trace.empty()) return std::nullopt;
  return Fault{
      "D15",
      {database, 0, 0},
      fmt::format("the database is {}, though this data folder has been in use (see {}); "
                  "put a backup in a new folder, as the page \"operating\" says. To start "
                  "afresh without its accounts and matches: mv {} {}.old",
                  ::access(database.c_str(), F_OK) == 0 ? "empty" : "missing", trace, path, path)};
}

Fault KeyFault(const std::string& where, const std::string& what) {
  return {"D06", {where, 0, 0}, what};
}

// `used`: the folder has a database, which no other key opens.
std::string WrongKey(bool used, bool empty) {
  const char* const what =
      empty ? "the key is empty, where 64 hex digits are needed" : "a key is 64 hex digits";
  return used ? fmt::format(
                    "{}; put back the key that this data folder was made with. A new key "
                    "does not open it",
                    what)
              : fmt::format("{}; make one with: openssl rand -hex 32", what);
}

Result<SecretKey> ReadKey(const std::string& path, bool used) {
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
  const bool empty = text.find_first_not_of("\r\n") == std::string::npos;
  sodium_memzero(text.data(), text.size());
  if (!key) return KeyFault(path, WrongKey(used, empty));
  return *key;
}

Result<SecretKey> MakeKey(const std::string& path, Entropy& entropy) {
  SecretKey key;
  entropy.Fill(std::as_writable_bytes(std::span(key)));
  std::string text(kKeyDigits + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), key.data(), key.size());
  text.back() = '\n';
  const bool written = ReplaceFile(path, text);
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
  OpenFile lock(path + "/lock", O_RDWR | O_CREAT, 0600);
  OpenFile itself(path, O_RDONLY | O_DIRECTORY);
  if (!lock.ok() || !itself.ok())
    return fault(fmt::format("the data folder cannot be used: {}; name another one with --data",
                             Why(errno)));
  // Some file systems lock no folders.
  const bool used = ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 ||
                    (::flock(itself.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK);
  if (used) {
    return Fault{"D05",
                 {path, 0, 0},
                 fmt::format("another mlf-server uses this data folder (process {}); stop it, or "
                             "name another folder with --data",
                             OwnerOf(lock))};
  }
  const RunMark mark(lock.get());
  if (auto lost = LostDatabase(whole.string(), mark)) return *std::move(lost);
  mark.Open();  // on failure, only the message of a second process lacks the number
  std::unique_ptr<DataFolder> folder(new DataFolder(path, lock.Release(), itself.Release()));
  // SQLite gives its other files the mode of this one.
  const OpenFile database(folder->database(), O_RDWR | O_CREAT, 0600);
  if (!database.ok())
    return fault(fmt::format("the database cannot be opened: {}; check the rights of the folder",
                             Why(errno)));
  return folder;
}

DataFolder::~DataFolder() {
  ::close(lock_);
  ::close(folder_);
}

Result<SecretKey> DataFolder::Key(const std::optional<std::string>& text, const std::string& file,
                                  Entropy& entropy) const {
  const bool used = SizeOf(database()) != 0;
  if (text) {
    if (const auto key = KeyOf(*text)) return *key;
    return KeyFault("MLF_KEY", WrongKey(used, text->empty()));
  }
  if (!file.empty()) return ReadKey(file, used);
  const std::string own = path_ + "/key";
  if (::access(own.c_str(), F_OK) == 0) return ReadKey(own, used);
  if (!used) return MakeKey(own, entropy);
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
