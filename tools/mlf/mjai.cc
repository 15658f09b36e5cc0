#include "tools/console/write_file.h"
#include "tools/mjai/arena.h"
#include "tools/mjai/serve.h"
#include "tools/mjai/words.h"
#include "tools/mlf/commands.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace mlf::tools {

namespace {

int Serve(const MjaiCommand& options, const Flow& flow, const Console& console) {
  const auto kinds = bots::ParseBots(options.serve, 1);
  if (!kinds) return console.Fail(kinds.faults());
  ServeBot(flow, kinds->front(), console.in, console.out, console.err);
  return kDone;
}

}  // namespace

int RunMjai(const MjaiCommand& options, const Console& console) {
  const std::shared_ptr<const Flow> flow = Open(console, options.variant);
  if (flow == nullptr) return kBadInput;
  if (const std::string why = WhyNoMjai(*flow); !why.empty()) return console.Fail(why);
  if (!options.serve.empty()) return Serve(options, *flow, console);

  ArenaOptions arena{.bots = options.bots,
                     .games = options.games,
                     .seed = options.seed,
                     .limit = std::chrono::milliseconds(options.limit_ms),
                     .start = std::chrono::milliseconds(options.start_ms)};
  if (arena.bots.size() == 1 || arena.bots.size() == 2) {
    const std::vector<std::string> given = arena.bots;
    while (arena.bots.size() < 4) arena.bots.insert(arena.bots.end(), given.begin(), given.end());
  }
  if (arena.bots.size() != 4) {
    return console.Fail(console.Format({"--bots 要一个、两个或四个，给了 {} 个",
                                        "--bots needs one, two or four programs; there are {}"},
                                       arena.bots.size()));
  }
  if (options.replies != "auto")
    arena.replies = options.replies == "every" ? Replies::kEvery : Replies::kAsked;
  Faults faults;
  arena.on_game = [&](int game, const Journal& journal) {
    console.DrawBar(static_cast<std::uint64_t>(game), static_cast<std::uint64_t>(options.games));
    if (options.journals.empty() || !faults.empty()) return;
    const auto written =
        WriteBytes((std::filesystem::path(options.journals) / fmt::format("{}.txt", game)).string(),
                   WriteJournal(journal, JournalForm::kText));
    if (!written) faults = written.faults();
  };
  const ArenaReport report = RunArena(*flow, arena);
  console.ClearBar();
  console.out << (options.json ? ArenaJson(report) + "\n" : ArenaText(report, console.zh()));
  if (!faults.empty()) return console.Fail(faults);
  return report.stopped.empty() ? kDone : kBadInput;
}

}  // namespace mlf::tools
