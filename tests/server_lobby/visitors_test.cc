// People who come and go: what they can send to others, and what the owner can do about it.
#include "tests/server_lobby/desk_table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlf::server::test {
namespace {

// Five clients do `once` twenty times a second, for five seconds. Returns what a player was sent in
// a second, and checks that the last of it is the truth.
double PushesASecond(House& house, Table& table, const std::function<void(Client&)>& once) {
  std::vector<std::unique_ptr<Client>> guests;
  for (int i = 0; i < 5; ++i) {
    guests.push_back(house.Connect(fmt::format("10.0.1.{}", i)));
    guests.back()->LogIn(fmt::format("guest {}", i));
  }
  house.RunFor(10'000);
  table[0].pushes.clear();
  for (int tick = 0; tick < 100; ++tick) {
    for (const auto& guest : guests) once(*guest);
    house.RunFor(50);
  }
  const double rate = static_cast<double>(table[0].pushes.size()) / 5;
  house.RunFor(1000);
  return rate;
}

TEST(Visitors, ThatWatchAndLeaveAreNoFlood) {
  House house;
  Table table(house, 1, 1);
  bool watches = false;
  const double rate = PushesASecond(house, table, [&](Client& guest) {
    guest.Post({{"t", "watch"}, {"desk", table.id}});
    guest.Post({{"t", "leave"}, {"desk", table.id}});
    watches = true;
  });
  EXPECT_TRUE(watches);
  EXPECT_LE(rate, 4.0);
  EXPECT_EQ(table[0].Last("desk")["spectators"], 0);
  auto last = house.Connect();
  last->LogIn("last");
  house.RunFor(10'000);
  table[0].pushes.clear();
  EXPECT_EQ(last->Ask({{"t", "watch"}, {"desk", table.id}})["t"], "ok");
  EXPECT_EQ(table[0].Last("desk")["spectators"], 1) << "at once where nothing else happens";
}

TEST(Visitors, ThatSitDownAndGetUpAreNoFlood) {
  House house;
  Table table(house, 1, 0);
  const double rate = PushesASecond(house, table, [&](Client& guest) {
    guest.Post({{"t", "join"}, {"code", table.code}});
    guest.Post({{"t", "leave"}, {"desk", table.id}});
  });
  EXPECT_LE(rate, 4.0);
  const Json desk = table[0].Last("desk");
  int taken = 0;
  for (const Json& seat : desk["seats"]) taken += seat.contains("user") ? 1 : 0;
  EXPECT_EQ(taken, 1) << desk;
}

TEST(Visitors, APlayerThatTogglesIsNoFlood) {
  House house;
  Table waiting(house, 2, 0);
  waiting[0].pushes.clear();
  for (int tick = 0; tick < 100; ++tick) {
    waiting[1].Post({{"t", "ready"}, {"desk", waiting.id}, {"ready", tick % 2 == 0}});
    house.RunFor(50);
  }
  EXPECT_LE(waiting[0].pushes.size(), 20u);
  house.RunFor(1000);
  EXPECT_EQ(waiting[0].Last("desk")["seats"][1]["ready"], false);

  Table playing(house, 2, 2, {{"time", "none"}});
  playing.Ready();
  house.RunFor(2000);
  playing[0].pushes.clear();
  for (int tick = 0; tick < 101; ++tick) {
    playing[1].Post({{"t", "auto"}, {"desk", playing.id}, {"on", tick % 2 == 0}});
    house.RunFor(5);
  }
  EXPECT_LE(playing[0].Take("presence").size(), 12u);
  playing[1].Disconnect();
  house.RunFor(1000);
  EXPECT_EQ(playing[0].Last("presence")["online"], false);
}

TEST(Visitors, WhoTalksTooMuchWaits) {
  House house;
  Table table(house, 2, 0);
  const Json say{{"t", "say"}, {"desk", table.id}, {"text", "hi"}};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(table[1].Ask(say)["t"], "ok") << i;
  Json answer;
  for (int i = 0; i < 5 && answer["t"] != "error"; ++i) answer = table[1].Ask(say);
  EXPECT_EQ(answer["code"], "rate_limited") << answer;
  EXPECT_EQ(table[0].Ask(say)["t"], "ok") << "others may speak";
  house.RunFor(1000);
  EXPECT_EQ(table[1].Ask(say)["t"], "ok");
}

TEST(Visitors, WhatPeopleMaySay) {
  House house;
  Table table(house, 2, 0);
  const auto say = [&](const char* field, const char* what) {
    house.RunFor(2000);
    return table[1].Ask({{"t", "say"}, {"desk", table.id}, {field, what}});
  };
  EXPECT_EQ(say("emote", "nice")["t"], "ok");
  EXPECT_EQ(table[0].Last("said")["emote"], "nice");
  const Json unknown = say("emote", "x");
  EXPECT_EQ(unknown["code"], "bad_message");
  EXPECT_EQ(unknown["field"], "emote");
  EXPECT_THAT(unknown["reason"]["en"].get<std::string>(), testing::HasSubstr("hello, nice"));
  EXPECT_EQ(say("text", "a\u0301\u0301\u0301\u0301\u0301\u0301")["field"], "text");
  EXPECT_EQ(say("text", "\u3164")["field"], "text");
  EXPECT_EQ(say("text", "好牌")["t"], "ok");
}

TEST(Spectators, TheOwnerMutesAndRemovesOne) {
  House house;
  Table table(house, 2, 0);
  auto loud = house.Connect(), quiet = house.Connect();
  loud->LogIn("loud");
  quiet->LogIn("quiet");
  for (Client* client : {loud.get(), quiet.get()})
    EXPECT_EQ(client->Ask({{"t", "watch"}, {"desk", table.id}})["t"], "ok");
  const auto about = [&](const char* type, Json more = Json::object()) {
    Json request{{"t", type}, {"desk", table.id}};
    request.update(more);
    return request;
  };
  const Json list = table[0].Ask(about("spectators"))["spectators"];
  ASSERT_EQ(list.size(), 2u) << list;
  EXPECT_EQ(list[0], (Json{{"user", loud->user}, {"name", "loud"}, {"muted", false}}));
  const Json mute = about("mute", {{"user", loud->user}, {"on", true}});
  const Json remove = about("remove", {{"user", loud->user}});
  for (const Json& request : {about("spectators"), mute, remove}) {
    EXPECT_EQ(table[1].Ask(request)["code"], "not_owner");
    EXPECT_EQ(quiet->Ask(request)["code"], "not_seated");
  }
  EXPECT_EQ(table[0].Ask(about("mute", {{"user", table[1].user}, {"on", true}}))["field"], "user")
      << "who sits at the table is no spectator";

  const Json say = about("say", {{"text", "hi"}});
  EXPECT_EQ(loud->Ask(say)["t"], "ok");
  EXPECT_EQ(table[0].Ask(mute)["t"], "ok");
  EXPECT_EQ(table[0].Ask(mute)["t"], "ok") << "again";
  EXPECT_EQ(loud->Last("notice")["code"], "muted");
  EXPECT_EQ(loud->Ask(say)["reason"]["id"], "muted");
  EXPECT_EQ(quiet->Ask(say)["t"], "ok");
  EXPECT_EQ(table[0].Ask(about("spectators"))["spectators"][0]["muted"], true);
  // Watching again does not help.
  EXPECT_EQ(loud->Ask(about("leave"))["t"], "ok");
  EXPECT_EQ(loud->Ask(about("watch"))["t"], "ok");
  EXPECT_EQ(loud->Ask(say)["reason"]["id"], "muted");
  EXPECT_EQ(table[0].Ask(about("mute", {{"user", loud->user}, {"on", false}}))["t"], "ok");
  EXPECT_EQ(loud->Ask(say)["t"], "ok");

  EXPECT_EQ(table[0].Ask(remove)["t"], "ok");
  EXPECT_EQ(table[0].Ask(remove)["t"], "ok") << "again";
  EXPECT_EQ(loud->Last("notice")["code"], "removed");
  EXPECT_EQ(loud->Ask(say)["code"], "not_seated");
  const Json back = loud->Ask(about("watch"));
  EXPECT_EQ(back["code"], "no_desk");
  EXPECT_EQ(back["reason"]["id"], "removed");
  house.RunFor(1000);
  EXPECT_EQ(table[0].Last("desk")["spectators"], 1);

  // Both outlive the server.
  EXPECT_EQ(table[0].Ask(about("mute", {{"user", quiet->user}, {"on", true}}))["t"], "ok");
  const std::string tokens[] = {loud->token, quiet->token};
  house.Restart();
  auto loud_again = house.Connect(), quiet_again = house.Connect();
  loud_again->Ask({{"t", "login"}, {"token", tokens[0]}});
  quiet_again->Ask({{"t", "login"}, {"token", tokens[1]}});
  EXPECT_EQ(loud_again->Ask(about("watch"))["reason"]["id"], "removed");
  EXPECT_EQ(quiet_again->Ask(about("watch"))["t"], "ok");
  EXPECT_EQ(quiet_again->Ask(say)["reason"]["id"], "muted");
}

TEST(Spectators, AnyoneAtAQuickDeskMayRemoveOne) {
  House house;
  auto player = house.Connect(), watcher = house.Connect();
  player->LogIn("p");
  watcher->LogIn("w");
  const std::string desk = player->Ask({{"t", "quick"}, {"variant", "xueliu"}})["desk"]["id"];
  EXPECT_EQ(watcher->Ask({{"t", "watch"}, {"desk", desk}})["t"], "ok");
  EXPECT_EQ(player->Ask({{"t", "remove"}, {"desk", desk}, {"user", watcher->user}})["t"], "ok");
  EXPECT_EQ(watcher->Ask({{"t", "watch"}, {"desk", desk}})["code"], "no_desk");
}

// What a spectator has seen and what `sync` gives never goes back.
TEST(Spectators, SyncDoesNotGoBackAStep) {
  for (const int delay : {0, 1, 4}) {
    SCOPED_TRACE(delay);
    House house;
    house.config.table.spectator_delay = delay;
    Table table(house, 1, 3);
    auto watcher = house.Connect();
    watcher->LogIn("w");
    EXPECT_EQ(watcher->Ask({{"t", "watch"}, {"desk", table.id}})["t"], "ok");
    table.Ready();
    std::int64_t newest = 0;
    int answers = 0;
    const auto see = [&] {
      for (const Json& push : std::exchange(watcher->pushes, {})) {
        if (push["t"] != "step" && push["t"] != "begin") continue;
        EXPECT_GE(push["seq"].get<std::int64_t>(), newest) << push["t"];
        newest = std::max(newest, push["seq"].get<std::int64_t>());
      }
    };
    for (int i = 0; i < 200; ++i) {
      house.RunFor(90);
      see();
      const Json question = Question(table[0]);
      if (!question.is_null()) table[0].Post(ActOf(question, fmt::format("s{}", i)));
      const Json since = i % 2 == 0 ? Json::object() : Json{{"since", newest}};
      Json sync{{"t", "sync"}, {"desk", table.id}};
      sync.update(since);
      const Json answer = watcher->Ask(sync);
      see();
      if (answer["t"] != "ok") continue;
      ++answers;
      EXPECT_GE(answer["seq"].get<std::int64_t>(), newest);
      newest = std::max(newest, answer["seq"].get<std::int64_t>());
    }
    EXPECT_GT(answers, 50);
    EXPECT_GT(newest, 10);
  }
}

TEST(Login, NamesThatLookLikeAnothersAreTaken) {
  House house;
  auto owner = house.Connect();
  ASSERT_EQ(owner->Ask({{"t", "login"},
                        {"name", "ming"},
                        {"password", "correct horse"},
                        {"register", true}})["t"],
            "ok");
  const auto guest = [&](const std::string& name) {
    return house.Connect()->Ask({{"t", "login"}, {"name", name}});
  };
  EXPECT_EQ(guest("robot 1")["code"], "name_taken");
  EXPECT_EQ(guest("R\u043ebot 2")["code"], "name_taken");
  EXPECT_EQ(guest("机器人 3")["code"], "name_taken");
  EXPECT_EQ(guest("mi\u200bng")["field"], "name");
  EXPECT_EQ(guest("\u3164")["field"], "name");
  EXPECT_EQ(guest("ming")["code"], "bad_login");
  EXPECT_EQ(guest("robert")["t"], "ok");
  EXPECT_EQ(house.Connect()->Ask({{"t", "login"},
                                  {"name", "Admin"},
                                  {"password", "correct horse"},
                                  {"register", true}})["code"],
            "name_taken");
}

// The echecs form names no match. Its clients repeat an act whose answer was lost.
TEST(Play, AnActOfTheNewestMatchIsAnsweredAgainWhenTheMatchIsOver) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  Json act;
  for (int i = 0; i < 50 && act.is_null(); ++i) {
    house.RunFor(500);
    if (const Json question = Question(table[0]); !question.is_null())
      act = ActOf(question, "mine");
  }
  ASSERT_FALSE(act.is_null());
  const Json ok = table[0].Ask(act);
  ASSERT_EQ(ok["t"], "ok") << ok;
  act["match"] = 0;
  EXPECT_EQ(table[0].Ask(act)["code"], "not_playing") << "in play an act names its match";
  table[0].Ask({{"t", "dissolve"}, {"desk", table.id}});
  house.RunFor(1000);
  ASSERT_EQ(table[0].Last("desk")["state"], "waiting");
  const Json again = table[0].Ask(act);
  EXPECT_EQ(again["dup"], true) << again;
  EXPECT_EQ(again["seq"], ok["seq"]);
  EXPECT_EQ(again["hash"], ok["hash"]);
  act["id"] = "new";
  EXPECT_EQ(table[0].Ask(act)["code"], "not_playing");
}

}  // namespace
}  // namespace mlf::server::test
