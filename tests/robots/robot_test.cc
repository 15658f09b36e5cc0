// A robot notices what is wrong in its stream. The server here is the test: each case is a stream
// with one thing wrong, and the same stream without it has no fault.
#include "tools/robots/robot.h"

#include "server/fair/wall.h"
#include "server/protocol/hex.h"

#include <mlf/components/tile_set.h>
#include <mlf/table/tile.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf::robots {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Json SeatView(int seat, std::vector<std::string> hand, int count) {
  Json json{{"seat", seat}, {"count", count}, {"melds", Json::array()}};
  if (!hand.empty()) json["hand"] = hand;
  return json;
}

class RobotTest : public testing::Test {
 protected:
  RobotTest()
      : net_(std::make_shared<Net>(
            Net{.sockets = std::make_shared<server::Readiness>(io_), .endpoint = {}})),
        variants_(""),
        house_{config_, net_, tally_, variants_, {}, false},
        robot_(house_, 0) {}

  void Take(const Json& message) { robot_.OnMessage(message.dump(), false); }
  // Seat 0 of four holds 1m 2m 3m.
  Json View() {
    return {{"wall_left", 40},
            {"dealer", 0},
            {"river", Json::array()},
            {"seats", Json::array({SeatView(0, {"1m", "2m", "3m"}, 3), SeatView(1, {}, 3),
                                   SeatView(2, {}, 3), SeatView(3, {}, 3)})}};
  }
  Json Begin(int seq = 0) {
    return {{"t", "begin"},
            {"desk", "d"},
            {"match", 1},
            {"hand", 0},
            {"seat", 0},
            {"seq", seq},
            {"view", View()},
            {"events", Json::array()},
            {"salts", Json::array({nullptr, nullptr, nullptr, nullptr})}};
  }
  static Json Step(int seq, Json events = Json::array()) {
    return {{"t", "step"}, {"desk", "d"},          {"seq", seq}, {"events", std::move(events)},
            {"node", "x"}, {"path", Json::array()}};
  }
  static Json Event(const std::string& type, int seat, std::vector<std::string> pieces) {
    return {{"type", type}, {"seat", seat}, {"pieces", pieces}};
  }

  boost::asio::io_context io_;
  RobotsConfig config_ = DefaultConfig();
  std::shared_ptr<Net> net_;
  Tally tally_;
  server::VariantShelf variants_;
  House house_;
  Robot robot_;
};

TEST_F(RobotTest, StepsInOrderHaveNoFault) {
  Take(Begin());
  Take(Step(1, Json::array({Event("draw", 0, {"4m"})})));
  Take(Step(2, Json::array({Event("discard", 0, {"1m"})})));
  EXPECT_THAT(tally_.faults, IsEmpty());
  EXPECT_EQ(tally_.steps, 3u);
}

TEST_F(RobotTest, AGapIsAFault) {
  Take(Begin());
  Take(Step(1));
  Take(Step(3));
  EXPECT_THAT(tally_.faults, ElementsAre(HasSubstr("seq without gaps")));
}

TEST_F(RobotTest, AFirstBeginHasSeqZero) {
  Take(Begin(1));
  EXPECT_THAT(tally_.faults, ElementsAre(HasSubstr("seq of a first begin")));
}

TEST_F(RobotTest, AStepTwiceIsAFault) {
  Take(Begin());
  Take(Step(1));
  Take(Step(1));
  EXPECT_EQ(tally_.fault_count, 1u);
}

TEST_F(RobotTest, ATileOfAnotherHandIsAFault) {
  Take(Begin());
  Take(Step(1, Json::array({Event("draw", 2, {"?"})})));
  EXPECT_EQ(tally_.fault_count, 0u);
  Take(Step(2, Json::array({Event("draw", 2, {"4m"})})));
  EXPECT_THAT(tally_.faults, ElementsAre(HasSubstr("was shown")));
}

TEST_F(RobotTest, AViewThatShowsAnotherHandIsAFault) {
  Json begin = Begin();
  begin["view"]["seats"][2]["hand"] = Json::array({"5p", "5p", "6p"});
  Take(begin);
  EXPECT_THAT(tally_.faults, ElementsAre(HasSubstr("shows the hand of seat 2")));
}

TEST_F(RobotTest, ChoicesOfAnotherSeatAreAFault) {
  Take(Begin());
  Json step = Step(1);
  step["ask"] = 3;
  step["choices"] = Json::array({Json{{"seat", 1}, {"offers", Json::array()}}});
  step["defaults"] = Json::array({Json{{"node", "pass"}, {"seat", 1}, {"ask", 3}}});
  Take(step);
  EXPECT_THAT(tally_.faults, ElementsAre(HasSubstr("choices of another seat")));
}

TEST_F(RobotTest, AResumedViewIsComparedWithTheEvents) {
  Take(Begin());
  Take(Step(1, Json::array({Event("draw", 0, {"4m"}), Event("discard", 0, {"1m"})})));
  Json right = Begin(1);
  right["resumed"] = true;
  right["view"]["wall_left"] = 39;
  right["view"]["seats"][0]["hand"] = Json::array({"2m", "3m", "4m"});
  right["view"]["river"] = Json::array({Json{{"seat", 0}, {"tile", "1m"}}});
  Take(right);
  EXPECT_THAT(tally_.faults, IsEmpty());
  EXPECT_EQ(tally_.checks["the view from events"], 1u);

  Json wrong = right;
  wrong["view"]["seats"][0]["hand"] = Json::array({"2m", "3m", "5m"});
  Take(wrong);
  ASSERT_EQ(tally_.fault_count, 1u);
  EXPECT_THAT(tally_.faults[0], HasSubstr("the own hand is 2m3m5m and the events leave 2m3m4m"));
}

// A whole hand with its key: the wall of the key was dealt, or was not.
class WallTest : public RobotTest {
 protected:
  // The stream of one hand; `deal` is given the tiles of seat 0.
  void Play(const std::function<void(Json& deal)>& change, bool right_key = true) {
    const auto flow = variants_.FlowFor("xueliu", {});
    ASSERT_TRUE(flow);
    const auto variant = variants_.Open("xueliu");
    server::fair::Bytes32 key{};
    key[0] = 7;
    const std::string commit = server::Hex(server::fair::Commit(key, "d", 1, 0));
    Take({{"t", "desk"},
          {"id", "d"},
          {"variant", "xueliu"},
          {"fingerprint", (*flow)->fingerprint_text()},
          {"options", server::OptionJson(**variant, (*flow)->options())},
          {"state", "waiting"},
          {"commit", commit},
          {"seats", Json::array({Json{{"user", ""}, {"ready", true}}})}});
    const std::vector<std::optional<server::fair::Bytes32>> salts(4);
    const HandChance chance =
        server::fair::ChanceOf(server::fair::WallKey(key, salts), logic::WallTiles(**flow));
    Json begin = Begin();
    for (int seat = 0; seat < 4; ++seat) {
      std::vector<std::string> pieces(13, "?");
      // The dealer, seat 0, has the first 13 tiles and the 53rd.
      for (std::size_t i = 0; seat == 0 && i < 13; ++i) pieces[i] = table::TileName(chance.wall[i]);
      if (seat == 0) pieces.push_back(table::TileName(chance.wall[52]));
      begin["events"].push_back(Event("deal", seat, pieces));
    }
    change(begin["events"][0]["pieces"]);
    Take(begin);
    if (!right_key) key[1] = 1;
    Take({{"t", "hand"},
          {"desk", "d"},
          {"match", 1},
          {"hand", 0},
          {"scores", Json::array()},
          {"points", Json::array()},
          {"key", server::Hex(key)},
          {"replay", ""}});
  }
};

TEST_F(WallTest, TheWallOfTheKeyFits) {
  Play([](Json&) {});
  EXPECT_THAT(tally_.faults, IsEmpty());
  EXPECT_EQ(tally_.checks["the wall of the key was dealt"], 1u);
  EXPECT_EQ(tally_.checks["the key is that of the commitment"], 1u);
}

TEST_F(WallTest, AnotherTileDealtIsAFault) {
  Play([](Json& deal) { deal[4] = deal[4] == "1m" ? "2m" : "1m"; });
  EXPECT_THAT(tally_.faults, ElementsAre(HasSubstr("the wall of the key was dealt")));
}

TEST_F(WallTest, AnotherKeyIsAFault) {
  Play([](Json&) {}, false);
  ASSERT_FALSE(tally_.faults.empty());
  EXPECT_THAT(tally_.faults[0], HasSubstr("the key is that of the commitment"));
}

TEST_F(RobotTest, WhatIsNoMessageIsAFault) {
  robot_.OnMessage("{", false);
  robot_.OnMessage(R"({"t":"step"})", false);
  robot_.OnMessage(R"({"t":"ok","re":1})", false);
  robot_.OnMessage("{}", true);
  EXPECT_EQ(tally_.fault_count, 4u);
}

TEST(Latencies, PartsAreRightToThreePerCent) {
  Latencies all;
  for (std::uint64_t i = 1; i <= 100'000; ++i) all.Add(i);
  EXPECT_EQ(all.count(), 100'000u);
  EXPECT_EQ(all.most(), 100'000u);
  EXPECT_NEAR(static_cast<double>(all.At(0.5)), 50'000, 1'600);
  EXPECT_NEAR(static_cast<double>(all.At(0.99)), 99'000, 3'200);
  EXPECT_EQ(all.At(1), 100'000u);
  Latencies few;
  EXPECT_EQ(few.At(0.5), 0u);
  few.Add(3);
  EXPECT_EQ(few.At(0.5), 3u);
}

}  // namespace
}  // namespace mlf::robots
