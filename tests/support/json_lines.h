// JSON Lines: one JSON value a line.
#pragma once

#include <nlohmann/json.hpp>

#include <istream>
#include <string>
#include <vector>

namespace mlf::test {

inline std::vector<nlohmann::json> JsonLines(std::istream& in) {
  std::vector<nlohmann::json> rows;
  for (std::string line; std::getline(in, line);) rows.push_back(nlohmann::json::parse(line));
  return rows;
}

}  // namespace mlf::test
