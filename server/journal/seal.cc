#include "server/journal/seal.h"

#include <sodium.h>

namespace mlf::server {

namespace {

constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;

SecretKey Derived(const SecretKey& key, std::uint64_t which) {
  static_assert(crypto_kdf_KEYBYTES == sizeof(SecretKey));
  SecretKey derived;
  crypto_kdf_derive_from_key(derived.data(), derived.size(), which, "mlfserve", key.data());
  return derived;
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* Bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

}  // namespace

Seal::Seal(const SecretKey& key)
    : seal_(Derived(key, 1)), hash_(Derived(key, 2)), check_(Derived(key, 3)) {}

Seal::~Seal() {
  for (SecretKey* key : {&seal_, &hash_, &check_}) sodium_memzero(key->data(), key->size());
}

std::string Seal::Close(std::string_view plain, std::string_view place, Entropy& entropy) const {
  std::string sealed(kNonce + plain.size() + kTag, '\0');
  entropy.Fill(std::as_writable_bytes(std::span(sealed.data(), kNonce)));
  crypto_aead_xchacha20poly1305_ietf_encrypt(Bytes(sealed) + kNonce, nullptr, Bytes(plain),
                                             plain.size(), Bytes(place), place.size(), nullptr,
                                             Bytes(sealed), seal_.data());
  return sealed;
}

std::optional<std::string> Seal::Open(std::string_view sealed, std::string_view place) const {
  if (sealed.size() < kNonce + kTag) return std::nullopt;
  std::string plain(sealed.size() - kNonce - kTag, '\0');
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(
          Bytes(plain), nullptr, nullptr, Bytes(sealed) + kNonce, sealed.size() - kNonce,
          Bytes(place), place.size(), Bytes(sealed), seal_.data()) != 0)
    return std::nullopt;
  return plain;
}

std::uint64_t Seal::KeyedHash(std::span<const std::byte> bytes) const {
  std::array<unsigned char, crypto_generichash_BYTES_MIN> hash;
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size(), hash_.data(), hash_.size());
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) value |= std::uint64_t{hash[i]} << (8 * i);
  return value;
}

std::string Seal::Fingerprint() const {
  std::string hash(crypto_generichash_BYTES, '\0');
  crypto_generichash(Bytes(hash), hash.size(), Bytes("mlf-key-1"), 9, check_.data(), check_.size());
  return hash;
}

}  // namespace mlf::server
