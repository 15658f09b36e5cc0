#include "tools/kit/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <istream>
#include <ostream>

namespace mlf::tools {
namespace {

constexpr std::size_t kMaxRow = 1u << 20;

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

Result<Json> ParseRow(std::string_view text) {
  if (text.size() > kMaxRow) return Fault{"S02", {}, "the line is too long"};
  Result<Json> json = ParseJson(text);
  if (!json) {
    Fault fault = json.faults().front();
    if (fault.where.column != 0)
      fault.message += fmt::format(" (character {})", fault.where.column);
    return fault;
  }
  if (!json->is_object()) return Fault{"S02", {}, "a JSON object is needed"};
  return json;
}

// The whole answer to a row that is an object.
Result<Json> Answered(const Json& row, const LineAnswer& answer) {
  if (row.contains("id") && !row["id"].is_string()) return Fault{"S02", {}, "id: a text is needed"};
  const Result<Json> body = answer(ToValue(row));
  if (!body) return body.faults();
  Json result = Json::object();
  if (row.contains("id")) result["id"] = row["id"];
  result.update(*body);
  return result;
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
    const Result<Json> row = ParseRow(line);
    const bool named = row && row->contains("id") && (*row)["id"].is_string();
    const Result<Json> result = !row     ? row.faults()
                                : !named ? Result<Json>(Fault{"S02", {}, "id: a text is needed"})
                                         : Answered(*row, answer);
    if (result) {
      out << Dump(*result) << '\n';
      continue;
    }
    status = 1;
    const Json error{{"id", named ? (*row)["id"] : Json()}, {"error", Messages(result.faults())}};
    out << Dump(error) << '\n';
  }
  out.flush();
  return status;
}

Result<std::string> OneRow(std::string_view json, const LineAnswer& answer) {
  const Result<Json> row = ParseRow(json);
  if (!row) return row.faults();
  const Result<Json> result = Answered(*row, answer);
  if (!result) return result.faults();
  return Dump(*result);
}

}  // namespace mlf::tools
