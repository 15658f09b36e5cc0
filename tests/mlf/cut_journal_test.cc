// Truncated journals, as after Ctrl-C, a crash or a full disk: the complete part is used.
#include "cli.h"

#include <mlf/flow/journal.h>
#include "tools/flowviz/page_files.h"
#include "tools/flowviz/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace mlf::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The journal of a hand of bots.
const std::string& Whole() {
  static const std::string text = [] {
    const std::string file = TempFile("whole.txt");
    EXPECT_EQ(
        Mlf({"play", "xueliu", "--bots", "4", "--hands", "1", "--seed", "7", "--journal", file})
            .status,
        0);
    return ReadText(file);
  }();
  return text;
}

std::string FileOf(const std::string& name, const std::string& bytes) {
  const std::string file = TempFile(name);
  WriteText(file, bytes);
  return file;
}

TEST(CutJournal, IsReplayedAsFarAsItIsWhole) {
  const std::size_t late = Whole().find('\n', Whole().size() * 4 / 5) + 1;
  struct Row {
    const char* what;
    std::string bytes;
    std::string says;
  };
  const Row rows[] = {
      {"within a line", Whole().substr(0, late + 5),
       "J05: the journal breaks off within this line, which begins at byte " +
           std::to_string(late)},
      {"between two lines", Whole().substr(0, late),
       "J05: the journal breaks off at byte " + std::to_string(late) + ": there is no end"},
      {"only the end is missing", Whole().substr(0, Whole().rfind("end ")), "there is no end"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    const std::string file = FileOf("cut.txt", row.bytes);
    const auto lines = 1 + std::count(row.bytes.begin(), row.bytes.end(), '\n');
    const Ran replayed = Mlf({"replay", file});
    EXPECT_EQ(replayed.status, 0) << replayed.err;
    EXPECT_THAT(replayed.err,
                HasSubstr("mlf: warning: " + file + ":" + std::to_string(lines) + ": "));
    EXPECT_THAT(replayed.err, HasSubstr(row.says));
    EXPECT_THAT(replayed.err, HasSubstr("whole steps before it are used (--strict refuses)"));
    EXPECT_THAT(replayed.out, HasSubstr("discard"));
    EXPECT_THAT(replayed.out, HasSubstr("as the journal says, up to where it breaks off"));

    const Ran strict = Mlf({"replay", file, "--strict"});
    EXPECT_EQ(strict.status, 1);
    EXPECT_EQ(strict.out, "");
    EXPECT_THAT(strict.err, HasSubstr(row.says));
    EXPECT_THAT(strict.err, Not(HasSubstr("warning")));
  }
}

TEST(CutJournal, IsExplainedAndShown) {
  const std::string file = FileOf("cut.txt", Whole().substr(0, Whole().size() * 4 / 5));
  const Ran explained = Mlf({"explain", file});
  EXPECT_EQ(explained.status, 0) << explained.err;
  EXPECT_THAT(explained.out, HasSubstr("seat"));
  EXPECT_EQ(Mlf({"explain", file, "--step", "3"}).status, 0);
  const Ran shown = Mlf({"view", file});
  EXPECT_EQ(shown.status, 0) << shown.err;
  const auto view = nlohmann::json::parse(shown.out);
  EXPECT_FALSE(view["river"].empty()) << "the table where the journal ends, not the start";
  EXPECT_THAT(shown.err, HasSubstr("warning"));
  for (const char* command : {"explain", "view"})
    EXPECT_EQ(Mlf({command, file, "--strict"}).status, 1) << command;
  EXPECT_THAT(Mlf({"view", file, "--lang", "zh"}).err, HasSubstr("警告"));
}

TEST(CutJournal, InBinaryFormToo) {
  const auto read = ReadJournal(Whole(), "whole", /*strict=*/true);
  ASSERT_TRUE(read.ok());
  const std::string binary = WriteJournal(read->journal, JournalForm::kBinary);
  const std::string file = FileOf("cut.bin", binary.substr(0, binary.size() * 4 / 5));
  const Ran replayed = Mlf({"replay", file, "--quiet"});
  EXPECT_EQ(replayed.status, 0) << replayed.err;
  EXPECT_THAT(replayed.err, HasSubstr("at byte "));
  EXPECT_THAT(replayed.err, HasSubstr("record"));
}

TEST(CutJournal, IsAPageToo) {
  if (tools::WebFile("replay.html").empty()) GTEST_SKIP() << "web/ is not built (group node)";
  const std::string file = FileOf("cut.txt", Whole().substr(0, Whole().size() * 4 / 5));
  const std::string page = TempFile("cut.html");
  const auto flowviz = [&](std::vector<std::string> args) {
    std::istringstream in;
    std::ostringstream out, err;
    args.insert(args.end(), {"--lang", "en"});
    const int status = tools::RunFlowviz(args, in, out, err);
    return Ran{status, out.str(), err.str()};
  };
  const Ran drawn = flowviz({"replay", file, "-o", page});
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_THAT(drawn.err, HasSubstr("flowviz: warning: " + file));
  EXPECT_THAT(ReadText(page), HasSubstr("</html>"));
  EXPECT_EQ(flowviz({"replay", file, "-o", page, "--strict"}).status, 1);
}

// A changed journal must not pass as correct; its complete part is shown anyway.
TEST(CutJournal, AnAlteredOneIsShownAndNotVerified) {
  std::string altered = Whole();
  const std::size_t at = altered.rfind("discard");
  altered[at + 8] = altered[at + 8] == '1' ? '2' : '1';
  const Ran replayed = Mlf({"replay", FileOf("altered.txt", altered)});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_THAT(replayed.err, HasSubstr("J03"));
  EXPECT_THAT(replayed.out, HasSubstr("discard"));
}

TEST(CutJournal, AFolderIsNone) {
  for (const char* command : {"replay", "explain", "view"}) {
    const Ran ran = Mlf({command, ::testing::TempDir()});
    EXPECT_EQ(ran.status, 1) << command;
    EXPECT_THAT(ran.err, HasSubstr("a journal is a file, and this is a folder; give the file that "
                                   "was recorded"))
        << command;
  }
}

TEST(CutJournal, WithoutAWholeHeadThereIsNothingToUse) {
  const Ran replayed = Mlf({"replay", FileOf("head.txt", Whole().substr(0, 30))});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_THAT(replayed.err, HasSubstr("J05"));
}

}  // namespace
}  // namespace mlf::test
