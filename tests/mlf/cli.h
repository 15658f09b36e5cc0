// Runs the command line in-process, for tests.
#pragma once

#include "tests/support/files.h"

#include <string>
#include <vector>

namespace mlf::test {

struct Ran {
  int status = 0;
  std::string out;
  std::string err;
};

// `in` is the standard input; English unless the arguments differ.
Ran Mlf(std::vector<std::string> args, const std::string& in = "");
// A unique file name of this run in the temporary folder.
std::string TempFile(const std::string& name);

}  // namespace mlf::test
