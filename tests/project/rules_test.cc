// docs/en/rules and docs/zh/rules are the specification. Comments cite it as
// `rules/<page>.md#<anchor>`. Both languages have the same pages and anchors, and every cited
// anchor exists.
#include "tests/support/files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace mlf {
namespace {

namespace fs = std::filesystem;

using Anchors = std::vector<std::string>;  // in order of the page

Anchors AnchorsOf(const std::string& text) {
  static const std::regex anchor(R"re(<a id="([a-z0-9-]+)"></a>)re");
  Anchors found;
  for (std::sregex_iterator it(text.begin(), text.end(), anchor), end; it != end; ++it)
    found.push_back((*it)[1]);
  return found;
}

// Page name ("xueliu") -> anchors.
std::map<std::string, Anchors> Pages(const std::string& language) {
  std::map<std::string, Anchors> pages;
  for (const auto& entry :
       fs::directory_iterator(test::SourcePath("docs/" + language + "/rules"))) {
    if (entry.path().extension() == ".md")
      pages[entry.path().stem().string()] = AnchorsOf(test::ReadText(entry.path()));
  }
  return pages;
}

// Unresolved citations in `text`. Group 1 of `citation` is the page, group 2 the anchor.
std::vector<std::string> DeadCitations(const std::string& text, const std::regex& citation,
                                       const std::map<std::string, Anchors>& pages) {
  std::vector<std::string> dead;
  for (std::sregex_iterator it(text.begin(), text.end(), citation), end; it != end; ++it) {
    const auto page = pages.find((*it)[1]);
    const std::string anchor = (*it)[2];
    const bool found = page != pages.end() && std::find(page->second.begin(), page->second.end(),
                                                        anchor) != page->second.end();
    if (!found) dead.push_back((*it)[0]);
  }
  return dead;
}

TEST(Rules, BothLanguagesHaveTheSamePagesAndAnchors) {
  const auto en = Pages("en"), zh = Pages("zh");
  EXPECT_GT(en.size(), 1u);
  EXPECT_EQ(en, zh);
  for (const auto& [page, anchors] : en) {
    EXPECT_EQ(std::set<std::string>(anchors.begin(), anchors.end()).size(), anchors.size())
        << page << ".md has an anchor twice";
  }
}

// Names of nodes, parts, fans and options, and of the worked rows ("XS04").
std::set<std::string> IdsOf(const std::string& text) {
  static const std::regex id(R"re(`([a-z][a-z0-9_]*)`|\b([A-Z]{1,3}[0-9]{2})\b)re");
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), id), end; it != end; ++it)
    found.insert((*it)[(*it)[1].matched ? 1 : 2]);
  return found;
}

TEST(Rules, BothLanguagesNameTheSameIds) {
  for (const auto& entry : Pages("en")) {
    const std::string& page = entry.first;
    const auto ids = [&](const std::string& language) {
      return IdsOf(test::ReadText(test::SourcePath("docs/" + language + "/rules/" + page + ".md")));
    };
    EXPECT_EQ(ids("en"), ids("zh")) << page;
  }
  EXPECT_EQ(IdsOf("`zi_mo` adds 1 (XS04); an_gang, A1"), (std::set<std::string>{"XS04", "zi_mo"}));
}

TEST(Rules, EveryCitedAnchorExists) {
  const auto pages = Pages("en");
  const std::regex in_sources(R"(rules/([a-z]+)\.md#([a-z0-9-]+))");
  for (const char* folder : {"include", "flow", "table", "components", "nodes", "variants", "tools",
                             "tests", "bench", "examples", "docs"}) {
    for (const auto& entry : fs::recursive_directory_iterator(test::SourcePath(folder))) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".h" && ending != ".cc" && ending != ".yaml" && ending != ".md") continue;
      EXPECT_THAT(DeadCitations(test::ReadText(entry.path()), in_sources, pages),
                  testing::IsEmpty())
          << entry.path();
    }
  }
  // Links between the pages have no folder.
  const std::regex in_pages(R"(\(([a-z]+)\.md#([a-z0-9-]+)\))");
  const std::regex in_page(R"(\]\((#)([a-z0-9-]+)\))");
  for (const char* language : {"en", "zh"}) {
    for (const auto& [page, anchors] : Pages(language)) {
      const std::string text = test::ReadText(
          test::SourcePath("docs/" + std::string(language) + "/rules/" + page + ".md"));
      EXPECT_THAT(DeadCitations(text, in_pages, pages), testing::IsEmpty())
          << language << "/" << page;
      EXPECT_THAT(DeadCitations(text, in_page, {{"#", anchors}}), testing::IsEmpty())
          << language << "/" << page;
    }
  }
}

TEST(Rules, ADeadCitationIsFound) {
  const std::regex citation(R"(rules/([a-z]+)\.md#([a-z0-9-]+))");
  const std::map<std::string, Anchors> pages = {{"xueliu", {"pigs"}}};
  // Split, because this file is searched too.
  const std::string cows = std::string("rules/xueliu.md#") + "cows",
                    none = std::string("rules/none.md#") + "pigs";
  EXPECT_THAT(DeadCitations("rules/xueliu.md#pigs " + cows + " " + none, citation, pages),
              testing::ElementsAre(cows, none));
}

// Lines of a YAML text with more than 120 characters, as "LINE: CHARACTERS".
std::vector<std::string> LongLines(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    // Bytes that continue a character of UTF-8 begin with 10.
    const auto length =
        std::count_if(line.begin(), line.end(), [](char byte) { return (byte & 0xC0) != 0x80; });
    if (length > 120) found.push_back(fmt::format("{}: {}", number, length));
  }
  return found;
}

TEST(Rules, LinesOfVariantsFitAScreen) {
  for (const char* folder : {"variants", "examples/variants"})
    for (const auto& entry : fs::recursive_directory_iterator(test::SourcePath(folder)))
      if (entry.path().extension() == ".yaml") {
        EXPECT_THAT(LongLines(test::ReadText(entry.path())), testing::IsEmpty()) << entry.path();
      }
}

TEST(Rules, ALongLineIsFound) {
  std::string characters;
  for (int i = 0; i < 120; ++i) characters += "牌";
  EXPECT_THAT(LongLines(characters + "\n" + characters + "a\n"), testing::ElementsAre("2: 121"));
}

}  // namespace
}  // namespace mlf
