#include "tools/mlf/run.h"

#include <csignal>
#include <iostream>

int main(int argc, char** argv) {
  // Writing to a closed pipe then fails with an error message.
  std::signal(SIGPIPE, SIG_IGN);
  // Writing beyond `ulimit -f` does so too.
  std::signal(SIGXFSZ, SIG_IGN);
  return mlf::tools::RunMlf({argv + 1, argv + argc}, std::cin, std::cout, std::cerr);
}
