// The commands of docs/en/flowviz.md and docs/en/replay-page.md run, and the pictures of these
// pages are their output.
#include "support.h"

#include <mlf/flow/journal.h>
#include "tools/flowviz/page_files.h"
#include "tools/kit/games.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

namespace mlf::test {
namespace {

namespace fs = std::filesystem;

// The words of a command line; double quotes keep one together.
std::vector<std::string> Words(const std::string& line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::vector<std::string> Commands(const std::string& page) {
  std::vector<std::string> commands;
  std::istringstream text(ReadText(SourcePath(page)));
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("flowviz ")) commands.push_back(line);
  }
  return commands;
}

// A folder with the files that the commands name: journals, variants, an older version of one, and
// two commits.
class Docs : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = TempFolder("docs");
    for (const char* variant : {"variants/xueliu", "old"})
      WriteText(fs::path(folder_) / variant / "variant.yaml", VariantYaml("xueliu"));
    fs::create_directories(fs::path(folder_) / "docs/pictures");
    const auto flow = OpenOrFail("xueliu");
    ASSERT_NE(flow, nullptr);
    tools::Player player(*flow, std::vector<tools::BotKind>(4, tools::BotKind::kGreedy));
    tools::Totals totals = player.Empty();
    tools::PlayOptions options{.hands = 2, .record = true};
    options.on_match = [&](const Records&, const Journal* journal) {
      for (const char* name : {"game.txt", "journals/game.txt"})
        WriteText(fs::path(folder_) / name, WriteJournal(*journal, JournalForm::kText));
    };
    ASSERT_FALSE(player.Play(options, totals));
    const std::string git = "cd " + folder_ + " && git -c user.name=a -c user.email=a@b ";
    has_git_ = std::system((git + "init -q -b main > /dev/null 2>&1").c_str()) == 0 &&
               std::system((git + "add -A").c_str()) == 0 &&
               std::system((git + "commit -q -m one").c_str()) == 0;
    fs::current_path(folder_);
  }
  void TearDown() override { fs::current_path(before_); }

  void RunAll(const std::string& page) {
    const std::vector<std::string> commands = Commands(page);
    EXPECT_GE(commands.size(), 2u);
    for (const std::string& command : commands) {
      if (command.find("--git") != std::string::npos && !has_git_) continue;
      std::vector<std::string> words = Words(command);
      words.erase(words.begin());
      const Ran ran = Flowviz(words);
      EXPECT_EQ(ran.status, 0) << command << "\n" << ran.err;
    }
  }

  const fs::path before_ = fs::current_path();
  std::string folder_;
  bool has_git_ = false;
};

TEST_F(Docs, ChartsAndTheirPictures) {
  RunAll("docs/en/flowviz.md");
  std::set<std::string> drawn, kept;
  for (const auto& entry : fs::directory_iterator("docs/pictures"))
    drawn.insert(entry.path().filename().string());
  for (const auto& entry : fs::directory_iterator(SourcePath("docs/pictures"))) {
    const std::string name = entry.path().filename().string();
    // Screenshots come from ./dev browser, the curve of learning from
    // bindings/python/example/learn.py.
    if (name.ends_with(".svg") && name != "learn.svg") kept.insert(name);
  }
  EXPECT_EQ(drawn, kept);
  for (const std::string& name : drawn) {
    EXPECT_TRUE(ReadText("docs/pictures/" + name) == ReadText(SourcePath("docs/pictures/" + name)))
        << name << " is not what is drawn now: run ./dev charts";
  }
}

TEST_F(Docs, Pages) {
  if (tools::WebFile("replay.html").empty()) GTEST_SKIP() << "web/ is not built (group node)";
  RunAll("docs/en/replay-page.md");
}

}  // namespace
}  // namespace mlf::test
