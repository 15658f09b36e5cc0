// The command line `mlf`: one function, so that tests call it in-process.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

// Runs `args` (without the program's name). `program` is the name in messages. Returns 0 = done, 1
// = bad input, 2 = wrong usage. Throws nothing.
int RunMlf(std::vector<std::string> args, std::istream& in, std::ostream& out, std::ostream& err,
           std::string_view program = "mlf");

}  // namespace mlf::tools
