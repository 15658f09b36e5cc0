/// \file
/// The kit: what `mlf check`, `flowviz prove`, `mlf sim`, `mlf score` and `mlf hand` do. CMake
/// component `kit`, target mlf::kit. Variants are built from the registry in use (AllGames,
/// UseGames).
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/result.h>
#include <mlf/flow/viewer.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::kit {

struct Report {
  bool ok = false;
  std::string text;  ///< for people, as the programs print it
};

/// `mlf check`: lints the variant, builds each option value, proves the windows, lets bots play,
/// and runs the scenarios: those beside the variant, and those of the files or folders given.
/// `name` as for OpenVariant.
Report Check(const std::string& name, const std::string& variant_dir = "", Lang lang = Lang::kEn,
             const std::vector<std::string>& scenarios = {});

/// `flowviz prove`: whether each window decides in time and uniquely, for all offers, answers and
/// orders.
Report Prove(const Flow& flow, Lang lang = Lang::kEn);

/// Runs the scenarios of a file or folder with the flows of `variant`. The text has the failures.
Report RunScenarios(const Variant& variant, const std::string& path);

struct Simulation {
  std::uint64_t hands = 1000;
  std::uint64_t seed = 1;
  int threads = 1;              ///< changes no result
  std::string bots = "random";  ///< a name, or one for each seat: "greedy,random,random,random"
};
/// `mlf sim`: bots play many hands. The result is the JSON of `mlf sim --json`. Faults: unknown
/// bots, and a flow that cannot be played, with the seed.
Result<std::string> Simulate(const Flow& flow, const Simulation& simulation = {});

/// A case of `mlf score`, a JSON object whose `id` may be absent, judged by the variant of `flow`.
/// The result is the object that `mlf score` prints. Faults: an impossible hand, unknown keys.
Result<std::string> Score(const Flow& flow, std::string_view json);

/// A row of `mlf hand`, a JSON object whose `id` may be absent: distances and waits of a hand
/// outside any variant. `copies`: the most tiles of one kind, 1 to 7.
Result<std::string> Hand(std::string_view json, int copies = 4);

}  // namespace mlf::kit
