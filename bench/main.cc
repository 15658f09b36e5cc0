// The main of every benchmark. Of the repetitions of a benchmark (--benchmark_repetitions) the quickest is shown: on a shared machine what the
// others took longer is its neighbours', and changes from minute to minute. The JSON of --benchmark_out has them all.
#include <benchmark/benchmark.h>

#include <unistd.h>

#include <vector>

namespace {

class QuickestReporter final : public benchmark::ConsoleReporter {
 public:
  QuickestReporter() : ConsoleReporter(isatty(STDOUT_FILENO) != 0 ? OO_Color : OO_None) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    const Run* quickest = nullptr;
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Aggregate) continue;
      if (quickest == nullptr || run.error_occurred || run.GetAdjustedRealTime() < quickest->GetAdjustedRealTime()) quickest = &run;
      if (run.error_occurred) break;
    }
    if (quickest != nullptr) ConsoleReporter::ReportRuns({*quickest});
  }
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  QuickestReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return 0;
}
