#include "tools/mlf/run.h"

#include <csignal>
#include <iostream>

int main(int argc, char** argv) {
  // A closed pipe then fails the write, which is told as an error.
  std::signal(SIGPIPE, SIG_IGN);
  // So does a file that grows beyond `ulimit -f`.
  std::signal(SIGXFSZ, SIG_IGN);
  return mlf::tools::RunMlf({argv + 1, argv + argc}, std::cin, std::cout, std::cerr);
}
