// `mlf new`: every combination of answers gives a playable folder.
#include "cli.h"

#include <mlf/variants/open.h>
#include "tools/kit/games.h"
#include "tools/kit/sim.h"
#include "tools/mlf/new_variant.h"

#include <mlf/table/tile.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace mlf::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using tools::NewRules;
namespace fs = std::filesystem;

// A separate folder for each test.
std::string Dir(const std::string& name) {
  const std::string dir = TempFile("new_" + name);
  fs::remove_all(dir);
  return dir;
}

TEST(New, APatchPlays) {
  const std::string dir = Dir("patch");
  const Ran ran = Mlf({"new", "my_xueliu", "--from", "xueliu", "--dir", dir, "--zh", "我的血流",
                       "--en", "My \"own\" xueliu"});
  EXPECT_EQ(ran.status, 0) << ran.err << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("scenarios: 1, 1 pass"));
  const std::string folder = dir + "/my_xueliu";
  EXPECT_EQ(Mlf({"check", folder}).status, 0);
  EXPECT_EQ(Mlf({"play", folder, "--bots", "4", "--hands", "1", "--seed", "1"}).status, 0);
  EXPECT_THAT(ReadText(folder + "/variant.yaml"), HasSubstr("extends: xueliu\n"));
  EXPECT_THAT(ReadText(folder + "/README.md"),
              StartsWith("# My \"own\" xueliu\n\n[中文](README.zh-CN.md)\n\n## Rules\n\nThe rules "
                         "are those of `xueliu`"));
  EXPECT_THAT(
      ReadText(folder + "/README.zh-CN.md"),
      StartsWith("# 我的血流\n\n[English](README.md)\n\n## 规则\n\n同血流成河（`xueliu`）"));
}

// Whatever a name holds, it is what the variant is called, and it writes no line of its own.
TEST(New, ANameIsNoYaml) {
  const std::string zh = "一\nseats: 9", en = "a \"b\"\\ \t: [c}\nextends: none";
  const std::string dir = Dir("names");
  for (const bool patch : {false, true}) {
    const std::string id = patch ? "patch" : "whole";
    std::vector<std::string> args = {"new", id, "--dir", dir, "--zh", zh, "--en", en};
    if (patch) args.insert(args.end(), {"--from", "xueliu"});
    if (!patch) args.emplace_back("--defaults");
    const Ran ran = Mlf(args);
    EXPECT_EQ(ran.status, 0) << ran.err << ran.out;
    const auto variant = OpenVariant(dir + "/" + id);
    ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
    EXPECT_EQ(variant->label().zh, zh);
    EXPECT_EQ(variant->label().en, en);
  }
}

TEST(New, APatchOfAFolderBesideIt) {
  const std::string dir = Dir("beside");
  ASSERT_EQ(Mlf({"new", "first", "--dir", dir, "--yes"}).status, 0);
  const Ran ran = Mlf({"new", "second", "--from", "first", "--dir", dir});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Mlf({"check", dir + "/second"}).status, 0);
}

TEST(New, NothingIsOverwritten) {
  const std::string dir = Dir("twice");
  ASSERT_EQ(Mlf({"new", "mine", "--dir", dir, "--yes"}).status, 0);
  const std::string before = ReadText(dir + "/mine/variant.yaml");
  const Ran again = Mlf({"new", "mine", "--dir", dir, "--from", "xueliu"});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.err, HasSubstr("mine is there already; nothing is overwritten"));
  EXPECT_EQ(ReadText(dir + "/mine/variant.yaml"), before);
  // A file blocks the name like a folder.
  WriteText(dir + "/taken", "x");
  EXPECT_EQ(Mlf({"new", "taken", "--dir", dir, "--yes"}).status, 1);
  EXPECT_EQ(ReadText(dir + "/taken"), "x");
}

TEST(New, WhatIsWrongIsSaidAndNothingIsMade) {
  const std::string dir = Dir("wrong");
  struct Case {
    std::vector<std::string> args;
    const char* says;
  };
  const Case cases[] = {
      {{"new", "My-Rules", "--yes"},
       "an id begins with a-z and has only a-z, 0-9 and _, as my_rules; not \"My-Rules\""},
      {{"new", "1st", "--yes"}, "an id begins with a-z"},
      {{"new", "../up", "--yes"}, "an id begins with a-z"},
      {{"new", "xueliu", "--yes"}, "there is a built-in variant \"xueliu\" already"},
      {{"new", "mine", "--from", "xueliv"}, "did you mean \"xueliu\"?"},
      {{"new", "mine", "--from", "xueliu", "--players", "3"}, "--players is for a whole variant"},
      {{"new", "mine", "--yes", "--players", "5"}, "--players is one of 4, 3, 2, not \"5\""},
      {{"new", "mine", "--yes", "--after-win", "leave"}, "did you mean \"leaves\"?"},
      {{"new", "mine", "--yes", "--shapes", "standard,seven_pair"},
       "did you mean \"seven_pairs\"?"},
      {{"new", "mine", "--yes", "--shapes", "thirteen_orphans"},
       "thirteen_orphans needs all honours"},
      {{"new", "mine", "--yes", "--tiles", "1-9m"}, "36 tiles are too few: 4 players are dealt 53"},
      {{"new", "mine", "--yes", "--tiles", "1-9q"}, "--tiles:"},
      {{"new", "mine", "--yes", "--tiles", "1-9m 1-9s 1-8h"}, "flowers"},
  };
  for (const Case& row : cases) {
    std::vector<std::string> args = row.args;
    args.insert(args.end(), {"--dir", dir});
    const Ran ran = Mlf(args);
    EXPECT_EQ(ran.status, 1) << row.says;
    EXPECT_THAT(ran.err, HasSubstr(row.says));
    EXPECT_FALSE(fs::exists(dir)) << row.says;
  }
}

TEST(New, AsksForWhatIsNotSaid) {
  const std::string dir = Dir("asked");
  const Ran ran = Mlf({"new", "asked", "--dir", dir, "--players", "3", "--chi", "on"},
                      "two_suits\n\nmaybe\noff\nstandard,seven_pairs\nnearest\nleaves\nlinear\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("which tiles"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("how many players"))) << "it was said";
  EXPECT_THAT(ran.out, HasSubstr("--gang is one of on, off, not \"maybe\""));
  const std::string yaml = ReadText(dir + "/asked/variant.yaml");
  for (const char* line :
       {"seats: 3\n", "kinds: 1-9s 1-9p", "shapes: [standard, seven_pairs]", "  chi: {group",
        "  peng: {group", "- hu: {winners: nearest}", "leave_winner", "linear"}) {
    EXPECT_THAT(yaml, HasSubstr(line));
  }
  EXPECT_THAT(yaml, testing::Not(HasSubstr("an_gang")));
  const std::string en = ReadText(dir + "/asked/README.md"),
                    zh = ReadText(dir + "/asked/README.zh-CN.md");
  EXPECT_EQ(std::count(en.begin(), en.end(), '\n'), std::count(zh.begin(), zh.end(), '\n'))
      << "the same sentences in both languages";
  EXPECT_THAT(en, testing::Not(HasSubstr("。")));
  EXPECT_THAT(zh, HasSubstr("`variant.yaml`；"));
}

// The end of input does not accept the defaults.
TEST(New, TheEndOfTheInputIsNoAnswer) {
  const std::string dir = Dir("silent");
  const Ran none = Mlf({"new", "silent", "--dir", dir});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("mlf: the input ended before every question was answered, and "
                                  "nothing is made. Give the rest as options, or --yes for the "
                                  "defaults: --players 4, --tiles three_suits, --chi off, --peng "
                                  "on, --gang on, --shapes standard, --claim all, "
                                  "--after-win ends, --score doubling"));
  EXPECT_FALSE(fs::exists(dir + "/silent"));
  const Ran some =
      Mlf({"new", "silent", "--dir", dir, "--players", "3", "--lang", "zh"}, "\noff\n");
  EXPECT_EQ(some.status, 1);
  EXPECT_THAT(some.err, HasSubstr("--yes 全取默认：--peng on"));
  EXPECT_EQ(Mlf({"new", "silent", "--dir", dir, "--defaults"}).status, 0);
}

// Load and lint the variant, run its scenario, and play 20 hands with random bots.
void Plays(const NewRules& rules, const std::string& about) {
  ASSERT_TRUE(tools::CheckRules(rules).empty()) << about;
  const std::string text = tools::RulesYaml({"made", "造", "made"}, rules);
  const auto variant = LoadVariant(VariantText{"made", text}, StandardSource());
  ASSERT_TRUE(variant.ok()) << about << "\n" << FaultText(variant.faults()) << text;
  const auto flow = variant->Build({}, AllParts(), &table::TileText());
  ASSERT_TRUE(flow.ok()) << about << "\n" << FaultText(flow.faults()) << text;
  tools::SimOptions options{.hands = 20, .seed = 3};
  options.bots.assign(static_cast<std::size_t>(rules.players), tools::BotKind::kRandom);
  const tools::SimReport report = tools::Simulate(**flow, options);
  EXPECT_FALSE(report.fault.has_value()) << about << "\n" << report.fault.value_or("");
  EXPECT_EQ(report.totals.hands, 20u) << about;
}

// Tiles, shapes and score affect nothing else in the text, so they rotate while the other answers
// take every combination. Then each pair of them is combined.
TEST(New, EveryCombinationOfAnswersPlays) {
  constexpr std::array kKinds = {"1-9m 1-9s 1-9p", "1-9s 1-9p", "1-9m 1-9s 1-9p 1-7z"};
  int count = 0;
  const auto set_values = [&](NewRules& rules, int kinds, int shapes, int score) {
    rules.kinds = kKinds[static_cast<std::size_t>(kinds)];
    rules.standard = shapes != 1;
    rules.seven_pairs = shapes != 0;
    rules.thirteen_orphans = shapes == 2 && kinds == 2;
    rules.score = score == 0 ? tools::ScoreStyle::kDoubling : tools::ScoreStyle::kLinear;
  };
  for (int players = 2; players <= 4; ++players) {
    for (int melds = 0; melds < 8; ++melds) {
      for (int claim = 0; claim < 3; ++claim) {
        for (int after = 0; after < 3; ++after) {
          NewRules rules;
          rules.players = players;
          rules.chi = (melds & 1) != 0;
          rules.peng = (melds & 2) != 0;
          rules.gang = (melds & 4) != 0;
          rules.claim = static_cast<tools::Claim>(claim);
          rules.after_win = static_cast<tools::AfterWin>(after);
          set_values(rules, count % 3, count / 3 % 3, count / 2 % 2);
          ++count;
          Plays(rules, "players " + std::to_string(players) + " melds " + std::to_string(melds) +
                           " claim " + std::to_string(claim) + " after " + std::to_string(after));
        }
      }
    }
    for (int values = 0; values < 18; ++values) {
      NewRules rules;
      rules.players = players;
      set_values(rules, values % 3, values / 3 % 3, values / 9);
      Plays(rules, "values " + std::to_string(values));
    }
  }
}

}  // namespace
}  // namespace mlf::test
