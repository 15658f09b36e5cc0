// LoadPlugins checks a file before any of its code runs: even loading a library runs its static
// constructors. So the ABI word is read from the file as bytes, and what was checked is what is
// loaded: the file stays open, and the dynamic linker gets it as /proc/self/fd/N, which no rename
// can change.
//
// The plug-ins register into a copy of the registry in use. The copy takes its place if all of them
// succeed; otherwise the libraries are closed, and nothing refers to them.
#include <mlf/flow/plugin.h>

#include "flow/base/trusted_file.h"
#include "flow/plugin/elf_section.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace mlf {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;

Fault Refuse(std::string code, const std::string& file, std::string message) {
  return {std::move(code), {"", 0, 0}, "plug-in " + file + ": " + std::move(message)};
}

// What tells a file from all others.
using FileId = std::pair<dev_t, ino_t>;

// An open file and, after Load, its library.
class PluginFile {
 public:
  explicit PluginFile(std::string name) : name_(std::move(name)) {}
  PluginFile(PluginFile&& other) noexcept
      : name_(std::move(other.name_)),
        id_(other.id_),
        size_(other.size_),
        file_(std::exchange(other.file_, -1)),
        library_(std::exchange(other.library_, nullptr)) {}
  PluginFile& operator=(PluginFile&&) = delete;
  ~PluginFile() {
    if (library_ != nullptr) ::dlclose(library_);
    if (file_ >= 0) ::close(file_);
  }

  std::optional<Fault> Open();
  std::optional<Fault> CheckAbi() const;
  std::optional<Fault> Load();
  std::optional<Fault> Register(GameRegistry& registry) const;
  // Leaves library and file open for the rest of the process.
  void Keep() {
    library_ = nullptr;
    file_ = -1;
  }
  const FileId& id() const { return id_; }

 private:
  std::optional<std::string> Read() const;

  std::string name_;
  FileId id_{};
  std::size_t size_ = 0;
  int file_ = -1;
  void* library_ = nullptr;
};

std::optional<Fault> PluginFile::Open() {
  file_ = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat about{};
  if (file_ < 0 || ::fstat(file_, &about) != 0)
    return Refuse("G01", name_, std::string("cannot be read: ") + std::strerror(errno));
  if (!S_ISREG(about.st_mode)) return Refuse("G01", name_, "is no file");
  if (const auto why = WhyNotTrusted(name_, about, ::geteuid())) return Refuse("G02", name_, *why);
  id_ = {about.st_dev, about.st_ino};
  size_ = static_cast<std::size_t>(about.st_size);
  return std::nullopt;
}

std::optional<std::string> PluginFile::Read() const {
  if (size_ > kMostBytes) return std::nullopt;
  std::string bytes(size_, '\0');
  for (std::size_t done = 0; done < size_;) {
    const ssize_t got = ::pread(file_, bytes.data() + done, size_ - done, static_cast<off_t>(done));
    if (got <= 0) return std::nullopt;
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

// The first part of "engine 0.2.0 9f3c; compiler g++ 12" that differs from the same part of `own`.
std::pair<std::string, std::string> Difference(const std::string& given, const std::string& own) {
  std::istringstream left(given), right(own);
  for (std::string a, b;;) {
    const bool more_left = static_cast<bool>(std::getline(left >> std::ws, a, ';'));
    const bool more_right = static_cast<bool>(std::getline(right >> std::ws, b, ';'));
    if (!more_left || !more_right) return {given, own};
    if (a != b) return {a, b};
  }
}

std::optional<Fault> PluginFile::CheckAbi() const {
  const auto bytes = Read();
  auto word = bytes ? ElfSection(*bytes, ".mlf_plugin") : std::nullopt;
  if (!word)
    return Refuse("G01", name_,
                  "is no plug-in; build one with mlf_add_plugin of the CMake package");
  word->resize(std::min(word->find('\0'), word->size()));
  if (*word == AbiWord()) return std::nullopt;
  const auto [built, here] = Difference(*word, std::string(AbiWord()));
  return Refuse("G03", name_,
                "is built for " + built + ", and this program has " + here +
                    "; build the plug-in again with the package of this program");
}

std::optional<Fault> PluginFile::Load() {
  const std::string path = "/proc/self/fd/" + std::to_string(file_);
  library_ = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_ != nullptr) return std::nullopt;
  std::string why = ::dlerror();
  if (why.starts_with(path + ": ")) why.erase(0, path.size() + 2);
  return Refuse("G04", name_, "cannot be loaded: " + why);
}

void Describe(const Registry::Entry& entry) {
  try {
    Registry::Describe(entry);
  } catch (const std::exception& error) {
    throw std::runtime_error("part " + std::string(entry.info.id) + ": " + error.what());
  }
}

std::optional<Fault> PluginFile::Register(GameRegistry& registry) const {
  using Function = void (*)(GameRegistry&);
  const auto run = reinterpret_cast<Function>(::dlsym(library_, "mlf_plugin_register"));
  if (run == nullptr)
    return Refuse("G04", name_, "has no function mlf_plugin_register; MLF_PLUGIN defines it");
  const Registry before = registry;
  try {
    run(registry);
    registry.CheckEventIds();  // here, because the plug-in has a list of its own
    // `mlf parts` and the checks of every variant make each part once to describe it.
    for (const Registry::Entry* entry : registry.All()) {
      if (before.Find(entry->info.id) == nullptr) Describe(*entry);
    }
    return std::nullopt;
  } catch (const std::exception& error) {
    return Refuse("G05", name_, std::string("cannot be registered: ") + error.what());
  } catch (...) {
    return Refuse("G05", name_, "cannot be registered: it threw no std::exception");
  }
}

// The files that were loaded, for the whole process.
struct Loaded {
  std::mutex lock;
  std::vector<FileId> ids;
};

Loaded& AllLoaded() {
  static Loaded loaded;
  return loaded;
}

}  // namespace

std::string_view AbiWord() { return MLF_ABI_WORD; }

Faults LoadPlugins(std::span<const std::string> files) {
  Loaded& loaded = AllLoaded();
  const std::lock_guard guard(loaded.lock);
  std::vector<PluginFile> plugins;
  std::vector<FileId> ids = loaded.ids;
  Faults faults;
  const auto add = [&](std::optional<Fault> fault) {
    if (fault) faults.push_back(*std::move(fault));
    return faults.empty();
  };
  for (const std::string& file : files) {
    PluginFile plugin(file);
    if (!add(plugin.Open()) || std::ranges::find(ids, plugin.id()) != ids.end()) continue;
    if (!add(plugin.CheckAbi())) continue;
    ids.push_back(plugin.id());
    plugins.push_back(std::move(plugin));
  }
  if (!faults.empty()) return faults;
  if (plugins.empty()) return {};
  GameRegistry registry = AllGames();
  for (PluginFile& plugin : plugins) {
    if (!add(plugin.Load()) || !add(plugin.Register(registry))) return faults;
  }
  for (PluginFile& plugin : plugins) plugin.Keep();
  loaded.ids = std::move(ids);
  UseGames(registry);
  return {};
}

Faults LoadPluginsOfRun(const std::vector<std::string>& files) {
  std::vector<std::string> all;
  const char* const given = std::getenv("MLF_PLUGINS");
  std::istringstream list(given == nullptr ? "" : given);
  for (std::string file; std::getline(list, file, ':');) {
    if (!file.empty()) all.push_back(file);
  }
  all.insert(all.end(), files.begin(), files.end());
  return LoadPlugins(all);
}

}  // namespace mlf
