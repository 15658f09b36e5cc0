#include "cluster/sealed_frames.h"

#include <sodium.h>

#include <array>
#include <span>

namespace mlf::server {
namespace {

constexpr std::size_t kRandom = 32;
constexpr std::size_t kLength = 4;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr std::size_t kLongestHello = kRandom + 256;
// The first frame that a listener takes: the dialer is a stranger before it. A dialer chose its
// peer, whose first frame may be an answer.
constexpr std::size_t kLongestProof = 1024;

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string WithLength(std::string_view bytes) {
  std::string framed;
  for (int shift = 24; shift >= 0; shift -= 8)
    framed += static_cast<char>((bytes.size() >> shift) & 0xFF);
  return framed.append(bytes);
}

std::array<unsigned char, crypto_aead_xchacha20poly1305_ietf_NPUBBYTES> NonceOf(
    std::uint64_t number) {
  std::array<unsigned char, crypto_aead_xchacha20poly1305_ietf_NPUBBYTES> nonce{};
  for (std::size_t i = 0; i < 8; ++i) nonce[i] = static_cast<unsigned char>(number >> (8 * i));
  return nonce;
}

}  // namespace

SealedFrames::SealedFrames(const SecretKey& key, bool dialed, const std::string& name,
                           Entropy& entropy)
    : key_(key), dialed_(dialed) {
  std::string hello(kRandom, '\0');
  entropy.Fill(std::as_writable_bytes(std::span(hello.data(), hello.size())));
  hello_ = WithLength(hello + name);
}

SealedFrames::~SealedFrames() {
  for (SecretKey* key : {&key_, &send_, &receive_}) sodium_memzero(key->data(), key->size());
}

std::string SealedFrames::Close(std::string_view text) {
  std::string sealed(text.size() + kTag, '\0');
  const auto nonce = NonceOf(sent_++);
  crypto_aead_xchacha20poly1305_ietf_encrypt(reinterpret_cast<unsigned char*>(sealed.data()),
                                             nullptr, Bytes(text), text.size(), nullptr, 0, nullptr,
                                             nonce.data(), send_.data());
  return WithLength(sealed);
}

std::optional<std::string> SealedFrames::TakeBytes(bool& broken) {
  if (in_.size() < kLength) return std::nullopt;
  std::size_t length = 0;
  for (std::size_t i = 0; i < kLength; ++i)
    length = length << 8 | static_cast<unsigned char>(in_[i]);
  if (length > (received_ > 0 || (ready_ && dialed_) ? kLargest
                : ready_                             ? kLongestProof
                                                     : kLongestHello)) {
    broken = true;
    return std::nullopt;
  }
  if (in_.size() < kLength + length) return std::nullopt;
  std::string bytes = in_.substr(kLength, length);
  in_.erase(0, kLength + length);
  return bytes;
}

std::optional<std::string> SealedFrames::Take(bool& broken) {
  auto bytes = TakeBytes(broken);
  if (!bytes) return std::nullopt;
  if (!ready_) {
    if (bytes->size() <= kRandom) {
      broken = true;
      return std::nullopt;
    }
    peer_ = bytes->substr(kRandom);
    const std::string theirs = WithLength(*bytes);
    const std::string& of_dialer = dialed_ ? hello_ : theirs;
    const std::string& of_listener = dialed_ ? theirs : hello_;
    for (const bool from_dialer : {true, false}) {
      const std::string text =
          "mlf-stream-1" + std::string(from_dialer ? "d" : "l") + of_dialer + of_listener;
      SecretKey& key = from_dialer == dialed_ ? send_ : receive_;
      crypto_generichash(key.data(), key.size(), Bytes(text), text.size(), key_.data(),
                         key_.size());
    }
    ready_ = true;
    return Take(broken);
  }
  if (bytes->size() < kTag) {
    broken = true;
    return std::nullopt;
  }
  std::string text(bytes->size() - kTag, '\0');
  const auto nonce = NonceOf(received_++);
  broken = crypto_aead_xchacha20poly1305_ietf_decrypt(
               reinterpret_cast<unsigned char*>(text.data()), nullptr, nullptr, Bytes(*bytes),
               bytes->size(), nullptr, 0, nonce.data(), receive_.data()) != 0;
  if (broken) return std::nullopt;
  return text;
}

}  // namespace mlf::server
