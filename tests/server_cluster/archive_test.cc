// The archive of a cluster: a finished hand leaves the store when the archive has it, and it is
// read as before from any node.
#include "cluster/archive.h"
#include "cluster/archiver.h"
#include "cluster/cluster_keys.h"
#include "cluster/store_watch.h"
#include "tests/server_cluster/archive_hosts.h"
#include "tests/server_cluster/postgres_process.h"
#include "tests/support/folder.h"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace mlf::server::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

using Fate = MemoryCluster::Fate;

bool SameHand(const StoredHand& a, const StoredHand& b) {
  return a.end.secret == b.end.secret && a.mark.records == b.mark.records &&
         a.key.key == b.key.key && a.head.texts == b.head.texts &&
         std::ranges::equal(a.records, b.records, SameRecord);
}

// It is moved in several transactions.
void MoveALongHand(Hosts& all) {
  Hosts::Host& a = all.Start("a");
  all.Take(a, "d1");
  Player desk("d1");
  all.Commit(a, desk.Begin());
  for (int i = 0; i < 350; ++i) a.journal->Append(desk.Act(std::to_string(i)), [](Outcome) {});
  all.Commit(a, desk.EndHand());
  // The second one is lost, so that the move is done again with half of the records.
  std::size_t largest = 0, moves = 0;
  all.cluster.DecideFates([&](const std::string&, const Transaction& transaction) {
    largest = std::max(largest, transaction.writes.size());
    const bool move = transaction.writes.size() == Archiver::kChunk;
    return move && ++moves == 2 ? Fate::kRequestLost : Fate::kInTime;
  });
  all.sim.RunFor(15'000);
  EXPECT_GE(moves, 4U);
  EXPECT_EQ(all.Records("d1"), 1U);
  EXPECT_EQ(largest, Archiver::kChunk);
  EXPECT_THAT(a.journal->LoadHand("d1", 1, 0)->records, SizeIs(351));
  for (const char* id : {"0", "150", "349"})
    EXPECT_TRUE(a.journal->FindAct("d1", 1, "u1", id)) << id;
}

TEST(ArchiveTest, AHandLeavesTheStoreWhenTheArchiveHasIt) {
  Hosts all;
  Hosts::Host& a = all.Start("a");
  all.Start("b");
  all.sim.RunFor(3000);
  const std::string away = all.folder.str() + ".away";
  std::filesystem::rename(all.folder.str(), away);
  all.Play(a, "d1", 3);
  const auto before = a.journal->LoadHand("d1", 1, 1);
  ASSERT_TRUE(before);
  all.sim.RunFor(20'000);
  EXPECT_EQ(all.Records("d1"), 15U) << "nothing is deleted while it is away";
  EXPECT_EQ(a.archiver->waiting(), 3U);
  std::filesystem::rename(away, all.folder.str());
  all.sim.RunFor(20'000);
  EXPECT_EQ(all.Records("d1"), 0U);
  EXPECT_THAT(all.Keys(keys::kWaiting), IsEmpty());
  EXPECT_THAT(all.Keys(keys::Secret("")), IsEmpty()) << "it has the links too";
  EXPECT_EQ(a.archiver->moved() + all.hosts.at("b")->archiver->moved(), 3U);
  EXPECT_EQ(a.archiver->waiting(), 0U);
  all.Start("c");
  for (const auto& [name, host] : all.hosts) {
    for (const auto& hand :
         {host->journal->LoadHand("d1", 1, 1), host->journal->LoadHand("d1-1-1")}) {
      ASSERT_TRUE(hand) << name;
      EXPECT_TRUE(SameHand(*hand, *before));
    }
    EXPECT_FALSE(host->journal->LoadHand("no-such-link"));
    EXPECT_EQ(host->journal->FinishedHands("d1", 1), 3U);
    EXPECT_THAT(host->journal->PendingOvers("u1"), SizeIs(1));
  }
  all.Kill("a");
  all.Kill("b");
  EXPECT_TRUE(all.hosts.at("c")->journal->LoadHand("d1", 1, 1)) << "no host is needed";
}

TEST(ArchiveTest, HandsOfAMatchInPlayAreMovedAndTheirIdsStay) {
  Hosts all;
  Hosts::Host& a = all.Start("a");
  all.Start("b");
  all.sim.RunFor(3000);
  all.Take(a, "d1");
  Player desk("d1");
  all.Commit(a, desk.Begin());
  for (int i = 0; i < 4; ++i) all.Commit(a, desk.Act("x" + std::to_string(i)));
  const Record answered = desk.records()[2];
  all.Commit(a, desk.EndHand());
  all.Commit(a, desk.Act("y"));
  all.sim.RunFor(10'000);
  EXPECT_EQ(all.Records("d1"), 2U) << "the last one of the first hand, and the new one";
  const auto check = [&](const char* when) {
    const auto found = a.journal->FindAct("d1", 1, "u1", "x2");
    ASSERT_TRUE(found) << when;
    EXPECT_EQ(found->hash, answered.hash);
    EXPECT_EQ(found->body, answered.body);
    EXPECT_EQ(found->mine, answered.mine);
    EXPECT_EQ(found->seq, answered.seq);
    EXPECT_FALSE(a.journal->FindAct("d1", 1, "u1", "none"));
  };
  check("in memory");
  const auto loaded = a.journal->LoadDesk("d1");
  ASSERT_TRUE(loaded);
  EXPECT_THAT(loaded->records, SizeIs(1));
  check("after a takeover");
  EXPECT_EQ(all.Commit(a, desk.Act("x2")), Outcome::kUnknown) << "it is known";
  ASSERT_TRUE(a.journal->LoadDesk("d1"));
  desk.GoBackTo(6);
  EXPECT_EQ(all.Commit(a, desk.EndMatch()), Outcome::kDurable);
  EXPECT_EQ(all.Commit(a, desk.EndDesk()), Outcome::kDurable);
  EXPECT_THAT(all.Keys(keys::AllActs("d1")), IsEmpty());
  all.sim.RunFor(10'000);
  EXPECT_EQ(all.Records("d1"), 0U);
  EXPECT_THAT(all.Keys(keys::AllActs("d1")), IsEmpty()) << "an ended desk gets none";
  EXPECT_TRUE(a.journal->LoadHand("d1-1-1"));
}

// Each transaction of a move fails once, in one way and the other.
TEST(ArchiveTest, AMoveThatIsCutShortIsFinished) {
  for (const Fate fate : {Fate::kRequestLost, Fate::kAnswerLost}) {
    for (int cut = 0; cut < 10; ++cut) {
      Hosts all;
      Hosts::Host& a = all.Start("a");
      all.Play(a, "d1", 2);
      const auto before = a.journal->LoadHand("d1", 1, 0);
      ASSERT_TRUE(before);
      int left = cut;
      all.cluster.DecideFates([&](const std::string&, const Transaction& transaction) {
        const bool of_archive = std::ranges::any_of(transaction.comparisons, [](const auto& one) {
          return one.key.starts_with(keys::kWaiting);
        });
        return of_archive && left-- == 0 ? fate : Fate::kInTime;
      });
      all.Start("b");
      for (int i = 0; i < 100 && !all.Keys(keys::kWaiting).empty(); ++i) {
        all.sim.RunFor(300);
        const auto hand = a.journal->LoadHand("d1", 1, 0);
        ASSERT_TRUE(hand && SameHand(*hand, *before)) << "cut " << cut << " at " << i;
        ASSERT_TRUE(a.journal->FindAct("d1", 1, "u1", "0-2"));
      }
      EXPECT_EQ(all.Records("d1"), 0U);
      EXPECT_THAT(all.Keys(keys::kWaiting), IsEmpty());
    }
  }
}

TEST(ArchiveTest, ALongHandIsMovedInSeveralTransactions) {
  Hosts all;
  MoveALongHand(all);
}

// A store that was restored has forgotten hands that the archive has.
TEST(ArchiveTest, AHandThatIsPlayedAgainAfterARestoreTakesThePlaceOfTheLostOne) {
  Hosts all;
  Hosts::Host& a = all.Start("a");
  Hosts::Host& b = all.Start("b");
  a.archive->Put({{keys::Hand("d1", 1, 0), "lost"}}, [](const std::string&) {});
  all.Play(a, "d1", 1);
  const auto before = a.journal->LoadHand("d1", 1, 0);
  ASSERT_TRUE(before);
  all.sim.RunFor(20'000);
  ASSERT_EQ(all.Records("d1"), 0U);
  for (Hosts::Host* host : {&a, &b}) {
    const auto hand = host->journal->LoadHand("d1", 1, 0);
    ASSERT_TRUE(hand);
    EXPECT_TRUE(SameHand(*hand, *before));
  }
}

TEST(ArchiveTest, ManyHandsArePassedPageByPage) {
  Hosts all;
  Hosts::Host& a = all.Start("a");
  a.archiver.emplace(a.time.world(), *a.store, *a.membership, nullptr);
  for (int i = 0; i < 130; ++i) all.Play(a, fmt::format("d{}", i), 2, 0);
  all.sim.RunFor(5000);
  EXPECT_EQ(a.archiver->waiting(), 260U);
  all.Kill("a");
  all.Start("b");
  all.sim.RunFor(60'000);
  EXPECT_THAT(all.Keys(keys::kWaiting), IsEmpty());
  for (int i = 0; i < 130; ++i) EXPECT_EQ(all.Records(fmt::format("d{}", i)), 0U);
}

TEST(ArchiveTest, PostgresHasAllHandsForAllNodes) {
  if (!PostgresProcess::Installed())
    GTEST_SKIP() << "postgresql-15 is not installed (group cluster)";
  {
    ThreadPool pool(1, [](const std::function<void()>&) {});
    const auto opened = OpenPostgresArchive("postgres://127.0.0.1:1/none", pool);
    ASSERT_FALSE(opened);
    if (opened.faults()[0].code == "D12")
      GTEST_SKIP() << "the server is built without libpqxx (group cluster)";
    EXPECT_EQ(opened.faults()[0].code, "D11");
  }
  PostgresProcess postgres;
  ASSERT_FALSE(postgres.uri().empty()) << "PostgreSQL did not start";
  Hosts all(postgres.uri());
  Hosts::Host& a = all.Start("a");
  all.Play(a, "d1", 2);
  const auto before = a.journal->LoadHand("d1", 1, 1);
  ASSERT_TRUE(before);
  postgres.Stop();
  all.sim.RunFor(5000);
  EXPECT_EQ(all.Records("d1"), 10U) << "nothing is deleted while it is away";
  ASSERT_TRUE(postgres.Start());
  all.sim.RunFor(5000);
  EXPECT_EQ(all.Records("d1"), 0U) << "one host and PostgreSQL suffice";
  EXPECT_THAT(all.Keys(keys::Secret("")), IsEmpty()) << "it has the links too";
  Hosts::Host& b = all.Start("b");
  for (const auto& hand : {b.journal->LoadHand("d1", 1, 1), b.journal->LoadHand("d1-1-1")}) {
    ASSERT_TRUE(hand);
    EXPECT_TRUE(SameHand(*hand, *before));
  }
  EXPECT_FALSE(b.journal->LoadHand("no such link"));
  postgres.Stop();
  EXPECT_FALSE(b.journal->LoadHand("d1", 1, 1));
  ASSERT_TRUE(postgres.Start());
  EXPECT_TRUE(b.journal->LoadHand("d1", 1, 1)) << "it connects again";
  // Another cluster with the same archive: a restored one.
  Hosts restored(postgres.uri());
  MoveALongHand(restored);
}

// As a file system that all nodes mount.
TEST(ArchiveTest, AFolderIsReadByAllAndHasTheNewestValue) {
  const Folder folder;
  SimWorld sim{1};
  QuickPool pool(sim.world());
  const std::string large(2'000'000, 'x');
  for (const std::string& value : {std::string("1"), large, std::string("a\0b", 3)}) {
    auto one = OpenFolderArchive(folder.str(), pool), other = OpenFolderArchive(folder.str(), pool);
    ASSERT_TRUE(one && other);
    (*one)->Put({{"mlf/k/1", value}, {"mlf/k/2", "y"}},
                [](const std::string& fault) { EXPECT_EQ(fault, ""); });
    sim.RunFor(10);
    for (const auto* archive : {&*one, &*other}) {
      EXPECT_TRUE((*archive)->Get("mlf/k/1") == value);
      EXPECT_EQ((*archive)->Get("mlf/k/2"), "y");
      EXPECT_EQ((*archive)->Get("mlf/k/3"), std::nullopt);
    }
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.str()))
    files += entry.is_regular_file() ? 1 : 0;
  EXPECT_EQ(files, 2U) << "nothing of the writing is left";
}

// A secret of a link is part of a key, and anybody may ask for one.
TEST(ArchiveTest, AKeyLeadsNowhereElse) {
  const Folder folder;
  std::filesystem::create_directory(folder / "archive");
  std::ofstream(folder / "secret") << "x";
  SimWorld sim{1};
  QuickPool pool(sim.world());
  const auto archive = OpenFolderArchive(folder / "archive", pool);
  ASSERT_TRUE(archive);
  for (const char* key : {"../secret", "mlf/../../secret", "/etc/passwd", "", "a b", "."})
    EXPECT_EQ((*archive)->Get(key), std::nullopt) << key;
  EXPECT_EQ((*archive)->Get(keys::Secret("../../../secret")), std::nullopt);
}

TEST(ArchiveTest, AFolderThatIsNotThereIsAFaultAndNotAnEmptyArchive) {
  const Folder folder;
  SimWorld sim{1};
  QuickPool pool(sim.world());
  const auto none = OpenArchive(folder / "no", pool);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.faults()[0].code, "D02");
  std::filesystem::create_directory(folder / "a");
  const auto archive = OpenArchive(folder / "a/", pool);
  ASSERT_TRUE(archive);
  std::filesystem::remove(folder / "a");  // as a file system that is gone
  EXPECT_THROW((*archive)->Get("k"), std::runtime_error);
  std::string fault;
  (*archive)->Put({{"mlf/k", "v"}}, [&](const std::string& why) { fault = why; });
  sim.RunFor(10);
  EXPECT_NE(fault, "");
  EXPECT_FALSE(std::filesystem::exists(folder / "a"));
}

TEST(ArchiveTest, WithoutAnArchiveHandsWaitInTheStore) {
  Hosts all;
  Hosts::Host& a = all.Start("a");
  a.archiver.emplace(a.time.world(), *a.store, *a.membership, nullptr);
  all.Play(a, "d1", 3);
  all.sim.RunFor(20'000);
  EXPECT_EQ(a.archiver->waiting(), 3U);
  EXPECT_EQ(all.Records("d1"), 15U);
  EXPECT_TRUE(a.journal->LoadHand("d1", 1, 1));
  all.Kill("a");
  all.Start("b");
  all.sim.RunFor(20'000);
  EXPECT_EQ(all.Records("d1"), 0U) << "an archive gets them once there is one";
}

TEST(StoreWatchTest, AFullStoreGetsNoDesksAndOldChangesAreForgotten) {
  SimWorld sim{1};
  MemoryCluster cluster(sim.world());
  const auto a = cluster.Join("a", sim.world());
  NodeInfo self;
  self.name = "a";
  Membership membership(sim.world(), *a, self);
  StoreWatch watch(sim.world(), *a, membership, 100'000);
  const auto put = [&](std::size_t bytes) {
    a->Commit({{}, {{"x", std::string(bytes, 'x')}}}, [](const Committed&) {});
    sim.RunFor(StoreWatch::kEvery + 100);
  };
  put(69'000);
  EXPECT_TRUE(watch.HasRoom());
  put(70'000);
  EXPECT_FALSE(watch.HasRoom());
  EXPECT_GT(watch.size().used, 70'000);
  EXPECT_GT(watch.size().file, 70'000);
  put(10);
  EXPECT_TRUE(watch.HasRoom()) << "what is free in the file is used again";
  const Revision then = cluster.revision();
  put(20);
  EXPECT_LT(cluster.compacted(), then);
  sim.RunFor(3 * StoreWatch::kForget);
  EXPECT_GE(cluster.compacted(), then);
  EXPECT_LE(cluster.compacted(), cluster.revision());
}

TEST(StoreWatchTest, AStoreAtItsQuotaTakesNoWrites) {
  SimWorld sim{1};
  MemoryCluster cluster(sim.world());
  const auto a = cluster.Join("a", sim.world());
  NodeInfo self;
  self.name = "a";
  Membership membership(sim.world(), *a, self);
  StoreWatch watch(sim.world(), *a, membership, 10'000);
  for (const bool full : {false, true, false}) {
    cluster.SetFull(full);
    sim.RunFor(StoreWatch::kEvery + 100);
    EXPECT_EQ(watch.TakesWrites(), !full);
  }
}

}  // namespace
}  // namespace mlf::server::test
