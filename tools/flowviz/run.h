// The command line `flowviz`: one function, so that tests call it in-process.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace mlf::tools {

// Runs `args` (without the program's name); the exit status: 0 done, 1 bad input or a limit not
// reached, 2 wrong usage. Nothing is thrown.
int RunFlowviz(std::vector<std::string> args, std::istream& in, std::ostream& out,
               std::ostream& err);

}  // namespace mlf::tools
