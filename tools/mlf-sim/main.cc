// mlf-sim: the table server in any number of simulated worlds.
#include "server/sim/simulation.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  CLI::App app("the table server in simulated worlds: crashes, failing disks, lost connections");
  std::uint64_t first = 1, seeds = 1000;
  mlf::server::SimulationPlan plan;
  plan.variants = {};
  int actions = 300, people = 6;
  app.add_option("--seed", first, "the first seed");
  app.add_option("--seeds", seeds, "how many seeds");
  app.add_option("--people", people, "people in each world")->check(CLI::Range(1, 100));
  app.add_option("--actions", actions, "requests in each world")->check(CLI::Range(1, 1'000'000));
  app.add_option("--variant", plan.variants, "variants that desks play")->required();
  app.add_flag("--disk", plan.disk, "the journal of mlf-server, on a disk that forgets and tears");
  CLI11_PARSE(app, argc, argv);
  plan.people = people;
  plan.actions = actions;
  long acknowledged = 0, restarts = 0, failures = 0, matches = 0;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    plan.seed = seed;
    const mlf::server::SimulationReport report = mlf::server::Simulate(plan);
    acknowledged += report.acknowledged;
    restarts += report.restarts;
    failures += report.failures;
    matches += report.matches;
    if (report.fault.empty()) continue;
    fmt::print("seed {}: {}\nagain: mlf-sim --seed {} --seeds 1 --people {} --actions {}", seed,
               report.fault, seed, people, actions);
    if (plan.disk) fmt::print(" --disk");
    for (const std::string& variant : plan.variants) fmt::print(" --variant {}", variant);
    fmt::print("\n");
    return 1;
  }
  fmt::print(
      "{} seeds, {} acknowledged acts, {} restarts, {} failures of the disk, {} ends of "
      "matches seen; no fault\n",
      seeds, acknowledged, restarts, failures, matches);
  return 0;
}
