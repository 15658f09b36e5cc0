// Desks before and beside play: made, found, listed, joined, left, and quick match.
#include "tests/server_lobby/desk_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace mlf::server::test {
namespace {

TEST(Desks, ErrorsOfCreateAndJoin) {
  House house;
  auto client = house.Connect();
  client->LogIn("a");
  EXPECT_EQ(client->Ask({{"t", "create"}, {"variant", "nothing"}})["code"], "bad_variant");
  EXPECT_EQ(
      client->Ask({{"t", "create"}, {"variant", "xueliu"}, {"options", {{"nothing", 1}}}})["code"],
      "bad_option");
  EXPECT_EQ(client->Ask(Create(4))["code"], "bad_message");
  EXPECT_EQ(client->Ask({{"t", "join"}, {"desk", "nothing"}})["code"], "no_desk");
  EXPECT_EQ(client->Ask({{"t", "join"}, {"code", "000000"}})["code"], "no_desk");
  Table table(house, 2, 2);
  EXPECT_EQ(client->Ask({{"t", "join"}, {"desk", table.id}})["code"], "desk_full");
  EXPECT_EQ(table[1].Ask({{"t", "leave"}, {"desk", table.id}})["t"], "ok");
  EXPECT_EQ(client->Ask({{"t", "join"}, {"desk", table.id}, {"seat", 0}})["code"], "seat_taken");
  EXPECT_EQ(client->Ask({{"t", "join"}, {"desk", table.id}})["t"], "ok");
  EXPECT_EQ(client->Ask({{"t", "join"}, {"desk", table.id}})["t"], "ok");
  EXPECT_EQ(table[1].Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}})["code"],
            "not_seated");
}

TEST(Desks, APrivateDeskIsFoundByItsCodeOnly) {
  House house;
  Table table(house, 1, 0, {{"private", true}});
  auto other = house.Connect();
  other->LogIn("b");
  EXPECT_EQ(other->Ask({{"t", "join"}, {"desk", table.id}})["code"], "no_desk");
  EXPECT_EQ(other->Ask({{"t", "desks"}})["desks"].size(), 0u);
  EXPECT_EQ(other->Ask({{"t", "join"}, {"code", table.code}})["t"], "ok");
}

TEST(Desks, TheListHasThoseWithASeatOrForSpectatorsTheNewestFirst) {
  House house;
  Table first(house, 1), full(house, 1, 3), closed(house, 1, 3, {{"spectators", false}}),
      other(house, 1, 0, {{"variant", "erren"}, {"spectators", false}});
  const auto listed = [&](Json request = Json::object()) {
    request["t"] = "desks";
    std::vector<std::string> ids;
    const Json answer = first[0].Ask(request);
    for (const Json& desk : answer.at("desks")) ids.push_back(desk["id"]);
    return ids;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(listed(), (Ids{other.id, full.id, first.id}))
      << "all but the full one without watchers";
  EXPECT_EQ(listed({{"variant", "xueliu"}}), (Ids{full.id, first.id}));
  EXPECT_EQ(listed({{"variant", "erren"}}), (Ids{other.id}));
  auto second = house.Connect();
  second->LogIn("s");
  EXPECT_EQ(second->Ask({{"t", "join"}, {"desk", other.id}})["t"], "ok");
  EXPECT_EQ(listed({{"variant", "erren"}}), Ids{});
  for (int i = 0; i < 100; ++i) {
    auto client = house.Connect(fmt::format("10.0.1.{}", i));
    client->LogIn("c");
    client->Ask(Create());
  }
  EXPECT_EQ(listed().size(), 100u);
}

TEST(Desks, WhoLeavesFreesTheSeatAndTheOwnerIsFollowed) {
  House house;
  Table table(house, 3, 1);
  EXPECT_EQ(table[0].Ask({{"t", "leave"}, {"desk", table.id}})["t"], "ok");
  house.RunFor(10);
  const Json desk = table[1].Last("desk");
  EXPECT_FALSE(desk["seats"][0].contains("user"));
  EXPECT_EQ(desk["owner"], desk["seats"][1]["user"]);
  EXPECT_EQ(table[0].Ask({{"t", "leave"}, {"desk", table.id}})["code"], "not_seated");
  EXPECT_EQ(table[0].Ask({{"t", "join"}, {"desk", table.id}})["t"], "ok");
  table.Ready();
  house.RunFor(100);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(table[i].Ask({{"t", "leave"}, {"desk", table.id}})["code"], "playing");
}

TEST(Desks, ConfigIsTheOwnersAndClearsReady) {
  House house;
  Table table(house, 2);
  EXPECT_EQ(table[1].Ask({{"t", "config"}, {"desk", table.id}, {"options", {{"cap", 5}}}})["code"],
            "not_owner");
  table[1].Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}});
  const Json wrong =
      table[0].Ask({{"t", "config"}, {"desk", table.id}, {"options", {{"cap", 999}}}});
  EXPECT_EQ(wrong["code"], "bad_option");
  EXPECT_NE(wrong["reason"]["en"].get<std::string>().find("cap"), std::string::npos) << wrong;
  EXPECT_EQ(table[0].Ask({{"t", "config"}, {"desk", table.id}, {"options", {{"cap", 5}}}})["t"],
            "ok");
  house.RunFor(10);
  const Json desk = table[1].Last("desk");
  EXPECT_EQ(desk["options"]["cap"], 5);
  EXPECT_FALSE(desk["seats"][1]["ready"].get<bool>());
}

TEST(Desks, TheOwnerDissolvesBeforePlayAndADeskWithoutPeopleEnds) {
  House house;
  Table table(house, 2);
  EXPECT_EQ(table[1].Ask({{"t", "dissolve"}, {"desk", table.id}})["code"], "not_owner");
  EXPECT_EQ(table[0].Ask({{"t", "dissolve"}, {"desk", table.id}})["t"], "ok");
  house.RunFor(10);
  EXPECT_EQ(table[1].Last("vote")["result"], "dissolved");
  EXPECT_EQ(table[1].Ask({{"t", "leave"}, {"desk", table.id}})["code"], "no_desk");
  Table alone(house, 1, 3);
  EXPECT_EQ(alone[0].Ask({{"t", "leave"}, {"desk", alone.id}})["t"], "ok");
  house.RunFor(10);
  EXPECT_EQ(alone[0].Ask({{"t", "join"}, {"desk", alone.id}})["code"], "no_desk");
}

TEST(Desks, NobodySitsDownAtADeskThatIsAboutToEnd) {
  House house;
  Table table(house, 1);
  auto other = house.Connect();
  other->LogIn("o");
  // Both are read before the end is on disk.
  const std::size_t before = table[0].answers.size();
  table[0].Post({{"t", "dissolve"}, {"desk", table.id}});
  for (const Json& by : {Json{{"desk", table.id}}, Json{{"code", table.code}}}) {
    Json join{{"t", "join"}};
    join.update(by);
    EXPECT_EQ(other->Ask(join)["code"], "no_desk");
  }
  EXPECT_EQ(other->Ask({{"t", "watch"}, {"desk", table.id}})["code"], "no_desk");
  house.RunFor(10);
  ASSERT_EQ(table[0].answers.size(), before + 1);
  EXPECT_EQ(table[0].answers.back()["t"], "ok");
}

TEST(Desks, QuickMatchFillsADesk) {
  House house;
  std::vector<std::unique_ptr<Client>> clients;
  std::set<std::string> desks;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(house.Connect());
    clients.back()->LogIn("q");
    const Json answer = clients.back()->Ask({{"t", "quick"}, {"variant", "xueliu"}});
    ASSERT_EQ(answer["t"], "ok") << answer;
    desks.insert(answer["desk"]["id"].get<std::string>());
  }
  EXPECT_EQ(desks.size(), 1u);
  // Who is not ready in time loses the seat.
  for (int i = 0; i < 3; ++i)
    clients[static_cast<std::size_t>(i)]->Ask(
        {{"t", "ready"}, {"desk", *desks.begin()}, {"ready", true}});
  house.RunFor(61'000);
  EXPECT_EQ(clients[3]->Last("notice")["code"], "unready");
  // Its last `desk` is the one without it.
  const Json without = clients[3]->Last("desk");
  for (const Json& seat : without["seats"])
    EXPECT_NE(seat.value("user", ""), clients[3]->user) << seat;
  EXPECT_TRUE(without["quick"].get<bool>());
  EXPECT_EQ(clients[3]->Ask({{"t", "ready"}, {"desk", *desks.begin()}, {"ready", true}})["code"],
            "not_seated");
}

TEST(Desks, RobotsFillAQuickDesk) {
  House house;
  std::vector<std::unique_ptr<Client>> clients;
  std::string desk;
  for (int i = 0; i < 2; ++i) {
    clients.push_back(house.Connect());
    clients.back()->LogIn("q");
    desk = clients.back()->Ask({{"t", "quick"}, {"variant", "xueliu"}})["desk"]["id"];
  }
  // Nobody is ready, so nobody waits.
  house.RunFor(31'000);
  EXPECT_EQ(clients[0]->Last("begin"), nullptr);
  for (const auto& client : clients) client->Ask({{"t", "ready"}, {"desk", desk}, {"ready", true}});
  house.RunFor(29'000);
  EXPECT_EQ(clients[0]->Last("begin"), nullptr);
  house.RunFor(2'000);
  for (const auto& client : clients) EXPECT_EQ(client->Last("begin")["desk"], desk);
  const Json filled = clients[0]->Last("desk");
  int robots = 0;
  for (const Json& seat : filled["seats"]) robots += seat.value("robot", false) ? 1 : 0;
  EXPECT_EQ(robots, 2);
}

TEST(Desks, TheLastWhoIsNotReadyIsToldOfTheEmptyDesk) {
  House house;
  auto client = house.Connect();
  client->LogIn("q");
  const std::string desk =
      client->Ask({{"t", "quick"}, {"variant", "xueliu"}})["desk"]["id"].get<std::string>();
  house.RunFor(61'000);
  EXPECT_EQ(client->Last("notice")["code"], "unready");
  const Json empty = client->Last("desk");
  EXPECT_EQ(empty["id"], desk);
  for (const Json& seat : empty["seats"]) EXPECT_FALSE(seat.contains("user"));
  EXPECT_EQ(house.lobby->desk_count(), 0u);
}

TEST(Desks, AQuickMatchMayNameAPreset) {
  House house;
  std::vector<std::unique_ptr<Client>> clients;
  std::vector<std::string> desks;
  for (const char* preset : {"", "advanced", "advanced"}) {
    clients.push_back(house.Connect());
    clients.back()->LogIn("q");
    Json quick{{"t", "quick"}, {"variant", "erren"}};
    if (*preset != '\0') quick["preset"] = preset;
    const Json answer = clients.back()->Ask(quick);
    ASSERT_EQ(answer["t"], "ok") << answer;
    desks.push_back(answer["desk"]["id"]);
    EXPECT_EQ(answer["desk"]["options"]["min_fan"], *preset == '\0' ? "6" : "12");
  }
  EXPECT_NE(desks[0], desks[1]);
  EXPECT_EQ(desks[1], desks[2]) << "both want the same room";
  auto client = house.Connect();
  client->LogIn("q");
  EXPECT_EQ(client->Ask({{"t", "quick"}, {"variant", "erren"}, {"preset", "beginners"}})["code"],
            "bad_option");
}

// A dropped connection is announced before the seat is free, as in play.
TEST(Desks, AConnectionThatEndsMayGiveUpItsSeat) {
  House house;
  std::vector<std::unique_ptr<Client>> clients;
  std::string desk;
  for (int i = 0; i < 2; ++i) {
    clients.push_back(house.Connect());
    clients.back()->LogIn("q");
    desk = clients.back()->Ask({{"t", "quick"}, {"variant", "erren"}})["desk"]["id"];
  }
  request::Leave leave;
  leave.desk = desk;
  leave.offline = true;
  house.lobby->Handle(*clients[0], leave, 0, [](const Answer&) {});
  house.RunFor(10);
  EXPECT_FALSE(clients[1]->Last("presence")["online"].get<bool>());
  const Json left = clients[1]->Last("desk");
  int people = 0;
  for (const Json& seat : left["seats"]) people += seat.contains("user") ? 1 : 0;
  EXPECT_EQ(people, 1);
}

TEST(Desks, NobodyRulesOverStrangersOfAQuickMatch) {
  House house;
  std::vector<std::unique_ptr<Client>> clients;
  std::string desk;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(house.Connect());
    clients.back()->LogIn("q");
    desk = clients.back()->Ask({{"t", "quick"}, {"variant", "xueliu"}})["desk"]["id"];
  }
  const Json config{{"t", "config"}, {"desk", desk}, {"options", {{"cap", 5}}}};
  for (const auto& client : clients) {
    const Json refused = client->Ask(config);
    EXPECT_EQ(refused["code"], "not_owner") << refused;
    EXPECT_EQ(refused["reason"]["id"], "quick_desk") << refused;
  }
  EXPECT_NE(clients[0]->Last("desk")["options"]["cap"], 5);
  // Who dissolves the desk leaves it, and for nobody else it has ended.
  const Json dissolve{{"t", "dissolve"}, {"desk", desk}};
  EXPECT_EQ(clients[0]->Ask(dissolve)["t"], "ok");
  house.RunFor(10);
  EXPECT_EQ(clients[0]->Last("vote")["result"], "dissolved");
  EXPECT_EQ(clients[0]->Ask(dissolve)["code"], "not_seated");
  EXPECT_TRUE(clients[1]->Last("vote").is_null());
  EXPECT_EQ(clients[1]->Last("desk")["owner"], clients[1]->user);
  EXPECT_EQ(clients[2]->Ask(dissolve)["t"], "ok") << "the owner is no other than they";
  house.RunFor(10);
  EXPECT_TRUE(clients[1]->Last("vote").is_null());
  EXPECT_EQ(clients[1]->Ask(dissolve)["t"], "ok");
  house.RunFor(10);
  EXPECT_EQ(clients[1]->Last("vote")["result"], "dissolved");
  EXPECT_EQ(house.lobby->desk_count(), 0u) << "nobody is left";
}

TEST(Desks, AQuickDeskInPlayVotesAsOthersDo) {
  House house;
  std::vector<std::unique_ptr<Client>> clients;
  std::string desk;
  for (int i = 0; i < 2; ++i) {
    clients.push_back(house.Connect());
    clients.back()->LogIn("q");
    desk = clients.back()->Ask({{"t", "quick"}, {"variant", "erren"}})["desk"]["id"];
  }
  for (const auto& client : clients)
    ASSERT_EQ(client->Ask({{"t", "ready"}, {"desk", desk}, {"ready", true}})["t"], "ok");
  house.RunFor(100);
  for (const auto& client : clients)
    EXPECT_EQ(client->Ask({{"t", "config"}, {"desk", desk}, {"options", Json::object()}})["code"],
              "playing");
  EXPECT_EQ(clients[1]->Ask({{"t", "dissolve"}, {"desk", desk}})["t"], "ok");
  house.RunFor(10);
  EXPECT_EQ(clients[0]->Last("vote")["agreed"], Json::array({clients[0]->Last("vote")["by"]}));
  EXPECT_EQ(clients[0]->Ask({{"t", "vote"}, {"desk", desk}, {"agree", true}})["t"], "ok");
  house.RunFor(10);
  EXPECT_TRUE(clients[1]->Last("over")["dissolved"].get<bool>());
}

TEST(Desks, AFullerQuickDeskIsMoreLikely) {
  House house;
  std::vector<std::unique_ptr<Client>> clients;
  const Json quick{{"t", "quick"}, {"variant", "xueliu"}};
  std::vector<std::string> desks;
  for (int i = 0; i < 5; ++i) {
    clients.push_back(house.Connect());
    clients.back()->LogIn("q");
    desks.push_back(clients.back()->Ask(quick)["desk"]["id"]);
  }
  ASSERT_NE(desks[4], desks[0]) << "the first desk was full";
  ASSERT_EQ(clients[3]->Ask({{"t", "leave"}, {"desk", desks[0]}})["t"], "ok");
  // Three people at one desk, one at the other.
  int fuller = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string id = clients[3]->Ask(quick)["desk"]["id"];
    fuller += id == desks[0] ? 1 : 0;
    ASSERT_EQ(clients[3]->Ask({{"t", "leave"}, {"desk", id}})["t"], "ok");
  }
  EXPECT_GT(fuller, 125);
  EXPECT_LT(fuller, 175);
}

TEST(Desks, TheTestClockShortensNoLimit) {
  House house;
  house.config.table.test_clock = true;
  auto client = house.Connect();
  client->LogIn("q");
  const std::string desk = client->Ask({{"t", "quick"}, {"variant", "xueliu"}})["desk"]["id"];
  house.RunFor(50'000);
  EXPECT_EQ(client->Ask({{"t", "ready"}, {"desk", desk}, {"ready", true}})["t"], "ok");
}

}  // namespace
}  // namespace mlf::server::test
