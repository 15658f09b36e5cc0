// Scenarios: a rule at work, as a designer writes it (docs/en/scenarios.md), run through Start,
// Enter and ProcessActionNode and nothing else. And `mlf check`: a variant's lints, a build for
// every value of every option (of a wide range a sample), the window proof and some hands between
// bots with each, and its scenarios.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/trace.h>
#include <mlf/flow/viewer.h>
#include "tools/kit/proof.h"

#include <compare>
#include <functional>
#include <iosfwd>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlf::tools {

// An edge of a flow by the ids of its ends: the same edge in the flows of all options.
struct EdgeKey {
  std::string from;
  std::string to;
  bool player = false;
  friend auto operator<=>(const EdgeKey&, const EdgeKey&) = default;
};
// Adds the edges that a step walked; `entry` is what the engine traced of it.
void AddWalkedEdges(const Flow& flow, const TraceEntry& entry, std::set<EdgeKey>& walked);

struct ScenarioResult {
  std::string name;  // "XS02"
  std::string zh;
  std::string en;
  SourcePos where;
  Faults failures;  // E01: expected one thing and got another; P..: faults of what is written
  bool ok() const { return failures.empty(); }
};

struct ScenarioRun {
  std::vector<ScenarioResult> results;
  std::set<EdgeKey> walked;
  int failed() const;
  void Add(ScenarioRun other);
};

// A flow of the variant for these options; asked once for each set of options.
using FlowSource = std::function<Result<std::shared_ptr<const Flow>>(const OptionValues&)>;
// `file` is a whole scenario file: {scenarios: [...]}.
ScenarioRun RunScenarios(const Value& file, const FlowSource& flows);
// All files *.yaml of a folder, by name; a file that cannot be read is a failed result.
ScenarioRun RunScenarioFolder(const std::string& folder, const FlowSource& flows);
// A file, or a folder as above; a path that is neither is a failed result.
ScenarioRun RunScenarioPath(const std::string& path, const FlowSource& flows);
// The files *.yaml of a folder, sorted; a path that is no folder is itself the one file.
std::vector<std::string> ScenarioFiles(const std::string& path);

// What `mlf check` found.
struct CheckReport {
  std::string id;
  Faults faults;  // of the variant: nothing is run where there are any
  int nodes = 0;
  int edges = 0;
  int options = 0;
  int builds = 0;  // values of options that were built, each beside what it needs
  struct Sampled {
    std::string option;
    int built = 0;
    std::uint64_t all = 0;
  };
  std::vector<Sampled> sampled;  // options with too many values to build each
  Faults warnings;               // of all that was built
  bool strict = false;           // warnings are faults
  ProofReport proof;             // with all options at their defaults
  std::vector<Label> disproved;  // counterexamples with other values, those first
  static constexpr std::uint64_t kHandsOfDefaults = 400,
                                 kHandsOfValue = 100;  // hands that bots play
  std::uint64_t hands = 0;                             // hands played to their end
  std::vector<std::string> unplayable;                 // the command that shows it, and its fault
  bool has_scenarios = false;
  ScenarioRun scenarios;
  std::vector<std::string> never_walked;  // edges that no scenario walks: for information
  bool ok() const {
    return faults.empty() && (!strict || warnings.empty()) && proof.holds() && disproved.empty() &&
           unplayable.empty() && scenarios.failed() == 0;
  }
};

// `name`: an id, a folder or a file, as OpenVariant takes it. `scenarios`: files and folders to run
// beside the variant's own.
CheckReport CheckVariant(const std::string& name, const std::string& variant_dir = "",
                         bool strict = false, const std::vector<std::string>& scenarios = {});
void WriteCheckReport(const CheckReport& report, Lang lang, bool verbose, std::ostream& out);
// Both in one; the exit status.
int RunCheck(const std::string& name, const std::string& variant_dir, Lang lang, bool verbose,
             std::ostream& out);

}  // namespace mlf::tools
