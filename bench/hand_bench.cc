// Speed of the hand tables: win check, waits and distance from 14 (or 13) unsorted tile bytes
// (compare/hands.h). Clock is a chain of multiply-adds, about four cycles each. `items_per_second`
// is hands per second.
//
//   Count                        bytes to counts
//   Win                          standard shape or seven pairs, directly from the bytes
//   WinOfCounts                  the same, counting first
//   WinCounted                   the same for hands that are stored as counts, as in play
//   Wild, WildCounted            Win and WinCounted with a number of wildcards
//   WaitsOf13, WaitsOfCounts     all winning tiles of 13
//   WaitsWild                    WaitsOf13 with a number of wildcards
//   WaitsOf16                    the same for five sets
//   DistanceOf14, DistanceOf17   standard shape, and seven pairs with four sets
//   DistanceOfThree              the three riichi shapes with four copies of a kind
//   DistanceCounted              the same for hands that are stored as counts
//   Readings                     all decompositions of the hand
#include <mlf/table/readings.h>
#include "bench/clock.h"
#include "bench/compare/hands.h"

#include <benchmark/benchmark.h>

namespace {

using namespace mlf;
using namespace mlf::bench;
using namespace mlf::table;

constexpr Shapes kRiichi{.pairs = Pairs::kDifferent, .thirteen_orphans = true};

template <typename Ask>
void Run(benchmark::State& state, Ask&& ask) {
  const std::vector<HandBytes>& hands = Hands(static_cast<DataSet>(state.range(0)));
  PrepareHandTables();
  std::uint64_t sum = 0;
  for (auto _ : state) {
    for (const HandBytes& hand : hands) sum += static_cast<std::uint64_t>(ask(hand));
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kHands));
  state.SetLabel(kDataSetNames[static_cast<std::size_t>(state.range(0))]);
}

void Count(benchmark::State& state) {
  Run(state, [](const HandBytes& hand) { return CountTiles(hand).group[0]; });
}
void Win(benchmark::State& state) {
  Run(state, [](const HandBytes& hand) { return IsWin(hand, Shapes{}); });
}
void WinOfCounts(benchmark::State& state) {
  Run(state, [](const HandBytes& hand) { return IsWin(CountTiles(hand), 4); });
}
// As in play, hands are stored as counts; the last `fewer` tiles are left out.
template <typename Ask>
void RunCounted(benchmark::State& state, int fewer, Ask&& ask) {
  std::vector<Counts> counted;
  for (const HandBytes& hand : Hands(static_cast<DataSet>(state.range(0))))
    counted.push_back(CountTiles(std::span(hand).first(14 - static_cast<std::size_t>(fewer))));
  PrepareHandTables();
  std::uint64_t sum = 0;
  for (auto _ : state) {
    for (const Counts& hand : counted) sum += static_cast<std::uint64_t>(ask(hand));
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kHands));
  state.SetLabel(kDataSetNames[static_cast<std::size_t>(state.range(0))]);
}
void WinCounted(benchmark::State& state) {
  RunCounted(state, 0, [](const Counts& hand) {
    return IsWin(hand, 4) || IsSevenPairs(hand, Pairs::kFourAreTwo);
  });
}
void WildCounted(benchmark::State& state) {
  const auto wild = static_cast<int>(state.range(1));
  RunCounted(state, wild, [&](const Counts& hand) { return IsWin(hand, 4, Shapes{}, wild); });
}
void DistanceCounted(benchmark::State& state) {
  RunCounted(state, 0, [](const Counts& hand) {
    return 1 +
           std::min({Distance(hand, 4, 0, Copies::kFour),
                     SevenPairsDistance(hand, Pairs::kDifferent), ThirteenOrphansDistance(hand)});
  });
}
void Wild(benchmark::State& state) {
  const auto wild = static_cast<int>(state.range(1));
  Run(state, [&](const HandBytes& hand) {
    return IsWin(std::span(hand).first(14 - static_cast<std::size_t>(wild)), Shapes{}, wild);
  });
}
void WaitsOf13(benchmark::State& state) {
  Run(state, [](const HandBytes& hand) { return Waits(std::span(hand).first(13), Shapes{}); });
}
void WaitsOfCounts(benchmark::State& state) {
  Run(state, [](const HandBytes& hand) { return Waits(CountTiles(std::span(hand).first(13)), 4); });
}
void DistanceOf14(benchmark::State& state) {
  Run(state, [](const HandBytes& hand) { return Distance(hand, Shapes{}) + 1; });
}
void WaitsWild(benchmark::State& state) {
  const auto wild = static_cast<int>(state.range(1));
  Run(state, [&](const HandBytes& hand) {
    return Waits(std::span(hand).first(13 - static_cast<std::size_t>(wild)), Shapes{}, wild);
  });
}
template <typename Ask>
void RunFive(benchmark::State& state, Ask&& ask) {
  constexpr std::size_t kFewer = kHands / 10;
  DealerOf<5> dealer(static_cast<DataSet>(state.range(0)));
  std::vector<BytesOf<5>> hands;
  while (hands.size() < kFewer) hands.push_back(dealer.Deal());
  PrepareHandTables();
  std::uint64_t sum = 0;
  for (auto _ : state) {
    for (const BytesOf<5>& hand : hands) sum += static_cast<std::uint64_t>(ask(hand));
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kFewer));
  state.SetLabel(kDataSetNames[static_cast<std::size_t>(state.range(0))]);
}
void WaitsOf16(benchmark::State& state) {
  RunFive(state, [](const BytesOf<5>& hand) { return Waits(std::span(hand).first(16), Shapes{}); });
}
void DistanceOf17(benchmark::State& state) {
  RunFive(state, [](const BytesOf<5>& hand) { return Distance(hand, Shapes{}) + 1; });
}
void DistanceOfThree(benchmark::State& state) {
  Run(state, [](const HandBytes& hand) { return Distance(hand, kRiichi, 0, Copies::kFour) + 1; });
}
void Readings(benchmark::State& state) {
  Run(state, [](const HandBytes& hand) {
    std::uint64_t readings = 0;
    ForEachReading(CountTiles(hand), 4, [&](const Reading&) { ++readings; });
    return readings;
  });
}

BENCHMARK(Count)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(Win)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(WinOfCounts)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(WinCounted)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(Wild)->ArgsProduct({{kRandom, kNear, kWin}, {1, 2, 3, 4}})->Unit(benchmark::kMillisecond);
BENCHMARK(WildCounted)
    ->ArgsProduct({{kRandom, kNear, kWin}, {1, 2, 3, 4}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(WaitsOf13)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(WaitsOfCounts)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(DistanceOf14)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(WaitsWild)
    ->ArgsProduct({{kRandom, kNear, kWin}, {1, 2, 3, 4}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(WaitsOf16)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(DistanceOf17)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(DistanceOfThree)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(DistanceCounted)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(Readings)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);

}  // namespace
