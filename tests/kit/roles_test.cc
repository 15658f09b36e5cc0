// Any registered part can fill a role. Parts of this test fill each role that nodes and parts of a
// variant request by name, in a whole game, and their results take effect.
#include <mlf/components/dealer_streak.h>
#include <mlf/components/horse_rule.h>
#include <mlf/components/payment.h>
#include <mlf/components/persons.h>
#include <mlf/components/ready_check.h>
#include <mlf/components/ready_rule.h>
#include <mlf/components/settlement.h>
#include <mlf/components/stake_factors.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/win_rule.h>
#include <mlf/components/winds.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/registry.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/variants/open.h>
#include "tools/kit/position.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace mlf::tools {
namespace {

using logic::WinBy;
using table::Tile;
using table::TileMask;

// Two copies of each tile of two suits and the winds.
class FewTiles final : public logic::TileSet {
 public:
  static constexpr PartInfo kInfo{"few_tiles", 1, "测试", "for a test"};
  explicit FewTiles(Params& params) {
    std::vector<Tile> tiles;
    for (Tile tile = 0; tile < 31; ++tile) tiles.insert(tiles.end(), 2, tile);
    Hold(params, std::move(tiles));
  }
};

// The holder of a 1m wins by self-draw.
class OneWanWins final : public logic::WinRule {
 public:
  static constexpr PartInfo kInfo{"one_wan_wins", 1, "测试", "for a test"};
  explicit OneWanWins(Params& params) : WinRule(params) {}
  bool Complete(const Records&, Seat, const Counts& hand, int, WinBy by) const override {
    return by == WinBy::kSelfDraw && hand[0] > 0;
  }
  using WinRule::Waits;
  TileMask Waits(const Records&, Seat, const Counts&, int, logic::OwnFour) const override {
    return 0;
  }
  int Distance(const Records&, const Counts& hand, int) const override {
    return hand[0] > 0 ? -1 : 0;
  }
  bool HasShape(const Records&, const Counts& hand, int) const override { return hand[0] > 0; }
  bool Hard(const Counts& hand, int) const override { return hand[0] > 0; }
};

class Seven final : public score::Judge {
 public:
  static constexpr PartInfo kInfo{"always_seven", 1, "测试", "for a test"};
  void Evaluate(const Records&, const score::WinCase&, score::Verdict& verdict) const override {
    verdict.Clear();
    verdict.win = true;
    verdict.value = verdict.fan = 7;
  }
  const std::vector<score::FanRow>& Rows() const override { return rows_; }
  std::optional<int> FactRow(std::string_view) const override { return {}; }

 private:
  std::vector<score::FanRow> rows_;
};

class ThreeHits final : public score::HorseRule {
 public:
  static constexpr PartInfo kInfo{"three_hits", 1, "测试", "for a test"};
  explicit ThreeHits(Params& params) : hits_(params.Slot<score::HorseHits>()) {}
  void Turn(Step& step, SeatMask winners) const override {
    ForEachSeat(winners, [&](Seat seat) { hits_(step.records).of[seat] = 3; });
  }

 private:
  Slot<score::HorseHits> hits_;
};

// Ten times the judge's value, times the streak of the winner.
class TenTimes final : public score::Payment {
 public:
  static constexpr PartInfo kInfo{"ten_times", 1, "测试", "for a test"};
  explicit TenTimes(Params& params)
      : streak_(params.Part<logic::DealerStreak>("streak", {"测试", "for a test"})),
        hits_(params.Slot<score::HorseHits>()) {}
  std::int32_t Units(const Records& records, const score::WinCase& win, Seat,
                     std::int32_t x) const override {
    return 10 * x + 100 * hits_(records).of[win.seat] + 1000 * streak_->Of(records, win.seat);
  }

 private:
  const logic::DealerStreak* streak_;
  Slot<score::HorseHits> hits_;
};

class StreakOfTwo final : public logic::DealerStreak {
 public:
  static constexpr PartInfo kInfo{"streak_of_two", 1, "测试", "for a test"};
  int Of(const Records&, Seat) const override { return 2; }
};

// Every request by name is for an interface, so the registered part may be of any class.
template <typename... Roles>
constexpr bool kInterfaces = (std::is_abstract_v<Roles> && ...);
static_assert(kInterfaces<logic::WinRule, logic::Wilds, logic::WinShape, logic::HandFilter,
                          logic::SeatWinds, logic::RoundWind, logic::DealerStreak, logic::ReadyRule,
                          logic::PersonRule, score::Judge, score::HorseRule, score::Payment,
                          score::ReadyCheck, score::StakeRule>);
static_assert(!std::is_final_v<logic::TileSet>);

TEST(Roles, AreFilledByAnyPart) {
  Registry registry;
  RegisterAll(registry);
  registry.Add<FewTiles>();
  registry.Add<OneWanWins>();
  registry.Add<Seven>();
  registry.Add<ThreeHits>();
  registry.Add<TenTimes>();
  registry.Add<StreakOfTwo>();
  const VariantText text{"roles.yaml",
                         "id: roles\nzh: 角色\nen: roles\nextends: xueliu\n"
                         "parts:\n  tiles: few_tiles\n  win: one_wan_wins\n  judge: always_seven\n "
                         " horses: three_hits\n  formula: ten_times\n  streak: streak_of_two\n"
                         "flow:\n  zi_mo: {settle: [zhua_ma, win_points]}\n"};
  const auto variant = LoadVariant(text, StandardSource(), &registry);
  ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
  const auto flow = variant->Build({}, registry);
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());

  const auto tiles = (*flow)->Shared<logic::TileSet>("tiles");
  ASSERT_NE(tiles, nullptr);
  EXPECT_EQ(tiles->Tiles().size(), 62u);
  EXPECT_EQ(tiles->MostCopies(), 2);

  // Seat 0 wins 7 with any hand that holds 1m, times ten, with three hits and a streak of two.
  const auto value = ParseYaml(
      "{seats: {0: 1m4m7m2p5p8p1s4s7s1z2z3z4z9s, 1: 4m7m2p5p8p1s4s7s1z2z3z4z9s, 2: "
      "2m2m5m5m8m8m1p1p4p4p7p7p2s, 3: 3m3m6m6m9m9m3p3p6p6p9p9p3s}}",
      "position");
  ASSERT_TRUE(value.ok()) << FaultText(value.faults());
  Records records = (*flow)->Blank();
  const auto entry = SetPosition(**flow, *value, records);
  ASSERT_TRUE(entry.ok()) << FaultText(entry.faults());
  Response response;
  (*flow)->Enter(records, entry->node, entry->actor, response);
  ASSERT_TRUE(response.ok());
  (*flow)->ProcessActionNode(
      records, Action{.node = (*flow)->Find("zi_mo"), .seat = 0, .ask = response.ask}, response);
  ASSERT_TRUE(response.ok()) << response.refusal.detail;
  const auto ledger = table::FindSlot<table::Ledger>(**flow);
  ASSERT_TRUE(ledger.has_value());
  const int each = 10 * 7 + 100 * 3 + 1000 * 2;
  EXPECT_EQ((*ledger)(records).points[0], 3 * each);
  EXPECT_EQ((*ledger)(records).points[3], -each);
}

}  // namespace
}  // namespace mlf::tools
