// Exit statuses, help and languages of every command.
#include "cli.h"

#include <mlf/flow/plugin.h>
#include "tools/console/console.h"
#include "tools/mlf/commands.h"
#include "tools/mlf/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <thread>

#include <unistd.h>

namespace mlf::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kCommands[] = {
    "list",   "variants", "parts", "new",    "check",  "play",   "demo",    "sim",  "score",
    "follow", "hand",     "mjai",  "import", "export", "replay", "explain", "view", "verify-wall"};

TEST(Usage, EveryCommandShowsAnExampleInBothLanguages) {
  for (const std::string command : kCommands) {
    const Ran en = Mlf({command, "--help"});
    EXPECT_EQ(en.status, 0) << command;
    EXPECT_THAT(en.out, HasSubstr("Example:")) << command;
    EXPECT_THAT(en.out, HasSubstr("mlf " + command)) << command;
    const Ran zh = Mlf({command, "--help", "--lang", "zh"});
    EXPECT_EQ(zh.status, 0) << command;
    EXPECT_THAT(zh.out, HasSubstr("例：")) << command;
    EXPECT_THAT(Mlf({"--help"}).out, HasSubstr("  " + command)) << "the list of commands";
  }
}

TEST(Usage, TheVersionIsThatOfTheEngine) {
  const Ran ran = Mlf({"--version"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(AbiWord(), ::testing::StartsWith("engine " + ran.out.substr(4, ran.out.size() - 5)));
  EXPECT_THAT(ran.out, ::testing::MatchesRegex("mlf [0-9]+.[0-9]+.[0-9]+\n"));
  EXPECT_THAT(Mlf({"--help"}).out, HasSubstr("--version"));
}

struct StatusCase {
  std::vector<std::string> args;
  int status;
  const char* says;  // on stderr
  const char* why;
};

// The journal names the options of the preset, not the preset.
TEST(Usage, APresetUnderTheSettings) {
  const std::string file = TempFile("preset.txt");
  const Ran ran = Mlf({"play", "xueliu", "--set", "cap=4", "--preset", "tournament", "--bots", "4",
                       "--hands", "1", "--seed", "1", "--journal", file});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ReadText(file), HasSubstr("option cap 4 "));
  EXPECT_THAT(ReadText(file), Not(HasSubstr("tournament")));
  EXPECT_EQ(Mlf({"replay", file, "--quiet"}).status, 0);
  const Ran against = Mlf({"sim", "xueliu", "--games", "4", "--against-preset", "tournament"});
  EXPECT_EQ(against.status, 0) << against.err;
  EXPECT_THAT(against.out, HasSubstr("tournament"));
  const std::string list = Mlf({"list"}).out;
  EXPECT_THAT(list, HasSubstr("  preset tournament  tournament, three fan at most: cap=3 "
                              "lou_hu=higher_fan (worldmahjongtour.live)\n"));
  EXPECT_THAT(Mlf({"list", "--lang", "zh"}).out,
              HasSubstr("  预设 tournament  赛事三番封顶：cap=3 lou_hu=higher_fan"));
  EXPECT_THAT(Mlf({"list", "--json"}).out, HasSubstr("\"name\": \"five_fan\""));
}

TEST(Usage, ListSaysWhatOptionsNeed) {
  const std::string en = Mlf({"list"}).out;
  EXPECT_THAT(en, HasSubstr("an_gang in table 2: 4 or 2 [only with score_table=2]\n"));
  EXPECT_THAT(en, HasSubstr("[cap only with cap!=none]\n"));
  EXPECT_THAT(Mlf({"list", "--lang", "zh"}).out, HasSubstr("［仅当 score_table=2］"));
  EXPECT_THAT(Mlf({"list", "--json"}).out, HasSubstr("\"option\": \"score_table\""));
}

// Every command that opens the variant shows it once; --strict makes it a fault.
TEST(Usage, WarningsAreShown) {
  const std::string file = TempFile("warned.yaml");
  WriteText(file,
            "id: warned\nzh: 警告\nen: warned\nextends: xueliu\noptions: {spare: {type: bool, "
            "default: off, zh: 多余, en: spare}}\n");
  const std::string warning = file +
                              ":5:11: W01: nothing reads option \"spare\"; use it (\"$spare\", by: "
                              "or when:), or take it out\n";
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"sim", file, "--games", "2", "--against-set", "cap=4"},
        {"play", file, "--bots", "4", "--hands", "1", "--seed", "1"}}) {
    const Ran ran = Mlf(args);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(ran.err, "mlf: warning: " + warning) << args[0];
  }
}

TEST(Usage, ExitStatusAndWhatIsSaid) {
  const StatusCase cases[] = {
      {{}, 2, "subcommand", "no command"},
      {{"plya", "xueliu"}, 2, "did you mean play", "a misspelt command"},
      {{"play"}, 2, "variant", "what is required is missing"},
      {{"sim", "xueliu", "--games", "many"}, 2, "--games", "no number"},
      {{"sim", "xueliu", "--games", "0"}, 2, "--games", "out of range"},
      {{"sim", "xueliu", "--frobnicate"}, 2, "--frobnicate", "no such flag"},
      {{"sim", "xueliu", "--set", "cap"}, 2, "option=value", "--set without a value"},
      {{"sim", "xueliu", "--frobnicate"},
       2,
       "mlf sim: there is no option --frobnicate",
       "the program, the command and the option are named"},
      {{"sim", "xueliu", "--gamse", "5"},
       2,
       "mlf sim: there is no option --gamse (did you mean --games?); see mlf sim --help",
       "a misspelt flag"},
      {{"sim", "xueliu", "xuezhan"},
       2,
       "mlf sim: xuezhan is one word too many",
       "a second variant"},
      {{"sim", "xueliu", "--games", "0"},
       2,
       "mlf sim: --games",
       "the program and the option are named"},
      {{"play"}, 2, "mlf play: variant", "the program and what is missing are named"},
      {{"sim", "xueliu", "--seed", "-1"},
       2,
       "mlf sim: --seed: a seed is a whole number from 0 to 18446744073709551615, not -1",
       "a negative seed"},
      {{"play", "xueliu", "--seed=-5"}, 2, "not -5", "a negative seed"},
      {{"demo", "--seed", "18446744073709551616"},
       2,
       "not 18446744073709551616",
       "a seed beyond 64 bits"},
      {{"list", "--lang", "fr"}, 2, "fr", "no such language"},
      {{"sim", "xueliv"}, 1, "did you mean \"xueliu\"", "a misspelt variant"},
      {{"sim", "xueliu", "--set", "kap=3"}, 1, "cap", "no such option"},
      {{"sim", "xueliu", "--set", "cap=99"}, 1, "1..20", "a value the option cannot have"},
      {{"sim", "xueliu", "--set", "tianhu_mode=cap"},
       1,
       "only with cap!=none",
       "a value without what it needs"},
      {{"sim", "xueliu", "--preset", "tournement"},
       1,
       "did you mean \"tournament\"",
       "a misspelt preset"},
      {{"sim", "yilaidaodi", "--set", "angang_v2=2"},
       1,
       "only with score_table=2 (it is 1)",
       "an option without what it needs"},
      {{"sim", "xueliu", "--bot", "gredy", "--games", "1"}, 1, "greedy", "a misspelt bot"},
      {{"play", "xueliu", "--bots", "5"}, 1, "4", "more bots than seats"},
      {{"play", "xueliu", "--journal", "/no/such/folder/j", "--seed", "1"},
       1,
       "/no/such/folder/j",
       "a file that cannot be made"},
      {{"replay", "/no/such/file"}, 1, "/no/such/file", "a journal that is not there"},
      {{"check", "/no/such/folder"}, 1, "/no/such/folder", "a folder that is not there"},
      {{"hand", "123q"}, 1, "q", "no tile"},
      {{"demo", "--seed", "1", "--out", "/dev/null/x"},
       1,
       "/dev/null",
       "a chart that cannot be written"},
  };
  for (const StatusCase& row : cases) {
    const Ran ran = Mlf(row.args);
    EXPECT_EQ(ran.status, row.status) << row.why << "\n" << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(row.says)) << row.why;
  }
}

TEST(Usage, ErrorsAreNotOnTheOutput) {
  EXPECT_EQ(Mlf({"sim", "xueliv"}).out, "");
  EXPECT_EQ(Mlf({"plya"}).out, "");
}

TEST(Usage, FullDiskIsAnError) {
  std::istringstream in;
  std::ostringstream out, err;
  out.setstate(std::ios::badbit);
  EXPECT_EQ(tools::RunMlf({"list", "--lang", "en"}, in, out, err), 1);
  EXPECT_THAT(err.str(), HasSubstr("cannot be written"));
}

TEST(Usage, ExamplesNameTheProgramThatWasCalled) {
  std::istringstream in;
  std::ostringstream out, err;
  EXPECT_EQ(tools::RunMlf({"score", "--help", "--lang", "en"}, in, out, err, "own"), 0);
  EXPECT_NE(out.str().find("| own score xueliu"), std::string::npos) << out.str();
  EXPECT_EQ(out.str().find("mlf "), std::string::npos) << out.str();
}

TEST(Usage, LanguageIsThatOfTheEnvironment) {
  struct Case {
    const char* lc_all;
    const char* lang;
    Lang expected;
  };
  const Case cases[] = {
      {"", "zh_CN.UTF-8", Lang::kZh},
      {"", "en_US.UTF-8", Lang::kEn},
      {"en_GB.UTF-8", "zh_CN.UTF-8", Lang::kEn},
      {"zh_TW", "C", Lang::kZh},
      {"", "", Lang::kEn},
  };
  ::unsetenv("LC_MESSAGES");
  for (const Case& row : cases) {
    ::setenv("LC_ALL", row.lc_all, 1);
    ::setenv("LANG", row.lang, 1);
    EXPECT_EQ(tools::LangOfEnvironment(), row.expected) << row.lc_all << " " << row.lang;
  }
  ::unsetenv("LC_ALL");
  ::unsetenv("LANG");
}

TEST(Usage, PadCountsChineseAsTwoColumns) {
  EXPECT_EQ(tools::Columns("五万5m"), 6);
  EXPECT_EQ(tools::Pad("五万", 6), "五万  ");
  EXPECT_EQ(tools::Pad("toolong", 3), "toolong");
}

TEST(List, NamesOptionsWithDefaultsAndValues) {
  const Ran text = Mlf({"list"});
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.out, HasSubstr("xueliu"));
  EXPECT_THAT(text.out, HasSubstr("huan_san_zhang"));
  EXPECT_THAT(text.out, HasSubstr("preset official  Zung Jung 3.3: the defaults"));
  const Ran zh = Mlf({"list", "--lang", "zh"});
  EXPECT_THAT(zh.out, HasSubstr("血流成河"));
  EXPECT_THAT(zh.out, HasSubstr("换三张"));
  const Ran listed = Mlf({"list", "--json"});
  EXPECT_THAT(listed.out, HasSubstr("\"fingerprint\""));
  EXPECT_THAT(listed.out, HasSubstr("\"default\": \"none\""));
  EXPECT_THAT(listed.out, Not(HasSubstr("(options:"))) << "JSON and nothing else";
}

TEST(Sim, IsTheSameForAnyNumberOfThreads) {
  const std::vector<std::string> base = {"sim",    "xueliu", "--games", "40",    "--bot",
                                         "random", "--seed", "3",       "--json"};
  std::vector<std::string> single = base, three = base;
  single.insert(single.end(), {"--threads", "1"});
  three.insert(three.end(), {"--threads", "3"});
  const Ran one = Mlf(single);
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_THAT(one.out, HasSubstr("\"hands\""));
  // Everything except the speed.
  const auto same = [](std::string text) {
    for (std::size_t at; (at = text.find("_per_second")) != std::string::npos;) {
      const std::size_t line = text.rfind('\n', at);
      text.erase(line, text.find('\n', at) - line);
    }
    return text;
  };
  EXPECT_EQ(same(Mlf(three).out), same(one.out));
  EXPECT_EQ(same(Mlf(base).out), same(one.out)) << "as many threads as there are cores";
  EXPECT_EQ(one.err, "") << "no progress bar where there is no terminal";
}

// A bar on a terminal, drawn over itself and wiped before the answer.
TEST(Sim, ShowsProgressOnATerminal) {
  std::istringstream in;
  std::ostringstream out, err;
  const tools::Console console{in, out, err, Lang::kEn, true};
  tools::SimCommand command;
  command.variant.name = "xueliu";
  command.games = 400;
  command.bot = "random";
  command.threads = 1;
  EXPECT_EQ(tools::RunSim(command, console), tools::kDone);
  EXPECT_THAT(err.str(), ::testing::ContainsRegex("\r\\[#+[.]*\\] [0-9]+%  [1-9][0-9]*/400"));
  EXPECT_TRUE(err.str().ends_with(" \r")) << "the line is empty again";
  EXPECT_THAT(out.str(), Not(HasSubstr("/400")));
}

// Ctrl-C in a long run prints the hands played so far, equal to a run of that many hands.
TEST(Sim, PrintsWhatItHasWhenInterrupted) {
  std::atomic<bool> over = false;
  // Once the run takes the signal and its threads have worked for some hands.
  std::thread interrupter([&] {
    const auto waits = [] {
      struct sigaction now{};
      ::sigaction(SIGINT, nullptr, &now);
      return now.sa_handler == SIG_DFL;
    };
    while (!over && waits()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    for (const std::clock_t begun = std::clock();
         !over && std::clock() < begun + CLOCKS_PER_SEC / 2;)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (!over) ::kill(::getpid(), SIGINT);
  });
  const Ran ran = Mlf({"sim", "xueliu", "--games", "100000000", "--bot", "random", "--seed", "3",
                       "--threads", "2", "--json"});
  over = true;
  interrupter.join();
  EXPECT_EQ(ran.status, 130) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\"interrupted\": true"));
  const auto report = nlohmann::json::parse(ran.out);
  const auto hands = report["hands"].get<std::uint64_t>();
  ASSERT_GT(hands, 0u);
  const Ran whole = Mlf({"sim", "xueliu", "--games", std::to_string(hands), "--bot", "random",
                         "--seed", "3", "--json"});
  EXPECT_EQ(whole.status, 0);
  const auto same = nlohmann::json::parse(whole.out);
  EXPECT_EQ(report["wins"], same["wins"]);
  EXPECT_EQ(report["seats"], same["seats"]);
  EXPECT_FALSE(same.contains("interrupted"));
}

TEST(Score, AnswersALineEach) {
  const std::string in =
      R"({"id":"a","hand":"123m456m789m12p55p","win":"3p","by":"self_draw","state":{"void":"s"}})"
      "\n"
      R"({"id":"b","hand":"123m456m789m12p55p","win":"3s","by":"self_draw"})"
      "\n";
  const Ran good = Mlf({"score", "xueliu"}, in);
  EXPECT_EQ(good.status, 0) << good.out << good.err;
  EXPECT_THAT(good.out, HasSubstr(R"("id":"a","win":true)"));
  EXPECT_THAT(good.out, HasSubstr(R"("points":[6,-2,-2,-2])"))
      << "plain, one fan for the self-draw, paid by all";
  EXPECT_THAT(good.out, HasSubstr(R"("id":"b","win":false)"));
  const Ran bad =
      Mlf({"score", "xueliu"},
          "{\"id\":\"c\",\"hand\":\"55555m\",\"win\":\"3p\",\"by\":\"discard\"}\n" + in);
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.out, HasSubstr("\"error\""));
  EXPECT_THAT(bad.out, HasSubstr(R"("id":"b")")) << "all lines are answered";
  EXPECT_EQ(Mlf({"score", "xueliu", "--set", "cap=none"}, in).status, 0);
}

TEST(Hand, TellsDistanceAndWaits) {
  const Ran ready = Mlf({"hand", "123m456m789m12p55p"});
  EXPECT_EQ(ready.status, 0) << ready.err;
  EXPECT_THAT(ready.out, HasSubstr("3p"));
  const Ran rows = Mlf({"hand"}, R"({"id":"a","tiles":"123m456m789m12p55p"})"
                                 "\n");
  EXPECT_EQ(rows.status, 0) << rows.out;
  EXPECT_THAT(rows.out, HasSubstr(R"("standard":0)"));
}

// Scenarios of another folder on a built-in variant.
TEST(Check, RunsOtherScenariosBesideTheVariantsOwn) {
  const std::string folder = TempFile("cases");
  const std::string good =
      "name: mine\nposition: {seats: {0: 123m456p789p1122s5m}}\nsteps: [0 discard 5m, {points: [0, "
      "0, 0, 0]}]\n";
  WriteText(folder + "/a.yaml", good);
  WriteText(folder + "/b.yaml",
            "name: wrong\nposition: {seats: {0: 123m456p789p1122s5m}}\nsteps:\n  - 0 discard 5m\n  "
            "- wall_left: 1\n");
  const Ran one = Mlf({"check", "xueliu", "--scenarios", folder + "/a.yaml"});
  EXPECT_EQ(one.status, 0) << one.out << one.err;
  EXPECT_THAT(one.out, HasSubstr("1 pass"));
  const Ran all =
      Mlf({"check", "xueliu", "--scenarios", folder, "--scenarios", folder + "/a.yaml"});
  EXPECT_EQ(all.status, 1);
  EXPECT_THAT(all.out, HasSubstr("b.yaml:5:16: E01: wall_left: expected 1, got 54"));
  EXPECT_THAT(all.out, HasSubstr("scenarios: 3, 2 pass"));
  const Ran missing = Mlf({"check", "xueliu", "--scenarios", folder + "/c.yaml"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_THAT(missing.out, HasSubstr("c.yaml: Y01: the file cannot be read"));
  WriteText(folder + "/empty/readme.txt", "x");
  const Ran empty = Mlf({"check", "xueliu", "--scenarios", folder + "/empty"});
  EXPECT_EQ(empty.status, 1);
  EXPECT_THAT(empty.out, HasSubstr("the folder holds no scenario file; their names end in .yaml"));
}

TEST(Check, XueliuIsInOrderAndABadVariantIsNot) {
  const std::string folder = TempFile("variant.yaml");
  WriteText(folder,
            "id: bad\nzh: 坏\nen: bad\nseats: 4\nflow:\n  start: {then: shufle}\n  shuffle: {end: "
            "true}\n");
  const Ran bad = Mlf({"check", folder});
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr(":6:")) << "the line of the fault";
  EXPECT_THAT(bad.err, HasSubstr("shuffle")) << "the nearest right name";
}

}  // namespace
}  // namespace mlf::test
