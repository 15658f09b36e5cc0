// What accounts do, whatever they are stored in. A test program includes this once and instantiates
// AccountsContract.
#pragma once

#include "server/journal/accounts.h"
#include "server/journal/pool.h"
#include "server/world/world.h"

#include <gmock/gmock.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server::test {

using testing::ElementsAre;
using testing::StartsWith;

// People's time; waiting has its own.
class FixedClock final : public Clock {
 public:
  Ms Steady() const override { return steady; }
  Ms Wall() const override { return now; }
  Ms now = 1'700'000'000'000;
  Ms steady = 1000;
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

// Accounts for one test.
class AccountsPlace {
 public:
  virtual ~AccountsPlace() = default;
  virtual Accounts& accounts() = 0;
  // The server stops and starts again.
  virtual void Reopen() = 0;
  // Runs until everything is answered, hashes too.
  virtual void Settle() = 0;
  // So much time passes for everybody.
  virtual void Pass(Ms ms) { clock.now += ms; }
  FixedClock clock;
};

class AccountsContract : public testing::TestWithParam<std::unique_ptr<AccountsPlace> (*)()> {
 protected:
  // The answer to `ask`, which must come exactly once and not inside the call.
  LoggedIn Ask(const std::function<void(Accounts::Done)>& ask) {
    std::vector<LoggedIn> answers;
    ask([&](LoggedIn answer) { answers.push_back(std::move(answer)); });
    EXPECT_EQ(answers.size(), 0U);
    place->Settle();
    EXPECT_EQ(answers.size(), 1U);
    return answers.empty() ? LoggedIn{} : answers[0];
  }
  LoggedIn Guest(const std::string& name) {
    return Ask([&](Accounts::Done done) { place->accounts().NewGuest(name, std::move(done)); });
  }
  LoggedIn Register(const std::string& name, const std::string& password) {
    return Ask(
        [&](Accounts::Done done) { place->accounts().Register(name, password, std::move(done)); });
  }
  LoggedIn ByPassword(const std::string& name, const std::string& password) {
    return Ask([&](Accounts::Done done) {
      place->accounts().ByPassword(name, password, std::move(done));
    });
  }
  LoggedIn ByToken(const std::string& token) {
    return Ask([&](Accounts::Done done) { place->accounts().ByToken(token, std::move(done)); });
  }
  NameUse Look(const std::string& name) {
    std::vector<std::optional<NameUse>> uses;
    place->accounts().Look(name, [&](std::optional<NameUse> use) { uses.push_back(use); });
    EXPECT_EQ(uses.size(), 0U);
    place->Settle();
    EXPECT_EQ(uses.size(), 1U);
    EXPECT_TRUE(uses.at(0));
    return uses.at(0).value_or(NameUse{});
  }
  std::unique_ptr<AccountsPlace> place = GetParam()();
};

TEST_P(AccountsContract, GuestsMayShareANameAndAreDistinguished) {
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
  EXPECT_FALSE(Look("小明").named);
  EXPECT_EQ(place->accounts().Find(first.user.id)->name, "小明");
  EXPECT_FALSE(place->accounts().Find("gnobody"));
}

TEST_P(AccountsContract, ANameThatLooksLikeAnothersIsTaken) {
  EXPECT_EQ(Register("Alice 1", "correct horse").result, LoginResult::kOk);
  EXPECT_EQ(Guest("bob").result, LoginResult::kOk);
  place->Reopen();
  for (const char* name : {"Alice 1", "alice1", "\u0430lice 1", "AIice I", "\uff21lice l"}) {
    EXPECT_TRUE(Look(name).looks_taken) << name;
    EXPECT_EQ(Register(name, "correct horse").result, LoginResult::kNameTaken) << name;
  }
  EXPECT_FALSE(Look("alice1").named) << "it is no name of an account";
  EXPECT_FALSE(Look("alice 2").looks_taken);
  EXPECT_FALSE(Look("bob").looks_taken) << "guests share names";
}

TEST_P(AccountsContract, ANamedUserComesBackByPassword) {
  const LoggedIn made = Register("ming", "correct horse");
  EXPECT_EQ(made.result, LoginResult::kOk);
  EXPECT_THAT(made.user.id, StartsWith("u"));
  EXPECT_FALSE(made.user.guest);
  place->Reopen();
  EXPECT_TRUE(Look("ming").named);
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

TEST_P(AccountsContract, AGuestsNameHasNoPassword) {
  Guest("ming");
  EXPECT_EQ(ByPassword("ming", "").result, LoginResult::kBadLogin);
}

TEST_P(AccountsContract, OneOfTwoWhoRegisterANameAtOnceGetsIt) {
  std::vector<LoginResult> results;
  for (int i = 0; i < 2; ++i)
    place->accounts().Register("ming", "correct horse",
                               [&](const LoggedIn& answer) { results.push_back(answer.result); });
  place->Settle();
  EXPECT_THAT(results, ElementsAre(LoginResult::kOk, LoginResult::kNameTaken));
}

TEST_P(AccountsContract, ATokenEndsThirtyDaysAfterItsLastUse) {
  constexpr Ms kDay = Ms{24} * 3600 * 1000;
  const std::string token = Guest("ming").token;
  place->Pass(30 * kDay - 1);
  EXPECT_EQ(ByToken(token).result, LoginResult::kOk);
  place->Reopen();
  place->Pass(30 * kDay - 1);
  EXPECT_EQ(ByToken(token).result, LoginResult::kOk) << "the use before counted";
  place->Pass(31 * kDay);
  EXPECT_EQ(ByToken(token).result, LoginResult::kBadLogin);
}

TEST_P(AccountsContract, ADroppedTokenIsVoid) {
  const LoggedIn ming = Guest("ming");
  bool dropped = false;
  place->accounts().DropToken(ming.token, [&] { dropped = true; });
  EXPECT_FALSE(dropped);
  place->Settle();
  EXPECT_TRUE(dropped);
  EXPECT_EQ(ByToken(ming.token).result, LoginResult::kBadLogin);
  EXPECT_EQ(ByToken("").result, LoginResult::kBadLogin);
  EXPECT_TRUE(place->accounts().Find(ming.user.id));
}

}  // namespace mlf::server::test
