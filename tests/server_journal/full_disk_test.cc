// A small disk that is full: what the database needs to go on is kept free.
#include "tests/server_journal/place.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sched.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace mlf::server::test {
namespace {

bool WriteWhole(const char* path, const std::string& text) {
  const int file = ::open(path, O_WRONLY | O_CLOEXEC);
  const bool whole =
      file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (file >= 0) ::close(file);
  return whole;
}

// Who is not root may mount disks after this, in mounts of this process only. False where the
// kernel does not allow it.
bool EnterOwnMounts() {
  const std::string user = std::to_string(::geteuid()), group = std::to_string(::getegid());
  return ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
         WriteWhole("/proc/self/setgroups", "deny") &&
         WriteWhole("/proc/self/uid_map", user + " " + user + " 1") &&
         WriteWhole("/proc/self/gid_map", group + " " + group + " 1");
}

// A folder that is a disk of its own.
class SmallDisk {
 public:
  explicit SmallDisk(int megabytes) {
    const std::string size = "mode=700,size=" + std::to_string(megabytes) + "m";
    const auto mount = [&] {
      return ::mount("tmpfs", folder_.str().c_str(), "tmpfs", 0, size.c_str()) == 0;
    };
    mounted_ = mount() || (EnterOwnMounts() && mount());
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.str().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  Place::Options Options() const {
    return {.path = folder_ / "mlf.db", .thread = true, .reserve = ReserveFor(folder_.str())};
  }
  // Takes whatever space is left.
  void Fill() const {
    std::FILE* file = std::fopen((folder_ / "filler").c_str(), "ab");
    std::setvbuf(file, nullptr, _IONBF, 0);
    const std::string page(4096, 'x');
    while (std::fwrite(page.data(), 1, page.size(), file) == page.size()) {
    }
    std::fclose(file);
  }
  void Free() const { std::filesystem::remove(folder_ / "filler"); }
  std::string operator/(const std::string& name) const { return folder_ / name; }

 private:
  Folder folder_;
  bool mounted_;
};

// Stops threads in their next write of SQLite, by its table of system calls. Outlives all
// connections.
class StoppedWrites {
 public:
  StoppedWrites() {
    for (const char* name : kNames) Set(name, reinterpret_cast<sqlite3_syscall_ptr>(&Write));
  }
  ~StoppedWrites() {
    for (const char* name : kNames) Set(name, nullptr);
  }
  StoppedWrites(const StoppedWrites&) = delete;
  StoppedWrites& operator=(const StoppedWrites&) = delete;

  // All threads but these.
  static void Stop(std::vector<std::thread::id> but) {
    const std::lock_guard lock(mutex);
    running = std::move(but);
    stopped = false;
  }
  static void End() {
    const std::lock_guard lock(mutex);
    running.clear();
    changed.notify_all();
  }
  // Whether a thread has been stopped.
  static bool Any() {
    const std::lock_guard lock(mutex);
    return stopped;
  }

 private:
  static constexpr std::array kNames{"pwrite", "pwrite64"};  // SQLite uses one of them

  static void Set(const char* name, sqlite3_syscall_ptr call) {
    sqlite3_vfs* const vfs = sqlite3_vfs_find(nullptr);
    vfs->xSetSystemCall(vfs, name, call);
  }
  static ssize_t Write(int file, const void* bytes, std::size_t size, off_t offset) {
    std::unique_lock lock(mutex);
    const auto runs = [] {
      return running.empty() ||
             std::find(running.begin(), running.end(), std::this_thread::get_id()) != running.end();
    };
    stopped = stopped || !runs();
    changed.wait(lock, runs);
    lock.unlock();
    return ::pwrite(file, bytes, size, offset);
  }

  static inline std::mutex mutex;
  static inline std::condition_variable changed;
  static inline std::vector<std::thread::id> running;  // empty: all
  static inline bool stopped = false;
};

// One commit of two pages: a new row, or one in the place of the last.
Outcome Store(Place& place, int row) {
  std::optional<Outcome> outcome;
  place.storage().Submit(
      [row](Connection& db) {
        db.Do("INSERT OR REPLACE INTO meta VALUES(?, randomblob(7000))",
              "row " + std::to_string(row));
      },
      [&outcome](Outcome now) { outcome = now; });
  EXPECT_TRUE(place.loop().RunUntil([&] { return outcome.has_value(); }));
  return outcome.value_or(Outcome::kUnknown);
}

// New rows until none is taken any more; how many there were.
int StoreAll(Place& place) {
  for (int row = 0;; ++row) {
    if (Store(place, row) != Outcome::kDurable) return row;
  }
}

bool Heals(Place& place) {
  return place.loop().RunUntil([&] {
    place.loop().Run();
    return place.storage().healthy();
  });
}

class FullDisk : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!disk_.mounted())
      GTEST_SKIP() << "this user may mount no disk, and the kernel gives no user namespace";
  }
  SmallDisk disk_{GetParam()};
};

TEST_P(FullDisk, GoesOnAsSoonAsThereIsSpace) {
  Place place(disk_.Options());
  ASSERT_EQ(Store(place, 0), Outcome::kDurable);
  disk_.Fill();
  const int rows = StoreAll(place);
  EXPECT_FALSE(place.storage().healthy());
  disk_.Free();
  EXPECT_TRUE(Heals(place)) << rows;
  EXPECT_EQ(Store(place, rows), Outcome::kDurable);
}

// Rows that replace each other: the database stays small, and only the log could grow.
struct Replaced {
  // Commits of 12 kB in the log each.
  Replaced(Place& place, int count) : rows(count) {
    for (int i = 0; i < count; ++i) {
      place.storage().Submit(
          [](Connection& db) {
            db.Do("INSERT OR REPLACE INTO meta VALUES('row', randomblob(7000))");
          },
          [this](Outcome outcome) {
            ++answered;
            durable += outcome == Outcome::kDurable ? 1 : 0;
          },
          Storage::kGroup);
    }
  }
  const int rows;
  int answered = 0, durable = 0;
};

TEST_P(FullDisk, TheLogNeverTakesTheLastRoom) {
  Place place(disk_.Options());
  Replaced all(place, 300 * GetParam());
  EXPECT_TRUE(place.loop().RunUntil([&] { return all.answered == all.rows; }));
  EXPECT_EQ(all.durable, all.rows);
}

// The thread that writes the log back beside the commits is in the middle of it for long, as on a
// machine that has other work to do.
TEST_P(FullDisk, TheLogWaitsForAThreadThatWritesItBack) {
  const StoppedWrites writes;
  Place place(disk_.Options());
  std::optional<std::thread::id> writer;
  place.storage().Submit([&](Connection&) { writer = std::this_thread::get_id(); }, [](Outcome) {});
  ASSERT_TRUE(place.loop().RunUntil([&] { return writer.has_value(); }));
  StoppedWrites::Stop({std::this_thread::get_id(), *writer});
  Replaced all(place, 300 * GetParam());
  // Until the commits wait as well. On a slow machine they may not do so yet.
  for (int before = -1; before != all.answered || !StoppedWrites::Any();) {
    before = all.answered;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    place.loop().Run();
    if (all.answered == all.rows) break;
  }
  StoppedWrites::End();
  EXPECT_TRUE(place.loop().RunUntil([&] { return all.answered == all.rows; }));
  EXPECT_EQ(all.durable, all.rows);
}

// A backup keeps the log from going back, and nobody else frees space.
TEST_P(FullDisk, ALogThatCouldNotGoBackDoesSoLater) {
  Place place(disk_.Options());
  int rows = 0;
  {
    Connection reader(disk_ / "mlf.db", Connection::Mode::kReadWrite);
    const Snapshot snapshot(reader);
    EXPECT_NE(reader.Ask("SELECT count(*) FROM meta"), "0");
    rows = StoreAll(place);
    EXPECT_FALSE(place.storage().healthy());
  }
  EXPECT_TRUE(Heals(place)) << rows;
  EXPECT_EQ(Store(place, rows), Outcome::kDurable);
}

// Larger disks take longer; MLF_LONG=1 (./dev full) fills them as well.
INSTANTIATE_TEST_SUITE_P(Megabytes, FullDisk,
                         ::testing::ValuesIn(std::getenv("MLF_LONG") == nullptr
                                                 ? std::vector{2}
                                                 : std::vector{2, 4, 8}));

}  // namespace
}  // namespace mlf::server::test
