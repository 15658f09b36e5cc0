#include "tests/support/json_schema.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace mlf::test {

namespace {

bool IsType(const nlohmann::json& instance, const std::string& type) {
  if (type == "object") return instance.is_object();
  if (type == "array") return instance.is_array();
  if (type == "string") return instance.is_string();
  if (type == "integer") return instance.is_number_integer();
  if (type == "number") return instance.is_number();
  if (type == "boolean") return instance.is_boolean();
  return type == "null" && instance.is_null();
}

class Checker {
 public:
  explicit Checker(const nlohmann::json& root) : root_(root) {}

  std::vector<std::string> Check(const nlohmann::json& schema, const nlohmann::json& instance,
                                 const std::string& path) {
    if (schema.is_boolean())
      return schema.get<bool>() ? Found() : Found{path + ": nothing is allowed here"};
    if (!schema.is_object()) return {path + ": the schema is " + schema.dump()};
    if (const auto ref = schema.find("$ref"); ref != schema.end()) {
      const nlohmann::json::json_pointer target(ref->get<std::string>().substr(1));
      if (!root_.contains(target))
        return {path + ": " + ref->get<std::string>() + " points nowhere"};
      return Check(root_.at(target), instance, path);
    }
    Found found;
    const auto add = [&](const Found& more) {
      found.insert(found.end(), more.begin(), more.end());
    };
    for (const auto& [word, value] : schema.items()) {
      if (word == "$schema" || word == "title" || word == "description" || word == "definitions" ||
          word == "then" || word == "else" || word.starts_with("x-"))
        continue;
      if (word == "type") {
        const std::vector<std::string> types = value.is_array()
                                                   ? value.get<std::vector<std::string>>()
                                                   : std::vector<std::string>{value};
        if (std::none_of(types.begin(), types.end(),
                         [&](const std::string& type) { return IsType(instance, type); }))
          add({path + ": is no " + value.dump()});
      } else if (word == "enum") {
        if (std::find(value.begin(), value.end(), instance) == value.end())
          add({path + ": " + instance.dump() + " is none of " + value.dump()});
      } else if (word == "const") {
        if (instance != value) add({path + ": " + instance.dump() + " is not " + value.dump()});
      } else if (word == "minLength") {
        if (instance.is_string() && Length(instance) < value.get<std::size_t>())
          add({path + ": " + instance.dump() + " is shorter than " + value.dump()});
      } else if (word == "maxLength") {
        if (instance.is_string() && Length(instance) > value.get<std::size_t>())
          add({path + ": " + instance.dump() + " is longer than " + value.dump()});
      } else if (word == "minItems") {
        if (instance.is_array() && instance.size() < value.get<std::size_t>())
          add({path + ": too few items"});
      } else if (word == "maxItems") {
        if (instance.is_array() && instance.size() > value.get<std::size_t>())
          add({path + ": too many items"});
      } else if (word == "pattern") {
        if (instance.is_string() && !Matches(value, instance))
          add({path + ": " + instance.dump() + " is not of the form " + value.dump()});
      } else if (word == "minimum") {
        if (instance.is_number() && instance < value) add({path + ": less than " + value.dump()});
      } else if (word == "maximum") {
        if (instance.is_number() && instance > value) add({path + ": more than " + value.dump()});
      } else if (word == "minProperties") {
        if (instance.is_object() && instance.size() < value.get<std::size_t>())
          add({path + ": too few keys"});
      } else if (word == "maxProperties") {
        if (instance.is_object() && instance.size() > value.get<std::size_t>())
          add({path + ": too many keys"});
      } else if (word == "required") {
        for (const nlohmann::json& key : value) {
          if (instance.is_object() && !instance.contains(key.get<std::string>()))
            add({path + ": lacks " + key.dump()});
        }
      } else if (word == "properties" || word == "additionalProperties") {
        if (instance.is_object() && word == "additionalProperties")
          add(Others(schema, value, instance, path));
        if (!instance.is_object() || word != "properties") continue;
        for (const auto& [key, one] : value.items()) {
          if (instance.contains(key)) add(Check(one, instance[key], path + "/" + key));
        }
      } else if (word == "propertyNames") {
        if (!instance.is_object()) continue;
        for (const auto& [key, unused] : instance.items())
          add(Check(value, nlohmann::json(key), path + "/" + key));
      } else if (word == "items") {
        for (std::size_t i = 0; instance.is_array() && i < instance.size(); ++i)
          add(Check(value, instance[i], path + "/" + std::to_string(i)));
      } else if (word == "allOf") {
        for (const nlohmann::json& one : value) add(Check(one, instance, path));
      } else if (word == "anyOf") {
        add(Any(value, instance, path));
      } else if (word == "if") {
        const char* branch = Check(value, instance, path).empty() ? "then" : "else";
        if (schema.contains(branch)) add(Check(schema[branch], instance, path));
      } else {
        add({path + ": unknown keyword " + word});
      }
    }
    return found;
  }

 private:
  using Found = std::vector<std::string>;

  // In characters.
  static std::size_t Length(const nlohmann::json& text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text.get_ref<const std::string&>(),
        [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }

  bool Matches(const nlohmann::json& pattern, const nlohmann::json& text) {
    const auto [regex, added] =
        regexes_.try_emplace(pattern.get<std::string>(), pattern.get<std::string>());
    return std::regex_search(text.get<std::string>(), regex->second);
  }

  Found Others(const nlohmann::json& schema, const nlohmann::json& rule,
               const nlohmann::json& instance, const std::string& path) {
    Found found;
    const auto known = schema.find("properties");
    for (const auto& [key, value] : instance.items()) {
      if (known != schema.end() && known->contains(key)) continue;
      const Found more = Check(rule, value, path + "/" + key);
      found.insert(found.end(), more.begin(), more.end());
    }
    return found;
  }

  // If all alternatives fail, report the one that matched farthest.
  Found Any(const nlohmann::json& schemas, const nlohmann::json& instance,
            const std::string& path) {
    Found deepest;
    std::size_t depth = 0;
    for (const nlohmann::json& one : schemas) {
      Found found = Check(one, instance, path);
      if (found.empty()) return {};
      if (deepest.empty() || found.front().find(':') > depth) {
        depth = found.front().find(':');
        deepest = std::move(found);
      }
    }
    return deepest;
  }

  const nlohmann::json& root_;
  std::map<std::string, std::regex> regexes_;
};

}  // namespace

std::vector<std::string> Violations(const nlohmann::json& schema, const nlohmann::json& instance) {
  return Violations(schema, instance, schema);
}

std::vector<std::string> Violations(const nlohmann::json& schema, const nlohmann::json& instance,
                                    const nlohmann::json& root) {
  return Checker(root).Check(schema, instance, "");
}

}  // namespace mlf::test
