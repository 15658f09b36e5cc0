// What an operator reads of desks and acts in the log, and what nobody may read there.
#include "tests/server_lobby/desk_table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf::server::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

std::string Line(const char* level, const Client& client, const std::string& desk,
                 const std::string& action, const std::string& text) {
  return fmt::format("{} session={} desk={} action={} user={} user {} {}", level, client.number(),
                     desk, action, client.user, client.user, text);
}
std::string OfDesk(const std::string& desk, const std::string& text) {
  return fmt::format("info session=0 desk={} action= user= {}", desk, text);
}

TEST(TheLog, TellsOfADeskFromItsFirstToItsLast) {
  House house;
  house.log.least = LogLevel::kInfo;
  Table table(house, 2, 2, {{"time", "none"}});
  const auto& lines = house.log.lines;
  EXPECT_THAT(lines, Contains(Line("info", table[0], table.id, "",
                                   "has made the desk: xueliu with 2 robots")));
  EXPECT_THAT(lines, Contains(Line("info", table[1], table.id, "", "has joined")));
  auto watcher = house.Connect();
  watcher->LogIn("w");
  watcher->Ask({{"t", "watch"}, {"desk", table.id}});
  watcher->Ask({{"t", "leave"}, {"desk", table.id}});
  EXPECT_THAT(lines, Contains(Line("info", *watcher, table.id, "", "watches")));
  EXPECT_THAT(lines, Contains(Line("info", *watcher, table.id, "", "has left")));
  EXPECT_EQ(watcher->Ask({{"t", "leave"}, {"desk", table.id}})["code"], "not_seated");
  EXPECT_THAT(lines, Contains(Line("info", *watcher, table.id, "", "has left")).Times(1));
  table.Ready();
  house.RunFor(100);
  EXPECT_THAT(lines, Contains(StartsWith(OfDesk(table.id, "match 1 has begun: xueliu "))).Times(1));
  table[0].Ask({{"t", "dissolve"}, {"desk", table.id}});
  table[1].Ask({{"t", "vote"}, {"desk", table.id}, {"agree", true}});
  house.RunFor(100);
  EXPECT_THAT(lines, Contains(Line("info", table[0], table.id, "", "wants to dissolve the desk")));
  EXPECT_THAT(lines, Contains(Line("info", table[1], table.id, "", "agrees to dissolve")));
  EXPECT_THAT(lines, Contains(OfDesk(table.id, "the vote has ended: dissolved")));
  EXPECT_THAT(lines, Contains(AllOf(StartsWith("info session=0 desk=" + table.id + " action="),
                                    EndsWith("match 1 is over: dissolved")))
                         .Times(1));
  table[0].Ask({{"t", "leave"}, {"desk", table.id}});
  table[1].Ask({{"t", "leave"}, {"desk", table.id}});
  house.RunFor(100);
  EXPECT_EQ(lines.back(), OfDesk(table.id, "the desk is gone"));
  EXPECT_THAT(lines, Each(StartsWith("info "))) << "no acts";
}

TEST(TheLog, TellsOfActsWhereTheOperatorAsks) {
  House house;
  house.log.least = LogLevel::kDebug;
  Table table(house, 1, 3);
  table.Ready();
  house.RunFor(100);
  const auto& lines = house.log.lines;
  const Json act = ActOf(Question(table[0]), "my-first");
  Json wrong = act;
  wrong["ask"] = 4711;
  EXPECT_EQ(table[0].Ask(wrong)["code"], "stale_ask");
  EXPECT_EQ(table[0].Ask(act)["t"], "ok");
  EXPECT_EQ(table[0].Ask(act)["t"], "ok");
  for (const char* text : {"acts: stale_ask", "acts: ok", "acts: ok, again"})
    EXPECT_THAT(lines, Contains(Line("debug", table[0], table.id, "my-first", text)).Times(1));
  EXPECT_TRUE(house.meter.results.contains("stale_ask")) << "a refusal of the engine is counted";
  wrong["id"] = std::string(300, 'a');
  EXPECT_EQ(table[0].Ask(wrong)["code"], "bad_message");
  EXPECT_EQ(lines.back(),
            Line("debug", table[0], table.id, std::string(36, 'a'), "acts: bad_message"));
  house.RunFor(60'000);
  EXPECT_THAT(lines, Contains(MatchesRegex("debug session=0 desk=" + table.id +
                                           " action=[0-9]+ user=robot-.*-[1-3] "
                                           "seat [1-3] acts: robot")));
}

TEST(TheLog, TellsOfHandsAndOfNoSecret) {
  House house(7);
  house.log.least = LogLevel::kDebug;
  Table table(house, 1, 1, {{"variant", "erren"}, {"time", "fast"}});
  auto named = house.Connect();
  named->Ask({{"t", "login"}, {"name", "Cy"}, {"password", "pass-word-1"}, {"register", true}});
  table.Ready();
  table[0].Ask({{"t", "auto"}, {"desk", table.id}, {"on", true}});
  for (int i = 0; i < 100 && table[0].Last("over").is_null(); ++i) house.RunFor(60'000);
  ASSERT_FALSE(table[0].Last("over").is_null());
  house.RunFor(31 * 60'000);
  const auto& lines = house.log.lines;
  const std::string ids = "info session=0 desk=" + table.id + " action=[0-9]+ user= ";
  EXPECT_THAT(lines, Contains(MatchesRegex(ids + "hand 0 of match 1 is over")).Times(1));
  EXPECT_THAT(lines, Contains(MatchesRegex(ids + "match 1 is over")).Times(1));
  EXPECT_EQ(lines.back(), OfDesk(table.id, "the desk is gone")) << "nobody got ready again";
  std::vector<std::string> secrets = {table[0].token, "pass-word-1"};
  for (const Json& hand : table[0].Take("hand")) {
    secrets.push_back(hand["key"]);
    secrets.push_back(hand["replay"]);
  }
  EXPECT_GT(secrets.size(), 2u);
  for (const std::string& secret : secrets) EXPECT_THAT(lines, Each(Not(HasSubstr(secret))));
}

TEST(TheLog, TellsOfADeskThatNobodyComesBackTo) {
  House house;
  house.log.least = LogLevel::kInfo;
  house.config.table.abandoned_minutes = 5;
  Table table(house, 1, 3, {{"time", "none"}});
  table.Ready();
  house.RunFor(100);
  table[0].Disconnect();
  house.RunFor(6 * 60'000);
  EXPECT_THAT(house.log.lines,
              Contains(OfDesk(table.id, "all its persons have been offline for 5 minutes")));
  EXPECT_THAT(house.log.lines, Contains(EndsWith("match 1 is over: dissolved")));
}

}  // namespace
}  // namespace mlf::server::test
