// Time of charts from the built flow to the bytes of a file. `Clock` is a chain of multiply-adds,
// about four cycles each. It measures the present speed of the machine, so that runs can be
// compared.
#include <mlf/variants/open.h>
#include "bench/clock.h"
#include "tools/chart/render.h"
#include "tools/flowviz/diff.h"
#include "tools/flowviz/heat.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>

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

void DrawChart(benchmark::State& state, const std::string& variant, const std::string& format,
               tools::ChartView view) {
  const auto flow = Open(variant);
  for (auto _ : state) {
    const auto bytes = tools::Render(*flow, format, {.view = view});
    if (!bytes) state.SkipWithError(FaultText(bytes.faults()).c_str());
    benchmark::DoNotOptimize(bytes);
  }
}

void Difference(benchmark::State& state) {
  const auto a = Open("xueliu"), b = Open("erren");
  for (auto _ : state) {
    const auto diff = tools::DiffFlows({"xueliu", a, {}}, {"erren", b, {}});
    const auto bytes =
        tools::DrawPicture(tools::DiffPicture(diff, false), "svg", tools::ChartLang::kBoth);
    benchmark::DoNotOptimize(bytes);
  }
}
BENCHMARK(Difference)->Unit(benchmark::kMillisecond);

// Hands per second, with and without heat counts.
void Heat(benchmark::State& state, bool counted) {
  const auto flow = Open("xueliu");
  const tools::Chart chart = tools::MakeChart(*flow);
  const std::vector<tools::BotKind> bots(static_cast<std::size_t>(flow->seats()),
                                         tools::BotKind::kGreedy);
  std::uint64_t seed = 1;
  for (auto _ : state) {
    if (counted) {
      std::optional<std::string> fault;
      benchmark::DoNotOptimize(
          tools::PlayHeat(*flow, chart, {.hands = 512, .seed = seed++, .bots = bots}, fault));
    } else {
      tools::Player player(*flow, bots);
      tools::Totals totals = player.Empty();
      benchmark::DoNotOptimize(player.Play({.seed = seed++, .hands = 512}, totals));
    }
  }
  state.SetItemsProcessed(state.iterations() * 512);
}

const int kRegistered = [] {
  for (const std::string& variant : VariantIds()) {
    for (const char* format : {"dot", "svg", "png"}) {
      for (const std::string& view : tools::ChartViews()) {
        const std::string name = "Chart/" + variant + "/" + view + "/" + format;
        benchmark::RegisterBenchmark(name.c_str(), DrawChart, variant, std::string(format),
                                     *tools::ChartViewFrom(view))
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  benchmark::RegisterBenchmark("Heat/counted", Heat, true)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("Heat/play_alone", Heat, false)->Unit(benchmark::kMillisecond);
  return 0;
}();

}  // namespace
