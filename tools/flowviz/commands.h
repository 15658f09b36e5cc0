// The commands: the options of each, and the function that runs it. run.cc parses the command line
// into these structs.
//
// A variant is an id, a folder or a file. Where options matter, they follow a question mark:
// "xueliu?cap=4&zimo=jia_di".
#pragma once

#include "tools/console/console.h"
#include "tools/console/journal_input.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::tools {

struct RenderCommand {
  std::vector<std::string> variants;  // one; several for the view of shared parts
  std::vector<std::string> set;
  std::string variant_dir;
  std::vector<std::string> out;  // files; the extension selects the format. Empty = standard output
  std::string format = "dot";
  std::string view = "windows";
  std::string lang;  // of the chart; empty = both
  bool legend = false;
  bool opening = true;  // draw it, in the view of windows
  bool strict = false;  // warnings are faults
};
int RunRender(const RenderCommand& options, const Console& console);

struct ProveCommand {
  VariantChoice variant;
  std::string out = ".";       // folder for scenarios of counterexamples
  std::uint64_t hands = 2000;  // limit of hands played in search of each counterexample
  std::string lang;            // of the printed text
};
int RunProve(const ProveCommand& options, const Console& console);

// Two variants, or the variants of two commits.
struct DiffCommand {
  std::string a, b;
  std::vector<std::string> set, set_a, set_b;  // for both sides, for one side
  std::string variant_dir;
  std::vector<std::string> out;  // charts, or .json, .md; with `git`, folders
  bool json = false;
  bool legend = false;
  std::string lang;
  std::vector<std::string> impact;  // journals and folders of journals to replay on both sides
  std::string git;                  // "BASE..HEAD"; "BASE" compares with the working tree
  std::string folder = "variants";  // in the repository, for `git`
};
int RunDiff(const DiffCommand& options, const Console& console);

struct HeatCommand {
  std::string variant;
  std::vector<std::string> set;
  std::string variant_dir;
  std::uint64_t games = 1000;
  std::string bot = "greedy";
  std::uint64_t seed = 1;
  int threads = 1;
  std::string journals;  // a folder; empty = play games
  std::vector<std::string> out;
  bool json = false;
  bool legend = false;
  bool times = true;
  bool opening = true;
  std::string lang;
  double fail_under = 0;  // per cent of the edges
};
int RunHeat(const HeatCommand& options, const Console& console);

// The page of one hand of a journal.
struct ReplayPageCommand {
  JournalChoice journal;
  std::string out;         // file; empty = to the standard output
  std::uint32_t hand = 1;  // counted from 1
  std::string lang;        // language the page opens in; empty = that of the console
  bool profile = false;
  int what_if = 4;
  std::uint64_t seed = 1;
};
int RunReplayPage(const ReplayPageCommand& options, const Console& console);

// One page per variant, and a page that lists them.
struct IndexCommand {
  std::vector<std::string> variants;  // empty = the built-in ones and those of the folder
  std::string variant_dir;
  std::string out;  // folder
  std::string lang;
  std::uint64_t games = 200;  // games for the heat; 0 = none
  std::uint64_t seed = 1;
};
int RunIndex(const IndexCommand& options, const Console& console);

// How variants derive from and resemble each other.
struct FamilyCommand {
  std::vector<std::string> variants;  // empty = the built-in ones and those of the folder
  std::string variant_dir;
  std::vector<std::string> out;  // pictures, or .html with the table of parts
  std::string lang;              // of the picture; empty = both
  bool legend = false;
};
int RunFamily(const FamilyCommand& options, const Console& console);

}  // namespace mlf::tools
