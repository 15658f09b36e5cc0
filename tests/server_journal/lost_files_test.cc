// One file of a data folder is missing, empty, truncated, or another folder's: what says so.
#include "server/journal/data_folder.h"
#include "tests/server_journal/place.h"
#include "tests/support/files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sys/stat.h>

#include <filesystem>
#include <string>

namespace mlf::server::test {
namespace {

namespace fs = std::filesystem;
using ::mlf::test::ReadText;
using ::mlf::test::WriteText;
using testing::AllOf;
using testing::HasSubstr;

constexpr std::size_t kActs = 20;
constexpr std::uint64_t kReserve = std::uint64_t{1} << 20;

// A server's folder as its process leaves it.
enum class End : std::uint8_t { kStopped, kKilled };

enum class Damage : std::uint8_t {
  kMissing,
  kEmpty,
  kShort,     // its first half
  kForeign,   // the one of another folder with the same key
  kOtherKey,  // the one of another folder with another key
};

struct Started {
  std::string fault;  // empty: it runs
  std::size_t records = 0;
};

class LostFiles : public testing::Test {
 protected:
  static void WriteKey(const std::string& path, std::uint8_t byte) {
    std::string digits;
    for (int i = 0; i < 32; ++i) digits += fmt::format("{:02x}", byte);
    WriteText(path + "/key", digits + "\n");
    ::chmod((path + "/key").c_str(), 0600);
  }

  // Plays at a new folder, and leaves it at `to`.
  void Leave(const std::string& to, End end, std::uint8_t key = 7, std::size_t acts = kActs) {
    const std::string path = folder / "live";
    fs::remove_all(path);
    {
      auto opened = DataFolder::Open(path);
      ASSERT_TRUE(opened) << FaultText(opened.faults());
      WriteKey(path, key);
      Place place({.path = (*opened)->database(),
                   .key = key,
                   .reserve = kReserve,
                   .mark = &(*opened)->mark()});
      Player desk("d1");
      place.Commit(desk.Begin());
      for (std::size_t i = 0; i < acts; ++i) place.Commit(desk.Act());
      WriteText(path + "/log/mlf-server-2025-01-31.log", "a line\n");
      if (end == End::kKilled) fs::copy(path, to, fs::copy_options::recursive);
    }
    if (end == End::kStopped) fs::rename(path, to);
  }

  Started Start(const std::string& path) {
    auto opened = DataFolder::Open(path);
    if (!opened) return {FaultText(opened.faults()), 0};
    SeededEntropy entropy{9};
    const auto key = (*opened)->Key({}, "", entropy);
    if (!key) return {FaultText(key.faults()), 0};
    Loop loop;
    const Seal seal(*key);
    auto storage = Storage::Open({.path = (*opened)->database(),
                                  .post = loop.Post(),
                                  .key = seal.Fingerprint(),
                                  .thread = false,
                                  .reserve = kReserve,
                                  .mark = &(*opened)->mark()});
    if (!storage) return {FaultText(storage.faults()), 0};
    SqliteJournal journal(**storage, seal, entropy);
    const auto desk = journal.LoadDesk("d1");
    return {"", desk ? desk->records.size() : 0};
  }

  void Harm(const std::string& path, const std::string& file, Damage damage) {
    const std::string at = path + "/" + file;
    switch (damage) {
      case Damage::kMissing: fs::remove_all(at); return;
      case Damage::kEmpty: fs::resize_file(at, 0); return;
      case Damage::kShort: fs::resize_file(at, fs::file_size(at) / 2); return;
      case Damage::kForeign:
      case Damage::kOtherKey: {
        const std::string other = folder / "other";
        fs::remove_all(other);
        Leave(other, End::kKilled, damage == Damage::kForeign ? 7 : 8, kActs / 2);
        fs::copy_file(other + "/" + file, at, fs::copy_options::overwrite_existing);
        return;
      }
    }
  }

  Folder folder;
};

TEST_F(LostFiles, EachIsNoticedOrHarmless) {
  const char* const afresh = "To start afresh without its accounts and matches: mv ";
  const struct {
    const char* file;
    Damage damage;
    End end;
    const char* says;  // empty: the server goes on with everything
    const char* remedy = "";
  } kRows[] = {
      {"mlf.db", Damage::kMissing, End::kStopped, "D15", afresh},
      {"mlf.db", Damage::kMissing, End::kKilled, "the database is missing", afresh},
      {"mlf.db", Damage::kEmpty, End::kStopped, "the database is empty", afresh},
      {"mlf.db", Damage::kEmpty, End::kKilled, "D15", afresh},
      {"mlf.db", Damage::kShort, End::kStopped, "D01", "put a backup in its place"},
      {"mlf.db", Damage::kForeign, End::kKilled, "belongs to another mlf.db", "put it back"},
      {"mlf.db", Damage::kOtherKey, End::kStopped, "D07", "the key of this data folder"},
      {"mlf.db", Damage::kOtherKey, End::kKilled, "belongs to another mlf.db", "put it back"},
      {"mlf.db-wal", Damage::kMissing, End::kKilled, "D15", "put it back"},
      {"mlf.db-wal", Damage::kEmpty, End::kKilled, "missing or empty", "put it back"},
      {"mlf.db-wal", Damage::kForeign, End::kKilled, "not the one of the killed", "put it back"},
      {"mlf.db-wal", Damage::kOtherKey, End::kKilled, "not the one of the killed", "put it back"},
      // SQLite's index of the log, which each start makes anew.
      {"mlf.db-shm", Damage::kMissing, End::kKilled, ""},
      {"mlf.db-shm", Damage::kEmpty, End::kKilled, ""},
      {"mlf.db-shm", Damage::kShort, End::kKilled, ""},
      {"mlf.db-shm", Damage::kForeign, End::kKilled, ""},
      {"mlf.db-reserve", Damage::kMissing, End::kStopped, ""},
      {"mlf.db-reserve", Damage::kEmpty, End::kKilled, ""},
      {"mlf.db-reserve", Damage::kShort, End::kStopped, ""},
      {"mlf.db-reserve", Damage::kForeign, End::kKilled, ""},
      {"key", Damage::kMissing, End::kStopped, "D06", "put it back"},
      {"key", Damage::kEmpty, End::kStopped, "the key is empty", "put back the key"},
      {"key", Damage::kShort, End::kKilled, "64 hex digits", "put back the key"},
      {"key", Damage::kOtherKey, End::kStopped, "D07", "the key of this data folder"},
      {"key", Damage::kOtherKey, End::kKilled, "D07", "the key of this data folder"},
      // What it knows is lost with it; the next start writes it anew.
      {"lock", Damage::kMissing, End::kKilled, ""},
      {"lock", Damage::kEmpty, End::kKilled, ""},
      {"lock", Damage::kShort, End::kStopped, ""},
      {"log", Damage::kMissing, End::kKilled, ""},
  };
  int number = 0;
  for (const auto& row : kRows) {
    SCOPED_TRACE(fmt::format("{} {} {}", row.file, static_cast<int>(row.damage),
                             row.end == End::kKilled ? "killed" : "stopped"));
    const std::string path = folder / fmt::format("data{}", ++number);
    Leave(path, row.end);
    Harm(path, row.file, row.damage);
    const Started started = Start(path);
    if (*row.says == '\0') {
      EXPECT_EQ(started.fault, "");
      EXPECT_EQ(started.records, kActs);
    } else {
      EXPECT_THAT(started.fault, AllOf(HasSubstr(row.says), HasSubstr(row.remedy)));
    }
  }
}

// A refused start leaves both files as they were: the right one put back, everything is there.
TEST_F(LostFiles, ARefusedStartChangesNothing) {
  for (const char* file : {"mlf.db", "mlf.db-wal", "key"}) {
    SCOPED_TRACE(file);
    const std::string path = folder / (std::string("at_") + file);
    Leave(path, End::kKilled);
    const std::string right = folder / "right";
    fs::copy_file(path + "/" + file, right, fs::copy_options::overwrite_existing);
    Harm(path, file, Damage::kOtherKey);
    EXPECT_NE(Start(path).fault, "");
    EXPECT_NE(Start(path).fault, "") << "the second start knows it too";
    fs::copy_file(right, path + "/" + file, fs::copy_options::overwrite_existing);
    const Started started = Start(path);
    EXPECT_EQ(started.fault, "");
    EXPECT_EQ(started.records, kActs);
  }
}

// Acknowledged acts are lost with the end of a log, and no program can know: a power cut on a disk
// that has not written them leaves the same file. What is left fits together.
TEST_F(LostFiles, AShortLogLeavesWholeCommits) {
  const std::string path = folder / "data";
  Leave(path, End::kKilled);
  Harm(path, "mlf.db-wal", Damage::kShort);
  const Started started = Start(path);
  EXPECT_EQ(started.fault, "");
  EXPECT_LT(started.records, kActs);
}

// The remedies of the messages.
TEST_F(LostFiles, TheRemediesWork) {
  const std::string path = folder / "data";
  Leave(path, End::kKilled);
  for (const char* file : {"mlf.db-wal", "mlf.db-shm", "lock"}) fs::remove(path + "/" + file);
  EXPECT_EQ(Start(path).fault, "") << "without the log";
  fs::rename(path, path + ".old");
  EXPECT_EQ(Start(path).fault, "") << "afresh";
}

TEST_F(LostFiles, ABackupBesideTheLogOfAKilledServerIsNotMixedWithIt) {
  const std::string path = folder / "data";
  Leave(path, End::kKilled);
  ASSERT_TRUE(BackUp(path + "/mlf.db", folder / "copy.db"));
  EXPECT_EQ(Start(path).fault, "") << "a backup of a killed server's folder takes nothing from it";
  Leave(folder / "second", End::kKilled);
  ASSERT_TRUE(BackUp(folder / "second/mlf.db", folder / "second.db"));
  fs::copy_file(folder / "second.db", folder / "second/mlf.db",
                fs::copy_options::overwrite_existing);
  EXPECT_THAT(Start(folder / "second").fault, HasSubstr("belongs to another mlf.db"));
}

// A new folder: a key that the operator has put there, and a first start that was interrupted.
TEST_F(LostFiles, ANewFolderBegins) {
  const std::string path = folder / "data";
  fs::create_directory(path);
  WriteKey(path, 7);
  WriteText(path + "/log/mlf-server-2025-01-31.log", "");
  EXPECT_EQ(Start(path).fault, "");
  const std::string bare = folder / "bare";
  fs::create_directory(bare);
  WriteText(bare + "/key", "");
  ::chmod((bare + "/key").c_str(), 0600);
  EXPECT_THAT(Start(bare).fault,
              AllOf(HasSubstr("the key is empty"), HasSubstr("make one with: openssl rand")));
}

// Another process that has opened the folder before somebody deleted its lock.
TEST_F(LostFiles, ADeletedLockLetsNobodyIn) {
  const auto opened = DataFolder::Open(folder / "data");
  ASSERT_TRUE(opened);
  fs::remove(folder / "data/lock");
  const auto second = DataFolder::Open(folder / "data");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.faults().front().code, "D05");
}

}  // namespace
}  // namespace mlf::server::test
