// Prints our figures for the workloads of other engines in one table: `compare [seconds per
// figure]`. With `--hands FILE` it writes the hands, 14 bytes each, the three data sets one after
// the other, so that another program can use the same ones. The README in this folder describes the
// workloads.
//
// Time is processor time of this process. The clock beside it is a chain of multiply-adds, about
// four cycles each, which makes figures of different times and machines comparable.
#include <mlf/table/hand_tables.h>
#include <mlf/variants/open.h>
#include "bench/compare/hands.h"
#include "bench/random_play.h"
#include "tools/console/write_file.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace {

using namespace mlf;
using namespace mlf::bench;
using namespace mlf::table;

constexpr Shapes kRiichi{.pairs = Pairs::kDifferent, .thirteen_orphans = true};

double Now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Items per second of `round`: the fastest of the rounds that fit into `seconds`, because other
// load explains the slower ones. The sum keeps the compiler from removing the work.
std::uint64_t g_sum_of_answers = 0;
template <typename Round>
double Rate(double seconds, double items, Round&& round) {
  round();  // warm-up
  double quickest = 1e9;
  for (const double start = Now(); Now() < start + seconds;) {
    const double begun = Now();
    g_sum_of_answers += round();
    quickest = std::min(quickest, Now() - begun);
  }
  return items / quickest;
}

double ClockRate(double seconds) {
  std::uint64_t x = 1;
  return Rate(seconds, 1e6, [&] {
    for (int i = 0; i < 1'000'000; ++i) x = x * kGolden + 1;
    return x;
  });
}

void Line(const char* what, const char* set, double rate, double clock) {
  std::printf("%-34s %-8s %10.3f M/s %8.1f clocks each\n", what, set, rate / 1e6, clock / rate);
  std::fflush(stdout);
}

template <typename Ask>
void OfHands(const char* what, double seconds, Ask&& ask) {
  for (const DataSet set : kDataSets) {
    const std::vector<HandBytes>& hands = Hands(set);
    const double clock = ClockRate(seconds / 10);
    const double rate = Rate(seconds, static_cast<double>(kHands), [&] {
      std::uint64_t sum = 0;
      for (const HandBytes& hand : hands) sum += static_cast<std::uint64_t>(ask(hand));
      return sum;
    });
    Line(what, kDataSetNames[set], rate, clock);
  }
}

void OfPlay(const std::string& id, double seconds) {
  const auto opened = OpenFlow(id);
  if (!opened) Die("a variant was not built");
  const Flow& flow = **opened;
  bench::Table table;
  table.Start(flow, kHandsSeed);
  constexpr int kActions = 10'000;
  const double clock = ClockRate(seconds / 10);
  const double rate = Rate(seconds, kActions, [&] {
    for (int i = 0; i < kActions; ++i) table.Step(flow, kHandsSeed);
    return table.hands;
  });
  Line("uniform random legal play, actions", id.c_str(), rate, clock);
}

int WriteHands(const char* path) {
  std::string bytes;
  for (const DataSet set : kDataSets) {
    for (const HandBytes& hand : Hands(set)) {
      bytes.append(reinterpret_cast<const char*>(hand.data()), hand.size());
    }
  }
  const auto written = tools::WriteBytes(path, bytes);
  if (written) return 0;
  std::fprintf(stderr, "compare: %s", FaultText(written.faults()).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--hands") == 0) return WriteHands(argv[2]);
  const double seconds = argc == 2 ? std::atof(argv[1]) : 1;
  if (argc > 2 || seconds <= 0) {
    std::fprintf(stderr, "compare [seconds a figure] | compare --hands FILE\n");
    return 1;
  }
  const double start = Now();
  const std::size_t bytes = PrepareHandTables();
  const double built = Now() - start;
  std::printf("hand tables: %.1f ms to build, %.2f MB; a clock is %.2f ns\n", built * 1e3,
              static_cast<double>(bytes) / 1e6, 1e9 / ClockRate(seconds / 10));
  OfHands("win check", seconds, [](const HandBytes& hand) { return IsWin(hand, Shapes{}); });
  for (const int wild : {1, 2, 3, 4}) {
    const std::string what = "win check, " + std::to_string(wild) + " wildcards";
    const std::size_t own = 14 - static_cast<std::size_t>(wild);
    OfHands(what.c_str(), seconds, [=](const HandBytes& hand) {
      return IsWin(std::span(hand).first(own), Shapes{}, wild);
    });
  }
  OfHands("waits of 13 tiles", seconds,
          [](const HandBytes& hand) { return Waits(std::span(hand).first(13), Shapes{}); });
  OfHands("distance, three forms", seconds,
          [](const HandBytes& hand) { return Distance(hand, kRiichi, 0, Copies::kFour) + 1; });
  for (const std::string& id : VariantIds()) OfPlay(id, seconds);
  return g_sum_of_answers == 1 ? 2 : 0;  // uses the answers
}
