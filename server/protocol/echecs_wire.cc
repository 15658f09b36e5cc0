#include "server/protocol/echecs_wire.h"

#include "server/protocol/json_wire.h"

#include <mlf/table/codec/nibble_code.h>

#include <algorithm>
#include <charconv>

namespace mlf::server {

namespace {

std::int32_t LittleEndian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return static_cast<std::int32_t>(number);
}

void AppendLittleEndian(std::string& bytes, std::int32_t number) {
  const auto rest = static_cast<std::uint32_t>(number);
  for (int shift = 0; shift < 32; shift += 8)
    bytes.push_back(static_cast<char>(rest >> shift & 0xff));
}

// Numbers of error codes: the position in these lists, counted from the first number.
constexpr int kFirstServerError = 1001, kFirstOwnError = 1101, kFirstRefusal = 1201;
constexpr std::string_view kServerErrors[] = {
    "bad_json",    "bad_message",  "too_large",  "not_logged_in", "bad_login",
    "name_taken",  "no_desk",      "not_seated", "seat_taken",    "desk_full",
    "bad_variant", "bad_option",   "not_owner",  "playing",       "not_playing",
    "id_reuse",    "rate_limited", "busy",       "internal"};
constexpr std::string_view kOwnErrors[] = {"unknown_command", "other_user", "in_other_desk",
                                           "not_decrypted"};
constexpr std::string_view kRefusals[] = {"unknown_action",  "stale_ask",        "wrong_seat",
                                          "not_asked",       "no_edge",          "guard_false",
                                          "invalid_payload", "already_answered", "game_over"};

}  // namespace

std::optional<EchecsHeader> ReadEchecsHeader(std::string_view bytes) {
  if (bytes.size() < EchecsHeader::kBytes) return std::nullopt;
  return EchecsHeader{.length = LittleEndian(bytes),
                      .id = LittleEndian(bytes.substr(4)),
                      .version = LittleEndian(bytes.substr(8))};
}

std::string EchecsMessage(EchecsHeader header, std::string_view body) {
  std::string bytes;
  AppendLittleEndian(bytes, static_cast<std::int32_t>(EchecsHeader::kBytes + body.size()));
  AppendLittleEndian(bytes, header.id);
  AppendLittleEndian(bytes, header.version);
  return bytes.append(body);
}

Json EchecsOk(Json info) { return Json{{"code", 200}, {"info", std::move(info)}}; }

int EchecsErrorNumber(std::string_view code) {
  int number = 0;
  const auto look = [&](int first, const auto& list) {
    const auto at = std::ranges::find(list, code);
    if (at != std::end(list)) number = first + static_cast<int>(at - std::begin(list));
  };
  look(kFirstServerError, kServerErrors);
  look(kFirstOwnError, kOwnErrors);
  look(kFirstRefusal, kRefusals);
  return number != 0 ? number : EchecsErrorNumber("internal");
}

Json EchecsError(const Error& error) {
  std::string text = error.code;
  if (error.reason.is_object() && error.reason.contains("zh"))
    text += ": " + error.reason["zh"].get<std::string>();
  return Json{{"code", EchecsErrorNumber(error.code)}, {"desc", text}};
}

std::optional<std::string> NodeOfActType(const Json& act_type) {
  std::string word;
  if (act_type.is_string()) word = act_type.get<std::string>();
  if (act_type.is_number_integer()) word = act_type.dump();
  if (word.empty()) return std::nullopt;
  for (const EchecsAct& act : kEchecsActs) {
    if (word == act.word || word == std::to_string(act.number)) return std::string(act.node);
  }
  const bool number = word.find_first_not_of("-0123456789") == std::string::npos;
  return number ? std::nullopt : std::optional(word);
}

Json EchecsCard(const Json& word) {
  if (!word.is_string()) return 0;
  const auto tile = table::ParseTile(word.get_ref<const std::string&>());
  return tile ? table::ToTileCode(*tile) : 0;
}

Json EchecsCards(const Json& words) {
  Json cards = Json::array();
  for (const Json& word : words) cards.push_back(EchecsCard(word));
  return cards;
}

std::optional<Json> WordsOfCards(const Json& numbers) {
  if (!numbers.is_array()) return std::nullopt;
  Json words = Json::array();
  for (const Json& number : numbers) {
    if (!number.is_number_integer()) return std::nullopt;
    const auto code = number.get<std::int64_t>();
    const auto tile = code > 0 && code < 256 ? table::FromTileCode(static_cast<unsigned>(code))
                                             : Result<table::Tile>(Fault{});
    if (!tile) return std::nullopt;
    words.push_back(table::TileName(*tile));
  }
  return words;
}

Json EchecsUserId(const std::string& name) {
  std::int64_t number = 0;
  const auto end = std::from_chars(name.data(), name.data() + name.size(), number).ptr;
  const bool whole = end == name.data() + name.size() && std::to_string(number) == name;
  return whole ? Json(number) : Json(name);
}

std::optional<std::string> NameOfUserId(const Json& id) {
  if (id.is_string()) return id.get<std::string>();
  if (!id.is_number_integer()) return std::nullopt;
  return id.dump();
}

}  // namespace mlf::server
