// What one user may take of the server, and how desks end that nobody comes back to.
#include "tests/server_lobby/desk_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace mlf::server::test {
namespace {

constexpr Ms kHour = 60 * 60'000;

void ExpectRefused(const Json& answer) {
  EXPECT_EQ(answer["code"], "rate_limited") << answer;
  EXPECT_EQ(answer["reason"]["id"], "too_many_desks") << answer;
}

void ExpectNoMoreSeats(const Json& answer) {
  ExpectRefused(answer);
  EXPECT_NE(answer["reason"]["en"].get<std::string>().find("3 desks"), std::string::npos) << answer;
  EXPECT_NE(answer["reason"]["zh"].get<std::string>().find("3 张"), std::string::npos) << answer;
}

TEST(SeatsOfAUser, AreLimited) {
  House house;
  house.config.limits.desks_per_user = 3;
  Table other(house, 1);
  auto quick = house.Connect();
  quick->LogIn("q");
  ASSERT_EQ(quick->Ask({{"t", "quick"}, {"variant", "xueliu"}})["t"], "ok");
  auto client = house.Connect();
  client->LogIn("a");
  std::vector<std::string> desks;
  for (int i = 0; i < 3; ++i) {
    const Json made = client->Ask(Create());
    ASSERT_EQ(made["t"], "ok") << made;
    desks.push_back(made["desk"]["id"]);
  }
  ExpectNoMoreSeats(client->Ask(Create()));
  ExpectNoMoreSeats(client->Ask({{"t", "join"}, {"desk", other.id}}));
  ExpectNoMoreSeats(client->Ask({{"t", "join"}, {"code", other.code}}));
  ExpectNoMoreSeats(client->Ask({{"t", "quick"}, {"variant", "xueliu"}}));
  ExpectNoMoreSeats(client->Ask({{"t", "quick"}, {"variant", "erren"}}));
  EXPECT_EQ(client->Ask({{"t", "watch"}, {"desk", other.id}})["t"], "ok") << "this is no seat";
  EXPECT_EQ(client->Ask({{"t", "join"}, {"desk", desks[0]}})["t"], "ok") << "it sits there";
  // A desk that is left, or ends, makes room for another.
  EXPECT_EQ(client->Ask({{"t", "leave"}, {"desk", desks[0]}})["t"], "ok");
  EXPECT_EQ(client->Ask({{"t", "quick"}, {"variant", "xueliu"}})["t"], "ok");
  EXPECT_EQ(client->Ask({{"t", "quick"}, {"variant", "xueliu"}})["t"], "ok") << "it sits there";
  ExpectNoMoreSeats(client->Ask(Create()));
  EXPECT_TRUE(house.lobby->EndDesk(desks[1]));
  EXPECT_EQ(client->Ask({{"t", "join"}, {"desk", other.id}})["t"], "ok");
  ExpectNoMoreSeats(client->Ask(Create()));
  // Those of before count after a restart.
  const std::string token = client->token;
  house.Restart();
  auto back = house.Connect();
  ASSERT_EQ(back->Ask({{"t", "login"}, {"token", token}})["desks"].size(), 3u);
  ExpectNoMoreSeats(back->Ask(Create()));
  auto another = house.Connect();
  another->LogIn("b");
  EXPECT_EQ(another->Ask(Create())["t"], "ok");
}

TEST(SeatsOfAUser, AreNotLimitedFromLoopback) {
  House house;
  house.config.limits.desks_per_user = 1;
  auto client = house.Connect("127.0.0.1");
  client->LogIn("a");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(client->Ask(Create())["t"], "ok");
  house.config.limits.limit_loopback = true;
  ExpectRefused(client->Ask(Create()));
}

// ---- logins by password ----

constexpr Ms kHash = 100;
constexpr const char* kPassword = "password";

Json ByPassword(const std::string& name) {
  return {{"t", "login"}, {"name", name}, {"password", kPassword}};
}

// Accounts u0, u1 ... that were made before.
struct People {
  People(House& where, int count) : house(where) {
    for (int i = 0; i < count; ++i) {
      auto client = house.Connect("127.0.0.1");
      Json request = ByPassword(fmt::format("u{}", i));
      request["register"] = true;
      EXPECT_EQ(client->Ask(request)["t"], "ok");
    }
    house.accounts.SetHashTime(kHash);
    house.RunFor(60'000);  // what was counted is forgotten
  }
  // Each logs in at once, as user `first` and the following ones.
  void LogIn(int count, const std::function<std::string(int)>& address, int first = 0) {
    for (int i = 0; i < count; ++i) {
      clients.push_back(house.Connect(address(i)));
      clients.back()->Post(ByPassword(fmt::format("u{}", first + i)));
    }
  }
  int Answered(const std::string& code) const {
    return static_cast<int>(std::ranges::count_if(clients, [&](const auto& client) {
      return !client->answers.empty() &&
             client->answers[0].value("code", client->answers[0]["t"]) == code;
    }));
  }

  House& house;
  std::vector<std::unique_ptr<Client>> clients;
};

std::string OneAddress(int) { return "10.0.0.1"; }

TEST(LoginsByPassword, AllGetInWhoComeTogether) {
  House house;
  People people(house, 20);
  people.LogIn(20, OneAddress);
  house.RunFor(20 * kHash / 2);
  EXPECT_EQ(people.Answered("ok"), 20);
}

TEST(LoginsByPassword, TwoHundredMayWait) {
  House house;
  People people(house, 210);
  people.LogIn(210, OneAddress);
  house.RunFor(210 * kHash / 2);
  EXPECT_EQ(people.Answered("ok"), 210);
}

// Eight connections of one account log in again as soon as they are answered.
class LoginsAgainAndAgain {
 public:
  LoginsAgainAndAgain(House& house, const std::string& address) : house_(house) {
    for (int i = 0; i < 8; ++i) {
      clients_.push_back(house.Connect(address));
      clients_.back()->Post(ByPassword("u0"));
    }
  }
  void RunFor(Ms ms) {
    for (const Ms end = house_.world->clock.Steady() + ms; house_.world->clock.Steady() < end;) {
      house_.RunFor(kHash / 10);
      for (auto& client : clients_) {
        if (client->answers.empty()) continue;
        client->answers.clear();
        client->Post(ByPassword("u0"));
      }
    }
  }

 private:
  House& house_;
  std::vector<std::unique_ptr<Client>> clients_;
};

TEST(LoginsByPassword, OneUserDoesNotKeepOthersOut) {
  for (const char* address : {"10.0.0.1", "127.0.0.1"}) {
    House house;
    People people(house, 26);
    LoginsAgainAndAgain storm(house, address);
    for (int i = 1; i <= 25; ++i) {
      // From another address, and from the same one.
      auto client = house.Connect(i % 2 == 0 ? "10.0.0.2" : address);
      client->Post(ByPassword(fmt::format("u{}", i)));
      // The hashes that run, one of the storm, and its own.
      storm.RunFor(3 * kHash);
      ASSERT_EQ(client->answers.size(), 1u) << address << " " << i;
      EXPECT_EQ(client->answers[0]["t"], "ok") << address << " " << client->answers[0];
    }
  }
}

TEST(LoginsByPassword, AddressesTakeTurnsAndSoDoTheirUsers) {
  House house;
  People people(house, 40);
  people.LogIn(30, OneAddress);
  auto other = house.Connect("10.0.0.2");
  other->Post(ByPassword("u39"));
  house.RunFor(2 * kHash);
  ASSERT_EQ(other->answers.size(), 1u) << "it waits for one turn, and not for thirty";
  EXPECT_EQ(other->answers[0]["t"], "ok");
}

TEST(LoginsByPassword, AFullQueueDropsTheNewestOfWhoHasTheMost) {
  House house;
  house.config.limits.logins_waiting = 10;
  house.Restart();
  People people(house, 20);
  people.LogIn(14, OneAddress);
  EXPECT_EQ(people.Answered("busy"), 2) << "two run, ten wait";
  people.LogIn(4, [](int i) { return fmt::format("10.0.1.{}", i); }, 14);
  EXPECT_EQ(people.Answered("busy"), 6);
  for (int i = 14; i < 18; ++i)
    EXPECT_TRUE(people.clients[static_cast<std::size_t>(i)]->answers.empty()) << i;
  house.RunFor(12 * kHash / 2);
  EXPECT_EQ(people.Answered("ok"), 12);
}

TEST(LoginsByPassword, AreCountedByAddressAndUserThoughTheyAreRight) {
  House house;
  house.config.limits.password_logins_per_minute = 6;
  house.config.limits.user_logins_per_minute = 3;
  house.Restart();
  People people(house, 8);
  const auto ask = [&](const std::string& address, const std::string& name) {
    return house.Connect(address)->Ask(ByPassword(name)).value("code", "ok");
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask("10.0.0.1", "u0"), "ok");
  EXPECT_EQ(ask("10.0.0.1", "u0"), "rate_limited");
  EXPECT_EQ(ask("10.0.0.2", "u0"), "rate_limited") << "wherever it comes from";
  for (int i = 1; i < 4; ++i) EXPECT_EQ(ask("10.0.0.1", fmt::format("u{}", i)), "ok");
  EXPECT_EQ(ask("10.0.0.1", "u4"), "rate_limited") << "six of the address";
  EXPECT_EQ(ask("10.0.0.3", "u4"), "ok");
  const int hashes = house.accounts.hashes();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(ask("127.0.0.1", "u5"), "ok");
  EXPECT_EQ(house.accounts.hashes(), hashes + 10);
  house.RunFor(60'000);
  EXPECT_EQ(ask("10.0.0.1", "u0"), "ok");
}

TEST(LoginsByPassword, StrangersWhoGuessDoNotKeepTheUserOut) {
  House house;
  house.config.limits.user_logins_per_minute = 3;
  house.Restart();
  People people(house, 1);
  for (int i = 0; i < 20; ++i) {
    Json guess = ByPassword("u0");
    guess["password"] = "123456789";
    EXPECT_EQ(house.Connect(fmt::format("10.0.1.{}", i))->Ask(guess)["code"], "bad_login");
  }
  EXPECT_EQ(house.Connect()->Ask(ByPassword("u0"))["t"], "ok");
}

TEST(LoginsByPassword, WrongOnesThatWaitAreNotHashedBeyondTheLimit) {
  House house;
  People people(house, 1);
  const int before = house.accounts.hashes();
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 50; ++i) {
    clients.push_back(house.Connect());
    clients.back()->Post(
        {{"t", "login"}, {"name", fmt::format("u{}", i)}, {"password", "12345678"}});
  }
  house.RunFor(50 * kHash);
  EXPECT_LE(house.accounts.hashes() - before, 6) << "five fail, and one runs beside the fifth";
  EXPECT_EQ(clients.back()->answers.at(0)["code"], "rate_limited");
}

TEST(LoginsByPassword, OfClosedConnectionsDoNotStart) {
  House house;
  People people(house, 50);
  const int before = house.accounts.hashes();
  people.LogIn(50, OneAddress);
  for (auto& client : people.clients) client->Disconnect();
  auto other = house.Connect();
  EXPECT_EQ(other->Ask(ByPassword("u49"))["t"], "ok");
  EXPECT_EQ(house.accounts.hashes() - before, 3) << "the two that ran, and its own";
}

// A match of one person and robots that has no limits of time.
struct Endless {
  explicit Endless(House& house) : table(house, 1, 3, {{"time", "none"}}) {
    table.Ready();
    house.RunFor(100);
    EXPECT_EQ(table[0].Last("desk")["state"], "playing");
  }
  // Who comes back sees whether the match goes on.
  Json ComesBack(House& house) {
    client = house.Connect();
    EXPECT_EQ(client->Ask({{"t", "login"}, {"token", table[0].token}})["t"], "ok");
    house.RunFor(10);
    return client->Last("over");
  }

  Table table;
  std::unique_ptr<Client> client;
};

TEST(AMatchWithoutItsPersons, IsDissolvedAfterATime) {
  House house;
  Endless match(house);
  match.table[0].Disconnect();
  house.RunFor(6 * kHour - 1000);
  EXPECT_EQ(house.lobby->match_count(), 1u);
  house.RunFor(2000);
  EXPECT_EQ(house.lobby->match_count(), 0u);
  // Its result waits for the person, and the desk ends as any that does not begin a match.
  const Json over = match.ComesBack(house);
  ASSERT_FALSE(over.is_null());
  EXPECT_TRUE(over["dissolved"].get<bool>()) << over;
  EXPECT_EQ(over["scores"].size(), 4u);
  EXPECT_EQ(match.client->Last("desk")["state"], "waiting");
  EXPECT_EQ(house.lobby->desk_count(), 1u);
  house.RunFor(31 * 60'000);
  EXPECT_EQ(house.lobby->desk_count(), 0u);
}

TEST(AMatchWithoutItsPersons, IsNotOneThatSomebodyIsAt) {
  House house;
  Table table(house, 2, 2, {{"time", "none"}});
  table.Ready();
  house.RunFor(100);
  table[0].Disconnect();
  house.RunFor(10 * kHour);
  EXPECT_EQ(house.lobby->match_count(), 1u) << "the other person is here";
  table[1].Disconnect();
  house.RunFor(5 * kHour);
  // Being back for a moment begins the time anew.
  auto back = house.Connect();
  ASSERT_EQ(back->Ask({{"t", "login"}, {"token", table[0].token}})["t"], "ok");
  back->Disconnect();
  house.RunFor(5 * kHour);
  EXPECT_EQ(house.lobby->match_count(), 1u);
  house.RunFor(kHour + 1000);
  EXPECT_EQ(house.lobby->match_count(), 0u);
}

TEST(AMatchWithoutItsPersons, IsDissolvedAfterARestartToo) {
  House house;
  house.config.table.abandoned_minutes = 60;
  Endless match(house);
  match.table[0].Disconnect();
  house.RunFor(kHour / 2);
  house.Restart();
  house.RunFor(kHour - 1000);
  EXPECT_EQ(house.lobby->match_count(), 1u) << "its time begins anew";
  house.RunFor(2000);
  EXPECT_EQ(house.lobby->match_count(), 0u);
  // What is journaled stays so.
  house.Restart();
  EXPECT_EQ(house.lobby->match_count(), 0u);
  EXPECT_TRUE(match.ComesBack(house)["dissolved"].get<bool>());
}

TEST(AMatchWithoutItsPersons, GoesOnForEverWhereTheOperatorSaysSo) {
  House house;
  house.config.table.abandoned_minutes = 0;
  Endless match(house);
  match.table[0].Disconnect();
  house.RunFor(100 * kHour);
  EXPECT_EQ(house.lobby->match_count(), 1u);
  EXPECT_TRUE(match.ComesBack(house).is_null());
  EXPECT_FALSE(match.client->Last("begin").is_null());
}

TEST(TheOperator, EndsADeskInPlay) {
  House house;
  Table table(house, 2, 2);
  table.Ready();
  house.RunFor(100);
  EXPECT_EQ(table[0].Ask({{"t", "dissolve"}, {"desk", table.id}})["t"], "ok") << "a vote is open";
  EXPECT_FALSE(house.lobby->EndDesk("nothing"));
  EXPECT_TRUE(house.lobby->EndDesk(table.id));
  house.RunFor(10);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(table[i].Last("hand")["key"].get<std::string>().size(), 64u);
    EXPECT_TRUE(table[i].Last("over")["dissolved"].get<bool>());
    EXPECT_EQ(table[i].Last("vote")["result"], "dissolved");
    EXPECT_EQ(table[i].Ask({{"t", "leave"}, {"desk", table.id}})["code"], "no_desk");
  }
  EXPECT_EQ(house.lobby->desk_count(), 0u);
  EXPECT_FALSE(house.lobby->EndDesk(table.id));
  house.RunFor(2 * 60'000);  // the vote's time is over, and nobody is left to count it
  house.Restart();
  EXPECT_EQ(house.lobby->desk_count(), 0u);
}

TEST(TheOperator, EndsADeskBeforePlay) {
  House house;
  Table table(house, 2);
  EXPECT_TRUE(house.lobby->EndDesk(table.id));
  EXPECT_FALSE(house.lobby->EndDesk(table.id)) << "it ends already";
  house.RunFor(10);
  EXPECT_EQ(table[1].Last("vote")["result"], "dissolved");
  EXPECT_EQ(house.lobby->desk_count(), 0u);
}

}  // namespace
}  // namespace mlf::server::test
