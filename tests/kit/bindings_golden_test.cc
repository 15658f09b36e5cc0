// A whole match of each variant by the rule of bindings/README.md. Each language of bindings/ plays
// the same matches and compares with the same file.
#include <mlf/flow/random.h>
#include <mlf/variants/open.h>
#include "tests/support/files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace mlf
