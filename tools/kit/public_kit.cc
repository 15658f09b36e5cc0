// The public functions of the kit (include/mlf/kit/kit.h).
#include <mlf/kit/kit.h>
#include <mlf/table/tile.h>
#include "tools/kit/hand_io.h"
#include "tools/kit/proof.h"
#include "tools/kit/scenario.h"
#include "tools/kit/score_io.h"
#include "tools/kit/sim.h"

#include <sstream>

namespace mlf::kit {

Report Check(const std::string& name, const std::string& variant_dir, Lang lang,
             const std::vector<std::string>& scenarios) {
  const tools::CheckReport report = tools::CheckVariant(name, variant_dir, false, scenarios);
  std::ostringstream text;
  tools::WriteCheckReport(report, lang, /*verbose=*/false, text);
  return {report.ok(), std::move(text).str()};
}

Report Prove(const Flow& flow, Lang lang) {
  const tools::ProofReport report = tools::ProveFlow(flow);
  return {report.holds(), tools::ProofText(report, lang)};
}

Report RunScenarios(const Variant& variant, const std::string& path) {
  const tools::ScenarioRun run = tools::RunScenarioPath(path, [&](const OptionValues& options) {
    return variant.Build(options, AllParts(), &table::TileText());
  });
  Report report{run.failed() == 0 && !run.results.empty(), {}};
  if (run.results.empty()) report.text = path + ": no scenario\n";
  for (const tools::ScenarioResult& one : run.results) {
    if (!one.ok()) report.text += one.name + " " + one.en + "\n" + FaultText(one.failures);
  }
  return report;
}

Result<std::string> Simulate(const Flow& flow, const Simulation& simulation) {
  auto bots = bots::ParseBots(simulation.bots, flow.seats());
  if (!bots) return bots.faults();
  const tools::SimOptions options{.hands = simulation.hands,
                                  .seed = simulation.seed,
                                  .threads = simulation.threads,
                                  .bots = *std::move(bots)};
  const tools::SimReport report = tools::Simulate(flow, options);
  if (report.fault) return Fault{"S03", {}, *report.fault};
  return tools::SimJson(flow, options, report);
}

Result<std::string> Score(const Flow& flow, std::string_view json) {
  return tools::ScoreJson(flow, json);
}

Result<std::string> Hand(std::string_view json, int copies) {
  if (copies < 1 || copies > 7) return Fault{"S02", {}, "copies: a number from 1 to 7 is needed"};
  return tools::HandJson(json, copies);
}

}  // namespace mlf::kit
