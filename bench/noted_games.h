// Recorded games: the actions of a number of hands of bots, each match with its seed, and the
// records before each win. Benchmarks replay them, so that they measure the engine or the scoring
// and not the bots.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/table/find_slot.h>
#include "bench/random_play.h"
#include "tools/kit/games.h"

#include <string>
#include <vector>

namespace mlf::bench {

struct NotedGame {
  std::uint64_t seed = 0;
  std::vector<Action> actions;
};
struct NotedWin {
  Records before;
  score::WinCase win;
};
struct NotedGames {
  std::vector<NotedGame> games;
  std::vector<NotedWin> wins;
  std::uint64_t actions = 0;
};

inline NotedGames NoteGames(const Flow& flow, tools::BotKind kind, std::uint64_t hands) {
  NotedGames noted;
  const std::vector<tools::BotKind> bots(static_cast<std::size_t>(flow.seats()), kind);
  tools::Player player(flow, bots);
  tools::PlayOptions options{.seed = 20260709, .hands = hands};
  const auto board = table::FindSlot<table::Board>(flow);
  options.on_step = [&](const tools::GameStep& step) {
    if (step.action.node == kNoNode) {
      noted.games.push_back({step.match_seed, {}});
      return;
    }
    noted.games.back().actions.push_back(step.action);
    ++noted.actions;
    const std::string& type = flow.node(step.action.node).type;
    if (!board || (type != "hu" && type != "zi_mo")) return;
    const table::Board& at = (*board)(step.before);
    noted.wins.push_back({step.before, score::CaseOf(at, step.action.seat)});
  };
  tools::Totals totals = player.Empty();
  if (const auto fault = player.Play(options, totals)) Die(fault->c_str());
  return noted;
}

// Replays them on `table`.
inline void Feed(const Flow& flow, const NotedGames& noted, Table& table) {
  for (const NotedGame& game : noted.games) {
    table.records = flow.Blank();
    flow.Start(table.records, game.seed, table.response, &table.trace);
    for (const Action& action : game.actions)
      flow.ProcessActionNode(table.records, action, table.response, &table.trace);
    if (!table.response.ok()) Die("a noted action was refused");
  }
}

}  // namespace mlf::bench
