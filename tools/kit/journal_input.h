// A journal as the command line names it, with the flow it was played on. One that breaks off
// (Ctrl-C, a power cut, a full disk) is read as far as it is whole, with a warning that says where
// and why it stops; --strict refuses it.
#pragma once

#include <mlf/flow/journal.h>
#include "tools/kit/console.h"

#include <memory>
#include <optional>
#include <string>

namespace mlf::tools {

struct JournalChoice {
  std::string file;
  std::string variant;  // empty = the one the journal names
  std::string variant_dir;
  bool try_other = false;
  bool strict = false;
};

struct JournalInput {
  std::shared_ptr<const Flow> flow;
  Journal journal;
  std::optional<Fault>
      stop{};  // why reading ended before the end of a whole journal; a warning was written

  // Reading ended at something that was changed, not where the writing ended.
  bool altered() const { return stop && stop->code != "J05"; }
};

// The options that the journal was played with, as --set takes them; without those that the variant
// does not offer beside the others.
std::vector<std::string> SettingsOf(const Journal& journal, const VariantChoice& choice);
// Nothing where a fault was written.
std::optional<JournalInput> OpenJournal(const JournalChoice& choice, const Console& console);
// Whether the journal has such a step, 0 being the start; says so where it has not. No step asked
// for is well.
bool KnowsStep(const JournalInput& input, const std::optional<int>& step, const Console& console);

}  // namespace mlf::tools
