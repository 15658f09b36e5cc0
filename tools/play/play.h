// The commands `play` and `demo`: a match in a terminal, against bots or between bots.
#pragma once

#include "tools/console/command_line.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mlf::tools {

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
  std::string out;  // folder of the chart; empty = build/ if it exists, else the current folder
};
int RunDemo(const DemoCommand& options, const Console& console);

// The part of a command line that has them. mlf has it, and so has mlf-play, which compiles in half
// the time.
class PlayLine : public CommandLine {
 protected:
  using CommandLine::CommandLine;

  void AddLang();
  void AddPlay();
  void AddDemo();

 private:
  std::string lang_;
  PlayCommand play_;
  DemoCommand demo_;
};

}  // namespace mlf::tools
