// The commands: what each is told, and the function that runs it. run.cc reads the command line into these.
#pragma once

#include <mlf/tools/mlf/console.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

struct ListCommand {
  bool json = false;
  std::string variant_dir;
};
int RunList(const ListCommand& options, const Console& console);

// Lints and scenarios of a variant.
struct CheckCommand {
  VariantChoice variant;
  bool verbose = false;
};
int RunCheck(const CheckCommand& options, const Console& console);

struct PlayCommand {
  VariantChoice variant;
  std::optional<std::uint64_t> seed;
  std::string journal;  // file; empty = none
  int bots = -1;        // seats played by bots, the last ones; -1 = all but one
  int hands = 0;        // 0 = the whole match
};
int RunPlay(const PlayCommand& options, const Console& console);

struct DemoCommand {
  VariantChoice variant;
  std::uint64_t seed = 0;
  std::string out;  // folder of the chart; empty = build/ where there is one, else here
};
int RunDemo(const DemoCommand& options, const Console& console);

struct SimCommand {
  VariantChoice variant;
  std::uint64_t games = 1000;
  std::string bot = "greedy";
  std::uint64_t seed = 1;
  int threads = 1;
  bool json = false;
};
int RunSim(const SimCommand& options, const Console& console);

int RunScore(const VariantChoice& variant, const Console& console);

struct HandCommand {
  std::string tiles;  // empty = rows of JSON on the input
  int copies = 4;
};
int RunHand(const HandCommand& options, const Console& console);

struct JournalChoice {
  std::string file;
  std::string variant;  // empty = the one the journal names
  std::string variant_dir;
  bool try_other = false;
};
struct ReplayCommand {
  JournalChoice journal;
  bool quiet = false;
};
int RunReplay(const ReplayCommand& options, const Console& console);

struct ExplainCommand {
  JournalChoice journal;
  std::optional<int> step;  // none = where the game stands at the end
};
int RunExplain(const ExplainCommand& options, const Console& console);

struct ViewCommand {
  JournalChoice journal;
  std::optional<int> step;
  std::string seat = "full";  // a number, "spectator" or "full"
};
int RunView(const ViewCommand& options, const Console& console);

}  // namespace mlf::tools
