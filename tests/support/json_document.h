// Compares the tables of docs/en/json.md with the library's output.
#pragma once

#include <mlf/flow/json.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mlf::test {

class JsonDocument {
 public:
  // The rows "| `key` | type | ..." under "## `name`". A key with "?" may be absent.
  JsonDocument();

  std::size_t size() const { return tables_.size(); }
  // The keys of each table, in its order.
  const std::map<std::string, std::vector<std::string>>& keys() const { return keys_; }
  // Checks `json` and its nested objects against their tables. Only a `versioned` object carries
  // "v".
  void Check(const std::string& name, const Json& json, bool versioned = false);
  // The keys seen so far, such as "View.seats".
  const std::set<std::string>& seen() const { return seen_; }

 private:
  struct Row {
    std::string type;
    bool required;
  };
  std::map<std::string, std::map<std::string, Row>> tables_;
  std::map<std::string, std::vector<std::string>> keys_;
  std::set<std::string> seen_;
};

}  // namespace mlf::test
