// flowviz replay: the page of one hand.
#include "tools/chart/render.h"
#include "tools/flowviz/commands.h"
#include "tools/flowviz/replay_page.h"

#include <ostream>

namespace mlf::tools {

int RunReplayPage(const ReplayPageCommand& options, const Console& console) {
  const std::optional<JournalInput> input = OpenJournal(options.journal, console);
  if (!input) return kBadInput;
  const Lang lang = LangFrom(options.lang).value_or(console.lang);
  const auto page = ReplayPage(*input->flow, input->journal,
                               {.hand = options.hand - 1,
                                .profile = options.profile,
                                .what_if = options.what_if,
                                .seed = options.seed,
                                .try_other = options.journal.try_other},
                               lang);
  if (!page) return console.Fail(page.faults());
  if (options.out.empty()) {
    console.out << *page;
    return kDone;
  }
  const auto written = WriteBytes(options.out, *page);
  if (!written) return console.Fail(written.faults());
  console.out << console.Format({"{}：{} 字节\n", "{}: {} bytes\n"}, options.out, page->size());
  return kDone;
}

}  // namespace mlf::tools
