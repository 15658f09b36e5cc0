#include <mlf/tools/kit/sim.h>
#include <mlf/tools/mlf/commands.h>

#include <chrono>
#include <ostream>

namespace mlf::tools {

namespace {

// "[#####.....] 50%  500/1000", over itself.
void DrawBar(std::ostream& err, std::uint64_t done, std::uint64_t all) {
  constexpr int kWidth = 40;
  const int filled = all == 0 ? kWidth : static_cast<int>(done * kWidth / all);
  err << "\r[" << std::string(static_cast<std::size_t>(filled), '#') << std::string(static_cast<std::size_t>(kWidth - filled), '.') << "] "
      << (all == 0 ? 100 : done * 100 / all) << "%  " << done << "/" << all << std::flush;
}

}  // namespace

int RunSim(const SimCommand& options, const Console& console) {
  const std::shared_ptr<const Flow> flow = Open(console, options.variant);
  if (flow == nullptr) return kBadInput;
  auto bots = ParseBots(options.bot, flow->seats());
  if (!bots) return console.Fail(bots.faults());

  SimOptions sim{.hands = options.games, .seed = options.seed, .threads = options.threads, .bots = *std::move(bots)};
  if (console.progress) sim.on_progress = [&](std::uint64_t hands) { DrawBar(console.err, hands, options.games); };
  const auto start = std::chrono::steady_clock::now();
  SimReport report = Simulate(*flow, sim);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (console.progress) console.err << "\r" << std::string(79, ' ') << "\r" << std::flush;
  if (report.fault) return console.Fail(*report.fault);
  if (options.json) {
    console.out << SimJson(*flow, sim, report) << "\n";
  } else {
    console.out << SimText(*flow, sim, report, console.lang);
  }
  return kDone;
}

}  // namespace mlf::tools
