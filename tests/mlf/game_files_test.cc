// mlf import, export and mjai on the command line.
#include "cli.h"

#include <mlf/variants/open.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf::test {
namespace {

using ::testing::HasSubstr;

TEST(GameFiles, AJournalGoesOutAndComesBack) {
  const std::string journal = TempFile("out.txt");
  ASSERT_EQ(Mlf({"play", "riichi", "--preset", "tenhou", "--set", "round_limit=1", "--bots", "4",
                 "--seed", "5", "--journal", journal})
                .status,
            0);
  for (const std::string format : {"mjai", "mjlog", "tenhou6"}) {
    const std::string game = TempFile("game." + format), back = TempFile("back." + format);
    const Ran out =
        Mlf({"export", journal, "--variant", "riichi", "--format", format, "--out", game});
    ASSERT_EQ(out.status, 0) << out.err;
    const Ran in =
        Mlf({"import", game, "--variant", "riichi", "--set", "round_limit=1", "--out", back});
    ASSERT_EQ(in.status, 0) << format << ": " << in.err;
    EXPECT_EQ(Mlf({"replay", back, "--variant", "riichi", "--quiet"}).status, 0) << format;
    EXPECT_EQ(Mlf({"export", back, "--variant", "riichi", "--format", format}).out, ReadText(game))
        << format;
  }
}

TEST(GameFiles, BadInputIsAnError) {
  EXPECT_THAT(Mlf({"import", "/no/such/file"}).err, HasSubstr("cannot read /no/such/file"));
  const std::string bad = TempFile("bad.xml");
  WriteText(bad, "<mjloggm><GO type=\"25\"/></mjloggm>");
  const Ran three = Mlf({"import", bad, "--variant", "riichi"});
  EXPECT_EQ(three.status, 1);
  EXPECT_THAT(three.err, HasSubstr("three players"));
  const std::string journal = TempFile("xueliu.txt");
  ASSERT_EQ(Mlf({"play", "xueliu", "--bots", "4", "--hands", "1", "--journal", journal}).status, 0);
  const Ran out = Mlf({"export", journal});
  EXPECT_EQ(out.status, 1);
  EXPECT_THAT(out.err, HasSubstr("mjai states rounds and indicators"));
}

TEST(GameFiles, MjaiPlaysOnTheCommandLine) {
  const Ran table = Mlf(
      {"mjai", "riichi", "--bots", "greedy", "random", "--games", "2", "--set", "round_limit=1"});
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("mean rank"));
  EXPECT_THAT(table.out, HasSubstr("random"));
  EXPECT_THAT(Mlf({"mjai", "riichi", "--bots", "a", "b", "c"}).err, HasSubstr("there are 3"));
  EXPECT_THAT(Mlf({"mjai", "riichi"}).err, HasSubstr("there are 0"));
  EXPECT_THAT(Mlf({"mjai", "erren", "--bots", "greedy"}).err, HasSubstr("four seats"));
  EXPECT_THAT(Mlf({"mjai", "riichi", "--serve-bot", "gready"}).err,
              HasSubstr("did you mean \"greedy\""));
}

}  // namespace
}  // namespace mlf::test
