#include "tools/flowviz/run.h"

#include <csignal>
#include <iostream>

int main(int argc, char** argv) {
  // Writing beyond `ulimit -f` then fails with an error message. A closed pipe ends the program.
  std::signal(SIGXFSZ, SIG_IGN);
  return mlf::tools::RunFlowviz({argv + 1, argv + argc}, std::cin, std::cout, std::cerr);
}
