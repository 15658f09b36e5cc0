// Each row of the yilaidaodi rules and each value of each option has a scenario. Further tests:
// `mlf score` of the rows, and the view of a bettor.
#include "scenario_cover.h"

#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>
#include "tools/kit/scenario.h"
#include "tools/kit/score_io.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

namespace mlf::tools {
namespace {

const std::string kYilaidaodi = std::string(MLF_SOURCE_DIR) + "/variants/yilaidaodi";

std::set<std::string> Names() {
  std::set<std::string> names;
  for (const ScenarioResult& result : RunScenariosOf("variants/yilaidaodi").results) {
    EXPECT_TRUE(result.ok()) << result.name << "\n" << FaultText(result.failures);
    names.insert(result.name);
  }
  return names;
}

TEST(Yilaidaodi, EveryRowAndEveryValueOfEveryOptionIsACase) {
  const std::set<std::string> names = Names();
  const auto expect_rows = [&](const std::string& prefix, int count, const char* ending) {
    for (int row = 1; row <= count; ++row) {
      const std::string name = prefix + (row < 10 ? "0" : "") + std::to_string(row) + ending;
      EXPECT_TRUE(names.contains(name)) << name;
    }
  };
  expect_rows("YL", 21, "");
  expect_rows("YL", 21, ", table 2");
  expect_rows("YS", 13, "");
  expect_rows("YF", 10, "");
  const auto variant = OpenVariant(kYilaidaodi);
  ASSERT_TRUE(variant.ok());
  for (const OptionDecl& option : variant->options()) {
    std::vector<std::string> values = option.values;
    if (option.type == OptionDecl::Type::kBool) values = {"on", "off"};
    if (option.type == OptionDecl::Type::kInt) {
      values.push_back(option.fallback);
      if (option.name != "hands") values.push_back(std::to_string(option.high));
    }
    for (const std::string& value : values)
      EXPECT_TRUE(names.contains(option.name + "=" + value)) << option.name << "=" << value;
  }
}

struct Row {
  const char* line;    // what follows the id
  int table1, table2;  // payment per payer; 0 = no win
};
constexpr Row kRows[] = {
    {R"x("hand":"234567p111s99m45s","win":"6s","by":"discard","state":{"pi":"3m"})x", 2, 2},
    {R"x("hand":"234567p111s99m4m5s","win":"7s","by":"self_draw","state":{"pi":"3m"})x", 2, 2},
    {R"x("hand":"234567p111s99m45s","win":"6s","by":"self_draw","state":{"pi":"3m"})x", 4, 3},
    {R"x("hand":"234567p111s99m45m","win":"6m","by":"self_draw","state":{"pi":"3m"})x", 4, 3},
    {R"x("hand":"234567p111s99m45m","win":"6m","by":"discard","state":{"pi":"3m"})x", 2, 2},
    {R"x("hand":"234567p111s99m4m5s","win":"7s","by":"discard","state":{"pi":"3m"})x", 0, 0},
    {R"x("hand":"234567p111s678s4m","win":"4m","by":"self_draw","state":{"pi":"3m"})x", 0, 0},
    {R"x("hand":"234567p111s99m4m5s","win":"7s","by":"self_draw","state":{"pi":"3m","lai_gang":1})x",
     4, 4},
    {R"x("hand":"234567p111s99m45s","win":"6s","by":"self_draw","state":{"lai_gang":2,"pi":"3m"})x",
     16, 7},
    {R"x("hand":"234567p111s99m4m5s","win":"7s","by":"self_draw","state":{"pi":"3m","lai_gang":3})x",
     32, 9},
    {R"x("hand":"234567p111s99m45s","win":"6s","by":"discard","state":{"pi":"3m","lai_gang":1})x",
     0, 0},
    {R"x("hand":"234p111s99m45s","melds":["bu_gang(8p)"],"win":"6s","by":"discard","events":["re_chong"],"state":{"pi":"3m"})x",
     2, 3},
    {R"x("hand":"234567p111s99m45s","win":"6s","by":"rob","events":["qiang_gang"],"state":{"pi":"3m"})x",
     2, 3},
    {R"x("hand":"234p111s99m45s","melds":["an_gang(8p)"],"win":"6s","by":"self_draw","events":["gang_shang_hua"],"state":{"pi":"3m"})x",
     4, 3},
    {R"x("hand":"234p111s99m4m5s","melds":["an_gang(8p)"],"win":"7s","by":"self_draw","events":["gang_shang_hua"],"state":{"pi":"3m"})x",
     2, 3},
    {R"x("hand":"234567p111s99m45s","win":"6s","by":"self_draw","events":["tian_hu"],"state":{"pi":"3m"})x",
     4, 4},
    {R"x("hand":"234567s111m99m23p","win":"1p","by":"self_draw","state":{"pi":"9p"})x", 4, 3},
    {R"x("hand":"234p99m45s111s","melds":["chao_tian(3m)"],"win":"6s","by":"self_draw","state":{"pi":"3m"})x",
     4, 3},
    {R"x("hand":"2p","melds":["peng(1s)","peng(5p)","an_gang(9m)","ming_gang(7s)"],"win":"4m","by":"self_draw","state":{"pi":"3m"})x",
     2, 2},
    {R"x("hand":"1199m3344p5566p7p","win":"7p","by":"self_draw","state":{"pi":"3m"})x", 0, 0},
    {R"x("hand":"234567p111s99m45s","win":"6s","by":"self_draw","state":{"pi":"3m","lai_gang":4})x",
     64, 11},
};

TEST(Yilaidaodi, ScoresTheRows) {
  for (const int table : {1, 2}) {
    const auto flow = OpenFlow(kYilaidaodi, {{"score_table", std::to_string(table)}});
    ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
    std::string lines;
    for (std::size_t i = 0; i < std::size(kRows); ++i)
      lines += "{\"id\":\"YL" + std::to_string(i + 1) + "\"," + kRows[i].line + "}\n";
    std::istringstream in(lines);
    std::ostringstream out;
    EXPECT_EQ(RunScore(**flow, in, out), 0) << out.str();
    std::istringstream answers(out.str());
    std::string line;
    for (const Row& row : kRows) {
      ASSERT_TRUE(std::getline(answers, line));
      const auto json = nlohmann::json::parse(line);
      const int value = table == 1 ? row.table1 : row.table2;
      EXPECT_EQ(json["win"], value > 0) << line;
      EXPECT_FALSE(json.contains("fan")) << line;
      if (value == 0) continue;
      EXPECT_EQ(json["value"], value) << line;
      int sum = 0;
      for (const auto& points : json["points"]) sum += points.get<int>();
      EXPECT_EQ(sum, 0) << line;
    }
  }
}

TEST(Yilaidaodi, ReadingsShowTheLaizi) {
  const auto flow = OpenFlow(kYilaidaodi, OptionValues{});
  ASSERT_TRUE(flow.ok());
  std::istringstream in(
      R"({"id":"soft","hand":"234567p111s99m4m5s","win":"7s","by":"self_draw","state":{"pi":"3m"}})"
      "\n"
      R"({"id":"hard","hand":"234567p111s99m45m","win":"6m","by":"self_draw","state":{"pi":"3m"}})"
      "\n");
  std::ostringstream out;
  EXPECT_EQ(RunScore(**flow, in, out), 0);
  EXPECT_NE(out.str().find("5[6]7s"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("456m"), std::string::npos) << out.str();
}

// Whole games under the options that change most, with every check of the kit except that of edges.
TEST(Yilaidaodi, OptionsHoldOverWholeGames) {
  ExpectGamesHold("variants/yilaidaodi", {
                                             {{"persons", "6"},
                                              {"horse_tile_stays", "off"},
                                              {"horse_stake", "3"},
                                              {"score_table", "2"}},
                                             {{"persons", "5"},
                                              {"laizi_scope", "both_sides"},
                                              {"must_gang_surplus", "on"},
                                              {"stake", "20"},
                                              {"base_bet", "3"},
                                              {"pay_limit", "holdings"}},
                                             {{"laizi_scope", "table"},
                                              {"gang_laizi_count_at", "hand_end"},
                                              {"piao_lai_you_jiang", "on"},
                                              {"bugang_delay", "on"},
                                              {"lou_hu", "any"}},
                                             {{"re_chong_qiang_gang_v1", "three_halves"},
                                              {"pao_needs_no_laizi", "on"},
                                              {"dealer_after_multi_win", "first"}},
                                             {{"score_table", "2"},
                                              {"laizi_scope", "both_sides"},
                                              {"dihu_kind", "dealer_first_discard"}},
                                         });
}

// A bettor sees its own horse and open tiles. Nobody else sees the horse, and the bettor sees no
// hand.
TEST(Yilaidaodi, ABettorSeesItsHorseAlone) {
  const auto opened = OpenFlow(kYilaidaodi, {{"persons", "6"}});
  ASSERT_TRUE(opened.ok());
  const Flow& flow = **opened;
  const auto board = table::FindSlot<table::Board>(flow);
  Records records = flow.Blank();
  Response response;
  flow.Start(records, 5, response);
  ASSERT_EQ(flow.node(response.node).id, "turn_laizi");
  EXPECT_EQ(response.asked, 0b110000);
  const NodeIndex mai_ma = flow.Find("mai_ma");
  flow.ProcessActionNode(records, {.node = mai_ma, .seat = 4, .ask = response.ask}, response);
  ASSERT_EQ(response.status, Status::kWaits);
  flow.ProcessActionNode(records, {.node = mai_ma, .seat = 5, .ask = response.ask}, response);
  ASSERT_EQ(response.status, Status::kRests);
  EXPECT_EQ(flow.node(response.node).id, "turn");
  EXPECT_EQ(records.flow().actor, (*board)(records).dealer);

  const auto view = [&](const Records& of, Viewer viewer) { return table::View(flow, of, viewer); };
  EXPECT_EQ(view(records, Viewer::Of(4))["state"]["mai_ma"].size(), 1u);
  EXPECT_TRUE(view(records, Viewer::Of(4))["state"]["mai_ma"].contains("4"));
  EXPECT_EQ(view(records, Viewer::Full())["state"]["mai_ma"].size(), 2u);
  for (const Viewer viewer : {Viewer::Of(0), Viewer::Of(3), Viewer::Spectator()})
    EXPECT_FALSE(view(records, viewer)["state"].contains("mai_ma"));
  const auto seen_by_4 = view(records, Viewer::Of(4));
  for (const auto& seat : seen_by_4["seats"]) EXPECT_FALSE(seat.contains("hand"));
  for (const Event& event : response.events) {
    if (event.type->id != "mai_ma") continue;
    for (Seat viewer = 0; viewer < 6; ++viewer) {
      const auto seen = Seen(event, Viewer::Of(viewer), flow.seats());
      ASSERT_TRUE(seen.has_value());
      EXPECT_EQ(seen->pieces[0] == kNoPiece, viewer != event.seat) << static_cast<int>(viewer);
    }
  }

  // A new deal with the same horse of 4, which is the last tile: the view is unchanged.
  Records other = records;
  table::Board& dealt = (*board)(other);
  for (int i = dealt.wall.head, j = dealt.wall.tail - 3; i < j; ++i, --j)
    std::swap(dealt.wall.tiles[static_cast<std::size_t>(i)],
              dealt.wall.tiles[static_cast<std::size_t>(j)]);
  std::swap(dealt.seats[0].hand, dealt.seats[2].hand);
  if (dealt.seats[0].hand.Size() == (*board)(records).seats[0].hand.Size()) {
    EXPECT_EQ(view(records, Viewer::Of(4)).dump(), view(other, Viewer::Of(4)).dump());
  }
  EXPECT_NE(view(records, Viewer::Full()).dump(), view(other, Viewer::Full()).dump());
}

TEST(Yilaidaodi, OnlyBettorsAnswerTheBet) {
  const auto opened = OpenFlow(kYilaidaodi, {{"persons", "5"}});
  ASSERT_TRUE(opened.ok());
  const Flow& flow = **opened;
  Records records = flow.Blank();
  Response response;
  flow.Start(records, 5, response);
  const std::uint32_t ask = response.ask;
  for (const Seat seat : {Seat{-1}, Seat{0}, Seat{3}, Seat{5}, Seat{7}, Seat{8}}) {
    flow.ProcessActionNode(records, {.node = flow.Find("mai_ma"), .seat = seat, .ask = ask},
                           response);
    EXPECT_EQ(response.status, Status::kRefused) << static_cast<int>(seat);
  }
  flow.ProcessActionNode(records, {.node = kTimeout, .seat = 4, .ask = ask}, response);
  EXPECT_TRUE(response.ok());
  EXPECT_EQ(flow.node(response.node).id, "turn");
}

}  // namespace
}  // namespace mlf::tools
