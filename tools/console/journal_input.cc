#include "tools/console/journal_input.h"
#include <mlf/variants/open.h>

#include <ostream>

namespace mlf::tools {

std::vector<std::string> SettingsOf(const Journal& journal, const VariantChoice& choice) {
  OptionValues values(journal.options.begin(), journal.options.end());
  if (const auto variant = OpenVariant(choice.name, choice.variant_dir))
    values = variant->Over(values, {});
  std::vector<std::string> set;
  set.reserve(values.size());
  for (const auto& [name, value] : values) set.push_back(name + "=" + value);
  return set;
}

std::optional<JournalInput> OpenJournal(const JournalChoice& choice, const Console& console) {
  auto read = ReadJournalFile(choice.file, choice.strict);
  if (!read) {
    console.Fail(read.faults());
    return std::nullopt;
  }
  JournalInput input;
  input.journal = std::move(read->journal);
  input.stop = std::move(read->stop);
  if (input.stop) {
    console.err << console.Format(
        {"{}：警告：{}；用其前完整的 {} 步（--strict 则拒绝）\n",
         "{}: warning: {}; the {} whole steps before it are used (--strict refuses)\n"},
        console.program, input.stop->Text(), input.journal.Steps());
  }
  VariantChoice variant{
      choice.variant.empty() ? input.journal.variant : choice.variant, {}, choice.variant_dir};
  variant.set = SettingsOf(input.journal, variant);
  input.flow = Open(console, variant);
  if (input.flow == nullptr) return std::nullopt;
  return input;
}

bool KnowsStep(const JournalInput& input, const std::optional<int>& step, const Console& console) {
  if (!step || (*step >= 0 && *step <= input.journal.Steps())) return true;
  console.Fail(
      console.Format({"没有第 {} 步，日志共 {} 步", "there is no step {}; the journal has {}"},
                     *step, input.journal.Steps()));
  return false;
}

}  // namespace mlf::tools
