// What the programs do when the disk is full: exit status 1, a message that says why, and no half
// of a file under its final name.
#include "cli.h"

#include "tests/support/small_disk.h"
#include "tools/flowviz/run.h"
#include "tools/mlf/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

namespace mlf::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr std::uint64_t kSmall = 2000;  // smaller than any chart or page

TEST(FullDisk, AChartOrAPageIsThereWholeOrNotAtAll) {
  const std::string journal = TempFile("full_disk_game.txt");
  ASSERT_EQ(
      Mlf({"play", "xueliu", "--bots", "4", "--hands", "1", "--seed", "7", "--journal", journal})
          .status,
      0);
  struct Row {
    bool flowviz;
    std::vector<std::string> args;
    std::string file;
  };
  const std::string folder = TempFile("full_disk");
  const Row rows[] = {
      {true, {"render", "xueliu", "-o", folder + "/deep/chart.png"}, folder + "/deep/chart.png"},
      {true, {"render", "xueliu", "-o", folder + "/chart.svg"}, folder + "/chart.svg"},
      {true, {"replay", journal, "-o", folder + "/page.html"}, folder + "/page.html"},
      {false,
       {"sim", "xueliu", "--games", "4", "--against-set", "cap=1", "--html",
        folder + "/compare.html"},
       folder + "/compare.html"},
      {false, {"demo", "--out", folder}, folder + "/xueliu.svg"},
  };
  for (const Row& row : rows) {
    for (const bool there : {false, true}) {
      SCOPED_TRACE(row.file + (there ? ", over an old file" : ""));
      fs::remove_all(folder);
      if (there) WriteText(row.file, "old");
      const OnSmallDisk ran = RunOnSmallDisk(kSmall, [&](std::string& said) {
        std::istringstream in;
        std::ostringstream out, err;
        std::vector<std::string> args = row.args;
        args.insert(args.end(), {"--lang", "en"});
        const int status =
            row.flowviz ? tools::RunFlowviz(args, in, out, err) : tools::RunMlf(args, in, out, err);
        said = err.str();
        return status;
      });
      EXPECT_EQ(ran.status, 1);
      EXPECT_THAT(ran.said,
                  HasSubstr(row.file + ": F02: the file cannot be written: File too large"));
      if (there) {
        EXPECT_EQ(ReadText(row.file), "old");
      } else {
        EXPECT_FALSE(fs::exists(row.file));
      }
      // No draft is left.
      EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(row.file).parent_path()), {}),
                there ? 1 : 0);
    }
  }
}

TEST(FullDisk, ANewVariantIsThereWholeOrNotAtAll) {
  const std::string dir = TempFile("full_disk_new");
  fs::remove_all(dir);
  const OnSmallDisk ran = RunOnSmallDisk(300, [&](std::string& said) {
    const Ran made =
        Mlf({"new", "my_rules", "--dir", dir}, "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n");
    said = made.err;
    return made.status;
  });
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.said, HasSubstr("File too large"));
  EXPECT_FALSE(fs::exists(dir + "/my_rules"));
}

// A journal grows as the game is played: it stops, the game goes on, and at the end the reason is
// told.
TEST(FullDisk, AJournalStopsAndSaysWhy) {
  const Ran ran = Mlf(
      {"play", "xueliu", "--bots", "4", "--hands", "1", "--seed", "7", "--journal", "/dev/full"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(
      ran.err,
      HasSubstr("/dev/full: J15: the journal cannot be written on: No space left on device"));
  EXPECT_THAT(ran.out, HasSubstr("hand 1 is over"));

  const std::string file = TempFile("full_disk_journal.txt");
  const OnSmallDisk cut = RunOnSmallDisk(2000, [&](std::string& said) {
    const Ran played =
        Mlf({"play", "xueliu", "--bots", "4", "--hands", "1", "--seed", "7", "--journal", file});
    said = played.err;
    return played.status;
  });
  EXPECT_EQ(cut.status, 1);
  EXPECT_THAT(cut.said,
              HasSubstr(file + ": J15: the journal cannot be written on: File too large"));
  EXPECT_EQ(Mlf({"replay", file}).status, 0) << "what was written can be replayed";
}

}  // namespace
}  // namespace mlf::test
