#include "tools/kit/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <istream>
#include <ostream>

namespace mlf::tools {
namespace {

constexpr std::size_t kMaxLine = 1u << 20;

// JSON as the checked tree that all readers here use. Words stay words.
Value ToValue(const Json& json) {
  switch (json.type()) {
    case Json::value_t::object: {
      Value map = Value::Map();
      for (const auto& [key, item] : json.items()) map.Set(key, ToValue(item));
      return map;
    }
    case Json::value_t::array: {
      Value list = Value::List();
      for (const Json& item : json) list.Append(ToValue(item));
      return list;
    }
    case Json::value_t::null: return {};
    case Json::value_t::string: {
      Value word(json.get<std::string>());
      word.set_quoted(true);
      return word;
    }
    case Json::value_t::boolean: return Value(json.get<bool>());
    default: return Value(json.dump());
  }
}

// A line as a JSON object. If it is none, returns null and sets `error`.
Json ParseLine(const std::string& line, std::string& error) {
  if (line.size() > kMaxLine) {
    error = "the line is too long";
    return nullptr;
  }
  Result<Json> json = ParseJson(line);
  if (!json) {
    const Fault& fault = json.faults().front();
    error = fault.where.column == 0
                ? fault.message
                : fmt::format("{} (character {})", fault.message, fault.where.column);
    return nullptr;
  }
  if (json->is_object()) return std::move(json).value();
  error = "a JSON object is needed";
  return nullptr;
}

std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string Messages(const Faults& faults) {
  std::string text;
  for (const Fault& fault : faults) text += (text.empty() ? "" : "; ") + fault.message;
  return text;
}

int EachLine(std::istream& in, std::ostream& out, const LineAnswer& answer) {
  int status = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::string error;
    const Json row = ParseLine(line, error);
    Json result = Json::object();
    if (row.is_object()) {
      if (!row.contains("id") || !row["id"].is_string()) {
        error = "id: a text is needed";
      } else {
        result["id"] = row["id"];
        const Json body = answer(ToValue(row), error);
        if (error.empty()) result.update(body);
      }
    }
    if (!error.empty()) {
      if (!result.contains("id")) result["id"] = nullptr;
      result["error"] = error;
      status = 1;
    }
    out << Dump(result) << '\n';
  }
  out.flush();
  return status;
}

}  // namespace mlf::tools
