// What accounts are made of: ids, tokens, and passwords, which are stored as hashes only.
#pragma once

#include "server/journal/pool.h"
#include "server/world/world.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace mlf::server {

inline constexpr Ms kTokenLife = Ms{30} * 24 * 3600 * 1000;  // from its last use
inline constexpr Ms kNoteUseAfter = Ms{3600} * 1000;         // a use is noted no sooner again

inline constexpr std::size_t kPasswordHashes = 2;  // that run at a time

// The cost of one password hash (Argon2id).
struct PasswordCost {
  std::uint64_t passes;
  std::size_t bytes;
  static PasswordCost Interactive();  // 2 passes over 64 MB
  static PasswordCost Least();        // for tests
};

// Hashes elsewhere; `done` gets the hash, empty if memory does not suffice. False, and nothing
// runs, while all workers are busy.
bool HashPassword(Pool& pool, const std::string& password, PasswordCost cost,
                  std::function<void(std::string hash)> done);
// The same for a comparison with a stored hash. Without one it takes as long and is false.
bool CheckPassword(Pool& pool, const std::string& password, std::optional<std::string> hash,
                   PasswordCost cost, std::function<void(bool right)> done);

// `kind` and 16 characters.
std::string NewUserId(char kind, Entropy& entropy);
// 43 characters (base64url of 256 bits).
std::string NewToken(Entropy& entropy);
// 32 bytes, under which a token is stored.
std::string TokenHash(const std::string& token);

}  // namespace mlf::server
