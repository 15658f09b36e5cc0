// What one user may take of the server, and how desks end that nobody comes back to.
#include "tests/server_lobby/desk_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

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
