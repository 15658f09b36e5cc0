// `mlf check` beyond builds and scenarios: the option values it builds, and the hands that bots
// play with each.
#include <mlf/variants/open.h>
#include "tests/support/files.h"
#include "tools/kit/games.h"
#include "tools/kit/option_sample.h"
#include "tools/kit/scenario.h"
#include "tools/kit/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <sstream>
#include <utility>

#include <unistd.h>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

OptionDecl Int(std::int64_t low, std::int64_t high, const std::string& fallback,
               std::vector<std::string> words = {}) {
  OptionDecl option;
  option.type = OptionDecl::Type::kInt;
  option.low = low;
  option.high = high;
  option.fallback = fallback;
  option.values = std::move(words);
  return option;
}

TEST(OptionSample, NarrowRangesAreWhole) {
  const OptionSample sample = SampleOption(Int(-1, 2, "none", {"none"}));
  EXPECT_THAT(sample.values, ElementsAre("none", "-1", "0", "1", "2"));
  EXPECT_TRUE(sample.whole());
  EXPECT_THAT(SampleOption(Int(1, 24, "1")).values, SizeIs(24));
  EXPECT_THAT(SampleOption(Int(kHighest, kHighest, "9223372036854775807")).values,
              ElementsAre("9223372036854775807"));
  EXPECT_THAT(SampleOption(Int(kLowest, kLowest + 1, "-9223372036854775808")).values,
              ElementsAre("-9223372036854775808", "-9223372036854775807"));
}

TEST(OptionSample, WideRangesAreSampled) {
  const OptionSample sample = SampleOption(Int(0, 1000, "77", {"none"}));
  EXPECT_THAT(sample.values,
              ElementsAre("none", "0", "1", "77", "250", "500", "750", "999", "1000"));
  EXPECT_EQ(sample.all, 1002u);
  EXPECT_FALSE(sample.whole());
}

// The width of the full 64-bit range does not fit a signed number.
TEST(OptionSample, EndsOf64Bits) {
  const OptionSample sample = SampleOption(Int(kLowest, kHighest, "0", {"none"}));
  EXPECT_THAT(sample.values, ElementsAre("none", "-9223372036854775808", "-9223372036854775807",
                                         "-4611686018427387905", "-1", "0", "4611686018427387904",
                                         "9223372036854775806", "9223372036854775807"));
  EXPECT_EQ(sample.all, std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(sample.whole());
  EXPECT_THAT(SampleOption(Int(-2, kHighest, "0")).values, SizeIs(8));
  EXPECT_EQ(SampleOption(Int(-2, kHighest, "0")).all, (std::uint64_t{1} << 63) + 2);
}

class CheckOf : public ::testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder_); }

  // The output of the check for the patch of xueliu.
  std::string Checked(const std::string& patch) {
    test::WriteText(folder_ / "variant.yaml",
                    "id: x\nzh: 测试\nen: test\nextends: xueliu\n" + patch + "\n");
    report_ = CheckVariant(folder_.string());
    std::ostringstream text;
    WriteCheckReport(report_, Lang::kEn, false, text);
    return FaultText(report_.faults) + text.str();
  }

  const fs::path folder_ =
      fs::path(::testing::TempDir()) / ("mlf_check_" + std::to_string(::getpid())) / "x";
  CheckReport report_;
};

TEST_F(CheckOf, TheLimitsOfAWideRangeAreSaid) {
  const std::string text = Checked(
      "options: {deep: {type: int, default: 0, low: -9223372036854775808, high: "
      "9223372036854775807, words: [none], zh: 深, en: deep}}");
  EXPECT_TRUE(report_.ok()) << text;
  EXPECT_THAT(text,
              HasSubstr("option deep: of more than 18446744073709551614 values 9 were built"));
  EXPECT_THAT(text, HasSubstr("option hands: of 64 values 8 were built"));
}

// Counting the lines of `by` does not overflow 64 bits.
TEST_F(CheckOf, ByAtTheEndOf64Bits) {
  const std::string text = Checked(
      "options: {deep: {type: int, default: 9223372036854775807, low: 9223372036854775806, high: "
      "9223372036854775807, zh: 深, en: deep}}\n"
      "flow: {discard: {window: {deadline: {by: deep, 9223372036854775806: 3s}}}}");
  EXPECT_THAT(text, HasSubstr("nothing is given here for deep = 9223372036854775807"));
}

struct Unplayable {
  const char* patch;
  const char* says;
};

// These build, and their windows are proved.
TEST_F(CheckOf, WhatCannotBePlayedIsAFault) {
  const Unplayable rows[] = {
      {"parts: {tiles: {tile_set: {copies: 1}}}", "the tiles do not suffice for the hands dealt"},
      {"parts: {tiles: {tile_set: {kinds: 1-9m}}}", "the tiles do not suffice for the hands dealt"},
      {"flow: {shuffle: {with: {keep: 56}}}", "the tiles do not suffice for the hands dealt"},
  };
  for (const Unplayable& row : rows) {
    const std::string text = Checked(row.patch);
    EXPECT_FALSE(report_.ok()) << row.patch << "\n" << text;
    EXPECT_THAT(text, HasSubstr(row.says)) << row.patch;
    EXPECT_THAT(text, HasSubstr("cannot be played: mlf sim " + folder_.string() +
                                " --games 200 --seed 1 --bot random: seed "))
        << row.patch;
    EXPECT_THAT(report_.unplayable, SizeIs(1))
        << "the values of options are not played where the defaults fail";
  }
}

TEST_F(CheckOf, WindowsThatAskNobodyAreFaults) {
  const std::string text = Checked("seats: 1");
  EXPECT_FALSE(report_.ok());
  EXPECT_THAT(text, HasSubstr("L22: nobody is ever asked: the window of \"discard\" asks nobody "
                              "when seat 0 moves (ask: others)"));
}

TEST_F(CheckOf, MoreSeatsThanTheTableHasAreAFault) {
  const std::string text = Checked("seats: 8");
  EXPECT_FALSE(report_.ok());
  EXPECT_THAT(
      text, HasSubstr(":5:8: P10: seats: 8 is too many; the slot \"board\" has room for 4 seats"));
  EXPECT_THAT(report_.unplayable, SizeIs(0));
}

// One value cannot be played; the defaults can.
TEST_F(CheckOf, EveryValueIsPlayed) {
  const std::string text = Checked(
      "options: {many: {type: int, default: 4, low: 1, high: 4, zh: 张数, en: copies}}\nparts: "
      "{tiles: {tile_set: {copies: $many}}}");
  EXPECT_FALSE(report_.ok()) << text;
  EXPECT_THAT(text, HasSubstr("x --set many=1 --games 10 --seed 1 --bot random: seed "));
  EXPECT_THAT(text, Not(HasSubstr("--set many=2")));
  EXPECT_THAT(text, HasSubstr("many=2: window of discard: the answer ming_gang is never offered: a "
                              "seat must hold 3 pieces equal to the one in question, and "
                              "there are 2 of a kind in all"));
  EXPECT_THAT(text,
              HasSubstr("400 with the defaults, 40 with each value, 20 where only numbers differ"));
}

// The graph is the same for every number, so those between the ends are not played.
TEST_F(CheckOf, NumbersBetweenTheEndsAreOnlyBuilt) {
  const auto hands_and_builds = [&](const char* high) {
    Checked(std::string("options: {many: {type: int, default: 1, low: 1, high: ") + high +
            ", zh: 局, en: hands}}\nflow: {hand_end: {with: {hands: $many}}}");
    return std::pair(report_.hands, report_.builds);
  };
  const auto [hands_of_two, two] = hands_and_builds("2");
  const auto [hands_of_eight, eight] = hands_and_builds("8");
  EXPECT_EQ(eight, two + 6);
  EXPECT_EQ(hands_of_eight, hands_of_two);
}

// Points without a payer.
class Gift final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"trial_gift", 1, "送分", "gives seat 0 a point"};
  explicit Gift(Params& params) : match_(params.Slot<table::Match>()) {}
  void Run(Step& step) const override { ++match_(step.records).score[0]; }

 private:
  Slot<table::Match> match_;
};

std::optional<TrialFault> Played(const std::string& flow_patch) {
  Registry registry;
  RegisterAll(registry);
  registry.Add<Gift>();
  const auto variant = LoadVariant(
      {"trial", "id: trial\nextends: xueliu\nzh: 试\nen: trial\nflow: {" + flow_patch + "}\n"},
      StandardSource());
  EXPECT_TRUE(variant.ok()) << FaultText(variant.faults());
  const auto flow = variant->Build({}, registry, &table::TileText());
  EXPECT_TRUE(flow.ok()) << FaultText(flow.faults());
  return PlayTrial(**flow, 20);
}

TEST(Trial, AHandWhosePointsDoNotSumToZero) {
  const auto fault = Played("settle: {after_states: trial_gift}");
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->text, HasSubstr("the scores sum to 1 after the hand and not to 0"));
  EXPECT_EQ(fault->sim, "--games 10 --seed 1 --bot random");
}

TEST(Trial, AHandThatDoesNotEnd) {
  const auto flow = OpenFlow("xueliu");
  ASSERT_TRUE(flow.ok());
  Player player(**flow, {});
  Totals totals = player.Empty();
  const auto fault = player.Play({.hands = 1, .most_actions = 5}, totals);
  ASSERT_TRUE(fault);
  EXPECT_THAT(*fault, HasSubstr("the hand has not ended after 5 actions"));
  EXPECT_FALSE(player.Play({.hands = 1}, totals));
}

TEST(Trial, SoundIsSound) { EXPECT_FALSE(Played("")); }

}  // namespace
}  // namespace mlf::tools
