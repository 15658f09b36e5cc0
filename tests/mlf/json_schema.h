// A JSON Schema checker (draft-07) for the keywords of `mlf parts --schema` only.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace mlf::test {

// The first fault of `instance` as "/path: message"; empty if valid. Unknown keywords are faults
// too.
std::vector<std::string> Violations(const nlohmann::json& schema, const nlohmann::json& instance);

}  // namespace mlf::test
