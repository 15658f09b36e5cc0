// A whole match of each variant by the rule of bindings/README.md. Each language of bindings/ plays
// the same matches and compares with the same file.
#include <mlf/flow/random.h>
#include <mlf/kit/kit.h>
#include <mlf/variants/open.h>
#include "tests/support/files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <string>

namespace mlf {
namespace {

constexpr std::uint64_t kSeed = 2026;

std::string PlayMatch(const std::string& variant) {
  const auto opened = OpenFlow(variant);
  if (!opened) return FaultText(opened.faults());
  const Flow& flow = **opened;
  Records records = flow.Blank();
  Response response;
  std::uint32_t words = 0;
  Stream stream(kSeed, words);
  flow.Start(records, kSeed, response);
  while (response.ok() && response.status != Status::kOver) {
    const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
    const std::uint64_t word = stream.Next();
    const Action action =
        word % 8 == 7
            ? Action{.node = kTimeout, .seat = seat, .ask = response.ask}
            : response.choices.Nth(seat, (word >> 8) % response.choices.Count(seat), response.ask);
    flow.ProcessActionNode(records, action, response);
  }
  EXPECT_TRUE(response.ok()) << variant;
  return fmt::format("{} {} {} {:016x}\n", variant, kSeed, words, records.Hash());
}

TEST(Bindings, MatchesOfEveryVariantAreTheNotedOnes) {
  std::string now;
  for (const std::string& variant : VariantIds()) now += PlayMatch(variant);
  EXPECT_EQ(test::Golden(test::SourcePath("tests/golden/bindings.txt"), now), now)
      << "the rules have changed; MLF_UPDATE_GOLDEN=1 notes the new matches";
}

// What each language says outside a game, by xueliu: a call, its input and its answer, with tabs
// between. Of a simulation the answer is its actions and discards, of a chart a file that has it.
TEST(Bindings, AnswersOutsideAGameAreTheNotedOnes) {
  const std::shared_ptr<const Flow> flow = *OpenFlow("xueliu");
  std::string now;
  for (
      const char* hand :
      {R"j({"hand":"123p456p789p2m","melds":["an_gang(5m)"],"win":"2m","by":"self_draw","events":["gang_shang_hua"]})j",
       R"j({"id":"not won","hand":"123m456m789m12p55p","win":"9s","by":"discard"})j"}) {
    const auto verdict = kit::Score(*flow, hand);
    ASSERT_TRUE(verdict) << FaultText(verdict.faults());
    now += fmt::format("score\t{}\t{}\n", hand, *verdict);
  }
  for (const char* hand :
       {R"j({"tiles":"123m456m789m12p55p"})j",
        R"j({"tiles":"123m456m789m12p5p","meld_count":0,"wild":"1s","wild_count":1})j"}) {
    const auto report = kit::Hand(hand);
    ASSERT_TRUE(report) << FaultText(report.faults());
    now += fmt::format("hand\t{}\t{}\n", hand, *report);
  }
  const auto simulated = kit::Simulate(*flow, {.hands = 40, .seed = 7, .bots = "random"});
  ASSERT_TRUE(simulated) << FaultText(simulated.faults());
  const auto length = nlohmann::json::parse(*simulated)["length"];
  now += fmt::format("simulate\t40 7 random\t{} {}\n", length["actions"].get<int>(),
                     length["discards"].get<int>());
  now += "chart\tdot\tgraphs/xueliu.dot\n";
  EXPECT_EQ(test::Golden(test::SourcePath("tests/golden/bindings_outside.txt"), now), now)
      << "the rules have changed; MLF_UPDATE_GOLDEN=1 notes the new answers";
}

// One row without an id is answered; a wrong one has its fault.
TEST(Bindings, OneHandHasAnAnswerOrAFault) {
  const std::shared_ptr<const Flow> flow = *OpenFlow("xueliu");
  const struct {
    std::string given;
    const char* fault;
  } rows[] = {
      {"{", "not JSON"},
      {"[]", "a JSON object is needed"},
      {R"j({"id":7,"hand":"1m","win":"1m","by":"discard"})j", "id: a text is needed"},
      {R"j({"hand":"1m","win":"1m"})j", "by: is missing"},
      {std::string(1 << 21, ' '), "too long"},
  };
  for (const auto& [given, fault] : rows) {
    const auto verdict = kit::Score(*flow, given);
    ASSERT_FALSE(verdict) << given;
    EXPECT_NE(FaultText(verdict.faults()).find(fault), std::string::npos)
        << FaultText(verdict.faults());
  }
  EXPECT_FALSE(kit::Hand(R"j({"tiles":"11111m"})j"));
  EXPECT_FALSE(kit::Hand(R"j({"tiles":"1m"})j", 0));
  EXPECT_FALSE(kit::Hand(R"j({"tiles":"1m"})j", 8));
}

}  // namespace
}  // namespace mlf
