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

// `in` is what stands on the input; English unless the arguments say otherwise.
Ran Mlf(std::vector<std::string> args, const std::string& in = "");
// A file name of this run's own in the temporary folder.
std::string TempFile(const std::string& name);

}  // namespace mlf::test
