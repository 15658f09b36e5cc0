// A desk that waits while the files of its variant change.
#include "tests/server_lobby/desk_table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace mlf::server::test {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;

class FilesOfAVariant : public testing::Test {
 protected:
  FilesOfAVariant() {
    fs::create_directories(folder_ / "home");
    Write("extends: xueliu");
  }
  ~FilesOfAVariant() override { fs::remove_all(folder_); }

  void Write(const std::string& text) {
    std::ofstream(folder_ / "home" / "variant.yaml", std::ios::trunc)
        << "id: home\nzh: 家规\nen: House rules\n"
        << text << "\n";
  }
  static std::vector<std::string> Names(const Json& desk) {
    std::vector<std::string> names;
    for (const Json& seat : desk["seats"]) names.push_back(seat.value("name", "-"));
    return names;
  }
  // Each comes back by its token after a restart.
  static std::unique_ptr<Client> Back(House& house, const Client& client) {
    auto back = house.Connect();
    EXPECT_EQ(back->Ask({{"t", "login"}, {"token", client.token}})["t"], "ok");
    house.RunFor(1);
    return back;
  }

  const fs::path folder_ = fs::temp_directory_path() / fmt::format("mlf-rules-{}", ::getpid());
};

using Strings = std::vector<std::string>;

TEST_F(FilesOfAVariant, MoreSeatsKeepThePeople) {
  House house(1, folder_.string());
  Write("extends: erren");
  Table table(house, 2, 0, {{"variant", "home"}, {"options", {{"hands", 2}}}});
  Write("extends: xueliu");
  house.Restart();
  const auto back = Back(house, table[1]);
  const Json desk = back->Last("desk");
  EXPECT_EQ(Names(desk), (Strings{"p0", "p1", "-", "-"}));
  EXPECT_EQ(desk["options"]["hands"], 2) << "an option that both rules have";
  EXPECT_FALSE(desk["options"].contains("first_dealer")) << "an option that is gone";
  EXPECT_EQ(back->Last("notice")["code"], "rules_changed");
  // Once is enough.
  back->pushes.clear();
  const auto again = Back(house, table[1]);
  EXPECT_EQ(again->Last("notice"), nullptr);
  const auto first = Back(house, table[0]), third = house.Connect(), fourth = house.Connect();
  EXPECT_EQ(first->Last("notice")["code"], "rules_changed");
  third->LogIn("p2");
  fourth->LogIn("p3");
  for (Client* joins : {third.get(), fourth.get()})
    EXPECT_EQ(joins->Ask({{"t", "join"}, {"code", table.code}})["t"], "ok");
  for (Client* client : {first.get(), again.get(), third.get(), fourth.get()})
    EXPECT_EQ(client->Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}})["t"], "ok");
  house.RunFor(100);
  EXPECT_EQ(first->Last("begin")["view"]["variant"], "home");
  EXPECT_EQ(first->Last("begin")["view"]["seats"].size(), 4u);
}

TEST_F(FilesOfAVariant, FewerSeatsKeepThoseWhoFit) {
  House house(1, folder_.string());
  Table table(house, 3, 0, {{"variant", "home"}, {"seat", 3}});
  EXPECT_EQ(table[1].Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}})["t"], "ok");
  Write("extends: erren");
  house.Restart();
  const auto first = Back(house, table[0]), second = Back(house, table[1]),
             third = Back(house, table[2]);
  // p0 had seat 3, p1 and p2 had 0 and 1.
  EXPECT_EQ(Names(second->Last("desk")), (Strings{"p1", "p2"}));
  EXPECT_FALSE(second->Last("desk")["seats"][0]["ready"].get<bool>()) << "under other rules";
  EXPECT_EQ(second->Last("desk")["owner"], table[1].user);
  EXPECT_EQ(second->Last("notice")["code"], "rules_changed");
  EXPECT_EQ(third->Last("notice")["code"], "rules_changed");
  EXPECT_EQ(first->Last("notice")["code"], "seat_gone");
  EXPECT_EQ(first->Last("desk"), nullptr);
  EXPECT_EQ(first->Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}})["code"],
            "not_seated");
  // It has its notice, also after the next restart.
  house.RunFor(100);
  house.Restart();
  EXPECT_EQ(Back(house, table[0])->Last("notice"), nullptr);
}

TEST_F(FilesOfAVariant, PeopleTakeThePlacesOfRobots) {
  House house(1, folder_.string());
  Table table(house, 2, 2, {{"variant", "home"}});  // p0, p1, robot, robot
  EXPECT_EQ(table[0].Ask({{"t", "leave"}, {"desk", table.id}})["t"], "ok");
  Write("extends: erren");
  house.Restart();
  const auto back = Back(house, table[1]);
  EXPECT_EQ(Names(back->Last("desk"))[1], "p1");
  EXPECT_THAT(Names(back->Last("desk"))[0], HasSubstr("robot"));
}

TEST_F(FilesOfAVariant, ARunningServerTakesThemWhenSomebodyGetsReady) {
  House house(1, folder_.string());
  Table table(house, 4, 0, {{"variant", "home"}});
  table[3].Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}});
  const Json before = table[0].Last("desk");
  Write("extends: xuezhan");
  EXPECT_EQ(table[0].Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}})["t"], "ok");
  house.RunFor(1);
  const Json after = table[1].Last("desk");
  EXPECT_NE(after["fingerprint"], before["fingerprint"]);
  EXPECT_TRUE(after["seats"][0]["ready"].get<bool>());
  EXPECT_FALSE(after["seats"][3]["ready"].get<bool>()) << "it agreed to other rules";
  for (int i = 0; i < 4; ++i) EXPECT_EQ(table[i].Last("notice")["code"], "rules_changed") << i;
  // A file that cannot be read changes nothing.
  Write("extends: nothing");
  EXPECT_EQ(table[1].Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}})["t"], "ok");
  house.RunFor(1);
  EXPECT_EQ(table[1].Last("desk")["fingerprint"], after["fingerprint"]);
}

TEST_F(FilesOfAVariant, ItsOwnerChangesTheOptionsOfTheNewRules) {
  House house(1, folder_.string());
  Write("extends: erren");
  Table table(house, 2, 0, {{"variant", "home"}, {"options", {{"first_dealer", "owner"}}}});
  Write("extends: xueliu");
  const auto config = [&](const Json& options) {
    return table[0].Ask({{"t", "config"}, {"desk", table.id}, {"options", options}});
  };
  EXPECT_EQ(config({{"cap", 3}})["t"], "ok") << "first_dealer, which is gone, is in nobody's way";
  house.RunFor(1);
  EXPECT_EQ(table[1].Last("desk")["options"]["cap"], 3);
  EXPECT_EQ(table[1].Last("desk")["seats"].size(), 4u);
  // The owner had the place that is gone, and so it is not the owner any more.
  EXPECT_EQ(table[1].Ask({{"t", "leave"}, {"desk", table.id}})["t"], "ok");
  EXPECT_EQ(table[1].Ask({{"t", "join"}, {"code", table.code}, {"seat", 3}})["t"], "ok");
  EXPECT_EQ(table[0].Ask({{"t", "leave"}, {"desk", table.id}})["t"], "ok");
  const auto other = house.Connect(), third = house.Connect();
  other->LogIn("p2");
  third->LogIn("p3");
  for (Client* joins : {other.get(), third.get()})
    EXPECT_EQ(joins->Ask({{"t", "join"}, {"code", table.code}})["t"], "ok");
  Write("extends: erren");
  EXPECT_EQ(
      table[1].Ask({{"t", "config"}, {"desk", table.id}, {"options", Json::object()}})["code"],
      "not_seated");
  house.RunFor(100);
  EXPECT_EQ(table[1].Last("notice")["code"], "seat_gone");
  EXPECT_EQ(other->Last("desk")["owner"], other->user);
}

TEST_F(FilesOfAVariant, TheNextMatchHasTheRulesOfNow) {
  House house(1, folder_.string());
  Table table(house, 1, 3, {{"variant", "home"}, {"options", {{"hands", 1}}}, {"time", "fast"}});
  table.Ready();
  house.RunFor(100);
  ASSERT_NE(table[0].Last("begin"), nullptr);
  Write("extends: erren");
  EXPECT_EQ(table[0].Ask({{"t", "dissolve"}, {"desk", table.id}})["t"], "ok");
  house.RunFor(100);
  ASSERT_NE(table[0].Last("over"), nullptr);
  EXPECT_EQ(table[0].Last("desk")["seats"].size(), 2u);
  EXPECT_EQ(table[0].Last("notice")["code"], "rules_changed");
}

}  // namespace
}  // namespace mlf::server::test
