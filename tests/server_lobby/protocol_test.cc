// What each request answers, one sentence of the protocol a test. desks_test.cc has those about
// desks.
#include "server/fair/wall.h"
#include "server/host/hand_journal.h"
#include "server/protocol/hex.h"
#include "tests/server_lobby/desk_table.h"

#include <mlf/components/tile_set.h>
#include <mlf/table/tile.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace mlf::server::test {
namespace {

TEST(Login, AGuestHasAnIdAndATokenAndMayComeBack) {
  House house;
  auto client = house.Connect();
  const Json first = client->LogIn("Ann");
  EXPECT_EQ(first["t"], "ok");
  EXPECT_TRUE(first["user"]["guest"].get<bool>());
  auto again = house.Connect();
  const Json back = again->Ask({{"t", "login"}, {"token", client->token}});
  EXPECT_EQ(back["user"]["id"], first["user"]["id"]);
  EXPECT_EQ(client->bye, "other_login");
}

TEST(Login, GuestsMayShareANameAndARegisteredNameNeedsItsPassword) {
  House house;
  auto a = house.Connect(), b = house.Connect(), c = house.Connect();
  EXPECT_NE(a->LogIn("Bo")["user"]["id"], b->LogIn("Bo")["user"]["id"]);
  EXPECT_EQ(
      c->Ask({{"t", "login"}, {"name", "Cy"}, {"password", "12345678"}, {"register", true}})["t"],
      "ok");
  EXPECT_EQ(a->Ask({{"t", "login"}, {"name", "Cy"}})["code"], "bad_login");
  EXPECT_EQ(a->Ask({{"t", "login"}, {"name", "Cy"}, {"password", "87654321"}})["code"],
            "bad_login");
  EXPECT_EQ(
      a->Ask(
          {{"t", "login"}, {"name", "Cy"}, {"password", "x2345678"}, {"register", true}})["code"],
      "name_taken");
}

TEST(Login, DesksAreThoseWhereTheUserSitsAndWatchingEndsWithItsConnection) {
  House house;
  Table table(house, 1, 3), other(house, 1, 3);
  EXPECT_EQ(other[0].Ask({{"t", "watch"}, {"desk", table.id}})["desk"]["spectators"], 1);
  auto again = house.Connect();
  const Json back = again->Ask({{"t", "login"}, {"token", other[0].token}});
  EXPECT_EQ(back["desks"], Json::array({other.id}));
  house.RunFor(10);
  EXPECT_EQ(again->Take("desk").size(), 1u) << "of its own desk alone";
  EXPECT_EQ(table[0].Last("desk")["spectators"], 0);
  EXPECT_EQ(again->Ask({{"t", "say"}, {"desk", table.id}, {"text", "x"}})["code"], "not_seated");
  // On the same connection it goes on, and is no seat.
  again->Ask({{"t", "watch"}, {"desk", table.id}});
  const Json same = again->Ask({{"t", "login"}, {"token", other[0].token}});
  EXPECT_EQ(same["desks"], Json::array({other.id}));
  EXPECT_EQ(again->Ask({{"t", "say"}, {"desk", table.id}, {"text", "x"}})["t"], "ok");
  again->Disconnect();
  house.RunFor(10);
  EXPECT_EQ(table[0].Last("desk")["spectators"], 0);
}

TEST(Login, NamesAreCheckedAndNothingElseIsServedBefore) {
  House house;
  auto client = house.Connect();
  EXPECT_EQ(client->Ask(Create())["code"], "not_logged_in");
  EXPECT_EQ(client->Ask({{"t", "login"}, {"name", ""}})["field"], "name");
  EXPECT_EQ(client->Ask({{"t", "login"}, {"name", "a\nb"}})["code"], "bad_message");
  EXPECT_EQ(client->Ask({{"t", "login"}, {"name", std::string(25, 'a')}})["code"], "bad_message");
  EXPECT_EQ(client->Ask({{"t", "login"}, {"name", std::string(24, 'a')}})["t"], "ok");
}

// Five failed logins by a password from that address.
void FailFiveTimes(House& house, const std::string& address) {
  auto client = house.Connect(address);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(client->Ask({{"t", "login"}, {"name", "Cy"}, {"password", "87654321"}})["code"],
              "bad_login");
}
const Json kRight{{"t", "login"}, {"name", "Cy"}, {"password", "12345678"}};
void RegisterCy(House& house) {
  auto client = house.Connect("10.0.0.9");
  Json register_cy = kRight;
  register_cy["register"] = true;
  EXPECT_EQ(client->Ask(register_cy)["t"], "ok");
}

TEST(Login, FailuresOfAnAddressAreLimited) {
  House house;
  RegisterCy(house);
  FailFiveTimes(house, "10.0.0.1");
  auto client = house.Connect();
  EXPECT_EQ(client->Ask(kRight)["code"], "rate_limited") << "a right one too: it may be guessed";
  EXPECT_EQ(client->Ask({{"t", "login"}, {"name", "Cy"}})["code"], "rate_limited");
  EXPECT_EQ(
      client->Ask(
          {{"t", "login"}, {"name", "Di"}, {"password", "12345678"}, {"register", true}})["code"],
      "rate_limited");
  auto other = house.Connect("10.0.0.2");
  EXPECT_EQ(other->Ask(kRight)["t"], "ok");
  house.RunFor(61'000);
  EXPECT_EQ(client->Ask(kRight)["t"], "ok");
}

TEST(Login, FailuresOfOneKeepNobodyElseBehindTheAddressOut) {
  House house;
  RegisterCy(house);
  auto guest = house.Connect();
  ASSERT_EQ(guest->LogIn("Ann")["t"], "ok");
  FailFiveTimes(house, "10.0.0.1");
  auto client = house.Connect();
  EXPECT_EQ(client->Ask({{"t", "login"}, {"token", guest->token}})["t"], "ok");
  EXPECT_EQ(client->Ask({{"t", "login"}, {"name", "Bo"}})["t"], "ok");
  EXPECT_EQ(client->Ask({{"t", "login"}, {"token", "x"}})["code"], "bad_login");
}

TEST(Login, BadTokensAreLimitedAndGoodOnesAreNot) {
  House house;
  RegisterCy(house);
  auto guest = house.Connect();
  ASSERT_EQ(guest->LogIn("Ann")["t"], "ok");
  auto client = house.Connect();
  const Json bad{{"t", "login"}, {"token", "x"}};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(client->Ask(bad)["code"], "bad_login");
  EXPECT_EQ(client->Ask(bad)["code"], "rate_limited");
  EXPECT_EQ(client->Ask({{"t", "login"}, {"token", guest->token}})["t"], "ok");
  EXPECT_EQ(client->Ask({{"t", "login"}, {"name", "Bo"}})["t"], "ok");
  EXPECT_EQ(client->Ask(kRight)["t"], "ok");
  EXPECT_EQ(client->Ask(bad)["code"], "rate_limited");
  auto other = house.Connect("10.0.0.2");
  EXPECT_EQ(other->Ask(bad)["code"], "bad_login");
  house.RunFor(61'000);
  EXPECT_EQ(client->Ask(bad)["code"], "bad_login");
}

TEST(Login, AnAddressOfIPv6IsItsNetwork) {
  House house;
  RegisterCy(house);
  FailFiveTimes(house, "2001:db8:0:1::1");
  auto neighbour = house.Connect("2001:db8:0:1:ffff::2"), other = house.Connect("2001:db8:0:2::1");
  EXPECT_EQ(neighbour->Ask(kRight)["code"], "rate_limited");
  EXPECT_EQ(other->Ask(kRight)["t"], "ok");
  FailFiveTimes(house, "10.0.0.1");
  auto mapped = house.Connect("::ffff:10.0.0.1"), next = house.Connect("::ffff:10.0.0.2");
  EXPECT_EQ(mapped->Ask(kRight)["code"], "rate_limited");
  EXPECT_EQ(next->Ask(kRight)["t"], "ok");
  // Loopback has no limits, however it is written.
  for (const char* loopback : {"127.0.0.1", "::1", "::ffff:127.0.0.1"}) {
    FailFiveTimes(house, loopback);
    auto client = house.Connect(loopback);
    EXPECT_EQ(client->Ask(kRight)["t"], "ok") << loopback;
  }
}

TEST(Play, ReadyOfAllBeginsAndTheFirstBeginHasSeqZero) {
  House house;
  Table table(house, 4);
  table.Ready();
  house.RunFor(100);
  for (int i = 0; i < 4; ++i) {
    const Json begin = table[i].Last("begin");
    ASSERT_FALSE(begin.is_null());
    EXPECT_EQ(table[i].Last("desk")["state"], "playing");
    EXPECT_EQ(table[i].Last("desk")["match"], 1);
    EXPECT_EQ(begin["seq"], 0);
    EXPECT_EQ(begin["seat"], i);
    EXPECT_EQ(begin["view"]["seats"][static_cast<std::size_t>(i)]["hand"].size(),
              begin["view"]["seats"][static_cast<std::size_t>(i)]["count"].get<std::size_t>());
    EXPECT_FALSE(begin["view"]["seats"][static_cast<std::size_t>((i + 1) % 4)].contains("hand"));
    EXPECT_FALSE(begin["view"].contains("seed"));
  }
  EXPECT_EQ(table[0].Ask({{"t", "leave"}, {"desk", table.id}})["code"], "playing");
  EXPECT_EQ(
      table[0].Ask({{"t", "config"}, {"desk", table.id}, {"options", Json::object()}})["code"],
      "playing");
  EXPECT_EQ(table[0].Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}})["code"], "playing");
  EXPECT_EQ(table[0].Ask({{"t", "journal"}, {"desk", table.id}, {"match", 1}})["code"], "playing");
}

TEST(Play, ReadyMayBeTakenBack) {
  House house;
  Table table(house, 2, 2);
  const auto ask = [&](int i, bool on) {
    EXPECT_EQ(table[i].Ask({{"t", "ready"}, {"desk", table.id}, {"ready", on}})["t"], "ok");
  };
  ask(0, true);
  house.RunFor(10);
  EXPECT_TRUE(table[1].Last("desk")["seats"][0]["ready"].get<bool>());
  ask(0, false);
  house.RunFor(10);
  EXPECT_FALSE(table[1].Last("desk")["seats"][0]["ready"].get<bool>());
  ask(1, true);
  house.RunFor(100);
  EXPECT_EQ(table[1].Last("desk")["state"], "waiting");
  // The last one is ready, and in the same instant the other one not any more.
  table[0].Post({{"t", "ready"}, {"desk", table.id}, {"ready", true}});
  table[1].Post({{"t", "ready"}, {"desk", table.id}, {"ready", false}});
  house.RunFor(100);
  EXPECT_EQ(table[0].Last("desk")["state"], "waiting");
  EXPECT_TRUE(table[0].Last("begin").is_null());
  ask(1, true);
  house.RunFor(100);
  EXPECT_EQ(table[0].Last("desk")["state"], "playing");
  EXPECT_FALSE(table[0].Last("begin").is_null());
}

TEST(Play, AnActCountsOnceUnderItsId) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  const Json act = ActOf(Question(table[0]), "first");
  const Json ok = table[0].Ask(act);
  ASSERT_EQ(ok["t"], "ok") << ok;
  EXPECT_EQ(ok["mine"], 1);
  EXPECT_FALSE(ok.contains("dup"));
  const Json dup = table[0].Ask(act);
  EXPECT_TRUE(dup["dup"].get<bool>()) << dup;
  for (const char* key : {"mine", "seq", "hash"}) EXPECT_EQ(dup[key], ok[key]);
  EXPECT_EQ(dup.value("kept", false), ok.value("kept", false));
  Json other = act;
  other["ask"] = act["ask"].get<int>() + 1;
  EXPECT_EQ(table[0].Ask(other)["code"], "id_reuse");
  // Also on another connection, after the server has died.
  const std::string token = table[0].token;
  house.Restart();
  auto back = house.Connect();
  ASSERT_EQ(back->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
  const Json again = back->Ask(act);
  EXPECT_TRUE(again["dup"].get<bool>()) << again;
  EXPECT_EQ(again["hash"], ok["hash"]);
  Json match = act;
  match["match"] = 2;
  EXPECT_EQ(back->Ask(match)["code"], "not_playing");
}

TEST(Play, ARefusedActChangesNothingAndItsIdIsFree) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  const Json act = ActOf(Question(table[0]), "x");
  Json wrong = act;
  wrong["node"] = "no_such_node";
  EXPECT_EQ(table[0].Ask(wrong)["code"], "unknown_action");
  wrong = act;
  wrong["ask"] = 4711;
  const Json stale = table[0].Ask(wrong);
  EXPECT_EQ(stale["code"], "stale_ask");
  EXPECT_TRUE(stale.contains("choices"));
  wrong = act;
  wrong["node"] = "timeout";
  EXPECT_EQ(table[0].Ask(wrong)["code"], "bad_message");
  EXPECT_EQ(table[0].Ask(act)["t"], "ok");
}

TEST(Play, AFieldOfAnActThatIsWrongIsNamed) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  const Json act = ActOf(Question(table[0]), "x");
  const std::vector<std::pair<std::string, Json>> wrong = {{"id", ""},
                                                           {"id", std::string(37, 'a')},
                                                           {"id", "a b"},
                                                           {"id", "\u00e9"},
                                                           {"match", -1},
                                                           {"match", 1LL << 32},
                                                           {"ask", -1},
                                                           {"ask", 1LL << 32},
                                                           {"node", ""},
                                                           {"node", "a b"},
                                                           {"node", "timeout"},
                                                           {"pieces", Json::array({"1m 2m"})},
                                                           {"pieces", Json::array({""})},
                                                           {"value", Json::object()},
                                                           {"value", 1LL << 31},
                                                           {"value", "a b"},
                                                           {"value", ~0ULL},
                                                           {"salt", std::string(64, 'A')}};
  for (const auto& [field, value] : wrong) {
    Json one = act;
    one[field] = value;
    const Json error = table[0].Ask(one);
    EXPECT_EQ(error["code"], "bad_message") << one;
    EXPECT_EQ(error.value("field", ""), field) << error;
  }
  Json one = act;
  one["pieces"] = Json::array({"zz"});
  const Json error = table[0].Ask(one);
  EXPECT_EQ(error["code"], "invalid_payload");
  EXPECT_EQ(error["reason"]["zh"], "牌或数值不在可选范围内");
  one["pieces"] = act["pieces"];
  one["id"] = std::string(36, '~');
  EXPECT_EQ(table[0].Ask(one)["t"], "ok");
}

TEST(Play, MissingTilesAreCalledMissing) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  Json act = ActOf(Question(table[0]), "x");
  ASSERT_TRUE(act.contains("pieces")) << act;
  act.erase("pieces");
  const Json error = table[0].Ask(act);
  EXPECT_EQ(error["code"], "invalid_payload");
  EXPECT_EQ(error["reason"]["id"], "missing_pieces");
  EXPECT_EQ(error["reason"]["zh"], "没有给出牌");
  EXPECT_TRUE(error.contains("choices"));
}

// A Chinese reason of an option is Chinese: names of options and values as people read them.
TEST(Options, ReasonsSpeakTheirLanguage) {
  House house;
  auto client = house.Connect();
  client->LogIn("p");
  const auto zh = [&](const char* variant, const Json& options, const Json& preset = nullptr) {
    Json create{{"t", "create"}, {"variant", variant}, {"options", options}};
    if (!preset.is_null()) create["preset"] = preset;
    const Json error = client->Ask(create);
    EXPECT_EQ(error["code"], "bad_option") << error;
    return error["reason"]["zh"].get<std::string>();
  };
  EXPECT_EQ(zh("erren", {{"min_fan", 7}}),
            "选项有误：选项“起胡番”不能是“7”，应为“6”、“10”、“12”或“无起胡”");
  EXPECT_EQ(zh("erren", {{"hands", 65}}), "选项有误：选项“局数”不能是“65”，应为“1”到“64”");
  EXPECT_EQ(zh("erren", {{"pass_hu_double", "maybe"}}),
            "选项有误：选项“过胡加倍”不能是“maybe”，应为“开”或“关”");
  EXPECT_EQ(zh("erren", {{"hand", 4}}), "选项有误：二人麻将没有选项“hand”，是否为 hands“局数”？");
  EXPECT_EQ(zh("erren", {{"min_fan", 0}, {"min_fan_counts_flowers", true}}),
            "选项有误：选项“起胡番计花牌”只在“起胡番”不为“无起胡”时才有");
  EXPECT_EQ(zh("erren", Json::object(), "master"),
            "选项有误：二人麻将没有预设“master”，有 intermediate“中级场”、advanced“高级场”"
            "和 doubled_gangkai“杠开翻倍、过胡不加倍”");
  // A fault that has no Chinese sentence brings no English one.
  EXPECT_EQ(zh("riichi", {{"skills", "nothing/of/the/kind"}}), "选项有误");
}

// A client shows something first: what the server does by itself comes later.
TEST(Play, AClientIsWaitedForUpToALimit) {
  House house;
  Table table(house, 4);
  const auto wait = [&](Client& client, std::int64_t ms) {
    return client.Ask({{"t", "wait"}, {"desk", table.id}, {"ms", ms}});
  };
  EXPECT_EQ(wait(table[0], 1000)["code"], "not_playing");
  table.Ready();
  house.RunFor(100);
  EXPECT_EQ(wait(table[0], -1)["field"], "ms");
  EXPECT_EQ(wait(table[0], 60'001)["field"], "ms");
  auto watcher = house.Connect();
  watcher->LogIn("w");
  watcher->Ask({{"t", "watch"}, {"desk", table.id}});
  EXPECT_EQ(wait(*watcher, 1000)["code"], "not_seated");
  // The window is open for 100 ms, so less than the whole limit is left.
  const Ms deadline = Question(table[1])["deadline_ms"].get<Ms>();
  const Json granted = wait(table[0], 60'000);
  EXPECT_GT(granted["ms"], 2800);
  EXPECT_LT(granted["ms"], 2950);
  const auto left = [&] {
    return table[1].Ask({{"t", "sync"}, {"desk", table.id}})["deadline_ms"].get<Ms>();
  };
  EXPECT_NEAR(static_cast<double>(left()), static_cast<double>(deadline + 3000 - 100), 60);
  // Others add nothing to it, and asking again and again neither.
  wait(table[2], 60'000);
  EXPECT_NEAR(static_cast<double>(left()), static_cast<double>(deadline + 3000 - 100), 60);
  house.RunFor(900);
  // It is done earlier than it said; the others are not.
  EXPECT_EQ(wait(table[0], 0)["ms"], 0);
  EXPECT_EQ(wait(table[2], 0)["ms"], 0);
  EXPECT_NEAR(static_cast<double>(left()), static_cast<double>(deadline), 60);
  house.RunFor(5000);
  EXPECT_EQ(wait(table[0], 60'000)["ms"], 0) << "the limit of this window is over";
}

// Robots think after the wait, and no seat keeps them from acting for ever.
TEST(Play, RobotsWaitUpToTheLimit) {
  House house;
  house.config.table.wait_ms = 3000;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(50);
  const Json question = Question(table[0]);
  const Json ok = table[0].Ask(ActOf(question, "x"));
  ASSERT_EQ(ok["t"], "ok") << ok;
  const auto steps = [&] { return table[0].Ask({{"t", "sync"}, {"desk", table.id}})["seq"]; };
  const Json before = steps();
  // All four are asked; robots answer within 1.8 s unless they wait.
  for (int i = 0; i < 14; ++i) {
    table[0].Ask({{"t", "wait"}, {"desk", table.id}, {"ms", 60'000}});
    house.RunFor(200);
  }
  EXPECT_EQ(steps(), before);
  for (int i = 0; i < 20; ++i) {
    table[0].Ask({{"t", "wait"}, {"desk", table.id}, {"ms", 60'000}});
    house.RunFor(200);
  }
  EXPECT_GT(steps(), before);
}

TEST(Play, WhyHasNoReasonWhereTheSeatMay) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  const Json question = Question(table[0]);
  const Json may =
      table[0].Ask({{"t", "why"}, {"desk", table.id}, {"node", question["defaults"][0]["node"]}});
  EXPECT_EQ(may["t"], "ok");
  EXPECT_FALSE(may.contains("reason")) << may;
  EXPECT_TRUE(
      table[0].Ask({{"t", "why"}, {"desk", table.id}, {"node", "zi_mo"}})["reason"].contains("zh"));
}

TEST(Play, TwoTimeoutsPutASeatOnAutoAndAnActTakesItBack) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  bool seen = false;
  for (int i = 0; i < 300 && !seen; ++i) {
    house.RunFor(1000);
    for (const Json& push : table[0].Take("presence"))
      seen = seen || (push["seat"] == 0 && push["auto"].get<bool>());
  }
  ASSERT_TRUE(seen);
  EXPECT_EQ(table[0].Ask({{"t", "auto"}, {"desk", table.id}, {"on", false}})["t"], "ok");
  house.RunFor(1);
  EXPECT_FALSE(table[0].Last("presence")["auto"].get<bool>());
}

TEST(Play, ADiscardIsShownAloneAndWhatFollowsLater) {
  House house;
  Table table(house, 4);
  table.Ready();
  house.RunFor(100);
  bool seen = false;
  for (int turns = 0; turns < 200 && !seen; ++turns) {
    for (int i = 0; i < 4; ++i) {
      const Json question = Question(table[i]);
      if (question.is_null()) continue;
      for (auto& client : table.clients) client->pushes.clear();
      const Ms before = house.world->clock.Steady();
      const Json ok = table[i].Ask(ActOf(question, fmt::format("t{}-{}", turns, i)));
      ASSERT_EQ(ok["t"], "ok") << ok;
      house.RunFor(10);
      for (auto& client : table.clients) {
        for (const Json& step : client->Take("step")) {
          if (step["events"].empty() || step["events"].back()["type"] != "discard") continue;
          seen = true;
          EXPECT_EQ(step["events"].size(), 1u);
          EXPECT_FALSE(step.contains("choices"));
          EXPECT_EQ(step["seq"], ok["seq"]);
          EXPECT_TRUE(client->Last("step").is_null()) << "before the pause is over";
        }
      }
      if (seen) {
        house.RunFor(480);
        EXPECT_TRUE(table[i].Last("step").is_null());
        house.RunFor(20);
        EXPECT_EQ(table[i].Last("step")["seq"], ok["seq"].get<int>() + 1);
        EXPECT_GE(house.world->clock.Steady() - before, 500);
      }
      break;
    }
    house.RunFor(600);
  }
  EXPECT_TRUE(seen);
}

TEST(Play, AnAnswerThatTheWindowKeepsTellsNobodyElse) {
  House house;
  Table table(house, 4, 0, {{"time", "none"}});
  auto watcher = house.Connect();
  watcher->LogIn("w");
  EXPECT_EQ(watcher->Ask({{"t", "watch"}, {"desk", table.id}})["t"], "ok");
  table.Ready();
  house.RunFor(100);
  std::vector<Json> questions;
  for (auto& client : table.clients) {
    questions.push_back(Question(*client));
    ASSERT_FALSE(questions.back().is_null()) << "the window asks all four";
    client->pushes.clear();
  }
  watcher->pushes.clear();
  for (std::size_t i = 0; i < 4; ++i) {
    const Json ok = table.clients[i]->Ask(ActOf(questions[i], fmt::format("k{}", i)));
    ASSERT_EQ(ok["t"], "ok") << ok;
    EXPECT_EQ(ok.value("kept", false), i < 3);
    EXPECT_EQ(ok["seq"], questions[i]["seq"].get<int>() + (i < 3 ? 0 : 1));
    house.RunFor(10'000);
    if (i == 3) break;
    for (auto& client : table.clients) EXPECT_TRUE(client->pushes.empty()) << client->pushes[0];
    EXPECT_TRUE(watcher->pushes.empty());
  }
  for (auto& client : table.clients) EXPECT_FALSE(client->Last("step").is_null());
}

// 日麻: a hand waits for the dice before its wall is built.
TEST(Play, TheWallOfAHandThatWaitsForTheDiceIsThatOfItsKey) {
  House house;
  Table table(house, 4, 0,
              {{"variant", "riichi"}, {"options", {{"dice", "pressed"}}}, {"time", "none"}});
  table.Ready();
  house.RunFor(100);
  const auto dealt = [](const Client& client) {
    for (const Json& push : client.pushes) {
      for (const Json& event : push.value("events", Json::array())) {
        if (event["type"] == "deal" && !event.value("hidden", false)) return event["pieces"];
      }
    }
    return Json();
  };
  int acts = 0;
  for (; acts < 10 && dealt(table[0]).is_null(); ++acts) {
    for (auto& client : table.clients) {
      const Json asked = Question(*client);
      if (!asked.is_null()) client->Ask(ActOf(asked, fmt::format("d{}", acts)));
    }
    house.RunFor(600);
  }
  ASSERT_GT(acts, 0);
  std::vector<Json> hands;
  for (auto& client : table.clients) hands.push_back(dealt(*client));
  table[0].Ask({{"t", "dissolve"}, {"desk", table.id}});
  for (int i = 1; i < 4; ++i) table[i].Ask({{"t", "vote"}, {"desk", table.id}, {"agree", true}});
  house.RunFor(100);
  const auto key = KeyFromHex(table[0].Last("hand")["key"].get<std::string>());
  const auto flow = house.shelf.FlowFor("riichi", {{"dice", "pressed"}});
  const HandChance chance = fair::ChanceOf(fair::WallKey(*key, std::vector<std::optional<Key>>(4)),
                                           logic::WallTiles(**flow));
  const auto first = [&](std::size_t place) {
    Json tiles = Json::array();
    for (std::size_t i = 0; i < 13; ++i)
      tiles.push_back(table::TileName(chance.wall[13 * place + i]));
    return tiles;
  };
  // The hands lie in the wall one behind the other, that of the dealer in front.
  const auto at = std::ranges::find(hands, first(0)) - hands.begin();
  ASSERT_LT(at, 4);
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_EQ(hands[(static_cast<std::size_t>(at) + i) % 4], first(i));
}

// 长沙: the last tile is offered round the table, to one hand after the other that is ready for it.
// Who else is asked, and who has declined, nobody learns.
TEST(Play, TheNextSeatInTurnIsAskedAlone) {
  House house;
  Table table(house, 4, 0, {{"variant", "changsha"}, {"time", "none"}});
  table.Ready();
  // Nobody claims, and each discards what brings the hand nearest to a win.
  const auto answer = [&](Client& client, const Json& asked) {
    Json act = ActOf(asked, fmt::format("a{}", asked["seq"].get<int>()));
    for (const Json& offer : asked["choices"][0]["offers"]) {
      if (offer["node"] == "guo") {
        act["node"] = "guo";
        act.erase("pieces");
      }
    }
    if (act["node"] != "discard") return act;
    const Json hints = client.Ask({{"t", "hint"}, {"desk", table.id}})["discards"];
    const auto best = std::ranges::min_element(
        hints, {}, [](const Json& hint) { return hint["distance"].get<int>(); });
    if (best != hints.end()) act["pieces"] = Json::array({(*best)["piece"]});
    return act;
  };
  const auto offers_last = [](const Json& push) {
    return push["choices"][0]["offers"][0]["node"] == "take_last";
  };
  int in_turn = 0;
  for (int i = 0; i < 5000 && in_turn == 0; ++i) {
    house.RunFor(600);
    for (auto& client : table.clients) {
      const Json asked = Question(*client);
      if (asked.is_null()) continue;
      const bool last = offers_last(asked);
      client->pushes.clear();
      if (last) {
        for (auto& each : table.clients) each->pushes.clear();
      }
      const Json ok = client->Ask(answer(*client, asked));
      house.RunFor(600);
      if (ok["t"] != "ok" || !last || !ok.contains("kept")) continue;
      std::vector<Json> shown;
      for (auto& each : table.clients)
        shown.insert(shown.end(), each->pushes.begin(), each->pushes.end());
      ASSERT_EQ(shown.size(), 1U);
      EXPECT_EQ(shown[0]["t"], "begin");
      EXPECT_EQ(shown[0]["resumed"], true);
      EXPECT_EQ(shown[0]["seq"], asked["seq"]);
      EXPECT_TRUE(offers_last(shown[0])) << shown[0];
      ++in_turn;
      break;
    }
  }
  EXPECT_GT(in_turn, 0);
}

// The seat comes back from auto play by an answer that nobody may learn of yet.
TEST(Play, TheEndOfAutoPlayByAKeptAnswerIsShownWithTheStep) {
  House house;
  Table table(house, 4, 0, {{"time", "none"}});
  table.Ready();
  house.RunFor(100);
  std::vector<Json> questions;
  for (auto& client : table.clients) questions.push_back(Question(*client));
  EXPECT_EQ(table[0].Ask({{"t", "auto"}, {"desk", table.id}, {"on", true}})["t"], "ok");
  house.RunFor(10);
  EXPECT_EQ(table[1].Last("presence")["auto"], true);
  for (auto& client : table.clients) client->pushes.clear();
  EXPECT_EQ(table[0].Ask(ActOf(questions[0], "kept"))["kept"], true);
  house.RunFor(10'000);
  for (auto& client : table.clients) EXPECT_TRUE(client->pushes.empty()) << client->pushes[0];
  auto watcher = house.Connect();
  watcher->LogIn("w");
  const Json desk = watcher->Ask({{"t", "watch"}, {"desk", table.id}})["desk"];
  EXPECT_EQ(desk["seats"][0]["auto"], true);
  for (int i = 1; i < 4; ++i) table[i].Ask(ActOf(questions[static_cast<std::size_t>(i)], "x"));
  house.RunFor(10);
  for (auto& client : table.clients) {
    const std::vector<Json> shown = client->Take("presence");
    ASSERT_EQ(shown.size(), 1U);
    EXPECT_EQ(shown[0]["seat"], 0);
    EXPECT_EQ(shown[0]["auto"], false);
  }
}

TEST(Play, ARestartKeepsEverythingAcknowledged) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  std::string token = table[0].token;
  std::unique_ptr<Client> client = std::move(table.clients[0]);
  std::string last_hash;
  std::int64_t last_seq = 0;
  int acted = 0;
  for (int i = 0; i < 60; ++i) {
    house.RunFor(3000);
    const Json question = Question(*client);
    if (!question.is_null()) {
      const Json ok = client->Ask(ActOf(question, fmt::format("r{}", i)));
      if (ok["t"] == "ok") ++acted;
    }
    const Json synced = client->Ask({{"t", "sync"}, {"desk", table.id}});
    ASSERT_EQ(synced["t"], "ok") << synced;
    last_seq = synced["seq"];
    house.Restart();
    client = house.Connect();
    ASSERT_EQ(client->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
    house.RunFor(1);
    const Json begin = client->Last("begin");
    ASSERT_FALSE(begin.is_null()) << "after restart " << i;
    EXPECT_TRUE(begin["resumed"].get<bool>());
    EXPECT_EQ(begin["seq"], last_seq);
    Json view = begin["view"], before = synced["view"];
    EXPECT_EQ(view, before);
  }
  EXPECT_GT(acted, 10);
}

TEST(Play, AFailedWriteIsAnsweredBusyAndTheDeskGoesOnFromWhatIsStored) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  const Json act = ActOf(Question(table[0]), "lost");
  house.journal.Fail();
  EXPECT_EQ(table[0].Ask(act)["code"], "busy");
  house.journal.Mend();
  house.RunFor(10);
  const Json begin = table[0].Last("begin");
  ASSERT_TRUE(begin["resumed"].get<bool>()) << begin;
  EXPECT_EQ(begin["seq"], 0);
  const Json ok = table[0].Ask(ActOf(begin, "lost"));
  EXPECT_EQ(ok["t"], "ok") << ok;
  EXPECT_FALSE(ok.contains("dup"));
}

// An act that was acknowledged before is never answered as if it were new.
TEST(Play, AnActSentAgainWhileTheDiskCannotBeReadWaitsForIt) {
  House house;
  house.log.expected = "cannot be read";
  Table table(house, 1, 3, {{"variant", "xueliu"}, {"time", "none"}});
  table.Ready();
  house.RunFor(100);
  const Json act = ActOf(Question(table[0]), "once");
  Json other = act;
  other["ask"] = act["ask"].get<int>() + 1;
  const Json first = table[0].Ask(act);
  ASSERT_EQ(first["t"], "ok") << first;
  for (const Json& again : {act, other}) {
    table[0].answers.clear();
    house.journal.SetReadable(false);
    table[0].Post(again);
    house.RunFor(3000);
    EXPECT_TRUE(table[0].answers.empty()) << table[0].answers[0];
    house.journal.SetReadable(true);
    house.RunFor(3000);
    ASSERT_EQ(table[0].answers.size(), 1U);
    const Json answer = table[0].answers[0];
    if (again == act) {
      EXPECT_EQ(answer["dup"], true) << answer;
      for (const char* field : {"mine", "seq", "hash"}) EXPECT_EQ(answer[field], first[field]);
    } else {
      EXPECT_EQ(answer["code"], "id_reuse") << answer;
    }
  }
  EXPECT_EQ(house.journal.Count(table.id, 1, "once"), 1);
}

// Between a write that failed and the rebuilding of its desk nothing may be built on what is lost.
TEST(Play, WhatComesWhileADeskIsLostIsNotTaken) {
  House house;
  Table table(house, 2, 0, {{"variant", "erren"}, {"time", "none"}});
  table.Ready();
  const auto asks_for_ready = [](const Json& question) {
    return !question.is_null() && question["defaults"][0]["node"] == "ready";
  };
  Json asked;
  for (int i = 0; i < 2000 && !asks_for_ready(asked); ++i) {
    for (auto& client : table.clients) {
      asked = Question(*client);
      if (asks_for_ready(asked)) break;
      if (!asked.is_null()) client->Ask(ActOf(asked, fmt::format("t{}", i)));
    }
    house.RunFor(600);
  }
  ASSERT_TRUE(asks_for_ready(Question(table[0])) && asks_for_ready(Question(table[1])));
  // The salt of a refused act is not kept for the next wall.
  Json refused = ActOf(Question(table[0]), "refused");
  refused["ask"] = 4711;
  refused["salt"] = std::string(64, 'c');
  EXPECT_EQ(table[0].Ask(refused)["code"], "stale_ask");
  for (auto& client : table.clients) client->answers.clear();
  const Json act = ActOf(Question(table[1]), "too-soon");
  house.journal.Fail();
  table[0].Post(ActOf(Question(table[0]), "lost"));
  // At the instant at which the outcome is known, and before anything else happens.
  house.world->timers.At(house.world->clock.Steady() + 2, [&] { table[1].Post(act); });
  house.RunFor(10);
  for (auto& client : table.clients) {
    ASSERT_EQ(client->answers.size(), 1U);
    EXPECT_EQ(client->answers[0]["code"], "busy") << client->answers[0];
  }
  house.journal.Mend();
  EXPECT_EQ(house.journal.Count(table.id, 1, "too-soon"), 0);
  for (auto& client : table.clients) client->pushes.clear();
  EXPECT_EQ(table[0].Ask(ActOf(asked, "lost"))["kept"], true);
  EXPECT_EQ(table[1].Ask(act)["t"], "ok");
  house.RunFor(10);
  EXPECT_EQ(table[0].Last("begin")["salts"], Json::array({nullptr, nullptr}));
}

// One of five has no seat, and may have one in the next hand.
TEST(Play, WhoHasNoSeatIsWaitedForBetweenHands) {
  House house;
  Table table(house, 5, 0,
              {{"variant", "yilaidaodi"}, {"options", {{"persons", 5}}}, {"time", "none"}});
  table.Ready();
  const auto asks_for_ready = [](const auto& client) {
    const Json question = Question(*client);
    return !question.is_null() && question["defaults"][0]["node"] == "ready";
  };
  for (int i = 0; i < 4000 && !std::ranges::all_of(table.clients, asks_for_ready); ++i) {
    for (auto& client : table.clients) {
      const Json asked = Question(*client);
      if (!asked.is_null() && asked["defaults"][0]["node"] != "ready")
        client->Ask(ActOf(asked, fmt::format("t{}", i)));
    }
    house.RunFor(600);
  }
  ASSERT_TRUE(std::ranges::all_of(table.clients, asks_for_ready));
  Client* without_seat = nullptr;
  for (auto& client : table.clients) {
    const Json asked = Question(*client);
    EXPECT_LE(asked["deadline_ms"], 30'000);
    client->pushes.clear();
    if (asked["choices"][0]["seat"] == 4) {
      without_seat = client.get();
      continue;
    }
    Json act = ActOf(asked, "ready");
    act["salt"] = std::string(64, 'a');
    EXPECT_EQ(client->Ask(act)["kept"], true);
  }
  ASSERT_NE(without_seat, nullptr);
  // The time of the window, and the extra time of a seat.
  house.RunFor(28'000);
  EXPECT_EQ(without_seat->Last("begin"), nullptr);
  house.RunFor(17'000);
  const Json salts = without_seat->Last("begin")["salts"];
  EXPECT_EQ(salts.size(), 5U);
  EXPECT_EQ(std::ranges::count(salts, Json(std::string(64, 'a'))), 4);
  EXPECT_EQ(std::ranges::count(salts, Json()), 1);
}

TEST(Votes, OneNoEndsItAndAllAgreeingDissolves) {
  House house;
  Table table(house, 2, 2);
  table.Ready();
  house.RunFor(100);
  EXPECT_EQ(table[0].Ask({{"t", "vote"}, {"desk", table.id}, {"agree", true}})["code"],
            "not_playing");
  EXPECT_EQ(table[0].Ask({{"t", "dissolve"}, {"desk", table.id}})["t"], "ok");
  house.RunFor(10);
  EXPECT_EQ(table[1].Last("vote")["agreed"], Json::array({0}));
  EXPECT_EQ(table[1].Last("desk")["state"], "voting");
  EXPECT_EQ(table[1].Ask({{"t", "vote"}, {"desk", table.id}, {"agree", false}})["t"], "ok");
  house.RunFor(10);
  EXPECT_EQ(table[0].Last("vote")["result"], "continued");
  EXPECT_EQ(table[0].Last("vote")["against"], 1) << "everybody knows whose no it was";
  EXPECT_EQ(table[0].Last("desk")["state"], "playing");
  table[1].Ask({{"t", "dissolve"}, {"desk", table.id}});
  table[0].Ask({{"t", "vote"}, {"desk", table.id}, {"agree", true}});
  house.RunFor(100);
  EXPECT_EQ(table[1].Last("vote")["result"], "dissolved");
  EXPECT_FALSE(table[1].Last("vote").contains("against"));
  EXPECT_TRUE(table[1].Last("over")["dissolved"].get<bool>());
  // The key of the hand that was broken off is open.
  EXPECT_EQ(table[1].Last("hand")["key"].get<std::string>().size(), 64u);
}

TEST(Votes, SilenceIsNoUnlessTheOperatorSaysOtherwise) {
  for (const bool agrees : {false, true}) {
    House house;
    if (agrees) house.config.table.vote_silence_agrees = true;
    Table table(house, 2, 2);
    table.Ready();
    house.RunFor(100);
    EXPECT_EQ(table[0].Ask({{"t", "dissolve"}, {"desk", table.id}})["t"], "ok");
    house.RunFor(59'000);
    EXPECT_EQ(table[1].Last("desk")["state"], "voting");
    house.RunFor(1100);
    EXPECT_EQ(table[1].Last("vote")["result"], agrees ? "dissolved" : "continued");
    EXPECT_EQ(table[1].Last("over").is_null(), !agrees);
  }
}

TEST(Votes, OneThatFailedClosesTheWayForItsAskerForATime) {
  House house;
  Table table(house, 2, 2, {{"time", "none"}});
  table.Ready();
  house.RunFor(100);
  const auto ask = [&](Client& client) {
    return client.Ask({{"t", "dissolve"}, {"desk", table.id}});
  };
  EXPECT_EQ(ask(table[0])["t"], "ok");
  EXPECT_EQ(table[1].Ask({{"t", "vote"}, {"desk", table.id}, {"agree", false}})["t"], "ok");
  house.RunFor(10);
  const Json refused = ask(table[0]);
  EXPECT_EQ(refused["code"], "rate_limited");
  EXPECT_EQ(refused["reason"]["id"], "vote_again");
  EXPECT_EQ(table[1].Last("desk")["state"], "playing");
  // The other one may ask, and the first one agree.
  EXPECT_EQ(ask(table[1])["t"], "ok");
  EXPECT_EQ(table[0].Ask({{"t", "vote"}, {"desk", table.id}, {"agree", false}})["t"], "ok");
  house.RunFor(10);
  EXPECT_EQ(ask(table[1])["code"], "rate_limited");
  // A restart forgets nothing, and silence is a failed vote too.
  house.RunFor(200'000);
  const std::string token = table[0].token;
  house.Restart();
  auto back = house.Connect();
  ASSERT_EQ(back->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
  house.RunFor(90'000);
  EXPECT_EQ(ask(*back)["reason"]["id"], "vote_again");
  house.RunFor(10'000);
  EXPECT_EQ(ask(*back)["t"], "ok");
  house.RunFor(61'000);
  EXPECT_EQ(back->Last("vote")["result"], "continued");
  EXPECT_EQ(ask(*back)["code"], "rate_limited");
}

// The last yes is on disk, and what follows from it is not yet.
TEST(Votes, AllHaveAgreedAlsoAfterARestart) {
  House house;
  Table table(house, 2, 2);
  table.Ready();
  house.RunFor(100);
  const std::string token = table[0].token;
  table[0].Ask({{"t", "dissolve"}, {"desk", table.id}});
  EXPECT_EQ(table[1].Ask({{"t", "vote"}, {"desk", table.id}, {"agree", true}})["t"], "ok");
  house.Restart();
  house.RunFor(100);
  auto back = house.Connect();
  ASSERT_EQ(back->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
  ASSERT_FALSE(back->Last("over").is_null());
  EXPECT_TRUE(back->Last("over")["dissolved"].get<bool>());
}

TEST(Fair, TheKeyFitsTheCommitAndSaltsAreListed) {
  House house;
  Table table(house, 2, 2);
  const std::string salt(64, 'a');
  house.RunFor(10);
  const std::string commit = table[0].Last("desk")["commit"];
  table[0].Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}, {"salt", salt}});
  table[1].Ask({{"t", "ready"}, {"desk", table.id}, {"ready", true}});
  house.RunFor(100);
  const Json begin = table[1].Last("begin");
  EXPECT_EQ(begin["salts"], Json::array({salt, nullptr, nullptr, nullptr}));
  table[0].Ask({{"t", "dissolve"}, {"desk", table.id}});
  table[1].Ask({{"t", "vote"}, {"desk", table.id}, {"agree", true}});
  house.RunFor(100);
  const Json hand = table[0].Last("hand");
  const auto key = KeyFromHex(hand["key"].get<std::string>());
  EXPECT_EQ(Hex(fair::Commit(*key, table.id, 1, 0)), commit);
  EXPECT_EQ(table[0].Last("desk")["match"], nullptr);
  EXPECT_NE(table[0].Last("desk")["commit"], commit);
}

// An operator drains the server; it is stopped when people have come in the meantime.
TEST(Stopping, EverybodyHearsOfItAgain) {
  House house;
  auto early = house.Connect();
  house.lobby->Drain();
  EXPECT_EQ(early->Last("notice")["code"], "stopping");
  auto late = house.Connect();
  house.lobby->Drain();
  EXPECT_EQ(late->Last("notice")["code"], "stopping");
}

TEST(Spectators, SeeNothingHiddenAndLate) {
  House house;
  Table table(house, 1, 3);
  auto watcher = house.Connect();
  watcher->LogIn("w");
  EXPECT_EQ(watcher->Ask({{"t", "watch"}, {"desk", table.id}})["t"], "ok");
  table.Ready();
  for (int i = 0; i < 40; ++i) {
    house.RunFor(2000);
    const Json question = Question(table[0]);
    if (!question.is_null()) table[0].Ask(ActOf(question, fmt::format("s{}", i)));
  }
  const Json begin = watcher->Last("begin");
  ASSERT_FALSE(begin.is_null());
  EXPECT_FALSE(begin.contains("seat"));
  for (const Json& seat : begin["view"]["seats"]) EXPECT_FALSE(seat.contains("hand"));
  const std::int64_t shown = watcher->Last("step")["seq"], seq = table[0].Last("step")["seq"];
  // A discard is shown with what follows it.
  EXPECT_THAT(seq - shown, testing::AllOf(testing::Ge(4), testing::Le(8)));
  // The state it gives, with the steps that come behind it, reaches what was shown and no more.
  watcher->Take("step");
  std::int64_t reached = watcher->Ask({{"t", "sync"}, {"desk", table.id}})["seq"];
  for (const Json& step : watcher->Take("step")) EXPECT_EQ(step["seq"], ++reached);
  EXPECT_EQ(reached, shown);
  EXPECT_EQ(watcher->Ask({{"t", "hint"}, {"desk", table.id}})["code"], "not_seated");
  EXPECT_EQ(watcher->Ask({{"t", "leave"}, {"desk", table.id}})["t"], "ok");
}

TEST(Spectators, AreLateAfterARestartToo) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(5'000);
  const std::string token = table[0].token;
  house.Restart();
  auto back = house.Connect(), watcher = house.Connect();
  ASSERT_EQ(back->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
  watcher->LogIn("w");
  EXPECT_EQ(watcher->Ask({{"t", "watch"}, {"desk", table.id}})["t"], "ok");
  EXPECT_TRUE(watcher->Last("begin").is_null());
  EXPECT_EQ(watcher->Ask({{"t", "sync"}, {"desk", table.id}})["code"], "not_playing");
  const std::int64_t at = back->Last("begin")["seq"];
  for (int i = 0; i < 20; ++i) {
    house.RunFor(2000);
    const Json question = Question(*back);
    if (!question.is_null()) back->Ask(ActOf(question, fmt::format("s{}", i)));
  }
  const Json begin = watcher->Last("begin");
  ASSERT_FALSE(begin.is_null());
  EXPECT_TRUE(begin["resumed"].get<bool>());
  EXPECT_EQ(begin["seq"], at);
  const std::int64_t shown = watcher->Last("step")["seq"], seq = back->Last("step")["seq"];
  EXPECT_THAT(seq - shown, testing::AllOf(testing::Ge(4), testing::Le(8)));
  std::int64_t next = at;
  for (const Json& step : watcher->Take("step")) EXPECT_EQ(step["seq"], ++next);
}

TEST(ComingBack, TheEndOfAMatchThatWasMissedIsSentOnce) {
  House house;
  house.config.table.vote_silence_agrees = true;
  Table table(house, 2, 2);
  table.Ready();
  house.RunFor(100);
  const std::string token = table[1].token;
  table[0].Ask({{"t", "dissolve"}, {"desk", table.id}});
  table[1].Disconnect();
  house.RunFor(70'000);  // silence agrees
  EXPECT_FALSE(table[0].Last("over").is_null());
  auto back = house.Connect();
  back->Ask({{"t", "login"}, {"token", token}});
  EXPECT_TRUE(back->Last("over")["dissolved"].get<bool>());
  house.RunFor(10);
  auto again = house.Connect();
  again->Ask({{"t", "login"}, {"token", token}});
  EXPECT_TRUE(again->Last("over").is_null());
}

// What happens at one desk shows how long the server ran, for the windows of all.
TEST(ComingBack, AWindowHasTheTimeThatWasLeftAndFiveSecondsMore) {
  House house;
  Table waits(house, 1, 3), plays(house, 1, 3);
  waits.Ready();
  house.RunFor(100);
  ASSERT_EQ(Question(waits[0])["deadline_ms"], 15'000);
  plays.Ready();
  for (int i = 0; i < 12; ++i) {
    house.RunFor(1000);
    if (const Json asked = Question(plays[0]); !asked.is_null())
      plays[0].Ask(ActOf(asked, fmt::format("t{}", i)));
  }
  const std::string token = waits[0].token;
  house.Restart();
  auto back = house.Connect();
  ASSERT_EQ(back->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
  house.RunFor(1);
  const int left = back->Last("begin")["deadline_ms"];
  EXPECT_GT(left, 3'000 + 4'000);
  EXPECT_LT(left, 3'000 + 8'000);
}

// An answer that the window keeps does not begin it anew.
TEST(ComingBack, AWindowThatKeptAnAnswerHasTheTimeThatWasLeft) {
  House house;
  Table table(house, 2, 2);
  table.Ready();
  house.RunFor(100);
  ASSERT_EQ(Question(table[0])["deadline_ms"], 15'000);
  house.RunFor(10'000);
  EXPECT_EQ(table[0].Ask(ActOf(Question(table[0]), "kept"))["kept"], true);
  const std::string token = table[1].token;
  house.Restart();
  auto back = house.Connect();
  ASSERT_EQ(back->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
  house.RunFor(1);
  const int left = back->Last("begin")["deadline_ms"];
  EXPECT_GT(left, 5'000 + 4'000);
  EXPECT_LT(left, 5'000 + 6'000);
}

TEST(ComingBack, TheExtraTimeIsWhatIsLeftOfIt) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  ASSERT_EQ(Question(table[0])["deadline_ms"], 15'000);
  ASSERT_EQ(Question(table[0])["extra_ms"], 15'000);
  house.RunFor(20'000);
  const Json now = table[0].Ask({{"t", "sync"}, {"desk", table.id}});
  EXPECT_EQ(now["deadline_ms"], 1);
  EXPECT_GT(now["extra_ms"], 9'000);
  EXPECT_LT(now["extra_ms"], 11'000);
}

TEST(ComingBack, AMatchWhoseRulesAreGoneEndsWithANotice) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  const std::string token = table[0].token;
  Commit commit;
  commit.desk = table.id;
  commit.head = house.journal.LoadDesk(table.id)->head;
  commit.head->fingerprint = std::string(16, '0');
  house.journal.Append(std::move(commit), nullptr);
  house.RunFor(100);
  house.log.expected = "rules that this program cannot build";
  house.Restart();
  house.RunFor(100);
  auto back = house.Connect();
  back->Ask({{"t", "login"}, {"token", token}});
  EXPECT_EQ(back->Last("notice")["code"], "rules_gone");
  EXPECT_TRUE(back->Last("over")["dissolved"].get<bool>());
  EXPECT_EQ(back->Last("desk")["state"], "waiting");
}

TEST(ComingBack, SyncSinceSendsTheStepsThatWereMissed) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(30'000);
  for (int i = 0; i < 5; ++i) {
    const Json question = Question(table[0]);
    if (!question.is_null()) table[0].Ask(ActOf(question, fmt::format("m{}", i)));
    house.RunFor(4000);
  }
  const std::int64_t seq = table[0].Ask({{"t", "sync"}, {"desk", table.id}})["seq"];
  ASSERT_GT(seq, 3);
  table[0].pushes.clear();
  const Json wrong = table[0].Ask({{"t", "sync"}, {"desk", table.id}, {"since", -1}});
  EXPECT_EQ(wrong["code"], "bad_message");
  EXPECT_EQ(wrong["field"], "since");
  // A step that there has not been yet: the whole table.
  const Json future = table[0].Ask({{"t", "sync"}, {"desk", table.id}, {"since", seq + 1}});
  EXPECT_TRUE(future.contains("view"));
  const Json answer = table[0].Ask({{"t", "sync"}, {"desk", table.id}, {"since", seq - 3}});
  EXPECT_FALSE(answer.contains("view"));
  EXPECT_EQ(answer["seq"], seq);
  const std::vector<Json> steps = table[0].Take("step");
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps.front()["seq"], seq - 2);
  EXPECT_FALSE(steps.back().contains("choices"));
}

TEST(Journals, OfAFinishedHandForThoseWhoSatThere) {
  House house;
  Table table(house, 1, 3);
  table.Ready();
  for (int i = 0; i < 1500 && table[0].Last("hand").is_null(); ++i) {
    const Json question = Question(table[0]);
    if (!question.is_null())
      table[0].Post(ActOf(question, fmt::format("j{}", question["ask"].get<int>())));
    house.RunFor(2000);
  }
  ASSERT_FALSE(table[0].Last("hand").is_null());
  const Json answer =
      table[0].Ask({{"t", "journal"}, {"desk", table.id}, {"match", 1}, {"hand", 0}});
  ASSERT_EQ(answer["t"], "ok") << answer;
  const Result<JournalRead> read = ReadJournal(answer["text"].get<std::string>(), "j", true);
  ASSERT_TRUE(read) << FaultText(read.faults());
  EXPECT_EQ(read->journal.seed, 0u);
  const auto flow = house.shelf.FlowFor("xueliu", {});
  const auto replay = Replay(**flow, read->journal);
  ASSERT_TRUE(replay) << FaultText(replay.faults());
  EXPECT_TRUE(replay->complete);
  auto other = house.Connect();
  other->LogIn("o");
  EXPECT_EQ(other->Ask({{"t", "journal"}, {"desk", table.id}, {"match", 1}, {"hand", 0}})["code"],
            "not_seated");
}

}  // namespace
}  // namespace mlf::server::test
