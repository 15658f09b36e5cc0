#include "tables.h"

#include "tools/kit/games.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace mlf {

Tables PlayTables(const std::string& variant, const OptionValues& options, std::size_t most) {
  Tables tables;
  tables.name = variant.substr(variant.rfind('/') + 1);
  for (const auto& [name, value] : options) tables.name += fmt::format(" {}={}", name, value);
  auto flow = OpenFlow(variant, options);
  if (!flow) {
    ADD_FAILURE() << tables.name << ":\n" << FaultText(flow.faults());
    return tables;
  }
  tables.flow = *flow;
  constexpr tools::BotKind kBots[] = {tools::BotKind::kRandom, tools::BotKind::kGreedy,
                                      tools::BotKind::kShy, tools::BotKind::kGreedy};
  const std::vector<tools::BotKind> bots(kBots, kBots + tables.flow->seats());
  tools::Player player(*tables.flow, bots);
  tools::Totals totals = player.Empty();
  // A mix by node, answered windows, and ended matches.
  std::map<std::tuple<NodeIndex, bool, bool>, std::size_t> kept;
  tools::PlayOptions play{.seed = 11, .hands = 60, .timeouts_in_100 = 5};
  play.on_step = [&](const tools::GameStep& step) {
    const FlowState& state = step.after.flow();
    std::size_t& alike = kept[{state.node, state.window.answered != 0, state.over != 0}];
    if (alike < most / 8 + 1 && Mix64(step.match_seed + state.version) % 5 == 0) {
      ++alike;
      tables.rests.push_back(step.after);
    }
  };
  const auto fault = player.Play(play, totals);
  EXPECT_FALSE(fault) << tables.name << ": " << *fault;
  if (tables.rests.size() > most) tables.rests.resize(most);
  return tables;
}

const std::vector<Tables>& AllTables() {
  static const std::vector<Tables> all = [] {
    constexpr std::size_t kMost = 120;
    std::vector<Tables> tables;
    tables.push_back(PlayTables("xueliu", {}, kMost));
    tables.push_back(PlayTables("xueliu",
                                {{"huan_san_zhang", "off"},
                                 {"lou_hu", "any"},
                                 {"transfer", "all_gangs"},
                                 {"robbed_seat", "discards"},
                                 {"bankrupt", "give_up"},
                                 {"stake", "20"},
                                 {"hands", "2"}},
                                kMost));
    tables.push_back(PlayTables("xuezhan", {}, kMost));
    tables.push_back(PlayTables("xuezhan",
                                {{"pass_peng_lock", "same_tile"},
                                 {"end_checks", "always"},
                                 {"dajiao_to_winners", "on"},
                                 {"bankrupt", "give_up"},
                                 {"stake", "2"},
                                 {"hands", "2"}},
                                kMost));
    tables.push_back(PlayTables("erren", {}, kMost));
    tables.push_back(PlayTables("erren",
                                {{"min_fan", "0"},
                                 {"gang_settle", "at_end"},
                                 {"zhuang_bonus", "on"},
                                 {"lou_hu", "any"},
                                 {"draw_dealer", "dice"},
                                 {"wind_rule", "seat_fixed"}},
                                kMost));
    tables.push_back(PlayTables("yilaidaodi", {}, kMost));
    tables.push_back(PlayTables("yilaidaodi",
                                {{"persons", "6"},
                                 {"horse_tile_stays", "off"},
                                 {"score_table", "2"},
                                 {"laizi_scope", "table"},
                                 {"piao_lai_you_jiang", "on"},
                                 {"bugang_delay", "on"},
                                 {"lou_hu", "any"},
                                 {"hands", "3"}},
                                kMost));
    tables.push_back(PlayTables("tuidaohu", {}, kMost));
    return tables;
  }();
  return all;
}

}  // namespace mlf
