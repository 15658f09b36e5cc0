// 推倒胡, which has its own option table. Each row of the rules and each value of each option has a
// scenario. Whole games run under the options that change most. `mlf score` of its hands and faults
// of inconsistent horse rules are checked.
#include "scenario_cover.h"

#include <mlf/variants/open.h>
#include "tools/kit/scenario.h"
#include "tools/kit/score_io.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>
#include <string>

namespace mlf::tools {
namespace {

const std::string kWithin = "variants/tuidaohu";
const std::string kTuidaohu = std::string(MLF_SOURCE_DIR) + "/" + kWithin;

TEST(Tuidaohu, EveryRowAndEveryValueIsACase) {
  for (const ScenarioResult& result : RunScenariosOf(kWithin).results)
    EXPECT_TRUE(result.ok()) << result.name << "\n" << FaultText(result.failures);
  ExpectRows(kWithin, "TP", 10);
  ExpectRows(kWithin, "TD", 12);
  ExpectEveryValue(
      kWithin,
      {"players=4", "honours=on", "man=on",                               // TD01, and every row
       "ghost=none", "ghost=white", "ghost=turn_1", "ghost=turn_2",       // TP01, TD02, TD03, TD04
       "no_ghost_double=on", "seven_pairs=off", "seven_pairs=on",         // TP03, TD06, TD07
       "seven_pairs_double=on", "horse_base=on", "horse_kong=on",         // TP07, TP07, TP08
       "rob=on", "rob=off", "rob_full=on", "fed_kong_all=on",             // TP05, TD11, TP05, TP06
       "follow_dealer=on", "streak=on", "boom=off", "ming_gang_value=1",  // TD09, TP09, TD08, TP06
       // The row shows the other value, a scenario the default.
       "no_ghost_double=off", "seven_pairs_double=off", "horse_base=off", "horse_kong=off",
       "follow_dealer=off", "streak=off"});
}

TEST(Tuidaohu, EveryEdgeIsWalked) {
  ExpectEveryEdge(kWithin,
                  {{},
                   {{"ghost", "turn_2"}},
                   {{"boom", "on"}, {"rob", "on"}, {"open_kong_rob", "on"}, {"ting_double", "on"}},
                   {{"rob", "on"}}});
}

TEST(Tuidaohu, OptionsHoldOverWholeGames) {
  ExpectGamesHold(
      kWithin,
      {
          {{"ghost", "turn_2"},
           {"no_ghost_double", "on"},
           {"seven_pairs", "on"},
           {"seven_pairs_double", "on"},
           {"boom", "on"},
           {"rob", "on"},
           {"rob_full", "on"}},
          {{"ghost", "white"},
           {"honours", "off"},
           {"fed_kong_all", "on"},
           {"follow_dealer", "on"},
           {"streak", "on"},
           {"streak_horses", "on"},
           {"horses", "20"}},
          {{"ghost", "turn_1"},
           {"players", "3"},
           {"man", "off"},
           {"ting_double", "on"},
           {"boom", "on"},
           {"rob", "on"},
           {"open_kong_rob", "on"}},
          {{"players", "2"},
           {"rob", "on"},
           {"open_kong_rob", "on"},
           {"rob_full", "four_shares"},
           {"horse_base", "on"},
           {"horse_kong", "on"},
           {"horse_short_wall", "repeat_last"}},
          {{"ting_double", "on"}, {"honours", "off"}, {"man", "off"}, {"seven_pairs", "on"}},
      });
}

nlohmann::json Score(const OptionValues& options, const std::string& line) {
  const auto flow = OpenFlow(kTuidaohu, options);
  EXPECT_TRUE(flow.ok()) << FaultText(flow.faults());
  if (!flow) return {};
  std::istringstream in("{" + line + "}\n");
  std::ostringstream out;
  EXPECT_EQ(RunScore(**flow, in, out), 0) << out.str();
  return nlohmann::json::parse(out.str());
}

TEST(Tuidaohu, IsJudgedOutsideAGame) {
  const auto plain = Score(
      {},
      R"("id":"plain","hand":"123m456p789s1133z","win":"3z","by":"self_draw","seat":1,"state":{"horses":2})");
  EXPECT_EQ(plain["points"], (nlohmann::json{-6, 18, -6, -6})) << plain;
  const auto pairs = Score(
      {{"seven_pairs", "on"}, {"seven_pairs_double", "on"}, {"horse_base", "on"}},
      R"("id":"pairs","hand":"1122m3344p5566s7z","win":"7z","by":"self_draw","dealer":2,"state":{"horses":2})");
  EXPECT_EQ(pairs["points"], (nlohmann::json{36, -12, -12, -12})) << pairs;
  const auto ghosts = Score(
      {{"ghost", "turn_2"}, {"no_ghost_double", "on"}},
      R"x("id":"ghosts","hand":"123m45p78s114z","melds":["peng(9m)"],"win":"1z","by":"self_draw","state":{"turned":"3z"})x");
  EXPECT_EQ(ghosts["win"], true) << ghosts;
  EXPECT_EQ(ghosts["value"], 2) << ghosts;
  EXPECT_FALSE(ghosts.contains("fan"));
  const auto robbed = Score(
      {{"rob", "on"}, {"rob_full", "on"}},
      R"("id":"robbed","hand":"46m123p789s11222z","win":"5m","by":"rob","seat":1,"payer":0,"state":{"horses":2})");
  EXPECT_EQ(robbed["points"], (nlohmann::json{-18, 18, 0, 0})) << robbed;
}

}  // namespace
}  // namespace mlf::tools
