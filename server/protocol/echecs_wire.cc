#include "server/protocol/echecs_wire.h"

#include "server/protocol/json_wire.h"

#include <mlf/table/codec/nibble_code.h>

#include <openssl/evp.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <stdexcept>

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

constexpr std::size_t kKeySizes[] = {16, 32};

// Numbers of error codes: the position in these lists, counted from the first number.
constexpr int kFirstServerError = 1001, kFirstOwnError = 1101, kFirstRefusal = 1201;
constexpr std::string_view kServerErrors[] = {
    "bad_json",    "bad_message",  "too_large",  "not_logged_in", "bad_login",
    "name_taken",  "no_desk",      "not_seated", "seat_taken",    "desk_full",
    "bad_variant", "bad_option",   "not_owner",  "playing",       "not_playing",
    "id_reuse",    "rate_limited", "busy",       "internal"};
constexpr std::string_view kOwnErrors[] = {"unknown_command", "other_user", "in_other_desk"};
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

EchecsCipher::EchecsCipher(std::string key) : key_(std::move(key)) {
  if (std::ranges::find(kKeySizes, key_.size()) == std::end(kKeySizes))
    throw std::invalid_argument("a key of echecs messages has 16 or 32 bytes");
}

std::string EchecsCipher::Run(std::string_view in, std::string_view iv, bool encrypt) const {
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
      EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  const auto raw = [](std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
  };
  std::string out(in.size(), '\0');
  int written = 0;
  const EVP_CIPHER* cipher = key_.size() == 16 ? EVP_aes_128_cfb8() : EVP_aes_256_cfb8();
  if (context == nullptr ||
      EVP_CipherInit_ex(context.get(), cipher, nullptr, raw(key_), raw(iv), encrypt ? 1 : 0) != 1 ||
      EVP_CipherUpdate(context.get(), reinterpret_cast<unsigned char*>(out.data()), &written,
                       raw(in), static_cast<int>(in.size())) != 1 ||
      static_cast<std::size_t>(written) != in.size())
    throw std::runtime_error("OpenSSL does not run AES");
  return out;
}

std::string EchecsCipher::Encrypt(std::string_view text, const Vector& iv) const {
  const std::size_t pad = kBlock - text.size() % kBlock;
  const std::string front(reinterpret_cast<const char*>(iv.data()), iv.size());
  return front + Run(std::string(text) + std::string(pad, static_cast<char>(pad)), front, true);
}

std::optional<std::string> EchecsCipher::Decrypt(std::string_view bytes) const {
  if (bytes.size() < 2 * kBlock || bytes.size() % kBlock != 0) return std::nullopt;
  std::string text = Run(bytes.substr(kBlock), bytes.substr(0, kBlock), false);
  const auto pad = static_cast<unsigned char>(text.back());
  if (pad < 1 || pad > kBlock) return std::nullopt;
  const std::size_t end = text.size() - pad;
  if (text.find_first_not_of(text.back(), end) != std::string::npos) return std::nullopt;
  text.resize(end);
  return text;
}

Result<std::string> ReadEchecsKey(std::string_view content) {
  for (const char end : {'\n', '\r'}) {
    if (content.ends_with(end)) content.remove_suffix(1);
  }
  if (std::ranges::find(kKeySizes, content.size()) == std::end(kKeySizes)) {
    return Fault{
        "W10",
        {},
        "a key of echecs messages has 16 or 32 bytes, this one " + std::to_string(content.size())};
  }
  return std::string(content);
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
