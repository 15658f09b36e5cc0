#include "tools/console/write_file.h"
#include "tools/kit/compare.h"
#include "tools/mlf/commands.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ostream>
#include <thread>

#include <csignal>

namespace mlf::tools {

namespace {

// During its lifetime Ctrl-C ends the run, and the program prints its results so far. A second
// Ctrl-C ends the program.
class Interrupt {
 public:
  Interrupt() {
    stop_ = false;
    struct sigaction action{};
    action.sa_handler = [](int) { stop_ = true; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(SIGINT, &action, &before_);
  }
  ~Interrupt() { ::sigaction(SIGINT, &before_, nullptr); }
  Interrupt(const Interrupt&) = delete;

  static const std::atomic<bool>* stop() { return &stop_; }

 private:
  static inline std::atomic<bool> stop_ = false;
  static_assert(std::atomic<bool>::is_always_lock_free);
  struct sigaction before_{};
};

int Threads(int wanted) {
  return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

SimReport Timed(const Flow& flow, SimOptions& sim, const Console& console) {
  const Interrupt interrupt;
  sim.stop = Interrupt::stop();
  sim.on_progress = [&](std::uint64_t hands) { console.DrawBar(hands, sim.hands); };
  const auto start = std::chrono::steady_clock::now();
  SimReport report = Simulate(flow, sim);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  console.ClearBar();
  return report;
}

// The name of a side: the variant and its options.
std::string SideName(const VariantChoice& choice) {
  std::string name = choice.name;
  for (const std::string& set : choice.set) name += " " + set;
  return name;
}

int Compare(const SimCommand& options, const Console& console) {
  VariantChoice other = options.variant;
  if (!options.against.empty()) other.name = options.against;
  other.set = options.against_set;
  ComparedSide sides[2];
  SimOptions sim{.hands = options.games, .seed = options.seed, .threads = Threads(options.threads)};
  for (const VariantChoice* choice :
       {&options.variant, static_cast<const VariantChoice*>(&other)}) {
    ComparedSide& side = sides[choice == &other ? 1 : 0];
    side.name = SideName(*choice);
    side.flow = Open(console, *choice);
    if (side.flow == nullptr) return kBadInput;
    auto bots = bots::ParseBots(options.bot, side.flow->seats());
    if (!bots) return console.Fail(bots.faults());
    sim.bots = *std::move(bots);
    side.report = Timed(*side.flow, sim, console);
    if (side.report.fault) return console.Fail(*side.report.fault);
    if (side.report.stopped) {
      console.Fail(
          console.Format({"中断：{} 只打了 {} 局，不作比较",
                          "interrupted: {} has played {} hands only, and nothing is compared"},
                         side.name, side.report.totals.hands));
      return kInterrupted;
    }
  }
  if (!options.html.empty()) {
    const auto written =
        WriteBytes(options.html, CompareHtml(sides[0], sides[1], sim, console.lang));
    if (!written) return console.Fail(written.faults());
  }
  if (options.json) {
    console.out << CompareJson(sides[0], sides[1], sim) << "\n";
  } else {
    console.out << CompareText(sides[0], sides[1], sim, console.lang);
  }
  return kDone;
}

}  // namespace

int RunSim(const SimCommand& options, const Console& console) {
  if (!options.against.empty() || !options.against_set.empty()) return Compare(options, console);
  if (!options.html.empty())
    return console.Fail(
        console.Format({"--html 用于比较：再给 --against 或 --against-set",
                        "--html is for a comparison: give --against or --against-set too"}));
  const std::shared_ptr<const Flow> flow = Open(console, options.variant);
  if (flow == nullptr) return kBadInput;
  auto bots = bots::ParseBots(options.bot, flow->seats());
  if (!bots) return console.Fail(bots.faults());

  SimOptions sim{.hands = options.games,
                 .seed = options.seed,
                 .threads = Threads(options.threads),
                 .bots = *std::move(bots)};
  const SimReport report = Timed(*flow, sim, console);
  if (report.fault) return console.Fail(*report.fault);
  if (options.json) {
    console.out << SimJson(*flow, sim, report) << "\n";
  } else {
    console.out << SimText(*flow, sim, report, console.lang);
  }
  return report.stopped ? kInterrupted : kDone;
}

}  // namespace mlf::tools
