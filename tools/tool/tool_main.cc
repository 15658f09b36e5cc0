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

namespace {

std::string ProgramOf(int argc, char** argv) {
  const std::string_view path = argc > 0 ? argv[0] : "mlf";
  return std::string(path.substr(path.rfind('/') + 1));
}

int Run(int argc, char** argv) {
  std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  const std::string program = ProgramOf(argc, argv);
  if (args.empty() || args[0] != "flowviz")
    return tools::RunMlf(std::move(args), std::cin, std::cout, std::cerr, program);
  args.erase(args.begin());
  return tools::RunFlowviz(std::move(args), std::cin, std::cout, std::cerr, program + " flowviz");
}

}  // namespace

int Main(int argc, char** argv, const std::function<void(GameRegistry&)>& fill) {
  // Writing beyond `ulimit -f` then fails with an error message. A closed pipe ends the program.
  std::signal(SIGXFSZ, SIG_IGN);
  std::string why;
  try {
    GameRegistry registry;
    fill(registry);
    UseGames(registry);
  } catch (const std::exception& error) {
    why = error.what();
  } catch (...) {
    why = "something that is no std::exception was thrown";
  }
  if (why.empty()) return Run(argc, argv);
  std::cerr << ProgramOf(argc, argv) << ": its parts and variants cannot be registered: " << why
            << "\n";
  return 1;
}

int Main(int argc, char** argv, const GameRegistry& registry) {
  return Main(argc, argv, [&](GameRegistry& games) { games = registry; });
}

}  // namespace mlf::tool
