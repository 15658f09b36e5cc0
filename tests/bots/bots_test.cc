// Bots play legally, use only what they may know, and the greedy one beats chance.
#include <mlf/variants/open.h>
#include "tools/kit/sim.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mlf::tools {
namespace {

class EveryVariant : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    auto flow = OpenFlow(GetParam());
    ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
    flow_ = *flow;
  }
  SimOptions Options(BotKind first, BotKind others, std::uint64_t hands) const {
    SimOptions options{.hands = hands, .seed = 20260401};
    options.bots.assign(static_cast<std::size_t>(flow_->seats()), others);
    options.bots[0] = first;
    return options;
  }
  std::shared_ptr<const Flow> flow_;
};

INSTANTIATE_TEST_SUITE_P(Kit, EveryVariant, testing::ValuesIn(VariantIds()),
                         [](const auto& named) { return named.param; });

TEST_P(EveryVariant, ThreadsDoNotChangeTheTotals) {
  SimOptions options = Options(BotKind::kGreedy, BotKind::kRandom, 70);
  const SimReport one = Simulate(*flow_, options);
  ASSERT_FALSE(one.fault) << *one.fault;
  EXPECT_EQ(one.totals.hands, 70u);
  options.threads = 3;
  EXPECT_EQ(Simulate(*flow_, options).totals, one.totals);
  options.seed = 2;
  EXPECT_NE(Simulate(*flow_, options).totals, one.totals) << "another seed gives other games";
}

// Mean points of one greedy seat against random seats, in standard errors of the difference.
TEST_P(EveryVariant, GreedyBeatsRandom) {
  if (flow_->SharedPart("win") == nullptr)
    GTEST_SKIP() << "no part called win: greedy plays at random";
  const SimReport report = Simulate(*flow_, Options(BotKind::kGreedy, BotKind::kRandom, 2000));
  ASSERT_FALSE(report.fault) << *report.fault;
  const MeanError greedy = PointsOf(report.totals, 0);
  for (int seat = 1; seat < flow_->seats(); ++seat) {
    const MeanError other = PointsOf(report.totals, seat);
    EXPECT_GT(greedy.mean - other.mean, 3 * std::hypot(greedy.error, other.error))
        << "seat " << seat;
  }
}

// Rows that an option switches off are not missed.
TEST(Sim, NamesTheRowsThatCountedInNoWin) {
  const auto flow = *OpenFlow("xueliu");
  SimOptions options{.hands = 8, .seed = 1};
  options.bots.assign(4, BotKind::kGreedy);
  const SimReport report = Simulate(*flow, options);
  const std::string text = SimText(*flow, options, report, Lang::kEn);
  const std::size_t list = text.find("Rows that counted in no win:\n");
  ASSERT_NE(list, std::string::npos) << text;
  const std::string rows = text.substr(list, text.find("\n\n", list) - list);
  EXPECT_NE(rows.find("  tian_hu ("), std::string::npos) << rows;
  EXPECT_EQ(rows.find("  zi_mo ("), std::string::npos) << rows;
  const auto off = *OpenFlow("fuzhou", {{"half_flush", "off"}});
  const std::string without = SimText(*off, options, Simulate(*off, options), Lang::kEn);
  EXPECT_NE(without.find("  jin_long ("), std::string::npos) << without;
  EXPECT_EQ(without.find("  ban_qing_yi_se ("), std::string::npos) << without;
}

}  // namespace
}  // namespace mlf::tools
