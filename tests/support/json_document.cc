#include "tests/support/json_document.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace mlf::test {
namespace {

bool IsOfType(const Json& json, const std::string& type) {
  if (type == "number") return json.is_number_integer();
  if (type == "text") return json.is_string();
  if (type == "bool") return json.is_boolean();
  if (type.starts_with("list")) return json.is_array();
  return json.is_object();
}

}  // namespace

JsonDocument::JsonDocument() {
  std::istringstream in(ReadText(SourcePath("docs/en/json.md")));
  std::string name;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#"))
      name = line.starts_with("## `") ? line.substr(4, line.find('`', 4) - 4) : "";
    if (name.empty() || !line.starts_with("| `")) continue;
    const std::size_t end = line.find('`', 3);
    std::string key = line.substr(3, end - 3);
    const bool optional = key.ends_with('?');
    if (optional) key.pop_back();
    keys_[name].push_back(key);
    const std::size_t type = line.find("| ", end) + 2;
    tables_[name][key] = {line.substr(type, line.find(" |", type) - type), !optional};
  }
}

void JsonDocument::Check(const std::string& name, const Json& json, bool versioned) {
  SCOPED_TRACE(name);
  ASSERT_TRUE(json.is_object()) << json;
  ASSERT_TRUE(tables_.contains(name)) << "docs/en/json.md has no table for it";
  const auto& table = tables_.at(name);
  EXPECT_EQ(json.contains("v"), versioned);
  if (versioned) {
    EXPECT_EQ(json["v"], kJsonVersion);
  }
  for (const auto& [key, row] : table)
    EXPECT_TRUE(!row.required || json.contains(key)) << "missing: " << key << " in " << json;
  for (const auto& [key, value] : json.items()) {
    if (key == "v") continue;
    ASSERT_TRUE(table.contains(key)) << "not described: " << key;
    seen_.insert(name + "." + key);
    const std::string& type = table.at(key).type;
    ASSERT_TRUE(IsOfType(value, type)) << key << " is no " << type;
    if (tables_.contains(type)) Check(type, value);
    if (!type.starts_with("list of ") || !tables_.contains(type.substr(8))) continue;
    for (const Json& item : value) Check(type.substr(8), item);
  }
}

}  // namespace mlf::test
