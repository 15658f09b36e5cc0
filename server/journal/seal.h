// Seal: the secret key of a data folder, and its uses. Secrets that would reveal a wall are
// encrypted in the database. The hashes sent to clients are keyed.
#pragma once

#include "server/world/world.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mlf::server {

using SecretKey = std::array<std::uint8_t, 32>;

class Seal {
 public:
  explicit Seal(const SecretKey& key);
  ~Seal();
  Seal(const Seal&) = delete;
  Seal& operator=(const Seal&) = delete;

  // XChaCha20-Poly1305 with a random nonce in front. `place` (table, desk, match, hand) is
  // authenticated: a sealed value opens only where it was put.
  std::string Close(std::string_view plain, std::string_view place, Entropy& entropy) const;
  // Nothing if the bytes, the place or the key do not match.
  std::optional<std::string> Open(std::string_view sealed, std::string_view place) const;

  // BLAKE2b under a derived key: the `hash` of records that clients get.
  std::uint64_t KeyedHash(std::span<const std::byte> bytes) const;
  // Equal for equal keys and without further meaning. It detects a wrong key at the start.
  std::string Fingerprint() const;

 private:
  SecretKey seal_;
  SecretKey hash_;
  SecretKey check_;
};

}  // namespace mlf::server
