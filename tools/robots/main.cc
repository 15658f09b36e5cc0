#include "tools/console/command_line.h"
#include "tools/robots/run.h"

#include <csignal>
#include <iostream>

int main(int argc, char** argv) {
  // A write to a closed socket then fails instead of ending the program.
  std::signal(SIGPIPE, SIG_IGN);
  const std::vector<std::string> args(argv + 1, argv + argc);
  return mlf::tools::RunProgram(
      "mlf-robots", args, std::cin, std::cout, std::cerr,
      [&](const mlf::tools::Console& console) { return mlf::robots::Run(args, console); });
}
