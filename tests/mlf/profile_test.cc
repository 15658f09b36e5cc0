// mlf replay --profile: the time of each hook.
#include "cli.h"

#include <gmock/gmock.h>

#include <sstream>

namespace mlf::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Profile, SaysWhichHooksTookHowLong) {
  const std::string journal = TempFile("profile.txt");
  ASSERT_EQ(
      Mlf({"play", "xueliu", "--bots", "4", "--hands", "1", "--seed", "7", "--journal", journal})
          .status,
      0);
  const Ran ran = Mlf({"replay", journal, "--quiet", "--profile"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  // Which hooks are slow depends on the machine: an interrupted one is.
  for (const char* part :
       {"to the last byte", "total µs", "action", "(the node's own)", "all hooks"})
    EXPECT_THAT(ran.out, HasSubstr(part));
  // The slowest hook is first.
  std::istringstream lines(ran.out.substr(ran.out.find("total µs")));
  std::string line;
  std::getline(lines, line);
  double before = 1e18;
  int rows = 0;
  while (std::getline(lines, line) && !line.starts_with("the other")) {
    std::istringstream words(line);
    std::string node, hook;
    double runs = 0, total = 0;
    words >> node >> hook >> runs >> total;
    EXPECT_LE(total, before) << line;
    before = total;
    ++rows;
  }
  EXPECT_GT(rows, 3);
  EXPECT_THAT(Mlf({"replay", journal, "--quiet"}).out, Not(HasSubstr("all hooks")));
  EXPECT_THAT(Mlf({"replay", journal, "--quiet", "--profile", "--lang", "zh"}).out,
              HasSubstr("合计 µs"));
}

}  // namespace
}  // namespace mlf::test
