// Heat: counts are consistent, edges that were never taken are listed, and journals give the same
// counts as their games.
#include "support.h"

#include <mlf/variants/open.h>
#include "tools/flowviz/heat.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mlf::tools {
namespace {

using test::Count;
using testing::HasSubstr;

std::vector<BotKind> Greedy(const Flow& flow) {
  return std::vector<BotKind>(static_cast<std::size_t>(flow.seats()), BotKind::kGreedy);
}

std::size_t Index(const Chart& chart, const std::string& id) {
  for (std::size_t i = 0; i < chart.edges.size(); ++i) {
    if (chart.edges[i].id == id) return i;
  }
  ADD_FAILURE() << id;
  return 0;
}

TEST(Heat, CountsAddUp) {
  const auto flow = test::OpenOrFail("xueliu");
  const Chart chart = MakeChart(*flow);
  std::optional<std::string> fault;
  const Heat heat = PlayHeat(*flow, chart, {.hands = 128, .bots = Greedy(*flow)}, fault);
  ASSERT_FALSE(fault) << *fault;
  EXPECT_EQ(heat.hands, 128u);
  const auto edge = [&](const std::string& id) { return heat.edges[Index(chart, id)]; };
  // Every hand is dealt once, and all four exchanges are one step.
  EXPECT_GE(edge("shuffle-deal").walked, 128u);
  EXPECT_GE(edge("deal.exchange_three").given, 4 * 127u);
  EXPECT_EQ(edge("deal.exchange_three").offered, edge("deal.exchange_three").given);
  EXPECT_GT(edge("turn.discard").given, 1000u);
  EXPECT_EQ(edge("turn.discard").walked, edge("turn.discard").given);
  // A peng is given at least as often as it is made, and not by every seat that could.
  EXPECT_LE(edge("discard.peng").walked, edge("discard.peng").given);
  EXPECT_LT(edge("discard.peng").given, edge("discard.peng").offered);
  for (std::size_t i = 0; i < chart.edges.size(); ++i)
    EXPECT_LE(heat.edges[i].given, heat.edges[i].offered) << chart.edges[i].id;
  // Flow conservation: a node that only leads on is left as often as entered.
  EXPECT_EQ(edge("exchange_three-exchange_done").walked, edge("deal.exchange_three").walked);
  std::uint64_t time = 0;
  for (const HeatNode& node : heat.nodes) time += node.nanoseconds;
  EXPECT_GT(time, 0u);
}

TEST(Heat, ThreadsChangeNoCount) {
  const auto flow = test::OpenOrFail("xuezhan");
  const Chart chart = MakeChart(*flow);
  std::optional<std::string> fault;
  const HeatOptions one{.hands = 200, .bots = Greedy(*flow), .times = false};
  HeatOptions two = one;
  two.threads = 3;
  EXPECT_EQ(HeatJson(chart, PlayHeat(*flow, chart, one, fault)),
            HeatJson(chart, PlayHeat(*flow, chart, two, fault)));
}

TEST(Heat, JournalsCountAsTheirGames) {
  const auto flow = test::OpenOrFail("xueliu");
  const Chart chart = MakeChart(*flow);
  Player player(*flow, Greedy(*flow));
  Totals totals = player.Empty();
  Heat recorded;
  PlayOptions options{.seed = 5, .hands = 8, .record = true};
  options.on_match = [&](const Records&, const Journal* journal) {
    AddJournalHeat(*flow, chart, *journal, recorded);
  };
  ASSERT_FALSE(player.Play(options, totals));
  std::optional<std::string> fault;
  const Heat played = PlayHeat(*flow, chart, {.hands = 8, .seed = 5, .bots = Greedy(*flow)}, fault);
  ASSERT_FALSE(fault);
  EXPECT_EQ(recorded.journals_cut, 0u);
  for (std::size_t i = 0; i < chart.edges.size(); ++i) {
    EXPECT_EQ(recorded.edges[i].walked, played.edges[i].walked) << chart.edges[i].id;
    EXPECT_EQ(recorded.edges[i].offered, played.edges[i].offered) << chart.edges[i].id;
    EXPECT_EQ(recorded.edges[i].given, played.edges[i].given) << chart.edges[i].id;
  }
}

TEST(Heat, WhatIsNeverWalkedIsListedAndDrawn) {
  const auto flow = test::OpenOrFail("xueliu");
  const Chart chart = MakeChart(*flow);
  Heat heat;
  heat.edges.resize(chart.edges.size());
  heat.nodes.resize(chart.nodes.size());
  for (HeatEdge& edge : heat.edges) edge.walked = 10;
  heat.edges[Index(chart, "discard.hu")].walked = 0;
  const HeatCover cover = Cover(chart, heat);
  EXPECT_THAT(cover.never, testing::ElementsAre(Index(chart, "discard.hu")));
  EXPECT_EQ(cover.walked + 1, cover.all);
  EXPECT_THAT(HeatText(chart, heat, Lang::kEn), HasSubstr("edges never walked:\n  discard.hu\n"));
  const std::string dot = PictureDot(HeatPicture(chart, heat, false), ChartLang::kEn);
  const std::size_t line = dot.find("[id=\"edge.discard.hu\"");
  ASSERT_NE(line, std::string::npos);
  EXPECT_THAT(dot.substr(line, dot.find('\n', line) - line),
              HasSubstr("style=dashed, penwidth=1.6, color=\"#C1272D\""));
  EXPECT_EQ(Count(dot, "never walked"), 1);
}

TEST(HeatCommand, FailsUnderItsLimit) {
  const test::Ran few = test::Flowviz({"heat", "xueliu", "--games", "1", "--fail-under", "100"});
  EXPECT_EQ(few.status, 1);
  EXPECT_THAT(few.err, HasSubstr("100% are asked for"));
  EXPECT_EQ(test::Flowviz({"heat", "xueliu", "--games", "1", "--fail-under", "10"}).status, 0);
  EXPECT_EQ(test::Flowviz({"heat", "xueliu", "--fail-under", "101"}).status, 2);
  EXPECT_EQ(test::Flowviz({"heat", "xueliu", "--bot", "clever"}).status, 1);
  EXPECT_EQ(test::Flowviz({"heat", "xueliu", "--journals", "/no/such/folder"}).status, 1);
}

TEST(HeatCommand, TheSameSeedGivesTheSameBytes) {
  const std::string folder = test::TempFolder("heat");
  const std::vector<std::string> args = {"heat",       "xueliu", "--games", "40",
                                         "--no-times", "--json", "-o",      folder + "/heat.svg"};
  const test::Ran one = test::Flowviz(args);
  const std::string chart = test::ReadText(folder + "/heat.svg");
  const test::Ran two = test::Flowviz(args);
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(one.out, two.out);
  EXPECT_TRUE(chart == test::ReadText(folder + "/heat.svg"));
  EXPECT_FALSE(nlohmann::json::parse(one.out, nullptr, false).is_discarded());
}

}  // namespace
}  // namespace mlf::tools
