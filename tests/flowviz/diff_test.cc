// Differences: each kind of thing added, removed, changed, renamed and reordered is reported, and
// nothing else.
#include "support.h"

#include <mlf/variants/open.h>
#include "tools/chart/render.h"
#include "tools/flowviz/diff.h"
#include "tools/flowviz/diff_values.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace mlf::tools {
namespace {

using test::Count;
using test::Replaced;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

DiffSide Side(const std::string& name, const OptionValues& options = {}) {
  auto variant = OpenVariant(name);
  EXPECT_TRUE(variant) << FaultText(variant.faults());
  return {name, test::OpenOrFail(name, options),
          variant ? variant->options() : std::vector<OptionDecl>{},
          variant ? variant->presets() : std::vector<Preset>{}};
}

// Xueliu compared with itself after one replacement in its yaml.
FlowDiff After(const std::string& from, const std::string& to, const std::string& name) {
  const std::string path = test::TempFolder("diff_" + name) + "/variant.yaml";
  test::WriteText(path, Replaced(test::VariantYaml("xueliu"), from, to));
  return DiffFlows(Side("xueliu"), Side(path));
}

// Xueliu with chi as the strongest claim, and the expected differences.
FlowDiff WithChi(const std::string& name) {
  const std::string claims =
                        "        - hu: {winners: all}\n        - ming_gang: {winners: nearest}\n",
                    peng = "  peng: {group: claims,";
  std::string yaml =
      Replaced(test::VariantYaml("xueliu"), claims, "        - chi: {winners: nearest}\n" + claims);
  yaml = Replaced(
      yaml, peng,
      "  chi: {group: claims, if: not_locked, states: clear_missed_wins, then: turn}\n" + peng);
  const std::string path = test::TempFolder("diff_" + name) + "/variant.yaml";
  test::WriteText(path, yaml);
  return DiffFlows(Side("xueliu"), Side(path));
}

// "changed node draw: a b", one item per line.
std::vector<std::string> Lines(const FlowDiff& diff) {
  std::vector<std::string> lines;
  for (const DiffItem& item : diff.items) {
    std::string line = std::string(DiffKindName(item.kind)) + " " +
                       std::string(DiffAreaName(item.area)) + " " + item.id;
    if (item.kind == DiffKind::kRenamed) line += " to " + item.to;
    for (const DiffChange& change : item.changes)
      line += " [" + change.what + ": " + change.a + " -> " + change.b + "]";
    lines.push_back(line);
  }
  return lines;
}

TEST(Diff, TheSameIsNoDifference) {
  const FlowDiff diff = DiffFlows(Side("xueliu"), Side("xueliu"));
  EXPECT_THAT(Lines(diff), IsEmpty());
  EXPECT_THAT(DiffText(diff, Lang::kEn), HasSubstr("behave alike"));
}

TEST(Diff, OneOptionChangesItsValueAndWhatItDoes) {
  EXPECT_THAT(
      Lines(DiffFlows(Side("xueliu"), Side("xueliu", {{"bugang_pays", "only_if_just_drawn"}}))),
      ElementsAre("changed option bugang_pays [value: always -> only_if_just_drawn]",
                  "changed node bu_gang_done [settle.gang_points.only_if_just_drawn: off -> on]"));
}

TEST(Diff, NodesAndEdges) {
  EXPECT_THAT(
      Lines(After(
          "  peng: {group: claims, if: [not_void_suit, not_locked], states: clear_missed_wins, "
          "then: turn}\n",
          "  peng: {group: claims, if: not_void_suit, states: clear_missed_wins, then: peng_done}\n"
          "  peng_done: {type: exchange_done, group: claims, then: turn}\n",
          "nodes")),
      ElementsAre("changed node peng [if.not_locked: not_locked@1 -> ]", "added node peng_done",
                  "removed edge peng-turn", "added edge peng-peng_done",
                  "added edge peng_done-turn"));
}

TEST(Diff, PrioritiesWinnersAndWindows) {
  EXPECT_THAT(
      Lines(After("        - ming_gang: {winners: nearest}\n        - peng: {winners: nearest}\n",
                  "        - peng: {winners: nearest}\n        - ming_gang: {winners: nearest}\n",
                  "rank")),
      ElementsAre(
          "changed window discard [priority: hu > ming_gang > peng -> hu > peng > ming_gang]"));
  EXPECT_THAT(Lines(After("        - hu: {winners: all}\n", "        - hu: {winners: nearest}\n",
                          "winners")),
              ElementsAre("changed edge discard.hu [winners: all -> nearest]"));
  EXPECT_THAT(Lines(After("      deadline: 10s\n", "      deadline: 8s\n", "deadline")),
              ElementsAre("changed window discard [deadline ms: 10000 -> 8000]"));
  // An additional answer is one item; the ranks below it do not count as changed.
  EXPECT_THAT(
      Lines(WithChi("answer")),
      testing::IsSupersetOf({"added node chi", "added edge discard.chi", "added edge chi-turn"}));
  EXPECT_THAT(Lines(WithChi("answer")), Not(Contains(HasSubstr("priority"))));
}

TEST(Diff, FansAndParts) {
  EXPECT_THAT(Lines(After("kind: basic, fan: 1, pattern: all_triplets}",
                          "kind: basic, fan: 2, pattern: all_triplets}", "fan")),
              ElementsAre("changed fan peng_peng_hu [fan: 1 -> 2]"));
  EXPECT_THAT(Lines(After("{id: peng_peng_hu,", "{id: dui_dui_hu,", "fan_name")),
              ElementsAre("renamed fan peng_peng_hu to dui_dui_hu"));
  EXPECT_THAT(Lines(After("copies: 4}", "copies: 3}", "copies")),
              ElementsAre("changed part tiles [copies: 4 -> 3]"));
  const std::vector<std::string> gone =
      Lines(After("        - {id: gang_shang_hua, zh: 杠上开花, en: win on the gang's replacement, "
                  "kind: event, fan: 1,\n"
                  "            fact: on_own_replacement}\n",
                  "", "fan_gone"));
  EXPECT_THAT(gone, ElementsAre("removed fan gang_shang_hua"));
}

TEST(Diff, OptionsAddedRemovedAndRenamed) {
  const std::string hands =
      "  hands: {type: int, default: 8, low: 1, high: 64, zh: 局数, en: hands in a match}\n";
  EXPECT_THAT(Lines(After(hands, hands + "  extra: {type: bool, default: off, zh: 多, en: more}\n",
                          "option")),
              ElementsAre("added option extra"));
  std::string yaml =
      Replaced(test::VariantYaml("xueliu"), hands, Replaced(hands, "  hands:", "  rounds:"));
  yaml = Replaced(yaml, "{hands: $hands}", "{hands: $rounds}");
  const std::string path = test::TempFolder("diff_renamed") + "/variant.yaml";
  test::WriteText(path, yaml);
  EXPECT_THAT(Lines(DiffFlows(Side("xueliu"), Side(path))),
              ElementsAre("renamed option hands to rounds"));
  EXPECT_THAT(
      Lines(After("cap: {type: int, default: none,", "cap: {type: int, default: 5,", "preset"))
          .front(),
      HasSubstr("changed option cap [default: none -> 5] [value: none -> 5]"));
}

TEST(Diff, NeedsOfAValue) {
  EXPECT_THAT(
      Lines(After("en: what it has, when: {stake: \"!0\"}", "en: what it has, when: huan_san_zhang",
                  "needs")),
      ElementsAre("changed option pay_limit [holdings needs: stake!=0 -> huan_san_zhang=on]"));
  EXPECT_THAT(Lines(After("en: gives up, when: {stake: \"!0\"}", "en: gives up", "no_needs")),
              ElementsAre("changed option bankrupt [give_up needs: stake!=0 -> ]"));
}

TEST(Diff, Presets) {
  EXPECT_THAT(Lines(After("  four_fan: {zh:", "  quads: {zh:", "preset_name")),
              ElementsAre("removed preset four_fan", "added preset quads"));
  const FlowDiff diff = After("options: {cap: 3, lou_hu: higher_fan}",
                              "options: {cap: 4, zimo: jia_di}", "preset_options");
  EXPECT_THAT(
      Lines(diff),
      ElementsAre(
          "changed preset tournament [cap: 3 -> 4] [lou_hu: higher_fan -> ] [zimo:  -> jia_di]"));
  EXPECT_THAT(DiffText(diff, Lang::kEn),
              HasSubstr("**Presets**\n\n- **~** `tournament` tournament, three fan at most\n  - "
                        "`cap` `3` → `4`\n"));
}

TEST(Diff, ARenamedNodeIsOneThing) {
  std::string yaml = test::VariantYaml("xueliu");
  yaml = Replaced(yaml, "  bu_gang_done:\n    group: claims\n",
                  "  bu_gang_stands:\n    type: bu_gang_done\n    group: claims\n");
  yaml = Replaced(yaml, "    then: bu_gang_done\n", "    then: bu_gang_stands\n");
  const std::string path = test::TempFolder("diff_node") + "/variant.yaml";
  test::WriteText(path, yaml);
  EXPECT_THAT(Lines(DiffFlows(Side("xueliu"), Side(path))),
              ElementsAre("renamed node bu_gang_done to bu_gang_stands"));
}

TEST(Diff, ValuesAreHeldAgainstEachOtherByKey) {
  using Kind = PartParam::Kind;
  const auto use = [](std::string_view id, int version, std::vector<PartParam> params = {}) {
    return PartUse{{id, version, "", ""}, {}, std::move(params), {}};
  };
  const PartParam text{"s", Kind::kWord, "u, v"}, x{"x", Kind::kWord, "1"};
  const auto value = [](int id, int fan) {
    return Value::Map({{"rows", Value::List({Value::Map({{"id", id}, {"fan", fan}}),
                                             Value::Map({{"id", 2}, {"fan", 9}})})}});
  };
  const PartUse b = use("b", 1), c2 = use("c", 1, {{"z", Kind::kWord, "2"}}),
                c3 = use("c", 1, {{"z", Kind::kWord, "3"}});
  const PartUse before =
      use("a", 1, {x, {"y", Kind::kParts, {}, {b, c2}}, text, {"v", Kind::kValue, value(1, 8)}});
  const PartUse after = use("a", 2,
                            {{"v", Kind::kValue, value(1, 7)},
                             {"y", Kind::kParts, {}, {c3}},
                             x,
                             text,
                             {"n", Kind::kWord, "4"}});
  std::vector<DiffChange> changes;
  DiffUses("p", before, after, changes);
  std::vector<std::string> lines;
  for (const DiffChange& change : changes)
    lines.push_back(change.what + ": " + change.a + " -> " + change.b);
  EXPECT_THAT(lines, ElementsAre("p version: 1 -> 2", "p.y.b: b@1 -> ", "p.y.c.z: 2 -> 3",
                                 "p.v.rows.1.fan: 8 -> 7", "p.n:  -> 4"));
}

TEST(Diff, AddedAndRemovedMirrorEachOther) {
  const FlowDiff forth = DiffFlows(Side("xueliu"), Side("xuezhan")),
                 back = DiffFlows(Side("xuezhan"), Side("xueliu"));
  EXPECT_FALSE(forth.same());
  const auto count = [](const FlowDiff& diff, DiffKind kind) {
    return std::count_if(diff.items.begin(), diff.items.end(),
                         [&](const DiffItem& item) { return item.kind == kind; });
  };
  EXPECT_EQ(count(forth, DiffKind::kAdded), count(back, DiffKind::kRemoved));
  EXPECT_EQ(count(forth, DiffKind::kRemoved), count(back, DiffKind::kAdded));
  EXPECT_EQ(forth.items.size(), back.items.size());
}

TEST(Diff, TheChartHoldsBothSides) {
  const FlowDiff diff = DiffFlows(Side("xueliu"), Side("erren"));
  const std::string dot = PictureDot(DiffPicture(diff, true), ChartLang::kBoth);
  for (const ChartNode& node : diff.a.nodes)
    EXPECT_EQ(Count(dot, "[id=\"node." + node.id + "\""), 1) << node.id;
  int added = 0;
  for (const ChartNode& node : diff.b.nodes) {
    if (diff.node_of.count(node.id) > 0) continue;
    ++added;
    EXPECT_EQ(Count(dot, "[id=\"node." + node.id + "\""), 1) << node.id;
  }
  EXPECT_GT(added, 0);
  EXPECT_EQ(Count(dot, "[id=\"edge."),
            static_cast<int>(diff.a.edges.size() + diff.b.edges.size() - diff.edge_of.size()));
  const auto svg = DrawPicture(DiffPicture(diff, true), "svg", ChartLang::kBoth);
  EXPECT_TRUE(svg) << FaultText(svg.faults());
}

// The cell of `name` in the box with this id, up to the next one.
std::string CellIn(const std::string& dot, const std::string& id, const std::string& what) {
  const std::size_t box = dot.find("[id=\"" + id + "\""), end = dot.find(">];", box),
                    name = dot.find(what, box);
  if (box == std::string::npos || name > end) return {};
  const std::size_t open = dot.rfind("<TD PORT=", name);
  return dot.substr(open, std::min(end, dot.find("<TD PORT=", name)) - open);
}
std::string CellOf(const std::string& dot, const std::string& node, const std::string& to) {
  return CellIn(dot, "node." + node, "→ " + to + "</B>");
}
std::string LineOf(const std::string& dot, const std::string& edge) {
  const std::size_t at = dot.find("[id=\"edge." + edge + "\"");
  return at == std::string::npos ? std::string() : dot.substr(at, dot.find('\n', at) - at);
}

TEST(Diff, AnswersThatSwapRanksAreMarked) {
  const FlowDiff diff = After(
      "        - hu: {winners: all}\n        - ming_gang: {winners: nearest}\n        - peng: "
      "{winners: nearest}\n",
      "        - hu: {winners: all}\n        - peng: {winners: nearest}\n        - ming_gang: "
      "{winners: nearest}\n",
      "swap");
  EXPECT_THAT(diff.moved, ElementsAre(testing::Pair("discard.ming_gang", testing::Pair(1, 2)),
                                      testing::Pair("discard.peng", testing::Pair(2, 1))));
  const std::string dot = PictureDot(DiffPicture(diff, true), ChartLang::kEn);
  EXPECT_THAT(CellIn(dot, "window.discard", "ming gang</B>"),
              testing::AllOf(HasSubstr("②→③"), HasSubstr("↓ later")));
  EXPECT_THAT(CellIn(dot, "window.discard", "peng</B>"),
              testing::AllOf(HasSubstr("③→②"), HasSubstr("↑ earlier")));
  EXPECT_THAT(
      CellIn(dot, "window.discard", " hu</B>"),
      testing::AllOf(HasSubstr("① hu"), Not(HasSubstr("earlier")), Not(HasSubstr("later"))));
  EXPECT_THAT(dot, HasSubstr("2 reordered"));
}

TEST(Diff, AnAnswerMoreMovesNoOther) {
  const FlowDiff diff = WithChi("more");
  EXPECT_THAT(diff.moved, IsEmpty());
  EXPECT_THAT(
      CellIn(PictureDot(DiffPicture(diff, false), ChartLang::kEn), "window.discard", " hu</B>"),
      HasSubstr("①→②"));
}

// A chart in grey carries the same information: sign, word, style of name, frame and line.
TEST(Diff, WhatChangedIsSaidWithoutColour) {
  const std::string dot = PictureDot(
      DiffPicture(DiffFlows(Side("xueliu"), Side("xueliu", {{"huan_san_zhang", "off"}})), true),
      ChartLang::kEn);
  const std::string gone = CellIn(dot, "window.deal", "exchange three</B>"),
                    more = CellIn(dot, "window.deal", "choose void suit</B>");
  EXPECT_THAT(gone, testing::AllOf(HasSubstr("<S>"), HasSubstr("－ removed")));
  EXPECT_THAT(more, testing::AllOf(HasSubstr("<U>"), HasSubstr("＋ added")));
  EXPECT_THAT(LineOf(dot, "deal.choose_void"),
              testing::AllOf(HasSubstr("style=solid"), HasSubstr("penwidth=4")));
  EXPECT_THAT(
      LineOf(dot, "deal.exchange_three"),
      testing::AllOf(HasSubstr("style=dashed"), HasSubstr("penwidth=2"), HasSubstr("=tee")));
  // Swatches of the legend: framed fields of the size of a word.
  for (const char* sign : {"＋", "－", "～", "↑ ↓"}) {
    const std::size_t at = dot.find(std::string("<B>") + sign +
                                    "</B></FONT></TD></TR></TABLE></TD><TD ALIGN=\"LEFT\">");
    ASSERT_NE(at, std::string::npos) << sign;
    EXPECT_THAT(dot.substr(dot.rfind("<TD BORDER", at), at - dot.rfind("<TD BORDER", at)),
                HasSubstr("WIDTH=\"56\" HEIGHT=\"24\""))
        << sign;
  }
}

TEST(Diff, WhatFollowsHasTheNumbersOfBothSides) {
  // In 血战 the hand may end after a win, which is checked before any draw.
  const std::string dot =
      PictureDot(DiffPicture(DiffFlows(Side("xueliu"), Side("xuezhan")), true), ChartLang::kEn);
  EXPECT_THAT(CellOf(dot, "zi_mo", "hand end"),
              testing::AllOf(HasSubstr("1. →"), HasSubstr("added")));
  EXPECT_THAT(CellOf(dot, "zi_mo", "draw"),
              testing::AllOf(HasSubstr("1→2. →"), HasSubstr("otherwise")));
  EXPECT_THAT(CellOf(dot, "draw", "turn"), HasSubstr("2. →"));
  const std::string back =
      PictureDot(DiffPicture(DiffFlows(Side("xuezhan"), Side("xueliu")), true), ChartLang::kEn);
  EXPECT_THAT(CellOf(back, "zi_mo", "hand end"),
              testing::AllOf(HasSubstr("1. →"), HasSubstr("removed")));
  EXPECT_THAT(CellOf(back, "zi_mo", "draw"), HasSubstr("2→1. →"));
}

TEST(DiffCommand, TextJsonAndChart) {
  const std::string folder = test::TempFolder("diff_command");
  const test::Ran text =
      test::Flowviz({"diff", "xueliu", "xueliu?zimo=jia_di", "-o", folder + "/a.svg", "-o",
                     folder + "/a.json", "-o", folder + "/a.md"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("`zimo`"));
  EXPECT_THAT(test::ReadText(folder + "/a.svg"), HasSubstr("<svg "));
  EXPECT_EQ(test::ReadText(folder + "/a.md"), text.out);
  EXPECT_EQ(test::Flowviz({"diff", "xueliu", "xueliu", "--set-b", "zimo=jia_di"}).out, text.out);
  const test::Ran json = test::Flowviz({"diff", "xueliu", "xueliu?zimo=jia_di", "--json"});
  EXPECT_EQ(json.out, test::ReadText(folder + "/a.json"));
  const auto read = nlohmann::json::parse(json.out, nullptr, false);
  ASSERT_FALSE(read.is_discarded());
  EXPECT_EQ(read["items"][0]["area"], "option");
  EXPECT_THAT(test::Flowviz({"diff", "xueliu", "xuezhan", "--lang", "zh"}).out,
              HasSubstr("**节点**"));
  EXPECT_EQ(test::Flowviz({"diff", "xueliu"}).status, 2);
  EXPECT_EQ(test::Flowviz({"diff", "xueliu", "nothing"}).status, 1);
}

TEST(DiffCommand, TwoCommits) {
  const std::string repo = test::TempFolder("diff_git");
  const auto git = [&](const std::string& rest) {
    return std::system(
        ("cd " + repo + " && git -c user.name=a -c user.email=a@b " + rest + " > /dev/null 2>&1")
            .c_str());
  };
  test::WriteText(repo + "/variants/xueliu/variant.yaml", test::VariantYaml("xueliu"));
  test::WriteText(repo + "/variants/xuezhan/variant.yaml", test::VariantYaml("xuezhan"));
  if (git("init -q") != 0) GTEST_SKIP() << "git is not here";
  ASSERT_EQ(git("add -A"), 0);
  ASSERT_EQ(git("commit -q -m one"), 0);
  test::WriteText(
      repo + "/variants/xueliu/variant.yaml",
      Replaced(test::VariantYaml("xueliu"), "      deadline: 10s\n", "      deadline: 8s\n"));
  ASSERT_EQ(git("commit -q -a -m two"), 0);
  // The tool runs git in the current folder.
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(repo);
  const test::Ran ran = test::Flowviz({"diff", "--git", "HEAD~1..HEAD", "-o", "charts"});
  const test::Ran bad = test::Flowviz({"diff", "--git", "nothing..HEAD"});
  const test::Ran same = test::Flowviz({"diff", "--git", "HEAD..HEAD"});
  const test::Ran tree = test::Flowviz({"diff", "--git", "HEAD"});
  test::WriteText(
      repo + "/variants/xueliu/variant.yaml",
      Replaced(test::VariantYaml("xueliu"), "      deadline: 10s\n", "      deadline: 7s\n"));
  const test::Ran edited = test::Flowviz({"diff", "--git", "HEAD"});
  const test::Ran no_folder = test::Flowviz({"diff", "--git", "HEAD", "--folder", "elsewhere"});
  const test::Ran worse = test::Flowviz({"diff", "--git", "..HEAD"});
  std::filesystem::current_path(here);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("`deadline ms` `10000` → `8000`"));
  // Xuezhan extends xueliu, so it changes too, with the base of its own commit.
  EXPECT_THAT(ran.out, HasSubstr("xuezhan@HEAD"));
  EXPECT_THAT(test::ReadText(repo + "/charts/xueliu.svg"), HasSubstr("<svg "));
  EXPECT_EQ(bad.status, 1);
  EXPECT_EQ(worse.status, 1);
  EXPECT_THAT(worse.err,
              HasSubstr("write BASE..HEAD for two commits, or BASE for one and the working tree"));
  EXPECT_EQ(same.status, 0);
  EXPECT_EQ(same.out, "Nothing differs between HEAD and HEAD: 2 variants compared.\n");
  EXPECT_EQ(tree.out, "Nothing differs between HEAD and working tree: 2 variants compared.\n");
  EXPECT_THAT(
      edited.out,
      testing::AllOf(
          HasSubstr(
              "`xueliu@HEAD` Blood flows (xueliu) → `xueliu@working tree` Blood flows (xueliu)"),
          HasSubstr("`deadline ms` `8000` → `7000`"), HasSubstr("xuezhan@working tree")));
  EXPECT_EQ(no_folder.status, 1);
  EXPECT_THAT(no_folder.err, HasSubstr("--folder"));
}

}  // namespace
}  // namespace mlf::tools
