// Games: bots play hands and matches from a seed. A caller can watch every step, and totals count
// what happened.
//
// The seed decides everything. Match m of a run starts with HandSeed(seed, m). The bots of the
// match and the order of answers use streams of the same seed. Totals are sums of integers, so the
// number of threads does not change them.
#pragma once

#include <mlf/flow/journal.h>
#include <mlf/flow/trace.h>
#include <mlf/play/seen_view.h>
#include "bots/bots.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace mlf::tools {

using bots::Bot;
using bots::BotKind;
using bots::BotList;
using bots::BotName;
using bots::MakeBot;

// All edges of a flow in one list: for each node its answers, the nodes that its window may abort
// to, and its system edges.
struct EdgeRef {
  enum class Kind : std::uint8_t { kAnswer, kAbort, kSystem } kind = Kind::kAnswer;
  NodeIndex from = kNoNode;
  NodeIndex to = kNoNode;
  std::uint16_t index = 0;  // among the answers or system edges of its node
  bool rare = false;        // as declared by the variant
};

class EdgeMap {
 public:
  explicit EdgeMap(const Flow& flow);

  const std::vector<EdgeRef>& edges() const { return edges_; }
  // "discard -> hu", "draw => turn" (system), "discard -x> abort_node".
  std::string Name(const Flow& flow, std::size_t edge) const;
  // Adds one to each edge that an accepted step walked. `before` are the records before the step.
  void Count(const Flow& flow, const Records& before, const TraceEntry& step,
             std::span<std::uint64_t> counts) const;
  // Adds one to each edge that the start walked.
  void CountStart(const Flow& flow, const TraceEntry& step, std::span<std::uint64_t> counts) const;

 private:
  void CountFrom(const Flow& flow, NodeIndex at, const TraceEntry& step, int next,
                 std::span<std::uint64_t> counts) const;
  void Add(NodeIndex from, NodeIndex to, EdgeRef::Kind kind, std::span<std::uint64_t> counts) const;

  std::vector<EdgeRef> edges_;
  std::vector<std::size_t> first_;  // per node, and one past the last
};

// Counts over hands. All of them are sums of integers.
struct Totals {
  std::uint64_t hands = 0;
  std::uint64_t hands_without_winner = 0;
  std::uint64_t actions = 0;    // accepted player actions
  std::uint64_t nodes_run = 0;  // nodes whose hooks ran, winners and passes included
  std::uint64_t discards = 0;
  std::uint64_t wins = 0;  // several wins on one tile count separately
  std::uint64_t self_draws = 0;
  std::uint64_t longest = 0, shortest = ~std::uint64_t{0};  // actions of a hand
  std::uint64_t actions_squared = 0;
  std::uint64_t wins_squared = 0;                 // of the wins of a hand
  std::map<int, std::uint64_t> fan;               // wins by total fan
  std::map<std::string, std::uint64_t> fan_rows;  // wins by row of the fan table
  struct Seat {
    std::uint64_t hands_won = 0;  // hands with at least one win
    std::uint64_t wins = 0;
    std::int64_t points = 0;
    std::uint64_t points_squared = 0;
    friend bool operator==(const Seat&, const Seat&) = default;
  };
  std::vector<Seat> seats;
  Seat dealer;                       // of the dealer of each hand
  std::vector<std::uint64_t> edges;  // as EdgeMap::edges

  void Add(const Totals& other);
  friend bool operator==(const Totals&, const Totals&) = default;
};

// One accepted step, or the start (an action whose node is kNoNode).
struct GameStep {
  const Records& before;
  const Records& after;
  const Action& action;
  const Response& response;
  const TraceEntry& trace;
  std::uint64_t match_seed;
};

struct PlayOptions {
  std::uint64_t seed = 1;
  std::uint32_t first_match = 0;      // number of the first match within the seed
  std::uint64_t hands = 1;            // to play; further matches start as needed
  int timeouts_in_100 = 0;            // of 100 answers, those left to the default
  std::uint64_t most_actions = 4000;  // in one hand; a longer hand is a fault
  bool record = false;                // gives journals to on_match
  HookObserver* observer = nullptr;   // is called for every hook
  std::function<void(const GameStep&)> on_step{};
  // After each match (whole or cut off at the last hand).
  std::function<void(const Records& records, const Journal* journal)> on_match{};
};

// Plays with one bot for each seat, in the order of `bots`. A fault is a defect of the flow,
// reported with the seed of its match:
// - a refused start, or a refused action that was offered;
// - nobody is asked before the match is over;
// - a hand of more than `most_actions`;
// - a hand that changed the sum of the scores.
class Player {
 public:
  Player(const Flow& flow, std::span<const BotKind> bots);

  // Adds to `totals`. Returns the text of a fault, or nothing.
  std::optional<std::string> Play(const PlayOptions& options, Totals& totals);
  const EdgeMap& edges() const { return edges_; }
  Totals Empty() const;

 private:
  std::optional<std::string> PlayMatch(const PlayOptions& options, std::uint32_t number,
                                       std::uint64_t& hands_left, Totals& totals);
  void CountHand(const Records& records, std::uint64_t actions, std::span<const std::int64_t> base,
                 Totals& totals) const;
  void CountEvents(const Response& response, Totals& totals);

  const Flow& flow_;
  std::vector<std::unique_ptr<Bot>> bots_;
  play::SeatView view_;
  EdgeMap edges_;
  std::optional<Slot<table::Board>> board_;
  std::optional<Slot<table::Match>> match_;
  Trace trace_;
  Response response_;
  Records records_, before_;
};

// The seed of match `number` of a run.
std::uint64_t MatchSeed(std::uint64_t seed, std::uint32_t number);

}  // namespace mlf::tools
