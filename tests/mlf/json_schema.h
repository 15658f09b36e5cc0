// A checker of JSON Schema (draft-07) for the keywords that `mlf parts --schema` uses, and no
// others.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace mlf::test {

// What is wrong with `instance`, as "/path: message"; empty where it is valid. A keyword the
// checker does not know is told as well.
std::vector<std::string> Violations(const nlohmann::json& schema, const nlohmann::json& instance);

}  // namespace mlf::test
