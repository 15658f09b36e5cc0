/// \file
/// Named rules: variants/rules/ID.yaml, embedded in the library. A variant picks them under
/// `rules:`; docs/en/memory.md describes the file.
#pragma once

#include <mlf/flow/value.h>

#include <string>
#include <vector>

namespace mlf {

/// Ids of the embedded rules and of those in `variant_dir`/rules, sorted and unique.
std::vector<std::string> RuleIds(const std::string& variant_dir = "");
/// The text of the rule as data; fault V16 if there is none.
Result<Value> OpenRule(const std::string& id, const std::string& variant_dir = "");

}  // namespace mlf
