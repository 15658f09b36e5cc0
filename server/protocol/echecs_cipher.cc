#include "server/protocol/echecs_cipher.h"

#include <openssl/evp.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace mlf::server {

namespace {

constexpr std::size_t kCipherBlock = EchecsCipher::kBlock;
constexpr std::size_t kKeySizes[] = {16, 32};
// As many messages as an outbound queue holds by default.
constexpr std::size_t kMostStates = 256;

void CheckKey(const std::string& key) {
  if (std::ranges::find(kKeySizes, key.size()) == std::end(kKeySizes))
    throw std::invalid_argument("a key of echecs messages has 16 or 32 bytes");
}

std::string RunAes(const std::string& key, std::string_view in, std::string_view iv, bool encrypt) {
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
      EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  const auto raw = [](std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
  };
  std::string out(in.size(), '\0');
  int written = 0;
  const EVP_CIPHER* cipher = key.size() == 16 ? EVP_aes_128_cfb8() : EVP_aes_256_cfb8();
  if (context == nullptr ||
      EVP_CipherInit_ex(context.get(), cipher, nullptr, raw(key), raw(iv), encrypt ? 1 : 0) != 1 ||
      EVP_CipherUpdate(context.get(), reinterpret_cast<unsigned char*>(out.data()), &written,
                       raw(in), static_cast<int>(in.size())) != 1 ||
      static_cast<std::size_t>(written) != in.size())
    throw std::runtime_error("OpenSSL does not run AES");
  return out;
}

std::string Padded(std::string_view text) {
  const std::size_t pad = kCipherBlock - text.size() % kCipherBlock;
  return std::string(text) + std::string(pad, static_cast<char>(pad));
}

// Nothing if the padding is wrong.
std::optional<std::string> Unpadded(std::string text) {
  const auto pad = static_cast<unsigned char>(text.back());
  if (pad < 1 || pad > kCipherBlock) return std::nullopt;
  const std::size_t end = text.size() - pad;
  if (text.find_first_not_of(text.back(), end) != std::string::npos) return std::nullopt;
  text.resize(end);
  return text;
}

bool WholeBlocks(std::string_view bytes) {
  return !bytes.empty() && bytes.size() % kCipherBlock == 0;
}

// The state of an AES object behind these encrypted bytes.
std::string StateBehind(std::string_view bytes) {
  return std::string(bytes.substr(bytes.size() - kCipherBlock));
}

struct Decrypted {
  std::size_t state;  // from which the text begins
  std::string text;
};

// Tries the newest state first. `bytes` are whole blocks.
std::optional<Decrypted> DecryptFrom(const std::string& key, std::string_view bytes,
                                     const std::deque<std::string>& states,
                                     const EchecsChain::Accepts& accepts) {
  // Only the first block depends on the state.
  const std::string_view first = bytes.substr(0, kCipherBlock);
  const std::string_view more = bytes.substr(kCipherBlock);
  const std::string rest = more.empty() ? std::string() : RunAes(key, more, first, false);
  for (std::size_t i = states.size(); i-- > 0;) {
    std::optional<std::string> text = Unpadded(RunAes(key, first, states[i], false) + rest);
    if (text && accepts(*text)) return Decrypted{i, *std::move(text)};
    // The padding is in the last block.
    if (!text && !rest.empty()) break;
  }
  return std::nullopt;
}

}  // namespace

EchecsCipher::EchecsCipher(std::string key) : key_(std::move(key)) { CheckKey(key_); }

std::string EchecsCipher::Encrypt(std::string_view text, const Vector& iv) const {
  const std::string front(reinterpret_cast<const char*>(iv.data()), iv.size());
  return front + RunAes(key_, Padded(text), front, true);
}

std::optional<std::string> EchecsCipher::Decrypt(std::string_view bytes) const {
  if (!WholeBlocks(bytes) || bytes.size() == kBlock) return std::nullopt;
  return Unpadded(RunAes(key_, bytes.substr(kBlock), bytes.substr(0, kBlock), false));
}

EchecsChain::EchecsChain(std::string key)
    : key_(std::move(key)), states_{std::string(kCipherBlock, '\0')} {
  CheckKey(key_);
}

std::string EchecsChain::Encrypt(std::string_view text) {
  std::string bytes = RunAes(key_, Padded(text), states_.back(), true);
  states_.push_back(StateBehind(bytes));
  if (states_.size() > kMostStates) states_.pop_front();
  return bytes;
}

std::optional<std::string> EchecsChain::Decrypt(std::string_view bytes, const Accepts& accepts) {
  if (!WholeBlocks(bytes)) return std::nullopt;
  auto found = DecryptFrom(key_, bytes, states_, accepts);
  if (!found) {
    states_.push_back(StateBehind(bytes));
    return std::nullopt;
  }
  // Our later messages come behind this one at the client.
  states_.erase(states_.begin(), states_.begin() + static_cast<std::ptrdiff_t>(found->state) + 1);
  states_.push_front(StateBehind(bytes));
  return std::move(found->text);
}

EchecsChainClient::EchecsChainClient(std::string key)
    : key_(std::move(key)), states_{std::string(kCipherBlock, '\0')} {
  CheckKey(key_);
}

std::string EchecsChainClient::Encrypt(std::string_view text) {
  std::string bytes = RunAes(key_, Padded(text), states_.back(), true);
  states_.push_back(StateBehind(bytes));
  if (states_.size() > kMostStates) states_.pop_front();
  return bytes;
}

std::optional<std::string> EchecsChainClient::Decrypt(std::string_view bytes,
                                                      const EchecsChain::Accepts& accepts) {
  if (!WholeBlocks(bytes)) return std::nullopt;
  auto found = DecryptFrom(key_, bytes, states_, accepts);
  states_ = {StateBehind(bytes)};
  if (!found) return std::nullopt;
  return std::move(found->text);
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

}  // namespace mlf::server
