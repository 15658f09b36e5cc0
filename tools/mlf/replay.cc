// replay and explain: play a journal again.
#include <mlf/flow/explain.h>
#include <mlf/flow/text.h>
#include "tools/console/table_text.h"
#include "tools/kit/hook_profile.h"
#include "tools/mlf/commands.h"

#include <ostream>

namespace mlf::tools {

int RunReplay(const ReplayCommand& options, const Console& console) {
  const std::optional<JournalInput> opened = OpenJournal(options.journal, console);
  if (!opened) return kBadInput;
  const TableText text(*opened->flow, console.lang);
  int step = -1;
  ReplayOptions how;
  how.try_other_fingerprint = options.journal.try_other;
  HookProfile profile(HookProfile::Clock::kReads);
  ProfileTotals totals;
  Trace trace;
  if (options.profile) {
    trace.Watch(&profile);
    how.trace = &trace;
  }
  if (!options.quiet || options.profile) {
    how.on_step = [&](const Records&, const Action& action, const Response& response) {
      ++step;
      totals.Add(profile);
      profile.Clear();
      if (options.quiet) return;
      if (action.node != kNoNode) {
        console.out << fmt::format("{:>4}  {}", step, FormatAction(*opened->flow, action));
        if (!response.ok())
          console.out << "  " << FormatRefusal(*opened->flow, response, kNoSeat, console.lang);
        console.out << "\n";
      }
      console.out << text.EventLines(response, Viewer::Full());
    };
  }
  const auto report = Replay(*opened->flow, opened->journal, how);
  if (!report) return console.Fail(report.faults());
  console.out << console.Format(
      {"{} 步（其中拒绝 {}），{} 局", "{} steps ({} of them refused), {} hands"},
      report->accepted + report->refused, report->refused, report->hands);
  if (!report->same_fingerprint) {
    console.out << console.Format(
        {"；指纹不同，没有核对状态\n", "; another fingerprint, states not compared\n"});
  } else if (opened->stop) {
    console.out << console.Format(
        {"；到中断处为止与日志一致\n", "; as the journal says, up to where it breaks off\n"});
  } else {
    console.out << console.Format(
        {"；与日志完全一致\n", "; as the journal says, to the last byte\n"});
  }
  if (options.profile) console.out << totals.Text(*opened->flow, console.lang);
  // A truncated journal is replayed as far as it goes. An altered one has not been verified.
  return opened->altered() ? kBadInput : kDone;
}

int RunExplain(const ExplainCommand& options, const Console& console) {
  const std::optional<JournalInput> opened = OpenJournal(options.journal, console);
  if (!opened || !KnowsStep(*opened, options.step, console)) return kBadInput;
  ReplayOptions how;
  how.try_other_fingerprint = options.journal.try_other;
  if (options.step) {
    const auto text = Explain(*opened->flow, opened->journal, *options.step, console.lang, how);
    if (!text) return console.Fail(text.faults());
    console.out << *text;
    return kDone;
  }
  const auto report = Replay(*opened->flow, opened->journal, how);
  if (!report) return console.Fail(report.faults());
  console.out << Explain(*opened->flow, report->records, console.lang);
  return kDone;
}

}  // namespace mlf::tools
