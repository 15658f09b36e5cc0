// The main of every benchmark. It shows the fastest repetition (--benchmark_repetitions): on a
// shared machine the other load explains the rest and changes from minute to minute. The JSON of
// --benchmark_out has all repetitions.
#include <benchmark/benchmark.h>

#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace {

class QuickestReporter final : public benchmark::ConsoleReporter {
 public:
  QuickestReporter() : ConsoleReporter(isatty(STDOUT_FILENO) != 0 ? OO_Color : OO_None) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    const Run* quickest = nullptr;
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Aggregate) continue;
      if (quickest == nullptr || run.error_occurred ||
          run.GetAdjustedRealTime() < quickest->GetAdjustedRealTime())
        quickest = &run;
      if (run.error_occurred) break;
    }
    if (quickest != nullptr) ConsoleReporter::ReportRuns({*quickest});
  }
};

}  // namespace

int main(int argc, char** argv) {
  const auto is_for_a_program = [](std::string_view word) {
    return word.starts_with("--benchmark_format=") && !word.ends_with("=console");
  };
  const bool for_a_program = std::any_of(argv, argv + argc, is_for_a_program);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  QuickestReporter reporter;
  if (for_a_program) {
    benchmark::RunSpecifiedBenchmarks();  // all repetitions, in that format
  } else {
    benchmark::RunSpecifiedBenchmarks(&reporter);
  }
  benchmark::Shutdown();
  return 0;
}
