#include "tools/kit/games.h"

#include <fmt/format.h>
#include <mlf/flow/points.h>
#include <mlf/flow/text.h>
#include "tools/kit/checks.h"
#include "tools/kit/checks_own.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace mlf::tools {

// ---- edges ----

EdgeMap::EdgeMap(const Flow& flow) {
  for (std::size_t n = 0; n < flow.nodes().size(); ++n) {
    const Node& node = flow.nodes()[n];
    const auto from = static_cast<NodeIndex>(n);
    first_.push_back(edges_.size());
    if (node.window) {
      for (std::size_t i = 0; i < node.window->answers.size(); ++i) {
        const Edge& answer = node.window->answers[i];
        const auto index = static_cast<std::uint16_t>(i);
        edges_.push_back({EdgeRef::Kind::kAnswer, from, answer.to, index, answer.rare});
        // Several seats must give the answer at once, so play may miss the edge; a scenario walks
        // it.
        if (answer.abort_to != kNoNode)
          edges_.push_back({EdgeRef::Kind::kAbort, from, answer.abort_to, index, true});
      }
    }
    for (std::size_t i = 0; i < node.then.size(); ++i) {
      edges_.push_back({EdgeRef::Kind::kSystem, from, node.then[i].to,
                        static_cast<std::uint16_t>(i), node.then[i].rare});
    }
  }
  first_.push_back(edges_.size());
}

std::string EdgeMap::Name(const Flow& flow, std::size_t edge) const {
  const EdgeRef& ref = edges_[edge];
  const std::string_view arrow = ref.kind == EdgeRef::Kind::kAnswer  ? "->"
                                 : ref.kind == EdgeRef::Kind::kAbort ? "-x>"
                                                                     : "=>";
  return fmt::format("{} {} {}", flow.node(ref.from).id, arrow, flow.node(ref.to).id);
}

void EdgeMap::Add(NodeIndex from, NodeIndex to, EdgeRef::Kind kind,
                  std::span<std::uint64_t> counts) const {
  for (std::size_t e = first_[from]; e < first_[from + 1u]; ++e) {
    if (edges_[e].kind == kind && edges_[e].to == to) ++counts[e];
  }
}

// A path lists what the engine ran: passes of the window, its winners (or the node of an abort),
// then system steps.
void EdgeMap::Count(const Flow& flow, const Records& before, const TraceEntry& step,
                    std::span<std::uint64_t> counts) const {
  if (step.at == kNoNode || step.path_length == 0) return;
  const Window& window = *flow.node(step.at).window;
  const WindowState& state = before.flow().window;
  int next = 0;
  const auto pass_of = [&](NodeIndex to) {
    return std::ranges::any_of(window.answers,
                               [&](const Edge& answer) { return answer.pass && answer.to == to; });
  };
  int passes = pass_of(step.played.node) ? 1 : 0;
  ForEachSeat(state.answered, [&](Seat seat) {
    passes += window.answers[state.answers[static_cast<std::size_t>(seat)].edge].pass ? 1 : 0;
  });
  const int length = std::min<int>(step.path_length, TraceEntry::kMaxPath);
  for (; passes > 0 && next < length; --passes, ++next)
    Add(step.at, step.path[static_cast<std::size_t>(next)], EdgeRef::Kind::kAnswer, counts);
  NodeIndex at = step.at;
  const int winners = std::popcount(step.winners);
  if (winners > 0 && next < length) {
    at = step.path[static_cast<std::size_t>(next)];
    Add(step.at, at, EdgeRef::Kind::kAnswer, counts);
    next += winners;
  } else if (next < length && std::ranges::none_of(
                                  flow.node(at).then,
                                  [&](const Edge& edge) {
                                    return edge.to == step.path[static_cast<std::size_t>(next)];
                                  })) {
    const NodeIndex to = step.path[static_cast<std::size_t>(next++)];
    Add(at, to, EdgeRef::Kind::kAbort, counts);
    at = to;
  }
  CountFrom(flow, at, step, next, counts);
}

void EdgeMap::CountStart(const Flow& flow, const TraceEntry& step,
                         std::span<std::uint64_t> counts) const {
  if (step.path_length > 0) CountFrom(flow, step.path[0], step, 1, counts);
}

void EdgeMap::CountFrom(const Flow& flow, NodeIndex at, const TraceEntry& step, int next,
                        std::span<std::uint64_t> counts) const {
  const int length = std::min<int>(step.path_length, TraceEntry::kMaxPath);
  for (; next < length; ++next) {
    const NodeIndex to = step.path[static_cast<std::size_t>(next)];
    const bool system =
        std::ranges::any_of(flow.node(at).then, [&](const Edge& edge) { return edge.to == to; });
    // A window that takes its sole answer without asking continues within the same step.
    Add(at, to, system ? EdgeRef::Kind::kSystem : EdgeRef::Kind::kAnswer, counts);
    at = to;
  }
}

// ---- totals ----

void Totals::Add(const Totals& other) {
  hands += other.hands;
  hands_without_winner += other.hands_without_winner;
  actions += other.actions;
  nodes_run += other.nodes_run;
  discards += other.discards;
  wins += other.wins;
  self_draws += other.self_draws;
  longest = std::max(longest, other.longest);
  shortest = std::min(shortest, other.shortest);
  actions_squared += other.actions_squared;
  wins_squared += other.wins_squared;
  for (const auto& [total, count] : other.fan) fan[total] += count;
  for (const auto& [row, count] : other.fan_rows) fan_rows[row] += count;
  const auto add = [](Seat& to, const Seat& from) {
    to.hands_won += from.hands_won;
    to.wins += from.wins;
    to.points += from.points;
    to.points_squared += from.points_squared;
  };
  seats.resize(std::max(seats.size(), other.seats.size()));
  for (std::size_t s = 0; s < other.seats.size(); ++s) add(seats[s], other.seats[s]);
  add(dealer, other.dealer);
  edges.resize(std::max(edges.size(), other.edges.size()));
  for (std::size_t e = 0; e < other.edges.size(); ++e) edges[e] += other.edges[e];
}

// ---- playing ----

std::uint64_t MatchSeed(std::uint64_t seed, std::uint32_t number) { return HandSeed(seed, number); }

namespace {

// The points of a seat before the running hand; those of a game without a match so far.
std::int64_t ScoreOf(const Flow& flow, const std::optional<Slot<table::Match>>& match,
                     const Records& records, std::size_t seat) {
  if (match) return (*match)(records).score[seat];
  const SeatPoints* const own = PointsOf(flow);
  if (own == nullptr) return 0;
  try {
    return own->Points(records, static_cast<Seat>(seat));
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("SeatPoints::Points of seat {}: {}", seat, error.what()));
  }
}

}  // namespace

Player::Player(const Flow& flow, std::span<const BotKind> bots)
    : flow_(flow),
      view_(flow),
      edges_(flow),
      board_(table::FindSlot<table::Board>(flow)),
      match_(table::FindSlot<table::Match>(flow)) {
  for (const BotKind kind : bots) bots_.push_back(MakeBot(kind, flow));
  while (bots_.size() < static_cast<std::size_t>(flow.people()))
    bots_.push_back(MakeBot(BotKind::kRandom, flow));
}

Totals Player::Empty() const {
  Totals totals;
  totals.seats.resize(static_cast<std::size_t>(flow_.seats()));
  totals.edges.resize(edges_.edges().size());
  return totals;
}

std::optional<std::string> Player::Play(const PlayOptions& options, Totals& totals) {
  totals.seats.resize(static_cast<std::size_t>(flow_.seats()));
  totals.edges.resize(edges_.edges().size());
  std::uint64_t left = options.hands;
  for (std::uint32_t number = options.first_match; left > 0; ++number) {
    const std::uint64_t before = left;
    try {
      if (auto fault = PlayMatch(options, number, left, totals)) return fault;
    } catch (const std::exception& error) {
      return fmt::format("seed {}: {}", MatchSeed(options.seed, number), error.what());
    }
    if (left == before) --left;  // a match that was over before its first hand ended
  }
  return std::nullopt;
}

std::optional<std::string> Player::PlayMatch(const PlayOptions& options, std::uint32_t number,
                                             std::uint64_t& hands_left, Totals& totals) {
  const std::uint64_t seed = MatchSeed(options.seed, number);
  for (std::size_t s = 0; s < bots_.size(); ++s) bots_[s]->Begin(Mix64(seed + s + 1));
  std::uint32_t order_counter = 0;
  Stream order(StreamSeed(seed, "order"), order_counter);
  Recorder recorder(flow_);

  records_ = flow_.Blank();
  before_ = records_;
  trace_ = Trace();
  trace_.Watch(options.observer);
  if (options.record) {
    recorder.Start(records_, seed, response_, &trace_);
  } else {
    flow_.Start(records_, seed, response_, &trace_);
  }
  if (!response_.ok())
    return fmt::format("seed {}: the start is refused: {}", seed, response_.refusal.detail);
  const auto last = [&]() -> const TraceEntry& { return trace_[trace_.size() - 1]; };
  edges_.CountStart(flow_, last(), totals.edges);
  if (options.on_step) options.on_step({before_, records_, Action{}, response_, last(), seed});

  std::vector<std::int64_t> base(static_cast<std::size_t>(flow_.seats()), 0);
  const auto take_base = [&] {
    for (std::size_t s = 0; s < base.size(); ++s) base[s] = ScoreOf(flow_, match_, records_, s);
  };
  take_base();
  std::vector<int> remaining = RemainingOf(flow_, records_);
  const std::int64_t score_sum = SumOfScores(flow_, records_);
  std::uint64_t actions = 0;
  Action action;
  while (records_.flow().over == 0 && hands_left > 0) {
    const auto stuck = [&](std::string_view what) {
      return fmt::format("seed {}, version {}: {}", seed, records_.flow().version, what);
    };
    if (response_.asked == 0)
      return stuck(fmt::format("nobody is asked at \"{}\", and the match is not over",
                               flow_.node(records_.flow().node).id));
    if (actions == options.most_actions)
      return stuck(fmt::format("the hand has not ended after {} actions{}", actions,
                               NotUsedUp(flow_, remaining, records_)));
    // One of the seats that may answer now.
    std::uint32_t pick = order.Below(static_cast<std::uint32_t>(std::popcount(response_.asked)));
    unsigned rest = response_.asked;
    for (; pick > 0; --pick) rest &= rest - 1;
    const Seat seat = static_cast<Seat>(std::countr_zero(rest));
    Bot& bot = *bots_[static_cast<std::size_t>(seat)];
    if (options.timeouts_in_100 > 0 &&
        order.Below(100) < static_cast<std::uint32_t>(options.timeouts_in_100)) {
      action = {.node = kTimeout, .seat = seat, .ask = response_.ask};
    } else {
      view_.Look(records_, response_, seat);
      action = bot.Choose(view_);
    }
    before_ = records_;
    if (options.record) {
      recorder.Process(records_, action, response_, &trace_);
    } else {
      flow_.ProcessActionNode(records_, action, response_, &trace_);
    }
    if (!response_.ok()) {
      return fmt::format("seed {}, version {}: \"{}\" is offered and refused: {}", seed,
                         before_.flow().version, FormatAction(flow_, action),
                         FormatRefusal(flow_, response_, seat, Lang::kEn));
    }
    ++actions;
    edges_.Count(flow_, before_, last(), totals.edges);
    CountEvents(response_, totals);
    totals.nodes_run += last().path_length;
    if (options.on_step) options.on_step({before_, records_, action, response_, last(), seed});
    // A flow without a counter of hands has one hand in a match.
    const bool hand_over = match_ ? (*match_)(records_).hands_done != (*match_)(before_).hands_done
                                  : records_.flow().over != 0;
    if (hand_over) {
      if (const std::int64_t sum = SumOfScores(flow_, records_); sum != score_sum) {
        return stuck(
            fmt::format("the scores sum to {} after the hand and not to {}", sum, score_sum));
      }
      CountHand(records_, actions, base, totals);
      actions = 0;
      take_base();
      remaining = RemainingOf(flow_, records_);
      --hands_left;
    }
  }
  totals.actions += actions;
  if (options.record) recorder.Finish(records_);
  if (options.on_match) options.on_match(records_, options.record ? &recorder.journal() : nullptr);
  return std::nullopt;
}

// The board is still that of the finished hand.
void Player::CountHand(const Records& records, std::uint64_t actions,
                       std::span<const std::int64_t> base, Totals& totals) const {
  ++totals.hands;
  totals.actions += actions;
  totals.actions_squared += actions * actions;
  totals.longest = std::max(totals.longest, actions);
  totals.shortest = std::min(totals.shortest, actions);
  std::uint64_t all_wins = 0;
  for (std::size_t s = 0; s < base.size(); ++s) {
    const std::int64_t points = ScoreOf(flow_, match_, records, s) - base[s];
    const bool seated = board_ && s < table::kMaxPlayers;
    const std::uint64_t wins = seated ? (*board_)(records).seats[s].wins : 0;
    const auto count = [&](Totals::Seat& of) {
      of.points += points;
      of.points_squared += static_cast<std::uint64_t>(points * points);
      of.hands_won += wins > 0 ? 1 : 0;
      of.wins += wins;
    };
    count(totals.seats[s]);
    if (seated && (*board_)(records).dealer == static_cast<Seat>(s)) count(totals.dealer);
    all_wins += wins;
  }
  totals.wins += all_wins;
  totals.wins_squared += all_wins * all_wins;
  if (all_wins == 0) ++totals.hands_without_winner;
  if (board_) totals.discards += (*board_)(records).river_count;
}

void Player::CountEvents(const Response& response, Totals& totals) {
  int fan = -1;  // of the current win
  const auto close = [&] {
    if (fan >= 0) ++totals.fan[fan];
    fan = -1;
  };
  for (const Event& event : response.events) {
    if (event.type->id == "win_value") {
      close();
      fan = 0;
      if (event.other == kNoSeat) ++totals.self_draws;
    } else if (event.type->id == "fan" && fan >= 0) {
      fan += event.value;
      ++totals.fan_rows[std::string(event.text)];
    } else if (event.type->id == "fan_total" && fan >= 0) {
      fan = event.value;  // rows may multiply, so their sum is not the total
    }
  }
  close();
}

}  // namespace mlf::tools
