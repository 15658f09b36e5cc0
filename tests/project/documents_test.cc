// Every document has one language: docs/en/X.md and docs/zh/X.md, README.md and README.zh-CN.md.
// Both have the same headings, code, anchors and tables, and all relative links resolve.
#include "tests/support/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace mlf {
namespace {

namespace fs = std::filesystem;

struct Document {
  std::vector<std::size_t> headings;  // levels, in order
  std::vector<std::string> code;      // lines of fenced blocks, without comments
  std::vector<std::string> anchors;
  std::vector<int> tables;  // rows of each
  std::vector<std::string> links;
  std::vector<std::string> prose;  // the other lines, without code, tags and targets of links
};

// For console blocks the commands, because output depends on the language. For other blocks the
// lines without comments.
std::string CodeLine(const std::string& language, std::string line) {
  if (language == "console") {
    if (!line.starts_with("$ ")) return {};
    const std::string chinese = " --lang zh";
    if (line.ends_with(chinese)) line.resize(line.size() - chinese.size());
    return line;
  }
  line =
      std::regex_replace(line, std::regex(language == "cpp" ? R"(\s*//.*)" : R"((^|\s+)#.*)"), "");
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

Document ReadDocument(const std::string& text) {
  static const std::regex anchor(R"re(<a id="([^"]*)"></a>)re"), link(R"(\]\(([^)\s]+)\))"),
      heading(R"(^(#+) .*)"), inline_code("`[^`]*`"), tag("<[^>]*>");
  Document document;
  std::istringstream in(text);
  bool in_code = false, in_table = false;
  std::string language;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      in_code = !in_code;
      language = line.substr(3);
      if (in_code) document.code.push_back(line);
      continue;
    }
    if (in_code) {
      if (const std::string code = CodeLine(language, line); !code.empty())
        document.code.push_back(code);
      continue;
    }
    const bool row = line.starts_with("|");
    if (row && !in_table) document.tables.push_back(0);
    if (row) ++document.tables.back();
    in_table = row;
    for (std::sregex_iterator it(line.begin(), line.end(), anchor), end; it != end; ++it)
      document.anchors.push_back((*it)[1]);
    line = std::regex_replace(line, inline_code, "`");
    for (std::sregex_iterator it(line.begin(), line.end(), link), end; it != end; ++it)
      document.links.push_back((*it)[1]);
    std::smatch match;
    if (std::regex_match(line, match, heading)) document.headings.push_back(match.length(1));
    document.prose.push_back(std::regex_replace(std::regex_replace(line, link, "]"), tag, ""));
  }
  EXPECT_FALSE(in_code) << "a block of code is not closed";
  return document;
}

// Lines in the wrong language: a Chinese sentence ends in "。", an English one has more than eight
// consecutive words.
std::vector<std::string> EnglishIn(const Document& chinese) {
  static const std::regex sentence(R"(([A-Za-z][A-Za-z'-]*[ ,;:]+){8}[A-Za-z])");
  std::vector<std::string> found;
  for (const std::string& line : chinese.prose) {
    if (std::regex_search(line, sentence)) found.push_back(line);
  }
  return found;
}

std::vector<std::string> ChineseIn(const Document& english) {
  std::vector<std::string> found;
  for (const std::string& line : english.prose) {
    if (line.find("。") != std::string::npos) found.push_back(line);
  }
  return found;
}

bool LeadsSomewhere(const fs::path& from, const std::string& link) {
  if (link.find("://") != std::string::npos) return true;
  const std::size_t hash = link.find('#');
  const fs::path target = hash == 0 ? from : from.parent_path() / link.substr(0, hash);
  if (!fs::exists(target)) return false;
  if (hash == std::string::npos) return true;
  const std::vector<std::string> anchors = ReadDocument(test::ReadText(target)).anchors;
  return std::find(anchors.begin(), anchors.end(), link.substr(hash + 1)) != anchors.end();
}

// English path -> Chinese path, relative to the source folder.
std::map<std::string, std::string> Pairs() {
  const fs::path root = test::SourcePath("");
  std::map<std::string, std::string> pairs = {{"README.md", "README.zh-CN.md"},
                                              {"CONTRIBUTING.md", "CONTRIBUTING.zh-CN.md"}};
  for (const char* folder : {"variants", "examples/variants", "tests/variants"}) {
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      if (!fs::exists(entry.path() / "variant.yaml")) continue;
      const std::string variant = fs::relative(entry.path(), root).string();
      pairs[variant + "/README.md"] = variant + "/README.zh-CN.md";
    }
  }
  for (const auto& entry : fs::directory_iterator(root / "bindings")) {
    if (!entry.is_directory()) continue;
    const std::string folder = fs::relative(entry.path(), root).string();
    pairs[folder + "/README.md"] = folder + "/README.zh-CN.md";
  }
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs/en")) {
    if (!entry.is_regular_file()) continue;
    const std::string name = fs::relative(entry.path(), root / "docs/en").string();
    pairs["docs/en/" + name] = "docs/zh/" + name;
  }
  return pairs;
}

TEST(Documents, EveryOneIsInBothLanguages) {
  const std::map<std::string, std::string> pairs = Pairs();
  std::set<std::string> chinese;
  for (const auto& [en, zh] : pairs) {
    EXPECT_TRUE(fs::exists(test::SourcePath(zh))) << en << " has no Chinese counterpart " << zh;
    chinese.insert(zh);
  }
  for (const auto& entry : fs::recursive_directory_iterator(test::SourcePath("docs/zh"))) {
    if (!entry.is_regular_file()) continue;
    const std::string name = fs::relative(entry.path(), MLF_SOURCE_DIR).string();
    EXPECT_TRUE(chinese.contains(name)) << name << " has no English counterpart";
  }
}

TEST(Documents, BothLanguagesSayTheSameInTheSameOrder) {
  for (const auto& [en, zh] : Pairs()) {
    SCOPED_TRACE(en);
    if (!fs::exists(test::SourcePath(zh))) continue;
    const Document english = ReadDocument(test::ReadText(test::SourcePath(en))),
                   chinese = ReadDocument(test::ReadText(test::SourcePath(zh)));
    EXPECT_FALSE(english.headings.empty());
    EXPECT_EQ(english.headings, chinese.headings);
    EXPECT_EQ(english.code, chinese.code);
    EXPECT_EQ(english.anchors, chinese.anchors);
    EXPECT_EQ(english.tables, chinese.tables);
    EXPECT_THAT(ChineseIn(english), testing::IsEmpty());
    EXPECT_THAT(EnglishIn(chinese), testing::IsEmpty());
  }
}

// READMEs and CONTRIBUTING are in one folder, so each links to the other.
TEST(Documents, NeighboursLinkToEachOther) {
  int count = 0;
  for (const auto& [en, zh] : Pairs()) {
    const fs::path english = test::SourcePath(en), chinese = test::SourcePath(zh);
    if (english.parent_path() != chinese.parent_path()) continue;
    EXPECT_THAT(test::ReadText(english),
                testing::HasSubstr("\n\n[中文](" + chinese.filename().string() + ")\n\n"))
        << en;
    EXPECT_THAT(test::ReadText(chinese),
                testing::HasSubstr("\n\n[English](" + english.filename().string() + ")\n\n"))
        << zh;
    ++count;
  }
  EXPECT_GE(count, 14);
}

TEST(Documents, TheirLinksLeadSomewhere) {
  std::vector<std::string> documents = {"docs/README.md"};
  for (const auto& [en, zh] : Pairs()) documents.insert(documents.end(), {en, zh});
  for (const std::string& name : documents) {
    const fs::path path = test::SourcePath(name);
    if (!fs::exists(path)) continue;
    for (const std::string& link : ReadDocument(test::ReadText(path)).links) {
      EXPECT_TRUE(LeadsSomewhere(path, link)) << name << " links to " << link;
    }
  }
}

TEST(Documents, DifferencesAreSeen) {
  const std::string text =
      "# A\n<a id=\"a\"></a>\n## B [c](d.md)\n| x | y |\n| - | - |\n\n```yaml\nk: v  # "
      "why\n```\n```console\n$ mlf list\ngames\n```\n";
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    return ReadDocument(other.replace(other.find(from), from.size(), to));
  };
  const Document document = ReadDocument(text);
  EXPECT_THAT(document.links, testing::ElementsAre("d.md"));
  EXPECT_THAT(document.headings, testing::ElementsAre(1u, 2u));
  EXPECT_THAT(document.code, testing::ElementsAre("```yaml", "k: v", "```console", "$ mlf list"));
  EXPECT_EQ(document.code, changed("why", "为何").code);
  EXPECT_EQ(document.code, changed("$ mlf list\ngames", "$ mlf list --lang zh\n玩法").code);
  EXPECT_NE(document.code, changed("k: v", "k: w").code);
  EXPECT_NE(document.headings, changed("## B", "### B").headings);
  EXPECT_NE(document.anchors, changed("id=\"a\"", "id=\"b\"").anchors);
  EXPECT_NE(document.tables, changed("| - | - |\n", "| - | - |\n| 1 | 2 |\n").tables);

  EXPECT_THAT(ChineseIn(ReadDocument("The hand 一局 ends.\n这是中文。\n")),
              testing::ElementsAre("这是中文。"));
  EXPECT_THAT(EnglishIn(ReadDocument("用 SplitMix64 by Steele, Lea and Flood\nthis is a sentence "
                                     "that nobody has ever translated\n")),
              testing::SizeIs(1));
  EXPECT_FALSE(LeadsSomewhere(test::SourcePath("docs/README.md"), "nowhere.md"));
  EXPECT_FALSE(LeadsSomewhere(test::SourcePath("docs/README.md"),
                              std::string("en/rules/xueliu.md#") + "cows"));
  EXPECT_TRUE(LeadsSomewhere(test::SourcePath("docs/README.md"), "en/rules/xueliu.md#pigs"));
}

}  // namespace
}  // namespace mlf
