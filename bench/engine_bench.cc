// Speed of the engine: player actions and whole hands of a variant, refusals, scoring, building.
//
//   Choose/<variant>      uniform random play (random_play.h); includes the choice, events, trace
//                         and the choices of every asked seat after each action
//   Replay/<variant>      the recorded actions of such games: ProcessActionNode only
//   ReplayGreedy, Greedy  the same for greedy bots; Greedy includes the bots' decisions
//   EngineShare           a flow with empty rules: look-up, windows, hooks of three nodes (ten
//                         or all 27 filled; variants run four to six per action), snapshot, trace
//   Threads               random play by one thread and by two, with separate tables and one flow
//   Tables/<n>            random play on random ones of n tables, so that records come from
//                         memory and not from the cache
//   Refused*, Accepted    refusals, which leave the records unchanged; an accepted discard, whose
//                         records are restored each time
//   Judge                 scoring of every win of greedy games
//   Prove                 the proof of every window of a flow (docs/en/proof.md)
//   Build, Load, Resolve  a flow with its lints from the parsed variant; parsing the YAML;
//                         substituting the options
//   Copy                  the snapshot of a step: a copy of the records
//   Clock                 a chain of multiply-adds, about four cycles each
//
// `items_per_second` counts player actions (hands, wins, flows); `hands` counts whole hands.
#include <mlf/flow/prove.h>
#include <mlf/table/hand_tables.h>
#include <mlf/variants/open.h>
#include "bench/clock.h"
#include "bench/noted_games.h"

#include <benchmark/benchmark.h>

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace mlf;
using bench::Die;
using bench::NotedGames;
using bench::Table;

constexpr std::uint64_t kSeed = 20260709;

std::shared_ptr<const Flow> Open(const std::string& name) {
  auto flow = OpenFlow(name);
  if (!flow) Die(FaultText(flow.faults()).c_str());
  table::PrepareHandTables();
  return *flow;
}

void PlayChoosing(benchmark::State& state, const Flow& flow, std::uint64_t seed) {
  Table t;
  t.Start(flow, seed);
  std::int64_t actions = 0;
  for (auto _ : state) {
    for (int i = 0; i < 10'000; ++i) t.Step(flow, seed);
    actions += 10'000;
  }
  state.SetItemsProcessed(actions);
  state.counters["hands"] =
      benchmark::Counter(static_cast<double>(t.hands), benchmark::Counter::kIsRate);
}

void Replay(benchmark::State& state, const std::string& variant, tools::BotKind kind,
            std::uint64_t hands) {
  const auto flow = Open(variant);
  const NotedGames noted = bench::NoteGames(*flow, kind, hands);
  Table t;
  for (auto _ : state) bench::Feed(*flow, noted, t);
  state.SetItemsProcessed(static_cast<std::int64_t>(noted.actions * state.iterations()));
  state.counters["hands"] =
      benchmark::Counter(static_cast<double>(hands) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

void Greedy(benchmark::State& state, const std::string& variant) {
  const auto flow = Open(variant);
  const std::vector<tools::BotKind> bots(static_cast<std::size_t>(flow->seats()),
                                         tools::BotKind::kGreedy);
  tools::Player player(*flow, bots);
  tools::Totals totals = player.Empty();
  tools::PlayOptions options{.seed = 1, .hands = 64};
  for (auto _ : state) {
    if (const auto fault = player.Play(options, totals)) Die(fault->c_str());
    ++options.seed;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(totals.actions));
  state.counters["hands"] =
      benchmark::Counter(static_cast<double>(totals.hands), benchmark::Counter::kIsRate);
}

// ---- the engine's own share ----

// Fills every hook with an empty function.
template <typename Kind>
class Quiet : public Kind {
 public:
  void BeforeProcessAction(Step&) const override {}
  void ProcessAction(Step&) const override {}
  void AfterProcessAction(Step&) const override {}
  void BeforeProcessSettle(Step&) const override {}
  void ProcessSettle(Step&) const override {}
  void AfterProcessSettle(Step&) const override {}
  void BeforeSetStates(Step&) const override {}
  void SetStates(Step&) const override {}
  void AfterSetStates(Step&) const override {}
};

template <typename Base>
class Rest final : public Base {
 public:
  static constexpr PartInfo kInfo{"rest", 1, "停", "rest"};
};

// Records of the size of xueliu's, so that the snapshot costs the same.
struct Ballast {
  static constexpr std::string_view kSlot = "ballast";
  static constexpr Scope kScope = Scope::kMatch;
  std::array<std::uint64_t, 190> words{};

  void Check(const Validation&) const {}
};

// Moves to the next seat.
template <typename Base>
class Advance final : public Base {
 public:
  static constexpr PartInfo kInfo{"advance", 1, "进", "advance"};
  explicit Advance(Params& params) : ballast_(params.Slot<Ballast>()) {}
  void SetStates(Step& step) const override {
    step.SetActor(static_cast<Seat>((step.records.flow().actor + 1) % step.flow.seats()));
  }

 private:
  Slot<Ballast> ballast_;
};

class Move final : public Quiet<PlayerNode> {
 public:
  static constexpr PartInfo kInfo{"move", 1, "走", "move"};
  void Offers(const Records&, Seat, OfferSink& sink) const override { sink.Nothing(); }
};

class Never final : public Quiet<PlayerNode> {
 public:
  static constexpr PartInfo kInfo{"never", 1, "不", "never"};
  // Like every claim of the library for most discards.
  SeatMask MayOffer(const Records&, SeatMask) const override { return 0; }
};

// Like a turn of mahjong: the own turn with five answers, a window of three seats for claims that
// nobody can make, and a draw. The move has code in every hook; system nodes derive from `Base`.
template <typename Base>
std::shared_ptr<const Flow> QuietFlow() {
  Registry registry;
  registry.Add<Rest<Base>>();
  registry.Add<Advance<Base>>();
  registry.Add<Move>();
  registry.Add<Never>();
  FlowBuilder builder(registry);
  builder.SetName("quiet").SetSeats(4);
  builder.PushActionNode({.id = "begin", .type = "rest"});
  builder.PushActionNode(
      {.id = "turn", .type = "rest", .window = WindowSpec{.defaults = {{.answer = "move"}}}});
  builder.PushActionNode(
      {.id = "move",
       .window = WindowSpec{.ask = Who::kOthers, .defaults = {{.answer = "claim_1"}}}});
  builder.PushActionNode({.id = "draw", .type = "advance"});
  builder.PushActionNode({.id = "over", .type = "rest", .end = true});
  builder.PushEdge({.from = "begin", .to = "turn"});
  for (const char* own : {"own_1", "own_2", "own_3", "own_4"}) {
    builder.PushActionNode({.id = own, .type = "never"});
    builder.PushEdge({.from = "turn", .to = own, .player = true});
    builder.PushEdge({.from = own, .to = "over"});
  }
  builder.PushEdge({.from = "turn", .to = "move", .player = true});
  int rank = 0;
  for (const char* claim : {"claim_1", "claim_2", "claim_3"}) {
    builder.PushActionNode({.id = claim, .type = "never"});
    builder.PushEdge({.from = "move",
                      .to = claim,
                      .player = true,
                      .rank = rank++,
                      .winners = WinnersRule::Of(Winners::kNearest)});
    builder.PushEdge({.from = claim, .to = "over"});
  }
  builder.PushEdge({.from = "move", .to = "draw"});
  builder.PushEdge({.from = "draw", .to = "turn"});
  auto flow = builder.Build();
  if (!flow) Die(FaultText(flow.faults()).c_str());
  return *flow;
}

void EngineShare(benchmark::State& state, const std::shared_ptr<const Flow>& flow) {
  Table t;
  t.Start(*flow, kSeed);
  for (auto _ : state) {
    flow->ProcessActionNode(t.records,
                            t.response.defaults[static_cast<std::size_t>(t.records.flow().actor)],
                            t.response, &t.trace);
    if (t.response.status != Status::kRests) Die("a move was not taken");
  }
  state.SetItemsProcessed(state.iterations());
}

// ---- many tables, several threads ----

// A table keeps only its records. Its offers are recomputed before each action, as in a server that
// stores no choices.
void Tables(benchmark::State& state) {
  const auto flow = Open("xueliu");
  const auto tables = static_cast<std::size_t>(state.range(0));
  // A thousand tables in the middle of hands, each copied as often as needed.
  std::vector<Records> some;
  Table t;
  t.Start(*flow, kSeed);
  for (int i = 0; i < 1000; ++i) {
    for (int n = 0; n < 37; ++n) t.Step(*flow, kSeed);
    some.push_back(t.records);
  }
  std::vector<Records> all(tables);
  for (std::size_t i = 0; i < tables; ++i) all[i] = some[i % some.size()];
  std::uint32_t counter = 0;
  Stream stream(99, counter);
  std::int64_t actions = 0;
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) {
      Records& records = all[stream.Below(static_cast<std::uint32_t>(tables))];
      flow->FillChoices(records, t.response.choices);
      t.response.asked = records.flow().window.active;
      t.response.ask = records.flow().window.ask;
      flow->ProcessActionNode(records, t.Pick(kSeed), t.response, &t.trace);
      if (t.response.status == Status::kOver) {
        records = flow->Blank();
        flow->Start(records, HandSeed(kSeed, static_cast<std::uint32_t>(t.match++)), t.response,
                    &t.trace);
      }
    }
    actions += 1000;
  }
  state.SetItemsProcessed(actions);
  state.counters["megabytes"] = static_cast<double>(tables * sizeof(Records)) / 1e6;
}

// A million tables, or MLF_BENCH_TABLES, but at most a quarter of the memory.
std::int64_t ManyTables() {
  const char* wanted = std::getenv("MLF_BENCH_TABLES");
  const std::int64_t tables = wanted != nullptr ? std::max(1LL, std::atoll(wanted)) : 1'000'000;
  const auto memory = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGE_SIZE);
  return std::min<std::int64_t>(tables, memory / 4 / static_cast<std::int64_t>(sizeof(Records)));
}

void Threads(benchmark::State& state) {
  static const std::shared_ptr<const Flow> flow = Open("xueliu");
  PlayChoosing(state, *flow, kSeed + static_cast<std::uint64_t>(state.thread_index()));
}

// ---- refusals ----

// A turn in the middle of a hand.
struct MidHand {
  std::shared_ptr<const Flow> flow = Open("xueliu");
  Table t;
  Seat seat = 0;

  MidHand() {
    t.Start(*flow, kSeed);
    const NodeIndex turn = flow->Find("turn");
    for (int i = 0; i < 40 || t.records.flow().node != turn; ++i) t.Step(*flow, kSeed);
    seat = static_cast<Seat>(std::countr_zero(t.response.asked));
  }
  Action Discard() const {
    return {.node = flow->Find("discard"), .seat = seat, .count = 1, .ask = t.response.ask};
  }
};

enum class Wrong { kStale, kSeat, kPayload };
void Refused(benchmark::State& state, Wrong wrong) {
  MidHand hand;
  Action action = hand.Discard();
  const auto board = table::FindSlot<table::Board>(*hand.flow);
  const Counts held = (*board)(hand.t.records).seats[hand.seat].hand;
  while (held[action.pieces[0]] != 0) ++action.pieces[0];
  if (wrong == Wrong::kStale) --action.ask;
  if (wrong == Wrong::kSeat) action.seat = static_cast<Seat>((hand.seat + 1) % hand.flow->seats());
  for (auto _ : state) {
    hand.flow->ProcessActionNode(hand.t.records, action, hand.t.response, &hand.t.trace);
    if (hand.t.response.ok()) Die("a wrong action was taken");
  }
  state.SetItemsProcessed(state.iterations());
}

void Accepted(benchmark::State& state) {
  MidHand hand;
  Action action = hand.Discard();
  const Offer* offer = hand.t.response.choices.Find(hand.seat, action.node);
  if (offer == nullptr) Die("there is nothing to discard");
  offer->domain.Nth(0, action);
  const Records before = hand.t.records;
  for (auto _ : state) {
    hand.t.records = before;
    hand.flow->ProcessActionNode(hand.t.records, action, hand.t.response, &hand.t.trace);
    if (!hand.t.response.ok()) Die("a discard was refused");
  }
  state.SetItemsProcessed(state.iterations());
}

void JudgeWins(benchmark::State& state, const std::string& variant) {
  const auto flow = Open(variant);
  const auto* judge = flow->Shared<score::Judge>("judge");
  if (judge == nullptr) Die("the variant has no judge");
  const NotedGames noted = bench::NoteGames(*flow, tools::BotKind::kGreedy, 200);
  std::int64_t sum = 0;
  score::Verdict verdict;
  for (auto _ : state) {
    for (const bench::NotedWin& won : noted.wins) {
      judge->Evaluate(won.before, won.win, verdict);
      sum += verdict.value;
      if (!verdict.win) Die("a win is none");
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * noted.wins.size()));
}

Variant Loaded(const std::string& name) {
  auto variant = LoadVariant(name, StandardSource());
  if (!variant) Die("the variant cannot be read");
  return std::move(*variant);
}

void Build(benchmark::State& state, const std::string& name) {
  const Variant variant = Loaded(name);
  for (auto _ : state) {
    auto flow = variant.Build({}, AllParts(), &table::TileText());
    if (!flow) Die("the variant does not build");
    benchmark::DoNotOptimize(flow);
  }
  state.SetItemsProcessed(state.iterations());
}

void Prove(benchmark::State& state, const std::string& name) {
  const auto flow = OpenFlow(name);
  if (!flow) Die("the variant does not build");
  std::uint64_t decisions = 0;
  for (auto _ : state) {
    for (const WindowProof& proof : Prover(**flow).All()) {
      if (!proof.holds()) Die("a window does not hold");
      decisions += proof.decisions;
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(decisions));
}

void Resolve(benchmark::State& state, const std::string& name) {
  const Variant variant = Loaded(name);
  for (auto _ : state) {
    auto value = variant.Resolve({});
    benchmark::DoNotOptimize(value);
  }
  state.SetItemsProcessed(state.iterations());
}

void Load(benchmark::State& state, const std::string& name) {
  for (auto _ : state) {
    auto variant = LoadVariant(name, StandardSource());
    benchmark::DoNotOptimize(variant);
  }
  state.SetItemsProcessed(state.iterations());
}

void Copy(benchmark::State& state) {
  const auto flow = Open("xueliu");
  const Records records = flow->Blank();
  alignas(64) std::byte room[Records::kCapacity];
  const auto size = static_cast<std::size_t>(flow->layout().size());
  for (auto _ : state) {
    std::memcpy(room, records.bytes.data(), size);
    benchmark::DoNotOptimize(room);
    benchmark::ClobberMemory();
  }
  state.counters["bytes"] = static_cast<double>(size);
}

const int kRegistered = [] {
  // The same code measures each variant.
  for (const std::string& id : VariantIds()) {
    benchmark::RegisterBenchmark(("Choose/" + id).c_str(), [id](benchmark::State& s) {
      PlayChoosing(s, *Open(id), kSeed);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("Replay/" + id).c_str(), [id](benchmark::State& s) {
      Replay(s, id, tools::BotKind::kRandom, 100);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("ReplayGreedy/" + id).c_str(), [id](benchmark::State& s) {
      Replay(s, id, tools::BotKind::kGreedy, 100);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("Greedy/" + id).c_str(), [id](benchmark::State& s) {
      Greedy(s, id);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("Judge/" + id).c_str(),
                                 [id](benchmark::State& s) { JudgeWins(s, id); });
    benchmark::RegisterBenchmark(("Build/" + id).c_str(), [id](benchmark::State& s) {
      Build(s, id);
    })->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(("Prove/" + id).c_str(), [id](benchmark::State& s) {
      Prove(s, id);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("Resolve/" + id).c_str(), [id](benchmark::State& s) {
      Resolve(s, id);
    })->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(("Load/" + id).c_str(), [id](benchmark::State& s) {
      Load(s, id);
    })->Unit(benchmark::kMicrosecond);
  }
  benchmark::RegisterBenchmark("Tables", Tables)
      ->Arg(1)
      ->Arg(1000)
      ->Arg(ManyTables())
      ->Unit(benchmark::kMicrosecond);
  return 0;
}();

BENCHMARK_CAPTURE(EngineShare, ten_hooks, QuietFlow<ActionNode>());
BENCHMARK_CAPTURE(EngineShare, all_hooks, QuietFlow<Quiet<ActionNode>>());
BENCHMARK(Threads)->Threads(1)->Threads(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Refused, stale, Wrong::kStale);
BENCHMARK_CAPTURE(Refused, seat, Wrong::kSeat);
BENCHMARK_CAPTURE(Refused, payload, Wrong::kPayload);
BENCHMARK(Accepted);
BENCHMARK(Copy);

}  // namespace
