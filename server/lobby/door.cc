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

Error BadName() {
  return BadMessage("name", "名字应为 1 到 24 个可见字符，不含控制字符和零宽字符",
                    "a name has 1 to 24 characters that people can see, and no control or "
                    "zero-width characters");
}
bool MayBePassword(const std::string& password) {
  return password.size() >= 8 && password.size() <= 128;
}
Error BadPassword() {
  return BadMessage("password", "密码应为 8 到 128 字节", "a password has 8 to 128 bytes");
}

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

// A login, a registration, or the name of a guest, whose password is to be hashed.
struct Door::ByPassword {
  std::string address, name;
  bool limited;
  std::function<void(Accounts::Done)> start;
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
  login.start(hashed);
}

void Door::Hash(std::uint64_t session, ByPassword login) {
  const auto hash = std::make_shared<const ByPassword>(std::move(login));
  if (!MayHash(*hash, world_.clock.Steady())) return hash->reply(MakeError("rate_limited"));
  logins_.Enter({.session = session,
                 .address = hash->address,
                 .user = hash->name,
                 .start = [this, hash] { StartHash(*hash); },
                 .refuse = [hash] { hash->reply(MakeError("busy")); }});
}

struct Door::Entry {
  std::uint64_t session;
  std::string address, name;
  bool limited, guest;
  request::Login login;
  Reply reply;

  bool new_user() const { return guest || login.register_.value_or(false); }
};

void Door::LogIn(const Session& session, const request::Login& login, const Reply& reply) {
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
    if (!clean) return reply(BadName());
    name = *clean;
  }
  const bool wants_account = login.register_.value_or(false);
  if (wants_account && !login.password)
    return reply(BadMessage("password", "注册需要密码", "a new account needs a password"));
  if (wants_account && !login.any_password && !MayBePassword(*login.password))
    return reply(BadPassword());
  const Entry entry{.session = session.number(),
                    .address = LimitedAddress(session.address()),
                    .name = name,
                    .limited = Limited(session),
                    .guest = login.name && !login.password,
                    .login = login,
                    .reply = reply};
  if (!entry.new_user()) return Enter(entry, {});
  accounts_.Look(name, [this, entry](std::optional<NameUse> use) {
    use ? Enter(entry, *use) : entry.reply(MakeError("busy"));
  });
}

// Many people may be behind an address. Who guesses passwords keeps none of them from coming in as
// a guest or by a token: nobody guesses one, and only a bad one is refused.
void Door::Enter(const Entry& entry, const NameUse& use) {
  const auto& [session, address, name, limited, guest, login, reply] = entry;
  const Ms now = world_.clock.Steady();
  const bool new_user = entry.new_user();
  const bool without_password = guest && use.named;
  if (limited && (login.password || without_password) && !failed_logins_.Allows(address, now))
    return reply(MakeError("rate_limited"));
  if (new_user && !without_password && (IsSystemName(name) || use.looks_taken))
    return reply(MakeError("name_taken"));
  if (limited && new_user && !new_guests_.Allows(address, now))
    return reply(MakeError("rate_limited"));

  Rates& failures = login.token ? bad_tokens_ : failed_logins_;
  const auto done = [this, entry, &failures](const LoggedIn& result) {
    Answer(entry, failures, result);
  };
  if (login.token) return accounts_.ByToken(*login.token, done);
  if (login.password) {
    const auto start = [this, name = name, password = *login.password,
                        registers = login.register_.value_or(false)](Accounts::Done hashed) {
      if (registers) return accounts_.Register(name, password, std::move(hashed));
      accounts_.ByPassword(name, password, std::move(hashed));
    };
    return Hash(session, {address, name, limited, start, done, reply});
  }
  if (without_password) return done({.result = LoginResult::kBadLogin, .user = {}, .token = {}});
  accounts_.NewGuest(name, done);
}

void Door::Name(const Session& session, const User& guest, const request::Account& account,
                const Reply& reply) {
  const auto name = CleanName(account.name, kNameCharacters);
  if (!name) return reply(BadName());
  if (!MayBePassword(account.password)) return reply(BadPassword());
  if (!guest.guest)
    return reply(MakeError("bad_login", "no_guest", "你已有账号", "you have an account already"));
  if (IsSystemName(*name)) return reply(MakeError("name_taken"));
  const auto start = [this, user = guest.id, name = *name,
                      password = account.password](Accounts::Done hashed) {
    accounts_.Name(user, name, password, std::move(hashed));
  };
  const auto done = [reply](const LoggedIn& result) {
    switch (result.result) {
      case LoginResult::kOk: return reply(result);
      case LoginResult::kBadLogin: return reply(MakeError("bad_login"));
      case LoginResult::kNameTaken: return reply(MakeError("name_taken"));
      case LoginResult::kBusy: return reply(MakeError("busy"));
    }
  };
  Hash(session.number(),
       {LimitedAddress(session.address()), *name, Limited(session), start, done, reply});
}

void Door::Answer(const Entry& entry, Rates& failures, const LoggedIn& result) {
  const Ms now = world_.clock.Steady();
  const bool limited = entry.limited;
  if (limited && entry.new_user() && result.result == LoginResult::kOk)
    new_guests_.Count(entry.address, now);
  switch (result.result) {
    case LoginResult::kOk: return entry.reply(result);
    case LoginResult::kBadLogin:
      if (limited && !failures.Allows(entry.address, now))
        return entry.reply(MakeError("rate_limited"));
      if (limited) failures.Count(entry.address, now);
      return entry.reply(MakeError("bad_login"));
    case LoginResult::kNameTaken: return entry.reply(MakeError("name_taken"));
    case LoginResult::kBusy: return entry.reply(MakeError("busy"));
  }
}

}  // namespace mlf::server
