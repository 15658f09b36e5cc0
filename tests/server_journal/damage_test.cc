// Damaged rows and pages: only the desk concerned is set aside, and nothing crashes.
#include "server/journal/desk_rows.h"
#include "server/sim/disk.h"
#include "tests/server_journal/place.h"
#include "tests/support/small_disk.h"

#include <gmock/gmock.h>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

struct Change {
  const char* what;
  const char* sql;
  const char* report;
};

class DamageTest : public testing::TestWithParam<Change> {};

TEST_P(DamageTest, SetsItsDeskAsideAndNoOther) {
  Folder folder;
  const std::string path = folder / "mlf.db";
  {
    Place place({.path = path});
    for (const char* name : {"d1", "d2", "d3"}) {
      Player desk(name);
      place.Commit(desk.Begin());
      place.Commit(desk.Act("a"));
      place.Commit(desk.EndHand());
      for (int i = 0; i < 5; ++i) place.Commit(desk.Act());
    }
  }
  Place({.path = path});  // the newest records go to their places
  {
    Connection db(path, Connection::Mode::kReadWrite);
    db.Execute(GetParam().sql);
    ASSERT_NE(db.changes(), 0);
  }
  Place place({.path = path});
  const auto desks = place.Desks();
  ASSERT_THAT(desks, SizeIs(2));
  EXPECT_EQ(desks[0].desk, "d1");
  EXPECT_EQ(desks[1].desk, "d3");
  EXPECT_THAT(place.damaged, ElementsAre(testing::AllOf(testing::StartsWith("d2: "),
                                                        HasSubstr(GetParam().report))));
  EXPECT_FALSE(place.journal().LoadDesk("d2"));
  EXPECT_THAT(place.reports(), SizeIs(1));
}

// The same among the newest records, which are read before they have gone on.
class NewestDamageTest : public testing::TestWithParam<Change> {};

TEST_P(NewestDamageTest, SetsItsDeskAsideAndNoOther) {
  Folder folder;
  const std::string path = folder / "mlf.db";
  Place place({.path = path});
  for (const char* name : {"d1", "d2", "d3"}) {
    Player desk(name);
    place.Commit(desk.Begin());
    for (int i = 0; i < 7; ++i) place.Commit(desk.Act("a" + std::to_string(i)));
  }
  Connection db(path, Connection::Mode::kReadWrite);
  db.Execute(GetParam().sql);
  ASSERT_NE(db.changes(), 0);
  const auto found =
      ElementsAre(testing::AllOf(testing::StartsWith("d2: "), HasSubstr(GetParam().report)));
  EXPECT_THAT(place.Desks(), SizeIs(2));
  EXPECT_THAT(place.damaged, found);
  // After they have gone on.
  Place again({.path = path});
  EXPECT_EQ(db.Ask("SELECT count(*) FROM newest"), "0");
  EXPECT_THAT(again.Desks(), SizeIs(2));
  EXPECT_THAT(again.damaged, found);
}

std::string NameOf(const testing::TestParamInfo<Change>& change) {
  std::string name;
  for (const char* c = change.param.what; *c != 0; ++c)
    if (std::isalpha(static_cast<unsigned char>(*c)) != 0) name += *c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, NewestDamageTest,
    testing::Values(
        Change{"a record", "UPDATE newest SET action = 'x' WHERE desk = 'd2' AND number = 5",
               "record 6 or the one before"},
        Change{"the last record", "UPDATE newest SET seat = 9 WHERE desk = 'd2' AND number = 7",
               "record 7 was altered"},
        Change{"an unknown kind", "UPDATE newest SET kind = 77 WHERE desk = 'd2' AND number = 7",
               "record 7 was altered"},
        Change{"another desk", "UPDATE newest SET desk = 'd9' WHERE desk = 'd2' AND number = 5",
               "record 5 is missing"},
        Change{"a missing record", "DELETE FROM newest WHERE desk = 'd2' AND number = 5",
               "record 5 is missing"},
        Change{"a lost tail", "DELETE FROM newest WHERE desk = 'd2' AND number = 7",
               "record 7 is missing"},
        Change{"all of them", "DELETE FROM newest WHERE desk = 'd2'", "record 1 is missing"}),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Rows, DamageTest,
    testing::Values(
        Change{"a record", "UPDATE records SET action = 'x' WHERE desk = 'd2' AND number = 5",
               "record 6 or the one before"},
        Change{"the last record", "UPDATE records SET seat = 9 WHERE desk = 'd2' AND number = 7",
               "record 7 was altered"},
        Change{"a type", "UPDATE records SET hash = 'text' WHERE desk = 'd2' AND number = 4",
               "record 5 or the one before"},
        Change{"an unknown kind", "UPDATE records SET kind = 77 WHERE desk = 'd2' AND number = 7",
               "record 7 was altered"},
        Change{"a missing record", "DELETE FROM records WHERE desk = 'd2' AND number = 5",
               "record 5 is missing"},
        Change{"the record before the mark",
               "UPDATE records SET at = 1 WHERE desk = 'd2' AND number = 2", "record 3"},
        Change{"a lost tail", "DELETE FROM records WHERE desk = 'd2' AND number = 7",
               "record 7 is missing"},
        Change{"a lost tail of several", "DELETE FROM records WHERE desk = 'd2' AND number > 3",
               "record 4 is missing"},
        Change{"the place of the tail", "DELETE FROM tails WHERE desk = 'd2'", "match 1"},
        Change{"the tail's number", "UPDATE tails SET number = 6 WHERE desk = 'd2'", "record 6"},
        Change{"all marks", "DELETE FROM marks WHERE desk = 'd2'", "it has no mark"},
        Change{"the newest mark", "DELETE FROM marks WHERE desk = 'd2' AND hand = 1",
               "hand 1: its mark is missing"},
        Change{"the mark", "UPDATE marks SET records = zeroblob(2000) WHERE desk = 'd2'",
               "its mark was altered"},
        Change{"the mark's place", "UPDATE marks SET number = 3 WHERE desk = 'd2' AND hand = 1",
               "its mark was altered"},
        Change{"its salts", "UPDATE marks SET salts = '[]' WHERE desk = 'd2'",
               "its mark was altered"},
        Change{"a key", "UPDATE keys SET key = x'00' WHERE desk = 'd2'", "its key was altered"},
        Change{"the head", "UPDATE matches SET options = '{\"a\": 1}' WHERE desk = 'd2'",
               "its head was altered"},
        Change{"the desk", "UPDATE desks SET text = '{}' WHERE desk = 'd2'", "its row"},
        Change{"the end of a hand", "UPDATE hands SET secret = 'x' WHERE desk = 'd2'",
               "its end was altered"}),
    NameOf);

TEST(DamagedPagesTest, NeverCrashAndNeverGiveADeskThatIsNotWhole) {
  // A database of ten desks, as its bytes.
  std::string whole;
  std::vector<std::uint64_t> chains;
  {
    Disk disk(1);
    Place place({.path = "mlf.db", .vfs = disk.vfs()});
    for (int i = 0; i < 10; ++i) {
      Player desk("d" + std::to_string(i));
      place.Commit(desk.Begin());
      for (int n = 0; n < 40; ++n) place.Commit(desk.Act("a" + std::to_string(n)));
      chains.push_back(ChainHash(desk.records().back()));
    }
    Connection(std::string("mlf.db"), Connection::Mode::kReadWrite, disk.vfs())
        .Execute("PRAGMA wal_checkpoint(TRUNCATE)");
    whole = disk.Content("mlf.db");
  }
  int opened = 0;
  int loaded = 0;
  int set_aside = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    std::uint64_t random = Mix64(seed);
    const auto next = [&](std::size_t below) { return Mix64(random += kGolden) % below; };
    std::string bytes = whole;
    if (seed % 2 == 0) {
      for (std::size_t flips = 1 + next(4); flips > 0; --flips)
        bytes[next(bytes.size())] ^= static_cast<char>(1 << next(8));
    } else {
      const std::size_t page = next(bytes.size() / 4096) * 4096;
      for (std::size_t at = page; at < page + 4096; ++at) bytes[at] = static_cast<char>(next(256));
    }
    Disk disk(seed);
    disk.Put("mlf.db", bytes);
    Place place({.path = "mlf.db", .vfs = disk.vfs(), .may_fail = true});
    if (!place.open()) continue;
    ++opened;
    try {
      for (const StoredDesk& desk : place.Desks()) {
        ++loaded;
        ASSERT_THAT(desk.records, SizeIs(40));
        EXPECT_EQ(ChainHash(desk.records.back()),
                  chains[static_cast<std::size_t>(desk.desk[1] - '0')]);
        static_cast<void>(place.journal().FindAct(desk.desk, 1, "u1", "a7"));
      }
      set_aside += static_cast<int>(place.damaged.size());
    } catch (const SqlError& error) {
      EXPECT_TRUE(error.OfTheData()) << error.what();  // the list of desks itself
    }
  }
  EXPECT_GT(opened, 300);
  EXPECT_GT(loaded, 2000);
  EXPECT_GT(set_aside, 50);
}

// On the system's own files, with a limit to their size. The log reaches it first; a checkpoint
// makes room, so that a second attempt goes on from what is stored.
TEST(SmallDiskTest, GoesOnWhenThereIsSpaceAgain) {
  Folder folder;
  const auto ran = ::mlf::test::RunOnSmallDisk(900'000, [&](std::string& output) {
    Place place({.path = folder / "mlf.db", .thread = true});
    Player desk("d1");
    std::size_t durable = 0;
    if (place.Commit(desk.Begin()) != Outcome::kDurable) return 2;
    while (place.Commit(desk.Act()) == Outcome::kDurable) ++durable;
    output = place.reports().empty() ? "no report" : place.reports()[0];
    const auto stored = place.journal().LoadDesk("d1");
    if (!stored || stored->records.size() < durable || durable < 10) return 3;
    desk.GoBackTo(stored->records.size());
    return place.Commit(desk.Act()) == Outcome::kDurable ? 0 : 4;
  });
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.output, HasSubstr("nothing can be made durable now"));
  Place place({.path = folder / "mlf.db"});
  EXPECT_THAT(place.Desks(), SizeIs(1));
}

}  // namespace
}  // namespace mlf::server::test
