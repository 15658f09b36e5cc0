// The efficient bot keeps its hand closed, declares whenever it can win, and never folds.
#include <mlf/variants/open.h>
#include "bots/bots.h"
#include "tools/kit/games.h"

#include <gtest/gtest.h>

#include <map>

namespace mlf::bots {
namespace {

TEST(EfficientBot, ClaimsNothingAndDeclaresAtEveryChance) {
  const auto flow = *OpenFlow("riichi");
  const std::vector<BotKind> bots(4, BotKind::kEfficient);
  tools::Player player(*flow, bots);
  std::map<std::string, int> acts;
  tools::PlayOptions options{.seed = 5, .hands = 200};
  options.on_step = [&](const tools::GameStep& step) {
    if (step.action.node != kNoNode) ++acts[flow->node(step.action.node).id];
  };
  tools::Totals totals = player.Empty();
  ASSERT_FALSE(player.Play(options, totals));
  for (const char* claim : {"chi", "peng", "ming_gang", "bu_gang"}) EXPECT_EQ(acts[claim], 0);
  EXPECT_GT(acts["an_gang"], 0);
  EXPECT_GT(acts["hu"], 60);
  EXPECT_GT(acts["zi_mo"], 30);
  EXPECT_GT(acts["li_zhi"], 200) << "four seats in 200 hands";
}

}  // namespace
}  // namespace mlf::bots
