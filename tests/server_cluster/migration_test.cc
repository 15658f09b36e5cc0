// Everything of a server moves from its database to a cluster and back, and nothing is lost where
// it is interrupted.
#include "cluster/node/migration.h"
#include "cluster/cluster_accounts.h"
#include "cluster/cluster_keys.h"
#include "cluster/cluster_meta.h"
#include "cluster/sim/memory_cluster.h"
#include "server/journal/sqlite_journal.h"
#include "server/sim/sim_world.h"
#include "tests/support/desk_life.h"
#include "tests/support/folder.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <map>
#include <memory>

#include <fmt/format.h>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

SecretKey KeyWith(std::uint8_t first) {
  SecretKey key;
  key.fill(first);
  return key;
}

struct Interrupted {};

class MigrationTest : public testing::Test {
 protected:
  // A server whose desks are in all states.
  void Fill(const std::string& path) {
    Loop loop;
    auto storage = Open(path, loop);
    SqliteJournal journal(*storage, seal, sim.entropy);
    const auto commit = [&](Commit what) {
      std::optional<Outcome> outcome;
      journal.Append(std::move(what), [&](Outcome now) { outcome = now; });
      while (!outcome) {
        storage->Step();
        loop.Run();
      }
      EXPECT_EQ(*outcome, Outcome::kDurable);
    };
    for (int i = 0; i < 6; ++i) {
      Player desk(fmt::format("d{}", i), fmt::format("{:06}", i + 1));
      commit(desk.Begin());
      for (int n = 0; n < 3; ++n) commit(desk.Act(fmt::format("a{}", n)));
      commit(desk.EndHand());
      commit(desk.Act("b"));
      if (i % 3 == 0) continue;  // in play
      commit(desk.EndMatch({"u1", "g1"}));
      if (i % 3 == 1) {
        commit(desk.Begin(2));
        commit(desk.Act("c"));
      } else {
        commit(desk.EndDesk());
      }
    }
    storage->Submit(
        [](Connection& db) {
          StoreUser(db, {"u1", "Ming", "$argon2id$x"}, 5);
          StoreUser(db, {"g1", "guest", ""}, 5);
          StoreToken(db, {std::string(32, 't'), "u1", 77});
        },
        [](Outcome) {});
    while (storage->Step()) {
    }
    loop.Run();
  }
  std::unique_ptr<Storage> Open(const std::string& path, Loop& loop) {
    auto opened = Storage::Open(
        {.path = path, .post = loop.Post(), .key = seal.Fingerprint(), .thread = false});
    EXPECT_TRUE(opened) << FaultText(opened.faults());
    return std::move(*opened);
  }
  // All rows of all tables, but for places that say when something was written.
  static std::map<std::string, std::string> Rows(const std::string& path) {
    Connection db(path, Connection::Mode::kReadWrite);
    SettleNewest(db);
    std::map<std::string, std::string> rows;
    for (const auto& [table, columns] : std::map<std::string, std::string>{
             {"desks", "desk, text, code, ended, sum"},
             {"texts", "quote(hash), text"},
             {"matches", "desk, match, variant, quote(texts), options, fingerprint, sum, over"},
             {"tails", "desk, match, number, chain"},
             {"records",
              "desk, match, number, kind, hand, seq, seat, user, id, action, body, mine, kept, "
              "decided_by, at, deadline, extra_ms, quote(salt), hash, previous"},
             {"acts", "desk, match, user, id, number"},
             {"marks", "desk, match, hand, number, salts, quote(records), quote(host)"},
             {"keys", "desk, match, hand, quote(key)"},
             {"hands", "desk, match, hand, number, secret, sum"},
             {"overs", "user, desk, match"},
             {"users", "id, name, password"},
             {"tokens", "quote(hash), user, used"}}) {
      std::string joined = columns;
      for (std::size_t at = 0; (at = joined.find(", ", at)) != std::string::npos;)
        joined.replace(at, 2, " || '|' || ");
      rows[table] = db.Ask(fmt::format(
          "SELECT group_concat(line, char(10)) FROM (SELECT {} AS line FROM {} ORDER BY 1)", joined,
          table));
      EXPECT_NE(rows[table], "") << table;
    }
    return rows;
  }

  // Another one, without keys.
  void NewCluster() {
    store.reset();
    cluster = std::make_unique<MemoryCluster>(sim.world());
    store = cluster->Join("m", sim.world());
  }
  // Interrupted after so many transactions.
  Migration Mover(int left = 1'000'000, const Seal* other = nullptr) {
    const auto rest = std::make_shared<int>(left);
    return Migration(
        *store, other == nullptr ? seal : *other, [this, rest](Transaction transaction) {
          if ((*rest)-- == 0) throw Interrupted{};
          std::optional<Committed> committed;
          store->Commit(std::move(transaction), [&](Committed now) { committed = now; });
          while (!committed) sim.RunFor(1);
          return *committed;
        });
  }
  Result<Migrated> ToStore(const std::string& path, int left = 1'000'000,
                           const std::string& source = "here") {
    Connection db(path, Connection::Mode::kReadWrite);
    return Mover(left).ToStore(db, source);
  }
  Result<Migrated> ToDatabase(const std::string& path) {
    Loop loop;
    Open(path, loop).reset();
    Connection db(path, Connection::Mode::kReadWrite);
    return Mover().ToDatabase(db, [&](const std::string& key) { return archive[key]; }, 5);
  }
  std::vector<StoredKey> Keys(const std::string& prefix) { return cluster->Keys(prefix); }

  Folder folder;
  SimWorld sim{1};
  Seal seal{KeyWith(3)};
  std::unique_ptr<MemoryCluster> cluster;
  std::unique_ptr<ClusterStore> store;
  std::map<std::string, std::optional<std::string>> archive;
};

TEST_F(MigrationTest, WhatGoesToAClusterComesBackAsItWas) {
  Fill(folder / "a.db");
  const auto before = Rows(folder / "a.db");
  NewCluster();
  const auto moved = ToStore(folder / "a.db");
  ASSERT_TRUE(moved) << FaultText(moved.faults());
  EXPECT_EQ(moved->desks, 6U);
  EXPECT_EQ(moved->matches, 8U);
  EXPECT_EQ(moved->users, 2U);
  EXPECT_THAT(moved->left_out, IsEmpty());
  EXPECT_EQ(Rows(folder / "a.db"), before) << "the source stays";
  const auto back = ToDatabase(folder / "b.db");
  ASSERT_TRUE(back) << FaultText(back.faults());
  EXPECT_EQ(back->desks, 6U);
  const auto after = Rows(folder / "b.db");
  for (const auto& [table, rows] : before) EXPECT_EQ(after.at(table), rows) << table;
}

TEST_F(MigrationTest, NodesGoOnWithWhatWasMoved) {
  Fill(folder / "a.db");
  NewCluster();
  ASSERT_TRUE(ToStore(folder / "a.db"));
  std::optional<Faults> joined;
  JoinCluster(*store, seal, [&](Faults faults) { joined = std::move(faults); });
  while (!joined) sim.RunFor(1);
  EXPECT_THAT(*joined, IsEmpty());
  ClusterJournal journal(*store, seal, sim.world());
  Loop loop;
  auto storage = Open(folder / "a.db", loop);
  SqliteJournal original(*storage, seal, sim.entropy);
  for (int i = 0; i < 6; ++i) {
    const std::string id = fmt::format("d{}", i);
    Committed claimed;
    store->Commit({{}, {{"mlf/claims/" + id, "n"}}}, [&](Committed now) { claimed = now; });
    sim.RunFor(5);
    journal.Hold({id, claimed.revision, "mlf/claims/" + id});
    const auto there = journal.LoadDesk(id), here = original.LoadDesk(id);
    ASSERT_EQ(there.has_value(), here.has_value()) << id;
    const auto hand = journal.LoadHand(id, 1, 0), known = original.LoadHand(id + "-1-0");
    ASSERT_TRUE(hand && known);
    EXPECT_EQ(hand->key.key, known->key.key);
    EXPECT_EQ(hand->records.size(), known->records.size());
    if (!here) continue;
    EXPECT_EQ(there->row.text, here->row.text);
    EXPECT_EQ(there->row.code, here->row.code);
    EXPECT_EQ(there->records.size(), here->records.size());
    EXPECT_EQ(there->mark->records, here->mark->records);
    ASSERT_FALSE(there->keys.empty());
    EXPECT_EQ(there->keys[0].key, here->keys[0].key);
    EXPECT_TRUE(journal.FindAct(id, 1, "u1", "a1"));
    EXPECT_THAT(cluster->Keys("mlf/tables/" + id), SizeIs(1));
    // It goes on where it was.
    Commit next = Of(id);
    Record record = there->records.back();
    record.previous = ChainHash(record);
    ++record.number;
    record.id = "next";
    next.records.push_back(record);
    std::optional<Outcome> outcome;
    journal.Append(next, [&](Outcome now) { outcome = now; });
    sim.RunFor(100);
    EXPECT_EQ(outcome, Outcome::kDurable);
  }
  EXPECT_THAT(journal.PendingOvers("u1"), SizeIs(4));
  // The hands that are over wait for the archive: two of a match that is over, one of another.
  EXPECT_THAT(Keys(keys::kWaiting), SizeIs(2 * 1 + 2 * 2 + 2 * 2));
}

TEST_F(MigrationTest, AnInterruptedMigrationIsDoneAgain) {
  Fill(folder / "a.db");
  NewCluster();
  int interrupted = 0;
  for (int after = 0;; ++after) {
    try {
      const auto moved = ToStore(folder / "a.db", after);
      ASSERT_TRUE(moved) << after << FaultText(moved.faults());
      break;
    } catch (const Interrupted&) {
      ++interrupted;
      if (after < 1) continue;
      std::optional<Faults> joined;
      JoinCluster(*store, seal, [&](Faults faults) { joined = std::move(faults); });
      while (!joined) sim.RunFor(1);
      ASSERT_THAT(*joined, SizeIs(1)) << after << " no node may join";
      EXPECT_THAT((*joined)[0].message, HasSubstr("run mlf-server migrate again"));
      const auto other = ToStore(folder / "a.db", 1'000'000, "elsewhere");
      ASSERT_FALSE(other);
      EXPECT_EQ(other.faults()[0].code, "D13");
    }
  }
  EXPECT_GT(interrupted, 6);
  const std::vector<StoredKey> twice = Keys("");
  NewCluster();
  ASSERT_TRUE(ToStore(folder / "a.db"));
  const std::vector<StoredKey> once = Keys("");
  const auto names = [](const std::vector<StoredKey>& keys) {
    std::vector<std::string> all;
    for (const StoredKey& key : keys) {
      if (!key.key.starts_with("mlf/codes/")) all.push_back(key.key);
    }
    return all;
  };
  EXPECT_EQ(names(twice), names(once));
}

TEST_F(MigrationTest, WrongPlacesAreRefused) {
  Fill(folder / "a.db");
  NewCluster();
  const auto code = [](const Result<Migrated>& moved) {
    return moved ? std::string() : moved.faults()[0].code;
  };
  // Somebody else's keys; then those of a cluster in use.
  store->Commit({{}, {{"mlf/x", ""}}}, [](const Committed&) {});
  sim.RunFor(5);
  EXPECT_EQ(code(ToStore(folder / "a.db")), "D13");
  EXPECT_THAT(Keys(""), SizeIs(1)) << "nothing is changed";
  NewCluster();
  ASSERT_TRUE(ToStore(folder / "a.db"));
  EXPECT_EQ(code(ToStore(folder / "a.db")), "D13");
  // A live node, another key, a hand in an archive that is not given.
  const Seal other(KeyWith(4));
  Loop loop;
  Open(folder / "b.db", loop).reset();
  {
    Connection db(folder / "b.db", Connection::Mode::kReadWrite);
    EXPECT_EQ(code(Mover(1'000'000, &other).ToDatabase(db, {}, 5)), "D07");
  }
  store->Commit({{}, {{"mlf/nodes/n1", ""}}}, [](const Committed&) {});
  sim.RunFor(5);
  EXPECT_EQ(code(ToDatabase(folder / "b.db")), "D13");
  store->Commit({{}, {{.key = "mlf/nodes/n1", .value = std::nullopt}}}, [](const Committed&) {});
  sim.RunFor(5);
  // As the archiver does it.
  const std::vector<StoredKey> keys = cluster->Keys(keys::Match("d0", 1));
  std::vector<const StoredKey*> parts;
  Transaction move{{}, {{keys::Archived("d0", 1, 0), "[]"}}};
  for (const StoredKey& key : keys) {
    if (key.key.ends_with("head") || key.key.ends_with("marks/0000000000") ||
        key.key.ends_with("keys/0000000000") || key.key.ends_with("ends/0000000000") ||
        (key.key.find("/records/") != std::string::npos && key.key <= keys::Record("d0", 1, 4)))
      parts.push_back(&key);
  }
  for (const StoredKey* key : parts) {
    if (!key->key.ends_with("head") && !key->key.ends_with("ends/0000000000") &&
        key->key != keys::Record("d0", 1, 4))
      move.writes.push_back({.key = key->key, .value = std::nullopt});
  }
  store->Commit(move, [](const Committed&) {});
  sim.RunFor(5);
  std::filesystem::remove(folder / "b.db");
  EXPECT_EQ(code(ToDatabase(folder / "b.db")), "D14");
  archive[keys::Hand("d0", 1, 0)] = values::Packed(parts);
  std::filesystem::remove(folder / "b.db");
  const auto back = ToDatabase(folder / "b.db");
  ASSERT_TRUE(back) << FaultText(back.faults());
  EXPECT_EQ(Rows(folder / "b.db"), Rows(folder / "a.db"));
}

TEST_F(MigrationTest, ADamagedDeskIsLeftOutAndNamed) {
  Fill(folder / "a.db");
  Connection(folder / "a.db", Connection::Mode::kReadWrite)
      .Execute("UPDATE desks SET text = 'x' WHERE desk = 'd3'");
  NewCluster();
  const auto moved = ToStore(folder / "a.db");
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->desks, 5U);
  EXPECT_THAT(moved->left_out, ElementsAre("d3: its row was altered"));
  EXPECT_THAT(Keys(keys::Desk("d3")), IsEmpty());
}

}  // namespace
}  // namespace mlf::server::test
