// The tables of docs/en/json.md, held against what the library writes.
#pragma once

#include <mlf/flow/json.h>

#include <map>
#include <set>
#include <string>

namespace mlf::test {

class JsonDocument {
 public:
  // Under "## `name`" the rows "| `key` | type | ...". A key with "?" may be absent.
  JsonDocument();

  std::size_t size() const { return tables_.size(); }
  // Checks `json` against the table `name`, and the objects in it against theirs; a `versioned` one
  // carries "v", and no other does.
  void Check(const std::string& name, const Json& json, bool versioned = false);
  // "View.seats": what has been checked so far.
  const std::set<std::string>& seen() const { return seen_; }

 private:
  struct Row {
    std::string type;
    bool required;
  };
  std::map<std::string, std::map<std::string, Row>> tables_;
  std::set<std::string> seen_;
};

}  // namespace mlf::test
