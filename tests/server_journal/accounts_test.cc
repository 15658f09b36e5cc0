// Accounts in SQLite: what all accounts do, and what is written.
#include "server/journal/sqlite_accounts.h"
#include "server/journal/sqlite_profiles.h"
#include "server/world/timer_queue.h"
#include "tests/server_journal/place.h"
#include "tests/support/accounts_contract.h"
#include "tests/support/files.h"

#include <gmock/gmock.h>

#include <sodium.h>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class AccountsInSqlite final : public AccountsPlace {
 public:
  AccountsInSqlite() { Reopen(); }
  Accounts& accounts() override { return *accounts_; }
  void Reopen() override {
    accounts_.reset();
    place_.reset();
    place_ = std::make_unique<Place>(Place::Options{.path = folder_ / "mlf.db"});
    accounts_ = std::make_unique<SqliteAccounts>(
        place_->storage(), pool_, World{clock, timers_, entropy_}, PasswordCost::Least());
  }
  void Settle() override {
    while (!pool_.waiting.empty()) pool_.Step();
    place_->Settle();
  }

 private:
  Folder folder_;
  TimerQueue timers_;
  SeededEntropy entropy_{5};
  SteppedPool pool_;
  std::unique_ptr<Place> place_;
  std::unique_ptr<SqliteAccounts> accounts_;
};

INSTANTIATE_TEST_SUITE_P(InSqlite, AccountsContract, testing::Values([] {
                           return std::unique_ptr<AccountsPlace>(new AccountsInSqlite);
                         }));

class AccountsTest : public testing::Test {
 protected:
  AccountsTest() { Open(); }
  void Open() {
    accounts.reset();
    place.reset();
    place = std::make_unique<Place>(Place::Options{.path = folder / "mlf.db"});
    accounts = std::make_unique<SqliteAccounts>(
        place->storage(), pool, World{clock, timers, entropy}, PasswordCost::Least());
  }
  // The answer to `ask`, which must come exactly once and not inside the call.
  LoggedIn Ask(const std::function<void(Accounts::Done)>& ask) {
    std::vector<LoggedIn> answers;
    ask([&](LoggedIn answer) { answers.push_back(std::move(answer)); });
    EXPECT_EQ(answers.size(), 0U);
    while (!pool.waiting.empty()) pool.Step();
    place->Settle();
    EXPECT_EQ(answers.size(), 1U);
    return answers.empty() ? LoggedIn{} : answers[0];
  }
  LoggedIn Guest(const std::string& name) {
    return Ask([&](Accounts::Done done) { accounts->NewGuest(name, std::move(done)); });
  }
  LoggedIn Register(const std::string& name, const std::string& password) {
    return Ask([&](Accounts::Done done) { accounts->Register(name, password, std::move(done)); });
  }
  LoggedIn ByPassword(const std::string& name, const std::string& password) {
    return Ask([&](Accounts::Done done) { accounts->ByPassword(name, password, std::move(done)); });
  }
  LoggedIn ByToken(const std::string& token) {
    return Ask([&](Accounts::Done done) { accounts->ByToken(token, std::move(done)); });
  }
  std::string Used() {
    Connection db(folder / "mlf.db", Connection::Mode::kReadWrite);
    return db.Ask("SELECT used FROM tokens");
  }

  Folder folder;
  FixedClock clock;
  TimerQueue timers;
  SeededEntropy entropy{5};
  SteppedPool pool;
  std::unique_ptr<Place> place;
  std::unique_ptr<SqliteAccounts> accounts;
};

TEST_F(AccountsTest, TwoHashesAtATime) {
  std::vector<LoginResult> results;
  const auto note = [&](const LoggedIn& answer) { results.push_back(answer.result); };
  accounts->Register("one", "correct horse", note);
  accounts->ByPassword("nobody", "correct horse", note);
  accounts->Register("three", "correct horse", note);
  accounts->ByPassword("nobody", "correct horse", note);
  place->Settle();
  EXPECT_THAT(results, ElementsAre(LoginResult::kBusy, LoginResult::kBusy));
  while (!pool.waiting.empty()) pool.Step();
  place->Settle();
  EXPECT_THAT(results, ElementsAre(LoginResult::kBusy, LoginResult::kBusy, LoginResult::kBadLogin,
                                   LoginResult::kOk));
}

TEST_F(AccountsTest, AVoidTokenIsRemovedWithTheNextNewOne) {
  constexpr Ms kDay = Ms{24} * 3600 * 1000;
  const Ms start = clock.now;
  const std::string token = Guest("ming").token;
  clock.now += 100 * kDay;
  Guest("other");
  clock.now = start;
  EXPECT_EQ(ByToken(token).result, LoginResult::kBadLogin) << "removed with the next new token";
}

TEST_F(AccountsTest, AClockThatJumpsForwardAndBackEndsNoToken) {
  constexpr Ms kDay = Ms{24} * 3600 * 1000;
  const Ms start = clock.now;
  const std::string token = Guest("ming").token;
  clock.now += 30 * kDay;
  EXPECT_EQ(ByToken(token).result, LoginResult::kBadLogin);
  clock.now = start;
  EXPECT_EQ(ByToken(token).result, LoginResult::kOk);
}

TEST_F(AccountsTest, TheLastUseIsWrittenOnceAnHour) {
  const std::string token = Guest("ming").token;
  const Ms start = clock.now;
  clock.now = start + 3'599'999;
  ByToken(token);
  EXPECT_EQ(Used(), std::to_string(start));
  clock.now = start + 3'600'000;
  ByToken(token);
  EXPECT_EQ(Used(), std::to_string(start + 3'600'000));
}

// Its token would name a user who is not there, and no desk could write any more.
TEST_F(AccountsTest, ALoginThatMeetsADeletionIsRefusedAndOthersGoOn) {
  const std::string user = Register("ming", "correct horse").user.id;
  std::vector<LoginResult> results;
  accounts->ByPassword("ming", "correct horse",
                       [&](const LoggedIn& answer) { results.push_back(answer.result); });
  SqliteProfiles profiles(place->storage(), place->seal(), entropy);
  profiles.Forget(user, [](bool done) { EXPECT_TRUE(done); });
  place->Settle();
  while (!pool.waiting.empty()) pool.Step();
  place->Settle();
  EXPECT_THAT(results, ElementsAre(LoginResult::kBadLogin));
  EXPECT_EQ(Guest("other").result, LoginResult::kOk);
  EXPECT_THAT(place->reports(), IsEmpty());
}

TEST_F(AccountsTest, ADeletionThatWasCutShortEndsAlthoughATokenIsLeft) {
  const std::string user = Register("ming", "correct horse").user.id;
  place->storage().Submit(
      [&](Connection& db) { db.Do("UPDATE users SET name = '', password = '', look = ''"); },
      [](Outcome) {});
  place->Settle();
  const SqliteProfiles profiles(place->storage(), place->seal(), entropy);
  place->Settle();
  EXPECT_THAT(place->reports(), IsEmpty());
  EXPECT_FALSE(accounts->Find(user));
  EXPECT_EQ(Guest("other").result, LoginResult::kOk);
}

TEST_F(AccountsTest, NeitherTokensNorPasswordsAreInTheDatabase) {
  const LoggedIn ming = Register("ming", "correct horse");
  for (const char* file : {"mlf.db", "mlf.db-wal"}) {
    const std::string bytes = ::mlf::test::ReadText(folder / file);
    EXPECT_THAT(bytes, Not(HasSubstr(ming.token)));
    EXPECT_THAT(bytes, Not(HasSubstr("correct horse")));
  }
  Connection db(folder / "mlf.db", Connection::Mode::kReadWrite);
  EXPECT_THAT(db.Ask("SELECT password FROM users"), StartsWith("$argon2id$"));
}

TEST(PasswordCostTest, PeopleGetTheInteractiveOne) {
  EXPECT_EQ(PasswordCost::Interactive().passes, crypto_pwhash_OPSLIMIT_INTERACTIVE);
  EXPECT_EQ(PasswordCost::Interactive().bytes, 64U << 20);
}

TEST(ThreadPoolTest, TakesAsManyAsItHasThreads) {
  Loop loop;
  ThreadPool pool(2, loop.Post());
  std::mutex gate;
  gate.lock();
  int done = 0;
  const auto start = [&] {
    return pool.Start([&] { const std::lock_guard wait(gate); }, [&] { ++done; });
  };
  EXPECT_TRUE(start());
  EXPECT_TRUE(start());
  EXPECT_FALSE(start());
  gate.unlock();
  EXPECT_TRUE(loop.RunUntil([&] { return done == 2; }));
  EXPECT_TRUE(start());
  EXPECT_TRUE(loop.RunUntil([&] { return done == 3; }));
}

TEST_F(AccountsTest, AGuestGetsANameAndStaysTheSameUser) {
  const LoggedIn guest = Guest("ming");
  const auto name = [&](const std::string& user, const std::string& as) {
    return Ask([&](Accounts::Done done) { accounts->Name(user, as, "correct horse", done); });
  };
  EXPECT_EQ(Register("Anna", "correct horse").result, LoginResult::kOk);
  EXPECT_EQ(name(guest.user.id, "anna").result, LoginResult::kNameTaken);
  EXPECT_EQ(name("gnobody", "bo").result, LoginResult::kBadLogin);
  const LoggedIn named = name(guest.user.id, "Ming");
  EXPECT_EQ(named.result, LoginResult::kOk);
  EXPECT_EQ(named.user.id, guest.user.id);
  EXPECT_FALSE(named.user.guest);
  EXPECT_EQ(name(guest.user.id, "Other").result, LoginResult::kBadLogin) << "it is no guest now";
  Open();
  const LoggedIn by_token =
      Ask([&](Accounts::Done done) { accounts->ByToken(guest.token, std::move(done)); });
  EXPECT_EQ(by_token.user.name, "Ming");
  EXPECT_FALSE(by_token.user.guest);
  const LoggedIn back = Ask(
      [&](Accounts::Done done) { accounts->ByPassword("Ming", "correct horse", std::move(done)); });
  EXPECT_EQ(back.result, LoginResult::kOk);
  EXPECT_EQ(back.user.id, guest.user.id);
}

}  // namespace
}  // namespace mlf::server::test
