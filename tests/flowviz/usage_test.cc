// Messages of the command line for mistyped input.
#include "support.h"

#include <gmock/gmock.h>

namespace mlf::test {
namespace {

struct Case {
  std::vector<std::string> args;
  int status;
  std::string says;
  const char* why;
};

const Case kCases[] = {
    {{"rendr", "xueliu"}, 2, "did you mean render", "a misspelt command"},
    {{"render"}, 2, "variant", "what to draw is missing"},
    {{"render", "xueliv"}, 1, "did you mean \"xueliu\"", "a misspelt variant"},
    {{"render", "xueliu", "--view", "edges"}, 2, "windows", "no such view"},
    {{"render", "xueliu", "--set", "cap"}, 2, "option=value", "a setting without a value"},
    {{}, 2, "--help", "no command"},
};

TEST(Usage, MistakesAreNamed) {
  for (const Case& c : kCases) {
    const Ran ran = Flowviz(c.args);
    EXPECT_EQ(ran.status, c.status) << c.why;
    EXPECT_THAT(ran.err, testing::HasSubstr(c.says)) << c.why;
    EXPECT_EQ(ran.out, "") << c.why;
  }
}

TEST(Usage, WarningsAreShownAndStrictRefusesThem) {
  const std::string file = TempFolder("warned") + "/warned.yaml";
  WriteText(file,
            "id: warned\nzh: 警告\nen: warned\nextends: xueliu\noptions: {spare: {type: bool, "
            "default: off, zh: 多余, en: spare}}\n");
  const std::string warning = file + ":5:11: W01: nothing reads option \"spare\"";
  const Ran shown = Flowviz({"diff", file, file + "?preset=tournament"});
  EXPECT_EQ(shown.status, 0);
  EXPECT_THAT(shown.err, testing::StartsWith("flowviz: warning: " + warning));
  EXPECT_THAT(shown.out, testing::HasSubstr("cap"));
  const Ran strict = Flowviz({"render", file, "--strict"});
  EXPECT_EQ(strict.status, 1);
  EXPECT_THAT(strict.err, testing::StartsWith("flowviz: " + warning));
  EXPECT_EQ(strict.out, "");
}

TEST(Usage, EveryCommandHasAnExample) {
  const Ran all = Flowviz({"--help"});
  EXPECT_EQ(all.status, 0);
  for (const char* command : {"render", "prove", "diff", "heat", "replay", "index", "family"}) {
    EXPECT_THAT(all.out, testing::HasSubstr(command));
    const std::string help = Flowviz({command, "--help"}).out;
    const std::size_t example = help.find("Example:\n");
    ASSERT_NE(example, std::string::npos) << command;
    EXPECT_THAT(help.substr(example), testing::HasSubstr("  flowviz " + std::string(command) + " "))
        << command;
  }
}

}  // namespace
}  // namespace mlf::test
