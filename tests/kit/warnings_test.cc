// Warnings: definitions that build but are probably mistakes, and the effect of `--strict`.
#include <mlf/variants/open.h>
#include "tests/support/files.h"
#include "tools/kit/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kStrictText = R"(id: x
zh: 测试
en: test
seats: 4
options:
  cap: {type: int, default: 5, low: 1, high: 6, zh: 封顶, en: cap}
  double: {type: bool, default: off, zh: 加倍, en: double}
parts:
  tiles: {tile_set: {kinds: 1-9m 1-9s 1-9p, copies: 4}}
  win: {win_rule: {shapes: standard}}
  judge:
    fan_table:
      value: {doubling: {cap: $cap}}
      rows:
        - {id: ping_hu, zh: 平胡, en: plain, kind: basic, fan: {by: double, on: 2, off: 1}, pattern: standard_win}
flow:
  start: {then: choose_dealer}
  choose_dealer: {then: shuffle}
  shuffle: {then: deal}
  deal: {with: {hand: 13, dealer_extra: 1}, then: turn}
  draw: {consumes: wall, then: [{settle: {if: drew_nothing}}, turn]}
  turn: {window: {ask: self, answers: [{zi_mo: {if: after_draw}}, discard], default: discard}}
  discard: {then: draw}
  zi_mo: {settle: win_points, then: settle}
  settle: {then: hand_end}
  hand_end: {with: {hands: 1}, then: match_end}
  match_end: {end: true}
)";

class Warnings : public ::testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder_); }

  // kStrictText with the first `from` replaced by `to`.
  void Write(const std::string& from = "", const std::string& to = "") {
    std::string text = kStrictText;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    test::WriteText(folder_ / "variant.yaml", text.replace(at, from.size(), to));
  }
  std::vector<std::string> Texts(const Faults& warnings) const {
    std::vector<std::string> texts;
    for (const Fault& warning : warnings)
      texts.push_back(warning.Text().substr(folder_.string().size() + 1));
    return texts;
  }
  // Warnings from the text alone.
  std::vector<std::string> OfText() const {
    const auto variant = OpenVariant(folder_.string());
    EXPECT_TRUE(variant) << FaultText(variant.faults());
    return variant ? Texts(variant->warnings()) : std::vector<std::string>();
  }

  const fs::path folder_ =
      fs::path(::testing::TempDir()) / ("mlf_warnings_" + std::to_string(::getpid())) / "x";
};

struct UnreadCase {
  const char* from;
  const char* to;
  std::vector<std::string> warnings;
  const char* why;
};

TEST_F(Warnings, OfWhatNothingReads) {
  const UnreadCase rows[] = {
      {"", "", {}, "the text is in order"},
      {"fan: {by: double, on: 2, off: 1}",
       "fan: 1",
       {"variant.yaml:7:3: W01: nothing reads option \"double\"; use it (\"$double\", by: or "
        "when:), or take it out"},
       "an option nothing reads"},
      {"fan: {by: double, on: 2, off: 1}, pattern: standard_win",
       "fan: 1, pattern: standard_win, when: \"!double\"",
       {},
       "read by when"},
      {"pattern: standard_win}", "pattern: standard_win, used: $double}", {}, "read twice"},
      {"  win: {win_rule: {shapes: standard}}\n",
       "  win: {win_rule: {shapes: standard}}\n  wild: laizi\n",
       {"variant.yaml:11:3: W02: nobody asks for the part \"wild\" (did you mean \"wilds\"?)"},
       "a misspelt part that somebody asks for"},
      {"  win: {win_rule: {shapes: standard}}\n",
       "  win: {win_rule: {shapes: standard}}\n  wilds: laizi\n",
       {},
       "the name that win_rule asks for"},
      {"  win: {win_rule: {shapes: standard}}\n",
       "  win: {win_rule: {shapes: standard, wilds: joker}}\n  joker: laizi\n",
       {},
       "a part that is named"},
      {"  win: {win_rule: {shapes: standard}}\n",
       "  win: {win_rule: {shapes: standard}}\n  rainbow: laizi\n",
       {"variant.yaml:11:3: W02: nobody asks for the part \"rainbow\"; name it where it is needed, "
        "or take it out"},
       "near to nothing"},
      {"  win: {win_rule: {shapes: standard}}\n",
       "  win: {win_rule: {shapes: standard}}\n  rainbow: void_suits\n",
       {},
       "a part that nobody can ask for acts by being there"},
      {"fan: {by: double, on: 2, off: 1}, pattern: standard_win}\n",
       "fan: 1, pattern: standard_win}\n  rainbow: {wild_limit: {most: {by: double, on: 1, off: "
       "2}}}\n",
       {"variant.yaml:7:3: W01: nothing reads option \"double\"; use it (\"$double\", by: or "
        "when:), or take it out",
        "variant.yaml:16:3: W02: nobody asks for the part \"rainbow\"; name it where it is needed, "
        "or take it out"},
       "an option that an unused part reads"},
      {"  win: {win_rule: {shapes: standard}}\n",
       "  win: {win_rule: {shapes: standard}}\n  odd: {wild_limit: {wilds: evens}}\n  evens: "
       "laizi\n",
       {"variant.yaml:11:3: W02: nobody asks for the part \"odd\"; name it where it is needed, or "
        "take it out",
        "variant.yaml:12:3: W02: nobody asks for the part \"evens\"; name it where it is needed, "
        "or take it out"},
       "a part that an unused part names"},
  };
  for (const UnreadCase& row : rows) {
    Write(row.from, row.to);
    EXPECT_EQ(OfText(), row.warnings) << row.why;
  }
}

TEST_F(Warnings, DecideNothing) {
  Write();
  const auto plain = OpenFlow(folder_.string());
  Write("double: {type", "more: {type: bool, default: off}\n  double: {type");
  const auto more = OpenFlow(folder_.string());
  ASSERT_TRUE(plain && more);
  EXPECT_THAT((*plain)->warnings(), IsEmpty());
  EXPECT_EQ((*more)->warnings().size(), 1u);
  EXPECT_EQ((*more)->fingerprint(), (*plain)->fingerprint());
}

// An option that acts only with another one must declare it.
TEST_F(Warnings, AnOptionThatChangesNothingByItself) {
  Write("fan: {by: double, on: 2, off: 1}",
        "fan: {by: cap, 6: {by: double, on: 2, off: 1}, else: 1}");
  const CheckReport report = CheckVariant(folder_.string());
  EXPECT_TRUE(report.ok()) << FaultText(report.faults);
  EXPECT_THAT(
      Texts(report.warnings),
      ElementsAre("variant.yaml:7:3: W03: option \"double\" changes nothing with the other options "
                  "at their defaults; "
                  "if it acts beside another option, say beside which: when: {name: value}"));
  std::ostringstream text;
  WriteCheckReport(report, Lang::kEn, false, text);
  EXPECT_THAT(text.str(), HasSubstr("  warning: "));

  Write("double: {type: bool, default: off, zh: 加倍, en: double}",
        "double: {type: bool, default: off, when: {cap: 6}, zh: 加倍, en: double}");
  fs::path file = folder_ / "variant.yaml";
  std::string needs = test::ReadText(file);
  const std::string from = "fan: {by: double, on: 2, off: 1}";
  test::WriteText(file, needs.replace(needs.find(from), from.size(),
                                      "fan: {by: cap, 6: {by: double, on: 2, off: 1}, else: 1}"));
  EXPECT_THAT(CheckVariant(folder_.string(), "", true).warnings, IsEmpty());
}

TEST_F(Warnings, AreFaultsWhereTheCheckIsStrict) {
  Write("double: {type", "more: {type: bool, default: off}\n  double: {type");
  EXPECT_TRUE(CheckVariant(folder_.string()).ok());
  EXPECT_FALSE(CheckVariant(folder_.string(), "", true).ok());
}

// The required options get the values nearest to their defaults.
TEST(Needs, ValuesBesideWhichAnOptionActs) {
  const auto xueliu = OpenVariant("xueliu");
  const auto yilaidaodi = OpenVariant("yilaidaodi");
  ASSERT_TRUE(xueliu && yilaidaodi);
  const auto beside = [](const Variant& variant, const std::string& option,
                         const std::string& value) {
    return variant.Beside(*variant.FindOption(option), value);
  };
  EXPECT_EQ(beside(*xueliu, "tianhu_mode", "cap"), (OptionValues{{"cap", "1"}}));
  EXPECT_EQ(beside(*xueliu, "tianhu_mode", "multiply"), OptionValues{});
  EXPECT_EQ(beside(*xueliu, "dai_yao_jiu", "3"), (OptionValues{{"yaojiu_jiangdui", "on"}}));
  EXPECT_EQ(beside(*yilaidaodi, "angang_v2", "2"), (OptionValues{{"score_table", "2"}}));
  EXPECT_EQ(beside(*yilaidaodi, "re_chong_qiang_gang_v1", "as_pao"), OptionValues{})
      << "the default meets it";
}

TEST(Needs, AnOptionWithoutThemIsNeitherThereNorTaken) {
  const auto options = [](const OptionValues& given) {
    const auto flow = OpenFlow("yilaidaodi", given);
    EXPECT_TRUE(flow) << FaultText(flow.faults());
    std::map<std::string, std::string> values;
    if (flow) values.insert((*flow)->options().begin(), (*flow)->options().end());
    return values;
  };
  EXPECT_EQ(options({}).count("angang_v2"), 0u);
  EXPECT_EQ(options({{"score_table", "2"}}).at("angang_v2"), "4");
  EXPECT_EQ(options({{"score_table", "2"}, {"angang_v2", "2"}}).at("angang_v2"), "2");
  EXPECT_EQ(options({{"score_table", "2"}}).count("re_chong_qiang_gang_v1"), 0u);

  const auto fault = [](const std::string& variant, const OptionValues& given) {
    return FaultText(OpenFlow(variant, given).faults());
  };
  EXPECT_EQ(fault("yilaidaodi", {{"angang_v2", "4"}}),
            "O03: option \"angang_v2\" is there only with score_table=2 (it is 1)\n");
  EXPECT_EQ(fault("yilaidaodi", {{"horse_stake", "2"}}),
            "O03: option \"horse_stake\" is there only with persons=5/6/7 (it is 4)\n");
  EXPECT_EQ(fault("xueliu", {{"tianhu_mode", "cap"}}),
            "O03: option \"tianhu_mode\" can be \"cap\" only with cap!=none (it is none)\n");
}

// Options of a journal or a preset yield to the options of the command line.
TEST(Needs, OfWhatIsLaidUnder) {
  const auto variant = OpenVariant("yilaidaodi");
  ASSERT_TRUE(variant);
  const OptionValues base = {{"score_table", "2"}, {"angang_v2", "2"}, {"hands", "4"}};
  EXPECT_EQ(variant->Over(base, {}), base);
  EXPECT_EQ(variant->Over(base, {{"score_table", "1"}}),
            (OptionValues{{"score_table", "1"}, {"hands", "4"}}));
  EXPECT_EQ(variant->Over(base, {{"hands", "8"}}),
            (OptionValues{{"score_table", "2"}, {"angang_v2", "2"}, {"hands", "8"}}));
  EXPECT_EQ(variant->Over({{"misspelt", "1"}}, {}), (OptionValues{{"misspelt", "1"}}))
      << "the build of the flow reports it";
}

}  // namespace
}  // namespace mlf::tools
