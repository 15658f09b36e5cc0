// The data folder: one process, its own versions, its own key; and copies of it.
#include "server/journal/data_folder.h"
#include "server/journal/desk_rows.h"
#include "server/journal/schema.h"
#include "tests/server_journal/place.h"
#include "tests/support/files.h"

#include <gmock/gmock.h>

#include <span>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace mlf::server::test {
namespace {

using ::mlf::test::ReadText;
using ::mlf::test::WriteText;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

unsigned ModeOf(const std::string& path) {
  struct stat status{};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 0777;
}

// The faults of opening a database as a server does.
std::string OpenFault(const std::string& path, std::string key = "key") {
  const auto opened = Storage::Open(
      {.path = path, .post = [](std::function<void()>) {}, .key = std::move(key), .thread = false});
  return opened ? "" : FaultText(opened.faults());
}

class FolderTest : public testing::Test {
 protected:
  std::string data() const { return folder / "data"; }
  std::string database() const { return data() + "/mlf.db"; }
  Folder folder;
  SeededEntropy entropy{9};
};

TEST_F(FolderTest, IsMadeForItsOwnerAlone) {
  const auto opened = DataFolder::Open(folder / "new/data/");
  ASSERT_TRUE(opened) << FaultText(opened.faults());
  ASSERT_TRUE((*opened)->Key({}, "", entropy));
  EXPECT_EQ(ModeOf(folder / "new/data"), 0700U);
  for (const char* file : {"mlf.db", "key", "lock"})
    EXPECT_EQ(ModeOf(folder / "new/data/" + file), 0600U) << file;
  const Place place({.path = folder / "new/data/mlf.db"});
  EXPECT_EQ(ModeOf(folder / "new/data/mlf.db-wal"), 0600U);
}

TEST_F(FolderTest, TakesOneProcessAtATime) {
  auto opened = DataFolder::Open(data());
  ASSERT_TRUE(opened);
  const auto second = [&] {
    const pid_t child = ::fork();
    if (child == 0) {
      const auto again = DataFolder::Open(data());
      const bool says_so =
          !again && again.faults()[0].code == "D05" &&
          again.faults()[0].message.find(std::to_string(::getppid())) != std::string::npos;
      ::_exit(says_so ? 3 : again ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
  };
  EXPECT_EQ(second(), 3);
  std::move(opened).value().reset();
  EXPECT_EQ(second(), 0);
}

TEST_F(FolderTest, APlaceThatCannotBeAFolderIsRefused) {
  WriteText(folder / "file", "text");
  const auto opened = DataFolder::Open(folder / "file");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.faults()[0].code, "D04");
  EXPECT_THAT(opened.faults()[0].message, HasSubstr("--data"));
}

TEST_F(FolderTest, TheKeyIsReadFromWhereItIsNamed) {
  const auto opened = DataFolder::Open(data());
  const DataFolder& in = **opened;
  const std::string digits(64, 'a');
  EXPECT_EQ((*in.Key(digits, "", entropy))[0], 0xaa);
  const std::string file = folder / "secret";
  WriteText(file, std::string(64, 'B') + "\n");
  ::chmod(file.c_str(), 0640);
  const auto open_to_others = in.Key({}, file, entropy);
  ASSERT_FALSE(open_to_others);
  EXPECT_THAT(open_to_others.faults()[0].message, HasSubstr("chmod 600"));
  ::chmod(file.c_str(), 0600);
  EXPECT_EQ((*in.Key({}, file, entropy))[31], 0xbb);
  EXPECT_EQ((*in.Key(digits, file, entropy))[0], 0xaa) << "the environment comes first";
  const SecretKey own = *in.Key({}, "", entropy);
  EXPECT_EQ(*in.Key({}, "", entropy), own) << "made once";
  EXPECT_EQ(ModeOf(data() + "/key"), 0600U);
}

TEST_F(FolderTest, AWrongKeyTextIsRefused) {
  const auto opened = DataFolder::Open(data());
  for (const std::string& text : {std::string(), std::string(63, 'a'), std::string(65, 'a'),
                                  std::string(64, 'g'), std::string(1000, '0')}) {
    const auto key = (*opened)->Key(text, "", entropy);
    ASSERT_FALSE(key) << text;
    EXPECT_THAT(key.faults()[0].message, HasSubstr("64 hex digits"));
  }
  EXPECT_FALSE((*opened)->Key({}, folder / "nowhere", entropy));
  EXPECT_FALSE((*opened)->Key({}, folder.str(), entropy));
}

TEST_F(FolderTest, AFolderInUseDoesNotGetANewKey) {
  const auto opened = DataFolder::Open(data());
  ASSERT_TRUE((*opened)->Key({}, "", entropy));
  {
    const Place place({.path = database()});
  }
  std::filesystem::remove(data() + "/key");
  const auto key = (*opened)->Key({}, "", entropy);
  ASSERT_FALSE(key);
  EXPECT_THAT(key.faults()[0].message, HasSubstr("missing"));
}

TEST_F(FolderTest, AnotherKeyIsRefusedAtTheStart) {
  EXPECT_EQ(OpenFault(folder / "a.db", "one"), "");
  EXPECT_EQ(OpenFault(folder / "a.db", "one"), "");
  EXPECT_THAT(OpenFault(folder / "a.db", "two"), HasSubstr("D07"));
}

TEST_F(FolderTest, AForeignDatabaseIsRefusedAndStaysAsItIs) {
  const std::string path = folder / "a.db";
  {
    Connection db(path, Connection::Mode::kCreate);
    db.Execute("PRAGMA application_id=77; CREATE TABLE songs(name)");
  }
  const std::string before = ReadText(path);
  EXPECT_THAT(OpenFault(path), testing::AllOf(HasSubstr("D01"), HasSubstr("another program")));
  EXPECT_EQ(ReadText(path), before);
  WriteText(path, "these are 40 bytes of text, no database.\n" + std::string(4096, 'x'));
  EXPECT_THAT(OpenFault(path), testing::AllOf(HasSubstr("D01"), HasSubstr("backup")));
}

TEST_F(FolderTest, ANewerDatabaseIsRefused) {
  const std::string path = folder / "a.db";
  EXPECT_EQ(OpenFault(path), "");
  {
    Connection db(path, Connection::Mode::kReadWrite);
    db.Execute("PRAGMA user_version=99");
  }
  EXPECT_THAT(OpenFault(path),
              testing::AllOf(HasSubstr("D01"), HasSubstr("99"), HasSubstr("newer mlf-server")));
  WriteText(folder / "b.db", "");
  EXPECT_THAT(OpenFault(folder.str()), HasSubstr("D02"));
}

TEST_F(FolderTest, AnOlderDatabaseIsMigratedOrStaysAsItIs) {
  Connection db(folder / "a.db", Connection::Mode::kCreate);
  const char* const first = "CREATE TABLE people(name TEXT); INSERT INTO people VALUES('ming')";
  const std::array<const char*, 1> old{first};
  EXPECT_FALSE(Migrate(db, old));
  const std::array<const char*, 3> broken{
      first, "ALTER TABLE people ADD COLUMN age INTEGER NOT NULL DEFAULT 7", "no SQL"};
  EXPECT_THROW(Migrate(db, broken), SqlError);
  EXPECT_EQ(db.Ask("PRAGMA user_version"), "1");
  EXPECT_EQ(db.Ask("SELECT count(*) FROM pragma_table_info('people')"), "1");
  const std::array<const char*, 2> now{first, broken[1]};
  EXPECT_FALSE(CheckVersion(db, now)) << "a reader takes an older one";
  EXPECT_FALSE(Migrate(db, now));
  EXPECT_EQ(db.Ask("SELECT name || age FROM people"), "ming7");
  EXPECT_EQ(db.Ask("PRAGMA user_version"), "2");
  EXPECT_FALSE(Migrate(db, now)) << "nothing left to do";
  EXPECT_THAT(*Migrate(db, old), HasSubstr("knows versions up to 1"));
  EXPECT_THAT(*CheckVersion(db, old), HasSubstr("knows versions up to 1"));
}

// Accounts of an earlier version get the look of their names.
TEST_F(FolderTest, TheLooksOfNamesAreMadeForOlderAccounts) {
  Connection db(folder / "a.db", Connection::Mode::kCreate);
  ASSERT_FALSE(Migrate(db, SchemaSteps().subspan(0, 2)));
  db.Execute(
      "INSERT INTO users(id, name, password, created) VALUES('u1', 'R\u00f3bin 1', 'x', 0), "
      "('g1', 'guest', '', 0)");
  ASSERT_FALSE(Migrate(db, SchemaSteps()));
  EXPECT_EQ(db.Ask("SELECT look FROM users WHERE id = 'u1'"), "roblnl");
  EXPECT_EQ(db.Ask("SELECT look FROM users WHERE id = 'g1'"), "");
}

TEST_F(FolderTest, DesksThatHadEndedLoseTheirNames) {
  Connection db(folder / "a.db", Connection::Mode::kCreate);
  ASSERT_FALSE(Migrate(db, SchemaSteps().subspan(0, 3)));
  const std::string text =
      R"({"seats":[{"user":"u1","name":"ming"},{"user":"r1","name":"robot 1","robot":true}]})";
  const DeskRow runs{text, "1", false};
  const DeskRow ended{text, "2", true};
  StoreRow(db, "runs", runs);
  StoreRow(db, "ended", ended);
  StoreRow(db, "damaged", ended);
  db.Execute("UPDATE desks SET sum = sum + 1 WHERE desk = 'damaged'");
  ASSERT_FALSE(Migrate(db, SchemaSteps()));
  EXPECT_EQ(db.Ask("SELECT text FROM desks WHERE desk = 'runs'"), text);
  EXPECT_EQ(db.Ask("SELECT text FROM desks WHERE desk = 'damaged'"), text);
  const DeskRow after{db.Ask("SELECT text FROM desks WHERE desk = 'ended'"), "2", true};
  EXPECT_EQ(after.text,
            R"({"seats":[{"user":"u1","name":""},{"user":"r1","name":"robot 1","robot":true}]})");
  EXPECT_EQ(db.Ask("SELECT sum FROM desks WHERE desk = 'ended'"),
            std::to_string(static_cast<std::int64_t>(SumOf("ended", after))));
}

TEST_F(FolderTest, WhatGivesAWallAwayIsNotInTheFile) {
  const std::string path = folder / "mlf.db";
  {
    Place place({.path = path});
    Player desk("d1");
    place.Commit(desk.Begin());
    place.Commit(desk.EndHand());
    for (const std::string& file : {path, path + "-wal"}) {
      const std::string bytes = ReadText(file);
      EXPECT_THAT(bytes, Not(HasSubstr(kMarkText)));
      EXPECT_THAT(bytes, Not(HasSubstr(kHostText)));
      EXPECT_THAT(bytes, Not(HasSubstr(std::string(32, '\xa0'))));
    }
    EXPECT_THAT(ReadText(path + "-wal"), HasSubstr("0 discard 5m")) << "the others do";
  }
  // A sealed value opens only at its own place.
  Connection(path, Connection::Mode::kReadWrite)
      .Execute("UPDATE keys SET key = (SELECT key FROM keys WHERE hand = 0) WHERE hand = 1");
  Place place({.path = path});
  EXPECT_FALSE(place.journal().LoadDesk("d1"));
}

// Without the key nobody can try out walls until a hash fits.
TEST(SealTest, AHashTellsNothingWithoutTheKey) {
  SecretKey one{}, other{};
  other.fill(1);
  const std::string table = "a table and its wall";
  const auto hash = [&](const SecretKey& key) {
    return Seal(key).KeyedHash(std::as_bytes(std::span(table)));
  };
  EXPECT_EQ(hash(one), hash(one));
  EXPECT_NE(hash(one), hash(other));
}

TEST_F(FolderTest, ABackupIsTakenWhileTheServerWrites) {
  Place place({.path = folder / "mlf.db", .thread = true});
  Player desk("d1");
  place.Commit(desk.Begin());
  int durable = 0;
  for (int i = 0; i < 2000; ++i) {
    place.journal().Append(desk.Act(), [&](Outcome) { ++durable; });
    if (i == 1000) {
      place.storage().Flush();
      place.loop().Run();
    }
    if (i != 1500) continue;
    const int before = durable;
    const auto copy = place.storage().BackUp(folder / "copy.db");
    ASSERT_TRUE(copy) << FaultText(copy.faults());
    EXPECT_EQ(ModeOf(*copy), 0600U);
    Place other({.path = *copy});
    const auto stored = other.journal().LoadDesk("d1");
    ASSERT_TRUE(stored);
    EXPECT_GE(static_cast<int>(stored->records.size()), before);
  }
  EXPECT_TRUE(place.loop().RunUntil([&] { return durable == 2000; }));
  const auto again = place.storage().BackUp(folder / "copy.db");
  ASSERT_FALSE(again);
  EXPECT_THAT(FaultText(again.faults()), HasSubstr("exists already"));
  EXPECT_FALSE(place.storage().BackUp(folder / "nowhere/copy.db"));
}

TEST_F(FolderTest, TheMatchesInPlayAreListedBesideARunningServer) {
  EXPECT_FALSE(MatchesInPlay(folder / "nowhere"));
  const auto opened = DataFolder::Open(data());
  Place place({.path = (*opened)->database()});
  Player first("d1");
  Player second("d2");
  place.Commit(first.Begin());
  place.Commit(second.Begin());
  place.Commit(second.EndMatch());
  const auto listed = MatchesInPlay(data());
  ASSERT_TRUE(listed) << FaultText(listed.faults());
  ASSERT_THAT(*listed, SizeIs(1));
  EXPECT_EQ((*listed)[0].first, "d1");
  EXPECT_EQ((*listed)[0].second.fingerprint, "0123456789abcdef");
}

}  // namespace
}  // namespace mlf::server::test
