// The table as a robot computes it, from events written by hand.
#include "tools/robots/seen_table.h"

#include <gtest/gtest.h>

namespace mlf::robots {
namespace {

Json Seat(int seat, int count, int melds) {
  return {{"seat", seat}, {"count", count}, {"melds", std::vector<Json>(melds, Json::object())}};
}

// Seat 0 looks on, seat 1 has a peng of 5m and the fourth 5m.
Json Before() {
  Json own = Seat(0, 3, 0);
  own["hand"] = Json::array({"1m", "2m", "3m"});
  return {{"wall_left", 40},
          {"seats", Json::array({own, Seat(1, 11, 1), Seat(2, 13, 0), Seat(3, 13, 0)})},
          {"river", Json::array({Json{{"seat", 0}, {"tile", "9s"}}})}};
}

// The tile is in the river of the seat that was robbed, once, and no gang was made.
Json Robbed() {
  Json after = Before();
  after["seats"][1]["count"] = 10;
  after["river"].push_back(Json{{"seat", 1}, {"tile", "5m"}});
  return after;
}

Json Event(const char* type, int seat) {
  return {{"type", type}, {"seat", seat}, {"pieces", Json::array({"5m"})}};
}

Json Drawn(int seat) { return {{"type", "draw"}, {"seat", seat}, {"pieces", Json::array({"?"})}}; }

// A ready seat may see other hands where the rules let it, and no other seat may.
TEST(SeenTable, OnlyAReadySeatSeesOtherHandsAndOnlyByRule) {
  const auto shown = [](int ready) {
    Json view = Before();
    view["seats"][2]["hand"] = Json::array({"1m", "2m", "3m"});
    if (ready >= 0) view["seats"][static_cast<std::size_t>(ready)]["ready"] = true;
    return view;
  };
  const Json ting = {{"type", "ting"}, {"seat", 0}}, other = {{"type", "ting"}, {"seat", 2}},
             draw = {{"type", "draw"}, {"seat", 2}, {"pieces", Json::array({"5m"})}};
  for (const bool by_rule : {false, true}) {
    EXPECT_NE(SeenTable::ShowsTooMuch(shown(-1), 0, by_rule), std::nullopt);
    EXPECT_NE(SeenTable::ShowsTooMuch(shown(2), 0, by_rule), std::nullopt) << "another is ready";
    EXPECT_EQ(SeenTable::ShowsTooMuch(shown(0), 0, by_rule) == std::nullopt, by_rule);
    for (const bool own : {false, true}) {
      SeenTable table;
      table.Begin(Before(), 0, by_rule);
      const auto wrong = table.Apply(Json::array({own ? ting : other, draw}));
      EXPECT_EQ(wrong == std::nullopt, own && by_rule) << own << by_rule;
    }
  }
  // The view after coming back says that it is ready.
  SeenTable table;
  table.Begin(shown(0), 0, true);
  EXPECT_EQ(table.Apply(Json::array({draw})), std::nullopt);
}

TEST(SeenTable, ATileThatIsRobbedTwiceGoesToTheRiverOnce) {
  SeenTable table;
  table.Begin(Before(), 0);
  EXPECT_EQ(table.Differs(Before()), std::nullopt);
  // The gang is announced in one step; both wins come in the next one.
  EXPECT_EQ(table.Apply(Json::array({Event("bu_gang", 1)})), std::nullopt);
  EXPECT_EQ(table.Differs(Before()), std::nullopt) << "while others may still rob it";
  EXPECT_EQ(table.Apply(Json::array({Event("rob", 2), Event("rob", 3)})), std::nullopt);
  EXPECT_EQ(table.Differs(Robbed()), std::nullopt);
}

TEST(SeenTable, ARobbedSeatMayKeepItsTileAndDiscard) {
  SeenTable table;
  table.Begin(Before(), 0);
  EXPECT_EQ(table.Apply(Json::array({Event("bu_gang", 1), Event("rob", 2), Event("rob", 3)})),
            std::nullopt);
  EXPECT_EQ(table.Differs(Before()), std::nullopt);
  Json neither = Before();
  neither["seats"][1]["count"] = 9;
  EXPECT_NE(table.Differs(neither), std::nullopt);
  EXPECT_EQ(table.Apply(Json::array({Event("discard", 1)})), std::nullopt);
  EXPECT_EQ(table.Differs(Robbed()), std::nullopt);
  EXPECT_NE(table.Differs(Before()), std::nullopt);
}

TEST(SeenTable, ARobbedTileIsLostOnceTheNextSeatDraws) {
  SeenTable table;
  table.Begin(Before(), 0);
  EXPECT_EQ(table.Apply(Json::array({Event("bu_gang", 1), Event("rob", 3), Drawn(2)})),
            std::nullopt);
  Json kept = Before();
  kept["seats"][2]["count"] = 14;
  kept["wall_left"] = 39;
  EXPECT_NE(table.Differs(kept), std::nullopt);
}

TEST(SeenTable, AGangThatNobodyRobsTakesItsTile) {
  SeenTable table;
  table.Begin(Before(), 0);
  EXPECT_EQ(table.Apply(Json::array({Event("bu_gang", 1), Event("bu_gang_done", 1)})),
            std::nullopt);
  Json after = Before();
  after["seats"][1]["count"] = 10;
  EXPECT_EQ(table.Differs(after), std::nullopt);
  // A later win of the same tile robs no gang.
  EXPECT_EQ(table.Apply(Json::array({Event("rob", 2)})), std::nullopt);
  EXPECT_EQ(table.Differs(after), std::nullopt);
}

TEST(SeenTable, ATileThatIsSetAsideLeavesTheHand) {
  SeenTable table;
  table.Begin(Before(), 0);
  EXPECT_EQ(table.Apply(Json::array({Event("set_aside", 1)})), std::nullopt);
  Json after = Before();
  after["seats"][1]["count"] = 10;
  EXPECT_EQ(table.Differs(after), std::nullopt);
  EXPECT_NE(table.Differs(Before()), std::nullopt);
}

// The seat may hold one of the opened tiles, to win on it.
TEST(SeenTable, TilesThatAreTurnedUpComeFromTheWallAndGoToTheRiver) {
  SeenTable table;
  table.Begin(Before(), 0);
  EXPECT_EQ(table.Apply(Json::array({Event("open_draw", 1)})), std::nullopt);
  Json opened = Before();
  opened["wall_left"] = 39;
  EXPECT_EQ(table.Differs(opened), std::nullopt);
  Json held = opened;
  held["seats"][1]["count"] = 12;
  EXPECT_EQ(table.Differs(held), std::nullopt);
  EXPECT_NE(table.Differs(Before()), std::nullopt);
  EXPECT_EQ(table.Apply(Json::array({Event("open_discard", 1)})), std::nullopt);
  EXPECT_NE(table.Differs(held), std::nullopt);
  opened["river"].push_back(Json{{"seat", 1}, {"tile", "5m"}});
  EXPECT_EQ(table.Differs(opened), std::nullopt);
}

TEST(SeenTable, TheOwnTileIsRobbedOutOfTheHand) {
  SeenTable table;
  Json before = Before();
  before["seats"][0] = Seat(0, 2, 1);
  before["seats"][0]["hand"] = Json::array({"1m", "5m"});
  table.Begin(before, 0);
  EXPECT_EQ(table.Apply(Json::array({Event("bu_gang", 0), Event("rob", 1), Event("rob", 2)})),
            std::nullopt);
  before["seats"][0]["count"] = 1;
  before["seats"][0]["hand"] = Json::array({"1m"});
  before["river"].push_back(Json{{"seat", 0}, {"tile", "5m"}});
  EXPECT_EQ(table.Differs(before), std::nullopt);
}

}  // namespace
}  // namespace mlf::robots
