// The views of hooks and parts, Mermaid, and the stability of charts: a small change of a flow
// moves little.
#include "support.h"

#include <mlf/variants/open.h>
#include "tools/chart/parts.h"
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
        EXPECT_THAT(dot, HasSubstr(part.text.substr(0, part.text.find('@'))))
            << id << ": " << node.id;
      }
      for (const ChartPart& part : node.conditions)
        EXPECT_THAT(dot, HasSubstr(part.text.substr(0, part.text.find('@'))))
            << id << ": " << node.id;
    }
    for (const auto& shared : chart.shared)
      EXPECT_EQ(Count(dot, "[id=\"part." + shared.first + "\""), 1) << id;
  }
}

// The kinds of a part and of all parts within it.
void AddKinds(const PartUse& use, std::set<std::string>& names) {
  names.insert(use.Name());
  for (const PartUse* child : use.Children()) AddKinds(*child, names);
}

// These, and the names of its own parameters.
std::set<std::string> NamesIn(const PartUse& use) {
  std::set<std::string> names;
  AddKinds(use, names);
  for (const PartParam& param : use.params) names.insert(param.name);
  return names;
}

// "a, b, c"
std::vector<std::string> Words(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(", ", at), list.size());
    words.push_back(list.substr(at, end - at));
    at = end + 2;
  }
  return words;
}

std::string TextOf(const PictureRows& rows, ChartLang lang) {
  std::string text;
  for (const PictureRow& row : rows) {
    for (const std::string& line : RowLines(row, lang)) text += line + " ";
    text += "\n";
  }
  return text;
}

std::vector<std::string> Twice(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  std::vector<std::string> twice;
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (names[i] == names[i - 1]) twice.push_back(names[i]);
  }
  return twice;
}

// "rows (71): a, b, ..." of `text`: the ids, and the stated number.
struct IdList {
  std::size_t said;
  std::vector<std::string> ids;
};
std::vector<IdList> IdLists(const std::string& text) {
  std::vector<IdList> lists;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t open = line.find(" ("), close = line.find("): ");
    if (open == std::string::npos || close == std::string::npos || close < open ||
        line.find_first_not_of("0123456789", open + 2) != close)
      continue;
    if (line.find('[', close) != std::string::npos) continue;  // groups, which share ids
    lists.push_back({std::stoul(line.substr(open + 2)), Words(line.substr(close + 3))});
  }
  return lists;
}

TEST(HooksView, CutsNothingOffAndNamesNothingTwice) {
  int lists = 0;
  for (const std::string& id : VariantIds()) {
    const auto flow = OpenOrFail(id);
    ASSERT_NE(flow, nullptr);
    const Chart chart = MakeChart(*flow);
    const Picture picture = HooksPicture(chart, false);
    std::map<std::string, std::vector<ChartPart>> parts;  // by box
    for (const ChartNode& node : chart.nodes) {
      std::vector<ChartPart>& here = parts["node." + node.id];
      here = node.conditions;
      for (const auto& [hook, part] : node.hooks) here.push_back(part);
      for (const ChartEdge& edge : chart.edges) {
        if (chart.nodes[static_cast<std::size_t>(edge.from)].id == node.id)
          here.insert(here.end(), edge.guards.begin(), edge.guards.end());
      }
    }
    for (const auto& [name, part] : chart.shared) parts["part." + name].push_back(part);
    for (const PictureBox& box : picture.boxes) {
      for (const ChartLang lang : {ChartLang::kZh, ChartLang::kEn}) {
        std::string text = TextOf(box.rows, lang);
        for (const PictureCell& cell : box.cells) {
          const std::string inner = TextOf(cell.rows, lang);
          std::vector<std::string> rows;
          std::istringstream lines(inner);
          for (std::string line; std::getline(lines, line);) {
            // Two effects of one hook may have equal parameters.
            if (!line.empty() && line.find(": ") == std::string::npos) rows.push_back(line);
          }
          EXPECT_THAT(Twice(rows), testing::IsEmpty()) << id << ": " << box.id;
          text += inner;
        }
        EXPECT_THAT(text, Not(testing::AnyOf(HasSubstr("…"), HasSubstr("..."))))
            << id << ": " << box.id;
        for (const ChartPart& part : parts[box.id]) {
          for (const std::string& name : NamesIn(part.use))
            EXPECT_THAT(text, HasSubstr(name)) << id << ": " << box.id;
        }
        for (const IdList& list : IdLists(text)) {
          ++lists;
          EXPECT_EQ(list.ids.size(), list.said) << id << ": " << box.id;
          EXPECT_THAT(Twice(list.ids), testing::IsEmpty()) << id << ": " << box.id;
        }
      }
    }
  }
  EXPECT_GT(lists, 4);
}

TEST(PartsView, CutsNothingOffAndNamesNothingTwice) {
  std::vector<Chart> charts;
  for (const std::string& id : VariantIds()) charts.push_back(MakeChart(*OpenOrFail(id)));
  const Picture picture = PartsPicture(charts, false);
  std::vector<std::string> shown;
  for (const PictureBox& box : picture.boxes) {
    for (const PictureRow& row : box.rows) {
      if (row.text.zh != row.text.en || row.text.zh.empty())
        continue;  // text that is equal in both languages is a list of ids
      std::string whole;
      for (const std::string& line : RowLines(row, ChartLang::kEn))
        whole += (whole.empty() ? "" : " ") + line;
      EXPECT_EQ(whole, row.text.en);
      for (std::string& id : Words(whole))
        shown.push_back(id.ends_with('*') ? id.substr(0, id.size() - 1) : id);
    }
  }
  std::vector<std::string> used;
  for (const PartUsage& use : SharedParts(charts)) used.push_back(use.id);
  EXPECT_THAT(Twice(shown), testing::IsEmpty());
  EXPECT_THAT(shown, testing::UnorderedElementsAreArray(used));
}

TEST(PartsView, TellsWhatVariantsShare) {
  const auto xueliu = OpenOrFail("xueliu"), xuezhan = OpenOrFail("xuezhan");
  const std::vector<PartUsage> uses = SharedParts({MakeChart(*xueliu), MakeChart(*xuezhan)});
  const auto find = [&](const std::string& id) {
    return std::find_if(uses.begin(), uses.end(),
                        [&](const PartUsage& use) { return use.id == id; });
  };
  ASSERT_NE(find("peng"), uses.end());
  EXPECT_TRUE(find("peng")->node());
  EXPECT_EQ(find("lock_winner")->kind, PartKind::kLogic);
  EXPECT_EQ(find("win_points")->kind, PartKind::kScore);
  EXPECT_EQ(find("peng")->Count(), 2);
  EXPECT_THAT(find("lock_winner")->in, testing::ElementsAre(true, false));
  EXPECT_THAT(find("leave_winner")->in, testing::ElementsAre(false, true));
  EXPECT_TRUE(find("after_draw")->same);
  EXPECT_FALSE(find("fan_table")->same);  // another cap

  const std::string dot = RenderDot(*xueliu, {.view = ChartView::kParts});
  EXPECT_THAT(dot, HasSubstr("lock_winner"));
  const auto both = Render({xueliu.get(), xuezhan.get()}, "dot",
                           {.lang = ChartLang::kEn, .view = ChartView::kParts});
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
    for (const ChartEdge& edge : chart.edges)
      EXPECT_EQ(Count(*text, "%% edge." + edge.id + "\n"), 1) << id << ": " << edge.id;
    // The number of lines equals the number of line styles, because Mermaid counts lines.
    const int windows = static_cast<int>(
        std::count_if(chart.nodes.begin(), chart.nodes.end(),
                      [](const ChartNode& node) { return node.window.has_value(); }));
    EXPECT_EQ(Count(*text, "linkStyle "), CountEdges(*flow) + windows) << id;
    EXPECT_EQ(Count(*text, "subgraph "), Count(*text, "\n  end\n")) << id;
  }
}

TEST(Views, AreTheSameEachTime) {
  for (const ChartView view :
       {ChartView::kWindows, ChartView::kActions, ChartView::kHooks, ChartView::kParts}) {
    for (const char* format : {"dot", "mmd", "json"}) {
      EXPECT_TRUE(*Render(*OpenOrFail("erren"), format, {.view = view}) ==
                  *Render(*OpenOrFail("erren"), format, {.view = view}))
          << format;
    }
  }
  EXPECT_TRUE(*Render(*OpenOrFail("xueliu"), "svg", {.view = ChartView::kActions}) ==
              *Render(*OpenOrFail("xueliu"), "svg", {.view = ChartView::kActions}));
}

// The horizontal position of the boxes of nodes in svg: the first point of each outline.
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
  // One more node between peng and the turn.
  std::string yaml = test::VariantYaml("xueliu");
  yaml = test::Replaced(yaml,
                        "  peng: {group: claims, if: [not_void_suit, not_locked], states: "
                        "clear_missed_wins, then: turn}\n",
                        "  peng: {group: claims, if: [not_void_suit, not_locked], states: "
                        "clear_missed_wins, then: peng_done}\n"
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
  std::set_symmetric_difference(one.begin(), one.end(), two.begin(), two.end(),
                                std::back_inserter(moved));
  // Expected changes of lines: the new node (two lines); its edges in and out; the small box named
  // after the turn, which moves from peng to the new node, with its constraint; the numbers in the
  // title.
  EXPECT_LE(moved.size(), 19u) << ::testing::PrintToString(moved);

  // Nearly every pair of nodes keeps its horizontal order.
  const auto old_places = Places(*Render(*before, "svg")),
             new_places = Places(*Render(*after, "svg"));
  ASSERT_EQ(old_places.size(), before->nodes().size());
  int pairs = 0, kept = 0;
  for (const auto& [left, at] : old_places) {
    for (const auto& [right, behind] : old_places) {
      // Boxes of one column are aligned by their middles.
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
    for (const std::string format : {"dot", "svg", "png", "pdf", "mmd", "json"})
      args.insert(args.end(), {"-o", folder + "/" + view + "." + format});
    const test::Ran ran = test::Flowviz(args);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(test::ReadText(folder + "/" + view + ".dot"), testing::StartsWith("digraph "));
    EXPECT_THAT(test::ReadText(folder + "/" + view + ".svg"), HasSubstr("<svg "));
    EXPECT_THAT(test::ReadText(folder + "/" + view + ".png").substr(1, 3), "PNG");
    EXPECT_THAT(test::ReadText(folder + "/" + view + ".pdf"), testing::StartsWith("%PDF"));
    EXPECT_THAT(test::ReadText(folder + "/" + view + ".mmd"), HasSubstr("flowchart "));
    EXPECT_FALSE(
        nlohmann::json::parse(test::ReadText(folder + "/" + view + ".json"), nullptr, false)
            .is_discarded());
  }
}

TEST(RenderCommand, OptionsAndLanguages) {
  const test::Ran off =
      test::Flowviz({"render", "xueliu", "--set", "huan_san_zhang=off", "--lang", "en"});
  EXPECT_EQ(off.status, 0) << off.err;
  EXPECT_THAT(off.out, Not(HasSubstr("exchange three")));
  EXPECT_THAT(off.out, Not(HasSubstr("碰")));
  EXPECT_TRUE(off.out ==
              test::Flowviz({"render", "xueliu?huan_san_zhang=off", "--lang", "en"}).out);
  EXPECT_THAT(test::Flowviz({"render", "xueliu", "--lang", "zh"}).out,
              Not(HasSubstr("exchange three")));
  EXPECT_THAT(test::Flowviz({"render", "xueliu", "--legend", "--view", "hooks"}).out,
              HasSubstr("\"legend\""));
  EXPECT_EQ(test::Flowviz({"render", std::string(MLF_SOURCE_DIR) + "/variants/xueliu"}).out,
            test::Flowviz({"render", "xueliu"}).out);
}

TEST(RenderCommand, BadInputIsReported) {
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
