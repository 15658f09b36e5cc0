// The two forms of a configuration of robots, and the messages about wrong ones.
#include "tools/robots/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace mlf::robots {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

// Each fault as text: place, code, message.
std::string FaultsOf(const std::string& text) {
  const Result<RobotsConfig> read = ReadConfig(text, "robots.yaml");
  std::string all;
  if (read) return all;
  for (const Fault& fault : read.faults()) all += fault.Text() + "\n";
  return all;
}

TEST(RobotsConfig, WhatIsPrintedIsReadAgain) {
  RobotsConfig config = DefaultConfig();
  config.server = "10.0.0.1:7080";
  config.robots = 7;
  config.variants.entries = {{"erren", 2}, {"xueliu", 1}};
  config.think = {5, 6};
  config.salts = false;
  config.time = "fast";
  const std::string text = ConfigText(config);
  const Result<RobotsConfig> read = ReadConfig(text, "robots.yaml");
  ASSERT_TRUE(read) << FaultsOf(text);
  EXPECT_EQ(ConfigText(*read), text);
  EXPECT_EQ(read->robots, 7);
  EXPECT_EQ(read->think.high, 6);
  EXPECT_THAT(read->variants.entries, ElementsAre(Pair("erren", 2), Pair("xueliu", 1)));
}

TEST(RobotsConfig, AFileOfCommentsChangesNothing) {
  const Result<RobotsConfig> read = ReadConfig("# nothing\n", "robots.yaml");
  ASSERT_TRUE(read);
  EXPECT_EQ(ConfigText(*read), ConfigText(DefaultConfig()));
}

TEST(RobotsConfig, WhatIsWrongIsNamedWithItsPlace) {
  EXPECT_THAT(FaultsOf("robots: 3\nsecond: 4\n"),
              testing::AllOf(HasSubstr("robots.yaml:2:1"), HasSubstr("R01"), HasSubstr("seconds")));
  EXPECT_THAT(FaultsOf("robots: 0\n"), testing::AllOf(HasSubstr("robots.yaml:1:9"),
                                                      HasSubstr("R02"), HasSubstr("from 1 to")));
  EXPECT_THAT(FaultsOf("next:\n  asked: {akt: 1}\n"),
              testing::AllOf(HasSubstr("robots.yaml:2:11"), HasSubstr("R03"), HasSubstr("act")));
  EXPECT_THAT(FaultsOf("next:\n  login: {act: 1}\n"), HasSubstr("act is no step of login"));
  EXPECT_THAT(FaultsOf("next:\n  login: {quick: 0}\n"),
              testing::AllOf(HasSubstr("R04"), HasSubstr("above 0")));
  EXPECT_THAT(FaultsOf("next: {logn: quick}\n"), HasSubstr("login"));
  EXPECT_THAT(FaultsOf("think: [9, 3]\n"), HasSubstr("the smaller number comes first"));
  EXPECT_THAT(FaultsOf("time: soon\n"), HasSubstr("normal, slow, fast or none"));
  EXPECT_THAT(FaultsOf("play: {best: 1}\n"), HasSubstr("best"));
  EXPECT_THAT(FaultsOf("- a\n"), HasSubstr("R02"));
  EXPECT_THAT(FaultsOf("robots: 1\nrobots: 2\n"), HasSubstr("Y08"));
}

TEST(RobotsConfig, AllFaultsAreReportedAtOnce) {
  const std::string faults = FaultsOf("robots: x\nwhat: 1\nnext: {over: leve}\n");
  EXPECT_THAT(faults, testing::AllOf(HasSubstr("R01"), HasSubstr("R02"), HasSubstr("R03")));
}

constexpr const char* kPlatform = R"({
  "ip": "127.0.0.1",
  "port": 10000,

  // what follows what
  "response_seq": {
    "100002": { "msg": [100104, 100101], "weight": [100, 300]}, // a login
	"100104": { "msg": [100103], "weight": [100]},
    "100103": { "msg": [9999], "weight": [100]}, // 退出
    "101001": { "msg": [], "weight": []},
  },
  "encode_type": 0, // 0 plain, 1 encrypted
  "user_id": 12,
  "user_name": "http://a//b",
  "password": "123456"
}
)";

TEST(PlatformConfig, CommentsAndLastCommasAreRead) {
  const Result<RobotsConfig> read = ReadConfig(kPlatform, "robot_1.json");
  ASSERT_TRUE(read) << FaultsOf(kPlatform);
  ASSERT_TRUE(read->platform);
  EXPECT_EQ(read->server, "127.0.0.1:10000");
  EXPECT_EQ(read->robots, 1);
  EXPECT_EQ(read->platform->user_id, 12);
  // Two slashes inside a text begin no comment.
  EXPECT_EQ(read->platform->user_name, "http://a//b");
  EXPECT_EQ(read->platform->password, "123456");
  EXPECT_FALSE(read->platform->encrypted);
  EXPECT_THAT(read->platform->response_seq.at(100002).entries,
              ElementsAre(Pair(100104, 100), Pair(100101, 300)));
  EXPECT_TRUE(read->platform->response_seq.at(101001).entries.empty());
}

TEST(PlatformConfig, WhatIsWrongIsNamedWithItsPlace) {
  const auto with = [](const std::string& line) {
    return FaultsOf("{\"response_seq\": {\n" + line + "\n}}");
  };
  EXPECT_THAT(with(R"("100002": {"msg": [100109], "weight": [1]})"),
              testing::AllOf(HasSubstr("robots.yaml:2:20"), HasSubstr("no robot sends 100109")));
  EXPECT_THAT(with(R"("100002": {"msg": [100104], "weight": [1, 2]})"),
              HasSubstr("1 messages and 2 weights"));
  EXPECT_THAT(with(R"("100002": {"msg": [100104], "weight": [0]})"), HasSubstr("R04"));
  EXPECT_THAT(with(R"("100002": {"msg": [100104]})"), HasSubstr("two lists"));
  EXPECT_THAT(with(R"("login": {"msg": [100104], "weight": [1]})"), HasSubstr("R03"));
  EXPECT_THAT(FaultsOf("{\"response_seq\": {}, \"prt\": 1}"),
              testing::AllOf(HasSubstr("R01"), HasSubstr("port")));
  EXPECT_THAT(FaultsOf("{\"response_seq\": {}, \"encode_type\": 2}"), HasSubstr("R02"));
}

TEST(Weights, DrawAsOftenAsTheySay) {
  Weighted<int> weights{{{1, 100}, {2, 300}, {3, 0}}};
  std::mt19937_64 random(1);
  std::map<int, int> drawn;
  for (int i = 0; i < 40000; ++i) ++drawn[weights.Draw(random)];
  EXPECT_NEAR(drawn[1], 10000, 400);
  EXPECT_NEAR(drawn[2], 30000, 400);
  EXPECT_EQ(drawn[3], 0);
}

}  // namespace
}  // namespace mlf::robots
