#include "tools/kit/sim.h"

#include <fmt/format.h>
#include <mlf/components/judge.h>
#include <mlf/components/row_use.h>
#include <mlf/components/win_node.h>
#include <nlohmann/json.hpp>
#include "tools/console/console.h"
#include "tools/kit/nodes_of.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <thread>

namespace mlf::tools {
namespace {

// Hands that one thread plays as matches of their own. The totals depend on this number, so it must
// not depend on the number of threads.
constexpr std::uint64_t kBlock = 16;
// Match numbers reserved for one block.
constexpr std::uint32_t kMatchesPerBlock = kBlock;

double Percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}
double Mean(std::uint64_t sum, std::uint64_t n) {
  return n == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(n);
}

const score::FanRow* RowOf(const Flow& flow, const std::string& id) {
  const auto* judge = flow.Shared<score::Judge>("judge");
  if (judge == nullptr) return nullptr;
  const auto row = std::ranges::find(judge->Rows(), id, &score::FanRow::id);
  return row == judge->Rows().end() ? nullptr : &*row;
}

bool HasDiscards(const Flow& flow) { return NodeOf(flow, logic::Play::kDiscard) != kNoNode; }

}  // namespace

bool HasWins(const Flow& flow) { return NodeSaying<logic::WinNode>(flow) != nullptr; }

MeanError PointsOf(const Totals& totals, int seat) {
  const Totals::Seat& of = totals.seats[static_cast<std::size_t>(seat)];
  const auto n = static_cast<double>(totals.hands);
  if (n < 2) return {n < 1 ? 0.0 : static_cast<double>(of.points), 0.0};
  const double mean = static_cast<double>(of.points) / n;
  const double variance = (static_cast<double>(of.points_squared) - n * mean * mean) / (n - 1);
  return {mean, std::sqrt(std::max(0.0, variance) / n)};
}

SimReport Simulate(const Flow& flow, const SimOptions& options) {
  const std::uint64_t blocks = (options.hands + kBlock - 1) / kBlock;
  std::atomic<std::uint64_t> next{0};
  std::mutex lock;
  SimReport report;
  report.totals = Player(flow, options.bots).Empty();
  const auto work = [&] {
    Player player(flow, options.bots);
    Totals own = player.Empty();
    std::optional<std::string> fault;
    for (;;) {
      if (options.stop != nullptr && options.stop->load()) break;
      const std::uint64_t block = next.fetch_add(1);
      if (block >= blocks) break;
      const PlayOptions play{.seed = options.seed,
                             .first_match = static_cast<std::uint32_t>(block * kMatchesPerBlock),
                             .hands = std::min(kBlock, options.hands - block * kBlock)};
      fault = player.Play(play, own);
      if (fault) {
        next = blocks;
        break;
      }
      if (options.on_progress && block % 8 == 0) {
        const std::lock_guard guard(lock);
        options.on_progress(std::min(options.hands, (block + 1) * kBlock));
      }
    }
    const std::lock_guard guard(lock);
    report.totals.Add(own);
    if (fault && !report.fault) report.fault = fault;
  };
  std::vector<std::thread> threads;
  const auto useful = static_cast<int>(
      std::min<std::uint64_t>(blocks, static_cast<std::uint64_t>(options.threads)));
  for (int i = 1; i < useful; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  report.stopped = !report.fault && report.totals.hands < options.hands &&
                   options.stop != nullptr && options.stop->load();
  return report;
}

std::string SimText(const Flow& flow, const SimOptions& options, const SimReport& report,
                    Lang lang) {
  const Totals& t = report.totals;
  const bool zh = lang == Lang::kZh;
  const auto say = [&](const char* chinese, const char* english) {
    return std::string(zh ? chinese : english);
  };
  std::string out;
  const auto line = [&](const std::string& name, const std::string& value) {
    out += Pad(name, 22) + value + "\n";
  };

  out += fmt::format("{}  {}  {} {}\n\n", zh ? flow.label().zh : flow.label().en,
                     BotList(options.bots), say("种子", "seed"), options.seed);
  line(say("局数", "hands"),
       report.stopped ? fmt::format(fmt::runtime(say("{}（中断；共要打 {}）",
                                                     "{} (interrupted; {} were to be played)")),
                                    t.hands, options.hands)
                      : fmt::format("{}", t.hands));
  const bool has_wins = HasWins(flow);
  const bool has_discards = HasDiscards(flow);
  if (has_wins) {
    line(say("流局（无人胡）", "nobody won"),
         fmt::format("{} ({:.2f}%)", t.hands_without_winner,
                     Percent(t.hands_without_winner, t.hands)));
    line(say("胡牌", "wins"),
         fmt::format("{} ({:.3f} {})", t.wins, Mean(t.wins, t.hands), say("次/局", "a hand")));
    line(say("其中自摸", "of these self-drawn"),
         fmt::format("{:.2f}%", Percent(t.self_draws, t.wins)));
  }
  line(say("每局动作", "actions a hand"), fmt::format("{:.2f} ({}..{})", Mean(t.actions, t.hands),
                                                      t.hands == 0 ? 0 : t.shortest, t.longest));
  if (has_discards)
    line(say("每局打牌", "discards a hand"), fmt::format("{:.2f}", Mean(t.discards, t.hands)));
  if (report.seconds > 0) {
    line(say("速度", "speed"),
         fmt::format("{:.0f} {}, {:.0f} {}", static_cast<double>(t.hands) / report.seconds,
                     say("局/秒", "hands/s"), static_cast<double>(t.actions) / report.seconds,
                     say("动作/秒", "actions/s")));
  }

  out += "\n" + Pad(say("座位", "seat"), 8) + Pad(say("机器人", "bot"), 10) +
         (has_wins ? Pad(say("胡牌率", "won hands"), 12) + Pad(say("次/局", "wins/hand"), 12)
                   : std::string()) +
         say("分/局（标准误）", "points/hand (standard error)") + "\n";
  for (std::size_t s = 0; s < t.seats.size(); ++s) {
    const MeanError points = PointsOf(t, static_cast<int>(s));
    out += Pad(std::to_string(s), 8) +
           Pad(s < options.bots.size() ? std::string(BotName(options.bots[s])) : "random", 10) +
           (has_wins ? Pad(fmt::format("{:.2f}%", Percent(t.seats[s].hands_won, t.hands)), 12) +
                           Pad(fmt::format("{:.3f}", Mean(t.seats[s].wins, t.hands)), 12)
                     : std::string()) +
           fmt::format("{:+.3f} ({:.3f})", points.mean, points.error) + "\n";
  }

  const auto plays_tiles = [](BotKind bot) { return bot != BotKind::kRandom; };
  if (!has_discards && std::ranges::any_of(options.bots, plays_tiles))
    out += say("这里没有打牌的节点，所以各种机器人都随机出手。\n",
               "No node here is a discard, so every bot plays at random.\n");

  std::uint64_t judged = 0;
  for (const auto& [fan, count] : t.fan) judged += count;
  if (judged > 0) {
    // Rows that are points or factors have no fan to count.
    const auto* judge = flow.Shared<score::Judge>("judge");
    const bool has_total = judge == nullptr || judge->has_fan_total();
    if (has_total) out += "\n" + Pad(say("番数", "fan"), 22) + say("胡牌次数", "wins") + "\n";
    for (const auto& [fan, count] : has_total ? t.fan : std::map<int, std::uint64_t>())
      line(std::to_string(fan), fmt::format("{:>8} {:6.2f}%", count, Percent(count, judged)));
    out += "\n" + Pad(say("番种", "fan row"), 22) + say("胡牌次数", "wins") + "\n";
    std::vector<std::pair<std::string, std::uint64_t>> rows(t.fan_rows.begin(), t.fan_rows.end());
    std::ranges::sort(rows, [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    for (const auto& [id, count] : rows) {
      const score::FanRow* row = RowOf(flow, id);
      line(row == nullptr ? id
           : zh           ? row->zh
                          : row->en,
           fmt::format("{:>8} {:6.2f}%", count, Percent(count, judged)));
    }
  }

  const auto* judge = flow.Shared<score::Judge>("judge");
  const auto* use = dynamic_cast<const score::RowUse*>(judge);
  std::string unwon;
  for (std::size_t i = 0; judged > 0 && judge != nullptr && i < judge->Rows().size(); ++i) {
    const score::FanRow& row = judge->Rows()[i];
    if (t.fan_rows.contains(row.id) || (use != nullptr && !use->Uses(static_cast<int>(i))))
      continue;
    unwon += "  " + row.id + " (" + (zh ? row.zh : row.en) + ")\n";
  }
  if (!unwon.empty())
    out += "\n" + say("没有一次胡牌计到的番种：", "Rows that counted in no win:") + "\n" + unwon;

  const EdgeMap edges(flow);
  std::string never;
  for (std::size_t e = 0; e < t.edges.size(); ++e) {
    if (t.edges[e] == 0)
      never += "  " + edges.Name(flow, e) +
               (edges.edges()[e].rare ? say("（罕见）", " (rare)") : "") + "\n";
  }
  out += "\n" + (never.empty() ? say("每条边都走过。", "Every edge was walked.") + "\n"
                               : say("没走过的边：", "Edges never walked:") + "\n" + never);
  return out;
}

std::string SimJson(const Flow& flow, const SimOptions& options, const SimReport& report) {
  using Json = nlohmann::ordered_json;
  const Totals& t = report.totals;
  Json json;
  json["v"] = 1;
  json["variant"] = flow.name();
  json["fingerprint"] = flow.fingerprint_text();
  json["options"] = Json::object();
  for (const auto& [name, value] : flow.options()) json["options"][name] = value;
  json["bots"] = Json::array();
  for (const BotKind kind : options.bots) json["bots"].push_back(BotName(kind));
  json["seed"] = options.seed;
  json["hands"] = t.hands;
  if (report.stopped) json["interrupted"] = true;
  if (HasWins(flow)) {
    json["hands_without_winner"] = t.hands_without_winner;
    json["wins"] = t.wins;
    json["self_draws"] = t.self_draws;
    json["fan"] = Json::object();
    for (const auto& [fan, count] : t.fan) json["fan"][std::to_string(fan)] = count;
    json["fan_rows"] = Json::object();
    for (const auto& [row, count] : t.fan_rows) json["fan_rows"][row] = count;
  }
  json["seats"] = Json::array();
  for (std::size_t s = 0; s < t.seats.size(); ++s) {
    const MeanError points = PointsOf(t, static_cast<int>(s));
    Json seat{{"seat", s}, {"bot", s < options.bots.size() ? BotName(options.bots[s]) : "random"}};
    if (HasWins(flow)) {
      seat["hands_won"] = t.seats[s].hands_won;
      seat["wins"] = t.seats[s].wins;
    }
    seat["points"] = t.seats[s].points;
    seat["points_mean"] = points.mean;
    seat["points_error"] = points.error;
    json["seats"].push_back(std::move(seat));
  }
  json["length"]["actions"] = t.actions;
  if (HasDiscards(flow)) json["length"]["discards"] = t.discards;
  json["length"]["shortest"] = t.hands == 0 ? 0 : t.shortest;
  json["length"]["longest"] = t.longest;
  if (report.seconds > 0) {
    json["hands_per_second"] = static_cast<double>(t.hands) / report.seconds;
    json["actions_per_second"] = static_cast<double>(t.actions) / report.seconds;
  }
  const EdgeMap edges(flow);
  json["edges"] = Json::object();
  json["edges_never_walked"] = Json::array();
  for (std::size_t e = 0; e < t.edges.size(); ++e) {
    json["edges"][edges.Name(flow, e)] = t.edges[e];
    if (t.edges[e] == 0) json["edges_never_walked"].push_back(edges.Name(flow, e));
  }
  return json.dump(2);
}

}  // namespace mlf::tools
