// The lobby: sessions and their requests. lobby_login.cc logs users in; lobby_desks.cc makes, finds
// and rebuilds desks; lobby_profile.cc reads what users have played.
#include "server/lobby/lobby.h"

#include "server/host/hand_journal.h"
#include "server/lobby/emotes.h"
#include "server/lobby/names.h"
#include "server/protocol/json_wire.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace mlf::server {
namespace {

constexpr std::size_t kMostListed = 100;  // desks in the answer to `desks`
constexpr std::size_t kSaidCharacters = 120;
constexpr std::size_t kIdCharacters = 36;  // of the id of an act

template <typename T>
concept NamesDesk = requires(const T& request) {
  { request.desk } -> std::convertible_to<std::string>;
};

}  // namespace

Lobby::Lobby(const ServerConfig& config, World world, Journal& journal, Accounts& accounts,
             VariantShelf& variants, KeyedHash hash)
    : config_(config),
      world_(world),
      journal_(journal),
      accounts_(accounts),
      variants_(variants),
      hash_(std::move(hash)),
      door_(config.limits, world, accounts) {}

Lobby::~Lobby() {
  *alive_ = false;
  world_.timers.Cancel(sweep_);
}

// ---- sessions ----

void Lobby::Opened(Session& session) {
  sessions_.try_emplace(&session);
  by_number_[session.number()] = &session;
}

void Lobby::Closed(Session& session) {
  door_.Closed(session);
  const auto found = sessions_.find(&session);
  if (found == sessions_.end()) return;
  const std::optional<User> user = found->second.user;
  if (found->second.in_flight) found->second.in_flight->session = nullptr;
  by_number_.erase(session.number());
  sessions_.erase(found);
  if (!user) return;
  const auto current = online_.find(user->id);
  if (current == online_.end() || current->second != &session) return;
  online_.erase(current);
  Offline(user->id);
}

void Lobby::Offline(const std::string& user) {
  for (const std::string& id : DesksOf(user)) {
    if (const auto desk = desks_.find(id); desk != desks_.end()) desk->second->Online(user, false);
  }
}

Lobby::Waiting Lobby::waiting() const {
  std::unordered_map<std::string_view, std::size_t> by_desk;
  Waiting waiting;
  for (const auto& [session, known] : sessions_) {
    const InFlight* const flight = known.in_flight.get();
    if (flight == nullptr || flight->answered || flight->desk.empty()) continue;
    ++waiting.all;
    waiting.most = std::max(waiting.most, ++by_desk[flight->desk]);
  }
  return waiting;
}

std::vector<std::string> Lobby::DesksOf(const std::string& user) const {
  const auto found = desks_of_.find(user);
  if (found == desks_of_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

void Lobby::Resume(Session& session) {
  const auto found = sessions_.find(&session);
  if (found == sessions_.end() || !found->second.user) return;
  const std::string user = found->second.user->id;
  for (const std::string& id : DesksOf(user)) {
    if (const auto desk = desks_.find(id); desk != desks_.end()) desk->second->Greet(user);
  }
}

void Lobby::SendTo(const std::string& user, MessagePtr message) {
  if (const auto found = online_.find(user); found != online_.end())
    found->second->Send(std::move(message));
}

void Lobby::SeatsChanged(const std::string& id) {
  for (const std::string& user : users_of_[id]) {
    const auto found = desks_of_.find(user);
    if (found == desks_of_.end()) continue;
    found->second.erase(id);
    if (found->second.empty()) desks_of_.erase(found);
  }
  std::vector<std::string>& users = users_of_[id];
  users.clear();
  const auto desk = desks_.find(id);
  if (desk == desks_.end()) {
    users_of_.erase(id);
    return;
  }
  for (const Desk::Seat& seat : desk->second->seats()) {
    if (seat.taken() && !seat.robot) users.push_back(seat.user);
  }
  for (const Desk::Spectator& one : desk->second->spectators()) users.push_back(one.user);
  for (const std::string& user : desk->second->StillToTell()) users.push_back(user);
  for (const std::string& user : users) desks_of_[user].insert(id);
  DeskChanged(id);
}

void Lobby::DeskChanged(const std::string& id) {
  if (claims_ == nullptr) return;
  if (const auto desk = desks_.find(id); desk != desks_.end() && !desk->second->ended())
    claims_->Changed(id, SummaryOf(*desk->second));
}

Json Lobby::SummaryOf(const Desk& desk) const {
  Json summary = desk.Answering();
  summary["private"] = desk.settings().is_private;
  summary["quick"] = desk.settings().quick;
  summary["watch"] = desk.settings().spectators;
  if (auto users = desk.StillToTell(); !users.empty()) summary["to_tell"] = std::move(users);
  return summary;
}

// ---- requests ----

void Lobby::InFlight::Answer(mlf::server::Answer answer) {
  if (std::exchange(answered, true)) return;
  LogAnswer(answer);
  const Reply to = std::move(reply);
  to(std::move(answer));
}

void Lobby::InFlight::LogAnswer(const mlf::server::Answer& answer) const {
  const Error* const error = std::get_if<Error>(&answer);
  const std::string_view done = dup ? "ok, again" : "ok";
  if (act && log->Keeps(LogLevel::kDebug))
    log->Debug({.session = number,
                .desk = desk,
                .action = std::string_view(act->id).substr(0, kIdCharacters),
                .user = user},
               fmt::format("user {} acts: {}", user, error != nullptr ? error->code : done));
  if (!note.empty() && error == nullptr)
    log->Info({.session = number, .desk = desk, .user = user},
              fmt::format("user {} {}", user, note));
}

// What the log says of a request that is done; empty: nothing.
template <typename T>
std::string Lobby::NoteOf(const T& body) const {
  if (!world_.log.Keeps(LogLevel::kInfo)) return {};
  if constexpr (std::is_same_v<T, request::Watch>) return "watches";
  if constexpr (std::is_same_v<T, request::Leave>) return "has left";
  if constexpr (std::is_same_v<T, request::Config>) return "has changed the options";
  if constexpr (std::is_same_v<T, request::Dissolve>) return "wants to dissolve the desk";
  if constexpr (std::is_same_v<T, request::Vote>)
    return body.agree ? "agrees to dissolve" : "does not agree to dissolve";
  if constexpr (std::is_same_v<T, request::Mute>)
    return (body.on ? "mutes user " : "lets speak user ") + body.user;
  if constexpr (std::is_same_v<T, request::Remove>) return "sends away user " + body.user;
  return {};
}

void Lobby::Handle(Session& session, Request request, Ms read_at, Reply reply) {
  Known& known = sessions_[&session];
  auto flight = std::make_shared<InFlight>();
  flight->session = &session;
  flight->reply = std::move(reply);
  flight->log = &world_.log;
  flight->number = session.number();
  flight->limited = config_.limits.HoldFor(session.address());
  known.in_flight = flight;
  // Only the first answer is sent. It comes from the desk or from Rebuild.
  const Reply once = [flight](Answer answer) { flight->Answer(std::move(answer)); };

  if (const auto* login = std::get_if<request::Login>(&request))
    return LogIn(session, *login, once);
  if (std::holds_alternative<request::Ping>(request))
    return once(Json{{"time_ms", world_.clock.Wall()}});
  if (std::holds_alternative<request::Variants>(request))
    return once(Json{{"variants", variants_.Describe()}});
  if (!known.user) return once(MakeError("not_logged_in"));
  if (forgotten_.contains(known.user->id)) return once(MakeError("busy"));
  flight->user = known.user->id;
  if (const auto* act = std::get_if<request::Act>(&request)) flight->act = *act;
  const User user = *known.user;  // a copy: the request may end this session
  std::visit([&](auto& body) { Do(session, user, body, read_at, once, flight); }, request);
}

template <typename T>
void Lobby::Do(Session& session, const User& user, T& body, Ms read_at, const Reply& reply,
               const std::shared_ptr<InFlight>& flight) {
  if constexpr (std::is_same_v<T, request::Logout>) {
    const std::string token = sessions_[&session].token;
    accounts_.DropToken(token, [this, number = session.number(), reply] {
      reply(Json::object());
      if (const auto found = by_number_.find(number); found != by_number_.end())
        found->second->Close();
    });
  } else if constexpr (std::is_same_v<T, request::Desks>) {
    reply(Json{{"desks", PublicDesks(body.variant)}});
  } else if constexpr (std::is_same_v<T, request::Create>) {
    Create(user, body, reply, flight);
  } else if constexpr (std::is_same_v<T, request::Quick>) {
    Quick(user, body, reply, flight);
  } else if constexpr (std::is_same_v<T, request::Journal>) {
    JournalOf(user, body, reply);
  } else if constexpr (std::is_same_v<T, request::Profile>) {
    ProfileOf(user, *flight, reply);
  } else if constexpr (std::is_same_v<T, request::Matches>) {
    MatchesOf(user, body, *flight, reply);
  } else if constexpr (std::is_same_v<T, request::Account>) {
    NameGuest(session, user, body, reply);
  } else if constexpr (std::is_same_v<T, request::Forget>) {
    ForgetUser(session, user, body, reply);
  } else if constexpr (std::is_same_v<T, request::Join> || std::is_same_v<T, request::Watch>) {
    Error error;
    Desk* desk = Find(session, body.desk, body.code, user, error);
    if (desk == nullptr) return reply(std::move(error));
    SetDesk(flight, desk->id());
    flight->note = NoteOf(body);
    if constexpr (std::is_same_v<T, request::Join>) {
      const bool sits = desk->SeatOf(user.id).has_value();
      if (auto refusal = sits ? std::nullopt : TooManyDesks(user.id, *flight))
        return reply(*std::move(refusal));
      if (!sits) flight->note = kHasJoined;
      desk->Join(user, body.seat, reply);
    } else {
      desk->Watch(user, reply);
    }
  } else if constexpr (NamesDesk<T>) {
    Desk* const found = At(body.desk);
    if (found == nullptr) return reply(NoDesk(body.desk, flight.get()));
    Desk& desk = *found;
    SetDesk(flight, desk.id());
    flight->note = NoteOf(body);
    if constexpr (std::is_same_v<T, request::Act>) {
      // The echecs form does not name its match, and repeats an act whose answer was lost.
      if (body.match == 0 && !desk.playing()) flight->act->match = body.match = desk.matches();
    }
    if constexpr (std::is_same_v<T, request::Leave>) desk.Leave(user, body.offline, reply);
    if constexpr (std::is_same_v<T, request::Ready>) desk.Ready(user, body, reply);
    if constexpr (std::is_same_v<T, request::Config>) {
      if (!body.options.is_object())
        return reply(BadMessage("options", "options 应为对象", "options must be an object"));
      desk.Config(user, body.options, reply);
    }
    if constexpr (std::is_same_v<T, request::Dissolve>) desk.Dissolve(user, reply);
    if constexpr (std::is_same_v<T, request::Vote>) desk.Vote(user, body.agree, reply);
    if constexpr (std::is_same_v<T, request::Act>)
      desk.Act(user, body, read_at, reply, std::shared_ptr<bool>(flight, &flight->dup));
    if constexpr (std::is_same_v<T, request::Sync>) desk.Sync(user, body.since, reply);
    if constexpr (std::is_same_v<T, request::Hint>) desk.Hint(user, reply);
    if constexpr (std::is_same_v<T, request::Why>) desk.Why(user, body, reply);
    if constexpr (std::is_same_v<T, request::Auto>) desk.Auto(user, body.on, reply);
    if constexpr (std::is_same_v<T, request::Wait>) desk.Wait(user, body.ms, reply);
    if constexpr (std::is_same_v<T, request::Spectators>) desk.Spectators(user, reply);
    if constexpr (std::is_same_v<T, request::Mute>) desk.Mute(user, body.user, body.on, reply);
    if constexpr (std::is_same_v<T, request::Remove>) desk.Remove(user, body.user, reply);
    if constexpr (std::is_same_v<T, request::Say>) {
      if (body.text.has_value() == body.emote.has_value())
        return reply(BadMessage(body.text ? "emote" : "text", "text 与 emote 二选一",
                                "one of text and emote"));
      if (body.emote && !IsEmote(*body.emote))
        return reply(BadMessage("emote", fmt::format("表情应为 {}", fmt::join(kEmotes, "、")),
                                fmt::format("an emote is one of {}", fmt::join(kEmotes, ", "))));
      const auto clean = body.text ? CleanText(*body.text, kSaidCharacters) : std::nullopt;
      if (body.text && !clean)
        return reply(BadMessage("text",
                                "应为 1 到 120 个可见字符，不含控制字符，叠加符号至多连续 4 个",
                                "1 to 120 characters with something to see, no control characters, "
                                "at most 4 combining marks in a row"));
      if (body.text) body.text = *clean;
      desk.Say(user, body, reply);
    }
  }
}

Json Lobby::PublicDesks(const std::optional<std::string>& variant) const {
  Json list = Json::array();
  for (auto id = order_.rbegin(); id != order_.rend() && list.size() < kMostListed; ++id) {
    const Desk& desk = *desks_.at(*id);
    if (desk.settings().is_private || desk.ended()) continue;
    if (variant && desk.settings().variant != *variant) continue;
    const bool joinable = !desk.playing() && desk.FreeSeats() > 0;
    if (!joinable && !desk.settings().spectators) continue;
    Json json = PushObject(desk.Describe());
    json.erase("t");
    list.push_back(std::move(json));
  }
  return list;
}

void Lobby::JournalOf(const User& user, const request::Journal& request, const Reply& reply) {
  if (request.match < 1 || request.match > 0xFFFFFFFF)
    return reply(BadMessage("match", "match 从 1 开始", "match counts from 1"));
  if (request.hand && (*request.hand < 0 || *request.hand > 0xFFFF))
    return reply(BadMessage("hand", "hand 从 0 开始", "hand counts from 0"));
  const auto read = [this, desk = request.desk, of = request.hand,
                     match = static_cast<std::uint32_t>(request.match)] {
    const std::uint32_t finished = journal_.FinishedHands(desk, match);
    const std::uint32_t first = of ? static_cast<std::uint32_t>(*of) : 0;
    std::vector<StoredHand> hands;
    for (std::uint32_t hand = first; hand < (of ? first + 1 : finished); ++hand) {
      auto stored = journal_.LoadHand(desk, match, hand);
      if (!stored) break;
      hands.push_back(std::move(*stored));
    }
    return hands;
  };
  journal_.Read(read, [this, alive = alive_, user, desk = request.desk, reply](
                          const auto& hands, const std::string& why) {
    if (!*alive) return;
    if (hands) return AnswerJournal(user, desk, *hands, reply);
    world_.log.Warning({.desk = desk}, "its journal cannot be read: " + why);
    reply(MakeError("busy"));
  });
}

void Lobby::AnswerJournal(const User& user, const std::string& id,
                          const std::vector<StoredHand>& hands, const Reply& reply) {
  if (hands.empty()) {
    const auto desk = desks_.find(id);
    if (desk == desks_.end()) return reply(MakeError("no_desk"));
    if (!desk->second->SeatOf(user.id)) return reply(MakeError("not_seated"));
    return reply(MakeError(desk->second->playing() ? "playing" : "not_playing"));
  }
  if (!SatAt(hands.front(), user.id)) return reply(MakeError("not_seated"));
  const auto text = HandJournalText(variants_, hands);
  if (!text) {
    world_.log.Error({.desk = id}, "no journal: " + text.faults().front().message);
    return reply(MakeError("internal"));
  }
  reply(Json{{"text", *text}});
}

// ---- operators ----

void Lobby::Drain() {
  draining_ = true;
  const MessagePtr notice =
      MakeMessage(push::Notice{"stopping", "服务器即将重启，牌局会保留，请稍后重连",
                               "the server is about to restart; matches go on afterwards"});
  for (const auto& [session, known] : sessions_) session->Send(notice);
}

std::size_t Lobby::match_count() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(desks_, [](const auto& entry) { return entry.second->playing(); }));
}

std::shared_ptr<const Flow> Lobby::RunningFlow(const std::string& fingerprint) const {
  for (const auto& [id, desk] : desks_) {
    if (desk->flow()->fingerprint_text() == fingerprint) return desk->flow();
  }
  return nullptr;
}

Json Lobby::AdminDesks() const {
  Json list = Json::array();
  for (const std::string& id : order_) {
    Json json = PushObject(desks_.at(id)->Describe());
    json.erase("t");
    list.push_back(std::move(json));
  }
  return list;
}

Json Lobby::AdminSessions() const {
  Json list = Json::array();
  for (const auto& [number, session] : by_number_) {
    Json json{{"session", number}, {"address", session->address()}};
    const Known& known = sessions_.at(session);
    if (known.user) {
      json["user"] = known.user->id;
      json["name"] = known.user->name;
    }
    list.push_back(std::move(json));
  }
  return list;
}

bool Lobby::EndDesk(const std::string& id) {
  Desk* const desk = At(id);
  if (desk == nullptr) return false;
  desk->End();
  return true;
}

bool Lobby::Kick(const std::string& user) {
  const auto found = online_.find(user);
  if (found == online_.end()) return false;
  found->second->Bye("limit");
  return true;
}

}  // namespace mlf::server
