// Door: who comes in. It checks names and passwords, and limits what an address may try. Logins
// that need a password hash wait for their turn.
#pragma once

#include "server/config/config.h"
#include "server/journal/accounts.h"
#include "server/lobby/login_queue.h"
#include "server/lobby/rates.h"
#include "server/lobby/session.h"
#include "server/world/world.h"

#include <cstdint>
#include <functional>
#include <string>
#include <variant>

namespace mlf::server {

class Door {
 public:
  // Both outlive it.
  Door(const Limits& limits, World world, Accounts& accounts);

  using Reply = std::function<void(std::variant<LoggedIn, Error>)>;
  // `reply` runs once, maybe later, with the user and its token, or with the refusal.
  void LogIn(const Session& session, const request::Login& login, const Reply& reply);
  // The guest of the session gets a name and a password; `reply` gets the user without a token.
  void Name(const Session& session, const User& guest, const request::Account& account,
            const Reply& reply);
  // The session has ended: its login does not start any more.
  void Closed(const Session& session) { logins_.Leave(session.number()); }
  // Whether an address may try one more code, and that one was wrong.
  bool MayTryCode(const Session& session);
  void WrongCode(const Session& session);

 private:
  struct ByPassword;
  struct Entry;

  void Enter(const Entry& entry, const NameUse& use);
  void Answer(const Entry& entry, Rates& failures, const LoggedIn& result);
  void Hash(std::uint64_t session, ByPassword login);
  void StartHash(const ByPassword& login);
  bool MayHash(const ByPassword& login, Ms now);
  bool Limited(const Session& session) const;

  const Limits& limits_;
  const World world_;
  Accounts& accounts_;
  Rates failed_logins_, bad_tokens_, new_guests_, wrong_codes_, hashes_;  // by LimitedAddress
  Rates logins_of_user_;                                                  // by name
  LoginQueue logins_;
};

}  // namespace mlf::server
