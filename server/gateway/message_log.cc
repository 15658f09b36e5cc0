#include "server/gateway/message_log.h"
#include "flow/base/utf8.h"

#include "server/protocol/json_wire.h"

#include <mlf/table/tile.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace mlf::server {
namespace {

constexpr std::size_t kMostText = 200;   // bytes of one text
constexpr std::size_t kMostItems = 160;  // of one list: the tiles of a wall fit
constexpr std::size_t kMostLine = 4000;

constexpr std::string_view kSecret = "***", kHidden = "?";
constexpr std::array<std::string_view, 6> kSecretKeys = {"password", "token", "key",
                                                         "salt",     "salts", "replay"};
// Their values may look like tiles.
constexpr std::array<std::string_view, 4> kWords = {"name", "user", "desk", "code"};

bool Has(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// "5m", and whole hands such as "123m456p" in the state of a view.
bool IsTiles(const std::string& text) {
  const auto tiles = table::ParseTiles(text);
  return tiles.ok() && !tiles->empty();
}

// What parts remember of a table. Their texts may name tiles in words: "After 5m: seat 1 draws".
constexpr std::string_view kState = "state";

bool IsIdentifier(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

bool NamesTiles(const Json& object) {
  return std::ranges::any_of(object.items(), [](const auto& item) { return IsTiles(item.key()); });
}

void Redact(Json& json, bool in_state = false) {
  if (json.is_object() && NamesTiles(json)) {
    json = fmt::format("({} items)", json.size());
  } else if (json.is_object()) {
    for (auto& [key, value] : json.items()) {
      if (Has(kSecretKeys, key)) {
        if (!value.is_null()) value = kSecret;
      } else if (!value.is_string() || !Has(kWords, key) || in_state) {
        Redact(value, in_state || (key == kState && value.is_object()));
      }
    }
  } else if (json.is_array()) {
    if (json.size() > kMostItems) json = fmt::format("({} items)", json.size());
    for (Json& item : json) Redact(item, in_state);
  } else if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    if (text.size() > kMostText)
      json = fmt::format("({} bytes)", text.size());
    else if (IsTiles(text) || (in_state && !IsIdentifier(text)))
      json = kHidden;
  }
}

}  // namespace

std::string Redacted(Json message) {
  Redact(message);
  std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() <= kMostLine) return text;
  return fmt::format("{}... ({} bytes)", Utf8Start(text, kMostLine), text.size());
}

void MessageLog::Line(std::string_view what, const Json& message, std::string_view desk) const {
  const std::string who = name_.empty() ? "" : Json(name_).dump() + " ";
  log_.Debug({.session = session_, .desk = desk, .user = user_},
             fmt::format("{}{} {}", who, what, Redacted(message)));
}

void MessageLog::In(const Request& request) {
  const Json message = RequestObject(request);
  logs_in_ = std::holds_alternative<request::Login>(request);
  asked_desk_ = message.value("desk", "");
  asked_ = message.value("t", "");
  Line("in", message, asked_desk_);
}

void MessageLog::InUnread(std::size_t bytes, std::size_t answers) const {
  log_.Debug(
      {.session = session_, .user = user_},
      fmt::format("in a message of {} bytes that is no request, with {} answers", bytes, answers));
}

void MessageLog::Out(const Answer& answer) {
  Json message = AnswerObject(nullptr, answer);
  message.erase("re");
  if (logs_in_ && message.contains("user")) {
    user_ = message.at("user").at("id").get<std::string>();
    name_ = message.at("user").at("name").get<std::string>();
  }
  Line("out, to " + asked_, message, asked_desk_);
}

void MessageLog::Out(const Push& push, bool dropped) const {
  const std::string* const desk = DeskOf(push);
  Line(dropped ? "out, dropped," : "out", PushObject(push),
       desk == nullptr ? std::string_view() : *desk);
}

}  // namespace mlf::server
