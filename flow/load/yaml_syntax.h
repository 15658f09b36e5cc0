// Step 3 of the YAML reader: the library's first syntax error as a sentence with a remedy. Private
// to the reader.
#pragma once

#include "flow/load/yaml_scan.h"

#include <yaml-cpp/exceptions.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::yaml {

// What the parser had read when the error came.
struct ReadSoFar {
  std::optional<std::size_t> innermost_open;  // offset of the innermost open list or map
  std::vector<std::pair<std::size_t, std::size_t>> quotes;  // of multi-line texts: both offsets
};

PlacedFault SyntaxFault(const Source& source, const ReadSoFar& read, const YAML::Exception& error);

// Describes what in `line` probably caused a syntax error shortly after it; empty if nothing does.
std::string Suspect(const Source& source, std::size_t line);

// The place of the library's mark.
std::size_t Offset(const YAML::Mark& mark);

}  // namespace mlf::yaml
