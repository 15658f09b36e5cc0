#include "cli.h"

#include "tools/mlf/run.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>
#include <fstream>
#include <sstream>

namespace mlf::test {

Ran Mlf(std::vector<std::string> args, const std::string& in) {
  // Output of tests must not depend on the user's locale.
  if (std::find(args.begin(), args.end(), "--lang") == args.end())
    args.insert(args.end(), {"--lang", "en"});
  std::istringstream input(in);
  std::ostringstream out, err;
  Ran ran;
  ran.status = tools::RunMlf(std::move(args), input, out, err);
  ran.out = out.str();
  ran.err = err.str();
  return ran;
}

std::string TempFile(const std::string& name) {
  return ::testing::TempDir() + "mlf_" + std::to_string(::getpid()) + "_" + name;
}

}  // namespace mlf::test
