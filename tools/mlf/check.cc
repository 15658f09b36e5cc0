#include <mlf/tools/kit/scenario.h>
#include <mlf/tools/mlf/commands.h>

#include <ostream>

namespace mlf::tools {

int RunCheck(const CheckCommand& options, const Console& console) {
  const CheckReport report = CheckVariant(options.variant.name, options.variant.variant_dir);
  if (!report.faults.empty()) return console.Fail(report.faults);
  WriteCheckReport(report, console.lang, options.verbose, console.out);
  return report.ok() ? kDone : kBadInput;
}

}  // namespace mlf::tools
