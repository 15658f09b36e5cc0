#include "server/protocol/json_text.h"

#include <mlf/flow/json_text.h>

#include <array>
#include <charconv>

namespace mlf::server {
namespace {

template <typename Number>
void AppendNumber(std::string& out, Number number) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

}  // namespace

void AppendJson(std::string& out, std::string_view text) { AppendQuoted(out, text); }

void AppendJson(std::string& out, std::int64_t number) { AppendNumber(out, number); }

void AppendJson(std::string& out, const Json& json) {
  switch (json.type()) {
    case Json::value_t::object: {
      out += '{';
      char before = 0;
      for (const auto& [key, value] : json.get_ref<const Json::object_t&>()) {
        if (before != 0) out += before;
        before = ',';
        AppendJson(out, std::string_view(key));
        out += ':';
        AppendJson(out, value);
      }
      out += '}';
      break;
    }
    case Json::value_t::array: {
      out += '[';
      char before = 0;
      for (const Json& value : json.get_ref<const Json::array_t&>()) {
        if (before != 0) out += before;
        before = ',';
        AppendJson(out, value);
      }
      out += ']';
      break;
    }
    case Json::value_t::string:
      AppendJson(out, std::string_view(json.get_ref<const std::string&>()));
      break;
    case Json::value_t::boolean: out += json.get<bool>() ? "true" : "false"; break;
    case Json::value_t::number_integer: AppendNumber(out, json.get<std::int64_t>()); break;
    case Json::value_t::number_unsigned: AppendNumber(out, json.get<std::uint64_t>()); break;
    case Json::value_t::null: out += "null"; break;
    default: out += json.dump(-1, ' ', false, Json::error_handler_t::replace); break;
  }
}

}  // namespace mlf::server
