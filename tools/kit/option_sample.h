// The values of an option that a check builds: all of them, or a sample of a wide range.
#pragma once

#include <mlf/flow/loader.h>

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::tools {

struct OptionSample {
  std::vector<std::string> values;  // each once; words first, then numbers in ascending order
  std::uint64_t all = 0;            // number of possible values, at most the largest number
  bool whole() const { return values.size() == all; }
};

// A range of more than 24 numbers is sampled: both ends and their neighbours, the default, and
// three numbers spread between the ends.
OptionSample SampleOption(const OptionDecl& option);

}  // namespace mlf::tools
