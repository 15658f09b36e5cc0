// How a fuzz program reports a fault: a line on stderr and abort(), which libFuzzer and the short
// run take for a crash. The name of the program is in the stack and in the name of the kept input.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace mlf {

[[noreturn]] inline void Fail(const std::string& what, const std::string& detail = {}) {
  std::fprintf(stderr, "%s%s%s\n", what.c_str(), detail.empty() ? "" : " ", detail.c_str());
  std::abort();
}

inline void Require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace mlf
