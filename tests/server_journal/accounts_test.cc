// Accounts: guests, named users, tokens and their end.
#include "server/journal/sqlite_accounts.h"
#include "server/world/timer_queue.h"
#include "tests/server_journal/place.h"
#include "tests/support/files.h"

#include <gmock/gmock.h>

#include <sodium.h>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class FixedClock final : public Clock {
 public:
  Ms Steady() const override { return now; }
  Ms Wall() const override { return now; }
  Ms now = 1'700'000'000'000;
};

// Two at a time; works when a test says so.
class SteppedPool final : public Pool {
 public:
  bool Start(std::function<void()> work, std::function<void()> done) override {
    if (waiting.size() == 2) return false;
    waiting.emplace_back(std::move(work), std::move(done));
    return true;
  }
  void Step() {
    auto [work, done] = std::move(waiting.front());
    waiting.erase(waiting.begin());
    work();
    done();
  }
  std::vector<std::pair<std::function<void()>, std::function<void()>>> waiting;
};

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

TEST_F(AccountsTest, GuestsMayShareANameAndAreDistinguished) {
  const LoggedIn first = Guest("小明");
  const LoggedIn second = Guest("小明");
  EXPECT_EQ(first.result, LoginResult::kOk);
  EXPECT_EQ(first.user.name, "小明");
  EXPECT_TRUE(first.user.guest);
  EXPECT_THAT(first.user.id, StartsWith("g"));
  EXPECT_LE(first.user.id.size(), 32U);
  EXPECT_NE(first.user.id, second.user.id);
  EXPECT_EQ(first.token.size(), 43U);
  EXPECT_NE(first.token, second.token);
  EXPECT_EQ(ByToken(second.token).user.id, second.user.id);
  EXPECT_FALSE(accounts->IsNamed("小明"));
  EXPECT_EQ(accounts->Find(first.user.id)->name, "小明");
  EXPECT_FALSE(accounts->Find("gnobody"));
}

TEST_F(AccountsTest, ANamedUserComesBackByPassword) {
  const LoggedIn made = Register("ming", "correct horse");
  EXPECT_EQ(made.result, LoginResult::kOk);
  EXPECT_THAT(made.user.id, StartsWith("u"));
  EXPECT_FALSE(made.user.guest);
  Open();
  EXPECT_TRUE(accounts->IsNamed("ming"));
  const LoggedIn back = ByPassword("ming", "correct horse");
  EXPECT_EQ(back.result, LoginResult::kOk);
  EXPECT_EQ(back.user.id, made.user.id);
  EXPECT_NE(back.token, made.token);
  EXPECT_EQ(ByToken(made.token).result, LoginResult::kOk) << "the older token holds too";
  EXPECT_EQ(ByPassword("ming", "wrong horse").result, LoginResult::kBadLogin);
  EXPECT_EQ(ByPassword("ming", "").result, LoginResult::kBadLogin);
  EXPECT_EQ(ByPassword("nobody", "correct horse").result, LoginResult::kBadLogin);
  EXPECT_EQ(Register("ming", "another one").result, LoginResult::kNameTaken);
}

TEST_F(AccountsTest, AGuestsNameHasNoPassword) {
  Guest("ming");
  EXPECT_EQ(ByPassword("ming", "").result, LoginResult::kBadLogin);
}

TEST_F(AccountsTest, OneOfTwoWhoRegisterANameAtOnceGetsIt) {
  std::vector<LoginResult> results;
  for (int i = 0; i < 2; ++i)
    accounts->Register("ming", "correct horse",
                       [&](const LoggedIn& answer) { results.push_back(answer.result); });
  while (!pool.waiting.empty()) pool.Step();
  place->Settle();
  EXPECT_THAT(results, ElementsAre(LoginResult::kOk, LoginResult::kNameTaken));
}

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

TEST_F(AccountsTest, ATokenEndsThirtyDaysAfterItsLastUse) {
  constexpr Ms kDay = Ms{24} * 3600 * 1000;
  const Ms start = clock.now;
  const std::string token = Guest("ming").token;
  clock.now += 30 * kDay - 1;
  EXPECT_EQ(ByToken(token).result, LoginResult::kOk);
  Open();
  clock.now += 30 * kDay - 1;
  EXPECT_EQ(ByToken(token).result, LoginResult::kOk) << "the use before counted";
  clock.now += 30 * kDay;
  EXPECT_EQ(ByToken(token).result, LoginResult::kBadLogin);
  clock.now = start;
  EXPECT_EQ(ByToken(token).result, LoginResult::kOk) << "a clock that jumped back does not end it";
  clock.now += 100 * kDay;
  Guest("other");
  clock.now = start;
  EXPECT_EQ(ByToken(token).result, LoginResult::kBadLogin) << "removed with the next new token";
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

TEST_F(AccountsTest, ADroppedTokenIsVoid) {
  const LoggedIn ming = Guest("ming");
  bool dropped = false;
  accounts->DropToken(ming.token, [&] { dropped = true; });
  EXPECT_FALSE(dropped);
  place->Settle();
  EXPECT_TRUE(dropped);
  EXPECT_EQ(ByToken(ming.token).result, LoginResult::kBadLogin);
  EXPECT_EQ(ByToken("").result, LoginResult::kBadLogin);
  EXPECT_TRUE(accounts->Find(ming.user.id));
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

}  // namespace
}  // namespace mlf::server::test
