// What the steps of a match tell people who are not concerned: nothing about who may claim, who
// passes, or who is asked. Whole hands are played by people who answer at random.
#include "tests/server_lobby/desk_table.h"

#include <mlf/flow/random.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace mlf::server::test {
namespace {

bool IsDiscard(const Json& event) {
  return event["type"] == "discard" || event["type"] == "open_discard";
}

bool Discards(const Json& step) { return std::ranges::any_of(step["events"], IsDiscard); }

bool Offers(const Json& question, std::string_view node) {
  return std::ranges::any_of(question["choices"][0]["offers"],
                             [&](const Json& offer) { return offer["node"] == node; });
}

// People who play at one desk, and every step that each of them was shown.
struct StepPlayers {
  StepPlayers(House& house, const std::string& variant, int seats, const Json& options,
              unsigned seed)
      : house_(house),
        table(house, seats, 0, {{"variant", variant}, {"options", options}, {"time", "none"}}),
        seen(static_cast<std::size_t>(seats)),
        asks(static_cast<std::size_t>(seats)),
        questions(static_cast<std::size_t>(seats)),
        seed_(seed) {
    table.Ready();
    house.RunFor(100);
  }

  std::uint32_t Random(std::uint32_t bound) { return Stream(seed_, counter_).Below(bound); }

  // Reads what has come.
  void Read() {
    for (std::size_t i = 0; i < seen.size(); ++i) {
      Client& client = *table.clients[i];
      for (const Json& push : client.pushes) {
        if (push["t"] == "begin" && !push.contains("resumed")) seen[i].push_back(push);
        if (push["t"] == "step") seen[i].push_back(push);
        if (push["t"] == "over") over = true;
        if (push.contains("defaults")) Asked(i, push);
      }
      client.pushes.clear();
    }
  }

  void Asked(std::size_t seat, const Json& question) {
    questions[seat] = question;
    questions[seat]["desk"] = table.id;  // an answer has none
    if (asks[seat].empty() || asks[seat].back() != question["ask"])
      asks[seat].push_back(question["ask"]);
    EXPECT_EQ(question["defaults"][0]["ask"], question["ask"]);
  }

  Json ActFor(const Json& question, int seat) {
    Json act = ActOf(question, fmt::format("a{}", ++acts_));
    const Json& offers = question["choices"][0]["offers"];
    const auto take = [&](const std::string& node) {
      for (const Json& offer : offers) {
        if (offer["node"] != node) continue;
        act["node"] = node;
        act.erase("pieces");
        act.erase("value");
        if (offer["kind"] == "piece")
          act["pieces"] = Json::array(
              {offer["pieces"][Random(static_cast<std::uint32_t>(offer["pieces"].size()))]});
        if (offer["kind"] == "combo")
          act["pieces"] =
              offer["combos"][Random(static_cast<std::uint32_t>(offer["combos"].size()))];
      }
    };
    const bool may_win = Offers(question, "hu") || Offers(question, "zi_mo");
    if (Offers(question, "guo") && Random(3) != 0) {
      take("guo");
    } else if (Offers(question, "ting")) {
      take("ting");
    } else if (!may_win && Random(4) == 0) {
      const std::string node =
          offers[Random(static_cast<std::uint32_t>(offers.size()))]["node"].get<std::string>();
      const Json& offer =
          *std::ranges::find_if(offers, [&](const Json& one) { return one["node"] == node; });
      if (offer["kind"] == "piece" || offer["kind"] == "combo" || offer["kind"] == "nothing")
        take(node);
    }
    if (act["node"] == "discard") Improve(act, seat);
    return act;
  }

  // Discards what brings the hand nearest to a win, as its hints say.
  void Improve(Json& act, int seat) {
    const Json hints = table[seat].Ask({{"t", "hint"}, {"desk", table.id}})["discards"];
    const auto best = std::ranges::min_element(
        hints, {}, [](const Json& hint) { return hint["distance"].get<int>(); });
    if (best != hints.end()) act["pieces"] = Json::array({(*best)["piece"]});
  }

  // One answer of somebody who is asked; false where nobody is.
  bool Answer() {
    Read();
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (questions[i].is_null()) continue;
      const Json question = std::exchange(questions[i], nullptr);
      const Json act = ActFor(question, static_cast<int>(i));
      if (on_act) on_act(static_cast<int>(i), question, act);
      const Json ok = table[static_cast<int>(i)].Ask(act);
      Read();
      if (ok["t"] == "ok" && ok.contains("defaults")) Asked(i, ok);
      if (on_answer) on_answer(static_cast<int>(i), question, act, ok);
      return true;
    }
    return false;
  }

  void Play(int answers) {
    for (int idle = 0; answers > 0 && idle < 20 && !over;) {
      if (Answer()) {
        --answers;
        idle = 0;
      } else {
        house_.RunFor(300);
        ++idle;
      }
    }
    house_.RunFor(20'000);
    Read();
  }

  House& house_;
  Table table;
  std::vector<std::vector<Json>> seen;  // by seat: begin and step
  std::vector<std::vector<Json>> asks;  // numbers of questions
  std::vector<Json> questions;
  std::function<void(int seat, const Json& question, const Json& act)> on_act;
  std::function<void(int seat, const Json& question, const Json& act, const Json& ok)> on_answer;
  bool over = false;

 private:
  const unsigned seed_;
  std::uint32_t counter_ = 0;
  int acts_ = 0;
};

struct StepGame {
  const char* variant;
  int seats;
  Json options = Json::object();
};

void PrintTo(const StepGame& game, std::ostream* out) { *out << game.variant << game.seats; }

// What somebody sees of a step who is not asked.
std::string Shown(const Json& step) {
  return step["node"].get<std::string>() + step["path"].dump() +
         (step["events"].empty() ? " empty" : "");
}

// After each discard: an empty step, then what follows. It looks the same to others where nobody
// may claim and where all who may let it go.
struct Claims {
  std::map<bool, std::set<std::string>> shown;  // by whether somebody was asked
  std::map<bool, int> discards;

  void Look(const std::vector<std::vector<Json>>& seen) {
    for (const std::vector<Json>& steps : seen) {
      for (std::size_t i = 0; i + 2 < steps.size(); ++i) {
        EXPECT_EQ(steps[i + 1]["seq"], steps[i]["seq"].get<int>() + 1);
        if (steps[i]["t"] != "step" || !Discards(steps[i])) continue;
        ASSERT_EQ(steps[i + 1]["t"], "step") << steps[i] << steps[i + 1];
        EXPECT_FALSE(steps[i].contains("choices")) << steps[i];
        EXPECT_EQ(steps[i]["events"].dump().find("\"draw\""), std::string::npos) << steps[i];
        EXPECT_EQ(steps[i + 1]["events"], Json::array()) << steps[i] << steps[i + 1];
        EXPECT_EQ(steps[i + 1]["path"], Json::array()) << steps[i + 1];
        EXPECT_EQ(steps[i + 1]["node"], steps[i]["node"]) << steps[i + 1];
        if (!steps[i + 1].contains("choices") && steps[i + 2]["t"] == "step")
          Note(seen, i + 1, steps[i + 2]);
      }
    }
  }

  // `next` follows the discard that left the question at `at` open.
  void Note(const std::vector<std::vector<Json>>& seen, std::size_t at, const Json& next) {
    bool asked = false;
    for (const std::vector<Json>& other : seen) {
      if (!other[at].contains("choices")) continue;
      asked = true;
      for (const Json& offer : other[at]["choices"][0]["offers"]) {
        if (!next["path"].empty() && next["path"][0] == offer["node"]) return;  // it was claimed
      }
    }
    ++discards[asked];
    shown[asked].insert(Shown(next));
  }
};

// A gang that others may rob is shown like a discard. Answers how many there were.
int LookAtGangs(const std::vector<std::vector<Json>>& seen) {
  int gangs = 0;
  for (const std::vector<Json>& steps : seen) {
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      const auto adds = [](const Json& event) { return event["type"] == "bu_gang"; };
      if (steps[i]["t"] != "step" || std::ranges::none_of(steps[i]["events"], adds)) continue;
      ++gangs;
      const Json& next = steps[i + 1];
      EXPECT_EQ(steps[i]["path"].back(), steps[i]["node"]) << steps[i];
      EXPECT_EQ(next["node"], steps[i]["node"]) << next;
      EXPECT_EQ(next["events"], Json::array()) << next;
      EXPECT_EQ(next["path"], Json::array()) << next;
    }
  }
  return gangs;
}

// The number of a question counts those to its own seat, and no others.
void LookAtNumbers(const std::vector<std::vector<Json>>& numbers) {
  for (const std::vector<Json>& asks : numbers) {
    ASSERT_GT(asks.size(), 5U);
    for (std::size_t i = 0; i < asks.size(); ++i) EXPECT_EQ(asks[i], i + 1);
  }
}

// Nobody is shown a pass, nor that a seat was asked again in its own turn.
void LookForPasses(const std::vector<std::vector<Json>>& seen) {
  for (const std::vector<Json>& steps : seen) {
    for (const Json& step : steps) {
      if (step["t"] == "step") {
        EXPECT_EQ(step["path"].dump().find("guo"), std::string::npos) << step;
      }
    }
  }
}

class Steps : public ::testing::TestWithParam<StepGame> {};

TEST_P(Steps, TellNobodyWhoMayClaimOrPasses) {
  Claims claims;
  int gangs = 0;
  for (unsigned seed = 1; seed <= 2; ++seed) {
    SCOPED_TRACE(seed);
    House house(seed);
    StepPlayers players(house, GetParam().variant, GetParam().seats, GetParam().options, seed);
    players.Play(700);
    claims.Look(players.seen);
    gangs += LookAtGangs(players.seen);
    LookAtNumbers(players.asks);
    LookForPasses(players.seen);
  }
  ASSERT_GT(claims.discards[false], 20);
  ASSERT_GT(claims.discards[true], 5);
  for (const std::string& one : claims.shown[true])
    EXPECT_TRUE(claims.shown[false].contains(one)) << one;
  if (GetParam().variant == std::string_view("xueliu")) {
    EXPECT_GT(gangs, 0);
  }
}

// 长沙: the last tile is offered to one ready seat after the other. People see the same steps
// whether somebody is asked or not.
TEST(StepsInTurn, TellNobodyWhoIsAsked) {
  int offered = 0, to_nobody = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    House house(seed);
    StepPlayers players(house, "changsha", 4, Json::object(), seed);
    players.Play(900);
    for (const std::vector<Json>& steps : players.seen) {
      for (std::size_t i = 0; i + 2 < steps.size(); ++i) {
        const bool asks = steps[i]["t"] == "step" && steps[i]["node"] == "hai_di_wen_xun";
        if (!asks || steps[i]["path"].empty()) continue;
        EXPECT_EQ(steps[i]["path"], Json::array({"hai_di_wen_xun"})) << steps[i];
        EXPECT_FALSE(steps[i].contains("choices")) << steps[i];
        EXPECT_EQ(steps[i + 1]["events"], Json::array()) << steps[i + 1];
        EXPECT_EQ(steps[i + 1]["path"], Json::array()) << steps[i + 1];
        EXPECT_EQ(steps[i + 1]["node"], "hai_di_wen_xun") << steps[i + 1];
        const std::string next = steps[i + 2]["path"].dump();
        EXPECT_TRUE(next.starts_with("[\"ju_jie_suan\"") || next.starts_with("[\"take_last\""))
            << steps[i + 2];
        ++(steps[i + 1].contains("choices") ? offered : to_nobody);
      }
    }
  }
  EXPECT_GT(offered, 0);
  EXPECT_GT(to_nobody, 0);
}

INSTANTIATE_TEST_SUITE_P(Variants, Steps,
                         ::testing::Values(StepGame{"erren", 2},
                                           StepGame{"erren", 2, {{"min_fan", 0}}},
                                           StepGame{"sanma", 3}, StepGame{"riichi", 4},
                                           StepGame{"xueliu", 4}, StepGame{"tuidaohu", 4},
                                           StepGame{"yilaidaodi", 4}, StepGame{"guobiao", 4},
                                           StepGame{"changsha", 4}));

class OwnPass : public ::testing::TestWithParam<StepGame> {};

// A pass in the own turn takes no number and is sent to nobody; its `ok` brings the next question.
TEST_P(OwnPass, IsNoStep) {
  House house(3);
  StepPlayers players(house, GetParam().variant, GetParam().seats, GetParam().options, 3);
  auto watcher = house.Connect();
  watcher->LogIn("w");
  watcher->Ask({{"t", "watch"}, {"desk", players.table.id}});
  int passes = 0;
  players.on_act = [&](int, const Json&, const Json&) { watcher->pushes.clear(); };
  players.on_answer = [&](int seat, const Json& question, const Json& act, const Json& ok) {
    if (act["node"] != "guo" || !Offers(question, "discard") || ok["t"] != "ok") return;
    std::vector<std::size_t> before;
    for (const auto& steps : players.seen) before.push_back(steps.size());
    house.RunFor(5000);
    players.Read();
    if (!ok.contains("choices")) return;  // a discard followed at once
    ++passes;
    EXPECT_FALSE(ok.contains("kept"));
    EXPECT_EQ(ok["seq"], players.seen[static_cast<std::size_t>(seat)].back()["seq"]);
    EXPECT_GT(ok["ask"], question["ask"]);
    EXPECT_EQ(ok["choices"][0]["seat"], seat);
    EXPECT_FALSE(Offers(ok, "guo")) << ok;
    EXPECT_TRUE(Offers(ok, ok["defaults"][0]["node"].get<std::string>())) << ok;
    EXPECT_EQ(ok["defaults"][0]["ask"], ok["ask"]);
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(players.seen[i].size(), before[i]) << players.seen[i].back();
    }
    EXPECT_TRUE(watcher->pushes.empty()) << watcher->pushes[0];
    // The same again, and what the seat is asked when it comes back.
    const Json dup = players.table[seat].Ask(act);
    for (const char* key : {"mine", "seq", "hash"}) EXPECT_EQ(dup[key], ok[key]);
    EXPECT_EQ(dup.value("dup", false), true);
    const Json synced = players.table[seat].Ask({{"t", "sync"}, {"desk", players.table.id}});
    for (const char* key : {"seq", "ask", "choices", "defaults"}) EXPECT_EQ(synced[key], ok[key]);
  };
  for (int i = 0; i < 40 && passes < 3 && !players.over; ++i) players.Play(20);
  EXPECT_GE(passes, 3);
}

INSTANTIATE_TEST_SUITE_P(Variants, OwnPass,
                         ::testing::Values(StepGame{"erren", 2}, StepGame{"tuidaohu", 4},
                                           StepGame{"yilaidaodi", 4}, StepGame{"xueliu", 4}));

// What is stored of a pass counts the same steps after a restart.
TEST(OwnPasses, AreTheSameAfterARestart) {
  House house(3);
  StepPlayers players(house, "yilaidaodi", 4, Json::object(), 3);
  int seat = -1;
  Json passed, ok;
  players.on_answer = [&](int at, const Json& question, const Json& act, const Json& answer) {
    if (act["node"] != "guo" || !Offers(question, "discard") || !answer.contains("choices")) return;
    seat = at;
    passed = act;
    ok = answer;
  };
  for (int i = 0; i < 2000 && seat < 0; ++i) {
    if (!players.Answer()) house.RunFor(300);
  }
  ASSERT_GE(seat, 0);
  const std::string token = players.table[seat].token;
  house.Restart();
  const auto back = house.Connect();
  ASSERT_EQ(back->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
  house.RunFor(1);
  const Json begin = back->Last("begin");
  for (const char* key : {"seq", "ask", "choices", "defaults"}) EXPECT_EQ(begin[key], ok[key]);
  const Json dup = back->Ask(passed);
  for (const char* key : {"mine", "seq", "hash"}) EXPECT_EQ(dup[key], ok[key]);
  Json act = ActOf(begin, "next");
  const Json next = back->Ask(act);
  EXPECT_EQ(next["seq"], ok["seq"].get<int>() + 1) << next;
}

// A desk is dissolved in the pause after a discard: everybody still gets the steps of the discard.
TEST(Dissolving, LeavesNoStepOut) {
  House house;
  Table table(house, 2, 0, {{"variant", "erren"}, {"time", "none"}});
  table.Ready();
  house.RunFor(100);
  for (int i = 0; i < 2; ++i) {
    if (i == 0) table[0].Ask({{"t", "dissolve"}, {"desk", table.id}});
  }
  for (int i = 0; i < 2; ++i) {
    const Json question = Question(table[i]);
    if (question.is_null()) continue;
    const Json ok = table[i].Ask(ActOf(question, "x"));
    ASSERT_EQ(ok["t"], "ok") << ok;
    house.RunFor(100);
    table[1].Ask({{"t", "vote"}, {"desk", table.id}, {"agree", true}});
    house.RunFor(10);
    for (auto& client : table.clients) {
      EXPECT_FALSE(client->Last("over").is_null());
      EXPECT_GT(client->Last("step")["seq"], ok["seq"]);
    }
    break;
  }
  house.RunFor(2000);
}

}  // namespace
}  // namespace mlf::server::test
