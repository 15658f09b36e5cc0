// Sim: many hands between bots, by several threads, and what came of them as a table or as JSON.
// The totals depend on the seed and the number of hands alone, never on the number of threads.
#pragma once

#include <mlf/flow/viewer.h>
#include "tools/kit/games.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mlf::tools {

struct SimOptions {
  std::uint64_t hands = 1000;
  std::uint64_t seed = 1;
  int threads = 1;
  std::vector<BotKind> bots{};  // one a seat
  // Told now and then, by one thread at a time: hands played so far.
  std::function<void(std::uint64_t hands)> on_progress{};
  // Set from elsewhere: no further block of hands is begun. What is reported are then the first
  // hands of the whole run.
  const std::atomic<bool>* stop = nullptr;
};

struct SimReport {
  Totals totals;
  double seconds = 0;  // measured by the caller; 0 = not told
  std::optional<std::string> fault{};
  bool stopped = false;  // before all hands were played
};

SimReport Simulate(const Flow& flow, const SimOptions& options);

// For people. A fan row is written by its name in `lang` where the variant's judge has one.
std::string SimText(const Flow& flow, const SimOptions& options, const SimReport& report,
                    Lang lang);
// One JSON object: v, variant, fingerprint, options, bots, seed, hands, draws, wins, fan, fan_rows,
// seats, length, edges, edges_never_walked.
std::string SimJson(const Flow& flow, const SimOptions& options, const SimReport& report);

// Mean and standard error of the points a hand of `seat`.
struct MeanError {
  double mean = 0;
  double error = 0;
};
MeanError PointsOf(const Totals& totals, int seat);

}  // namespace mlf::tools
