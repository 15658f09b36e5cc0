// Bargaining for tiles of the wall, and opening hands: rows SA09 to SA12.
#include <mlf/components/win_rule.h>
#include "tests/skills/skill_game.h"

#include <numeric>

namespace mlf::test {
namespace {

using skills::Claim;
using skills::SkillStep;
using skills::TileClaims;

// ---- SA09, SA10: bargaining ----

TileClaims One(std::string_view kind, Claim claim) {
  TileClaims plan{};
  plan[T(kind)] = claim;
  return plan;
}

TEST_F(Skills, SA09_PlansInConflictGiveNobodyAnything) {
  int bargained = 0, asked = 0;
  ScriptOf(0).on_bargain = [&](SkillStep&) { return ++asked, std::vector{One("5z", Claim::kAll)}; };
  ScriptOf(1).on_bargain = [](SkillStep&) { return std::vector{One("5z", Claim::kAny)}; };
  for (const int n : {0, 1}) ScriptOf(n).on_bargained = [&](SkillStep&, int) { ++bargained; };
  Game game(FlowWith("riichi", {{"skills", kScripted}}));
  ASSERT_TRUE(game.Start(1));
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(bargained, 0);
}

TEST_F(Skills, SA10_APlanWithoutConflictIsFoundInEveryOrder) {
  std::map<int, int> zero, one;
  ScriptOf(0).on_bargain = [](SkillStep&) {
    return std::vector{One("5z", Claim::kAll), One("6z", Claim::kAll)};
  };
  ScriptOf(1).on_bargain = [](SkillStep&) { return std::vector{One("5z", Claim::kAny)}; };
  ScriptOf(0).on_bargained = [&](SkillStep& step, int plan) {
    ++zero[plan];
    EXPECT_EQ(step.Load(T("6z"), 4), 4);
  };
  ScriptOf(1).on_bargained = [&](SkillStep&, int plan) { ++one[plan]; };
  // What is claimed whole is hidden from others, and the reserve from natural draws.
  ScriptOf(1).on_beg = [](SkillStep&, skills::Wishes& wishes) { wishes.Want(T("6z")); };
  const auto flow = FlowWith("riichi", {{"skills", kScripted}});
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Game game(flow);
    ASSERT_TRUE(game.Start(seed)) << game.response.refusal.detail;
    for (Seat seat = 0; seat < 4; ++seat) EXPECT_EQ(game.board().seats[seat].hand[T("6z")], 0);
  }
  EXPECT_EQ(zero, (std::map<int, int>{{1, 100}}));
  EXPECT_EQ(one, (std::map<int, int>{{0, 100}}));
}

TEST_F(Skills, RaidsGoBeforeBegging) {
  ScriptOf(0).on_beg = [](SkillStep&, skills::Wishes& wishes) {
    for (int i = 0; i < 4; ++i) wishes.Want(T("1z"));
  };
  ScriptOf(1).on_raid = [](SkillStep&, skills::Wishes& wishes) {
    for (int i = 0; i < 3; ++i) wishes.Want(T("1z"));
    for (int i = 0; i < 5; ++i) wishes.Want(T("2z"), true);
  };
  Game game(FlowWith("riichi", {{"skills", kScripted}}));
  ASSERT_TRUE(game.Start(8));
  EXPECT_EQ(game.board().seats[1].hand[T("1z")], 3);
  EXPECT_EQ(game.board().seats[1].hand[T("2z")], 4);
  EXPECT_LE(game.board().seats[0].hand[T("1z")], 1);
}

// ---- SA11, SA12: opening hands ----

TEST_F(Skills, SA11_RejectedHandsGoBack) {
  std::vector<Counts> seen;
  ScriptOf(0).check_init = [&](SkillStep& step, Seat who, const Counts& hand, int tries) {
    if (who != step.me) return true;
    EXPECT_EQ(tries, static_cast<int>(seen.size()));
    seen.push_back(hand);
    return tries >= 5;
  };
  Game game(FlowWith("riichi", {{"skills", kScripted}}));
  ASSERT_TRUE(game.Start(11));
  ASSERT_EQ(seen.size(), 6u);
  Counts dealt = game.board().seats[0].hand;
  if (game.board().seats[0].drawn != table::kNoTile) dealt.Remove(game.board().seats[0].drawn);
  EXPECT_EQ(dealt, seen.back()) << "the sixth is kept";
  EXPECT_NE(seen[0], seen[5]);
  EXPECT_TRUE(Conserved(game.board()));
  EXPECT_FALSE(game.flow->Validate(game.records));
  // All that is not dealt is open, except the indicator: 136 - 53 - 1.
  const auto stock = game.skill_table().Wall(game.records).Stock();
  EXPECT_EQ(std::accumulate(stock.begin(), stock.end(), 0), 82);
}

TEST_F(Skills, SA12_AHandIsAcceptedAfterTheLimit) {
  for (const int limit : {1000, 50}) {
    int calls = 0;
    ScriptOf(0).check_init = [&](SkillStep& step, Seat who, const Counts&, int) {
      calls += who == step.me ? 1 : 0;
      return who != step.me;
    };
    OptionValues options{{"skills", kScripted}};
    if (limit != 1000) options["skills.retry_limit"] = std::to_string(limit);
    Game game(FlowWith("riichi", options));
    ASSERT_TRUE(game.Start(1));
    EXPECT_EQ(calls, limit);
    EXPECT_TRUE(Conserved(game.board()));
  }
}

TEST_F(Skills, SK6_OpeningHandsAreNearToReady) {
  const auto flow = FlowWith("riichi", {{"skills", "prepared/none/none/none"}});
  const auto* win = flow->Shared<logic::WinRule>("win");
  int near = 0, near_others = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Game game(flow);
    ASSERT_TRUE(game.Start(seed));
    for (const Seat seat : {Seat{0}, Seat{1}}) {
      table::SeatBoard own = game.board().seats[seat];
      if (own.drawn != table::kNoTile) own.hand.Remove(own.drawn);
      (seat == 0 ? near : near_others) += win->Distance(game.records, own.hand, 0) <= 2 ? 1 : 0;
    }
  }
  EXPECT_GT(near, 90);
  EXPECT_LT(near_others, 60);
}

}  // namespace
}  // namespace mlf::test
