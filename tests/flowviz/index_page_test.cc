// Pages of all variants.
#include "support.h"

#include <mlf/components/judge.h>
#include <mlf/variants/open.h>
#include "tools/console/html.h"
#include "tools/flowviz/index_page.h"
#include "tools/flowviz/markdown.h"

#include <gmock/gmock.h>

#include <regex>

namespace mlf::tools {
namespace {

using test::Count;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

IndexedVariant Opened(const std::string& id) {
  auto variant = OpenVariant(id);
  EXPECT_TRUE(variant) << FaultText(variant.faults());
  return {*std::move(variant), test::OpenOrFail(id), VariantReadme(id, Lang::kZh),
          VariantReadme(id, Lang::kEn)};
}

TEST(IndexPage, EveryVariantHasRulesFansOptionsAndCharts) {
  std::vector<IndexedVariant> all;
  for (const std::string& id : VariantIds()) {
    all.push_back(Opened(id));
    const IndexedVariant& one = all.back();
    const auto page = VariantPage(one, {.games = 20}, Lang::kZh);
    ASSERT_TRUE(page) << FaultText(page.faults());
    EXPECT_EQ(page->find("{{"), std::string::npos);
    for (const char* part : {"id=\"rules\"", "id=\"options\"", "id=\"chart\"", "id=\"heat\""})
      EXPECT_EQ(Count(*page, part), 1) << id << " " << part;
    EXPECT_THAT(*page, AllOf(HasSubstr("<h3>规则</h3>"), HasSubstr("<h3>Rules</h3>"),
                             Not(HasSubstr("README.zh-CN.md"))))
        << "the page has its own switch";
    for (const OptionDecl& option : one.variant.options())
      EXPECT_THAT(*page, HasSubstr("<code>" + option.name + "</code>"));
    EXPECT_FALSE(
        std::regex_search(*page, std::regex(R"((src|href|url)\s*[=(]\s*["']?(https?:)?//)")))
        << id;
    EXPECT_LT(page->size(), 1'500'000u) << id;
    EXPECT_EQ(*page, *VariantPage(one, {.games = 20}, Lang::kZh)) << "the same bytes";
    EXPECT_EQ(VariantPage(one, {.games = 0}, Lang::kZh)->find("id=\"heat\""), std::string::npos);
  }
  const std::string index = IndexPage(all, Lang::kEn);
  for (const IndexedVariant& one : all)
    EXPECT_EQ(Count(index, "href=\"" + IndexFile(one) + "\""), 1);
}

TEST(IndexPage, ACardNamesThePresetsAndWhatTheySet) {
  int presets = 0;
  for (const std::string& id : VariantIds()) {
    const IndexedVariant one = Opened(id);
    const std::string index = IndexPage({one}, Lang::kEn);
    EXPECT_EQ(Count(index, "<ul class=\"presets\">"), one.variant.presets().empty() ? 0 : 1) << id;
    for (const Preset& preset : one.variant.presets()) {
      ++presets;
      const std::string title = "<li title=\"" + preset.name + ": ";
      ASSERT_EQ(Count(index, title), 1) << id;
      const std::size_t at = index.find(title);
      const std::string item = index.substr(at, index.find("</li>", at) - at);
      EXPECT_THAT(item, AllOf(HasSubstr(">" + HtmlText(preset.label.zh) + "<"),
                              HasSubstr(">" + HtmlText(preset.label.en) + "<")))
          << id;
      for (const auto& [option, value] : preset.options)
        EXPECT_THAT(item, HasSubstr(option + "=" + value)) << id;
    }
  }
  EXPECT_GT(presets, 5);
}

// The table on the page comes from the text, the evaluated rows from the judge.
TEST(IndexPage, FansAreThoseOfTheJudge) {
  for (const std::string& id : VariantIds()) {
    const IndexedVariant one = Opened(id);
    const auto* judge = one.flow->Shared<score::Judge>("judge");
    ASSERT_NE(judge, nullptr) << id;
    std::vector<std::string> shown, run;
    for (const FanTableRow& row : FanRows(one.variant)) shown.push_back(row.id);
    for (const score::FanRow& row : judge->Rows()) run.push_back(row.id);
    EXPECT_THAT(shown, testing::UnorderedElementsAreArray(run)) << id;
  }
}

TEST(IndexPage, ACardSaysWhatTheGameIs) {
  const std::string index = IndexPage(
      [] {
        std::vector<IndexedVariant> one;
        one.push_back(Opened("xuezhan"));
        return one;
      }(),
      Lang::kEn);
  EXPECT_THAT(index, HasSubstr("四川麻将：胡了就离局，其余的人继续打，到第三家胡或牌墙摸完为止。"));
  EXPECT_THAT(index, HasSubstr("Sichuan mahjong in which a seat that wins leaves, and the others "
                               "play on until the third win or an empty wall."));
}

// With one README both languages show it. An id, a folder and a yaml file name the same variant.
TEST(VariantReadme, FallsBackToTheOtherLanguage) {
  const std::filesystem::path folder = test::TempFolder("readme");
  EXPECT_EQ(VariantReadme(folder.string(), Lang::kEn), "");
  test::WriteText(folder / "README.zh-CN.md", "# 中\n");
  test::WriteText(folder / "variant.yaml", test::VariantYaml("xueliu"));
  EXPECT_EQ(VariantReadme(folder.string(), Lang::kEn), "# 中\n");
  test::WriteText(folder / "README.md", "# E\n");
  EXPECT_EQ(VariantReadme((folder / "variant.yaml").string(), Lang::kEn), "# E\n");
  EXPECT_EQ(VariantReadme(folder.filename().string(), Lang::kZh, folder.parent_path().string()),
            "# 中\n");
  EXPECT_TRUE(VariantReadme("xueliu", Lang::kEn).starts_with("# Blood flows"));
  EXPECT_TRUE(VariantReadme("xueliu", Lang::kZh).starts_with("# 血流成河"));
  EXPECT_EQ(VariantReadme("nothing", Lang::kEn), "");
}

TEST(Markdown, IsInAPage) {
  EXPECT_EQ(MarkdownHtml("# A\ntext **b** `c<d>`\n"),
            "<h2>A</h2>\n<p>text <strong>b</strong> <code>c&lt;d&gt;</code></p>\n");
  EXPECT_THAT(MarkdownHtml("| a | b |\n| --- | --- |\n| 1 | x & y |\n"),
              AllOf(HasSubstr("<th>a</th>"), HasSubstr("<td>x &amp; y</td>")));
  EXPECT_THAT(MarkdownHtml("**a**\n1. one\n2. two\n"),
              HasSubstr("<ol>\n<li>one</li>\n<li>two</li>\n</ol>"))
      << "a list may follow its title at once";
  EXPECT_EQ(MarkdownHtml("# A\n\n[中文](README.zh-CN.md)\n\ntext\n"), "<h2>A</h2>\n<p>text</p>\n");
  EXPECT_EQ(FirstSentence("# A\n\n[中文](README.zh-CN.md)\n\nThe first. The\nsecond.\n"),
            "The first.");
  EXPECT_EQ(FirstSentence("# A\n\n[English](README.md)\n\n第一句，\n接上。第二句。\n"),
            "第一句，接上。");
  EXPECT_EQ(MarkdownHtml("[a](b.md) ![the *pic*](c.png)"),
            "<p><a href=\"b.md\">a</a> the <em>pic</em></p>\n");
  EXPECT_THAT(MarkdownHtml("[a](javascript:alert)"), Not(HasSubstr("javascript")));
  EXPECT_THAT(MarkdownHtml("<script>x</script>\n\na <b>c</b>"),
              AllOf(Not(HasSubstr("<script")), Not(HasSubstr("<b>"))));
}

}  // namespace
}  // namespace mlf::tools
