// The steps of a win, and of an initial win, lead to what each seat pays for it: the events
// `pay_*`, as a client reads them, give the points of the event `points`. Bots play every variant,
// with the options that change who pays.
#include <mlf/components/payment.h>
#include <mlf/components/win_reading.h>
#include <mlf/variants/open.h>
#include "tools/kit/games.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace mlf::tools {
namespace {

struct Subject {
  std::string variant;
  OptionValues options;
  std::set<std::string> tells;  // types of events, or reasons, that must occur
};

void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.variant; }

class WinSteps : public testing::TestWithParam<Subject> {};

// What `payer` owes by the steps of a win, if it begins with `start`.
std::int64_t ByTheSteps(std::span<const Event> steps, Seat payer, std::int64_t start) {
  for (const Event& step : steps) {
    if (step.other != payer) continue;
    if (step.type->id == "pay_plus") start += step.value;
    if (step.type->id == "pay_times") start *= step.value;
    if (step.type->id == "pay_rounded" || step.type->id == "pay_own") start = step.value;
  }
  return start;
}

bool BeginsWin(const Event& event) {
  return event.type->id == "win_value" || event.type->id == "initial_win_value";
}

TEST_P(WinSteps, LeadToThePoints) {
  const Subject& subject = GetParam();
  const auto flow = OpenFlow(subject.variant, subject.options);
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const int seats = (*flow)->seats();
  int payments = 0;
  std::set<std::string> announced;
  const auto look = [&](const GameStep& step) {
    const std::vector<Event>& events = step.response.events;
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (!BeginsWin(events[i])) continue;
      announced.insert(std::string(events[i].type->id));
      std::size_t end = i + 1;
      while (end < events.size() && !BeginsWin(events[end]) && score::TellsOfWin(*events[end].type))
        ++end;
      const std::span<const Event> win(events.data() + i + 1, end - i - 1);
      std::vector<Event> steps;
      std::string_view reason;
      for (const Event& event : win) {
        if (!event.type->id.starts_with("pay_")) continue;
        steps.push_back(event);
        announced.insert(std::string(event.type->id));
        announced.insert(std::string(event.text));
      }
      for (const Event& event : win) {
        if (event.type->id != "points" || event.seat != events[i].seat) continue;
        // Other reasons, such as gang points passed on, follow the win's own.
        if (reason.empty()) reason = event.text;
        if (event.text != reason) continue;
        for (int p = 0; p < event.count; ++p) {
          const auto payer = static_cast<Seat>(event.pieces[static_cast<std::size_t>(p)]);
          if (payer >= seats) continue;
          const std::int64_t with_value = ByTheSteps(steps, payer, events[i].value);
          const std::int64_t without = ByTheSteps(steps, payer, 0);
          EXPECT_TRUE(event.value == with_value || event.value == without)
              << subject.variant << " match " << step.match_seed << ": seat " << int{payer}
              << " pays " << event.value << ", its steps give " << with_value << " or " << without;
          ++payments;
        }
      }
    }
  };
  const std::vector<BotKind> bots(static_cast<std::size_t>(seats), BotKind::kGreedy);
  Player player(**flow, bots);
  Totals totals = player.Empty();
  const auto fault = player.Play({.seed = 5, .hands = 600, .on_step = look}, totals);
  EXPECT_FALSE(fault) << *fault;
  EXPECT_GT(payments, 100);
  for (const std::string& what : subject.tells) EXPECT_TRUE(announced.contains(what)) << what;
}

// 组合龙: the pair, the set, then the nine knitted tiles, three of a suit each.
TEST(WinReading, AKnittedStraightIsLaidOutWithItsBody) {
  const auto hand = table::ParseTiles("147m258p369s11z555z");
  ASSERT_TRUE(hand.ok());
  table::Reading sets;
  sets.pair = (*hand)[9];
  sets.set_count = 1;
  sets.sets[0].kind = table::SetReading::kTriplet;
  sets.sets[0].first = (*hand)[11];
  score::WinReading reading;
  reading.sets = sets;
  for (int i = 0; i < 9; ++i) reading.body |= MaskOf((*hand)[static_cast<std::size_t>(i)]);
  EXPECT_EQ(reading.Threes(), 4);
  std::array<Piece, 14> laid{};
  const std::vector<Piece> pieces(hand->begin(), hand->end());
  ASSERT_EQ(score::LayOut(reading, pieces, 0, laid), 14u);
  EXPECT_EQ(table::FormatTiles(std::vector<table::Tile>(laid.begin(), laid.end())),
            "11555z147m258p369s");
  reading.body = 0;  // nine tiles are left over
  EXPECT_EQ(score::LayOut(reading, pieces, 0, laid), 0u);
}

std::vector<Subject> Subjects() {
  std::vector<Subject> subjects;
  for (const std::string& id : VariantIds()) subjects.push_back({id, {}, {}});
  subjects.push_back({"guobiao", {{"winners", "all"}, {"minimum", "0"}}, {"all_pay"}});
  subjects.push_back({"changsha", {{"bao_pai", "on"}}, {"pay_own", "liable"}});
  subjects.push_back({"changsha",
                      {{"initial_pay", "each"}, {"initial_repeat", "on"}},
                      {"initial_win_value", "each_pattern"}});
  subjects.push_back(
      {"hongkong",
       {{"payment", "half_gun"}, {"bao", "on"}, {"fourth_call_bao", "on"}, {"minimum", "0"}},
       {"pay_own", "liable"}});
  subjects.push_back({"riichi", {{"daiminkan_pao", "on"}}, {}});
  subjects.push_back({"xueliu", {{"base_bet", "5"}}, {"base_bet"}});
  return subjects;
}

INSTANTIATE_TEST_SUITE_P(Variants, WinSteps, testing::ValuesIn(Subjects()), [](const auto& named) {
  return named.param.variant + "_" + std::to_string(named.index);
});

}  // namespace
}  // namespace mlf::tools
