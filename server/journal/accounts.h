// Accounts: who users are. Passwords and tokens are stored as hashes only.
#pragma once

#include "server/world/world.h"

#include <functional>
#include <optional>
#include <string>

namespace mlf::server {

struct User {
  std::string id;    // up to 32 characters, the server's own
  std::string name;  // 1 to 24 characters, NFC
  bool guest = true;
};

enum class LoginResult : std::uint8_t {
  kOk,
  kBadLogin,   // no such account, a wrong password, or a token that is void
  kNameTaken,  // a new account under a name that has one
  kBusy,       // too many password hashes are running, or no write can become durable
};

struct LoggedIn {
  LoginResult result = LoginResult::kBadLogin;
  User user;
  std::string token;  // 43 characters (base64url of 256 bits); stored as a hash
};

// Who has a name.
struct NameUse {
  bool named = false;        // a named account: a guest may not use it
  bool looks_taken = false;  // it looks like that of a named account (NameSkeleton)
};

// Every call answers once, later, on the server's thread. A new account or token is durable by
// then.
class Accounts {
 public:
  using Done = std::function<void(LoggedIn)>;
  virtual ~Accounts() = default;

  virtual void NewGuest(const std::string& name, Done done) = 0;
  // Argon2id; at most kPasswordHashes at a time, beyond them kBusy.
  virtual void Register(const std::string& name, const std::string& password, Done done) = 0;
  // The guest `user` gets a name and a password. Its id, tokens and matches stay. kBadLogin: it is
  // no guest.
  virtual void Name(const std::string& user, const std::string& name, const std::string& password,
                    Done done) = 0;
  virtual void ByPassword(const std::string& name, const std::string& password, Done done) = 0;
  // Valid for 30 days from its last use.
  virtual void ByToken(const std::string& token, Done done) = 0;
  virtual void DropToken(const std::string& token, std::function<void()> done) = 0;
  // Nothing: it cannot be read now.
  virtual void Look(const std::string& name, std::function<void(std::optional<NameUse>)> done) = 0;
  virtual std::optional<User> Find(const std::string& id) = 0;
};

}  // namespace mlf::server
