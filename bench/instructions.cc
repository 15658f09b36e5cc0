// Instructions: a guard against slow-downs that reads no clock. Fixed workloads run under
// valgrind's callgrind, whose counts do not depend on the load of the machine, and are compared
// with bench/instructions.json.
//
//   instructions check <baseline>     fails if a workload takes over 5 % more than the baseline,
//                                     and names the functions that grew
//   instructions baseline <baseline>  rewrites it (./dev baseline); the commit says why
//   instructions work                 only runs the workloads, for callgrind
//
// It counts the instructions of this program and its calls into libraries. Code inside a library
// (which memcpy it selects) depends on the processor and is not counted. Counts belong to a
// compiler and its flags. With others, or without valgrind, the check prints the reason and exits
// with 77.
#include <mlf/flow/json.h>
#include <mlf/table/hand_tables.h>
#include <mlf/variants/open.h>
#include "bench/compare/hands.h"
#include "bench/noted_games.h"
#include "tools/console/write_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define MLF_HAS_CALLGRIND 1
#endif

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace mlf;
namespace fs = std::filesystem;

constexpr int kSkipped = 77;
constexpr int kNoValgrind = 127;  // exit status of a shell for a missing program
constexpr double kMayGrow = 0.05;
constexpr double kWorthKeeping = 0.004;  // of a workload: the baseline omits smaller functions

// ---- the workloads ----

// Counts `work` under `name`.
void Measure(const std::string& name, const std::function<void()>& work) {
#ifdef MLF_HAS_CALLGRIND
  CALLGRIND_ZERO_STATS;
  CALLGRIND_START_INSTRUMENTATION;
  work();
  CALLGRIND_STOP_INSTRUMENTATION;
  CALLGRIND_DUMP_STATS_AT(name.c_str());
#else
  static_cast<void>(name);
  work();
#endif
}

// Hands of 14 tiles: every other one complete, the rest drawn from a full wall.
std::vector<Counts> Hands() {
  std::uint32_t counter = 0;
  Stream random(StreamSeed(20260709, "instructions"), counter);
  std::vector<Counts> hands;
  while (hands.size() < 2000) {
    Counts hand;
    const auto add = [&](std::uint32_t tile) { hand.Add(static_cast<Piece>(tile)); };
    if (hands.size() % 2 == 0) {
      for (int set = 0; set < 4; ++set) {
        const std::uint32_t tile = random.Below(27);
        const std::uint32_t step = tile % 9 <= 6 && random.Below(4) != 0 ? 1 : 0;
        for (std::uint32_t i = 0; i < 3; ++i) add(tile + i * step);
      }
      const std::uint32_t pair = random.Below(34);
      add(pair), add(pair);
    } else {
      for (int i = 0; i < 14; ++i) add(random.Below(34));
    }
    if (hand.AtLeast(4) == 0) hands.push_back(hand);
  }
  return hands;
}

// Hands as tiles. One in some hundred has a fifth copy, for which the tables take another path.
template <std::size_t kSets>
std::vector<bench::BytesOf<kSets>> HandsOfTiles() {
  bench::DealerOf<kSets> dealer(bench::kNear);
  std::vector<bench::BytesOf<kSets>> hands;
  while (hands.size() < 3000) hands.push_back(dealer.Deal());
  return hands;
}

int Work() {
  table::PrepareHandTables();
  const std::vector<Counts> hands = Hands();
  int sum = 0;
  Measure("win_check", [&] {
    for (const Counts& hand : hands)
      sum += table::IsWin(hand, 4) + table::IsSevenPairs(hand, table::Pairs::kFourAreTwo);
  });
  Measure("win_check_wild", [&] {
    for (const Counts& hand : hands) sum += table::IsWin(hand, 5, 3);
  });
  Measure("waits", [&] {
    for (Counts hand : hands) {
      hand.Remove(static_cast<Piece>(std::countr_zero(hand.Kinds())));
      sum += std::popcount(table::Waits(hand, 4));
    }
  });
  Measure("distance", [&] {
    for (const Counts& hand : hands) sum += table::Distance(hand, 4);
  });
  const auto hands_of_tiles = HandsOfTiles<4>();
  Measure("tiles_win_check", [&] {
    for (const bench::HandBytes& hand : hands_of_tiles) sum += table::IsWin(hand, table::Shapes{});
  });
  Measure("tiles_waits", [&] {
    for (const bench::HandBytes& hand : hands_of_tiles)
      sum += std::popcount(table::Waits(std::span(hand).first(13), table::Shapes{}));
  });
  Measure("tiles_distance", [&] {
    for (const bench::HandBytes& hand : hands_of_tiles)
      sum += table::Distance(hand, table::Shapes{});
  });
  // The same with wildcards, and with hands of five sets.
  Measure("tiles_win_check_wild", [&] {
    for (const bench::HandBytes& hand : hands_of_tiles)
      sum += table::IsWin(std::span(hand).first(11), table::Shapes{}, 3);
  });
  Measure("tiles_waits_wild", [&] {
    for (const bench::HandBytes& hand : hands_of_tiles)
      sum += std::popcount(table::Waits(std::span(hand).first(10), table::Shapes{}, 3));
  });
  Measure("tiles_distance_wild", [&] {
    for (const bench::HandBytes& hand : hands_of_tiles)
      sum += table::Distance(std::span(hand).first(11), table::Shapes{}, 3);
  });
  const auto hands_of_five = HandsOfTiles<5>();
  Measure("five_win_check", [&] {
    for (const bench::BytesOf<5>& hand : hands_of_five) sum += table::IsWin(hand, table::Shapes{});
  });
  Measure("five_waits", [&] {
    for (const bench::BytesOf<5>& hand : hands_of_five)
      sum += std::popcount(table::Waits(std::span(hand).first(16), table::Shapes{}));
  });
  Measure("five_distance", [&] {
    for (const bench::BytesOf<5>& hand : hands_of_five)
      sum += table::Distance(hand, table::Shapes{});
  });
  for (const char* variant : {"xueliu", "xuezhan", "yilaidaodi", "erren", "riichi", "sanma",
                              "guobiao", "changsha", "hongkong", "taiwan", "tuidaohu"}) {
    const auto flow = OpenFlow(variant);
    if (!flow) bench::Die(FaultText(flow.faults()).c_str());
    const bench::NotedGames noted = bench::NoteGames(**flow, tools::BotKind::kRandom, 50);
    bench::Table table;
    bench::Feed(**flow, noted, table);  // warm-up allocates
    Measure(std::string("play_") + variant, [&] { bench::Feed(**flow, noted, table); });
    // Random play seldom wins, greedy bots do.
    const std::vector<bench::NotedWin> wins =
        bench::NoteGames(**flow, tools::BotKind::kGreedy, 16).wins;
    const auto* judge = (*flow)->Shared<score::Judge>("judge");
    if (judge == nullptr || wins.empty()) bench::Die("there is no win to count");
    score::Verdict verdict;
    Measure(std::string("score_") + variant, [&] {
      for (std::size_t n = 0; n < 200; ++n) {
        const bench::NotedWin& won = wins[n % wins.size()];
        judge->Evaluate(won.before, won.win, verdict);
        sum += verdict.fan;
      }
    });
  }
  fmt::print("{}\n", sum);  // keeps the compiler from removing the work
  return 0;
}

// ---- output of callgrind ----

struct Counted {
  std::uint64_t instructions = 0;
  std::uint64_t library_calls = 0;
  std::map<std::string, std::uint64_t> functions;
};

// One dump. The lines "ob=" and "fn=" name the owner of the costs that follow; "calls=" and the
// next line belong to a callee (cob=, cfn=).
void ReadDump(const fs::path& path, const std::string& program,
              std::map<std::string, Counted>& all) {
  std::ifstream in(path);
  std::string line, name, object, callee, function;
  Counted counted;
  bool inclusive = false;
  const auto value_of = [&](std::string_view key) {
    return line.starts_with(key) ? std::optional(line.substr(key.size())) : std::nullopt;
  };
  while (std::getline(in, line)) {
    if (const auto value = value_of("desc: Trigger: Client Request: ")) name = *value;
    if (const auto value = value_of("ob=")) object = *value;
    if (const auto value = value_of("fn=")) function = *value;
    if (const auto value = value_of("cob=")) callee = *value;
    if (const auto value = value_of("calls=")) {
      if (object == program && !callee.empty() && callee != program)
        counted.library_calls += std::stoull(*value);
      callee.clear();
      inclusive = true;
      continue;
    }
    const bool costs = !line.empty() && line[0] >= '0' && line[0] <= '9';
    if (costs && !inclusive && object == program) {
      const std::size_t space = line.find(' ');
      const std::uint64_t n = space == std::string::npos ? 0 : std::stoull(line.substr(space));
      counted.instructions += n;
      counted.functions[function] += n;
    }
    if (costs) inclusive = false;
  }
  if (!name.empty()) all[name] = std::move(counted);
}

// Runs the workloads under callgrind. Empty if that is impossible; `why` receives the reason.
std::map<std::string, Counted> Count(std::string& why) {
#ifndef MLF_HAS_CALLGRIND
  why = "built without valgrind/callgrind.h; install the package valgrind and build again";
  return {};
#else
  const std::string program = fs::read_symlink("/proc/self/exe").string();
  const fs::path folder = fs::path(MLF_BINARY_DIR) / "callgrind";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string out = "--callgrind-out-file=" + (folder / "out").string();
  const std::string log = "--log-file=" + (folder / "log").string();
  const pid_t child = fork();
  if (child == 0) {
    execlp("valgrind", "valgrind", "--tool=callgrind", "--instr-atstart=no",
           "--compress-strings=no", "--compress-pos=no", out.c_str(), log.c_str(), program.c_str(),
           "work", nullptr);
    _exit(kNoValgrind);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoValgrind) {
    why = "there is no valgrind here; install the package valgrind";
    return {};
  }
  if (status != 0)
    bench::Die(("the workloads failed under valgrind; see " + (folder / "log").string()).c_str());
  std::map<std::string, Counted> all;
  for (const fs::directory_entry& file : fs::directory_iterator(folder))
    ReadDump(file.path(), program, all);
  return all;
#endif
}

// ---- check and baseline ----

double Growth(std::uint64_t before, std::uint64_t now) {
  return before == 0 ? (now == 0 ? 0.0 : 1.0)
                     : (static_cast<double>(now) - static_cast<double>(before)) /
                           static_cast<double>(before);
}

void NameWhatGrew(const Json& before, const Counted& now) {
  struct Row {
    std::string function;
    std::uint64_t before, now;
    std::uint64_t grew() const { return now - before; }
  };
  std::vector<Row> rows;
  // Functions missing in the baseline were below the threshold.
  const auto small =
      static_cast<std::uint64_t>(kWorthKeeping * before["instructions"].get<double>());
  for (const auto& [function, count] : now.functions) {
    const std::uint64_t old = before["functions"].value(function, small);
    if (count > old) rows.push_back({function, old, count});
  }
  std::ranges::sort(rows, std::ranges::greater(), &Row::grew);
  for (std::size_t i = 0; i < rows.size() && i < 8; ++i) {
    fmt::print("    {:>10} -> {:>10}  {}\n", rows[i].before, rows[i].now, rows[i].function);
  }
}

int Check(const std::string& path) {
  if (!fs::exists(path)) {
    fmt::print("skipped: there is no baseline {}; ./dev baseline makes it\n", path);
    return kSkipped;
  }
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  const auto read = ParseJson(text.view(), path);
  if (!read) bench::Die(FaultText(read.faults()).c_str());
  const Json& baseline = *read;
  if (baseline["build"] != MLF_BUILD) {
    fmt::print("skipped: the baseline was counted with \"{}\", this is \"{}\"\n",
               baseline["build"].get<std::string>(), MLF_BUILD);
    return kSkipped;
  }
  std::string why;
  const std::map<std::string, Counted> all = Count(why);
  if (all.empty()) {
    fmt::print("skipped: {}\n", why);
    return kSkipped;
  }
  bool grew = false, shrank = false;
  for (const auto& [name, before] : baseline["workloads"].items()) {
    const auto found = all.find(name);
    if (found == all.end()) {
      fmt::print("{:<18} is in the baseline and no longer among the workloads\n", name);
      grew = true;
      continue;
    }
    const Counted& now = found->second;
    const auto old_instructions = before["instructions"].get<std::uint64_t>();
    const auto old_calls = before["library_calls"].get<std::uint64_t>();
    const double more = Growth(old_instructions, now.instructions),
                 more_calls = Growth(old_calls, now.library_calls);
    fmt::print("{:<18} {:>11} instructions ({:+.1f} %), {:>7} calls of libraries ({:+.1f} %)\n",
               name, now.instructions, 100 * more, now.library_calls, 100 * more_calls);
    shrank = shrank || more < -kMayGrow;
    if (more <= kMayGrow && more_calls <= kMayGrow) continue;
    grew = true;
    NameWhatGrew(before, now);
  }
  for (const auto& [name, now] : all) {
    if (baseline["workloads"].contains(name)) continue;
    fmt::print("{:<18} is not in the baseline\n", name);
    grew = true;
  }
  if (grew) {
    fmt::print(
        "More work than the baseline says. Where that is meant: ./dev baseline, and say why in the "
        "commit.\n");
  } else if (shrank) {
    fmt::print("Faster than the baseline says. ./dev baseline keeps what was won.\n");
  }
  return grew ? 1 : 0;
}

int WriteBaseline(const std::string& path) {
  std::string why;
  const std::map<std::string, Counted> all = Count(why);
  if (all.empty()) {
    fmt::print(stderr, "no baseline: {}\n", why);
    return 1;
  }
  Json json;
  json["build"] = MLF_BUILD;
  for (const auto& [name, counted] : all) {
    Json& workload = json["workloads"][name];
    workload["instructions"] = counted.instructions;
    workload["library_calls"] = counted.library_calls;
    workload["functions"] = Json::object();
    for (const auto& [function, count] : counted.functions) {
      if (static_cast<double>(count) >= kWorthKeeping * static_cast<double>(counted.instructions))
        workload["functions"][function] = count;
    }
    fmt::print("{:<18} {:>11} instructions, {:>7} calls of libraries\n", name, counted.instructions,
               counted.library_calls);
  }
  const auto written = tools::WriteBytes(path, json.dump(1) + "\n");
  if (!written) fmt::print(stderr, "instructions: {}", FaultText(written.faults()));
  return written ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "work" && argc == 2) return Work();
  if (command == "check" && argc == 3) return Check(argv[2]);
  if (command == "baseline" && argc == 3) return WriteBaseline(argv[2]);
  fmt::print(stderr, "instructions check <baseline> | baseline <baseline> | work\n");
  return 2;
}
