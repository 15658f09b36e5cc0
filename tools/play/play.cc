#include "tools/play/play.h"
#include "tools/chart/render.h"
#include "tools/play/match.h"

#include <cerrno>
#include <cstdlib>
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

// Where the chart goes without --out: the folder of a build, or the current one.
std::filesystem::path ChartFolder() {
  std::error_code error;
  return std::filesystem::is_directory("build", error) ? "build" : ".";
}

// Draws the chart into `folder` and says where it is.
Result<bool> DrawInto(const std::filesystem::path& folder, const Flow& flow,
                      const Console& console) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(folder, error);
  for (const char* ending : {".svg", ".png"}) {
    const fs::path file = folder / (flow.name() + ending);
    const auto written = WriteChart(flow, file.string());
    if (!written) return written.faults();
    const fs::path whole = fs::absolute(file, error).lexically_normal();
    console.out << console.Format({"流程图：{}\n", "chart: {}\n"},
                                  error ? file.string() : whole.string());
  }
  return true;
}

// The first fault decides. The chart is drawn last, because it takes longest. An installed program
// is often called where nothing can be written; nobody has chosen that folder, so another one does.
int DrawChart(const Flow& flow, const DemoCommand& options, const Console& console) {
  const bool chosen = !options.out.empty();
  const auto drawn =
      DrawInto(chosen ? std::filesystem::path(options.out) : ChartFolder(), flow, console);
  if (drawn) return kDone;
  if (chosen) return console.Fail(drawn.faults());
  console.Fail(drawn.faults());
  // Of this user alone: a file of a known name in a folder of all could be a link of somebody else.
  std::error_code error;
  std::string own = std::filesystem::temp_directory_path(error) / "mlf-XXXXXX";
  if (::mkdtemp(own.data()) == nullptr) return console.Fail(own + ": " + std::strerror(errno));
  const auto elsewhere = DrawInto(own, flow, console);
  return elsewhere ? kDone : console.Fail(elsewhere.faults());
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

void PlayLine::AddLang() {
  All()
      .Add("--lang", lang_,
           Say({"语言 zh 或 en；默认看 LC_ALL、LANG",
                "language, zh or en; else as LC_ALL or LANG say"}))
      .OneOf({"zh", "en"});
}
void PlayLine::AddPlay() {
  Command command = Add("play", {"在终端里和机器人打牌", "play against bots in a terminal"},
                        "  mlf play xueliu\n  mlf play xueliu --seed 7 --set cap=4 --journal "
                        "game.txt\n  mlf play xueliu --bots 4 --hands 1",
                        play_, RunPlay);
  AddChoiceAndSet(command, play_.variant);
  AddSeed(command, play_.seed, {"种子；默认随机", "seed; else a random one"});
  command.Add("--journal", play_.journal,
              Say({"把对局日志写到这个文件", "write the journal to this file"}));
  command
      .Add("--bots", play_.bots,
           Say({"几个座位由机器人打；全部则为观看",
                "seats played by bots; with all of them you watch"}))
      .Range(0, kMaxSeats);
  command
      .Add("--hands", play_.hands, Say({"打几局；默认整场", "hands to play; else the whole match"}))
      .Range(1, 1000);
}
void PlayLine::AddDemo() {
  demo_.variant.name = "xueliu";
  demo_.seed = 37;
  Command command = Add("demo",
                        {"机器人打一局给你看，并画出流程图",
                         "bots play one hand for you to read, and the chart is drawn"},
                        "  mlf demo\n  mlf demo xueliu --seed 3 --out charts", demo_, RunDemo);
  AddChoice(command, demo_.variant);
  AddSet(command, "--set", demo_.variant.set);
  AddSeed(command, demo_.seed, {"种子", "seed"}).ShowDefault();
  command.Add("--out", demo_.out,
              Say({"流程图放到这个文件夹；默认 build/ 或当前目录",
                   "folder for the chart; else build/ or the current one"}));
}

}  // namespace mlf::tools
