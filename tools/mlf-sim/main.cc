// mlf-sim: the table server in any number of simulated worlds.
#include <mlf/flow/plugin.h>
#include "cluster/sim/cluster_simulation.h"
#include "server/sim/simulation.h"
#include "tools/console/finish_output.h"
#include "tools/console/version.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace {

// What desks play unless --variant says something else: games of two, three and four seats, and
// one with persons who have none.
const std::vector<std::string> kVariants = {"erren", "xueliu",     "xuezhan",
                                            "sanma", "yilaidaodi", "yilaidaodi?persons=5"};
const std::vector<std::string> kClusterVariants = {"erren", "xueliu", "xuezhan"};

struct Options {
  std::uint64_t first = 1, seeds = 1000;
  int people = 6, actions = 300, desks = 0;
  std::vector<std::string> variants, plugins;
  bool disk = false, cluster = false;
};

bool Found(const Options& options, std::uint64_t seed, const std::string& fault) {
  if (fault.empty()) return false;
  std::cout << fmt::format(
      "seed {}: {}\nagain: mlf-sim --seed {} --seeds 1 --people {} --actions {}", seed, fault, seed,
      options.people, options.actions);
  if (options.disk) std::cout << " --disk";
  if (options.cluster) std::cout << " --cluster";
  if (options.desks != 0) std::cout << fmt::format(" --desks {}", options.desks);
  for (const std::string& plugin : options.plugins)
    std::cout << fmt::format(" --plugin {}", plugin);
  for (const std::string& variant : options.variants)
    std::cout << fmt::format(" --variant '{}'", variant);
  std::cout << "\n";
  return true;
}

int RunServers(const Options& options) {
  mlf::server::SimulationPlan plan;
  plan.variants = options.variants;
  plan.people = options.people;
  plan.actions = options.actions;
  plan.disk = options.disk;
  long acknowledged = 0, restarts = 0, failures = 0, matches = 0;
  for (std::uint64_t seed = options.first; seed < options.first + options.seeds; ++seed) {
    plan.seed = seed;
    const mlf::server::SimulationReport report = mlf::server::Simulate(plan);
    acknowledged += report.acknowledged;
    restarts += report.restarts;
    failures += report.failures;
    matches += report.matches;
    if (Found(options, seed, report.fault)) return 1;
  }
  std::cout << fmt::format(
      "{} seeds, {} acknowledged acts, {} restarts, {} failures of the disk, {} ends of "
      "matches seen; no fault\n",
      options.seeds, acknowledged, restarts, failures, matches);
  return 0;
}

int RunClusters(const Options& options) {
  mlf::server::ClusterPlan plan;
  plan.variants = options.variants;
  plan.people = options.people;
  plan.actions = options.actions;
  plan.desks = options.desks;
  long acknowledged = 0, matches = 0, takeovers = 0, archived = 0, kills = 0, stops = 0, cuts = 0,
       clocks = 0, outages = 0;
  for (std::uint64_t seed = options.first; seed < options.first + options.seeds; ++seed) {
    plan.seed = seed;
    const mlf::server::ClusterReport report = mlf::server::SimulateCluster(plan);
    acknowledged += report.acknowledged;
    matches += report.matches;
    takeovers += report.takeovers;
    kills += report.kills;
    stops += report.stops;
    cuts += report.cuts;
    clocks += report.clocks;
    outages += report.outages;
    archived += report.archived;
    if (Found(options, seed, report.fault)) return 1;
  }
  std::cout << fmt::format(
      "{} seeds, {} acknowledged acts, {} ends of matches seen, {} takeovers of desks, {} keys in "
      "the archive; {} nodes killed, {} stopped, {} ways cut or slow, {} clocks wrong, {} outages "
      "of the store and the archive; no fault\n",
      options.seeds, acknowledged, matches, takeovers, archived, kills, stops, cuts, clocks,
      outages);
  return 0;
}

int Run(int argc, char** argv) {
  CLI::App app(
      "the table server in simulated worlds: crashes, failing disks, lost connections, and with "
      "--cluster partitions, wrong clocks and a store that fails");
  app.set_version_flag("--version", mlf::tools::VersionLine("mlf-sim"), "print the version");
  Options options;
  app.add_option("--seed", options.first, "the first seed");
  app.add_option("--seeds", options.seeds, "how many seeds");
  app.add_option("--people", options.people, "people in each world")->check(CLI::Range(1, 100));
  app.add_option("--actions", options.actions, "requests in each world")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--variant", options.variants,
                 fmt::format("variants that desks play; unless given {}, and with --cluster {}",
                             fmt::join(kVariants, " "), fmt::join(kClusterVariants, " ")));
  app.add_option("--plugin", options.plugins, "plug-ins (.so), which bring variants")
      ->take_all()
      ->expected(1);
  auto* disk = app.add_flag("--disk", options.disk,
                            "the journal of mlf-server, on a disk that forgets and tears");
  auto* cluster =
      app.add_flag("--cluster", options.cluster, "three nodes that share a store")->excludes(disk);
  app.add_option("--desks", options.desks, "desks that are made at the beginning")
      ->check(CLI::Range(0, 10'000))
      ->needs(cluster);
  CLI11_PARSE(app, argc, argv);
  if (const mlf::Faults faults = mlf::LoadPluginsOfRun(options.plugins); !faults.empty()) {
    std::cerr << mlf::FaultText(faults);
    return 1;
  }
  if (options.variants.empty()) options.variants = options.cluster ? kClusterVariants : kVariants;
  return options.cluster ? RunClusters(options) : RunServers(options);
}

}  // namespace

int main(int argc, char** argv) {
  const int status = Run(argc, argv);
  return mlf::tools::FinishOutput(
      {.in = std::cin, .out = std::cout, .err = std::cerr, .program = "mlf-sim"}, status);
}
