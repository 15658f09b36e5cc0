// The careful bot claims toward hands that may be won with, declares no furiten riichi, and folds.
#include "bots/careful.h"
#include <mlf/flow/loader.h>
#include <mlf/flow/text.h>
#include <mlf/play/seen_view.h>
#include <mlf/variants/open.h>
#include "tools/kit/position.h"
#include "tools/mjai/arena.h"

#include <gtest/gtest.h>

#include <bit>

namespace mlf::bots {
namespace {

std::shared_ptr<const Flow> RiichiFlow() {
  static const auto flow = *OpenFlow("riichi");
  return flow;
}

// What the careful bot at `seat` does after `acts` from the position.
std::string Choice(const std::string& position, Seat seat,
                   const std::vector<std::string>& acts = {}) {
  const auto flow = RiichiFlow();
  Records records;
  Response response;
  const auto value = ParseYaml(position, "p.yaml");
  const auto entry = tools::SetPosition(*flow, *value, records);
  if (!entry) return FaultText(entry.faults());
  flow->Enter(records, entry->node, entry->actor, response);
  for (const std::string& act : acts) {
    Action action = *ParseAction(*flow, act);
    action.ask = response.ask;
    flow->ProcessActionNode(records, action, response);
    if (!response.ok()) return act + " is refused";
  }
  play::SeatView view(*flow);
  view.Look(records, response, seat);
  CarefulBot bot(*flow, *Outlook::Of(*flow));
  return FormatAction(*flow, bot.Choose(view));
}

TEST(CarefulBot, DeclaresUnlessItsOwnDiscardsBarIt) {
  EXPECT_EQ(Choice("{score: [25000, 25000, 25000, 25000], seats: {0: {hand: 234567m345p2245s9m, "
                   "drawn: 9m, river: 1z}}}",
                   0),
            "0 li_zhi 9m");
  EXPECT_EQ(Choice("{score: [25000, 25000, 25000, 25000], seats: {0: {hand: 234567m345p2245s9m, "
                   "drawn: 9m, river: 6s}}}",
                   0),
            "0 discard 9m")
      << "6s lies in its river, and it waits on 3s and 6s";
}

TEST(CarefulBot, ClaimsOnlyTowardAHandThatMayBeWonWith) {
  EXPECT_EQ(Choice("{score: [25000, 25000, 25000, 25000], seats: {0: 147p258p147s1234z5z, 1: "
                   "23m456p78s99m55z34s}}",
                   1, {"0 discard 5z"}),
            "1 peng 5z")
      << "a triplet of dragons is enough for every win";
  EXPECT_EQ(Choice("{score: [25000, 25000, 25000, 25000], seats: {0: 147p258p147s1234z1m, 1: "
                   "23m456p78s99m44z34s}}",
                   1, {"0 discard 1m"}),
            "1 guo")
      << "chi 123m leaves no yaku";
  EXPECT_EQ(Choice("{score: [25000, 25000, 25000, 25000], seats: {0: 147p258p147s1234z4m, 1: "
                   "23m4667p22s4678s8m}}",
                   1, {"0 discard 4m"}),
            "1 chi 4m 23m")
      << "all simples may be open";
}

TEST(CarefulBot, FoldsWhenAnotherSeatHasDeclared) {
  const std::string far =
      "0: {hand: 1369m2479p158s23z5m, drawn: 5m}, 1: {ready: on, river: 8s4z9p}";
  const std::string action =
      Choice("{score: [25000, 25000, 25000, 25000], seats: {" + far + "}}", 0);
  EXPECT_TRUE(action == "0 discard 8s" || action == "0 discard 9p") << action;
  const std::string ready =
      "0: {hand: 234567m345p2245s9m, drawn: 9m}, 1: {ready: on, river: 8s4z9p}";
  EXPECT_EQ(Choice("{score: [25000, 25000, 25000, 25000], seats: {" + ready + "}}", 0),
            "0 li_zhi 9m")
      << "a good hand goes on";
}

TEST(CarefulBot, GivesUpNineKindsOfABadHand) {
  const auto flow = RiichiFlow();
  const Outlook outlook = *Outlook::Of(*flow);
  CarefulBot bot(*flow, outlook);
  play::SeatView view(*flow);
  int given_up = 0, played = 0;
  for (std::uint64_t seed = 1; seed < 4000 && (given_up < 3 || played < 1); ++seed) {
    Records records = flow->Blank();
    Response response;
    flow->Start(records, seed, response);
    const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
    const NodeIndex node = flow->Find("jiu_zhong");
    if (response.choices.Find(seat, node) == nullptr) continue;
    view.Look(records, response, seat);
    const SeenTable table = outlook.TableOf(view.seen(), seat);
    const bool far = outlook.Distance(table, table.own.hand, 0) >= 4;
    const Action action = bot.Choose(view);
    EXPECT_EQ(action.node == node, far) << seed;
    ++(far ? given_up : played);
  }
  EXPECT_GE(given_up, 3);
  EXPECT_GE(played, 1);
}

// The short form of the games in docs/en/bots.md: one seat against three copies of plain
// tile efficiency.
TEST(CarefulBot, RanksBetterThanTileEfficiency) {
  const tools::ArenaReport report = tools::RunArena(
      *RiichiFlow(),
      {.bots = {"careful", "efficient", "efficient", "efficient"}, .games = 120, .seed = 20261123});
  EXPECT_EQ(report.stopped, "");
  const tools::ArenaScore& careful = report.scores[0];
  EXPECT_EQ(careful.games(), 120u);
  EXPECT_LT(careful.mean_rank() + careful.rank_error(), 2.5) << tools::ArenaText(report, false);
}

}  // namespace
}  // namespace mlf::bots
