#include "server/lobby/door.h"

#include "server/config/address.h"
#include "server/journal/credentials.h"
#include "server/journal/skeleton.h"
#include "server/lobby/names.h"
#include "server/protocol/json_wire.h"

#include <memory>
#include <utility>

namespace mlf::server {
namespace {

constexpr std::size_t kNameCharacters = 24;

}  // namespace

Door::Door(const Limits& limits, World world, Accounts& accounts)
    : limits_(limits),
      world_(world),
      accounts_(accounts),
      failed_logins_(limits.failed_logins_per_minute),
      bad_tokens_(limits.failed_logins_per_minute),
      new_guests_(limits.new_guests_per_minute),
      wrong_codes_(limits.wrong_codes_per_minute),
      hashes_(limits.password_logins_per_minute),
      logins_of_user_(limits.user_logins_per_minute),
      logins_(kPasswordHashes, static_cast<std::size_t>(limits.logins_waiting)) {}

bool Door::Limited(const Session& session) const { return limits_.HoldFor(session.address()); }

bool Door::MayTryCode(const Session& session) {
  return !Limited(session) ||
         wrong_codes_.Allows(LimitedAddress(session.address()), world_.clock.Steady());
}

void Door::WrongCode(const Session& session) {
  if (Limited(session))
    wrong_codes_.Count(LimitedAddress(session.address()), world_.clock.Steady());
}

// A login, or a registration, whose password is to be hashed.
struct Door::ByPassword {
  std::string address, name, password;
  bool registers, limited;
  Accounts::Done done;
  std::function<void(std::variant<LoggedIn, Error>)> reply;
};

// Every hash counts, also that of a right password. A user's logins count when they are right:
// strangers who try passwords do not keep the user out.
bool Door::MayHash(const ByPassword& login, Ms now) {
  return !login.limited ||
         (failed_logins_.Allows(login.address, now) && hashes_.Allows(login.address, now) &&
          logins_of_user_.Allows(login.name, now));
}

void Door::StartHash(const ByPassword& login) {
  const Ms now = world_.clock.Steady();
  // Other logins from there may have failed while it waited.
  if (!MayHash(login, now)) {
    logins_.Ended();
    return login.reply(MakeError("rate_limited"));
  }
  if (login.limited) hashes_.Count(login.address, now);
  const auto hashed = [this, name = login.name, limited = login.limited,
                       done = login.done](const LoggedIn& result) {
    if (limited && result.result == LoginResult::kOk)
      logins_of_user_.Count(name, world_.clock.Steady());
    // Its failure counts before the next one starts.
    try {
      done(result);
    } catch (...) {
      logins_.Ended();
      throw;
    }
    logins_.Ended();
  };
  if (login.registers) return accounts_.Register(login.name, login.password, hashed);
  accounts_.ByPassword(login.name, login.password, hashed);
}

void Door::LogIn(const Session& session, const request::Login& login,
                 std::function<void(std::variant<LoggedIn, Error>)> reply) {
  const Ms now = world_.clock.Steady();
  const std::string address = LimitedAddress(session.address());
  const bool limited = Limited(session);
  if (login.token.has_value() == login.name.has_value())
    return reply(BadMessage(login.token ? "token" : "name", "name 与 token 二选一",
                            "one of name and token"));
  if (login.token && (login.password || login.register_))
    return reply(BadMessage(login.password ? "password" : "register", "token 单独使用",
                            "a token is given alone"));
  std::string name;
  if (login.name) {
    // An account of an earlier version keeps its name.
    const bool known = login.password && !login.register_.value_or(false);
    const auto clean =
        known ? CleanText(*login.name, kNameCharacters) : CleanName(*login.name, kNameCharacters);
    if (!clean)
      return reply(BadMessage("name", "名字应为 1 到 24 个可见字符，不含控制字符和零宽字符",
                              "a name has 1 to 24 characters that people can see, and no control "
                              "or zero-width characters"));
    name = *clean;
  }
  const bool wants_account = login.register_.value_or(false);
  if (wants_account && !login.password)
    return reply(BadMessage("password", "注册需要密码", "a new account needs a password"));
  if (wants_account && !login.any_password &&
      (login.password->size() < 8 || login.password->size() > 128))
    return reply(BadMessage("password", "密码应为 8 到 128 字节", "a password has 8 to 128 bytes"));
  // Many people may be behind an address. Who guesses passwords keeps none of them from coming in
  // as a guest or by a token: nobody guesses one, and only a bad one is refused.
  const bool guest = login.name && !login.password;
  const bool without_password = guest && accounts_.IsNamed(name);
  if (limited && (login.password || without_password) && !failed_logins_.Allows(address, now))
    return reply(MakeError("rate_limited"));
  const bool new_user = wants_account || guest;
  if (new_user && !without_password && (IsSystemName(name) || accounts_.LooksTaken(name)))
    return reply(MakeError("name_taken"));
  if (limited && new_user && !new_guests_.Allows(address, now))
    return reply(MakeError("rate_limited"));

  Rates& failures = login.token ? bad_tokens_ : failed_logins_;
  const auto done = [this, address, limited, new_user, &failures, reply](const LoggedIn& result) {
    const Ms then = world_.clock.Steady();
    if (limited && new_user && result.result == LoginResult::kOk) new_guests_.Count(address, then);
    switch (result.result) {
      case LoginResult::kOk: return reply(result);
      case LoginResult::kBadLogin:
        if (limited && !failures.Allows(address, then)) return reply(MakeError("rate_limited"));
        if (limited) failures.Count(address, then);
        return reply(MakeError("bad_login"));
      case LoginResult::kNameTaken: return reply(MakeError("name_taken"));
      case LoginResult::kBusy: return reply(MakeError("busy"));
    }
  };
  if (login.token) return accounts_.ByToken(*login.token, done);
  if (login.password) {
    const auto hash = std::make_shared<const ByPassword>(
        ByPassword{address, name, *login.password, wants_account, limited, done, reply});
    if (!MayHash(*hash, now)) return reply(MakeError("rate_limited"));
    return logins_.Enter({.session = session.number(),
                          .address = address,
                          .user = name,
                          .start = [this, hash] { StartHash(*hash); },
                          .refuse = [reply] { reply(MakeError("busy")); }});
  }
  if (without_password) return done({.result = LoginResult::kBadLogin, .user = {}, .token = {}});
  accounts_.NewGuest(name, done);
}

}  // namespace mlf::server
