// JSON as text, appended to a string. A push is written field by field into the outgoing bytes.
// Building an object first takes several times as long.
#pragma once

#include "server/protocol/messages.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mlf::server {

// As `dump(-1, ' ', false, replace)` writes it.
void AppendJson(std::string& out, const Json& json);
void AppendJson(std::string& out, std::string_view text);
void AppendJson(std::string& out, std::int64_t number);
inline void AppendJson(std::string& out, const std::string& text) {
  AppendJson(out, std::string_view(text));
}
inline void AppendJson(std::string& out, const JsonText& json) { out += json.text; }
inline void AppendJson(std::string& out, std::same_as<bool> auto on) {
  out += on ? "true" : "false";
}

// `,"name":value`, or nothing if the value is absent. `name` needs no escapes.
template <typename T>
void AppendField(std::string& out, std::string_view name, const T& value) {
  out += ",\"";
  out += name;
  out += "\":";
  AppendJson(out, value);
}
template <typename T>
void AppendField(std::string& out, std::string_view name, const std::optional<T>& value) {
  if (value) AppendField(out, name, *value);
}

}  // namespace mlf::server
