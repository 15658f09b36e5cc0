// Follows docs/en/add-a-variant.md and docs/zh/add-a-variant.md: writes their files, runs their
// commands in order, and compares the output.
#include "cli.h"

#include <mlf/variants/open.h>
#include "tools/chart/render.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace mlf::test {
namespace {

namespace fs = std::filesystem;

// The words of a command line; "..." is one.
std::vector<std::string> Words(const std::string& line) {
  std::vector<std::string> words;
  bool quoted = false, open = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      open = false;
      continue;
    }
    if (!open) words.emplace_back();
    open = true;
    if (c != '"') words.back() += c;
  }
  return words;
}

Ran RunLine(const std::string& line) {
  std::vector<std::string> words = Words(line);
  const std::string program = words.empty() ? "" : words[0];
  words.erase(words.begin());
  if (program == "mlf") return Mlf(words);
  // The library behind the program: flowviz render <variant> -o <file>.
  if (program == "flowviz" && words.size() == 4 && words[0] == "render" && words[2] == "-o") {
    const auto flow = OpenFlow(words[1]);
    if (!flow) return {1, "", FaultText(flow.faults())};
    const auto written = tools::WriteChart(**flow, words[3]);
    return written ? Ran{} : Ran{1, "", FaultText(written.faults())};
  }
  ADD_FAILURE() << "the page shows a command this test cannot run: " << line;
  return {};
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// `shown` matches the lines of `got`; "..." matches any number of lines.
bool Shows(const std::vector<std::string>& shown, const std::vector<std::string>& got) {
  std::size_t at = 0;
  bool skip = false;
  for (const std::string& line : shown) {
    if (line == "...") {
      skip = true;
      continue;
    }
    while (skip && at < got.size() && got[at] != line) ++at;
    if (at == got.size() || got[at] != line) return false;
    ++at;
    skip = false;
  }
  return skip || at == got.size();
}

class Page : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    fs::current_path(folder_);
  }
  void TearDown() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }

  // "`dui_jia/variant.yaml`:" at the end of the line before a block names the file of the block.
  void Yaml(const std::string& before, const std::vector<std::string>& lines) {
    const std::size_t close = before.rfind("`:");
    ASSERT_NE(close, std::string::npos) << "a block of YAML without its file's name: " << before;
    const std::size_t open = before.rfind('`', close - 1);
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    WriteText(before.substr(open + 1, close - open - 1), text);
    ++files_;
  }

  void Console(const std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < lines.size();) {
      ASSERT_TRUE(lines[i].starts_with("$ ")) << lines[i];
      const std::string command = lines[i].substr(2);
      std::vector<std::string> shown;
      for (++i; i < lines.size() && !lines[i].starts_with("$ "); ++i) shown.push_back(lines[i]);
      const Ran ran = RunLine(command);
      EXPECT_TRUE(Shows(shown, LinesOf(ran.out + ran.err))) << "$ " << command << "\n"
                                                            << ran.out << ran.err;
      ++commands_;
    }
  }

  const fs::path before_ = fs::current_path();
  const fs::path folder_ = TempFile(std::string("page_") + GetParam());
  int files_ = 0;
  int commands_ = 0;
};

TEST_P(Page, EveryStepWorksAsItIsWritten) {
  const std::vector<std::string> page =
      LinesOf(ReadText(std::string(MLF_SOURCE_DIR) + "/docs/" + GetParam() + "/add-a-variant.md"));
  int steps = 0;
  std::string last;
  for (std::size_t i = 0; i < page.size(); ++i) {
    if (page[i].starts_with("## ")) ++steps;
    if (page[i].starts_with("```")) {
      const std::string language = page[i].substr(3);
      std::vector<std::string> block;
      for (++i; i < page.size() && page[i] != "```"; ++i) block.push_back(page[i]);
      if (language == "yaml") Yaml(last, block);
      if (language == "console") Console(block);
      EXPECT_TRUE(language == "yaml" || language == "console") << language;
    } else if (!page[i].empty()) {
      last = page[i];
    }
  }
  EXPECT_EQ(steps, 10);
  EXPECT_EQ(files_, 3);
  EXPECT_GE(commands_, 9);
  EXPECT_TRUE(fs::exists("dui_jia/chart.svg"));
  EXPECT_TRUE(fs::exists("dui_jia/README.md"));
  EXPECT_TRUE(fs::exists("dui_jia/README.zh-CN.md"));
}

INSTANTIATE_TEST_SUITE_P(Languages, Page, ::testing::Values("en", "zh"),
                         [](const auto& named) { return std::string(named.param); });

TEST(PageChecker, CanFail) {
  EXPECT_TRUE(Shows({"a", "...", "c"}, {"a", "b", "b", "c"}));
  EXPECT_TRUE(Shows({"a", "..."}, {"a"}));
  EXPECT_FALSE(Shows({"a", "c"}, {"a", "b", "c"}));
  EXPECT_FALSE(Shows({"a"}, {"a", "b"}));
  EXPECT_FALSE(Shows({"a", "b"}, {"a"}));
}

}  // namespace
}  // namespace mlf::test
