// A client that logs in between two hands learns how the last one ended.
#include "tests/server_lobby/desk_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

namespace mlf::server::test {
namespace {

// Everybody plays the defaults until a hand has ended.
void PlayAHand(House& house, Table& table) {
  for (int i = 0; i < 4000 && table[0].Last("hand").is_null(); ++i) {
    for (auto& client : table.clients) {
      const Json asked = Question(*client);
      if (!asked.is_null()) client->Ask(ActOf(asked, fmt::format("t{}", i)));
    }
    house.RunFor(600);
  }
}

// The push `hand` without the fields that `begin` and `sync` have anyway.
Json Fields(Json hand) {
  for (const char* field : {"t", "desk", "match", "hand"}) hand.erase(field);
  return hand;
}

std::unique_ptr<Client> Back(House& house, const std::string& token) {
  auto back = house.Connect();
  EXPECT_EQ(back->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
  house.RunFor(100);
  return back;
}

TEST(BetweenHands, WhoComesBackLearnsHowTheHandEnded) {
  House house;
  Table table(house, 2, 2, {{"time", "none"}});
  table.Ready();
  house.RunFor(100);
  EXPECT_FALSE(table[0].Last("begin").contains("ended"));
  PlayAHand(house, table);
  const Json hand = table[0].Last("hand");
  ASSERT_FALSE(hand.is_null());
  const std::string token = table[0].token;
  const Json ended = Fields(hand);
  ASSERT_NE(ended["points"], Json::array({0, 0, 0, 0})) << "a hand without points shows nothing";
  // Nothing of the seats is hidden any more, and every fan has its names.
  ASSERT_EQ(ended["seats"].size(), 4u);
  for (const Json& seat : ended["seats"]) {
    EXPECT_EQ(seat["hand"].size(), seat["count"].get<std::size_t>()) << seat;
    EXPECT_EQ(seat.dump().find('?'), std::string::npos) << seat;
  }
  std::set<std::string> named, fans;
  for (const Json& fan : ended["fans"]) {
    named.insert(fan["id"].get<std::string>());
    EXPECT_NE(fan["zh"], fan["id"]);
  }
  for (const Json& event : ended["wins"]) {
    if (event["type"] == "fan") fans.insert(event["text"].get<std::string>());
  }
  EXPECT_EQ(named, fans);
  EXPECT_FALSE(fans.empty());

  auto back = Back(house, token);
  EXPECT_EQ(back->Last("begin")["ended"], ended);
  // The view has the points of the hand in both places.
  EXPECT_EQ(back->Last("begin")["view"]["scores"], ended["scores"]);
  EXPECT_EQ(back->Last("begin")["view"]["points"], ended["points"]);
  EXPECT_EQ(back->Ask({{"t", "sync"}, {"desk", table.id}})["ended"], ended);
  const Json since = back->Last("begin")["seq"];
  EXPECT_EQ(back->Ask({{"t", "sync"}, {"desk", table.id}, {"since", since}})["ended"], ended);
  auto watcher = house.Connect();
  watcher->LogIn("w");
  EXPECT_EQ(watcher->Ask({{"t", "watch"}, {"desk", table.id}})["t"], "ok");
  house.RunFor(100);
  EXPECT_EQ(watcher->Last("begin")["ended"], ended);

  house.Restart();
  house.RunFor(100);
  back = Back(house, token);
  EXPECT_EQ(back->Last("begin")["ended"], ended);

  // The next hand begins.
  auto other = Back(house, table[1].token);
  for (Client* client : {back.get(), other.get()}) {
    const Json answer = client->Ask(ActOf(Question(*client), "go-on"));
    EXPECT_EQ(answer["t"], "ok") << answer << Question(*client);
  }
  house.RunFor(2000);
  EXPECT_GT(back->Last("begin")["hand"], hand["hand"]);
  EXPECT_FALSE(back->Last("begin").contains("ended"));
  EXPECT_FALSE(back->Ask({{"t", "sync"}, {"desk", table.id}}).contains("ended"));
}

}  // namespace
}  // namespace mlf::server::test
