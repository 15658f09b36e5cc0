// Sim: several threads play many hands of bots and report totals as a table or JSON. The totals
// depend on the seed and the number of hands, not on the number of threads.
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
  std::vector<BotKind> bots{};  // one for each seat
  // Called from time to time with the hands played so far, by one thread at a time.
  std::function<void(std::uint64_t hands)> on_progress{};
  // When set, no further block of hands starts. The report then covers the first hands of the run.
  const std::atomic<bool>* stop = nullptr;
};

struct SimReport {
  Totals totals;
  double seconds = 0;  // measured by the caller; 0 = unknown
  std::optional<std::string> fault{};
  bool stopped = false;  // before all hands were played
};

SimReport Simulate(const Flow& flow, const SimOptions& options);

// The report as text. Fan rows have their names in `lang`, if the variant's judge has any.
std::string SimText(const Flow& flow, const SimOptions& options, const SimReport& report,
                    Lang lang);
// One JSON object: v, variant, fingerprint, options, bots, seed, hands, draws, wins, fan, fan_rows,
// seats, length, edges, edges_never_walked.
std::string SimJson(const Flow& flow, const SimOptions& options, const SimReport& report);

// Whether a node of the flow is a win. Reports of other games do not speak of wins.
bool HasWins(const Flow& flow);

// Mean and standard error of the points of `seat` in one hand.
struct MeanError {
  double mean = 0;
  double error = 0;
};
MeanError PointsOf(const Totals& totals, int seat);

}  // namespace mlf::tools
