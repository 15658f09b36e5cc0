#include "tools/kit/trial.h"
#include "tools/kit/sim.h"

#include <fmt/format.h>

namespace mlf::tools {

std::optional<TrialFault> PlayTrial(const Flow& flow, std::uint64_t hands) {
  for (const BotKind kind : {BotKind::kRandom, BotKind::kGreedy}) {
    const SimOptions options{
        .hands = (hands + 1) / 2,
        .seed = 1,
        .threads = 1,
        .bots = std::vector<BotKind>(static_cast<std::size_t>(flow.seats()), kind)};
    const SimReport report = Simulate(flow, options);
    if (report.fault)
      return TrialFault{*report.fault, fmt::format("--games {} --seed {} --bot {}", options.hands,
                                                   options.seed, BotName(kind))};
  }
  return std::nullopt;
}

}  // namespace mlf::tools
