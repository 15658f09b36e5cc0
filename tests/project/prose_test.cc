// Comments, messages and documents use plain technical English. Each row is a phrase that was
// replaced once and must not return.
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {
namespace {

namespace fs = std::filesystem;

struct Phrase {
  std::string_view words;
  std::string_view instead;
  std::string_view before = "";                // the phrase is right after these words
  std::array<std::string_view, 2> after = {};  // the phrase is right before one of these
};

constexpr Phrase kPhrases[] = {
    {"told", "sent, shown, reported, observed or announced"},
    {"of which", "a sentence of its own, or \"whose\""},
    {"that there is not", "that does not exist"},
    // A wildcard stands for a kind, and a tile beside another one. A riichi stands when it is paid.
    {"stands", "is, or takes effect", "riichi ", {" for", " beside"}},
    {"stand", "be, or go into", "", {" for", " beside"}},
    {"dearest", "highest"},
    {"asked about as", "queried as"},
};

bool IsWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string Lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Whether `text`, in lower case, has the phrase as whole words outside its allowed places.
bool Has(std::string_view text, const Phrase& phrase) {
  for (std::size_t at = text.find(phrase.words); at != std::string_view::npos;
       at = text.find(phrase.words, at + 1)) {
    const std::string_view before = text.substr(0, at);
    const std::string_view after = text.substr(at + phrase.words.size());
    if (!before.empty() && IsWordChar(before.back())) continue;
    if (!after.empty() && IsWordChar(after.front())) continue;
    if (!phrase.before.empty() && before.ends_with(phrase.before)) continue;
    if (std::ranges::any_of(phrase.after, [&](std::string_view words) {
          return !words.empty() && after.starts_with(words);
        }))
      continue;
    return true;
  }
  return false;
}

// One message for each line of `text` with a phrase of the table.
std::vector<std::string> OldPhrases(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream in(text);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string lower = Lower(line);
    for (const Phrase& phrase : kPhrases) {
      if (!Has(lower, phrase)) continue;
      found.push_back(std::to_string(number) + ": \"" + std::string(phrase.words) + "\": write " +
                      std::string(phrase.instead));
    }
  }
  return found;
}

std::vector<fs::path> Texts() {
  static const std::set<std::string> endings = {".h",    ".cc",    ".py",  ".sh",  ".md",
                                                ".txt",  ".ts",    ".css", ".tsx", ".mjs",
                                                ".yaml", ".cmake", ".go",  ".java"};
  static const std::set<std::string> foreign = {"node_modules", "dist", "data"};
  std::vector<fs::path> found;
  const fs::path root = test::SourcePath("");
  for (const auto& entry : fs::directory_iterator(root)) {
    if (entry.is_regular_file() && endings.contains(entry.path().extension().string()))
      found.push_back(entry.path());
  }
  // These scripts have no ending.
  found.push_back(root / "dev");
  for (const auto& entry : fs::directory_iterator(root / ".ci")) found.push_back(entry.path());
  for (const char* folder :
       {"include", "flow",   "table",  "components", "nodes",       "variants",  "play",
        "bots",    "server", "tools",  "bench",      "fuzz",        "tests",     "examples",
        "docs",    "cmake",  "deploy", "web/src",    "web/scripts", "web/tests", "bindings"}) {
    for (fs::recursive_directory_iterator it(root / folder), end; it != end; ++it) {
      if (it->is_directory() && foreign.contains(it->path().filename().string()))
        it.disable_recursion_pending();
      if (it->is_regular_file() && endings.contains(it->path().extension().string()))
        found.push_back(it->path());
    }
  }
  return found;
}

TEST(Prose, OldPhrasesDoNotReturn) {
  const std::vector<fs::path> texts = Texts();
  EXPECT_GT(texts.size(), 500u);
  for (const fs::path& path : texts) {
    if (path.filename() == "prose_test.cc") continue;
    for (const std::string& phrase : OldPhrases(test::ReadText(path)))
      ADD_FAILURE() << fs::relative(path, MLF_SOURCE_DIR).string() << ":" << phrase;
  }
}

TEST(Prose, WholeWordsOutsideTheirAllowedPlacesAreFound) {
  EXPECT_EQ(
      OldPhrases("one\n// The seat is told.\n"),
      std::vector<std::string>{"2: \"told\": write sent, shown, reported, observed or announced"});
  EXPECT_EQ(OldPhrases("struct Told {};").size(), 1u);
  EXPECT_EQ(OldPhrases("tiles, four of which are red; it stands there").size(), 2u);
  EXPECT_TRUE(OldPhrases("A wildcard stands for 5m. stand_for, understand, bystanders.").empty());
  EXPECT_TRUE(OldPhrases("en: riichi stands\n").empty());
}

// Chinese documents and texts use one word for a term of docs/zh/glossary.md.
struct Term {
  std::string_view words;
  std::string_view instead;
  bool in_rules = true;  // false: the words have another meaning in the rules
};
constexpr Term kTerms[] = {
    {"回答", "应答"}, {"作答", "应答"},        {"存储槽", "状态块"},
    {"流产", "中止"}, {"一轮", "一场", false},
};

std::vector<std::string> OtherTerms(const std::string& text, bool rules) {
  std::vector<std::string> found;
  for (const Term& term : kTerms) {
    if ((term.in_rules || !rules) && text.find(term.words) != std::string::npos)
      found.push_back(std::string(term.words) + ": write " + std::string(term.instead));
  }
  return found;
}

TEST(Prose, ChineseTextsUseOneWordForATerm) {
  int count = 0;
  for (const fs::path& path : Texts()) {
    const std::string name = fs::relative(path, MLF_SOURCE_DIR).string();
    if (path.filename() == "prose_test.cc") continue;
    const bool document = name.starts_with("docs/zh/") || name.ends_with(".zh-CN.md");
    if (document) ++count;
    // In rules and in texts of the game 一轮 is a round of turns.
    const bool rules =
        !document || name.starts_with("docs/zh/rules/") || name.starts_with("variants/");
    for (const std::string& term : OtherTerms(test::ReadText(path), rules))
      ADD_FAILURE() << name << ": " << term;
  }
  EXPECT_GT(count, 60);
  EXPECT_EQ(OtherTerms("一轮之后", false), std::vector<std::string>{"一轮: write 一场"});
  EXPECT_TRUE(OtherTerms("一轮之后", true).empty());
}

}  // namespace
}  // namespace mlf
