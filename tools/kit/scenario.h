// Scenarios: examples of rules in YAML (docs/en/scenarios.md), run through Start, Enter and
// ProcessActionNode only.
//
// Also `mlf check`. It lints a variant, builds every option value (a sample of a wide range),
// proves the windows, plays hands of bots with each build, and runs the scenarios.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/trace.h>
#include <mlf/flow/viewer.h>
#include "tools/kit/checks.h"
#include "tools/kit/proof.h"

#include <compare>
#include <functional>
#include <iosfwd>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlf::tools {

// An edge by the ids of its ends. It is the same edge in the flows of all options.
struct EdgeKey {
  std::string from;
  std::string to;
  bool player = false;
  bool abort = false;  // from a window that a number of winners breaks off
  // "discard -> hu", "draw => turn" (system), "discard -x> abort_node".
  std::string Name() const { return from + (abort ? " -x> " : player ? " -> " : " => ") + to; }
  friend auto operator<=>(const EdgeKey&, const EdgeKey&) = default;
};
// Adds the edges that a step walked. `entry` is the trace of the step.
void AddWalkedEdges(const Flow& flow, const TraceEntry& entry, std::set<EdgeKey>& walked);

struct ScenarioResult {
  std::string name;  // "XS02"
  std::string zh;
  std::string en;
  SourcePos where;
  Faults failures;  // E01: another result than expected; others: faults of the text
  bool ok() const { return failures.empty(); }
};

struct ScenarioRun {
  std::vector<ScenarioResult> results;
  std::set<EdgeKey> walked;
  int failed() const;
  void Add(ScenarioRun other);
};

// Builds the variant with these options. Called once for each set of options.
using FlowSource = std::function<Result<std::shared_ptr<const Flow>>(const OptionValues&)>;
// `file` is a whole scenario file: {scenarios: [...]}.
ScenarioRun RunScenarios(const Value& file, const FlowSource& flows);
// Runs all files *.yaml of a folder, by name. A file that cannot be read is a failed result.
ScenarioRun RunScenarioFolder(const std::string& folder, const FlowSource& flows);
// Runs a file or a folder. Another path is a failed result.
ScenarioRun RunScenarioPath(const std::string& path, const FlowSource& flows);
// The files *.yaml of a folder, sorted. A path that is no folder is the only file.
std::vector<std::string> ScenarioFiles(const std::string& path);

// The findings of `mlf check`.
struct CheckReport {
  std::string id;
  Faults faults;  // of the variant; with any, nothing is run
  int nodes = 0;
  int edges = 0;
  int options = 0;
  int builds = 0;  // option values that were built
  struct Sampled {
    std::string option;
    int built = 0;
    std::uint64_t all = 0;
  };
  std::vector<Sampled> sampled;  // options with too many values to build each
  Faults warnings;               // of all builds
  bool strict = false;           // warnings are faults
  ProofReport proof;             // with all options at their defaults
  std::vector<Label> disproved;  // counterexamples with other values
  // Hands that bots play. A value that differs from another in numbers alone is played if it is a
  // word or an end of its range.
  static constexpr std::uint64_t kHandsOfDefaults = 400, kHandsOfValue = 40, kHandsOfNumber = 20;
  std::uint64_t hands = 0;  // hands played to their end
  static constexpr std::uint64_t kHandsChecked = 20;
  Findings findings;  // checks of every step, in that many hands with the defaults
  struct Unplayable {
    std::string sim;   // the arguments of `mlf sim` that show the fault
    std::string text;  // the fault
  };
  std::vector<Unplayable> unplayable;
  bool has_scenarios = false;
  ScenarioRun scenarios;
  std::vector<std::string> never_walked;  // edges that no scenario walks; information only
  bool ok() const {
    return faults.empty() && (!strict || warnings.empty()) && proof.holds() && disproved.empty() &&
           unplayable.empty() && findings.empty() && scenarios.failed() == 0;
  }
};

// `name` is an id, a folder or a file, as in OpenVariant. `scenarios` are files and folders to run
// in addition to the variant's own.
CheckReport CheckVariant(const std::string& name, const std::string& variant_dir = "",
                         bool strict = false, const std::vector<std::string>& scenarios = {});
// `program`: how the reader runs mlf, as "mlf --plugin build/cards.so".
void WriteCheckReport(const CheckReport& report, Lang lang, bool verbose, std::ostream& out,
                      std::string_view program = "mlf");

}  // namespace mlf::tools
