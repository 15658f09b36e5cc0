// mlf-play: `mlf play` and `mlf demo` alone. ./dev demo builds it, because it needs neither the kit
// nor the formats of other programs.
#include "tools/play/play.h"

#include <csignal>
#include <iostream>

namespace mlf::tools {
namespace {

class Line final : public PlayLine {
 public:
  explicit Line(const Console& console)
      : PlayLine(console, "MajongLogicFlow: a match in a terminal", "mlf-play play xueliu") {
    AddLang();
    AddPlay();
    AddDemo();
  }
};

}  // namespace
}  // namespace mlf::tools

int main(int argc, char** argv) {
  using namespace mlf::tools;
  // Writing beyond `ulimit -f` then fails with an error message. A closed pipe ends the program.
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<std::string> args(argv + 1, argv + argc);
  return RunProgram("mlf-play", args, std::cin, std::cout, std::cerr,
                    [&](const Console& console) { return Line(console).Run(args); });
}
