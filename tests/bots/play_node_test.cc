// PlayNode: the tiles that a node says an action uses leave the hand.
#include <mlf/components/play_node.h>
#include <mlf/table/find_slot.h>
#include <mlf/variants/open.h>
#include "tools/kit/games.h"

#include <gtest/gtest.h>

#include <map>

namespace mlf::tools {
namespace {

using logic::Play;
using table::SeatBoard;

// Whether the step carried out the action, so that the hand can be compared.
bool CarriedOut(Play play, const SeatBoard& before, const SeatBoard& after) {
  switch (play) {
    case Play::kDiscard:
    case Play::kReady: return after.discards == before.discards + 1 && after.draws == before.draws;
    case Play::kPeng:
    case Play::kChi:
    case Play::kShortGang:
      return after.meld_count == before.meld_count + 1 && after.draws == before.draws;
    case Play::kGang:
      return after.meld_count == before.meld_count + 1 && after.draws == before.draws + 1;
    case Play::kWildGang: return after.draws == before.draws + 1;
    case Play::kAddedGang:
      return after.draws == before.draws + 1 && after.discards == before.discards &&
             after.wins == before.wins;
    default: return false;
  }
}

// Wins and robbed gangs take other tiles, flowers are replaced, a locked seat discards by itself,
// and a replacement among the last tiles dealt round is kept; such steps are left out.
bool Compares(const SeatBoard& before, const SeatBoard& after) {
  const bool kept = after.draws != before.draws && after.drawn == table::kNoTile;
  return before.wins == after.wins && before.flowers == after.flowers && !kept &&
         !before.Is(table::kLocked) && before.Is(table::kLeft) == after.Is(table::kLeft);
}

std::map<Play, int> ComparedPlays(const std::string& variant, BotKind kind) {
  std::map<Play, int> compared;
  const auto flow = OpenFlow(variant);
  EXPECT_TRUE(flow.ok());
  if (!flow) return compared;
  const auto slot = table::FindSlot<table::Board>(**flow);
  if (!slot) return compared;
  const std::vector<BotKind> seats(static_cast<std::size_t>((*flow)->seats()), kind);
  Player player(**flow, seats);
  Totals totals = player.Empty();
  PlayOptions options{.seed = 77, .hands = 150};
  options.on_step = [&](const GameStep& step) {
    const Action& action = step.action;
    if (action.node == kNoNode || action.seat >= table::kMaxPlayers) return;
    const auto* node = dynamic_cast<const logic::PlayNode*>((*flow)->node(action.node).impl);
    if (node == nullptr) return;
    const SeatBoard& before = (*slot)(step.before).seats[action.seat];
    const SeatBoard& after = (*slot)(step.after).seats[action.seat];
    if (step.after.flow().hand != step.before.flow().hand || !Compares(before, after) ||
        !CarriedOut(node->play(), before, after))
      return;
    Counts expected = before.hand;
    node->Spend(action, expected);
    if (after.draws > before.draws) expected.Add(after.drawn);
    EXPECT_EQ(after.hand, expected) << variant << " " << (*flow)->node(action.node).id;
    ++compared[node->play()];
  };
  const auto fault = player.Play(options, totals);
  EXPECT_FALSE(fault) << *fault;
  return compared;
}

TEST(PlayNode, SpendsTheTilesThatLeaveTheHand) {
  std::map<Play, int> compared;
  for (const std::string& id : VariantIds()) {
    for (const BotKind kind : {BotKind::kRandom, BotKind::kGreedy}) {
      for (const auto& [play, count] : ComparedPlays(id, kind)) compared[play] += count;
    }
  }
  for (const Play play : {Play::kDiscard, Play::kReady, Play::kPeng, Play::kChi, Play::kGang,
                          Play::kAddedGang, Play::kShortGang, Play::kWildGang})
    EXPECT_GT(compared[play], 0) << static_cast<int>(play);
}

}  // namespace
}  // namespace mlf::tools
