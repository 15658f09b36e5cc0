// A JSON Schema checker (draft-07) for the keywords that our schemas use.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace mlf::test {

// The faults of `instance` as "/path: message"; empty if valid. Unknown keywords are faults too.
std::vector<std::string> Violations(const nlohmann::json& schema, const nlohmann::json& instance);
// The same where `$ref` points into `root`, a document that holds the schema.
std::vector<std::string> Violations(const nlohmann::json& schema, const nlohmann::json& instance,
                                    const nlohmann::json& root);

}  // namespace mlf::test
