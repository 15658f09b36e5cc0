// The values of an option that a check builds: all of them, of a wide range a sample.
#pragma once

#include <mlf/flow/loader.h>

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::tools {

struct OptionSample {
  std::vector<std::string> values;  // each once; words first, then numbers in ascending order
  std::uint64_t all =
      0;  // how many values the option can have; the largest number where there are more
  bool whole() const { return values.size() == all; }
};

// A range of more than 24 numbers is sampled: both ends and their neighbours, the default, and
// three numbers spread between the ends.
OptionSample SampleOption(const OptionDecl& option);

}  // namespace mlf::tools
