// What a robot of the older platform may be shown of other hands. The test is its server.
#include "tools/robots/platform_robot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace mlf::robots {
namespace {

using testing::HasSubstr;
using testing::Not;

class PlatformRobotTest : public testing::Test {
 protected:
  PlatformRobotTest()
      : net_(std::make_shared<Net>(
            Net{.sockets = std::make_shared<server::Readiness>(io_), .endpoint = {}})) {
    robot_.Start();
    robot_.OnOpen();
  }

  void Take(int id, const Json& body) {
    robot_.OnMessage(server::EchecsMessage({0, id, 0}, body.dump()), true);
  }
  // The answer to its login, as the answer of a desk: seat 0 of this variant.
  void Sit(const char* variant) {
    Take(100002,
         {{"code", 200},
          {"info", {{"seat_id", 0}, {"room_type", variant}, {"custom_config", Json::object()}}}});
  }
  void Declares(int seat) {
    Take(seat == 0 ? 101009 : 101112, {{"act_type", "ting"}, {"seat_id", seat}});
  }
  // Whether seat 1 drawing an open card is a fault.
  bool OpenCardIsAFault() {
    const std::uint64_t before = tally_.fault_count;
    Take(101002, {{"seat_id", 1}, {"card_list", {5}}});
    return tally_.fault_count > before;
  }

  static RobotsConfig Config() {
    RobotsConfig config = DefaultConfig();
    config.platform.emplace().password = "sesame";
    return config;
  }

  boost::asio::io_context io_;
  const RobotsConfig config_ = Config();
  std::shared_ptr<Net> net_;
  Tally tally_;
  server::VariantShelf variants_{""};
  std::ostringstream trace_;
  House house_{config_, net_, tally_, variants_, {}, false, &trace_};
  PlatformRobot robot_{house_, 0, {}};
};

TEST_F(PlatformRobotTest, AReadySeatOfErrenSeesTheOtherHand) {
  Sit("erren");
  EXPECT_TRUE(OpenCardIsAFault());
  Declares(1);
  EXPECT_TRUE(OpenCardIsAFault()) << "the other seat is ready, not this one";
  Declares(0);
  EXPECT_FALSE(OpenCardIsAFault());
  Take(101005, {{"seat_id", 0}, {"card_list", {1, 2, 3}}, {"card_num", 3}});
  EXPECT_TRUE(OpenCardIsAFault()) << "a new hand";
  // The table after coming back says that it is ready.
  const Json hand = Json::array({5, 6, 7});
  const auto scene = [&](int ting) {
    return Json{{"player_info",
                 {{{"seat_id", 0}, {"is_ting", ting}}, {{"seat_id", 1}, {"hand_card", hand}}}}};
  };
  const std::uint64_t before = tally_.fault_count;
  robot_.OnScene(scene(1));
  EXPECT_EQ(tally_.fault_count, before);
  robot_.OnScene(scene(0));
  EXPECT_EQ(tally_.fault_count, before + 1);
}

TEST_F(PlatformRobotTest, AReadySeatOfOtherRulesSeesNothing) {
  Sit("riichi");
  Declares(0);
  EXPECT_TRUE(OpenCardIsAFault());
}

TEST_F(PlatformRobotTest, TheTraceHasEachMessageAndNoPassword) {
  Sit("erren");
  EXPECT_THAT(trace_.str(), HasSubstr("player 1 connected"));
  EXPECT_THAT(trace_.str(), HasSubstr(R"(player 1 out 100002 {"user_id":1,"passwd":"***"})"));
  EXPECT_THAT(trace_.str(), HasSubstr(R"(player 1 in 100002 {"code":200)"));
  EXPECT_THAT(trace_.str(), Not(HasSubstr("sesame")));
}

}  // namespace
}  // namespace mlf::robots
