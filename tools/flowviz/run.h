// The command line `flowviz` as one function, so that tests call it in-process.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

// Runs `args` (without the program's name). `program` is the name in messages. Exit status: 0
// success, 1 bad input or a missed limit, 2 wrong usage. Throws nothing.
int RunFlowviz(std::vector<std::string> args, std::istream& in, std::ostream& out,
               std::ostream& err, std::string_view program = "flowviz");

}  // namespace mlf::tools
