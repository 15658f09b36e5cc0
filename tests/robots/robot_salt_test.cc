// What a robot expects of its salts. The test is its server.
#include "tools/robots/robot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace mlf::robots {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class RobotSalts : public testing::Test {
 protected:
  // It gets ready, and does nothing else of itself.
  static RobotsConfig Config() {
    RobotsConfig config = DefaultConfig();
    for (auto& [moment, deeds] : config.next) deeds.entries = {{Deed::kWait, 1}};
    config.next[Moment::kSeated].entries = {{Deed::kReady, 1}};
    config.think = {0, 0};
    return config;
  }
  RobotSalts() {
    robot_.Start();
    robot_.OnOpen();
    Say({{"t", "ok"},
         {"re", 1},
         {"user", {{"id", "u1"}, {"name", "player 0"}, {"guest", true}}},
         {"token", "secret"},
         {"desks", Json::array()}});
    Say({{"t", "desk"},
         {"id", "d1"},
         {"variant", "erren"},
         {"options", Json::object()},
         {"fingerprint", "0"},
         {"state", "waiting"},
         {"seats", {{{"user", "u1"}, {"ready", false}}, {{"user", "u2"}, {"ready", true}}}}});
    io_.run_for(std::chrono::milliseconds(20));
    Say({{"t", "ok"}, {"re", 2}});  // to `ready` with a salt
  }
  void Say(const Json& message) { robot_.OnMessage(message.dump(), false); }
  void Begin(int hand, bool resumed) {
    const auto seat = [](int number) {
      return Json{{"seat", number}, {"count", 0}, {"melds", Json::array()}};
    };
    Json begin{{"t", "begin"},
               {"desk", "d1"},
               {"match", 1},
               {"hand", hand},
               {"seat", 0},
               {"seq", 10 * hand},
               {"events", Json::array()},
               {"salts", {nullptr, nullptr}},
               {"view",
                {{"wall_left", 40},
                 {"dealer", 0},
                 {"seats", {seat(0), seat(1)}},
                 {"river", Json::array()}}}};
    if (resumed) begin["resumed"] = true;
    Say(begin);
  }

  boost::asio::io_context io_;
  // Connections stay open, and nobody answers.
  boost::asio::ip::tcp::acceptor listener_{io_, {boost::asio::ip::address_v4::loopback(), 0}};
  const RobotsConfig config_ = Config();
  std::shared_ptr<Net> net_ = std::make_shared<Net>(Net{
      .sockets = std::make_shared<server::Readiness>(io_), .endpoint = listener_.local_endpoint()});
  Tally tally_;
  server::VariantShelf variants_{""};
  House house_{config_, net_, tally_, variants_, {}, false};
  Robot robot_{house_, 0};
};

TEST_F(RobotSalts, ItsSaltIsInTheHandThatBegins) {
  Begin(0, false);
  EXPECT_THAT(tally_.faults, Contains(HasSubstr("own salt: null")));
}

// Its next salt was never sent, because the time was over.
TEST_F(RobotSalts, TheSaltOfAHandThatItMissedIsNotExpectedLater) {
  Begin(0, true);
  Begin(1, false);
  EXPECT_THAT(tally_.faults, Not(Contains(HasSubstr("own salt"))));
}

}  // namespace
}  // namespace mlf::robots
