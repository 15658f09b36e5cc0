// The view of actions: each of the 40 edges of the reference chart of 四川血流, and properties of
// the other variants.
#include "support.h"

#include <mlf/variants/open.h>
#include "tools/chart/actions.h"
#include "tools/chart/render.h"
#include "tools/chart/views.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace mlf::tools {
namespace {

using test::Count;
using test::OpenOrFail;

const ActionEdge* Find(const ActionChart& actions, const std::string& id) {
  for (const ActionEdge& edge : actions.edges) {
    if (edge.id == id) return &edge;
  }
  return nullptr;
}

class ReferenceEdge : public ::testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(ReferenceEdge, IsInTheView) {
  static const std::map<std::string, std::string> kIds = {
      {"初始化", "start"},     {"洗牌", "shuffle"},
      {"发牌", "deal"},        {"换三张", "exchange_three"},
      {"定缺", "choose_void"}, {"自摸", "zi_mo"},
      {"摸牌", "draw"},        {"暗杠", "an_gang"},
      {"补杠", "bu_gang"},     {"明杠", "ming_gang"},
      {"出牌", "discard"},     {"碰", "peng"},
      {"点炮", "hu"},          {"弃", "guo?"},
      {"自弃", "guo"},         {"游戏结束", "match_end"}};
  const auto flow = OpenOrFail("xueliu");
  ASSERT_NE(flow, nullptr);
  const auto& [from, to] = GetParam();
  const std::string id = kIds.at(from) + ">" + kIds.at(to);
  const ActionChart actions = MakeActions(*flow, MakeChart(*flow));
  const ActionEdge* edge = Find(actions, id);
  if (id == "start>shuffle") {
    // Choosing the dealer is between them and is skipped.
    ASSERT_NE(edge, nullptr);
    EXPECT_THAT(edge->ways[0].walked,
                testing::ElementsAre("start-choose_dealer", "choose_dealer-shuffle"));
  }
  EXPECT_NE(edge, nullptr) << from << " -> " << to << " (" << id << ")";
}

std::vector<std::pair<std::string, std::string>> ReferenceEdges() {
  std::vector<std::pair<std::string, std::string>> edges;
  std::istringstream file(
      test::ReadText(std::string(MLF_SOURCE_DIR) + "/tests/data/reference_edges.tsv"));
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    edges.emplace_back(line.substr(0, first), line.substr(first + 1, second - first - 1));
  }
  return edges;
}
INSTANTIATE_TEST_SUITE_P(Xueliu, ReferenceEdge, ::testing::ValuesIn(ReferenceEdges()),
                         [](const auto& named) { return std::to_string(named.index + 1); });

TEST(ActionsView, TheReferenceHasFortyEdges) { EXPECT_EQ(ReferenceEdges().size(), 40u); }

// The reference shows one hand, and waiting answers only after a win.
TEST(ActionsView, WhatItHasBeyondTheReference) {
  const auto flow = OpenOrFail("xueliu");
  std::vector<std::string> beyond;
  std::size_t all = 0;
  for (const ActionEdge& edge : MakeActions(*flow, MakeChart(*flow)).edges) {
    ++all;
    const bool waits = std::all_of(edge.ways.begin(), edge.ways.end(),
                                   [](const ActionWay& way) { return way.waits; });
    if (edge.id.find("ready") != std::string::npos ||
        (waits && (edge.id.starts_with("peng>") || edge.id.starts_with("ming_gang>"))))
      beyond.push_back(edge.id);
  }
  EXPECT_THAT(beyond,
              testing::UnorderedElementsAre("draw>ready", "ready>ready", "ready>start", "peng>hu",
                                            "peng>guo?", "ming_gang>hu", "ming_gang>guo?"));
  EXPECT_EQ(all, ReferenceEdges().size() + beyond.size());
}

TEST(ActionsView, WhatCannotHappenIsNotThere) {
  const auto flow = OpenOrFail("xueliu");
  const ActionChart actions = MakeActions(*flow, MakeChart(*flow));
  for (const char* id :
       {"peng>zi_mo",           // no tile was drawn after a peng
        "guo>an_gang",          // nor after declining
        "peng>ming_gang",       // four copies are not enough for both
        "discard>zi_mo",        // a discard is won by hu
        "choose_void>bu_gang",  // there is no peng to add to
        "ming_gang>peng", "an_gang>hu", "draw>hu", "zi_mo>zi_mo", "discard>match_end"}) {
    EXPECT_EQ(Find(actions, id), nullptr) << id;
  }
  // Received while a win waits for other seats that could win; never in the opposite direction.
  const ActionEdge* dropped = Find(actions, "hu>peng");
  ASSERT_NE(dropped, nullptr);
  EXPECT_TRUE(dropped->ways[0].waits);
  const ActionEdge* beaten = Find(actions, "peng>hu");
  ASSERT_NE(beaten, nullptr);
  EXPECT_TRUE(beaten->ways[0].waits);
  for (const ActionEdge& edge : actions.edges) {
    for (const ActionWay& way : edge.ways) EXPECT_FALSE(way.walked.empty()) << edge.id;
  }
}

TEST(ActionsView, CarriesEveryEdgeOfEveryVariant) {
  for (const std::string& id : VariantIds()) {
    const auto flow = OpenOrFail(id);
    ASSERT_NE(flow, nullptr);
    const Chart chart = MakeChart(*flow);
    const ActionChart actions = MakeActions(*flow, chart);
    std::set<std::string> carried, pairs;
    for (const ActionEdge& edge : actions.edges) {
      EXPECT_TRUE(pairs.insert(edge.id).second) << id << ": " << edge.id << " is there twice";
      for (const ActionWay& way : edge.ways) carried.insert(way.walked.begin(), way.walked.end());
    }
    for (const ChartEdge& edge : chart.edges) {
      // A node that only completes an action is inside its box.
      EXPECT_TRUE(carried.count(edge.id) > 0 || !edge.player) << id << ": " << edge.id;
    }
  }
}

// Lines meet in small boxes that name the case. Every path through a box is an edge, and every edge
// is such a path or a line.
TEST(ActionsView, ThePictureHasEveryEdgeOnceAndNoOther) {
  for (const std::string& id : VariantIds()) {
    const auto flow = OpenOrFail(id);
    ASSERT_NE(flow, nullptr);
    const Chart chart = MakeChart(*flow);
    const ActionChart actions = MakeActions(*flow, chart);
    const Picture picture = ActionsPicture(chart, actions, false);
    std::set<std::string> points;
    for (const ActionPoint& point : actions.points) points.insert(point.id);
    std::vector<std::string> drawn, expected;
    for (const PictureEdge& line : picture.edges) {
      if (points.count(line.from) == 0) continue;
      if (points.count(line.to) > 0) {
        drawn.push_back(line.from + ">" + line.to);
        continue;
      }
      for (const PictureEdge& on : picture.edges) {
        if (on.from == line.to) drawn.push_back(line.from + ">" + on.to);
      }
    }
    for (const ActionEdge& edge : actions.edges) expected.push_back(edge.id);
    EXPECT_THAT(drawn, testing::UnorderedElementsAreArray(expected)) << id;
    // Answers to one window share a box: no line of an own turn leads from action to action.
    EXPECT_LE(picture.edges.size(), actions.edges.size() * 7 / 5) << id;
    std::size_t own_turn = 0;
    for (const ActionEdge& edge : actions.edges) {
      const bool own = std::any_of(edge.ways.begin(), edge.ways.end(),
                                   [](const ActionWay& way) { return way.when.en == "own turn"; });
      if (!own || edge.from == edge.to) continue;
      ++own_turn;
      EXPECT_TRUE(std::none_of(picture.edges.begin(), picture.edges.end(),
                               [&](const PictureEdge& line) { return line.id == edge.id; }))
          << id << ": " << edge.id;
    }
    EXPECT_GT(own_turn, 5u) << id;
  }
}

// Four copies: of three seats that could peng, gang or chao_tian the discard, one at a time can,
// with or without wildcards.
TEST(ActionsView, TheTilesAllowOneClaimOfATile) {
  const auto flow = OpenOrFail("yilaidaodi");
  const ActionChart actions = MakeActions(*flow, MakeChart(*flow));
  for (const char* from : {"peng", "ming_gang", "dian_chao_tian"}) {
    EXPECT_NE(Find(actions, "discard>" + std::string(from)), nullptr);
    EXPECT_NE(Find(actions, std::string(from) + ">hu"), nullptr) << from;
    for (const char* to : {"peng", "ming_gang", "dian_chao_tian"})
      EXPECT_EQ(Find(actions, std::string(from) + ">" + to), nullptr) << from << " and " << to;
  }
}

TEST(ActionsView, TwoSeatsDoNotWaitForEachOther) {
  const auto flow = OpenOrFail("erren");
  const ActionChart actions = MakeActions(*flow, MakeChart(*flow));
  EXPECT_EQ(Find(actions, "hu>peng"), nullptr);
  EXPECT_EQ(Find(actions, "guo?>guo?"), nullptr);
  EXPECT_NE(Find(actions, "discard>chi"), nullptr);
}

TEST(ActionsView, LegendSaysWhatAnEdgeMeans) {
  const auto flow = OpenOrFail("xueliu");
  EXPECT_THAT(RenderDot(*flow, {.legend = true, .view = ChartView::kActions}),
              testing::HasSubstr("after a was done or received"));
}

TEST(ActionsView, Json) {
  const auto flow = OpenOrFail("xueliu");
  const auto json = nlohmann::json::parse(RenderJson({flow.get()}, {.view = ChartView::kActions}),
                                          nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  bool found = false;
  for (const auto& edge : json["edges"]) {
    if (edge["id"] != "hu>hu") continue;
    found = true;
    EXPECT_EQ(edge["from"], "hu");
    EXPECT_EQ(edge["ways"][0]["waits"], true);
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace mlf::tools
