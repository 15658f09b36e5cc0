// Appearance of charts, measured on Graphviz's layout: nothing overlaps, the text is legible when
// the chart fits a laptop screen, no chart is half empty, and none is wider than two screens.
#include "support.h"

#include <mlf/variants/open.h>
#include "tools/chart/chart_plan.h"
#include "tools/chart/render.h"
#include "tools/chart/views.h"
#include "tools/flowviz/heat.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

namespace mlf::tools {
namespace {

constexpr double kScreenWidth = 1280, kScreenHeight = 800;
// The minimum size of the smallest text of the chart of windows, in pixels: both languages, one
// language.
constexpr double kBothPixels = 7.2, kOnePixels = 8;
// The minimum share of area that boxes fill, of a chart of windows and of each half.
constexpr double kFilled = 0.25, kHalfFilled = 0.13;

struct Box {
  std::string name;
  double left, top, right, bottom;  // in points
};
struct Layout {
  double width = 0, height = 0;
  std::vector<Box> boxes;

  double Fit() const { return std::min(kScreenWidth / width, kScreenHeight / height); }
};

// The boxes in Graphviz's plain output, one per line: node "name" x y width height ...
Layout LayoutOf(const std::string& dot) {
  Layout layout;
  const auto plain = DrawDot(dot, "plain-ext");
  EXPECT_TRUE(plain) << FaultText(plain.faults());
  if (!plain) return layout;
  std::istringstream lines(*plain);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "graph") {
      double scale = 1;
      words >> scale >> layout.width >> layout.height;
      // The margin (pad) of all charts.
      layout.width = layout.width * 72 + 2 * 0.3 * 72;
      layout.height = layout.height * 72 + 2 * 0.3 * 72;
    } else if (what == "node") {
      words >> std::ws;
      std::string name;
      if (words.peek() == '"') {
        words.get();
        std::getline(words, name, '"');
      } else {
        words >> name;
      }
      double x = 0, y = 0, width = 0, height = 0;
      words >> x >> y >> width >> height;
      layout.boxes.push_back({name, 72 * (x - width / 2), 72 * (y - height / 2),
                              72 * (x + width / 2), 72 * (y + height / 2)});
    }
  }
  EXPECT_GE(layout.boxes.size(), 2u);
  return layout;
}

// The ids of all variants, and the folders of the examples.
std::vector<std::string> Variants() {
  std::vector<std::string> names = VariantIds();
  for (const auto& entry :
       std::filesystem::directory_iterator(test::SourcePath("examples/variants")))
    names.push_back(entry.path().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> Overlaps(const Layout& layout) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Box &a = layout.boxes[i], &b = layout.boxes[j];
      constexpr double kTouch = 0.5;
      if (a.left + kTouch < b.right && b.left + kTouch < a.right && a.top + kTouch < b.bottom &&
          b.top + kTouch < a.bottom)
        found.push_back(a.name + " and " + b.name);
    }
  }
  return found;
}

// Size of the smallest text of a dot text in points, without the thin lines between rows.
int SmallestText(const std::string& dot) {
  int smallest = 100;
  const std::string mark = "POINT-SIZE=\"";
  for (std::size_t at = dot.find(mark); at != std::string::npos; at = dot.find(mark, at + 1)) {
    const int size = std::stoi(dot.substr(at + mark.size()));
    if (size > 3) smallest = std::min(smallest, size);
  }
  return smallest;
}

TEST(Look, NothingLiesOnAnythingElse) {
  for (const std::string& name : Variants()) {
    const auto flow = test::OpenOrFail(name);
    ASSERT_NE(flow, nullptr) << name;
    for (const ChartView view :
         {ChartView::kWindows, ChartView::kActions, ChartView::kHooks, ChartView::kParts}) {
      for (const ChartLang lang : {ChartLang::kBoth, ChartLang::kZh, ChartLang::kEn}) {
        const std::string dot = RenderDot(*flow, {.lang = lang, .view = view});
        EXPECT_THAT(Overlaps(LayoutOf(dot)), testing::IsEmpty())
            << name << " view " << static_cast<int>(view);
        // All text is in boxes. Beside a line it might overlap another line or text.
        EXPECT_THAT(dot, testing::Not(testing::ContainsRegex("-> [^\n]*label=<"))) << name;
      }
    }
  }
}

TEST(Look, OverlapsAreFound) {
  const Layout apart = LayoutOf("digraph { a b c d e f }");
  EXPECT_THAT(Overlaps(apart), testing::IsEmpty());
  Layout moved = apart;
  moved.boxes[1] = moved.boxes[0];
  moved.boxes[1].name = "on a";
  EXPECT_EQ(Overlaps(moved).size(), 1u);
}

// A chart of few nodes fits the screens below. A larger one is read part by part.
bool IsLarge(const Flow& flow) { return flow.nodes().size() > 27; }
// How much larger than the screen it may be.
double RoomOf(const Flow& flow) {
  if (IsLarge(flow)) return 1.75;
  // Open hands and hidden indicators add two windows to the own turn.
  return flow.name() == "dalian" || flow.name() == "kawuxing" ? 1.25 : 1;
}

TEST(Look, ActionsFitTwoScreens) {
  for (const std::string& name : Variants()) {
    const auto flow = test::OpenOrFail(name);
    ASSERT_NE(flow, nullptr);
    const Layout layout = LayoutOf(RenderDot(*flow, {.view = ChartView::kActions}));
    EXPECT_LE(layout.width, 2 * kScreenWidth) << name;
    EXPECT_LE(layout.height, 2 * kScreenHeight * RoomOf(*flow)) << name;
    EXPECT_LE(layout.width / layout.height, 2.5) << name;
  }
}

// The default chart, with both languages, is the hardest to fit.
TEST(Look, WindowsCanBeReadOnALaptop) {
  for (const std::string& name : Variants()) {
    const auto flow = test::OpenOrFail(name);
    ASSERT_NE(flow, nullptr);
    struct Row {
      ChartLang lang;
      bool opening;
      double pixels;
    };
    for (const Row& row :
         {Row{ChartLang::kBoth, true, kBothPixels}, Row{ChartLang::kZh, true, kOnePixels},
          Row{ChartLang::kEn, true, kOnePixels}, Row{ChartLang::kBoth, false, kBothPixels}}) {
      const std::string dot = RenderDot(*flow, {.lang = row.lang, .opening = row.opening});
      const Layout layout = LayoutOf(dot);
      const double pixels = layout.Fit() * RoomOf(*flow) * SmallestText(dot);
      EXPECT_GE(pixels, row.pixels) << name << " language " << static_cast<int>(row.lang)
                                    << (row.opening ? "" : " without the opening") << ": "
                                    << layout.width << " x " << layout.height;
      RecordProperty(name + std::to_string(static_cast<int>(row.lang)) + (row.opening ? "" : "-"),
                     std::to_string(pixels));
    }
  }
}

// Share of a grid of points over `part` of the chart that is inside boxes.
double Filled(const Layout& layout, double left, double top, double right, double bottom) {
  int in = 0, all = 0;
  for (double x = left + 5; x < right; x += 10) {
    for (double y = top + 5; y < bottom; y += 10) {
      ++all;
      in += std::any_of(layout.boxes.begin(), layout.boxes.end(),
                        [&](const Box& box) {
                          return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
                        })
                ? 1
                : 0;
    }
  }
  return static_cast<double>(in) / all;
}

TEST(Look, NoChartIsHalfEmpty) {
  for (const std::string& name : Variants()) {
    const auto flow = test::OpenOrFail(name);
    ASSERT_NE(flow, nullptr);
    const Layout layout = LayoutOf(RenderDot(*flow));
    const double width = layout.width, height = layout.height;
    const double all = Filled(layout, 0, 0, width, height);
    EXPECT_GE(all, kFilled) << name;
    for (const double half :
         {Filled(layout, 0, 0, width / 2, height), Filled(layout, width / 2, 0, width, height),
          Filled(layout, 0, 0, width, height / 2), Filled(layout, 0, height / 2, width, height)}) {
      EXPECT_GE(half, kHalfFilled) << name;
    }
  }
}

// The counts at the lines may push boxes apart a little.
TEST(Look, HeatIsHardlyTallerThanTheChart) {
  for (const std::string& name : VariantIds()) {
    const auto flow = test::OpenOrFail(name);
    ASSERT_NE(flow, nullptr);
    const Chart chart = MakeChart(*flow);
    std::optional<std::string> fault;
    const Heat heat = PlayHeat(
        *flow, chart,
        {.hands = 40,
         .bots = std::vector<BotKind>(static_cast<std::size_t>(flow->seats()), BotKind::kGreedy)},
        fault);
    ASSERT_FALSE(fault) << *fault;
    for (const bool legend : {false, true}) {
      const Layout cold = LayoutOf(RenderDot(*flow, {.legend = legend})),
                   hot = LayoutOf(PictureDot(HeatPicture(chart, heat, legend), ChartLang::kBoth));
      EXPECT_LE(hot.height, cold.height * 1.07) << name;
      EXPECT_LE(hot.width, 2 * kScreenWidth * RoomOf(*flow)) << name;
    }
  }
}

TEST(Look, WithoutTheOpeningTheTitleSaysWhatIsLeftOut) {
  for (const std::string& id : VariantIds()) {
    const auto flow = test::OpenOrFail(id);
    ASSERT_NE(flow, nullptr);
    const Chart chart = MakeChart(*flow);
    const std::string dot = RenderDot(*flow, {.lang = ChartLang::kEn, .opening = false});
    const int left_out = OpeningEdges(chart);
    EXPECT_GT(left_out, 2) << id;
    EXPECT_EQ(test::Count(dot, "[id=\"edge."), CountEdges(*flow) - left_out) << id;
    EXPECT_THAT(dot, testing::HasSubstr(", " + std::to_string(left_out) + " edges): ")) << id;
    EXPECT_THAT(dot, testing::Not(testing::HasSubstr("[id=\"node.shuffle\""))) << id;
    EXPECT_LT(LayoutOf(dot).width, LayoutOf(RenderDot(*flow, {.lang = ChartLang::kEn})).width)
        << id;
  }
  EXPECT_THAT(test::Flowviz({"render", "xueliu", "--no-opening", "--lang", "en"}).out,
              testing::HasSubstr("not drawn: opening"));
}

// A line that ends in a small box names its target, and the edge has that target.
TEST(Look, AJumpNamesItsTarget) {
  const auto flow = test::OpenOrFail("erren");
  const Chart chart = MakeChart(*flow);
  const Picture picture = WindowsPicture(chart, false);
  int jumps = 0;
  for (const PictureEdge& line : picture.edges) {
    if (line.id.empty()) continue;
    const ChartEdge* edge = FindEdge(chart, line.id);
    ASSERT_NE(edge, nullptr) << line.id;
    const ChartNode& to = chart.nodes[static_cast<std::size_t>(edge->to)];
    if (edge->pass || line.to == to.id) continue;
    ++jumps;
    const auto box = std::find_if(picture.boxes.begin(), picture.boxes.end(),
                                  [&](const PictureBox& one) { return one.name == line.to; });
    ASSERT_NE(box, picture.boxes.end()) << line.id;
    EXPECT_EQ(box->rows[0].text.zh, to.label.zh) << line.id;
    EXPECT_EQ(box->rows[0].text.en, to.label.en) << line.id;
  }
  EXPECT_GT(jumps, 5);
}

// ting and discard share one window between their boxes; each of the two has all of its lines.
TEST(Look, AWindowThatTwoNodesHaveIsDrawnOnce) {
  const auto flow = test::OpenOrFail("erren");
  const Chart chart = MakeChart(*flow);
  const std::string dot = RenderDot(*flow);
  EXPECT_EQ(test::Count(dot, "[id=\"window.discard\""), 1);
  EXPECT_EQ(test::Count(dot, "[id=\"window.ting\""), 0);
  const Picture picture = WindowsPicture(chart, false);
  std::vector<std::string> joined;
  std::map<std::string, std::string> ends;
  for (const PictureEdge& line : picture.edges) {
    if (line.kind == std::string("joint") && (line.from == "discard?" || line.to == "discard?"))
      joined.push_back(line.from == "discard?" ? line.to : line.from);
    if (line.from == "discard?" && !line.id.empty())
      ends[line.id] = line.from_port + " to " + line.to;
  }
  EXPECT_THAT(joined, testing::UnorderedElementsAre("ting", "discard"));
  EXPECT_EQ(ends.size(), 12u);
  for (const ChartEdge& edge : chart.edges) {
    const std::string& from = chart.nodes[static_cast<std::size_t>(edge.from)].id;
    if (from != "ting") continue;
    EXPECT_EQ(ends.at(edge.id), ends.at("discard" + edge.id.substr(from.size()))) << edge.id;
  }
  // Windows that differ are drawn twice.
  const std::string folder = test::TempFolder("twins");
  test::WriteText(folder + "/variant.yaml",
                  test::Replaced(test::VariantYaml("erren"), "window: discard, then: draw}",
                                 "window: discard, then: {draw: {rare: true}}}"));
  const auto other = test::OpenOrFail(folder + "/variant.yaml");
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(test::Count(RenderDot(*other), "[id=\"window.ting\""), 1);
}

TEST(Look, ColumnsFollowTheFlow) {
  for (const std::string& name : Variants()) {
    const auto flow = test::OpenOrFail(name);
    ASSERT_NE(flow, nullptr);
    const Chart chart = MakeChart(*flow);
    const ChartPlan plan = PlanOf(chart);
    for (const std::vector<int>& column : plan.columns) {
      const auto place = [&](int node) { return std::find(column.begin(), column.end(), node); };
      for (const ChartEdge& edge : chart.edges) {
        if (edge.pass || plan.jumps.count(edge.id) > 0 || place(edge.from) == column.end() ||
            place(edge.to) == column.end())
          continue;
        EXPECT_LT(place(edge.from), place(edge.to)) << name << ": " << edge.id;
      }
    }
  }
}

}  // namespace
}  // namespace mlf::tools
