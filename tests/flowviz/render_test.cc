// Charts: every edge of the flow once, deterministic bytes, and the files in graphs/ equal the
// present charts.
#include "support.h"

#include <mlf/variants/open.h>
#include "tools/chart/chart_plan.h"
#include "tools/chart/render.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mlf::tools {
namespace {

using test::Count;
using testing::HasSubstr;
using testing::Not;

std::shared_ptr<const Flow> Open(const std::string& name, const OptionValues& options = {}) {
  return test::OpenOrFail(name, options);
}

// An id as Graphviz escapes it in svg.
std::string SvgId(const std::string& id) {
  std::string out;
  for (const char c : id) out += c == '-' ? "&#45;" : std::string(1, c);
  return out;
}

// Width and height from a png header.
std::pair<unsigned, unsigned> PngSize(const std::string& png) {
  if (png.size() < 24 || png.compare(1, 3, "PNG") != 0) return {0, 0};
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value * 256 + static_cast<unsigned char>(png[at + i]);
    return value;
  };
  return {number(16), number(20)};
}

TEST(Chart, HoldsEveryEdgeOnce) {
  for (const std::string& id : VariantIds()) {
    const auto flow = Open(id);
    ASSERT_NE(flow, nullptr) << id;
    const Chart chart = MakeChart(*flow);
    EXPECT_EQ(static_cast<int>(chart.edges.size()), CountEdges(*flow)) << id;
    const ChartPlan plan = PlanOf(chart);
    const std::string dot = RenderDot(*flow);
    const auto svg = DrawDot(dot, "svg");
    ASSERT_TRUE(svg) << FaultText(svg.faults());
    EXPECT_EQ(Count(dot, "[id=\"edge."), CountEdges(*flow)) << id;
    EXPECT_EQ(Count(*svg, "<g id=\"edge."), CountEdges(*flow)) << id;
    for (const ChartEdge& edge : chart.edges) {
      EXPECT_EQ(Count(dot, "[id=\"edge." + edge.id + "\""), 1) << edge.id;
      EXPECT_EQ(Count(*svg, "<g id=\"edge." + SvgId(edge.id) + "\""), 1) << edge.id;
    }
    for (const ChartNode& node : chart.nodes) {
      EXPECT_EQ(Count(*svg, "<g id=\"node." + node.id + "\""), 1) << node.id;
      // Two nodes with the same window share it.
      const bool shared = plan.twins.count(FindNode(chart, node.id)) > 0;
      EXPECT_EQ(Count(*svg, "<g id=\"window." + node.id + "\""), node.window && !shared ? 1 : 0)
          << node.id;
    }
  }
}

TEST(Chart, ParallelEdgesStayApart) {
  FlowBuilder builder(AllParts());
  builder.SetSeats(2).AllowIdleParts();
  builder.PushActionNode({.id = "start"});
  builder.PushActionNode({.id = "match_end", .end = true});
  builder.PushEdge({.from = "start", .to = "match_end", .guards = {Value("match_over")}});
  builder.PushEdge({.from = "start", .to = "match_end", .rare = true});
  const auto flow = builder.Build();
  ASSERT_TRUE(flow) << FaultText(flow.faults());
  const std::string dot = RenderDot(**flow);
  EXPECT_EQ(Count(dot, "[id=\"edge.start-match_end\""), 1);
  EXPECT_EQ(Count(dot, "[id=\"edge.start-match_end#2\""), 1);
  EXPECT_THAT(dot, HasSubstr("整场已打完"));
  EXPECT_THAT(dot, HasSubstr("rare"));
}

TEST(Chart, FilesAreCurrent) {
  for (const std::string& id : VariantIds()) {
    const auto flow = Open(id);
    ASSERT_NE(flow, nullptr);
    const std::string path = std::string(MLF_SOURCE_DIR) + "/graphs/" + id;
    for (const char* format : {"dot", "svg"}) {
      const auto now = Render(*flow, format);
      ASSERT_TRUE(now) << FaultText(now.faults());
      // No EXPECT_EQ: a failure would print two files of 80 KB.
      EXPECT_TRUE(*now == test::ReadText(path + "." + format))
          << path << "." << format << " is not what the variant builds now: run ./dev charts";
    }
  }
}

TEST(Chart, IsDrawnAsPng) {
  const auto flow = Open("xueliu");
  ASSERT_NE(flow, nullptr);
  const auto png = Render(*flow, "png");
  ASSERT_TRUE(png) << FaultText(png.faults());
  const auto [width, height] = PngSize(*png);
  EXPECT_GT(width, 1000u);
  EXPECT_GT(height, 500u);
}

TEST(Chart, IsTheSameEachTime) {
  const auto one = Open("xueliu");
  const auto two = Open("xueliu");
  for (const char* format : {"dot", "json", "svg"})
    EXPECT_TRUE(*Render(*one, format) == *Render(*two, format)) << format;
}

TEST(Chart, Languages) {
  const auto flow = Open("xueliu");
  const std::string both = RenderDot(*flow);
  const std::string zh = RenderDot(*flow, {.lang = ChartLang::kZh});
  const std::string en = RenderDot(*flow, {.lang = ChartLang::kEn});
  struct Text {
    const char* zh;
    const char* en;
  };
  for (const Text& row : {Text{"换三张", "exchange three"}, Text{"出牌问询窗", "window: claims"},
                          Text{"近者先得", "nearest only"}, Text{"同答都算", "all who give it"}}) {
    EXPECT_THAT(both, HasSubstr(row.zh));
    EXPECT_THAT(both, HasSubstr(row.en));
    EXPECT_THAT(zh, HasSubstr(row.zh));
    EXPECT_THAT(zh, Not(HasSubstr(row.en)));
    EXPECT_THAT(en, Not(HasSubstr(row.zh)));
    EXPECT_THAT(en, HasSubstr(row.en));
  }
  EXPECT_THAT(both, Not(HasSubstr("\"legend\"")));
  EXPECT_THAT(RenderDot(*flow, {.legend = true}), HasSubstr("\"legend\""));
}

TEST(Chart, OptionsChangeIt) {
  const std::string dot = RenderDot(*Open("xueliu", {{"huan_san_zhang", "off"}}));
  EXPECT_THAT(dot, Not(HasSubstr("exchange_three")));
  EXPECT_THAT(dot, HasSubstr("[id=\"edge.deal.choose_void\""));
  EXPECT_THAT(RenderDot(*Open("xueliu", {{"bankrupt", "give_up"}, {"stake", "100"}})),
              HasSubstr("[id=\"edge.hu-settle\""));
}

TEST(Chart, Json) {
  const auto flow = Open("xueliu");
  const auto json = nlohmann::json::parse(RenderJson({flow.get()}), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["variant"], "xueliu");
  EXPECT_EQ(json["fingerprint"], flow->fingerprint_text());
  EXPECT_EQ(static_cast<int>(json["edges"].size()), CountEdges(*flow));
  EXPECT_EQ(json["nodes"].size(), flow->nodes().size());
  for (const auto& edge : json["edges"]) {
    if (edge["id"] != "discard.hu") continue;
    EXPECT_EQ(edge["kind"], "answer");
    EXPECT_EQ(edge["rank"], 0);
    EXPECT_EQ(edge["winners"], "all");
  }
}

TEST(Chart, BadInputIsAFault) {
  const auto flow = Open("xueliu");
  const auto format = Render(*flow, "gif");
  ASSERT_FALSE(format);
  EXPECT_EQ(format.faults()[0].code, "F01");
  const auto folder = WriteChart(*flow, "/dev/null/folder/a.dot");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.faults()[0].code, "F02");
  const auto dot = DrawDot("digraph {", "svg");
  ASSERT_FALSE(dot);
  EXPECT_EQ(dot.faults()[0].code, "F03");
}

}  // namespace
}  // namespace mlf::tools
