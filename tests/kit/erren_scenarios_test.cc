// The scenarios of erren cover its rules. Further tests check what scenarios cannot express: the
// tiles that a ready seat sees.
#include "scenario_cover.h"

#include <mlf/flow/random.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/view.h>
#include "tools/kit/position.h"
#include "tools/kit/score_case.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace mlf::tools {
namespace {

// The worked cases (rules/README.md).
TEST(Erren, EveryRowOfTheRulesIsACase) {
  ExpectRows("variants/erren", "ER", 25);
  ExpectRows("variants/erren", "EF", 10);
}

// rules/erren.md#decisions.
TEST(Erren, EveryValueOfEveryOptionIsACase) {
  ExpectEveryValue("variants/erren", {
                                         "min_fan=6",                       // EF01
                                         "pass_hu_double=on",               // EF03
                                         "deal_buhua_order=alternate",      // EF09
                                         "gangkai=8",                       // ER11
                                         "gangkai=x2",                      // ER12
                                         "ting_reveals_opponent=on",        // below
                                         "ting_reveals_opponent=off",       // below
                                         "jian_ke=2",                       // ER13
                                         "quan_feng_ke=on",                 // ER09
                                         "men_feng_ke=on",                  // ER09
                                         "tian_ting_excludes_bao_ting=on",  // ER14
                                         "qi_dui_counts_bu_qiu_ren=on",     // ER02
                                         "base_bet=1",                      // EF03 has another
                                     });
}

TEST(Erren, EveryEdgeIsWalked) {
  ExpectEveryEdge("variants/erren", {{}, {{"gang_settle", "at_end"}}, {{"draw_dealer", "dice"}}});
}

Json ViewAfterTing(const std::string& reveals, Seat viewer, Json* before) {
  const auto flow = OpenFlow(std::string(MLF_SOURCE_DIR) + "/variants/erren",
                             {{"ting_reveals_opponent", reveals}});
  if (!flow.ok()) return nullptr;
  Records records;
  const auto value = ParseYaml(
      "{seats: {0: 12345678m55111z7z, 1: {hand: 147m2233447z, melds: an_gang(6z)}}}", "position");
  const auto entry = SetPosition(**flow, *value, records);
  EXPECT_TRUE(entry.ok()) << FaultText(entry.faults());
  Response response;
  (*flow)->Enter(records, entry->node, entry->actor, response);
  EXPECT_TRUE(response.ok());
  if (before != nullptr) *before = table::View(**flow, records, Viewer::Of(viewer));
  Action ting{
      .node = (*flow)->Find("ting"), .seat = 0, .count = 1, .ask = records.flow().window.ask};
  ting.pieces[0] = *table::ParseTile("7z");
  (*flow)->ProcessActionNode(records, ting, response);
  EXPECT_TRUE(response.ok()) << response.refusal.detail;
  return table::View(**flow, records, Viewer::Of(viewer));
}

// rules/erren.md#ting: the declarer sees the other hand and its concealed gangs; the other seat
// sees nothing more.
TEST(Erren, WhoDeclaresReadySeesTheOtherHand) {
  Json before;
  const Json own = ViewAfterTing("on", 0, &before);
  EXPECT_FALSE(before["seats"][1].contains("hand"));
  EXPECT_EQ(before["seats"][1]["melds"][0]["tiles"][0], "?");
  EXPECT_EQ(own["seats"][1]["hand"].size(), 11u) << "it has drawn";
  EXPECT_EQ(own["seats"][1]["melds"][0]["tiles"][0], "6z");
  const Json other = ViewAfterTing("on", 1, nullptr);
  EXPECT_FALSE(other["seats"][0].contains("hand"));
  EXPECT_EQ(other["seats"][0]["ready"], true);
  // The tile that it declared with is known to everybody.
  const Json& declared = other["river"].back();
  EXPECT_EQ(declared["tile"], "7z");
  EXPECT_EQ(declared["declared"], true) << other["river"];
}

TEST(Erren, UnlessTheRoomSaysOtherwise) {
  EXPECT_FALSE(ViewAfterTing("off", 0, nullptr)["seats"][1].contains("hand"));
}

// rules/erren.md#facts: every complete hand is a half flush, a full flush, all honours or something
// higher. Without flowers it is worth 6 or more, so the beginners' minimum prevents no win.
TEST(Erren, NoCompleteHandIsWorthLessThanSix) {
  const auto flow = OpenFlow(std::string(MLF_SOURCE_DIR) + "/variants/erren");
  ASSERT_TRUE(flow.ok());
  std::uint32_t counter = 0;
  Stream random(StreamSeed(12, "hands"), counter);
  const auto pick = [&]() -> table::Tile {
    const auto n = static_cast<int>(random.Below(16));
    return static_cast<table::Tile>(n < 9 ? n : 27 + n - 9);
  };
  int judged = 0;
  int least = 1000;
  while (judged < 1000) {
    Counts hand;
    for (int set = 0; set < 4; ++set) {
      const auto low = static_cast<table::Tile>(random.Below(7));
      const table::Tile tile = pick();
      for (int i = 0; i < 3; ++i)
        hand.Add(set % 2 == 0 || random.Below(2) == 0 ? static_cast<table::Tile>(low + i) : tile);
    }
    hand.Add(pick(), 2);
    bool five = false;
    ForEach(hand.Kinds(), [&](table::Tile tile) { five = five || hand[tile] > 4; });
    if (five || !table::IsWin(hand, 4)) continue;
    ScoreCase win;
    win.hand = table::ToList(hand);
    win.win = win.hand[random.Below(14)];
    win.hand.erase(std::find(win.hand.begin(), win.hand.end(), win.win));
    win.by = random.Below(2) == 0 ? score::WinBy::kSelfDraw : score::WinBy::kDiscard;
    win.payer = 1;
    win.state = Value::Map({{"flowers", Value("1h")}});
    const auto answer = JudgeCase(**flow, win);
    ASSERT_TRUE(answer.ok()) << FaultText(answer.faults());
    EXPECT_TRUE(answer->win);
    least = std::min(least, answer->verdict.fan - 1);
    ++judged;
  }
  EXPECT_GE(least, 6);
}

}  // namespace
}  // namespace mlf::tools
