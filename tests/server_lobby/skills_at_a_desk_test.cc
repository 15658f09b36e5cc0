// Skills at a desk: only their owner sees that they ask.
#include "tests/server_lobby/desk_table.h"

namespace mlf::server::test {
namespace {

// The node of the own skill among the offers of the question, or nothing.
std::string SkillOf(const Json& question) {
  if (!question.contains("choices")) return "";
  for (const Json& offer : question["choices"][0]["offers"]) {
    const std::string node = offer["node"];
    if (node.starts_with("ji_neng")) return node;
  }
  return "";
}

// Riichi; everybody has a skill with a button in the own turn, and a checklist of discards.
struct SkillTable : Table {
  explicit SkillTable(House& house)
      : Table(house, 4, 0,
              {{"variant", "riichi"},
               {"options", {{"skills", "foresight/foresight/foresight/foresight"}}}}) {
    Ready();
    house.RunFor(1000);
  }
  // The one who may use its skill now.
  Client* WithSkill() const {
    for (const auto& client : clients) {
      if (!SkillOf(Question(*client)).empty()) return client.get();
    }
    return nullptr;
  }
  // Answers the skill; the answer of the server.
  Json Use(Client& client, int value) {
    Json act = ActOf(Question(client), fmt::format("s{}", ++acts));
    act["node"] = SkillOf(Question(client));
    act["value"] = value;
    act.erase("pieces");
    return client.Ask(act);
  }

  int acts = 0;
};

TEST(Skills, AnAnswerToTheOwnSkillIsShownToNobodyElse) {
  House house;
  SkillTable table(house);
  for (int turn = 0; turn < 12; ++turn) {
    SCOPED_TRACE(turn);
    Client* const own = table.WithSkill();
    ASSERT_NE(own, nullptr);
    for (auto& client : table.clients) {
      for (const Json& push : client->pushes) {
        if (client.get() != own) {
          EXPECT_EQ(push.dump().find("ji_neng"), std::string::npos) << push;
        }
        EXPECT_FALSE(push.value("node", "").starts_with("ji_neng")) << push;
        EXPECT_EQ(push.value("path", Json()).dump().find("ji_neng"), std::string::npos) << push;
      }
      if (client.get() != own) client->pushes.clear();
    }
    const Json first = Question(*own);
    for (const int value : {1, 2}) {  // the button, then the lowest tile
      const Json before = Question(*own);
      const Json ok = table.Use(*own, value);
      ASSERT_EQ(ok["t"], "ok") << ok;
      EXPECT_EQ(ok["seq"], first["seq"]) << "it is no step";
      EXPECT_FALSE(ok.contains("kept"));
      house.RunFor(1000);
      const Json now = Question(*own);
      EXPECT_EQ(now["t"], "begin");
      EXPECT_EQ(now["resumed"], true);
      EXPECT_EQ(now["seq"], first["seq"]);
      EXPECT_EQ(now["ask"], before["ask"].get<int>() + 1);
    }
    EXPECT_NE(Question(*own)["events"].dump().find("popped_up"), std::string::npos);
    for (auto& client : table.clients) {
      if (client.get() != own) {
        EXPECT_EQ(client->pushes.size(), 0u);
      }
    }
    // The ordinary question goes on, and its step is the next one for everybody.
    const Json discard = ActOf(Question(*own), fmt::format("d{}", turn));
    own->pushes.clear();
    ASSERT_EQ(own->Ask(discard)["t"], "ok");
    for (auto& client : table.clients)
      EXPECT_EQ(client->Last("step")["seq"], first["seq"].get<int>() + 1);
    house.RunFor(1000);
    // Those who may claim do not.
    for (int i = 0; i < 4 && table.WithSkill() == nullptr; ++i) {
      for (auto& client : table.clients) {
        const Json question = Question(*client);
        if (question.is_null()) continue;
        client->pushes.clear();
        client->Ask(ActOf(question, fmt::format("p{}-{}", turn, i)));
      }
      house.RunFor(1000);
    }
  }
}

TEST(Skills, ARestartAfterAnAnswerCountsTheSameSteps) {
  House house;
  SkillTable table(house);
  Client* const own = table.WithSkill();
  ASSERT_NE(own, nullptr);
  const std::string token = own->token;
  ASSERT_EQ(table.Use(*own, 1)["t"], "ok");
  house.RunFor(1000);
  const Json before = own->Last("begin");
  house.Restart();
  const auto again = house.Connect();
  ASSERT_EQ(again->Ask({{"t", "login"}, {"token", token}})["t"], "ok");
  house.RunFor(1);
  const Json after = again->Last("begin");
  ASSERT_FALSE(after.is_null());
  EXPECT_EQ(after["seq"], before["seq"]);
  EXPECT_EQ(after["view"], before["view"]);
  EXPECT_EQ(after["choices"], before["choices"]);
}

}  // namespace
}  // namespace mlf::server::test
