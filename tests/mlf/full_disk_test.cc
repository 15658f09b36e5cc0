// Programs on a full disk: exit status 1, a message with the reason, and no partial file under its
// final name.
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
      {false,
       {"sim", "xueliu", "--games", "4", "--against-set", "cap=1", "--html",
        folder + "/compare.html"},
       folder + "/compare.html"},
      {false, {"demo", "--out", folder}, folder + "/xueliu.svg"},
  };
  for (const Row& row : rows) {
    for (const bool over_old_file : {false, true}) {
      SCOPED_TRACE(row.file + (over_old_file ? ", over an old file" : ""));
      fs::remove_all(folder);
      if (over_old_file) WriteText(row.file, "old");
      const OnSmallDisk ran = RunOnSmallDisk(kSmall, [&](std::string& output) {
        std::istringstream in;
        std::ostringstream out, err;
        std::vector<std::string> args = row.args;
        args.insert(args.end(), {"--lang", "en"});
        const int status =
            row.flowviz ? tools::RunFlowviz(args, in, out, err) : tools::RunMlf(args, in, out, err);
        output = err.str();
        return status;
      });
      EXPECT_EQ(ran.status, 1);
      EXPECT_THAT(ran.output,
                  HasSubstr(row.file + ": F02: the file cannot be written: File too large"));
      if (over_old_file) {
        EXPECT_EQ(ReadText(row.file), "old");
      } else {
        EXPECT_FALSE(fs::exists(row.file));
      }
      // No temporary file remains.
      EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(row.file).parent_path()), {}),
                over_old_file ? 1 : 0);
    }
  }
}

TEST(FullDisk, ANewVariantIsThereWholeOrNotAtAll) {
  const std::string dir = TempFile("full_disk_new");
  fs::remove_all(dir);
  const OnSmallDisk ran = RunOnSmallDisk(300, [&](std::string& output) {
    const Ran made =
        Mlf({"new", "my_rules", "--dir", dir}, "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n");
    output = made.err;
    return made.status;
  });
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.output, HasSubstr("File too large"));
  EXPECT_FALSE(fs::exists(dir + "/my_rules"));
}

// A journal grows during the game. It stops, the game continues, and the reason is reported at the
// end.
TEST(FullDisk, AJournalStopsAndSaysWhy) {
  const Ran ran = Mlf(
      {"play", "xueliu", "--bots", "4", "--hands", "1", "--seed", "7", "--journal", "/dev/full"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(
      ran.err,
      HasSubstr("/dev/full: J15: the journal cannot be continued: No space left on device"));
  EXPECT_THAT(ran.out, HasSubstr("hand 1 is over"));

  const std::string file = TempFile("full_disk_journal.txt");
  const OnSmallDisk cut = RunOnSmallDisk(2000, [&](std::string& output) {
    const Ran played =
        Mlf({"play", "xueliu", "--bots", "4", "--hands", "1", "--seed", "7", "--journal", file});
    output = played.err;
    return played.status;
  });
  EXPECT_EQ(cut.status, 1);
  EXPECT_THAT(cut.output,
              HasSubstr(file + ": J15: the journal cannot be continued: File too large"));
  EXPECT_EQ(Mlf({"replay", file}).status, 0) << "what was written can be replayed";
}

}  // namespace
}  // namespace mlf::test
