#include "server/journal/credentials.h"

#include <sodium.h>

#include <array>
#include <memory>
#include <string_view>
#include <utility>

namespace mlf::server {
namespace {

// A password during hashing; wiped afterwards.
struct Secret {
  explicit Secret(std::string value) : text(std::move(value)) {}
  ~Secret() { sodium_memzero(text.data(), text.size()); }
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;
  std::string text;
};

// Empty if memory does not suffice.
std::string HashOf(const std::string& password, PasswordCost cost) {
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  if (crypto_pwhash_str_alg(hash.data(), password.data(), password.size(), cost.passes, cost.bytes,
                            crypto_pwhash_ALG_ARGON2ID13) != 0)
    return {};
  return hash.data();
}

}  // namespace

PasswordCost PasswordCost::Interactive() {
  return {crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE};
}
PasswordCost PasswordCost::Least() {
  return {crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN};
}

bool HashPassword(Pool& pool, const std::string& password, PasswordCost cost,
                  std::function<void(std::string)> done) {
  const auto hash = std::make_shared<std::string>();
  const auto secret = std::make_shared<Secret>(password);
  return pool.Start([secret, hash, cost] { *hash = HashOf(secret->text, cost); },
                    [hash, done = std::move(done)] { done(std::move(*hash)); });
}

bool CheckPassword(Pool& pool, const std::string& password, std::optional<std::string> hash,
                   PasswordCost cost, std::function<void(bool)> done) {
  const auto right = std::make_shared<bool>(false);
  const auto secret = std::make_shared<Secret>(password);
  return pool.Start(
      [secret, right, hash = std::move(hash), cost] {
        // An unknown name takes as long as a wrong password, so the time does not reveal it.
        if (!hash) {
          HashOf(secret->text, cost);
        } else {
          *right = crypto_pwhash_str_verify(hash->c_str(), secret->text.data(),
                                            secret->text.size()) == 0;
        }
      },
      [right, done = std::move(done)] { done(*right); });
}

std::string NewUserId(char kind, Entropy& entropy) {
  static constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
  std::array<std::byte, 16> random;
  entropy.Fill(random);
  std::string id(1, kind);
  for (const std::byte byte : random) id += kLetters[std::to_integer<std::size_t>(byte) % 32];
  return id;
}

std::string NewToken(Entropy& entropy) {
  std::array<std::byte, 32> random;
  entropy.Fill(random);
  constexpr int kForm = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::array<char, sodium_base64_ENCODED_LEN(32, kForm)> text;
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(random.data()),
                    random.size(), kForm);
  sodium_memzero(random.data(), random.size());
  return text.data();
}

std::string TokenHash(const std::string& token) {
  std::string hash(crypto_generichash_BYTES, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(token.data()), token.size(), nullptr,
                     0);
  return hash;
}

}  // namespace mlf::server
