#include <mlf/table/view.h>
#include "flow/base/words.h"
#include "tools/mlf/commands.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace mlf::tools {

namespace {

std::optional<Viewer> ViewerFrom(const std::string& word, int seats) {
  if (word == "full") return Viewer::Full();
  if (word == "spectator") return Viewer::Spectator();
  const std::optional<int> seat = ParseNumber<int>(word);
  if (!seat || *seat < 0 || *seat >= seats) return std::nullopt;
  return Viewer::Of(static_cast<Seat>(*seat));
}

}  // namespace

int RunView(const ViewCommand& options, const Console& console) {
  const std::optional<JournalInput> input = OpenJournal(options.journal, console);
  if (!input || !KnowsStep(*input, options.step, console)) return kBadInput;
  const std::optional<Viewer> viewer = ViewerFrom(options.seat, input->flow->people());
  if (!viewer) {
    return console.Fail(console.Format(
        {"--seat {}：应为 0 到 {}、spectator 或 full", "--seat {}: is 0 to {}, spectator or full"},
        options.seat, input->flow->people() - 1));
  }
  // Replay counts steps from 1. The table before step 1 is that of the start.
  Records records = input->flow->Blank();
  ReplayOptions how;
  how.try_other_fingerprint = options.journal.try_other;
  how.until_step = options.step;
  int step = -1;
  how.on_step = [&](const Records& after, const Action&, const Response&) {
    if (++step <= options.step.value_or(input->journal.Steps())) records = after;
  };
  const auto report = Replay(*input->flow, input->journal, how);
  if (!report) return console.Fail(report.faults());
  console.out << table::View(*input->flow, records, *viewer).dump(2) << "\n";
  return kDone;
}

}  // namespace mlf::tools
