// The lobby: users who have logged in.
#include "server/lobby/lobby.h"

#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

namespace mlf::server {

void Lobby::LogIn(Session& session, const request::Login& login, const Reply& reply) {
  door_.LogIn(session, login,
              [this, number = session.number(), reply](std::variant<LoggedIn, Error> result) {
                if (auto* error = std::get_if<Error>(&result)) return reply(std::move(*error));
                const auto found = by_number_.find(number);
                if (found == by_number_.end()) return;  // gone meanwhile
                const auto& known = std::get<LoggedIn>(result);
                if (forgotten_.contains(known.user.id)) return reply(MakeError("busy"));
                Enter(*found->second, known.user, known.token, true, reply);
              });
}

void Lobby::Enter(Session& session, const User& user, const std::string& token, bool with_overs,
                  const Reply& reply) {
  Known& known = sessions_[&session];
  if (known.user && known.user->id != user.id) {
    const std::string before = known.user->id;
    online_.erase(before);
    Offline(before);
  }
  const auto other = online_.find(user.id);
  Session* old = other != online_.end() && other->second != &session ? other->second : nullptr;
  if (old != nullptr) sessions_[old].user.reset();
  known.user = user;
  known.token = token;
  online_[user.id] = &session;
  world_.log.Info({.session = session.number(), .user = user.id},
                  "user " + user.id + " logged in: \"" + user.name + "\"");

  Json desks = Json::array();
  for (const std::string& id : DesksOf(user.id)) {
    Desk* const desk = At(id);
    if (desk == nullptr) continue;
    // Watching ends with its connection, a seat does not.
    if (old != nullptr) desk->StopWatching(user.id);
    if (desk->SeatOf(user.id)) desks.push_back(id);
  }
  reply(Json{{"user", Json{{"id", user.id}, {"name", user.name}, {"guest", user.guest}}},
             {"token", token},
             {"desks", desks}});
  if (old != nullptr) old->Bye("other_login");
  for (const std::string& id : DesksOf(user.id)) {
    const auto desk = desks_.find(id);
    if (desk == desks_.end()) continue;
    if (old == nullptr) desk->second->Online(user.id, true);
    desk->second->Greet(user.id);
  }
  if (!with_overs) return;
  journal_.Read(
      [this, id = user.id] { return journal_.PendingOvers(id); },
      [this, alive = alive_, id = user.id, number = session.number()](const auto& overs,
                                                                      const std::string& why) {
        if (!*alive) return;
        if (!overs) return world_.log.Warning({}, "user " + id + ": " + why);
        const auto found = by_number_.find(number);
        const auto here = online_.find(id);
        if (found != by_number_.end() && here != online_.end() && here->second == found->second)
          SendOvers(*found->second, id, *overs);
      });
}

// The results of matches that ended while the user was away.
void Lobby::SendOvers(Session& session, const std::string& user,
                      const std::vector<std::pair<std::string, std::string>>& overs) {
  for (const auto& [desk, text] : overs) {
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
    seen.over_seen.push_back(user);
    journal_.Append(std::move(seen), [](Outcome) {});
  }
}

}  // namespace mlf::server
