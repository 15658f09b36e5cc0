#include "tools/flowviz/family.h"
#include "tools/chart/palette.h"
#include "tools/chart/render.h"
#include "tools/console/html.h"
#include "tools/flowviz/page.h"
#include "tools/flowviz/page_parts.h"

#include <fmt/format.h>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/kruskal_min_spanning_tree.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace mlf::tools {
namespace {

using namespace palette;

std::vector<PartUsage> UsesOf(const std::vector<FamilyMember>& family) {
  std::vector<Chart> charts;
  charts.reserve(family.size());
  for (const FamilyMember& member : family) charts.push_back(member.chart);
  return SharedParts(charts);
}

int Common(const std::vector<PartUsage>& uses, std::size_t a, std::size_t b) {
  return static_cast<int>(
      std::ranges::count_if(uses, [&](const PartUsage& use) { return use.in[a] && use.in[b]; }));
}

// Of two pairs the one with the larger share of common kinds: |A and B| / |A or B|.
struct Pair {
  int a = 0, b = 0;
  int common = 0, all = 0;
  bool derived = false;

  bool Before(const Pair& other) const {
    if (derived != other.derived) return derived;
    const int left = common * other.all, right = other.common * all;
    if (left != right) return left > right;
    return std::pair(a, b) < std::pair(other.a, other.b);
  }
};

const std::string& NameOf(const FamilyMember& member) { return member.chart.name; }

// 1 to 9 points, from the least to the most common kinds of a kinship.
std::string WidthOf(const Kinship& kinship, const std::vector<Kinship>& all) {
  const auto [least, most] = std::ranges::minmax(all, {}, &Kinship::common);
  const int range = std::max(1, most.common - least.common);
  return fmt::format("{:.1f}", 1.0 + 8.0 * (kinship.common - least.common) / range);
}

Label LabelOf(const FamilyMember& member) {
  const Label& label = member.chart.label;
  return label.zh.empty() ? Label{NameOf(member), NameOf(member)} : label;
}

}  // namespace

std::vector<Kinship> KinshipsOf(const std::vector<FamilyMember>& family) {
  const std::vector<PartUsage> uses = UsesOf(family);
  const int count = static_cast<int>(family.size());
  std::vector<Pair> pairs;
  std::vector<int> total(family.size(), 0);
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b) {
      const auto in_a = static_cast<std::size_t>(a), in_b = static_cast<std::size_t>(b);
      Pair pair{.a = a, .b = b, .common = Common(uses, in_a, in_b)};
      pair.all = Common(uses, in_a, in_a) + Common(uses, in_b, in_b) - pair.common;
      pair.derived =
          family[in_a].base == NameOf(family[in_b]) || family[in_b].base == NameOf(family[in_a]);
      total[in_a] += pair.common;
      total[in_b] += pair.common;
      pairs.push_back(pair);
    }
  }
  std::ranges::sort(pairs, [](const Pair& x, const Pair& y) { return x.Before(y); });
  // The best pairs that join the family. The weight of a pair is its place in their order.
  using PairGraph =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                            boost::property<boost::edge_weight_t, std::size_t>>;
  PairGraph graph(family.size());
  for (std::size_t i = 0; i < pairs.size(); ++i)
    boost::add_edge(static_cast<std::size_t>(pairs[i].a), static_cast<std::size_t>(pairs[i].b), i,
                    graph);
  std::vector<PairGraph::edge_descriptor> joining;
  boost::kruskal_minimum_spanning_tree(graph, std::back_inserter(joining));
  std::vector<Pair> tree;
  for (const auto& edge : joining)
    tree.push_back(pairs[boost::get(boost::edge_weight, graph, edge)]);
  // Away from the member with the most in common, nearest first. A derived one follows its base.
  std::vector<Kinship> kinships;
  if (family.empty()) return kinships;
  std::vector<int> reached = {static_cast<int>(std::ranges::max_element(total) - total.begin())};
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const int from = reached[next];
    for (const Pair& pair : tree) {
      if (pair.a != from && pair.b != from) continue;
      const int to = pair.a == from ? pair.b : pair.a;
      if (std::ranges::find(reached, to) != reached.end()) continue;
      reached.push_back(to);
      Kinship kinship{.a = from, .b = to, .common = pair.common, .derived = pair.derived};
      if (pair.derived && family[static_cast<std::size_t>(from)].base ==
                              NameOf(family[static_cast<std::size_t>(to)]))
        std::swap(kinship.a, kinship.b);
      kinships.push_back(kinship);
    }
  }
  return kinships;
}

Picture FamilyPicture(const std::vector<FamilyMember>& family, bool legend) {
  const std::vector<PartUsage> uses = UsesOf(family);
  const std::vector<Kinship> kinships = KinshipsOf(family);
  Picture picture;
  picture.name = "family";
  picture.layout = "nodesep=0.5, ranksep=0.7, splines=spline";
  picture.title = {{{"玩法的亲缘", "the family of variants"}, kText, 24, true, 60}};
  for (std::size_t i = 0; i < family.size(); ++i) {
    const FamilyMember& member = family[i];
    PictureBox box{.name = "v" + std::to_string(i),
                   .id = "variant." + NameOf(member),
                   .color = kPlayer,
                   .fill = kPlayerFill};
    box.width = "2";
    box.rows.push_back({LabelOf(member), kText, 16, true, 30, true});
    const auto all = std::to_string(Common(uses, i, i));
    const auto own = std::to_string(std::ranges::count_if(
        uses, [&](const PartUsage& use) { return use.in[i] && use.Count() == 1; }));
    box.rows.push_back({{all + " 种节点和部件，" + own + " 种只有它用",
                         all + " kinds of nodes and parts, " + own + " used by no other"},
                        kFaint,
                        12,
                        false,
                        40});
    picture.boxes.push_back(std::move(box));
  }
  for (const Kinship& kinship : kinships) {
    const FamilyMember& a = family[static_cast<std::size_t>(kinship.a)];
    const FamilyMember& b = family[static_cast<std::size_t>(kinship.b)];
    const std::string common = std::to_string(kinship.common);
    PictureEdge line{.id = NameOf(a) + ">" + NameOf(b),
                     .from = "v" + std::to_string(kinship.a),
                     .from_side = "s",
                     .to = "v" + std::to_string(kinship.b),
                     .to_side = "n"};
    line.color = kinship.derived ? kWindow : kSystem;
    line.arrow = kinship.derived ? "normal" : "none";
    line.width = WidthOf(kinship, kinships);
    const Label text =
        kinship.derived ? Label{"改自，共 " + common + " 种", "extends, " + common + " in common"}
                        : Label{"共 " + common + " 种", common + " in common"};
    line.note = PictureRow{text, kinship.derived ? kWindow : kFaint, 12, false, 24};
    picture.edges.push_back(std::move(line));
  }
  if (legend) {
    picture.legend = {
        {"──",
         kSystem,
         {"最像的两个玩法；越粗，共用的节点和部件越多",
          "the two variants most alike; the thicker, the more nodes and parts in common"}},
        {"─▶", kWindow, {"由它改成（extends）", "extended by the other one (extends)"}},
    };
  }
  return picture;
}

Result<std::string> FamilyPage(const std::vector<FamilyMember>& family, Lang lang) {
  const Picture picture = FamilyPicture(family, true);
  const Result<std::string> zh = DrawPicture(picture, "svg", ChartLang::kZh);
  if (!zh) return zh.faults();
  const Result<std::string> en = DrawPicture(picture, "svg", ChartLang::kEn);
  if (!en) return en.faults();
  std::vector<PartUsage> uses = UsesOf(family);
  std::ranges::stable_sort(uses, [](const PartUsage& a, const PartUsage& b) {
    return std::pair(!a.node(), -a.Count()) < std::pair(!b.node(), -b.Count());
  });
  std::string table = "<section class=\"panel\" id=\"parts\">" +
                      Heading("玩法与部件", "Variants by parts") +
                      "<div class=\"wide\"><table>\n<tr><th>" + Both("节点", "node") + "</th>";
  std::string names;
  for (const FamilyMember& member : family) {
    const Label label = LabelOf(member);
    names += "<th>" + Both(label.zh, NameOf(member)) + "</th>";
  }
  names += "<th class=\"number\">" + Both("几个玩法", "variants") + "</th></tr>\n";
  table += names;
  bool nodes = true;
  for (const PartUsage& use : uses) {
    if (nodes && !use.node()) table += "<tr><th>" + Both("部件", "part") + "</th>" + names;
    nodes = use.node();
    table += "<tr><td><code>" + HtmlText(use.id) + "</code></td>";
    for (const bool in : use.in) table += in ? "<td>●</td>" : "<td></td>";
    table += fmt::format("<td class=\"number\">{}</td></tr>\n", use.Count());
  }
  table += "</table></div></section>\n";
  const std::string facts =
      Both(fmt::format("{} 个玩法，{} 种节点和部件（默认选项）", family.size(), uses.size()),
           fmt::format("{} variants, {} kinds of nodes and parts (default options)", family.size(),
                       uses.size()));
  return WholePage("index", lang, lang == Lang::kZh ? "玩法的亲缘" : "The family of variants",
                   {{"heading", Both("玩法的亲缘", "The family of variants")},
                    {"facts", facts},
                    {"body", ChartSection("family", "亲缘图", "Picture", "", *zh, *en) + table}});
}

}  // namespace mlf::tools
