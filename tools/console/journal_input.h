// Opens a journal of the command line and the flow that it was played on. A truncated journal
// (Ctrl-C, power cut, full disk) is read up to its last complete entry. A warning says where and
// why it stops. --strict refuses such a journal.
#pragma once

#include <mlf/flow/journal.h>
#include "tools/console/console.h"

#include <memory>
#include <optional>
#include <string>

namespace mlf::tools {

struct JournalChoice {
  std::string file;
  std::string variant;  // empty = as named in the journal
  std::string variant_dir;
  bool try_other = false;
  bool strict = false;
};

struct JournalInput {
  std::shared_ptr<const Flow> flow;
  Journal journal;
  std::optional<Fault> stop{};  // why the journal is incomplete; reported as a warning

  // True: the file was changed after it was written. False: complete or truncated.
  bool altered() const { return stop && stop->code != "J05"; }
};

// The options of the journal in the form of --set. Options that the others make unavailable are
// omitted.
std::vector<std::string> SettingsOf(const Journal& journal, const VariantChoice& choice);
// Writes the fault and returns nothing if the journal cannot be opened.
std::optional<JournalInput> OpenJournal(const JournalChoice& choice, const Console& console);
// Whether the journal has the step; 0 is the start. Writes a message if not. True without a step.
bool KnowsStep(const JournalInput& input, const std::optional<int>& step, const Console& console);

}  // namespace mlf::tools
