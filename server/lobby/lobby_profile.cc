// The lobby: what users have played, guests that become accounts, and the deletion of a user.
#include "server/lobby/lobby.h"

#include "server/lobby/names.h"
#include "server/protocol/json_wire.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace mlf::server {
namespace {

constexpr std::int64_t kMostMatches = 50;  // in one answer

Error NoProfiles() {
  return MakeError("bad_message", "no_profiles", "本服务器不保存战绩",
                   "this server keeps no profiles");
}

// A cursor is "ended.match.desk".
std::string CursorOf(const MatchKey& key) {
  return fmt::format("{}.{}.{}", key.ended, key.match, key.desk);
}

std::optional<MatchKey> ReadCursor(const std::string& text) {
  MatchKey key;
  const char* const end = text.data() + text.size();
  const auto ended = std::from_chars(text.data(), end, key.ended);
  if (ended.ec != std::errc() || ended.ptr == end || *ended.ptr != '.') return std::nullopt;
  const auto match = std::from_chars(ended.ptr + 1, end, key.match);
  if (match.ec != std::errc() || match.ptr == end || *match.ptr != '.') return std::nullopt;
  key.desk.assign(match.ptr + 1, end);
  return key.desk.empty() ? std::nullopt : std::optional(std::move(key));
}

Json UserJson(const User& user) {
  return {{"id", user.id}, {"name", user.name}, {"guest", user.guest}};
}

Json ProfileJson(const Profile& profile) {
  Json games = Json::array();
  for (const GameTotals& game : profile.games) {
    Json json{{"variant", game.variant}};
    if (!game.preset.empty()) json["preset"] = game.preset;
    json["matches"] = game.matches;
    json["hands"] = game.hands;
    json["wins"] = game.wins;
    json["deal_ins"] = game.deal_ins;
    json["points"] = game.points;
    json["places"] = game.places;
    games.push_back(std::move(json));
  }
  return {{"user", UserJson(profile.user)},
          {"created_ms", profile.created},
          {"games", std::move(games)}};
}

Json MatchJson(const PlayedMatch& match) {
  Json json{{"desk", match.key.desk}, {"match", match.key.match}, {"variant", match.variant}};
  if (!match.preset.empty()) json["preset"] = match.preset;
  json["ended_ms"] = match.key.ended;
  json["places"] = match.places;
  if (match.place > 0 && !match.dissolved) json["place"] = match.place;
  json["points"] = match.points;
  if (match.dissolved) json["dissolved"] = true;
  json["hands"] = Json::array();
  for (const PlayedHand& hand : match.hands) {
    Json one{{"hand", hand.hand}};
    if (hand.points) one["points"] = *hand.points;
    if (hand.won) one["won"] = true;
    if (hand.dealt_in) one["dealt_in"] = true;
    one["replay"] = "/r/" + hand.secret + "/replay.html";
    json["hands"].push_back(std::move(one));
  }
  return json;
}

}  // namespace

std::optional<Error> Lobby::MayRead(const User& user, const InFlight& flight) {
  if (profiles_ == nullptr) return NoProfiles();
  if (!flight.limited) return std::nullopt;
  const Ms now = world_.clock.Steady();
  if (!profile_reads_.Allows(user.id, now)) return MakeError("rate_limited");
  profile_reads_.Count(user.id, now);
  return std::nullopt;
}

void Lobby::ProfileOf(const User& user, const InFlight& flight, const Reply& reply) {
  if (auto refusal = MayRead(user, flight)) return reply(*std::move(refusal));
  const auto profile = profiles_->Of(user.id);
  if (!profile) return reply(MakeError("busy"));
  reply(ProfileJson(*profile));
}

void Lobby::MatchesOf(const User& user, const request::Matches& request, const InFlight& flight,
                      const Reply& reply) {
  const std::int64_t limit = request.limit.value_or(kMostMatches);
  if (limit < 1 || limit > kMostMatches)
    return reply(BadMessage("limit", fmt::format("limit 应为 1 到 {}", kMostMatches),
                            fmt::format("limit must be 1 to {}", kMostMatches)));
  const auto before = request.before ? ReadCursor(*request.before) : std::nullopt;
  if (request.before && !before)
    return reply(BadMessage("before", "before 应为上一页的 next",
                            "before must be `next` of the page before"));
  if (auto refusal = MayRead(user, flight)) return reply(*std::move(refusal));
  // One more, to know whether another page follows.
  auto matches = profiles_->Matches(user.id, before, static_cast<int>(limit) + 1);
  if (!matches) return reply(MakeError("busy"));
  const bool more = matches->size() > static_cast<std::size_t>(limit);
  if (more) matches->pop_back();
  Json answer{{"matches", Json::array()}};
  for (const PlayedMatch& match : *matches) answer["matches"].push_back(MatchJson(match));
  if (more) answer["next"] = CursorOf(matches->back().key);
  reply(std::move(answer));
}

void Lobby::NameGuest(const Session& session, const User& user, const request::Account& account,
                      const Reply& reply) {
  if (profiles_ == nullptr) return reply(NoProfiles());
  door_.Name(session, user, account,
             [this, number = session.number(), reply](std::variant<LoggedIn, Error> result) {
               if (auto* error = std::get_if<Error>(&result)) return reply(std::move(*error));
               const User& named = std::get<LoggedIn>(result).user;
               if (const auto found = by_number_.find(number); found != by_number_.end()) {
                 Known& known = sessions_[found->second];
                 if (known.user && known.user->id == named.id) known.user = named;
               }
               world_.log.Info({.session = number, .user = named.id},
                               "guest " + named.id + " has an account: \"" + named.name + "\"");
               reply(Json{{"user", UserJson(named)}});
             });
}

void Lobby::ForgetUser(const Session& session, const User& user, const request::Forget& request,
                       const Reply& reply) {
  if (profiles_ == nullptr) return reply(NoProfiles());
  if (request.name != user.name)
    return reply(BadMessage("name", "请输入自己的名字以确认", "repeat your own name to confirm"));
  for (const std::string& id : DesksOf(user.id)) {
    const Desk* const desk = At(id);
    if (desk != nullptr && desk->SeatOf(user.id))
      return reply(
          MakeError("playing", "leave_first", "请先离开所有桌子", "leave your desks first"));
  }
  forgotten_.insert(user.id);
  profiles_->Forget(user.id, [this, number = session.number(), id = user.id, reply](bool done) {
    if (!done) {
      forgotten_.erase(id);
      return reply(MakeError("busy"));
    }
    world_.log.Info({.session = number, .user = id}, "user " + id + " has deleted the account");
    reply(Json::object());
    if (const auto found = by_number_.find(number); found != by_number_.end())
      found->second->Close();
  });
}

}  // namespace mlf::server
