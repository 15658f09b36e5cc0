// The command line `mlf`: one function, so that tests call it in-process.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace mlf::tools {

// Runs `args` (without the program's name). Returns 0 = done, 1 = bad input, 2 = wrong usage.
// Throws nothing.
int RunMlf(std::vector<std::string> args, std::istream& in, std::ostream& out, std::ostream& err);

}  // namespace mlf::tools
