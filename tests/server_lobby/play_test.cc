// Matches from the first hand to the end, as their players see them.
#include "tests/server_lobby/house.h"

#include <mlf/variants/open.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace mlf::server::test {
namespace {

std::int64_t Sum(const Json& scores) {
  std::int64_t sum = 0;
  for (const Json& score : scores) sum += score.get<std::int64_t>();
  return sum;
}

// A player that follows its own stream of messages and answers every question by its default.
struct Player {
  explicit Player(House& house, std::string player_name) : name(std::move(player_name)) {
    client = house.Connect();
    client->LogIn(name);
  }

  // Reads what has come; answers questions. False: the match is over.
  bool Turn() {
    std::vector<Json> pushes;
    std::swap(pushes, client->pushes);
    for (const Json& push : pushes) {
      const std::string type = push["t"];
      if (type == "begin") {
        if (push.contains("resumed")) {
          seq = push["seq"];
        } else {
          EXPECT_EQ(push["seq"], hands == 0 ? 0 : seq + 1) << push;
          // Between hands everybody is asked, also who has no seat.
          EXPECT_EQ(salt, hands == 0 ? Json() : Json(SaltOf(hands))) << push["salts"];
          EXPECT_EQ(push["salts"][push["seat"].get<std::size_t>()], salt) << push["salts"];
          seq = push["seq"];
          seats.insert(push["seat"].get<int>());
          ++hands;
        }
        match = push["match"];
        if (hands <= 1) points_at_start = Sum(push["view"]["scores"]);
      } else if (type == "step") {
        EXPECT_EQ(push["seq"], seq + 1) << push;
        seq = push["seq"];
      } else if (type == "hand") {
        keys.push_back(push["key"]);
      } else if (type == "over") {
        over = push;
      } else if (type == "desk") {
        desk = push;
      }
      if (push.contains("defaults")) question = push;
    }
    if (!over.is_null()) return false;
    if (!question.is_null()) {
      const Json asked = std::exchange(question, nullptr);
      Json act = asked["defaults"][0];
      act["t"] = "act";
      act["desk"] = asked["desk"];
      act["match"] = match;
      act["id"] = fmt::format("{}-{}", name, ++ids);
      act.erase("seat");
      if (act["node"] == "ready") act["salt"] = salt = SaltOf(hands);
      client->Post(act);
    }
    return true;
  }

  // The salt of this client for hand number `hand`.
  std::string SaltOf(int hand) const {
    return fmt::format("{:032x}{:032x}", hand, client->number());
  }

  std::string name;
  std::unique_ptr<Client> client;
  Json salt;            // given for the hand
  std::set<int> seats;  // where the person has sat
  std::int64_t seq = 0, match = 1;
  std::int64_t points_at_start = -1;  // of all persons together
  int hands = 0, ids = 0;
  std::vector<std::string> keys;
  Json question, over, desk;
};

struct Game {
  std::string variant;
  Json options;
  int people, robots;
  bool changes_seats = false;  // whatever is played
  int hands = 0;               // 0 = however many
};

class Plays : public ::testing::TestWithParam<Game> {};

TEST_P(Plays, AWholeMatch) {
  const Game& game = GetParam();
  House house(7);
  house.config.table.claim_pause_ms = 500;
  std::vector<std::unique_ptr<Player>> players;
  for (int i = 0; i < game.people; ++i)
    players.push_back(std::make_unique<Player>(house, fmt::format("player{}", i)));
  Json create{{"t", "create"}, {"variant", game.variant}, {"robots", game.robots}};
  if (!game.options.is_null()) create["options"] = game.options;
  const Json made = players[0]->client->Ask(create);
  ASSERT_EQ(made["t"], "ok") << made;
  const std::string desk = made["desk"]["id"];
  for (auto& player : players) {
    if (player != players[0]) {
      const Json joined = player->client->Ask({{"t", "join"}, {"desk", desk}});
      ASSERT_EQ(joined["t"], "ok") << joined;
    }
  }
  for (auto& player : players)
    ASSERT_EQ(player->client->Ask({{"t", "ready"}, {"desk", desk}, {"ready", true}})["t"], "ok");
  bool going = true;
  for (int i = 0; going && i < 200'000; ++i) {
    going = false;
    for (auto& player : players) going = player->Turn() || going;
    if (going) {
      ASSERT_TRUE(house.world->Step(house.world->clock.Steady() + 600'000)) << "nothing is due";
    }
  }
  for (auto& player : players) {
    ASSERT_FALSE(player->over.is_null()) << player->name;
    EXPECT_EQ(player->over, players[0]->over);
    EXPECT_EQ(player->hands, static_cast<int>(player->keys.size()));
    for (const Json& answer : player->client->answers) EXPECT_EQ(answer["t"], "ok") << answer;
    EXPECT_EQ(Sum(player->over["scores"]), player->points_at_start);
    const auto persons = static_cast<std::size_t>(game.people + game.robots);
    EXPECT_EQ(player->over["scores"].size(), persons);
    EXPECT_EQ(player->over["ranks"].size(), persons);
    EXPECT_EQ(player->seats.size() > 1, game.changes_seats);
    if (game.hands != 0) {
      EXPECT_EQ(player->hands, game.hands);
    }
  }
  house.RunFor(100);
  players[0]->Turn();
  EXPECT_EQ(players[0]->desk["state"], "waiting");
  EXPECT_TRUE(players[0]->desk.contains("commit"));
}

INSTANTIATE_TEST_SUITE_P(
    Variants, Plays,
    ::testing::Values(Game{"xueliu", nullptr, 1, 3}, Game{"xueliu", nullptr, 4, 0},
                      Game{"xuezhan", nullptr, 2, 2}, Game{"erren", nullptr, 1, 1},
                      Game{"erren", nullptr, 2, 0}, Game{"yilaidaodi", nullptr, 4, 0},
                      Game{"yilaidaodi", {{"persons", 6}}, 2, 4},
                      Game{"yilaidaodi", {{"persons", 7}}, 7, 0},
                      Game{"guobiao", {{"seat_change", "table"}}, 4, 0, true}));

// Two hands of every variant with people in all seats, so that there is a `ready` between them.
std::vector<Game> OfEveryVariant() {
  std::vector<Game> games;
  for (const std::string& id : VariantIds())
    games.push_back({id, {{"hands", 2}}, (*OpenFlow(id))->seats(), 0, false, 2});
  return games;
}

INSTANTIATE_TEST_SUITE_P(EveryVariant, Plays, ::testing::ValuesIn(OfEveryVariant()),
                         [](const ::testing::TestParamInfo<Game>& game) {
                           return game.param.variant;
                         });

}  // namespace
}  // namespace mlf::server::test
