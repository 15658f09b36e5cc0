// Speed of the hand tables: win check, waits and distance from 14 (or 13) unsorted tile bytes.
//
// Three data sets of a million hands each, the same on every machine: "random" 14 of the 136 tiles; "near" a complete hand with one tile
// exchanged; "win" complete hands. `items_per_second` is hands a second.
#include <mlf/flow/random.h>
#include <mlf/table/hand_tables.h>

#include <benchmark/benchmark.h>

#include <array>
#include <span>
#include <utility>
#include <vector>

namespace {

using namespace mlf;
using namespace mlf::table;

constexpr std::size_t kHands = 1'000'000;
enum DataSet { kRandom, kNear, kWin };

using Bytes = std::array<Tile, 14>;

class Dealer {
 public:
  explicit Dealer(DataSet set) : stream_(StreamSeed(20260709, set == kRandom ? "random" : set == kNear ? "near" : "win"), counter_), set_(set) {}

  Bytes Deal() {
    Bytes hand = set_ == kRandom ? Random() : Complete();
    if (set_ == kNear) hand[Below(14)] = static_cast<Tile>(Below(34));
    stream_.Shuffle(std::span<Tile>(hand));
    return hand;
  }

 private:
  std::uint32_t Below(std::uint32_t bound) { return stream_.Below(bound); }

  Bytes Random() {
    std::array<Tile, 136> wall;
    for (std::size_t i = 0; i < wall.size(); ++i) wall[i] = static_cast<Tile>(i / 4);
    Bytes hand;
    for (std::uint32_t i = 0; i < hand.size(); ++i) {
      std::swap(wall[i], wall[i + Below(136 - i)]);
      hand[i] = wall[i];
    }
    return hand;
  }

  // Four random sets and a pair with at most four copies of a kind.
  Bytes Complete() {
    for (;;) {
      Bytes hand;
      std::size_t size = 0;
      std::array<int, 36> copies{};
      bool fits = true;
      const auto add = [&](std::uint32_t tile) {
        hand[size++] = static_cast<Tile>(tile);
        fits = fits && ++copies[tile] <= 4;
      };
      for (int set = 0; set < 4; ++set) {
        const std::uint32_t tile = Below(34);
        const bool run = tile < 27 && tile % 9 <= 6 && Below(4) != 0;
        for (std::uint32_t i = 0; i < 3; ++i) add(run ? tile + i : tile);
      }
      const std::uint32_t pair = Below(34);
      add(pair), add(pair);
      if (fits) return hand;
    }
  }

  std::uint32_t counter_ = 0;
  Stream stream_;
  DataSet set_;
};

const std::vector<Bytes>& Hands(DataSet set) {
  static const std::array<std::vector<Bytes>, 3> hands = [] {
    std::array<std::vector<Bytes>, 3> all;
    for (const DataSet each : {kRandom, kNear, kWin}) {
      Dealer dealer(each);
      all[each].reserve(kHands);
      for (std::size_t i = 0; i < kHands; ++i) all[each].push_back(dealer.Deal());
    }
    return all;
  }();
  return hands[set];
}

template <typename Ask>
void Run(benchmark::State& state, Ask&& ask) {
  const std::vector<Bytes>& hands = Hands(static_cast<DataSet>(state.range(0)));
  PrepareHandTables();
  std::uint64_t sum = 0;
  for (auto _ : state) {
    for (const Bytes& hand : hands) sum += ask(hand);
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kHands));
  state.SetLabel(state.range(0) == kRandom ? "random" : state.range(0) == kNear ? "near" : "win");
}

void Count(benchmark::State& state) {
  Run(state, [](const Bytes& hand) { return CountTiles(hand).group[0]; });
}
void Win(benchmark::State& state) {
  Run(state, [](const Bytes& hand) { return IsWin(CountTiles(hand), 4); });
}
void WinWithWildcards(benchmark::State& state) {
  Run(state, [](const Bytes& hand) { return IsWin(CountTiles({hand.data(), 12}), 4, 2); });
}
void WaitsOf13(benchmark::State& state) {
  Run(state, [](const Bytes& hand) { return Waits(CountTiles({hand.data(), 13}), 4); });
}
void DistanceOf14(benchmark::State& state) {
  Run(state, [](const Bytes& hand) { return static_cast<std::uint64_t>(Distance(CountTiles(hand), 4) + 1); });
}
void DistanceOfFourCopies(benchmark::State& state) {
  Run(state, [](const Bytes& hand) { return static_cast<std::uint64_t>(Distance(CountTiles(hand), 4, 0, Copies::kFour) + 1); });
}
void Readings(benchmark::State& state) {
  Run(state, [](const Bytes& hand) {
    std::uint64_t readings = 0;
    ForEachReading(CountTiles(hand), 4, [&](const Reading&) { ++readings; });
    return readings;
  });
}

BENCHMARK(Count)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(Win)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(WinWithWildcards)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(WaitsOf13)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(DistanceOf14)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(DistanceOfFourCopies)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);
BENCHMARK(Readings)->DenseRange(kRandom, kWin)->Unit(benchmark::kMillisecond);

}  // namespace
