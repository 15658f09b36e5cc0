// Recorded hands on two flows: which differ, in which way, and where first.
#include "support.h"

#include <mlf/variants/open.h>
#include "tools/flowviz/impact.h"
#include "tools/kit/games.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace mlf::tools {
namespace {

using testing::HasSubstr;

// One match of greedy bots.
Journal Played(const Flow& flow, std::uint64_t hands, std::uint64_t seed = 3) {
  const std::vector<BotKind> bots(static_cast<std::size_t>(flow.seats()), BotKind::kGreedy);
  Player player(flow, bots);
  Totals totals = player.Empty();
  Journal journal;
  PlayOptions options{.seed = seed, .hands = hands, .record = true};
  options.on_match = [&](const Records&, const Journal* played) { journal = *played; };
  EXPECT_FALSE(player.Play(options, totals));
  journal.file = "game.txt";
  return journal;
}

TEST(Impact, TheSameFlowDiffersInNothing) {
  const auto flow = test::OpenOrFail("xueliu");
  const Journal journal = Played(*flow, 4);
  Impact impact;
  AddImpact(*flow, *flow, journal, impact);
  EXPECT_GE(impact.hands, 4);
  EXPECT_EQ(impact.compared, impact.hands);
  EXPECT_TRUE(impact.apart.empty()) << impact.apart[0].a << " / " << impact.apart[0].b;
}

TEST(Impact, OtherPointsAreReported) {
  const auto a = test::OpenOrFail("xueliu"), b = test::OpenOrFail("xueliu", {{"zimo", "none"}});
  Impact impact;
  AddImpact(*a, *b, Played(*a, 8), impact);
  ASSERT_FALSE(impact.apart.empty());
  for (const ImpactHand& hand : impact.apart) EXPECT_EQ(hand.what, ImpactHand::What::kPoints);
  EXPECT_TRUE(std::any_of(impact.apart.begin(), impact.apart.end(), [](const ImpactHand& hand) {
    return hand.action.find("zi_mo") != std::string::npos;
  }));
  EXPECT_NE(impact.apart[0].a, impact.apart[0].b);
  EXPECT_EQ(impact.compared, impact.hands);
  EXPECT_THAT(ImpactText(impact, Lang::kEn), HasSubstr("points differs"));
}

TEST(Impact, AnotherLegalityIsReportedAndTheNextHandStillCompared) {
  // Without the void-suit rule a seat may discard anything: the offers differ from the first
  // discard of every hand.
  const auto a = test::OpenOrFail("xueliu"), b = test::OpenOrFail("xueliu", {{"que_first", "off"}});
  Impact impact;
  AddImpact(*a, *b, Played(*a, 3), impact);
  ASSERT_GE(impact.apart.size(), 3u);
  for (const ImpactHand& hand : impact.apart) EXPECT_EQ(hand.what, ImpactHand::What::kLegality);
  EXPECT_EQ(impact.apart[0].hand, 0u);
  EXPECT_EQ(impact.apart[1].hand, 1u);
}

TEST(Impact, AnotherGameGoesAnotherWay) {
  const auto a = test::OpenOrFail("xueliu"),
             b = test::OpenOrFail("xueliu", {{"huan_san_zhang", "off"}});
  Impact impact;
  AddImpact(*a, *b, Played(*a, 2), impact);
  ASSERT_FALSE(impact.apart.empty());
  EXPECT_NE(impact.apart[0].what, ImpactHand::What::kPoints);
  // The layouts differ, so a mark of one cannot start a hand of the other.
  EXPECT_EQ(impact.apart.back().what, ImpactHand::What::kNotCompared);
  EXPECT_LT(impact.compared, impact.hands);
}

TEST(Impact, OnTheCommandLine) {
  const auto flow = test::OpenOrFail("xueliu");
  const std::string folder = test::TempFolder("impact");
  test::WriteText(folder + "/one.txt", WriteJournal(Played(*flow, 3), JournalForm::kText));
  test::WriteText(folder + "/two.bin", WriteJournal(Played(*flow, 3, 4), JournalForm::kBinary));
  const test::Ran ran = test::Flowviz({"diff", "xueliu", "xueliu?zimo=none", "--impact", folder});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("**Impact**"));
  EXPECT_THAT(ran.out, HasSubstr("one.txt"));
  EXPECT_THAT(
      test::Flowviz({"diff", "xueliu", "xueliu?zimo=none", "--json", "--impact", folder}).out,
      HasSubstr("\"impact\""));
  EXPECT_EQ(test::Flowviz({"diff", "xueliu", "xuezhan", "--impact", folder + "/none.txt"}).status,
            1);
}

}  // namespace
}  // namespace mlf::tools
