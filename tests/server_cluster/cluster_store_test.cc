// What every ClusterStore does: one contract, for the store in memory and for etcd.
#include "tests/server_cluster/stores.h"

#include <gmock/gmock.h>

#include <vector>

namespace mlf::server::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::SizeIs;

using StoreOutcome = Committed::Outcome;

class ClusterStoreTest : public testing::TestWithParam<std::unique_ptr<TestStore> (*)()> {
 protected:
  void SetUp() override {
    place = GetParam()();
    if (!place)
      GTEST_SKIP() << "etcd is not installed, or the server is built without it (group cluster)";
  }

  std::string Key(const std::string& name) const { return place->prefix + name; }
  ClusterStore& store() { return place->store(); }

  // The answer to `ask`, which must not come inside the call.
  template <typename Answer>
  Answer Ask(const std::function<void(std::function<void(Answer)>)>& ask) {
    std::optional<Answer> answer;
    ask([&](Answer now) { answer = std::move(now); });
    EXPECT_FALSE(answer);
    EXPECT_TRUE(place->RunUntil([&] { return answer.has_value(); }));
    return answer.value_or(Answer{});
  }
  Committed Commit(const Transaction& transaction) {
    return Ask<Committed>([&](auto done) { store().Commit(transaction, std::move(done)); });
  }
  Committed Put(const std::string& name, const std::string& value, LeaseId lease = 0) {
    return Commit({{}, {{Key(name), value, lease}}});
  }
  Committed Delete(const std::string& name, bool prefix = false) {
    return Commit({{}, {{.key = Key(name), .value = std::nullopt, .prefix = prefix}}});
  }
  std::vector<StoredKey> List(const std::string& name = {}) {
    const auto listing = store().ListNow(Key(name));
    EXPECT_TRUE(listing);
    return listing ? listing->keys : std::vector<StoredKey>{};
  }
  std::vector<std::string> Names(const std::vector<StoredKey>& keys) const {
    std::vector<std::string> names;
    for (const StoredKey& key : keys) names.push_back(key.key.substr(place->prefix.size()));
    return names;
  }
  LeaseId Grant(Ms ttl) {
    const auto lease =
        Ask<std::optional<LeaseId>>([&](auto done) { store().Grant(ttl, std::move(done)); });
    EXPECT_TRUE(lease);
    return lease.value_or(0);
  }
  bool HasLease(LeaseId lease) {
    const auto there =
        Ask<std::optional<bool>>([&](auto done) { store().HasLease(lease, std::move(done)); });
    EXPECT_TRUE(there);
    return there.value_or(false);
  }
  // Whether the store renews it.
  bool Renew(LeaseId lease) {
    const Ms before = store().HowKept(lease).asked;
    store().Keep(lease, 1, place->Now() + 5000);
    ClusterStore::Kept kept;
    EXPECT_TRUE(place->RunUntil([&] {
      kept = store().HowKept(lease);
      return kept.ended || kept.asked > before;
    }));
    return !kept.ended;
  }
  // "name=value" or "-name" of each change, from `from` on.
  ClusterStore::WatchId Watch(const std::string& name, Revision from) {
    return store().Watch(
        Key(name), from,
        [this](const Change& change) {
          const std::string changed = change.now.key.substr(place->prefix.size());
          seen.push_back(change.deleted ? "-" + changed : changed + "=" + change.now.value);
          revisions.push_back(change.now.modified);
        },
        [this] { seen.emplace_back("lost"); });
  }
  bool Saw(std::size_t changes) {
    return place->RunUntil([&] { return seen.size() >= changes; });
  }

  std::unique_ptr<TestStore> place;
  std::vector<std::string> seen;
  std::vector<Revision> revisions;
};

TEST_P(ClusterStoreTest, KeepsKeysWithTheirRevisions) {
  const Revision first = Put("a", "1").revision;
  const Revision second = Put("a", "2").revision;
  EXPECT_EQ(second, first + 1);
  const auto keys = List();
  ASSERT_THAT(keys, SizeIs(1));
  EXPECT_THAT(keys[0], AllOf(Field(&StoredKey::key, Key("a")), Field(&StoredKey::value, "2"),
                             Field(&StoredKey::created, first), Field(&StoredKey::lease, 0),
                             Field(&StoredKey::modified, second)));
  EXPECT_EQ(Delete("a").revision, second + 1);
  EXPECT_THAT(List(), IsEmpty());
  EXPECT_EQ(Delete("a").revision, second + 1) << "nothing was there to delete";
  EXPECT_EQ(Put("a", "3").revision, second + 2);
  EXPECT_EQ(List()[0].created, second + 2) << "it has come into being again";
}

TEST_P(ClusterStoreTest, AValueMayHoldAnyBytes) {
  const std::string bytes("\0\xff\n\x80 \0", 6);
  Put("a", bytes);
  Put("b", "");
  const auto keys = List();
  ASSERT_THAT(keys, SizeIs(2));
  EXPECT_EQ(keys[0].value, bytes);
  EXPECT_EQ(keys[1].value, "");
}

TEST_P(ClusterStoreTest, AFailedComparisonWritesNothing) {
  const Revision made = Put("a", "1").revision;
  const Revision now = Put("a", "2").revision;
  using Where = Comparison::Field;
  const auto written = [&](const std::string& name, Where field, Revision equals) {
    const Committed answer =
        Commit({{{Key("b"), Where::kCreated, 0}, {Key(name), field, equals}}, {{Key("c"), "x"}}});
    EXPECT_NE(answer.outcome, StoreOutcome::kUnknown);
    EXPECT_EQ(List("c").size(), answer.outcome == StoreOutcome::kWritten ? 1U : 0U);
    Delete("c");
    return answer.outcome == StoreOutcome::kWritten;
  };
  EXPECT_TRUE(written("a", Where::kCreated, made));
  EXPECT_FALSE(written("a", Where::kCreated, now));
  EXPECT_TRUE(written("a", Where::kModified, now));
  EXPECT_FALSE(written("a", Where::kModified, made));
  EXPECT_FALSE(written("a", Where::kCreated, 0));
  EXPECT_TRUE(written("none", Where::kCreated, 0));
  EXPECT_FALSE(written("none", Where::kCreated, now));
}

TEST_P(ClusterStoreTest, ATransactionIsOneRevisionOfAllItsWrites) {
  Put("old/1", "1");
  Put("old/2", "2");
  Put("older", "3");
  const Committed all = Commit({{},
                                {{Key("a"), "1"},
                                 {.key = Key("old/"), .value = std::nullopt, .prefix = true},
                                 {Key("b"), "2"}}});
  EXPECT_EQ(all.outcome, StoreOutcome::kWritten);
  const auto keys = List();
  EXPECT_THAT(Names(keys), ElementsAre("a", "b", "older"));
  EXPECT_EQ(keys[0].created, all.revision);
  EXPECT_EQ(keys[1].created, all.revision);
  EXPECT_THAT(Commit({}).outcome, StoreOutcome::kWritten) << "an empty one asks nothing";
}

TEST_P(ClusterStoreTest, TheLargestTransactionIsTaken) {
  Transaction large;
  for (int i = 0; i < 128; ++i) {
    const std::string name = Key("k" + std::to_string(1000 + i));
    large.comparisons.push_back({name, Comparison::Field::kCreated, 0});
    large.writes.push_back({name, std::string(10'000, static_cast<char>('a' + i % 26))});
  }
  EXPECT_EQ(Commit(large).outcome, StoreOutcome::kWritten);
  EXPECT_THAT(List(), SizeIs(128));
}

TEST_P(ClusterStoreTest, KeysAreListedInOrderAndInParts) {
  for (const char* name : {"b", "a", "ab", "aa", "c"}) Put(name, "");
  EXPECT_THAT(Names(List()), ElementsAre("a", "aa", "ab", "b", "c"));
  EXPECT_THAT(Names(List("a")), ElementsAre("a", "aa", "ab"));
  EXPECT_THAT(List("d"), IsEmpty());
  const auto part = [&](std::size_t limit, const std::string& after) {
    const auto listing = Ask<std::optional<Listing>>(
        [&](auto done) { store().List(Key(""), limit, after, std::move(done)); });
    EXPECT_TRUE(listing);
    return Names(listing->keys);
  };
  EXPECT_THAT(part(2, ""), ElementsAre("a", "aa"));
  EXPECT_THAT(part(2, Key("aa")), ElementsAre("ab", "b"));
  EXPECT_THAT(part(2, Key("b")), ElementsAre("c"));
  EXPECT_THAT(part(2, Key("c")), IsEmpty());
  EXPECT_THAT(part(0, Key("a")), ElementsAre("aa", "ab", "b", "c"));
}

TEST_P(ClusterStoreTest, AListingHasTheRevisionOfTheStore) {
  const Revision now = Put("a", "1").revision;
  EXPECT_EQ(store().ListNow(Key(""))->revision, now);
  EXPECT_EQ(store().ListNow(Key("none"))->revision, now);
}

TEST_P(ClusterStoreTest, TheEndOfALeaseDeletesItsKeys) {
  const LeaseId lease = Grant(60'000);
  EXPECT_EQ(Put("a", "1", lease).outcome, StoreOutcome::kWritten);
  Put("b", "1", lease);
  Put("b", "2");  // without one
  Put("c", "1");
  EXPECT_EQ(List("a")[0].lease, lease);
  EXPECT_EQ(Renew(lease), true);
  EXPECT_EQ(HasLease(lease), true);
  EXPECT_TRUE(Ask<bool>([&](auto done) { store().Revoke(lease, std::move(done)); }));
  EXPECT_THAT(Names(List()), ElementsAre("b", "c"));
  EXPECT_TRUE(Ask<bool>([&](auto done) { store().Revoke(lease, std::move(done)); }))
      << "it is gone";
  EXPECT_EQ(HasLease(lease), false);
  EXPECT_EQ(Renew(lease), false);
  EXPECT_EQ(Put("d", "1", lease).outcome, StoreOutcome::kRefused) << "no key can have it any more";
  EXPECT_THAT(List("d"), IsEmpty());
}

TEST_P(ClusterStoreTest, ALeaseEndsByItself) {
  const LeaseId lease = Grant(place->ShortestLease());
  Watch("", Put("a", "1", lease).revision + 1);
  EXPECT_TRUE(Saw(1));
  EXPECT_THAT(seen, ElementsAre("-a"));
  EXPECT_EQ(Renew(lease), false);
}

TEST_P(ClusterStoreTest, ALeaseIsKeptWhileTheServersThreadStandsStill) {
  const LeaseId lease = Grant(place->ShortestLease());
  EXPECT_EQ(Put("a", "1", lease).outcome, StoreOutcome::kWritten);
  const Ms begun = place->Now();
  store().Keep(lease, 200, begun + 60'000);
  place->StandStill(3 * place->ShortestLease());
  EXPECT_GT(store().HowKept(lease).asked, begun + 2 * place->ShortestLease());
  EXPECT_THAT(List("a"), SizeIs(1));
  // Without Keep it ends.
  store().Keep(lease, 200, place->Now());
  Watch("", store().ListNow("")->revision + 1);
  EXPECT_TRUE(Saw(1));
  EXPECT_THAT(seen, ElementsAre("-a"));
}

TEST_P(ClusterStoreTest, AWatchSeesEachChangeInOrder) {
  Put("w/0", "before");
  const Revision from = Put("w/1", "1").revision;
  Watch("w/", from);
  Put("w/2", "2");
  Put("other", "3");
  Commit({{}, {{Key("w/3"), "3"}, {.key = Key("w/1"), .value = std::nullopt}}});
  Put("w/2", "4");
  EXPECT_TRUE(Saw(5));
  EXPECT_THAT(seen, ElementsAre("w/1=1", "w/2=2", "w/3=3", "-w/1", "w/2=4"));
  EXPECT_THAT(revisions, ElementsAre(from, from + 1, from + 3, from + 3, from + 4));
}

TEST_P(ClusterStoreTest, AnEndedWatchIsSilent) {
  const Revision from = Put("a", "1").revision;
  const ClusterStore::WatchId ended = Watch("a", from);
  EXPECT_TRUE(Saw(1));
  store().Unwatch(ended);
  Watch("b", from);
  Put("a", "2");
  Put("b", "3");
  EXPECT_TRUE(Saw(2));
  EXPECT_THAT(seen, ElementsAre("a=1", "b=3"));
}

TEST_P(ClusterStoreTest, AWatchBehindACompactionIsLost) {
  const Revision from = Put("a", "1").revision;
  Put("a", "2");
  const Revision now = Put("a", "3").revision;
  if (!place->Compact()) GTEST_SKIP() << "etcdctl is not installed (group cluster)";
  Watch("a", from);
  EXPECT_TRUE(Saw(1));
  EXPECT_THAT(seen, ElementsAre("lost"));
  Watch("a", now + 1);
  Put("a", "4");
  EXPECT_TRUE(Saw(2));
  EXPECT_THAT(seen, ElementsAre("lost", "a=4"));
  EXPECT_EQ(List()[0].value, "4") << "the keys are still there";
}

TEST_P(ClusterStoreTest, ItTellsItsSizeAndForgetsWhenItIsTold) {
  Put("a", std::string(1000, 'x'));
  const Revision now = Put("a", "2").revision;
  Put("a", "3");
  const auto size =
      Ask<std::optional<StoreSize>>([&](auto done) { store().Size(std::move(done)); });
  ASSERT_TRUE(size);
  EXPECT_GT(size->used, 0);
  EXPECT_GE(size->file, size->used);
  store().Compact(now);
  store().Compact(now + 1'000'000);  // does nothing
  Put("b", "1");
  while (seen.empty() || seen.back() != "lost") {
    seen.clear();
    Watch("a", now - 1);
    ASSERT_TRUE(Saw(1));
  }
  seen.clear();
  Watch("a", now + 1);
  EXPECT_TRUE(Saw(1));
  EXPECT_THAT(seen, ElementsAre("a=3"));
}

TEST_P(ClusterStoreTest, TheLargestTransactionIsTakenAndALargerOneIsNeverSent) {
  Transaction transaction;
  for (int i = 0; i < 128; ++i) {
    const std::string key = Key("large/" + std::to_string(i));
    transaction.comparisons.push_back({key, Comparison::Field::kCreated, 0});
    transaction.writes.push_back({key, ""});
  }
  std::size_t at = 0;
  while (transaction.Bytes() < Transaction::kMostBytes)
    transaction.writes[at++ % 128].value->append(
        std::min<std::size_t>(1000, Transaction::kMostBytes - transaction.Bytes()), 'x');
  EXPECT_EQ(Commit(transaction).outcome, StoreOutcome::kWritten);
  transaction.comparisons.clear();
  for (Write& write : transaction.writes) write.key += "x";
  transaction.writes[0].value->append(2000, 'x');
  ASSERT_GT(transaction.Bytes(), Transaction::kMostBytes);
  EXPECT_EQ(Commit(transaction).outcome, StoreOutcome::kRefused);
  EXPECT_THAT(List("large/"), SizeIs(128));
  Delete("large/", true);
}

INSTANTIATE_TEST_SUITE_P(InMemory, ClusterStoreTest, testing::Values(&InMemory));
INSTANTIATE_TEST_SUITE_P(InEtcd, ClusterStoreTest, testing::Values(&InEtcd));

}  // namespace
}  // namespace mlf::server::test
