// A person at a terminal: scripted input and the resulting output. Also journals of such games.
#include "cli.h"

#include "tools/console/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace mlf::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Ones(int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += "1\n";
  return text;
}

// A whole hand of 血流 with its journal; the person always takes the first offer.
struct Played {
  std::string file = TempFile("game.txt");
  Ran ran = Mlf({"play", "xueliu", "--seed", "5", "--hands", "1", "--journal", file}, Ones(200));
};
const Played& Game() {
  static const Played played;
  return played;
}

TEST(Play, WrongInputIsAnsweredAndAskedAgain) {
  const Ran ran =
      Mlf({"play", "xueliu", "--seed", "5"},
          "foo\n99\n\npeng 5p\nexchange_three 19m1s\ndiscard\n1\n? peng\n?\nchoose_void m\nq\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("cannot read \"foo\""));
  EXPECT_THAT(ran.out, HasSubstr("there is no number 99"));
  EXPECT_THAT(ran.out, HasSubstr("refused (no_edge)")) << "peng cannot follow a deal";
  EXPECT_THAT(ran.out, HasSubstr("refused (invalid_payload)")) << "tiles of two suits";
  EXPECT_THAT(ran.out, HasSubstr("not peng:")) << "? peng says why not";
  EXPECT_THAT(ran.out, HasSubstr("seat 0 gives up wan"))
      << "and in the end the right word is taken";
  EXPECT_THAT(ran.out, HasSubstr("leaving"));
}

TEST(Play, ReadsTilesAloneChineseNamesAndAsksAboutOneAction) {
  const Ran ran = Mlf({"play", "xueliu", "--seed", "5", "--lang", "zh"},
                      "换三张 267p\nm\n? discard 9p\n? discard 1m\n1m\nq\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("座0 换出 267p"));
  EXPECT_THAT(ran.out, HasSubstr("座0 定缺 万"));
  EXPECT_THAT(ran.out, HasSubstr("不行（invalid_payload）")) << "a tile it does not hold";
  EXPECT_THAT(ran.out, HasSubstr("可以：discard 1m"));
  EXPECT_THAT(ran.out, HasSubstr("座0 打 1m  一万"));
}

// Every action and tile can be typed as it is shown.
TEST(Play, TakesWhatItShows) {
  const std::string opening = "换三张 267p\nm\n";
  for (const char* line : {"一万", "打一万", "打 一万", "打 1m", "打1m", "出牌 一万", "出一万",
                           "discard 一万", "discard 1 wan", "1 wan", "1M", "打　一万"}) {
    const Ran zh = Mlf({"play", "xueliu", "--seed", "5", "--lang", "zh"}, opening + line + "\nq\n");
    EXPECT_THAT(zh.out, HasSubstr("座0 打 1m  一万")) << line;
    EXPECT_THAT(zh.out, Not(HasSubstr("看不懂"))) << line;
  }
  for (const char* line :
       {"定缺 万", "定缺万", "万", "choose_void m", "choose void suit wan", "wan"}) {
    const Ran zh = Mlf({"play", "xueliu", "--seed", "5", "--lang", "zh"},
                       "换三张 二筒六筒七筒\n" + std::string(line) + "\nq\n");
    EXPECT_THAT(zh.out, HasSubstr("座0 换出 267p")) << line;
    EXPECT_THAT(zh.out, HasSubstr("座0 定缺 万")) << line;
  }
  const Ran asked = Mlf({"play", "xueliu", "--seed", "5", "--lang", "zh"},
                        opening + "? 碰\n? 打五万\n? 打九筒\nq\n");
  EXPECT_THAT(asked.out, HasSubstr("不能碰"));
  EXPECT_THAT(asked.out, HasSubstr("不行（invalid_payload）")) << "a tile it does not hold";
}

// A terminal of 60 columns: no line break between a tile and its code.
TEST(Play, TheTableFitsInSixtyColumns) {
  for (const char* lang : {"zh", "en"}) {
    const Ran ran = Mlf({"play", "xueliu", "--seed", "5", "--lang", lang}, Ones(60));
    std::istringstream lines(ran.out);
    int hands = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.find("手牌  ") == 0 || line.find("hand  ") == 0) ++hands;
      const auto begins = [&](const char* head) { return line.starts_with(head); };
      if (begins("    牌河") || begins("    river") || begins("    副露") || begins("    melds") ||
          begins("手牌  ") || begins("hand  ")) {
        EXPECT_LE(tools::Columns(line), 60) << line;
      }
    }
    EXPECT_GT(hands, 5) << lang;
  }
}

TEST(Play, ShowsTheHandInChineseAndTextAndNoOtherHand) {
  const Ran ran = Mlf({"play", "xueliu", "--seed", "5", "--lang", "zh"}, "q\n");
  EXPECT_THAT(ran.out, HasSubstr("一万 二万 四万 五万"));
  EXPECT_THAT(ran.out, HasSubstr("1m   2m   4m   5m"));
  EXPECT_THAT(ran.out, HasSubstr("座1 起手 13 张"));
  EXPECT_THAT(ran.out, HasSubstr("牌墙剩 55 张"));
}

TEST(Play, EndOfInputEndsCleanly) {
  const Ran ran = Mlf({"play", "xueliu", "--seed", "5"}, "1\n1\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("end of the input"));
}

TEST(Play, AHandIsPlayedToItsEnd) {
  EXPECT_EQ(Game().ran.status, 0) << Game().ran.err;
  EXPECT_THAT(Game().ran.out, HasSubstr("hand 1 is over"));
  EXPECT_THAT(Game().ran.out, HasSubstr("total"));
  EXPECT_THAT(Game().ran.out, Not(HasSubstr("end of the input")));
}

TEST(Play, BotsAloneCanBeWatched) {
  const Ran ran = Mlf({"play", "xueliu", "--seed", "2", "--bots", "4", "--hands", "1"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("hand 1 is over"));
  EXPECT_THAT(ran.out, Not(HasSubstr("> "))) << "nobody is asked";
}

TEST(Play, TheSameSeedIsTheSameGame) {
  const std::vector<std::string> args = {"play",   "xueliu", "--seed",  "9",
                                         "--bots", "4",      "--hands", "1"};
  EXPECT_EQ(Mlf(args).out, Mlf(args).out);
}

TEST(Play, SeveralPeopleReadOnlyWhatAllMayKnow) {
  const Ran ran = Mlf({"play", "xueliu", "--seed", "5", "--bots", "2"}, "1\n1\nq\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("seat 0 (you)"));
  EXPECT_THAT(ran.out, HasSubstr("seat 1 (you)"));
  EXPECT_THAT(ran.out, HasSubstr("seat 0 is dealt 13 tiles"));
}

TEST(Demo, PlaysAHandAndDrawsTheChart) {
  const std::string folder = TempFile("chart");
  const Ran ran = Mlf({"demo", "--out", folder});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("wins on"));
  EXPECT_THAT(ran.out, HasSubstr("hand 1 is over"));
  EXPECT_THAT(ran.out, HasSubstr("chart: " + folder + "/xueliu.svg"));
  EXPECT_THAT(ReadText(folder + "/xueliu.svg"), HasSubstr("<svg"));
  EXPECT_THAT(ReadText(folder + "/xueliu.png"), HasSubstr("PNG"));
}

// Nobody has chosen the current folder, and that of an installed program is often of somebody else.
TEST(Demo, WhereNothingCanBeWrittenTheChartGoesElsewhere) {
  namespace fs = std::filesystem;
  const fs::path before = fs::current_path(), folder = TempFile("occupied");
  fs::create_directories(folder / "xueliu.svg");  // root may write everywhere, but not here
  fs::current_path(folder);
  const Ran ran = Mlf({"demo"}), chosen = Mlf({"demo", "--out", folder});
  fs::current_path(before);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("xueliu.svg"));
  const std::size_t at = ran.out.find("chart: ");
  ASSERT_NE(at, std::string::npos) << ran.out;
  const std::string file = ran.out.substr(at + 7, ran.out.find('\n', at) - at - 7);
  EXPECT_NE(fs::path(file).parent_path(), folder);
  EXPECT_THAT(ReadText(file), HasSubstr("<svg"));
  fs::remove_all(fs::path(file).parent_path());
  EXPECT_EQ(chosen.status, 1) << "a folder that was chosen is no other one";
}

TEST(Replay, AJournalIsVerified) {
  const Ran ran = Mlf({"replay", Game().file});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("as the journal says"));
  EXPECT_THAT(ran.out, HasSubstr("hand 1 is over"));
  const Ran quiet = Mlf({"replay", "-q", Game().file});
  EXPECT_EQ(quiet.status, 0);
  EXPECT_EQ(std::count(quiet.out.begin(), quiet.out.end(), '\n'), 1) << quiet.out;
}

TEST(Replay, TruncatedAndAlteredJournalsNameTheLine) {
  const std::string whole = ReadText(Game().file);
  const std::string cut = TempFile("cut.txt");
  WriteText(cut, whole.substr(0, whole.size() / 2));
  const Ran truncated = Mlf({"replay", cut, "--strict"});
  EXPECT_EQ(truncated.status, 1);
  EXPECT_THAT(truncated.err, HasSubstr(cut + ":")) << "file and line";

  std::string altered = whole;
  const std::size_t at = altered.find("discard");
  ASSERT_NE(at, std::string::npos);
  const auto line =
      1 + std::count(altered.begin(), altered.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  altered[at + 8] = altered[at + 8] == '1' ? '2' : '1';
  const std::string file = TempFile("altered.txt");
  WriteText(file, altered);
  const Ran changed = Mlf({"replay", file});
  EXPECT_EQ(changed.status, 1);
  EXPECT_THAT(changed.err, HasSubstr(file + ":" + std::to_string(line)));
}

TEST(Replay, AnotherVariantOfTheRulesOnlyWhenAsked) {
  std::string other = ReadText(std::string(MLF_SOURCE_DIR) + "/variants/xueliu/variant.yaml");
  const std::size_t at = other.find("{hand: 13, dealer_extra: 1}");
  ASSERT_NE(at, std::string::npos);
  other.replace(at, 27, "{hand: 12, dealer_extra: 1}");
  const std::string file = TempFile("other.yaml");
  WriteText(file, other);
  EXPECT_EQ(Mlf({"replay", Game().file, "--variant", file}).status, 1);
}

TEST(Explain, AStepInBothLanguages) {
  const Ran en = Mlf({"explain", Game().file, "--step", "9"});
  EXPECT_EQ(en.status, 0) << en.err;
  EXPECT_THAT(en.out, HasSubstr("Step 9"));
  EXPECT_THAT(Mlf({"explain", Game().file, "--step", "9", "--lang", "zh"}).out,
              HasSubstr("第 9 步"));
  const Ran none = Mlf({"explain", Game().file, "--step", "9999"});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("9999"));
  EXPECT_EQ(Mlf({"explain", Game().file}).status, 0) << "where it rests at the end";
}

TEST(View, ASeatSeesItsOwnHandOnly) {
  const Ran full = Mlf({"view", Game().file, "--step", "9"});
  EXPECT_EQ(full.status, 0) << full.err;
  const auto all = nlohmann::json::parse(full.out);
  EXPECT_EQ(all["v"], 1);
  const Ran own = Mlf({"view", Game().file, "--step", "9", "--seat", "0"});
  const Ran spectator = Mlf({"view", Game().file, "--step", "9", "--seat", "spectator"});
  // A seat sees less than a referee, and a spectator less than a seat.
  EXPECT_LT(own.out.size(), full.out.size());
  EXPECT_LT(spectator.out.size(), own.out.size());
  EXPECT_NE(Mlf({"view", Game().file, "--step", "0"}).out, Mlf({"view", Game().file}).out)
      << "the start and the end";
  EXPECT_EQ(Mlf({"view", Game().file, "--seat", "4"}).status, 1);
  EXPECT_EQ(Mlf({"view", Game().file, "--step", "-1"}).status, 1);
}

}  // namespace
}  // namespace mlf::test
