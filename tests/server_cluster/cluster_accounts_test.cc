// Accounts in the store of a cluster: what all accounts do, at any node, and when answers are lost.
#include "cluster/cluster_accounts.h"
#include "cluster/cluster_keys.h"
#include "cluster/sim/memory_cluster.h"
#include "server/world/timer_queue.h"
#include "tests/support/accounts_contract.h"
#include "tests/support/desk_life.h"

namespace mlf::server::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using Fate = MemoryCluster::Fate;

class AccountsInCluster final : public AccountsPlace {
 public:
  AccountsInCluster() { Reopen(); }
  Accounts& accounts() override { return *accounts_; }
  void Reopen() override {
    accounts_ = std::make_unique<ClusterAccounts>(*store_, pool, world_, PasswordCost::Least());
  }
  void Settle() override {
    for (int i = 0; i < 10; ++i) {
      while (!pool.waiting.empty()) pool.Step();
      RunFor(2);
    }
  }
  void RunFor(Ms ms) {
    for (; ms > 0; --ms) {
      ++clock.steady;
      ++ahead_.steady;
      timers_.RunDue(clock.steady);
    }
  }
  void Pass(Ms ms) override {
    clock.now += ms;
    clock.steady += ms;
    timers_.RunDue(clock.steady);
    Settle();
  }
  void Write(const std::string& key, const std::string& value) {
    store_->Commit({{}, {{key, value}}}, [](const Committed&) {});
    Settle();
  }
  void End(LeaseId lease) {
    store_->Revoke(lease, [](bool) {});
    Settle();
  }
  // Another node of the same cluster, whose clock is so much ahead.
  std::unique_ptr<Accounts> Another(Ms ahead = 0) {
    ahead_.now = clock.now + ahead;
    return std::make_unique<ClusterAccounts>(*store_, pool, World{ahead_, timers_, entropy_},
                                             PasswordCost::Least());
  }

 private:
  TimerQueue timers_;
  SeededEntropy entropy_{5};
  FixedClock ahead_;
  const World world_{clock, timers_, entropy_};

 public:
  SteppedPool pool;
  MemoryCluster cluster{world_};

 private:
  std::unique_ptr<ClusterStore> store_ = cluster.Join("a", world_);
  std::unique_ptr<ClusterAccounts> accounts_;
};

INSTANTIATE_TEST_SUITE_P(InMemory, AccountsContract, testing::Values([] {
                           return std::unique_ptr<AccountsPlace>(new AccountsInCluster);
                         }));

class ClusterAccountsTest : public testing::Test {
 protected:
  LoggedIn Ask(const std::function<void(Accounts::Done)>& ask, Ms within = 50) {
    std::vector<LoggedIn> answers;
    ask([&](LoggedIn answer) { answers.push_back(std::move(answer)); });
    place.Settle();
    place.RunFor(within);
    EXPECT_EQ(answers.size(), 1U);
    return answers.empty() ? LoggedIn{} : answers[0];
  }
  LoggedIn Guest(Ms within = 50) {
    return Ask([&](Accounts::Done done) { place.accounts().NewGuest("ming", std::move(done)); },
               within);
  }
  std::optional<NameUse> Look(Accounts& accounts, const std::string& name, Ms within = 50) {
    std::vector<std::optional<NameUse>> uses;
    accounts.Look(name, [&](std::optional<NameUse> use) { uses.push_back(use); });
    place.RunFor(within);
    EXPECT_EQ(uses.size(), 1U);
    return uses.empty() ? std::nullopt : uses[0];
  }
  LoggedIn ByToken(Accounts& accounts, const std::string& token) {
    return Ask([&](Accounts::Done done) { accounts.ByToken(token, std::move(done)); });
  }
  AccountsInCluster place;
};

TEST_F(ClusterAccountsTest, AnyNodeKnowsThem) {
  const auto other = place.Another();
  const LoggedIn ming = Ask([&](Accounts::Done done) {
    place.accounts().Register("ming", "correct horse", std::move(done));
  });
  EXPECT_EQ(ByToken(*other, ming.token).user.id, ming.user.id);
  EXPECT_TRUE(Look(*other, "ming")->named);
  EXPECT_FALSE(Look(*other, "min")->named) << "the beginning of a name is another name";
  const LoggedIn taken =
      Ask([&](Accounts::Done done) { other->Register("ming", "another one", std::move(done)); });
  EXPECT_EQ(taken.result, LoginResult::kNameTaken);
  EXPECT_EQ(other->Find(ming.user.id)->name, "ming");
}

TEST_F(ClusterAccountsTest, ALostAnswerIsReadAndALostRequestIsBusy) {
  Fate fate = Fate::kAnswerLost;
  place.cluster.DecideFates([&](const std::string&, const Transaction&) { return fate; });
  const LoggedIn made = Guest(2000);
  EXPECT_EQ(made.result, LoginResult::kOk);
  EXPECT_EQ(ByToken(place.accounts(), made.token).result, LoginResult::kOk);
  fate = Fate::kRequestLost;
  EXPECT_EQ(Guest(2000).result, LoginResult::kBusy);
}

TEST_F(ClusterAccountsTest, ADroppedTokenStaysAwayWhereTheStoreWasSilent) {
  const std::string token = Guest().token;
  place.cluster.SetAvailable(false);
  bool dropped = false;
  place.accounts().DropToken(token, [&] { dropped = true; });
  place.RunFor(5000);
  EXPECT_FALSE(dropped);
  place.cluster.SetAvailable(true);
  place.RunFor(3000);
  EXPECT_TRUE(dropped);
  EXPECT_EQ(ByToken(place.accounts(), token).result, LoginResult::kBadLogin);
}

TEST_F(ClusterAccountsTest, ANotedUseDoesNotBringADroppedTokenBack) {
  const std::string token = Guest().token;
  place.clock.now += 2 * kNoteUseAfter;
  place.accounts().ByToken(token, [](const LoggedIn&) {});
  place.accounts().DropToken(token, [] {});
  place.Settle();
  EXPECT_THAT(place.cluster.Keys(keys::kTokens), IsEmpty());
}

TEST_F(ClusterAccountsTest, WithoutTheStoreNobodyLogsInAndNoNameIsFree) {
  const std::string token = Guest().token;
  place.cluster.SetAvailable(false);
  EXPECT_FALSE(Look(place.accounts(), "new", 2000));
  LoggedIn answer{LoginResult::kOk, {}, {}};
  place.accounts().ByToken(token, [&](LoggedIn now) { answer = std::move(now); });
  place.RunFor(2000);
  EXPECT_EQ(answer.result, LoginResult::kBusy);
}

TEST_F(ClusterAccountsTest, TheStoreDeletesTokensThatNobodyUses) {
  for (int i = 0; i < 3; ++i) Guest();
  place.Pass(kTokenLife);
  const std::string valid = Guest().token;
  EXPECT_THAT(place.cluster.Keys(keys::kTokens), SizeIs(4));
  place.Pass(ClusterAccounts::kShares);
  EXPECT_THAT(place.cluster.Keys(keys::kTokens), SizeIs(1));
  EXPECT_EQ(ByToken(place.accounts(), valid).result, LoginResult::kOk);
}

TEST_F(ClusterAccountsTest, ANodeWhoseClockIsAheadEndsNoToken) {
  const std::string token = Guest().token;
  const auto other = place.Another(kTokenLife + kNoteUseAfter);
  place.RunFor(ClusterAccounts::kSweepEvery + 100);
  EXPECT_THAT(place.cluster.Keys(keys::kTokens), SizeIs(1));
  EXPECT_EQ(ByToken(*other, token).result, LoginResult::kOk);
  place.Settle();
  EXPECT_EQ(ByToken(place.accounts(), token).result, LoginResult::kOk)
      << "the use is of the future";
}

TEST_F(ClusterAccountsTest, TokensWithoutALeaseGetOne) {
  const std::string token = Guest().token;
  const StoredKey stored = place.cluster.Keys(keys::kTokens)[0];
  place.Write(stored.key, stored.value);
  place.RunFor(ClusterAccounts::kSweepEvery + 100);
  EXPECT_NE(place.cluster.Keys(keys::kTokens)[0].lease, 0);
  EXPECT_EQ(ByToken(place.accounts(), token).result, LoginResult::kOk);
}

// A store that was restored from a backup does not have the leases of later.
TEST_F(ClusterAccountsTest, ALeaseThatTheStoreDoesNotHaveIsReplaced) {
  Guest();
  place.End(place.cluster.Keys(keys::kTokens)[0].lease);
  EXPECT_THAT(place.cluster.Keys(keys::kTokens), IsEmpty());
  EXPECT_EQ(Guest().result, LoginResult::kOk);
  EXPECT_THAT(place.cluster.Keys(keys::kTokens), SizeIs(1));
}

TEST_F(ClusterAccountsTest, NeitherTokensNorPasswordsAreStored) {
  const LoggedIn ming = Ask([&](Accounts::Done done) {
    place.accounts().Register("ming", "correct horse", std::move(done));
  });
  for (const StoredKey& key : place.cluster.Keys("")) {
    EXPECT_THAT(key.key + key.value, Not(HasSubstr(ming.token)));
    EXPECT_THAT(key.key + key.value, Not(HasSubstr("correct horse")));
  }
  EXPECT_THAT(place.cluster.Keys(keys::User(ming.user.id))[0].value, HasSubstr("$argon2id$"));
}

}  // namespace
}  // namespace mlf::server::test
