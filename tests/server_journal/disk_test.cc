// The simulated disk, and what a journal on it keeps through power cuts and faults.
#include "server/sim/disk.h"
#include "server/sim/storage_driver.h"
#include "server/world/timer_queue.h"
#include "tests/server_journal/place.h"

#include <gmock/gmock.h>

#include <numeric>

namespace mlf::server::test {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Writes rows one by one, each its own transaction, until the power is cut at a random call; then
// how many acknowledged rows the disk lost.
int LostRows(const std::string& synchronous, std::uint64_t seed) {
  Disk disk(seed);
  int acknowledged = 0;
  {
    Connection db("a.db", Connection::Mode::kCreate, disk.vfs());
    db.Execute(
        "PRAGMA synchronous=EXTRA; PRAGMA journal_mode=WAL; CREATE TABLE t(n INTEGER "
        "PRIMARY KEY); PRAGMA synchronous=" +
        synchronous);
    disk.CutPowerAfter(Mix64(seed) % 300);
    try {
      for (; acknowledged < 200; ++acknowledged) db.Do("INSERT INTO t VALUES(?)", acknowledged);
    } catch (const SqlError&) {
    }
    disk.CutPower();
  }
  disk.Restart();
  Connection db("a.db", Connection::Mode::kReadWrite, disk.vfs());
  EXPECT_EQ(db.Ask("PRAGMA integrity_check"), "ok") << "seed " << seed;
  if (db.Ask("SELECT count(*) FROM sqlite_schema") == "0") return acknowledged;
  int kept = 0;
  Rows rows = db.Run("SELECT n FROM t WHERE n < ? ORDER BY n", acknowledged);
  while (rows.Next()) ++kept;
  return acknowledged - kept;
}

TEST(DiskTest, FullLosesNoAcknowledgedRowAndNormalDoes) {
  int full = 0;
  int normal = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    full += LostRows("FULL", seed) != 0 ? 1 : 0;
    normal += LostRows("NORMAL", seed) != 0 ? 1 : 0;
  }
  EXPECT_EQ(full, 0);
  EXPECT_GT(normal, 100);
  RecordProperty("seeds_that_lost_rows_under_normal", normal);
}

TEST(DiskTest, TheSameSeedLosesTheSame) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    EXPECT_EQ(LostRows("NORMAL", seed), LostRows("NORMAL", seed));
}

TEST(DiskTest, AProcessThatIsKilledLosesNothing) {
  Disk disk(1);
  {
    Connection db("a.db", Connection::Mode::kCreate, disk.vfs());
    db.Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; CREATE TABLE t(n)");
    for (int i = 0; i < 50; ++i) db.Do("INSERT INTO t VALUES(?)", i);
    disk.Kill();
    EXPECT_THROW(db.Do("INSERT INTO t VALUES(50)"), SqlError);
  }
  EXPECT_THROW(Connection("a.db", Connection::Mode::kReadWrite, disk.vfs()), SqlError);
  disk.Restart();
  Connection db("a.db", Connection::Mode::kReadWrite, disk.vfs());
  EXPECT_EQ(db.Ask("SELECT count(*) FROM t"), "50");
}

TEST(DiskTest, TwoConnectionsExcludeEachOther) {
  Disk disk(1);
  Connection one("a.db", Connection::Mode::kCreate, disk.vfs());
  one.Execute("PRAGMA journal_mode=WAL; CREATE TABLE t(n)");
  Connection two("a.db", Connection::Mode::kReadWrite, disk.vfs());
  sqlite3_busy_timeout(two.get(), 0);
  one.Execute("BEGIN IMMEDIATE; INSERT INTO t VALUES(1)");
  EXPECT_THROW(two.Execute("BEGIN IMMEDIATE"), SqlError);
  EXPECT_EQ(two.Ask("SELECT count(*) FROM t"), "0");
  one.Execute("COMMIT");
  EXPECT_EQ(two.Ask("SELECT count(*) FROM t"), "1");
}

// Desks on a disk that fails, whose host does what a server's does: after an unknown outcome it
// reads what is there and goes on from it.
class Game {
 public:
  Game(std::uint64_t seed, Disk& disk) : random_(seed), disk_(disk) { Open(); }

  // Every commit that was acknowledged is there, once and in order. Players go on from what is
  // stored.
  void Check() {
    const auto stored = place_->Desks();
    EXPECT_THAT(place_->damaged, IsEmpty());
    std::map<std::string, StoredDesk> by_desk;
    for (const StoredDesk& desk : stored) by_desk.emplace(desk.desk, desk);
    for (int i = 0; i < kDesks; ++i) Compare(i, by_desk);
  }
  void Open() {
    place_ =
        std::make_unique<Place>(Place::Options{.path = "mlf.db",
                                               .vfs = disk_.vfs(),
                                               .may_fail = true,
                                               .newest = {.of_desk = 5, .all = 16, .at_once = 4}});
  }
  bool open() const { return place_->open(); }
  void Close() { place_.reset(); }
  Place& place() { return *place_; }

  void Append() {
    const auto i = static_cast<std::size_t>(Next(kDesks));
    Seat& seat = seats_[i];
    if (seat.uncertain) return;
    Commit commit;
    if (seat.given == 0) {
      commit = seat.player.Begin();
    } else {
      commit = seat.player.Act("act" + std::to_string(seat.given));
    }
    const int number = ++seat.given;
    place_->journal().Append(std::move(commit), [this, i, number](Outcome outcome) {
      Seat& answered = seats_[i];
      if (outcome == Outcome::kDurable) {
        EXPECT_EQ(answered.acknowledged, number - 1) << "in order";
        answered.acknowledged = number;
      } else {
        answered.uncertain = true;
      }
    });
  }
  void Settle() { place_->Settle(); }
  int acknowledged() const {
    return std::accumulate(seats_.begin(), seats_.end(), 0,
                           [](int sum, const Seat& seat) { return sum + seat.acknowledged; });
  }
  // The next life of a process: nobody knows about what was not acknowledged.
  void Uncertain() {
    for (Seat& seat : seats_) seat.uncertain = true;
  }
  std::uint64_t Next(std::uint64_t below) { return Mix64(random_ += kGolden) % below; }

 private:
  static constexpr int kDesks = 5;
  struct Seat {
    Player player;
    int given = 0;         // commits: the first one begins
    int acknowledged = 0;  // of them, in order
    bool uncertain = false;
  };

  void Compare(int i, const std::map<std::string, StoredDesk>& stored) {
    Seat& seat = seats_[static_cast<std::size_t>(i)];
    const auto found = stored.find(seat.player.desk());
    const int in_journal =
        found == stored.end() ? 0 : static_cast<int>(found->second.records.size()) + 1;
    EXPECT_GE(in_journal, seat.acknowledged) << "an acknowledged commit of " << seat.player.desk();
    EXPECT_LE(in_journal, seat.given);
    for (int n = 1; n < in_journal; ++n) {
      const auto act =
          place_->journal().FindAct(seat.player.desk(), 1, "u1", "act" + std::to_string(n));
      EXPECT_TRUE(act && act->number == static_cast<std::uint64_t>(n)) << n;
    }
    EXPECT_FALSE(
        place_->journal().FindAct(seat.player.desk(), 1, "u1", "act" + std::to_string(in_journal)));
    if (!seat.uncertain) return;
    seat.given = seat.acknowledged = in_journal;
    seat.player.GoBackTo(static_cast<std::size_t>(std::max(0, in_journal - 1)));
    seat.uncertain = false;
  }

  std::uint64_t random_;
  Disk& disk_;
  std::vector<Seat> seats_{
      {Player("d0")}, {Player("d1")}, {Player("d2")}, {Player("d3")}, {Player("d4")}};
  std::unique_ptr<Place> place_;
};

// One life after another; in each, power is cut or the process killed at any call.
TEST(JournalOnDiskTest, WhatWasAcknowledgedOutlivesPowerCuts) {
  int acknowledged = 0;
  for (std::uint64_t seed = 1; seed <= 100 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Disk disk(seed);
    Game game(seed, disk);
    for (int life = 0; life < 6; ++life) {
      if (game.Next(3) == 0) {
        disk.CutPowerAfter(1 + game.Next(400));
      }
      for (int round = 0; round < 30 && !disk.dead(); ++round) {
        for (std::uint64_t n = game.Next(8); n > 0; --n) game.Append();
        if (game.Next(3) != 0) game.Settle();
      }
      if (game.Next(2) == 0) {
        disk.CutPower();
      } else {
        disk.Kill();
      }
      acknowledged = game.acknowledged();
      game.Close();
      game.Uncertain();
      disk.Restart();
      game.Open();
      ASSERT_TRUE(game.open());
      game.Check();
    }
    EXPECT_GT(acknowledged, 0);
  }
}

// Faults of the disk while the server goes on.
TEST(JournalOnDiskTest, WhatWasAcknowledgedOutlivesFailingWritesAndSyncs) {
  int unhealthy = 0;
  for (std::uint64_t seed = 1; seed <= 100 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Disk disk(seed);
    Game game(seed, disk);
    for (int round = 0; round < 60; ++round) {
      switch (game.Next(10)) {
        case 0: disk.Fail(Disk::Call::kSync, 1 + game.Next(3)); break;
        case 1: disk.Fail(Disk::Call::kWrite, 1 + game.Next(3)); break;
        case 2: disk.SetCapacity(disk.used() + game.Next(20'000)); break;
        case 3: disk.SetCapacity(std::nullopt); break;
        default: break;
      }
      for (std::uint64_t n = game.Next(8); n > 0; --n) game.Append();
      game.Settle();
      if (!game.place().storage().healthy()) {
        ++unhealthy;
        if (game.Next(2) == 0) disk.SetCapacity(std::nullopt);
        game.place().storage().Heal();
        game.Settle();
      }
      if (game.place().storage().healthy()) game.Check();
      if (game.Next(10) != 0) continue;
      disk.CutPower();
      game.Close();
      game.Uncertain();
      disk.Restart();
      disk.SetCapacity(std::nullopt);
      game.Open();
      ASSERT_TRUE(game.open());
      game.Check();
    }
  }
  EXPECT_GT(unhealthy, 100);
}

TEST(JournalOnDiskTest, AFullDiskRefusesUntilThereIsSpaceAgain) {
  Disk disk(3);
  Place place({.path = "mlf.db", .vfs = disk.vfs()});
  Player desk("d1");
  EXPECT_EQ(place.Commit(desk.Begin()), Outcome::kDurable);
  disk.SetCapacity(disk.used());
  std::vector<Outcome> outcomes;
  const auto note = [&](Outcome outcome) { outcomes.push_back(outcome); };
  for (int i = 0; i < 100; ++i) place.journal().Append(desk.Act(), note);
  place.Settle();
  EXPECT_FALSE(place.journal().healthy());
  ASSERT_THAT(outcomes, SizeIs(100)) << "answered at once";
  EXPECT_EQ(outcomes.back(), Outcome::kUnknown);
  EXPECT_EQ(place.journal().pending(), 0U);
  const auto stored = place.journal().LoadDesk("d1");
  ASSERT_TRUE(stored) << "reads go on";
  desk.GoBackTo(stored->records.size());
  EXPECT_EQ(place.Commit(desk.Act()), Outcome::kUnknown);
  EXPECT_FALSE(place.storage().Heal());
  EXPECT_FALSE(place.journal().healthy());
  disk.SetCapacity(std::nullopt);
  EXPECT_TRUE(place.storage().Heal());
  EXPECT_TRUE(place.journal().healthy());
  desk.GoBackTo(place.journal().LoadDesk("d1")->records.size());
  EXPECT_EQ(place.Commit(desk.Act()), Outcome::kDurable);
}

TEST(JournalOnDiskTest, AStartOnAFullDiskIsRefusedUntilThereIsSpaceAgain) {
  Disk disk(7);
  Player desk("d1");
  std::string key;
  {
    Place place({.path = "mlf.db", .vfs = disk.vfs()});
    place.Commit(desk.Begin());
    EXPECT_EQ(place.Commit(desk.Act("a")), Outcome::kDurable);
    key = place.seal().Fingerprint();
    disk.Kill();
  }
  disk.Restart();
  disk.SetCapacity(0);
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto opened = Storage::Open({.path = "mlf.db",
                                       .post = [](const std::function<void()>&) {},
                                       .key = key,
                                       .vfs = disk.vfs(),
                                       .thread = false});
    ASSERT_FALSE(opened);
    EXPECT_THAT(FaultText(opened.faults()),
                testing::AllOf(HasSubstr("D02"), HasSubstr("check the disk's space")));
  }
  disk.SetCapacity(std::nullopt);
  Place place({.path = "mlf.db", .vfs = disk.vfs()});
  EXPECT_TRUE(place.journal().FindAct("d1", 1, "u1", "a")) << "nothing was lost";
  EXPECT_EQ(place.Commit(desk.Act("b")), Outcome::kDurable);
}

TEST(JournalOnDiskTest, AFailedSyncIsAnsweredOnlyWhenTheDiskKeepsWhatItIsGiven) {
  Disk disk(4);
  Place place({.path = "mlf.db", .vfs = disk.vfs()});
  Player desk("d1");
  place.Commit(desk.Begin());
  disk.Fail(Disk::Call::kSync, 3);
  std::vector<Outcome> outcomes;
  place.journal().Append(desk.Act(), [&](Outcome outcome) { outcomes.push_back(outcome); });
  place.Settle();
  EXPECT_FALSE(place.journal().healthy());
  EXPECT_FALSE(place.storage().Heal());
  place.Settle();
  EXPECT_THAT(outcomes, IsEmpty()) << "nobody knows yet what is on the disk";
  EXPECT_EQ(place.journal().pending(), 1U);
  while (!place.storage().Heal()) {
  }
  place.Settle();
  EXPECT_THAT(outcomes, SizeIs(1));
  EXPECT_THAT(outcomes, Each(Outcome::kUnknown));
  EXPECT_TRUE(place.journal().healthy());
}

TEST(JournalOnDiskTest, AnIdThatWasNeverGivenIsNotLookedUp) {
  Disk disk(6);
  Place place({.path = "mlf.db", .vfs = disk.vfs()});
  Player desk("d1");
  place.Commit(desk.Begin());
  for (int i = 0; i < 200; ++i) place.Commit(desk.Act("a" + std::to_string(i)));
  for (int i = 0; i < 200; ++i)
    EXPECT_TRUE(place.journal().FindAct("d1", 1, "u1", "a" + std::to_string(i))) << i;
  place.Commit(desk.Act("b"));  // what the reader has in memory is old now
  disk.Fail(Disk::Call::kRead, 1000);
  EXPECT_FALSE(place.journal().FindAct("d1", 1, "u1", "new"));
  EXPECT_FALSE(place.journal().FindAct("d1", 1, "u2", "a1")) << "ids belong to their user";
  EXPECT_TRUE(place.journal().healthy()) << "the disk was not read";
  EXPECT_THROW(place.journal().FindAct("d1", 2, "u1", "new"), SqlError);
  EXPECT_FALSE(place.journal().healthy()) << "of another match nothing is known";
}

TEST(JournalOnDiskTest, AReadThatFailsTwiceMakesTheDiskDoubted) {
  Disk disk(5);
  Place place({.path = "mlf.db", .vfs = disk.vfs()});
  Player desk("d1");
  place.Commit(desk.Begin());
  place.Commit(desk.Act("a"));
  disk.Fail(Disk::Call::kRead, 1);
  EXPECT_TRUE(place.journal().FindAct("d1", 1, "u1", "a")) << "a second attempt";

  EXPECT_TRUE(place.journal().healthy());
  place.Commit(desk.Act("b"));  // what the reader has in memory is old now
  disk.Fail(Disk::Call::kRead, 1000);
  EXPECT_THROW(place.journal().FindAct("d1", 1, "u1", "a"), SqlError);
  EXPECT_FALSE(place.journal().healthy());
  EXPECT_THROW(place.journal().LoadDesk("d1"), SqlError);
  EXPECT_THROW(place.Desks(), std::runtime_error);
  place.Settle();
  EXPECT_FALSE(place.storage().Heal());
  disk.Fail(Disk::Call::kRead, 0);
  EXPECT_TRUE(place.storage().Heal());
  EXPECT_TRUE(place.journal().FindAct("d1", 1, "u1", "a"));
}

class SimClock final : public Clock {
 public:
  Ms Steady() const override { return now; }
  Ms Wall() const override { return now; }
  Ms now = 0;
};

TEST(StorageDriverTest, WritesByTimersAndHealsEverySecond) {
  SimClock clock;
  TimerQueue timers;
  Disk disk(1);
  StorageDriver driver(clock, timers, disk);
  const auto run = [&](Ms until) {
    while (timers.Next() && *timers.Next() <= until) {
      clock.now = std::max(clock.now, *timers.Next());
      timers.RunDue(clock.now);
    }
    clock.now = until;
  };
  Storage::Options options = driver.Options();
  options.path = "mlf.db";
  options.key = "key";
  auto opened = Storage::Open(std::move(options));
  ASSERT_TRUE(opened);
  Storage& storage = **opened;
  driver.Drive(&storage);
  std::vector<Outcome> outcomes;
  const auto submit = [&] {
    storage.Submit([](Connection& db) { db.Do("INSERT INTO meta VALUES(random(), 1)"); },
                   [&](Outcome outcome) { outcomes.push_back(outcome); });
  };
  for (int i = 0; i < 200; ++i) submit();
  run(0);
  EXPECT_THAT(outcomes, SizeIs(200));
  EXPECT_THAT(outcomes, Each(Outcome::kDurable));
  disk.Fail(Disk::Call::kSync, 3);
  submit();
  run(500);
  EXPECT_FALSE(storage.healthy());
  EXPECT_THAT(outcomes, SizeIs(200));
  run(10'000);
  EXPECT_TRUE(storage.healthy());
  EXPECT_THAT(outcomes, SizeIs(201));
  EXPECT_EQ(outcomes.back(), Outcome::kUnknown);
  driver.Drive(nullptr);
}

}  // namespace
}  // namespace mlf::server::test
