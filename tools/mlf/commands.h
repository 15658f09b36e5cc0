// The commands: the options of each, and the function that runs it. run.cc reads the command line
// into the options.
#pragma once

#include "tools/console/console.h"
#include "tools/console/journal_input.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

struct ListCommand {
  bool json = false;
  std::string variant_dir;
};
int RunList(const ListCommand& options, const Console& console);
// A table of all variants: what each has.
int RunVariants(const ListCommand& options, const Console& console);

// The named rules with their parameters and users.
int RunRules(const ListCommand& options, const Console& console);

// Nodes and parts with their parameters, or the JSON Schema of variant.yaml.
struct PartsCommand {
  std::string id;    // empty = all
  std::string role;  // empty = all
  bool json = false;
  bool schema = false;
  std::string of;  // variant whose names the schema contains; empty = none
  std::string variant_dir;
};
int RunParts(const PartsCommand& options, const Console& console);

// Makes a folder with a playable variant: a patch of another one, or a new one from answers (flags
// or questions).
struct NewCommand {
  std::string id;
  std::string dir;   // parent of the new folder; empty = the current folder
  std::string from;  // the variant to patch; empty = a new variant
  std::string zh;    // names for people; empty = the id
  std::string en;
  // Empty = no flag: the command asks, or takes the first choice with `yes`.
  std::string players, tiles, chi, peng, gang, shapes, claim, after_win, score;
  bool yes = false;  // ask nothing
  std::string variant_dir;
};
int RunNew(const NewCommand& options, const Console& console);

// Lints and scenarios of a variant.
// Whether the program has the nodes and rules of mahjong (RegisterAllGames).
bool HasMahjong();
// Says that `command` needs them.
int FailWithoutMahjong(const Console& console, std::string_view command);

struct CheckCommand {
  VariantChoice variant;
  std::vector<std::string> scenarios;  // files and folders beside the variant's own
  bool verbose = false;
  bool watch = false;  // check again whenever a file changes
  int poll_ms = 300;
  std::function<bool()> on_checked{};  // after each round; false ends the watch
};
int RunCheck(const CheckCommand& options, const Console& console);

struct SimCommand {
  VariantChoice variant;
  std::uint64_t games = 1000;
  std::string bot = "greedy";
  std::uint64_t seed = 1;
  int threads = 0;  // 0 = one for each core
  bool json = false;
  // A second variant (empty = the same) or other options. Both play from the same seeds and are
  // compared.
  std::string against;
  std::vector<std::string> against_set;
  std::string html;  // the comparison as a page in this file
};
int RunSim(const SimCommand& options, const Console& console);

int RunScore(const VariantChoice& variant, const Console& console);
// Recorded games through the flow.
int RunFollow(const VariantChoice& variant, const Console& console);

// Programs that speak mjai, and our bots, play whole games; or a bot of ours is such a program.
struct MjaiCommand {
  VariantChoice variant;
  std::vector<std::string> bots;  // commands, or names of our bots
  int games = 1;
  std::uint64_t seed = 1;
  int limit_ms = 5000;
  int start_ms = 30000;
  std::string replies = "auto";
  bool json = false;
  std::string journals;  // folder; empty = none
  std::string serve;     // a bot of ours: speak mjai on the standard input and output
};
int RunMjai(const MjaiCommand& options, const Console& console);

// Games of other programs as journals, and back.
struct ImportCommand {
  VariantChoice variant;
  std::string file;
  std::string format;  // "mjai", "mjlog", "tenhou6"; empty = by the content
  std::string out;     // empty = the standard output
};
int RunImport(const ImportCommand& options, const Console& console);
struct ExportCommand {
  JournalChoice journal;
  std::string format = "mjai";
  std::string out;
};
int RunExport(const ExportCommand& options, const Console& console);

struct HandCommand {
  std::string tiles;  // empty = rows of JSON from the input
  int copies = 4;
};
int RunHand(const HandCommand& options, const Console& console);

struct ReplayCommand {
  JournalChoice journal;
  bool quiet = false;
  bool profile = false;  // report the time of each hook
};
int RunReplay(const ReplayCommand& options, const Console& console);

struct ExplainCommand {
  JournalChoice journal;
  std::optional<int> step;  // none = the end of the game
};
int RunExplain(const ExplainCommand& options, const Console& console);

struct ViewCommand {
  JournalChoice journal;
  std::optional<int> step;
  std::string seat = "full";  // a number, "spectator" or "full"
};
int RunView(const ViewCommand& options, const Console& console);

// Whether a hand of a server was dealt from the wall that was committed to.
struct VerifyWallCommand {
  std::string file;     // JSON; empty = the standard input
  std::string journal;  // of that hand; empty = none
  std::string variant_dir;
};
int RunVerifyWall(const VerifyWallCommand& options, const Console& console);

}  // namespace mlf::tools
