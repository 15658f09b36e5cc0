#include "claims_with_discard.h"

#include <mlf/variants/open.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace mlf::tools {
namespace {

// A claim of a tile of one suit: the suit is put in for '?'.
struct Claim {
  std::string_view node;
  std::string_view tile;  // what is claimed
  std::string_view held;  // what the claimant holds for it
  std::string_view own;   // what it lays down; empty: it names no tiles
};

// A seat with a red and a plain five chooses between a claim and its twin.
constexpr Claim kClaims[] = {
    {"chi_low", "4?", "56?", "56"},         {"chi_middle", "4?", "35?", "35"},
    {"chi_high", "7?", "56?", "56"},        {"peng_discard", "5?", "55?", "55"},
    {"chi_low_plain", "4?", "056?", "56"},  {"chi_middle_plain", "4?", "035?", "35"},
    {"chi_high_plain", "7?", "056?", "56"}, {"peng_plain", "5?", "055?", "55"},
};
constexpr Claim kAnswers[] = {
    {"hu", "5?", "", ""}, {"ming_gang", "8?", "888?", ""}, {"guo", "8?", "88?", ""}};
// No three of them make a set, and they do not wait for thirteen orphans.
constexpr std::string_view kJunk[] = {"1z", "2z", "3z", "4z", "5z", "6z", "7z",
                                      "1m", "9m", "1p", "1s", "9s", "2p"};
constexpr std::string_view kReady = "111999m11122z33z";
constexpr std::string_view kWaits = "222888p22233s46s";  // for 5s

std::string In(std::string_view text, char suit) {
  std::string tiles(text);
  for (char& c : tiles) {
    if (c == '?') c = suit;
  }
  return tiles;
}

int SizeOf(std::string_view tiles) {
  int size = 0;
  for (const char c : tiles) size += c >= '0' && c <= '9' ? 1 : 0;
  return size;
}

// `tiles` and junk up to 13.
std::string HandYaml(const std::string& tiles) {
  std::string hand = tiles;
  int size = SizeOf(tiles);
  for (const std::string_view junk : kJunk) {
    if (size++ < 13) hand += junk;
  }
  return hand;
}

std::string Act(int seat, const Claim& claim, char suit, std::string_view discard) {
  if (claim.own.empty())
    return claim.node == "ming_gang" ? fmt::format("{} ming_gang {}", seat, In(claim.tile, suit))
                                     : fmt::format("{} {}", seat, claim.node);
  return fmt::format("{} {} {} {}{}{}", seat, claim.node, In(claim.tile, suit), claim.own, suit,
                     discard);
}

}  // namespace

ScenarioRun RunClaimsWithDiscard(const std::string& folder, const std::string& options) {
  std::string file = "scenarios:\n";
  const auto scenario = [&](const std::string& name, const std::vector<std::string>& hands,
                            const std::vector<std::string>& acts) {
    file += fmt::format("  - name: {}\n    zh: {}\n    en: {}\n    options: {}\n    position:\n",
                        name, name, name, options);
    file += "      seats: {";
    for (std::size_t seat = 0; seat < hands.size(); ++seat)
      file += fmt::format("{}{}: {}", seat > 0 ? ", " : "", seat, hands[seat]);
    file += "}\n    steps:\n";
    for (const std::string& act : acts) file += "      - " + act + "\n";
  };
  std::vector<Claim> answers(std::begin(kClaims), std::end(kClaims));
  answers.insert(answers.end(), std::begin(kAnswers), std::end(kAnswers));
  for (const Claim& to : answers) {
    const std::string tile = In(to.tile, 's');
    const std::string claims = to.node == "hu" ? std::string(kWaits) : HandYaml(In(to.held, 's'));
    scenario(fmt::format("discard_{}", to.node), {HandYaml("") + tile, claims},
             {"0 discard " + tile, Act(1, to, 's', "1z")});
    scenario(fmt::format("li_zhi_{}", to.node), {std::string(kReady) + tile, claims},
             {"0 li_zhi " + tile, Act(1, to, 's', "1z")});
    for (const Claim& from : kClaims) {
      scenario(fmt::format("{}_{}", from.node, to.node),
               {HandYaml("") + In(from.tile, 'p'), HandYaml(In(from.held, 'p') + tile), claims},
               {"0 discard " + In(from.tile, 'p'), Act(1, from, 'p', tile), Act(2, to, 's', "1z")});
    }
  }
  for (const Claim& from : kClaims) {
    scenario(fmt::format("{}_draw", from.node),
             {HandYaml("") + In(from.tile, 'p'), HandYaml(In(from.held, 'p')), HandYaml("")},
             {"0 discard " + In(from.tile, 'p'), Act(1, from, 'p', "1z"), "{at: turn, actor: 2}"});
  }
  const Result<Value> text = ParseYaml(file, "claims_with_discard.yaml");
  EXPECT_TRUE(text.ok()) << FaultText(text.faults());
  const ScenarioRun run =
      RunScenarios(*text, [&](const OptionValues& values) { return OpenFlow(folder, values); });
  for (const ScenarioResult& result : run.results)
    EXPECT_TRUE(result.ok()) << result.name << ": " << FaultText(result.failures);
  return run;
}

}  // namespace mlf::tools
