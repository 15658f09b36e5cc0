// Clock: a chain of multiply-adds, about four cycles each. It measures the present speed of the
// machine, so that runs can be compared.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>

namespace mlf::bench {

inline void Clock(benchmark::State& state) {
  std::uint64_t x = 1;
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) x = x * 6364136223846793005ULL + 1442695040888963407ULL;
    benchmark::DoNotOptimize(x);
  }
  state.SetItemsProcessed(state.iterations() * 1000);
}
BENCHMARK(Clock);

}  // namespace mlf::bench
