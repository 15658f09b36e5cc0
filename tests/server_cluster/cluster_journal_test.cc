// The journal in the store of a cluster: what every journal does, and that a node writes only what
// is its own, whatever the store answers.
#include "cluster/cluster_journal.h"
#include "cluster/cluster_keys.h"
#include "cluster/sim/memory_cluster.h"
#include "server/sim/sim_world.h"
#include "tests/server_cluster/archive_hosts.h"
#include "tests/server_cluster/stores.h"
#include "tests/support/journal_contract.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace mlf::server::test {
namespace {

SecretKey KeyOfCluster() {
  SecretKey key;
  key.fill(7);
  return key;
}

// Nodes of one cluster.
class House {
 public:
  class Node {
   public:
    Node(House& house, const std::string& name)
        : house_(house), store_(house.cluster.Join(name, house.sim.world())) {
      journal = std::make_unique<ClusterJournal>(*store_, house.seal, house.sim.world());
    }
    // Claims the desk, and holds it.
    Claim Take(const std::string& desk) {
      const std::string key = "mlf/claims/" + desk;
      Committed made;
      store_->Commit({{{key, Comparison::Field::kCreated, 0}}, {{key, "n"}}},
                     [&](Committed now) { made = now; });
      house_.sim.RunFor(5);
      EXPECT_EQ(made.outcome, Committed::Outcome::kWritten);
      journal->Hold({desk, made.revision, key});
      return {desk, made.revision, key};
    }
    // The outcome of a commit; nothing where there is none within a minute.
    std::optional<Outcome> Commit(server::Commit commit) {
      std::optional<Outcome> outcome;
      journal->Append(std::move(commit), [&](Outcome now) { outcome = now; });
      for (int i = 0; i < 6000 && !outcome; ++i) house_.sim.RunFor(10);
      return outcome;
    }
    std::unique_ptr<ClusterJournal> journal;

   private:
    House& house_;
    std::unique_ptr<ClusterStore> store_;
  };

  std::unique_ptr<Node> Start(const std::string& name) {
    return std::make_unique<Node>(*this, name);
  }
  // Somebody takes the desk's key away, as the end of a lease does.
  void EndClaim(const std::string& desk) {
    cluster.Join("other", sim.world())
        ->Commit({{}, {{.key = "mlf/claims/" + desk, .value = std::nullopt}}}, [](Committed) {});
    sim.RunFor(5);
  }

  SimWorld sim{1};
  Seal seal{KeyOfCluster()};
  MemoryCluster cluster{sim.world()};
};

class JournalInCluster final : public JournalPlace {
 public:
  Journal& journal() override { return *node_->journal; }
  void Take(const std::string& desk) override {
    const auto found = claims_.find(desk);
    if (found == claims_.end()) {
      claims_[desk] = node_->Take(desk);
    } else {
      node_->journal->Hold(found->second);
    }
  }
  void Reopen() override {
    node_.reset();
    node_ = house_.Start("a");
    for (const auto& [desk, claim] : claims_) node_->journal->Hold(claim);
    Desks();
  }
  void Settle() override {
    for (int i = 0; i < 1000 && journal().pending() != 0; ++i) house_.sim.RunFor(1);
  }

 private:
  House house_;
  std::unique_ptr<House::Node> node_ = house_.Start("a");
  std::map<std::string, Claim> claims_;
};

INSTANTIATE_TEST_SUITE_P(InMemory, JournalContract, testing::Values([] {
                           return std::unique_ptr<JournalPlace>(new JournalInCluster);
                         }));

// What every journal keeps, also when each hand is archived as soon as it is complete.
class JournalWithArchive final : public JournalPlace {
 public:
  JournalWithArchive() { house_.Start("b"); }
  Journal& journal() override { return *a_->journal; }
  void Take(const std::string& desk) override { house_.Take(*a_, desk); }
  void Reopen() override {
    house_.Kill("a");
    a_ = &house_.Start("a");
    for (const auto& [desk, claim] : house_.claims) a_->journal->Hold(claim);
    Desks();
  }
  void Settle() override {
    for (int i = 0; i < 1000 && journal().pending() != 0; ++i) house_.sim.RunFor(1);
    for (int i = 0; i < 100 && (i < 8 || !house_.Keys(keys::kWaiting).empty()); ++i)
      house_.sim.RunFor(Archiver::kEvery / 2);
  }

 private:
  Hosts house_;
  Hosts::Host* a_ = &house_.Start("a");
};

INSTANTIATE_TEST_SUITE_P(WithArchive, JournalContract, testing::Values([] {
                           return std::unique_ptr<JournalPlace>(new JournalWithArchive);
                         }));

// The same in etcd, which a test begins without any key.
class JournalInEtcd final : public JournalPlace {
 public:
  JournalInEtcd() {
    Commit({{}, {{.key = "mlf/", .value = std::nullopt, .prefix = true}}});
    Restart();
  }
  Journal& journal() override { return *journal_; }
  void Take(const std::string& desk) override {
    Claim& claim = claims_[desk];
    const std::string key = "mlf/claims/" + desk;
    if (claim.epoch == 0)
      claim = {desk, Commit({{{key, Comparison::Field::kCreated, 0}}, {{key, "n"}}}), key};
    journal_->Hold(claim);
  }
  void Reopen() override {
    Restart();
    for (const auto& [desk, claim] : claims_) journal_->Hold(claim);
    Desks();
  }
  void Settle() override {
    EXPECT_TRUE(client_.RunUntil([&] { return journal_->pending() == 0; }));
  }

 private:
  void Restart() {
    journal_.reset();
    journal_ = std::make_unique<ClusterJournal>(client_.store(), seal_, client_.world());
  }
  Revision Commit(Transaction transaction) {
    Committed committed;
    client_.store().Commit(std::move(transaction), [&](Committed now) { committed = now; });
    EXPECT_TRUE(client_.RunUntil([&] { return committed.revision != 0; }));
    EXPECT_EQ(committed.outcome, Committed::Outcome::kWritten);
    return committed.revision;
  }

  EtcdClient client_{{.endpoints = {SharedEtcd().endpoint()}}};
  Seal seal_{KeyOfCluster()};
  std::unique_ptr<ClusterJournal> journal_;
  std::map<std::string, Claim> claims_;
};

INSTANTIATE_TEST_SUITE_P(InEtcd, JournalContract,
                         testing::Values([]() -> std::unique_ptr<JournalPlace> {
                           if (!InEtcd()) return nullptr;
                           return std::make_unique<JournalInEtcd>();
                         }));

class ClusterJournalTest : public testing::Test {
 protected:
  // Records of a desk in the store, by number: the seat that acted.
  std::vector<std::uint64_t> Numbers(const std::string& desk) {
    std::vector<std::uint64_t> numbers;
    for (const StoredKey& key : house.cluster.Keys(keys::Records(desk, 1)))
      numbers.push_back(std::stoull(key.key.substr(key.key.rfind('/') + 1)));
    return numbers;
  }
  House house;
  std::unique_ptr<House::Node> a = house.Start("a");
  std::unique_ptr<House::Node> b = house.Start("b");
};

TEST_F(ClusterJournalTest, ANodeWithoutItsClaimWritesNothing) {
  Player desk("d1");
  EXPECT_EQ(a->Commit(desk.Begin()), Outcome::kLost) << "it was never its own";
  a->Take("d1");
  EXPECT_EQ(a->Commit(desk.Begin()), Outcome::kDurable);
  EXPECT_EQ(a->Commit(desk.Act()), Outcome::kDurable);
  house.EndClaim("d1");
  EXPECT_EQ(a->Commit(desk.Act()), Outcome::kLost);
  desk.GoBackTo(1);
  b->Take("d1");
  ASSERT_TRUE(b->journal->LoadDesk("d1"));
  EXPECT_EQ(a->Commit(desk.Act()), Outcome::kLost) << "the claim is another one's";
  desk.GoBackTo(1);
  EXPECT_EQ(b->Commit(desk.Act("b")), Outcome::kDurable);
  EXPECT_THAT(Numbers("d1"), ElementsAre(1, 2));
  EXPECT_TRUE(b->journal->FindAct("d1", 1, "u1", "b"));
}

TEST_F(ClusterJournalTest, AnOldOwnerWhoComesBackWithTheSameNameIsAnother) {
  Player desk("d1");
  a->Take("d1");
  a->Commit(desk.Begin());
  house.EndClaim("d1");
  const auto again = house.Start("a");
  again->Take("d1");
  EXPECT_EQ(a->Commit(desk.Act()), Outcome::kLost) << "its epoch is over";
  EXPECT_THAT(Numbers("d1"), IsEmpty());
}

TEST_F(ClusterJournalTest, OneLostDeskOfATransactionCostsTheOthersNothing) {
  std::vector<Player> desks;
  for (int i = 0; i < 20; ++i) {
    desks.emplace_back("d" + std::to_string(i));
    a->Take(desks.back().desk());
    a->Commit(desks.back().Begin());
  }
  house.EndClaim("d7");
  std::map<std::string, Outcome> outcomes;
  for (Player& desk : desks)
    a->journal->Append(desk.Act(), [&, id = desk.desk()](Outcome now) { outcomes[id] = now; });
  house.sim.RunFor(100);
  ASSERT_THAT(outcomes, SizeIs(20));
  for (const auto& [id, outcome] : outcomes)
    EXPECT_EQ(outcome, id == "d7" ? Outcome::kLost : Outcome::kDurable) << id;
}

TEST_F(ClusterJournalTest, AnAnswerThatWasLostIsLookedFor) {
  Player desk("d1");
  a->Take("d1");
  a->Commit(desk.Begin());
  int sent = 0;
  for (const auto fate : {MemoryCluster::Fate::kRequestLost, MemoryCluster::Fate::kAnswerLost}) {
    bool first = true;
    sent = 0;
    house.cluster.DecideFates([&](const std::string&, const Transaction&) {
      ++sent;
      return std::exchange(first, false) ? fate : MemoryCluster::Fate::kInTime;
    });
    EXPECT_EQ(a->Commit(desk.Act()), Outcome::kDurable);
    EXPECT_EQ(sent, fate == MemoryCluster::Fate::kRequestLost ? 2 : 1);
    EXPECT_TRUE(a->journal->healthy());
  }
  EXPECT_THAT(Numbers("d1"), ElementsAre(1, 2));
  EXPECT_THAT(a->journal->LoadDesk("d1")->records, SizeIs(2));
}

// etcd applies what makes it reach its quota, and says that there is no space.
TEST_F(ClusterJournalTest, WhatMadeTheStoreReachItsQuotaIsLookedFor) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  bool first = true;
  house.cluster.DecideFates([&](const std::string&, const Transaction&) {
    return std::exchange(first, false) ? MemoryCluster::Fate::kSaysFull
                                       : MemoryCluster::Fate::kInTime;
  });
  EXPECT_EQ(a->Commit(desk.Act()), Outcome::kDurable);
  EXPECT_THAT(Numbers("d1"), ElementsAre(1));
}

TEST_F(ClusterJournalTest, WithoutSpaceACommitHasFailedAfterTenSeconds) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  house.cluster.SetFull(true);
  std::vector<Outcome> outcomes;
  a->journal->Append(desk.Act(), [&](Outcome now) { outcomes.push_back(now); });
  a->journal->Append(desk.Act(), [&](Outcome now) { outcomes.push_back(now); });
  house.sim.RunFor(9000);
  EXPECT_THAT(outcomes, IsEmpty());
  EXPECT_FALSE(a->journal->healthy());
  house.sim.RunFor(2000);
  EXPECT_THAT(outcomes, ElementsAre(Outcome::kUnknown, Outcome::kUnknown));
  house.cluster.SetFull(false);
  house.sim.RunFor(60'000);
  EXPECT_THAT(Numbers("d1"), IsEmpty()) << "what has failed is not written later";
  EXPECT_THAT(a->journal->LoadDesk("d1")->records, IsEmpty());
}

TEST_F(ClusterJournalTest, ARowWhoseAnswerWasLostIsWrittenOnce) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  int left = 2;
  house.cluster.DecideFates([&](const std::string&, const Transaction&) {
    return left-- > 0 ? MemoryCluster::Fate::kAnswerLost : MemoryCluster::Fate::kInTime;
  });
  const Revision before = house.cluster.revision();
  for (int i = 0; i < 3; ++i) {
    Commit row = Of("d1");
    row.row = DeskRow{"{\"same\": 1}", "d1", false};
    EXPECT_EQ(a->Commit(row), Outcome::kDurable);
  }
  EXPECT_EQ(house.cluster.revision(), before + 3);
}

TEST_F(ClusterJournalTest, ALateTransactionDoesNotComeBehindTheOneThatReplacedIt) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  // It is on its way for three seconds; meanwhile it is sent again.
  house.cluster.SetLink("a", {.delay = 3000});
  std::vector<Outcome> outcomes;
  Commit row = Of("d1");
  row.row = DeskRow{"{\"n\": 1}", "d1", false};
  a->journal->Append(row, [&](Outcome now) { outcomes.push_back(now); });
  house.sim.RunFor(1500);
  house.cluster.SetLink("a", {});
  EXPECT_FALSE(a->journal->healthy());
  for (int i = 0; i < 100 && outcomes.empty(); ++i) house.sim.RunFor(10);
  EXPECT_TRUE(a->journal->healthy());
  row.row = DeskRow{"{\"n\": 2}", "d1", false};
  EXPECT_EQ(a->Commit(row), Outcome::kDurable);
  house.sim.RunFor(5000);
  EXPECT_THAT(outcomes, ElementsAre(Outcome::kDurable));
  EXPECT_EQ(a->journal->LoadDesk("d1")->row.text, "{\"n\": 2}");
}

// A match that was made of what is read would have the number of the record that is on its way.
TEST_F(ClusterJournalTest, ADeskIsNotReadWhileItsCommitsAreUnderWay) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  std::vector<Outcome> outcomes;
  a->journal->Append(desk.Act(), [&](Outcome now) { outcomes.push_back(now); });
  EXPECT_THROW(a->journal->LoadDesk("d1"), std::runtime_error);
  for (int i = 0; i < 100 && outcomes.empty(); ++i) house.sim.RunFor(10);
  EXPECT_THAT(outcomes, ElementsAre(Outcome::kDurable));
  EXPECT_THAT(a->journal->LoadDesk("d1")->records, SizeIs(1));
  EXPECT_EQ(a->Commit(desk.Act()), Outcome::kDurable);
}

TEST_F(ClusterJournalTest, ReadWaitsForNothing) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  EXPECT_EQ(a->Commit(desk.Act("x1")), Outcome::kDurable);
  using Found = std::optional<std::optional<Record>>;
  std::vector<Found> found;
  std::vector<std::string> faults;
  const auto look = [&](const std::string& id) {
    a->journal->Read([&, id] { return a->journal->FindAct("d1", 1, "u1", id); },
                     [&](const Found& act, const std::string& why) {
                       found.push_back(act);
                       faults.push_back(why);
                     });
  };
  look("none");
  ASSERT_THAT(found, SizeIs(1)) << "it is known not to be there";
  EXPECT_FALSE(found[0]->has_value());
  look("x1");
  EXPECT_THAT(found, SizeIs(1)) << "the store is asked";
  house.sim.RunFor(10);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ((*found[1])->number, 1U);
  house.cluster.SetAvailable(false);
  look("x1");
  house.sim.RunFor(1500);
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_FALSE(found[2]);
  EXPECT_THAT(faults, ElementsAre("", "", "the store of the cluster does not answer"));
  EXPECT_FALSE(a->journal->healthy());
  house.cluster.SetAvailable(true);
  house.sim.RunFor(1500);
  EXPECT_TRUE(a->journal->healthy());
}

TEST_F(ClusterJournalTest, SoManyReadsAreUnderWayAtATime) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  std::size_t done = 0;
  for (std::size_t i = 0; i < 3 * ClusterJournal::kFetches; ++i)
    a->journal->Read([&] { return a->journal->PendingOvers("u1"); },
                     [&](const auto& overs, const std::string&) { done += overs ? 1 : 0; });
  house.sim.RunFor(2);
  EXPECT_EQ(done, ClusterJournal::kFetches);
  house.sim.RunFor(20);
  EXPECT_EQ(done, 3 * ClusterJournal::kFetches);
}

// It is read, lost, written by another node, and this node's again, before the answer comes.
TEST_F(ClusterJournalTest, WhatWasReadBeforeItsClaimIsNotTheDesk) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  a->Commit(desk.Act());
  house.cluster.SetLink("a", {.delay = 300});
  std::optional<std::optional<StoredDesk>> read;
  std::string fault;
  a->journal->Read([&] { return a->journal->LoadDesk("d1"); },
                   [&](const auto& stored, const std::string& why) {
                     read = stored;
                     fault = why;
                   });
  house.sim.RunFor(350);  // the store has answered
  house.EndClaim("d1");
  b->Take("d1");
  ASSERT_TRUE(b->journal->LoadDesk("d1"));
  EXPECT_EQ(b->Commit(desk.Act()), Outcome::kDurable);
  house.EndClaim("d1");
  house.cluster.SetLink("a", {});
  a->Take("d1");
  house.sim.RunFor(500);
  EXPECT_FALSE(read);
  EXPECT_EQ(fault, "it was read too early");
  EXPECT_THAT(a->journal->LoadDesk("d1")->records, SizeIs(2));
}

TEST_F(ClusterJournalTest, ALateRecordIsNotWrittenASecondTime) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  house.cluster.SetLink("a", {.delay = 3000});
  std::vector<Outcome> outcomes;
  a->journal->Append(desk.Act(), [&](Outcome now) { outcomes.push_back(now); });
  house.sim.RunFor(1500);
  house.cluster.SetLink("a", {});
  house.sim.RunFor(5000);
  EXPECT_THAT(outcomes, ElementsAre(Outcome::kDurable));
  for (const StoredKey& key : house.cluster.Keys(keys::Records("d1", 1)))
    EXPECT_EQ(key.modified, key.created);
}

TEST_F(ClusterJournalTest, ARefusalBehindALateTransactionIsNoRefusal) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  house.sim.RunFor(10);
  const auto link = [&](Ms delay) { house.cluster.SetLink("a", {.delay = delay}); };
  // It arrives between the reading that does not find it and its second attempt.
  link(1150);
  std::vector<Outcome> outcomes;
  a->journal->Append(desk.Act(), [&](Outcome now) { outcomes.push_back(now); });
  house.sim.RunFor(MemoryCluster::kTimeout + 5);
  link(1);
  house.sim.RunFor(96);
  link(100);
  house.sim.RunFor(40);
  EXPECT_THAT(Numbers("d1"), IsEmpty());
  house.sim.RunFor(20);
  EXPECT_THAT(Numbers("d1"), ElementsAre(1));
  EXPECT_THAT(outcomes, IsEmpty());
  house.sim.RunFor(1000);
  EXPECT_THAT(outcomes, ElementsAre(Outcome::kDurable));
}

TEST_F(ClusterJournalTest, WithoutTheStoreNothingIsAnsweredUntilItIsThereAgain) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  house.cluster.SetAvailable(false);
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 3; ++i)
    a->journal->Append(desk.Act("a" + std::to_string(i)),
                       [&](Outcome now) { outcomes.push_back(now); });
  house.sim.RunFor(60'000);
  EXPECT_THAT(outcomes, IsEmpty());
  EXPECT_FALSE(a->journal->healthy());
  EXPECT_EQ(a->journal->pending(), 3U);
  EXPECT_TRUE(a->journal->FindAct("d1", 1, "u1", "a1")) << "pending";
  EXPECT_THROW(a->journal->LoadDesk("d1"), std::runtime_error);
  house.cluster.SetAvailable(true);
  house.sim.RunFor(2000);
  EXPECT_THAT(outcomes, ElementsAre(Outcome::kDurable, Outcome::kDurable, Outcome::kDurable));
  EXPECT_TRUE(a->journal->healthy());
  EXPECT_THAT(Numbers("d1"), ElementsAre(1, 2, 3));
}

TEST_F(ClusterJournalTest, AClaimLostWhileTheStoreWasSilentLosesTheDesk) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  house.cluster.SetLink("a", {.requests = false});
  std::vector<Outcome> outcomes;
  a->journal->Append(desk.Act(), [&](Outcome now) { outcomes.push_back(now); });
  a->journal->Append(desk.Act(), [&](Outcome now) { outcomes.push_back(now); });
  house.sim.RunFor(5000);
  house.EndClaim("d1");
  b->Take("d1");
  ASSERT_TRUE(b->journal->LoadDesk("d1"));
  Player other("d1");
  other.Begin();
  EXPECT_EQ(b->Commit(other.Act()), Outcome::kDurable) << "the same bytes, but for the epoch";
  house.cluster.SetLink("a", {});
  house.sim.RunFor(5000);
  EXPECT_THAT(outcomes, ElementsAre(Outcome::kLost, Outcome::kLost));
  EXPECT_THAT(Numbers("d1"), ElementsAre(1));
}

TEST_F(ClusterJournalTest, TransactionsHoldGroupsOfDesksAndKeepTheOrderOfEach) {
  std::vector<Player> desks;
  for (int i = 0; i < 100; ++i) {
    desks.emplace_back("d" + std::to_string(i));
    a->Take(desks.back().desk());
    a->Commit(desks.back().Begin());
  }
  std::vector<std::size_t> groups;
  house.cluster.DecideFates([&](const std::string&, const Transaction& transaction) {
    groups.push_back(transaction.writes.size());
    return MemoryCluster::Fate::kInTime;
  });
  std::map<std::string, std::vector<int>> answered;
  for (int n = 0; n < 5; ++n) {
    for (Player& desk : desks)
      a->journal->Append(desk.Act(), [&, id = desk.desk(), n](Outcome now) {
        EXPECT_EQ(now, Outcome::kDurable);
        answered[id].push_back(n);
      });
  }
  const Ms begun = house.sim.clock.Steady();
  while (a->journal->pending() != 0) house.sim.RunFor(1);
  EXPECT_LE(house.sim.clock.Steady() - begun, 20);
  for (const auto& [id, order] : answered) EXPECT_THAT(order, ElementsAre(0, 1, 2, 3, 4)) << id;
  EXPECT_LE(groups.size(), 10U) << "500 records";
  for (const std::size_t group : groups) EXPECT_LE(group, ClusterJournal::kGroup);
}

TEST_F(ClusterJournalTest, WhoWritesAloneDoesNotWaitForAGroup) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  house.sim.RunFor(10);
  const Ms begun = house.sim.clock.Steady();
  bool done = false;
  a->journal->Append(desk.Act(), [&](Outcome) { done = true; });
  while (!done) house.sim.RunFor(1);
  EXPECT_EQ(house.sim.clock.Steady() - begun, 2) << "the way there and back";
}

TEST_F(ClusterJournalTest, ADroppedDeskAnswersWhatWaits) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 3; ++i) {
    a->journal->Append(desk.Act(), [&](Outcome now) { outcomes.push_back(now); });
    if (i == 0) house.sim.RunFor(1);  // it is under way
  }
  a->journal->Drop("d1");
  EXPECT_FALSE(a->journal->Holds("d1"));
  house.sim.RunFor(10);
  EXPECT_THAT(outcomes, ElementsAre(Outcome::kDurable, Outcome::kLost, Outcome::kLost));
  EXPECT_THAT(Numbers("d1"), ElementsAre(1));
}

TEST_F(ClusterJournalTest, TheRestOfACommitThatIsTooLargeIsNotWritten) {
  a->Take("d1");
  Player desk("d1");
  Commit begin = desk.Begin();
  begin.head->texts.assign(1'200'000, 'x');
  EXPECT_EQ(a->Commit(begin), Outcome::kUnknown);
  EXPECT_THAT(house.cluster.Keys(keys::Desk("d1")), IsEmpty());
  EXPECT_EQ(house.cluster.Keys("").size(), 1U) << "the claim";
}

TEST_F(ClusterJournalTest, NoTransactionIsTooLargeForTheStore) {
  std::vector<Player> desks;
  for (int i = 0; i < 30; ++i) {
    desks.emplace_back("d" + std::to_string(i));
    a->Take(desks.back().desk());
  }
  std::size_t largest = 0, sent = 0;
  house.cluster.DecideFates([&](const std::string&, const Transaction& transaction) {
    largest = std::max(largest, transaction.Bytes());
    ++sent;
    return MemoryCluster::Fate::kInTime;
  });
  // Each with texts of its own, of up to 1.2 MB: together far more than a transaction holds.
  std::map<std::string, Outcome> outcomes;
  std::map<std::string, Outcome> expected;
  for (std::size_t i = 0; i < desks.size(); ++i) {
    Commit begin = desks[i].Begin();
    begin.head->texts.assign(i * 40'000, static_cast<char>('a' + i % 26));
    expected[desks[i].desk()] = i < 25 ? Outcome::kDurable : Outcome::kUnknown;
    a->journal->Append(begin, [&, id = desks[i].desk()](Outcome now) { outcomes[id] = now; });
  }
  for (int i = 0; i < 6000 && a->journal->pending() != 0; ++i) house.sim.RunFor(10);
  EXPECT_EQ(outcomes, expected);
  EXPECT_LE(largest, Transaction::kMostBytes);
  EXPECT_GT(largest, Transaction::kMostBytes / 2);
  EXPECT_GT(sent, 12U);
}

TEST_F(ClusterJournalTest, OldIdsAreFoundByReadingTheirMatch) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  a->Commit(desk.Act("old"));
  a->Commit(desk.EndMatch());
  const Claim claim = [&] {
    house.EndClaim("d1");
    return b->Take("d1");
  }();
  // Nobody has loaded the desk here.
  EXPECT_TRUE(b->journal->FindAct("d1", 1, "u1", "old"));
  EXPECT_FALSE(b->journal->FindAct("d1", 1, "u1", "none"));
  ASSERT_TRUE(b->journal->LoadDesk("d1"));
  EXPECT_TRUE(b->journal->FindAct("d1", 1, "u1", "old"));
  EXPECT_EQ(claim.desk, "d1");
}

TEST_F(ClusterJournalTest, AlteredValuesAreDamage) {
  a->Take("d1");
  Player desk("d1");
  a->Commit(desk.Begin());
  for (int i = 0; i < 3; ++i) a->Commit(desk.Act());
  const auto store = house.cluster.Join("other", house.sim.world());
  for (const StoredKey& key : house.cluster.Keys(keys::Desk("d1"))) {
    for (std::size_t at : {std::size_t{2}, key.value.size() / 2}) {
      std::string altered = key.value;
      altered[at] = altered[at] == '7' ? '8' : '7';
      store->Commit({{}, {{key.key, altered}}}, [](Committed) {});
      house.sim.RunFor(5);
      std::vector<std::string> damaged;
      a->journal->LoadDesks(
          [](const StoredDesk&) {},
          [&](const std::string&, const std::string& report) { damaged.push_back(report); });
      EXPECT_THAT(damaged, SizeIs(1)) << key.key << " " << altered;
    }
    store->Commit({{}, {{key.key, key.value}}}, [](Committed) {});
    house.sim.RunFor(5);
  }
  EXPECT_TRUE(a->journal->LoadDesk("d1"));
}

}  // namespace
}  // namespace mlf::server::test
