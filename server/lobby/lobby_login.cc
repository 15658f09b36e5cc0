// The lobby: users log in, with a token, a password or as guests.
#include "server/lobby/lobby.h"

#include "server/lobby/names.h"
#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

namespace mlf::server {
namespace {

constexpr std::size_t kNameCharacters = 24;

bool IsLoopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1" || address.starts_with("::ffff:127.");
}

}  // namespace

bool Lobby::Limited(const Session& session) const {
  return config_.limits.limit_loopback || !IsLoopback(session.address());
}

void Lobby::LogIn(Session& session, const request::Login& login, const Reply& reply) {
  const Ms now = world_.clock.Steady();
  const std::string& address = session.address();
  const bool limited = Limited(session);
  if (login.token.has_value() == login.name.has_value())
    return reply(BadMessage(login.token ? "token" : "name", "name 与 token 二选一",
                            "one of name and token"));
  if (login.token && (login.password || login.register_))
    return reply(BadMessage(login.password ? "password" : "register", "token 单独使用",
                            "a token is given alone"));
  std::string name;
  if (login.name) {
    const auto clean = CleanText(*login.name, kNameCharacters);
    if (!clean)
      return reply(BadMessage("name", "名字应为 1 到 24 个字符，不含控制字符",
                              "a name has 1 to 24 characters and no control characters"));
    name = *clean;
  }
  const bool wants_account = login.register_.value_or(false);
  if (wants_account && !login.password)
    return reply(BadMessage("password", "注册需要密码", "a new account needs a password"));
  if (wants_account && !login.any_password &&
      (login.password->size() < 8 || login.password->size() > 128))
    return reply(BadMessage("password", "密码应为 8 到 128 字节", "a password has 8 to 128 bytes"));
  if (limited && !failed_logins_.Allows(address, now)) return reply(MakeError("rate_limited"));
  const bool new_user = wants_account || (login.name && !login.password);
  if (limited && new_user && !new_guests_.Allows(address, now))
    return reply(MakeError("rate_limited"));

  const auto done = [this, number = session.number(), address, limited, new_user,
                     reply](const LoggedIn& result) {
    const Ms then = world_.clock.Steady();
    if (limited && result.result == LoginResult::kBadLogin) failed_logins_.Count(address, then);
    if (limited && new_user && result.result == LoginResult::kOk) new_guests_.Count(address, then);
    LoggedInAs(number, result, reply);
  };
  if (login.token) return accounts_.ByToken(*login.token, done);
  if (wants_account) return accounts_.Register(name, *login.password, done);
  if (login.password) return accounts_.ByPassword(name, *login.password, done);
  if (accounts_.IsNamed(name))
    return done({.result = LoginResult::kBadLogin, .user = {}, .token = {}});
  accounts_.NewGuest(name, done);
}

void Lobby::LoggedInAs(std::uint64_t number, const LoggedIn& login, const Reply& reply) {
  switch (login.result) {
    case LoginResult::kOk: break;
    case LoginResult::kBadLogin: return reply(MakeError("bad_login"));
    case LoginResult::kNameTaken: return reply(MakeError("name_taken"));
    case LoginResult::kBusy: return reply(MakeError("busy"));
  }
  const auto found = by_number_.find(number);
  if (found == by_number_.end()) return;  // gone meanwhile
  Session& session = *found->second;
  Known& known = sessions_[&session];
  if (known.user && known.user->id != login.user.id) {
    const std::string before = known.user->id;
    online_.erase(before);
    Offline(before);
  }
  const auto other = online_.find(login.user.id);
  Session* old = other != online_.end() && other->second != &session ? other->second : nullptr;
  if (old != nullptr) sessions_[old].user.reset();
  known.user = login.user;
  known.token = login.token;
  online_[login.user.id] = &session;
  world_.log.Info({.session = number}, "user " + login.user.id + " logged in");

  Json desks = Json::array();
  for (const std::string& id : DesksOf(login.user.id)) {
    Desk* const desk = At(id);
    if (desk == nullptr) continue;
    // Watching ends with its connection, a seat does not.
    if (old != nullptr) desk->StopWatching(login.user.id);
    if (desk->SeatOf(login.user.id)) desks.push_back(id);
  }
  reply(Json{
      {"user", Json{{"id", login.user.id}, {"name", login.user.name}, {"guest", login.user.guest}}},
      {"token", login.token},
      {"desks", desks}});
  if (old != nullptr) old->Bye("other_login");
  for (const std::string& id : DesksOf(login.user.id)) {
    const auto desk = desks_.find(id);
    if (desk == desks_.end()) continue;
    if (old == nullptr) desk->second->Online(login.user.id, true);
    desk->second->Greet(login.user.id);
  }
  // The results of matches that ended while the user was away.
  for (const auto& [desk, text] : journal_.PendingOvers(login.user.id)) {
    const Result<Json> over = ParseJson(text);
    if (!over) continue;
    push::Over push;
    push.desk = desk;
    push.match = over->value("match", std::int64_t{0});
    push.scores = over->value("scores", Json::array());
    push.ranks = over->value("ranks", Json::array());
    if (over->contains("dissolved")) push.dissolved = true;
    // A match ends without scores only if its rules cannot be built.
    if (push.scores.empty())
      session.Send(MakeMessage(
          push::Notice{"rules_gone", "这场牌的规则已不被支持，对局到此结束",
                       "the rules of the match are no longer supported; the match has ended"}));
    session.Send(MakeMessage(std::move(push)));
    Commit seen;
    seen.desk = desk;
    seen.over_seen.push_back(login.user.id);
    journal_.Append(std::move(seen), [](Outcome) {});
  }
}

}  // namespace mlf::server
