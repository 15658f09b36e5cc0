#include "tools/flowviz/heat.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

namespace mlf::tools {
namespace {

constexpr std::uint64_t kBlock = 64;       // hands
constexpr std::uint64_t kTimedBlocks = 8;  // one block in this many is timed

// Times whole nodes, from the first hook to the last.
class NodeClock final : public HookObserver {
 public:
  explicit NodeClock(std::vector<HeatNode>& nodes) : nodes_(nodes) {}

  void OnNode(NodeIndex node, Seat) override {
    node_ = node;
    ++nodes_[node].timed;
    last_ = std::chrono::steady_clock::now();
  }
  void BeforeHook(Hook, int) override {}
  void AfterHook() override {
    const auto now = std::chrono::steady_clock::now();
    nodes_[node_].nanoseconds += static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now - last_).count());
    last_ = now;
  }

 private:
  std::vector<HeatNode>& nodes_;
  NodeIndex node_ = 0;
  std::chrono::steady_clock::time_point last_;
};

// Counts steps of a flow per edge of its chart.
class Counter {
 public:
  Counter(const Flow& flow, const Chart& chart)
      : flow_(flow), map_(flow), walked_(map_.edges().size()) {
    heat_.edges.resize(chart.edges.size());
    heat_.nodes.resize(chart.nodes.size());
    for (const EdgeRef& ref : map_.edges())
      place_.push_back(Place(chart, ref.from, ref.kind != EdgeRef::Kind::kSystem, ref.index));
    for (std::size_t node = 0; node < flow.nodes().size(); ++node) {
      answers_.emplace_back();
      if (!flow.nodes()[node].window) continue;
      for (std::size_t i = 0; i < flow.nodes()[node].window->answers.size(); ++i) {
        answers_.back().push_back(
            Place(chart, static_cast<NodeIndex>(node), true, static_cast<std::uint16_t>(i)));
      }
    }
  }

  Heat& heat() { return heat_; }

  void Start(const TraceEntry& step) { map_.CountStart(flow_, step, walked_); }
  void Step(const Records& before, const TraceEntry& step) {
    map_.Count(flow_, before, step, walked_);
    if (step.at == kNoNode) return;
    const Seat seat = step.played.seat;
    if (seat < 0 || seat >= kMaxSeats) return;
    const std::vector<std::size_t>& places = answers_[step.at];
    const std::uint32_t offered = before.flow().window.offered[static_cast<std::size_t>(seat)];
    for (std::size_t i = 0; i < places.size(); ++i) {
      if ((offered >> i & 1U) == 0) continue;
      HeatEdge& edge = heat_.edges[places[i]];
      ++edge.offered;
      if (flow_.node(step.at).window->answers[i].to == step.played.node) ++edge.given;
    }
  }
  // Adds the counts to the heat.
  Heat Take() {
    for (std::size_t i = 0; i < walked_.size(); ++i) heat_.edges[place_[i]].walked += walked_[i];
    return std::move(heat_);
  }

 private:
  static std::size_t Place(const Chart& chart, NodeIndex from, bool player, std::uint16_t order) {
    for (std::size_t i = 0; i < chart.edges.size(); ++i) {
      const ChartEdge& edge = chart.edges[i];
      if (edge.from == from && edge.player == player && edge.order == order) return i;
    }
    return 0;
  }

  const Flow& flow_;
  EdgeMap map_;
  std::vector<std::uint64_t> walked_;              // in the order of the map's edges
  std::vector<std::size_t> place_;                 // edge of the map -> edge of the chart
  std::vector<std::vector<std::size_t>> answers_;  // by node and answer
  Heat heat_;
};

}  // namespace

void Heat::Add(const Heat& other) {
  hands += other.hands;
  journals += other.journals;
  journals_cut += other.journals_cut;
  edges.resize(std::max(edges.size(), other.edges.size()));
  nodes.resize(std::max(nodes.size(), other.nodes.size()));
  for (std::size_t i = 0; i < other.edges.size(); ++i) {
    edges[i].walked += other.edges[i].walked;
    edges[i].offered += other.edges[i].offered;
    edges[i].given += other.edges[i].given;
  }
  for (std::size_t i = 0; i < other.nodes.size(); ++i) {
    nodes[i].timed += other.nodes[i].timed;
    nodes[i].nanoseconds += other.nodes[i].nanoseconds;
  }
}

Heat PlayHeat(const Flow& flow, const Chart& chart, const HeatOptions& options,
              std::optional<std::string>& fault) {
  const std::uint64_t blocks = (options.hands + kBlock - 1) / kBlock;
  std::atomic<std::uint64_t> next{0};
  std::mutex lock;
  Heat heat;
  heat.edges.resize(chart.edges.size());
  heat.nodes.resize(chart.nodes.size());
  std::uint64_t played = 0;
  const auto work = [&] {
    Player player(flow, options.bots);
    Totals totals = player.Empty();
    Counter counter(flow, chart);
    NodeClock clock(counter.heat().nodes);
    std::optional<std::string> stopped;
    for (;;) {
      const std::uint64_t block = next.fetch_add(1);
      if (block >= blocks) break;
      PlayOptions play{.seed = options.seed,
                       .first_match = static_cast<std::uint32_t>(block * kBlock),
                       .hands = std::min(kBlock, options.hands - block * kBlock),
                       .observer = options.times && block % kTimedBlocks == 0 ? &clock : nullptr};
      play.on_step = [&](const GameStep& step) {
        if (step.action.node != kNoNode)
          counter.Step(step.before, step.trace);
        else
          counter.Start(step.trace);
      };
      stopped = player.Play(play, totals);
      if (stopped) {
        next = blocks;
        break;
      }
      const std::lock_guard guard(lock);
      played += play.hands;
      if (options.on_progress) options.on_progress(std::min(played, options.hands));
    }
    const std::lock_guard guard(lock);
    Heat own = counter.Take();
    own.hands = totals.hands;
    heat.Add(own);
    if (stopped && !fault) fault = stopped;
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < options.threads; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return heat;
}

void AddJournalHeat(const Flow& flow, const Chart& chart, const Journal& journal, Heat& heat) {
  Counter counter(flow, chart);
  NodeClock clock(counter.heat().nodes);
  Trace trace;
  trace.Watch(&clock);
  Records before;
  ReplayOptions options;
  options.try_other_fingerprint = true;
  options.trace = &trace;
  options.on_step = [&](const Records& records, const Action& action, const Response& response) {
    const bool traced = trace.total() > 0;  // the journal of a position has no start step
    if (traced && action.node == kNoNode) counter.Start(trace[trace.size() - 1]);
    if (traced && action.node != kNoNode && response.ok())
      counter.Step(before, trace[trace.size() - 1]);
    before = records;
  };
  const auto replayed = Replay(flow, journal, options);
  Heat own = counter.Take();
  own.journals = 1;
  own.journals_cut = replayed ? 0 : 1;
  for (const JournalEntry& entry : journal.entries)
    own.hands += entry.kind == JournalEntry::Kind::kHand ? 1 : 0;
  heat.Add(own);
}

HeatCover Cover(const Chart& chart, const Heat& heat) {
  HeatCover cover;
  for (std::size_t i = 0; i < chart.edges.size(); ++i) {
    const bool walked = heat.edges[i].walked > 0;
    if (!walked) cover.never.push_back(i);
    cover.walked += walked ? 1 : 0;
    cover.all += walked || !chart.edges[i].rare ? 1 : 0;
  }
  return cover;
}

}  // namespace mlf::tools
