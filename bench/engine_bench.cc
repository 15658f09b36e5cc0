// Speed of the engine: player actions and whole hands of a variant, refusals, scoring, and the making of a flow.
//
//   Choose/<variant>     uniform random play: per asked seat one of its distinct legal actions (pass included), SplitMix64; the choosing is
//                        part of what is timed, as are events, trace and every asked seat's choices after every action
//   Replay/<variant>     the actions of such games noted before and fed again: ProcessActionNode alone
//   ReplayGreedy, Greedy the same for greedy bots; Greedy with the bots' own thinking
//   Cold                 random play at random ones of many tables, so that the records come from memory and not from the cache
//   Refused*             refusals; the records stay as they are
//   Judge                every win of such games, counted again
//   Prove                every window of a flow proved (docs/proof.md)
//   Build, Load, Resolve a flow with its lints from the parsed variant; reading its YAML; putting the options in
//   Copy                 the snapshot of a step: the records copied
//   Clock                a chain of multiply-adds, about four cycles each: how fast this machine is just now, so that runs can be compared
// `items_per_second` is player actions (hands, wins, flows) a second; `hands` is whole hands a second.
#include <mlf/components/score/judge.h>
#include <mlf/flow/prove.h>
#include <mlf/flow/random.h>
#include <mlf/flow/trace.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/hand_tables.h>
#include <mlf/table/tile.h>
#include <mlf/tools/kit/bots.h>
#include <mlf/tools/kit/games.h>
#include <mlf/variants/open.h>

#include <benchmark/benchmark.h>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace mlf;

std::shared_ptr<const Flow> Open(const std::string& name) {
  auto flow = OpenFlow(name);
  if (!flow) {
    std::fputs(FaultText(flow.faults()).c_str(), stderr);
    std::abort();
  }
  return *flow;
}

// A table being played at random. Any asked seat may answer next.
struct Table {
  Records records;
  Response response;
  Trace trace;
  std::uint32_t counter = 0;

  Action Pick(std::uint64_t seed) {
    Stream stream(seed, counter);
    SeatMask asked = response.asked;
    const auto seats = static_cast<std::uint32_t>(std::popcount(asked));
    for (std::uint32_t n = seats == 1 ? 0 : stream.Below(seats); n > 0; --n) asked &= static_cast<SeatMask>(asked - 1);
    const Seat seat = static_cast<Seat>(std::countr_zero(asked));
    const std::uint64_t count = response.choices.Count(seat);
    return response.choices.Nth(seat, count == 1 ? 0 : stream.Below(static_cast<std::uint32_t>(count)), response.ask);
  }
};

void Die(const char* what) {
  std::fprintf(stderr, "engine_bench: %s\n", what);
  std::abort();
}

void PlayChoosing(benchmark::State& state, const std::string& variant) {
  const auto flow = Open(variant);
  table::PrepareHandTables();
  Table t;
  std::uint64_t actions = 0, hands = 0, match = 0;
  const auto start = [&] {
    t.records = flow->Blank();
    flow->Start(t.records, HandSeed(20260709, static_cast<std::uint32_t>(match++)), t.response, &t.trace);
  };
  start();
  for (auto _ : state) {
    for (int i = 0; i < 10'000; ++i) {
      const std::uint32_t hand = t.records.flow().hand;
      flow->ProcessActionNode(t.records, t.Pick(1), t.response, &t.trace);
      if (!t.response.ok()) Die("a choice was refused");
      if (t.response.status == Status::kOver) {
        ++hands;
        start();
      } else if (t.records.flow().hand != hand) {
        ++hands;
      }
    }
    actions += 10'000;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(actions));
  state.counters["hands"] = benchmark::Counter(static_cast<double>(hands), benchmark::Counter::kIsRate);
}

// The actions of `hands` hands, each match with its seed, and the records before each win.
struct Game {
  std::uint64_t seed = 0;
  std::vector<Action> actions;
};
struct Won {
  Records before;
  score::WinCase win;
};
struct Noted {
  std::vector<Game> games;
  std::vector<Won> wins;
  std::uint64_t actions = 0;
};

Noted Note(const Flow& flow, tools::BotKind kind, std::uint64_t hands) {
  Noted noted;
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
    score::WinCase win{.seat = step.action.seat};
    if (type == "zi_mo") {
      win.by = score::WinBy::kSelfDraw;
      win.tile = at.seats[static_cast<std::size_t>(win.seat)].drawn;
    } else {
      win.by = at.focus == table::Focus::kDiscard ? score::WinBy::kDiscard : score::WinBy::kRob;
      win.payer = at.focus_seat;
      win.tile = at.focus_tile;
    }
    noted.wins.push_back({step.before, win});
  };
  tools::Totals totals = player.Empty();
  if (const auto fault = player.Play(options, totals)) Die(fault->c_str());
  return noted;
}

void Feed(benchmark::State& state, const std::string& variant, tools::BotKind kind, std::uint64_t hands) {
  const auto flow = Open(variant);
  table::PrepareHandTables();
  const Noted noted = Note(*flow, kind, hands);
  Table t;
  std::uint64_t actions = 0;
  for (auto _ : state) {
    for (const Game& game : noted.games) {
      t.records = flow->Blank();
      flow->Start(t.records, game.seed, t.response, &t.trace);
      for (const Action& action : game.actions) flow->ProcessActionNode(t.records, action, t.response, &t.trace);
      if (!t.response.ok()) Die("a noted action was refused");
    }
    actions += noted.actions;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(actions));
  state.counters["hands"] =
      benchmark::Counter(static_cast<double>(hands) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void Greedy(benchmark::State& state, const std::string& variant) {
  const auto flow = Open(variant);
  table::PrepareHandTables();
  const std::vector<tools::BotKind> bots(static_cast<std::size_t>(flow->seats()), tools::BotKind::kGreedy);
  tools::Player player(*flow, bots);
  tools::Totals totals = player.Empty();
  tools::PlayOptions options{.seed = 1, .hands = 64};
  for (auto _ : state) {
    if (const auto fault = player.Play(options, totals)) Die(fault->c_str());
    ++options.seed;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(totals.actions));
  state.counters["hands"] = benchmark::Counter(static_cast<double>(totals.hands), benchmark::Counter::kIsRate);
}

// Every table keeps its records only; what a table offers is asked again before it is played at, as a server would that keeps no choices.
void Cold(benchmark::State& state) {
  const auto flow = Open("xueliu");
  table::PrepareHandTables();
  const auto tables = static_cast<std::size_t>(state.range(0));
  std::vector<Records> all(tables, flow->Blank());
  Table t;
  std::uint32_t match = 0;
  for (Records& records : all) flow->Start(records, HandSeed(7, match++), t.response, &t.trace);
  std::uint32_t counter = 0;
  Stream stream(99, counter);
  std::uint64_t actions = 0;
  for (auto _ : state) {
    Records& records = all[stream.Below(static_cast<std::uint32_t>(tables))];
    flow->FillChoices(records, t.response.choices);
    t.response.asked = records.flow().window.active;
    t.response.ask = records.flow().window.ask;
    flow->ProcessActionNode(records, t.Pick(5), t.response, &t.trace);
    if (t.response.status == Status::kOver) {
      records = flow->Blank();
      flow->Start(records, HandSeed(7, match++), t.response, &t.trace);
    }
    ++actions;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(actions));
  state.counters["megabytes"] = static_cast<double>(tables * sizeof(Records)) / 1e6;
}

enum class Wrong { kStale, kSeat, kPayload };
void Refused(benchmark::State& state, Wrong wrong) {
  const auto flow = Open("xueliu");
  table::PrepareHandTables();
  // A turn in the middle of a hand: a tile that is not held is discarded.
  Table t;
  t.records = flow->Blank();
  flow->Start(t.records, 4, t.response, &t.trace);
  const NodeIndex turn = flow->Find("turn"), discard = flow->Find("discard");
  for (int i = 0; i < 40 || t.records.flow().node != turn; ++i) {
    flow->ProcessActionNode(t.records, t.Pick(1), t.response, &t.trace);
  }
  const Seat seat = static_cast<Seat>(std::countr_zero(t.response.asked));
  Action action{.node = discard, .seat = seat, .count = 1, .ask = t.response.ask};
  const auto board = table::FindSlot<table::Board>(*flow);
  while ((*board)(t.records).seats[static_cast<std::size_t>(seat)].hand[action.pieces[0]] != 0) ++action.pieces[0];
  if (wrong == Wrong::kStale) --action.ask;
  if (wrong == Wrong::kSeat) action.seat = static_cast<Seat>((seat + 1) % flow->seats());
  for (auto _ : state) {
    flow->ProcessActionNode(t.records, action, t.response, &t.trace);
    if (t.response.ok()) Die("a wrong action was taken");
  }
  state.SetItemsProcessed(state.iterations());
}

void JudgeWins(benchmark::State& state, const std::string& variant) {
  const auto flow = Open(variant);
  const auto* judge = flow->Shared<score::Judge>("judge");
  if (judge == nullptr) Die("the variant has no judge");
  const Noted noted = Note(*flow, tools::BotKind::kGreedy, 200);
  std::int64_t sum = 0;
  score::Verdict verdict;
  for (auto _ : state) {
    for (const Won& won : noted.wins) {
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

void Clock(benchmark::State& state) {
  std::uint64_t x = 1;
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) x = x * kGolden + 1;
    benchmark::DoNotOptimize(x);
  }
  state.SetItemsProcessed(1000 * state.iterations());
}

const int kRegistered = [] {
  // Each variant is measured by the same code.
  for (const std::string& id : VariantIds()) {
    benchmark::RegisterBenchmark(("Choose/" + id).c_str(), [id](benchmark::State& s) { PlayChoosing(s, id); })
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("Replay/" + id).c_str(), [id](benchmark::State& s) { Feed(s, id, tools::BotKind::kRandom, 100); })
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("ReplayGreedy/" + id).c_str(), [id](benchmark::State& s) { Feed(s, id, tools::BotKind::kGreedy, 100); })
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("Greedy/" + id).c_str(), [id](benchmark::State& s) { Greedy(s, id); })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("Judge/" + id).c_str(), [id](benchmark::State& s) { JudgeWins(s, id); });
    benchmark::RegisterBenchmark(("Build/" + id).c_str(), [id](benchmark::State& s) { Build(s, id); })->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(("Prove/" + id).c_str(), [id](benchmark::State& s) { Prove(s, id); })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("Resolve/" + id).c_str(), [id](benchmark::State& s) { Resolve(s, id); })->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(("Load/" + id).c_str(), [id](benchmark::State& s) { Load(s, id); })->Unit(benchmark::kMicrosecond);
  }
  return 0;
}();

BENCHMARK(Clock);
BENCHMARK(Cold)->Arg(1)->Arg(100'000);
BENCHMARK_CAPTURE(Refused, stale, Wrong::kStale);
BENCHMARK_CAPTURE(Refused, seat, Wrong::kSeat);
BENCHMARK_CAPTURE(Refused, payload, Wrong::kPayload);
BENCHMARK(Copy);

}  // namespace
