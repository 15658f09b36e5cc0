// A small disk that is full: what the database needs to go on is kept free.
#include "tests/server_journal/place.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
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
TEST_P(FullDisk, TheLogNeverTakesTheLastRoom) {
  Place place(disk_.Options());
  const int rows = 300 * GetParam();  // 12 kB of the log each
  int durable = 0;
  for (int i = 0; i < rows; ++i) {
    place.storage().Submit(
        [](Connection& db) {
          db.Do("INSERT OR REPLACE INTO meta VALUES('row', randomblob(7000))");
        },
        [&durable](Outcome outcome) { durable += outcome == Outcome::kDurable ? 1 : 0; },
        Storage::kGroup);
  }
  EXPECT_TRUE(place.loop().RunUntil([&] { return durable == rows; })) << durable;
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
