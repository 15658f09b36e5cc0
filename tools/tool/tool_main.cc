// The command lines of mlf and flowviz as one function (include/mlf/tool/main.h).
#include <mlf/tool/main.h>
#include "tools/flowviz/run.h"
#include "tools/mlf/run.h"

#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tool {

int Main(int argc, char** argv, const GameRegistry& registry) {
  // Writing beyond `ulimit -f` then fails with an error message. A closed pipe ends the program.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    UseGames(registry);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  const std::string_view path = argc > 0 ? argv[0] : "mlf";
  const std::string program(path.substr(path.rfind('/') + 1));
  if (args.empty() || args[0] != "flowviz")
    return tools::RunMlf(std::move(args), std::cin, std::cout, std::cerr, program);
  args.erase(args.begin());
  return tools::RunFlowviz(std::move(args), std::cin, std::cout, std::cerr, program + " flowviz");
}

}  // namespace mlf::tool
