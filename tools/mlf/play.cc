#include "tools/chart/render.h"
#include "tools/mlf/commands.h"
#include "tools/mlf/match.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <random>

namespace mlf::tools {

namespace {

// "种子 42", and how to repeat the game.
void Announce(const Flow& flow, std::uint64_t seed, const Console& console) {
  console.out << console.Format(
      {"{}  种子 {}（同一种子，同一牌局）\n", "{}  seed {} (the same seed is the same game)\n"},
      console.zh() ? flow.label().zh : flow.label().en, seed);
}

// The first fault decides. The chart is drawn last, because it takes longest.
int DrawChart(const Flow& flow, const DemoCommand& options, const Console& console) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = !options.out.empty()               ? fs::path(options.out)
                          : fs::is_directory("build", error) ? fs::path("build")
                                                             : fs::path(".");
  fs::create_directories(folder, error);
  for (const char* ending : {".svg", ".png"}) {
    const fs::path file = folder / (flow.name() + ending);
    const auto written = WriteChart(flow, file.string());
    if (!written) return console.Fail(written.faults());
    const fs::path whole = fs::absolute(file, error).lexically_normal();
    console.out << console.Format({"流程图：{}\n", "chart: {}\n"},
                                  error ? file.string() : whole.string());
  }
  return kDone;
}

}  // namespace

int RunPlay(const PlayCommand& options, const Console& console) {
  const std::shared_ptr<const Flow> flow = Open(console, options.variant);
  if (flow == nullptr) return kBadInput;
  if (options.bots > flow->seats()) {
    return console.Fail(
        console.Format({"--bots {}：这里只有 {} 个座位", "--bots {}: there are {} seats"},
                       options.bots, flow->seats()));
  }
  MatchSettings settings;
  settings.people = options.bots < 0 ? 1 : flow->seats() - options.bots;
  settings.hands = options.hands;
  if (options.seed) {
    settings.seed = *options.seed;
  } else {
    std::random_device device;
    settings.seed = device();
  }
  std::ofstream file;
  std::optional<JournalWriter> writer;
  if (!options.journal.empty()) {
    errno = 0;
    file.open(options.journal, std::ios::binary | std::ios::trunc);
    if (!file)
      return console.Fail(console.Format({"{}：无法写入：{}", "{}: cannot be written: {}"},
                                         options.journal, std::strerror(errno)));
    settings.journal = &writer.emplace(file, JournalForm::kText, options.journal);
  }
  Announce(*flow, settings.seed, console);
  const int status = MatchRunner(*flow, console).Play(settings);
  if (status == kDone && writer)
    console.out << console.Format({"对局日志：{}\n", "journal: {}\n"}, options.journal);
  return status;
}

int RunDemo(const DemoCommand& options, const Console& console) {
  const std::shared_ptr<const Flow> flow = Open(console, options.variant);
  if (flow == nullptr) return kBadInput;
  Announce(*flow, options.seed, console);
  const int status = MatchRunner(*flow, console)
                         .Play({.seed = options.seed, .people = 0, .hands = 1, .journal = nullptr});
  return status == kDone ? DrawChart(*flow, options, console) : status;
}

}  // namespace mlf::tools
