// The views of hooks and parts, Mermaid, and that a small change of a flow moves little.
#include "support.h"

#include <mlf/tools/flowviz/parts.h>
#include <mlf/tools/flowviz/render.h>
#include <mlf/variants/open.h>

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
using testing::HasSubstr;
using testing::Not;

TEST(HooksView, ShowsEveryNodeWithWhatFillsIt) {
  for (const std::string& id : VariantIds()) {
    const auto flow = OpenOrFail(id);
    ASSERT_NE(flow, nullptr);
    const Chart chart = MakeChart(*flow);
    const std::string dot = RenderDot(*flow, {.lang = ChartLang::kEn, .view = ChartView::kHooks});
    for (const ChartNode& node : chart.nodes) {
      EXPECT_EQ(Count(dot, "[id=\"node." + node.id + "\""), 1) << id;
      for (const auto& [hook, part] : node.hooks) {
        EXPECT_THAT(dot, HasSubstr(hook + " hook")) << id << ": " << node.id;
        EXPECT_THAT(dot, HasSubstr(part.text.substr(0, part.text.find('@')))) << id << ": " << node.id;
      }
      for (const ChartPart& part : node.conditions) EXPECT_THAT(dot, HasSubstr(part.text.substr(0, part.text.find('@')))) << id << ": " << node.id;
    }
    for (const auto& shared : chart.shared) EXPECT_EQ(Count(dot, "[id=\"part." + shared.first + "\""), 1) << id;
  }
}

TEST(PartsView, TellsWhatVariantsShare) {
  const auto xueliu = OpenOrFail("xueliu"), xuezhan = OpenOrFail("xuezhan");
  const std::vector<PartUse> uses = SharedParts({MakeChart(*xueliu), MakeChart(*xuezhan)});
  const auto find = [&](const std::string& id) { return std::find_if(uses.begin(), uses.end(), [&](const PartUse& use) { return use.id == id; }); };
  ASSERT_NE(find("peng"), uses.end());
  EXPECT_TRUE(find("peng")->node);
  EXPECT_EQ(find("peng")->Count(), 2);
  EXPECT_THAT(find("lock_winner")->in, testing::ElementsAre(true, false));
  EXPECT_THAT(find("leave_winner")->in, testing::ElementsAre(false, true));
  EXPECT_TRUE(find("after_draw")->same);
  EXPECT_FALSE(find("fan_table")->same);  // another cap

  const std::string dot = RenderDot(*xueliu, {.view = ChartView::kParts});
  EXPECT_THAT(dot, HasSubstr("lock_winner"));
  const auto both = Render({xueliu.get(), xuezhan.get()}, "dot", {.lang = ChartLang::kEn, .view = ChartView::kParts});
  ASSERT_TRUE(both);
  EXPECT_THAT(*both, HasSubstr("in all of them"));
  EXPECT_THAT(*both, HasSubstr("only xuezhan"));
  const auto several = Render({xueliu.get(), xuezhan.get()}, "dot");
  ASSERT_FALSE(several);
  EXPECT_EQ(several.faults()[0].code, "F04");
}

TEST(Mermaid, HoldsEveryEdgeOnce) {
  for (const std::string& id : VariantIds()) {
    const auto flow = OpenOrFail(id);
    ASSERT_NE(flow, nullptr);
    const auto text = Render(*flow, "mmd");
    ASSERT_TRUE(text);
    const Chart chart = MakeChart(*flow);
    for (const ChartEdge& edge : chart.edges) EXPECT_EQ(Count(*text, "%% edge." + edge.id + "\n"), 1) << id << ": " << edge.id;
    // As many lines as there are styles for lines: Mermaid counts them.
    const int windows = static_cast<int>(std::count_if(chart.nodes.begin(), chart.nodes.end(), [](const ChartNode& node) { return node.window.has_value(); }));
    EXPECT_EQ(Count(*text, "linkStyle "), CountEdges(*flow) + windows) << id;
    EXPECT_EQ(Count(*text, "subgraph "), Count(*text, "\n  end\n")) << id;
  }
}

TEST(Views, AreTheSameEachTime) {
  for (const ChartView view : {ChartView::kWindows, ChartView::kActions, ChartView::kHooks, ChartView::kParts}) {
    for (const char* format : {"dot", "mmd", "json"}) {
      EXPECT_TRUE(*Render(*OpenOrFail("erren"), format, {.view = view}) == *Render(*OpenOrFail("erren"), format, {.view = view})) << format;
    }
  }
  EXPECT_TRUE(*Render(*OpenOrFail("xueliu"), "svg", {.view = ChartView::kActions}) == *Render(*OpenOrFail("xueliu"), "svg", {.view = ChartView::kActions}));
}

// How far right the boxes of nodes lie, from svg: the first point of each one's outline.
std::map<std::string, double> Places(const std::string& svg) {
  std::map<std::string, double> places;
  const std::string mark = "<g id=\"node.";
  for (std::size_t at = svg.find(mark); at != std::string::npos; at = svg.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size();
    const std::string id = svg.substr(begin, svg.find('"', begin) - begin);
    const std::size_t outline = std::min(svg.find(" d=\"M", at), svg.find(" points=\"", at));
    places[id] = std::stod(svg.substr(svg.find_first_of("-0123456789", outline), 12));
  }
  return places;
}

TEST(Layout, AnAddedNodeMovesLittle) {
  // Between peng and the turn, a node more.
  std::string yaml = test::VariantYaml("xueliu");
  yaml = test::Replaced(yaml, "  peng: {group: claims, if: [not_void_suit, not_locked], states: clear_missed_wins, then: turn}\n",
                        "  peng: {group: claims, if: [not_void_suit, not_locked], states: clear_missed_wins, then: peng_done}\n"
                        "  peng_done: {type: exchange_done, group: claims, then: turn}\n");
  const std::string path = test::TempFolder("layout") + "/variant.yaml";
  test::WriteText(path, yaml);
  const auto before = OpenOrFail("xueliu"), after = OpenOrFail(path);
  ASSERT_NE(after, nullptr);
  ASSERT_EQ(after->nodes().size(), before->nodes().size() + 1);

  const auto lines = [](const std::string& text) {
    std::multiset<std::string> set;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) set.insert(line);
    return set;
  };
  const auto one = lines(RenderDot(*before)), two = lines(RenderDot(*after));
  std::vector<std::string> moved;
  std::set_symmetric_difference(one.begin(), one.end(), two.begin(), two.end(), std::back_inserter(moved));
  // The new node (two lines); its edge, and the edge that leads to it, out and in; the box with the turn's name, which stood below peng and now
  // stands below the new node, with what keeps it there, out and in; and the numbers in the title, out and in.
  EXPECT_LE(moved.size(), 19u) << ::testing::PrintToString(moved);

  // And on the paper nearly every two nodes stay as they were, left and right of each other.
  const auto old_places = Places(*Render(*before, "svg")), new_places = Places(*Render(*after, "svg"));
  ASSERT_EQ(old_places.size(), before->nodes().size());
  int pairs = 0, kept = 0;
  for (const auto& [left, at] : old_places) {
    for (const auto& [right, behind] : old_places) {
      // Boxes of one column have their middles below each other, not their rims.
      if (at >= behind - 150) continue;
      ++pairs;
      kept += new_places.at(left) <= new_places.at(right) ? 1 : 0;
    }
  }
  EXPECT_GT(pairs, 100);
  EXPECT_GE(kept * 100, pairs * 95) << kept << " of " << pairs;
}

TEST(RenderCommand, WritesEveryViewAndFormat) {
  const std::string folder = test::TempFolder("render");
  for (const std::string view : {"windows", "actions", "hooks", "parts"}) {
    std::vector<std::string> args = {"render", "xueliu", "--view", view};
    for (const std::string format : {"dot", "svg", "png", "pdf", "mmd", "json"}) args.insert(args.end(), {"-o", folder + "/" + view + "." + format});
    const test::Ran ran = test::Flowviz(args);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(test::ReadText(folder + "/" + view + ".dot"), testing::StartsWith("digraph "));
    EXPECT_THAT(test::ReadText(folder + "/" + view + ".svg"), HasSubstr("<svg "));
    EXPECT_THAT(test::ReadText(folder + "/" + view + ".png").substr(1, 3), "PNG");
    EXPECT_THAT(test::ReadText(folder + "/" + view + ".pdf"), testing::StartsWith("%PDF"));
    EXPECT_THAT(test::ReadText(folder + "/" + view + ".mmd"), HasSubstr("flowchart "));
    EXPECT_FALSE(nlohmann::json::parse(test::ReadText(folder + "/" + view + ".json"), nullptr, false).is_discarded());
  }
}

TEST(RenderCommand, OptionsAndLanguages) {
  const test::Ran off = test::Flowviz({"render", "xueliu", "--set", "huan_san_zhang=off", "--lang", "en"});
  EXPECT_EQ(off.status, 0) << off.err;
  EXPECT_THAT(off.out, Not(HasSubstr("exchange three")));
  EXPECT_THAT(off.out, Not(HasSubstr("碰")));
  EXPECT_TRUE(off.out == test::Flowviz({"render", "xueliu?huan_san_zhang=off", "--lang", "en"}).out);
  EXPECT_THAT(test::Flowviz({"render", "xueliu", "--lang", "zh"}).out, Not(HasSubstr("exchange three")));
  EXPECT_THAT(test::Flowviz({"render", "xueliu", "--legend", "--view", "hooks"}).out, HasSubstr("\"legend\""));
  EXPECT_EQ(test::Flowviz({"render", std::string(MLF_SOURCE_DIR) + "/variants/xueliu"}).out, test::Flowviz({"render", "xueliu"}).out);
}

TEST(RenderCommand, BadInputIsTold) {
  EXPECT_EQ(test::Flowviz({"render", "no_such"}).status, 1);
  EXPECT_THAT(test::Flowviz({"render", "xuelio"}).err, HasSubstr("flowviz: "));
  EXPECT_EQ(test::Flowviz({"render", "xueliu", "--set", "cap"}).status, 2);
  EXPECT_EQ(test::Flowviz({"render", "xueliu", "--set", "cap=99"}).status, 1);
  EXPECT_EQ(test::Flowviz({"render", "xueliu", "--view", "nothing"}).status, 2);
  EXPECT_EQ(test::Flowviz({"render", "xueliu", "xuezhan"}).status, 1);
  EXPECT_EQ(test::Flowviz({"render", "xueliu", "-o", "/dev/null/folder/a.svg"}).status, 1);
  EXPECT_EQ(test::Flowviz({}).status, 2);
  EXPECT_EQ(test::Flowviz({"--help"}).status, 0);
}

}  // namespace
}  // namespace mlf::tools
