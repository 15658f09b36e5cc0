#include "cluster/router.h"

#include "cluster/cluster_keys.h"
#include "server/lobby/desk_claims.h"
#include "server/lobby/seat_limit.h"
#include "server/protocol/json_wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>
#include <utility>

namespace mlf::server {
namespace {

constexpr std::size_t kMostListed = 100;  // desks in the answer to `desks`
constexpr Ms kTick = 50;                  // between two looks at requests that wait
constexpr Ms kUnknownDesk = 1000;         // for the store to tell of a desk that was made just now
constexpr Ms kLongest = 10'000;           // for a desk without a host
constexpr Ms kHostAgain = 500;            // a host that does not run the desk, at most
constexpr std::size_t kTries = 5;

template <typename T>
concept NamesDesk = requires(const T& request) {
  { request.desk } -> std::convertible_to<std::string>;
};

std::string DeskOf(const Request& request) {
  return std::visit(
      [](const auto& body) -> std::string {
        if constexpr (NamesDesk<std::decay_t<decltype(body)>>) return body.desk;
        return {};
      },
      request);
}

// The desk that `join` or `watch` names, by its id or code.
struct Named {
  std::optional<std::string> desk, code;
};
std::optional<Named> NamedBy(const Request& request) {
  if (const auto* join = std::get_if<request::Join>(&request)) return Named{join->desk, join->code};
  if (const auto* watch = std::get_if<request::Watch>(&request))
    return Named{watch->desk, watch->code};
  return std::nullopt;
}

bool OfProfiles(const Request& request) {
  return std::holds_alternative<request::Profile>(request) ||
         std::holds_alternative<request::Matches>(request) ||
         std::holds_alternative<request::Account>(request) ||
         std::holds_alternative<request::Forget>(request);
}

bool MakesDesk(const Request& request) {
  return std::holds_alternative<request::Create>(request) ||
         std::holds_alternative<request::Quick>(request);
}

// Whether doing it a second time changes nothing more.
bool MayRepeat(const Request& request) {
  return !MakesDesk(request) && !std::holds_alternative<request::Leave>(request) &&
         !std::holds_alternative<request::Dissolve>(request) &&
         !std::holds_alternative<request::Say>(request);
}

}  // namespace

Router::Router(const Parts& parts)
    : parts_(parts),
      world_(parts.world),
      placement_(parts.placement),
      streams_(parts.streams),
      door_(parts.config.limits, parts.world, parts.accounts),
      sessions_(parts.world, parts.store, keys::kSessions,
                [this](const std::string& user, const StoredKey& now, bool deleted) {
                  if (!deleted) OtherLogin(user, now.modified);
                }) {
  streams_.Use(*this);
  placement_.OnChange(
      [this](const std::string& desk, Placement::News news) { DeskChanged(desk, news); });
  Tick();
}

Router::~Router() {
  *alive_ = false;
  world_.timers.Cancel(tick_);
  placement_.OnChange(nullptr);
}

Router::Client* Router::ClientOf(std::uint64_t number) {
  const auto found = clients_.find(number);
  return found == clients_.end() ? nullptr : &found->second;
}

// Sessions whose request is one of those; handling one of them may end others.
std::vector<std::uint64_t> Router::Flying(const std::function<bool(const Flight&)>& which) {
  std::vector<std::uint64_t> numbers;
  for (const std::uint64_t number : flying_) {
    if (which(*clients_.at(number).flight)) numbers.push_back(number);
  }
  return numbers;
}

// ---- sessions ----

void Router::Opened(Session& session) { clients_[session.number()].session = &session; }

void Router::Closed(Session& session) {
  door_.Closed(session);
  const auto found = clients_.find(session.number());
  if (found == clients_.end()) return;
  SignOut(found->second);
  flying_.erase(found->first);
  clients_.erase(found);
}

void Router::Resume(Session& session) {
  Client* const client = ClientOf(session.number());
  if (client == nullptr) return;
  for (const std::string& node : client->opened)
    streams_.Send(node, {.kind = ToHost::Kind::kResume, .session = session.number()});
}

void Router::Tell(const push::Notice& notice) {
  const MessagePtr message = MakeMessage(notice);
  for (const auto& [number, client] : clients_) {
    if (client.user) client.session->Send(message);
  }
}

// The hosts forget it. Its key is deleted, unless a later login has written it.
void Router::SignOut(Client& client) {
  for (const std::string& node : client.opened)
    streams_.Send(node, {.kind = ToHost::Kind::kClose, .session = client.session->number()});
  client.opened.clear();
  if (!client.user) return;
  const std::string key = keys::kSessions + client.user->id;
  const auto current = online_.find(client.user->id);
  if (current != online_.end() && current->second == client.session->number())
    online_.erase(current);
  parts_.store.Commit(
      {{{key, Comparison::Field::kModified, client.epoch}}, {{.key = key, .value = std::nullopt}}},
      [](const Committed&) {});
  client.user.reset();
}

void Router::LogIn(Session& session, const request::Login& login, const Reply& reply) {
  door_.LogIn(session, login,
              [this, alive = alive_, number = session.number(),
               reply](std::variant<LoggedIn, Error> result) {
                if (!*alive) return;
                if (auto* error = std::get_if<Error>(&result)) return reply(std::move(*error));
                SignIn(number, std::get<LoggedIn>(result), reply);
              });
}

// The store puts all logins of a user in one order.
void Router::SignIn(std::uint64_t number, const LoggedIn& login, const Reply& reply) {
  const LeaseId lease = parts_.membership.lease();
  if (lease == 0) return reply(MakeError("busy"));
  parts_.store.Commit({{},
                       {{keys::kSessions + login.user.id,
                         fmt::format("{} {}", parts_.membership.name(), number), lease}}},
                      [this, alive = alive_, number, login, reply](const Committed& committed) {
                        if (!*alive) return;
                        if (committed.outcome != Committed::Outcome::kWritten)
                          return reply(MakeError("busy"));
                        Entered(number, login, committed.revision, reply);
                      });
}

void Router::Entered(std::uint64_t number, const LoggedIn& login, Revision epoch,
                     const Reply& reply) {
  Client* const client = ClientOf(number);
  if (client == nullptr) return;  // gone meanwhile
  if (client->user && client->user->id != login.user.id) SignOut(*client);
  OtherLogin(login.user.id, epoch);
  client->user = login.user;
  client->token = login.token;
  client->epoch = epoch;
  online_[login.user.id] = number;
  world_.log.Info({.session = number, .user = login.user.id},
                  "user " + login.user.id + " logged in: \"" + login.user.name + "\"");
  Json desks = Json::array();
  if (const auto found = desks_of_.find(login.user.id); found != desks_of_.end()) {
    for (const std::string& desk : found->second) desks.push_back(desk);
  }
  reply(Json{
      {"user", Json{{"id", login.user.id}, {"name", login.user.name}, {"guest", login.user.guest}}},
      {"token", login.token},
      {"desks", desks}});
  Client* const still = ClientOf(number);
  if (still == nullptr) return;
  OpenAtDesks(*still);
  // One host sends the ends of matches that the user has missed.
  if (!still->opened.empty()) return;
  for (const auto& [name, node] : parts_.membership.nodes()) {
    if (node.host && streams_.up(name)) return Open(*still, name, true);
  }
}

void Router::OtherLogin(const std::string& user, Revision epoch) {
  const auto found = online_.find(user);
  if (found == online_.end()) return;
  Client& client = clients_.at(found->second);
  if (client.epoch >= epoch) return;
  Session& session = *client.session;
  SignOut(client);
  session.Bye("other_login");
}

void Router::Open(Client& client, const std::string& node, bool overs) {
  if (!client.user || node.empty() || client.opened.contains(node) || !streams_.up(node)) return;
  client.opened.insert(node);
  streams_.Send(node, {.kind = ToHost::Kind::kOpen,
                       .session = client.session->number(),
                       .user = *client.user,
                       .epoch = client.epoch,
                       .address = client.session->address(),
                       .overs = overs});
}

void Router::OpenAtDesks(Client& client) {
  for (const auto* at : {&desks_of_, &told_by_}) {
    const auto desks = at->find(client.user->id);
    if (desks == at->end()) continue;
    for (const std::string& desk : desks->second)
      Open(client, HolderOf(desk), client.opened.empty());
  }
}

// ---- desks ----

const std::string& Router::HolderOf(const std::string& desk) const {
  static const std::string nobody;
  if (const PlacedDesk* const placed = placement_.Find(desk)) return placed->holder;
  const auto announced = announced_.find(desk);
  return announced == announced_.end() ? nobody : announced->second.node;
}

// Notes who sits at a desk or is to be told of it, and its code.
void Router::Index(const std::string& desk, const PlacedDesk* placed) {
  for (const std::string& user : users_of_[desk]) {
    for (auto* at : {&desks_of_, &told_by_}) {
      const auto found = at->find(user);
      if (found == at->end()) continue;
      found->second.erase(desk);
      if (found->second.empty()) at->erase(found);
    }
  }
  users_of_.erase(desk);
  if (const auto code = code_of_.find(desk); code != code_of_.end()) {
    if (const auto named = codes_.find(code->second);
        named != codes_.end() && named->second == desk)
      codes_.erase(named);
    code_of_.erase(code);
  }
  if (placed == nullptr || !placed->summary.is_object()) return;
  const Json& shown = placed->summary.at("desk");
  const auto code = shown.at("code").get<std::string>();
  codes_[code] = desk;
  code_of_[desk] = code;
  for (const Json& seat : shown.at("seats")) {
    if (!seat.contains("user") || seat.value("robot", false)) continue;
    const auto user = seat.at("user").get<std::string>();
    users_of_[desk].push_back(user);
    desks_of_[user].insert(desk);
  }
  for (const Json& user : placed->summary.value("to_tell", Json::array())) {
    users_of_[desk].push_back(user.get<std::string>());
    told_by_[user.get<std::string>()].insert(desk);
  }
}

void Router::DeskChanged(const std::string& desk, Placement::News news) {
  const PlacedDesk* const placed = placement_.Find(desk);
  if (news == Placement::News::kSummary || placed == nullptr) Index(desk, placed);
  if (placed != nullptr) {
    announced_.erase(desk);
    if (const auto users = users_of_.find(desk); users != users_of_.end()) {
      for (const std::string& user : users->second) {
        if (const auto number = online_.find(user); number != online_.end())
          Open(clients_.at(number->second), placed->holder, false);
      }
    }
  }
  for (const std::uint64_t number : Flying([&](const Flight& at) { return at.desk == desk; })) {
    Client* const client = ClientOf(number);
    if (client == nullptr || !client->flight) continue;
    if (!client->flight->node.empty() && placed != nullptr &&
        placed->holder != client->flight->node)
      Again(*client);
    else if (client->flight->node.empty())
      Dispatch(*client);
  }
}

Json Router::PublicDesks(const std::optional<std::string>& variant) const {
  std::vector<const PlacedDesk*> open;
  for (const auto& [id, placed] : placement_.desks()) {
    const Json& summary = placed.summary;
    if (placed.holder.empty() || !summary.is_object() || summary.value("private", true)) continue;
    const Json& desk = summary.at("desk");
    if (variant && desk.value("variant", "") != *variant) continue;
    const Json& seats = desk.at("seats");
    const bool somebody =
        std::ranges::any_of(seats, [](const Json& seat) { return seat.contains("user"); });
    const bool free =
        std::ranges::any_of(seats, [](const Json& seat) { return !seat.contains("user"); });
    const bool joinable = free && desk.value("state", "") == "waiting";
    if (somebody && (joinable || summary.value("watch", false))) open.push_back(&placed);
  }
  std::ranges::sort(open, [](const auto* a, const auto* b) { return a->created > b->created; });
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(open.size(), kMostListed); ++i)
    list.push_back(open[i]->summary.at("desk"));
  return list;
}

// A desk of a quick match with free seats, a fuller one more likely. None: a host makes one.
void Router::ChooseQuick(Flight& flight, const std::string& user) {
  const request::Quick& quick = *flight.quick;
  flight.request = quick;
  flight.desk.clear();
  const auto variant = parts_.variants.Open(quick.variant);
  OptionValues wanted = OptionsFrom(quick.options.value_or(Json::object()));
  if (quick.preset) wanted[kPresetKey] = *quick.preset;
  const auto flow = parts_.variants.FlowFor(quick.variant, wanted);
  if (!variant || !flow || flight.tried.size() >= kTries) return;
  const Json options = OptionJson(**variant, (*flow)->options());
  std::vector<std::pair<std::string, std::uint32_t>> free;
  std::uint32_t total = 0;
  for (const auto& [id, placed] : placement_.desks()) {
    const Json& summary = placed.summary;
    if (placed.holder.empty() || !summary.is_object() || !summary.value("quick", false) ||
        flight.tried.contains(id))
      continue;
    const Json& desk = summary.at("desk");
    if (desk.value("variant", "") != quick.variant || desk.at("options") != options ||
        desk.value("state", "") != "waiting")
      continue;
    std::uint32_t people = 0, empty = 0;
    bool own = false;
    for (const Json& seat : desk.at("seats")) {
      if (!seat.contains("user"))
        ++empty;
      else if (!seat.value("robot", false))
        ++people;
      own |= seat.contains("user") && seat.at("user") == user;
    }
    if (own) {
      free = {{id, 1}};
      total = 1;
      break;
    }
    if (people == 0 || empty == 0) continue;
    free.emplace_back(id, people);
    total += people;
  }
  if (free.empty()) return;
  std::array<std::uint64_t, 1> word{};
  world_.entropy.Fill(std::as_writable_bytes(std::span(word)));
  auto at = static_cast<std::uint32_t>(word[0] % total);
  std::size_t i = 0;
  while (at >= free[i].second) at -= free[i++].second;
  flight.desk = free[i].first;
  flight.request = request::Join{.desk = free[i].first, .code = {}, .seat = {}};
}

// ---- requests ----

void Router::Handle(Session& session, Request request, Ms, Reply reply) {
  Client* const client = ClientOf(session.number());
  if (client == nullptr) return;
  if (const auto* login = std::get_if<request::Login>(&request))
    return LogIn(session, *login, reply);
  if (std::holds_alternative<request::Ping>(request))
    return reply(Json{{"time_ms", world_.clock.Wall()}});
  if (std::holds_alternative<request::Variants>(request))
    return reply(Json{{"variants", parts_.variants.Describe()}});
  if (!client->user) return reply(MakeError("not_logged_in"));
  if (const auto* desks = std::get_if<request::Desks>(&request))
    return reply(Json{{"desks", PublicDesks(desks->variant)}});
  if (OfProfiles(request))
    return reply(MakeError("bad_message", "no_profiles", "集群暂不保存战绩",
                           "a cluster keeps no profiles yet"));
  if (std::holds_alternative<request::Logout>(request)) {
    return parts_.accounts.DropToken(client->token,
                                     [this, alive = alive_, number = session.number(), reply] {
                                       if (!*alive) return;
                                       reply(Json::object());
                                       if (Client* const gone = ClientOf(number))
                                         gone->session->Close();
                                     });
  }
  if (const auto named = NamedBy(request);
      named && named->desk.has_value() == named->code.has_value())
    return reply(
        BadMessage(named->desk ? "code" : "desk", "desk 与 code 二选一", "one of desk and code"));
  if (const auto named = NamedBy(request); named && named->code && !door_.MayTryCode(session))
    return reply(MakeError("rate_limited"));
  Flight flight;
  flight.number = ++flights_;
  flight.desk = DeskOf(request);
  if (const auto* quick = std::get_if<request::Quick>(&request)) flight.quick = *quick;
  flight.request = std::move(request);
  flight.reply = std::move(reply);
  flight.begun = world_.clock.Steady();
  client->flight = std::move(flight);
  flying_.insert(session.number());
  if (client->flight->quick) ChooseQuick(*client->flight, client->user->id);
  if (SitsAtTooMany(*client))
    return Finish(*client, NoMoreSeats(parts_.config.limits.desks_per_user));
  Dispatch(*client);
}

// Whether the request is for one more seat than a user may have at all hosts together.
bool Router::SitsAtTooMany(const Client& client) const {
  if (!parts_.config.limits.HoldFor(client.session->address())) return false;
  const Request& request = client.flight->request;
  std::string desk;  // empty: a new one
  if (const auto* join = std::get_if<request::Join>(&request)) {
    if (join->desk) desk = *join->desk;
    if (join->code) {
      const auto found = codes_.find(*join->code);
      if (found != codes_.end()) desk = found->second;
    }
    if (placement_.Find(desk) == nullptr) return false;  // the host knows
  } else if (!MakesDesk(request)) {
    return false;
  }
  const auto seats = desks_of_.find(client.user->id);
  return seats != desks_of_.end() && !seats->second.contains(desk) &&
         static_cast<std::int64_t>(seats->second.size()) >= parts_.config.limits.desks_per_user;
}

// The host that the request goes to; empty = it waits, or has been answered.
std::string Router::NodeOf(Flight& flight, Client& client) {
  const Ms waited = world_.clock.Steady() - flight.begun;
  const auto named = NamedBy(flight.request);
  if (named && flight.desk.empty()) {
    if (named->desk) flight.desk = *named->desk;
    if (named->code) {
      const auto found = codes_.find(*named->code);
      if (found != codes_.end()) {
        flight.desk = found->second;
      } else if (waited >= kUnknownDesk) {
        door_.WrongCode(*client.session);
        Finish(client, MakeError("no_desk"));
        return {};
      } else {
        return {};
      }
    }
  }
  if (MakesDesk(flight.request)) {
    const std::string variant = std::visit(
        [](const auto& body) -> std::string {
          if constexpr (requires { body.variant.size(); }) return body.variant;
          return {};
        },
        flight.request);
    if (!parts_.variants.Has(variant)) {
      Finish(client, MakeError("bad_variant"));
      return {};
    }
    return placement_.HostFor(variant, parts_.counts_coming ? *coming_ : Placement::Loads{});
  }
  const std::string& holder = HolderOf(flight.desk);
  if (!holder.empty()) return holder;
  if (placement_.Find(flight.desk) != nullptr) return {};  // its host has died
  // Journals of desks that have ended are read by any host.
  if (std::holds_alternative<request::Journal>(flight.request)) {
    for (const auto& [name, node] : parts_.membership.nodes()) {
      if (node.host && streams_.up(name)) return name;
    }
    return {};
  }
  if (waited >= kUnknownDesk) Finish(client, MakeError("no_desk"));
  return {};
}

// Counts a desk until the result is gone.
std::shared_ptr<void> Router::CountComing(const std::string& node) const {
  ++(*coming_)[node];
  return {nullptr, [coming = coming_, node](void*) { --(*coming)[node]; }};
}

// `busy` says that nothing was done. Only the desk's last or next host knows that of an act.
bool Router::WaitsTooLong(const Flight& flight) const {
  return !std::holds_alternative<request::Act>(flight.request) &&
         world_.clock.Steady() - flight.begun >= kLongest;
}

void Router::Dispatch(Client& client) {
  if (!client.flight || !client.flight->node.empty()) return;
  const std::uint64_t number = client.session->number();
  const std::string node = NodeOf(*client.flight, client);
  Client* const still = ClientOf(number);
  if (still == nullptr || !still->flight || !still->flight->node.empty()) return;
  if (node.empty() || !streams_.up(node)) {
    if (WaitsTooLong(*still->flight)) Finish(*still, MakeError("busy"));
    return;
  }
  Flight& flight = *still->flight;
  Open(*still, node, false);
  flight.node = node;
  if (MakesDesk(flight.request)) flight.coming = CountComing(node);
  streams_.Send(node, {.kind = ToHost::Kind::kRequest,
                       .session = number,
                       .request = flight.number,
                       .body = flight.request});
}

// It waits for another host. An answer that comes late is not taken.
void Router::Leave(Flight& flight) {
  const Ms now = world_.clock.Steady();
  flight.next = now + std::min(kHostAgain, (now - flight.begun) / 10);
  flight.node.clear();
  flight.coming.reset();
  flight.number = ++flights_;
}

// Its host is gone, or is not the desk's any more.
void Router::Again(Client& client) {
  Flight& flight = *client.flight;
  if (!MayRepeat(flight.request)) {
    return Finish(client, MakeError("busy", "host_lost", "牌桌的主机中断了，请求可能已经执行",
                                    "the host was lost; the request may have been done"));
  }
  Leave(flight);
  Dispatch(client);
}

void Router::Finish(Client& client, Answer answer) {
  const Reply reply = std::move(client.flight->reply);
  client.flight.reset();
  flying_.erase(client.session->number());
  reply(std::move(answer));
}

void Router::Received(const std::string& node, ToGateway frame) {
  Client* const client = ClientOf(frame.session);
  if (client == nullptr || !client->opened.contains(node)) return;
  switch (frame.kind) {
    case ToGateway::Kind::kPush: {
      // What a host of before has sent may come behind what the new one shows.
      const std::string* desk = DeskOf(frame.push->push());
      if (desk != nullptr && frame.epoch != 0) {
        Revision& newest = client->shown[*desk];
        if (frame.epoch < newest) return;
        newest = frame.epoch;
      }
      return client->session->Send(std::move(frame.push));
    }
    case ToGateway::Kind::kBye: {
      Session& session = *client->session;
      SignOut(*client);
      return session.Bye(frame.code);
    }
    case ToGateway::Kind::kClose: return client->session->Close();
    case ToGateway::Kind::kAnswer: break;
  }
  if (!client->flight || client->flight->number != frame.request || client->flight->node != node)
    return;
  Flight& flight = *client->flight;
  if (const auto* error = std::get_if<Error>(&frame.answer)) {
    // Before the new claim is seen the old holder would only say it again.
    const bool never_took = error->code == kNeverTook;
    if (error->code == kMoved || never_took) {
      const bool late = world_.clock.Steady() - flight.begun >= kLongest;
      if (!MayRepeat(flight.request) || WaitsTooLong(flight) || (never_took && late))
        return Finish(*client, MakeError("busy"));
      Leave(flight);
      return;
    }
    // A host that does not run the desk (any more) knows nothing of it.
    if (error->code == "no_desk" && placement_.Find(flight.desk) != nullptr && !flight.quick &&
        !NamedBy(flight.request) && world_.clock.Steady() - flight.begun < kLongest) {
      Leave(flight);
      return;
    }
    const bool filled = error->code == "desk_full" || error->code == "playing" ||
                        error->code == "no_desk" || error->code == "seat_taken";
    if (flight.quick && std::holds_alternative<request::Join>(flight.request) && filled) {
      flight.tried.insert(flight.desk);
      ChooseQuick(flight, client->user->id);
      flight.node.clear();
      return Dispatch(*client);
    }
    return Finish(*client, std::move(frame.answer));
  }
  Json& ok = std::get<Json>(frame.answer);
  if (const auto desk = ok.find("desk"); desk != ok.end() && desk->is_object()) {
    const auto id = desk->at("id").get<std::string>();
    if (placement_.Find(id) == nullptr) {
      announced_[id] = {node, std::move(flight.coming)};
      if (const auto code = desk->find("code"); code != desk->end() && code->is_string()) {
        code_of_[id] = *code;
        codes_[*code] = id;
      }
    }
  }
  Finish(*client, std::move(frame.answer));
}

void Router::StreamUp(const std::string&) {
  for (auto& [number, client] : clients_) {
    if (client.user) OpenAtDesks(client);
  }
}

void Router::StreamDown(const std::string& node) {
  for (auto& [number, client] : clients_) client.opened.erase(node);
  for (const std::uint64_t number : Flying([&](const Flight& at) { return at.node == node; })) {
    Client* const client = ClientOf(number);
    if (client != nullptr && client->flight && client->flight->node == node) Again(*client);
  }
}

void Router::Tick() {
  const auto due = [now = world_.clock.Steady()](const Flight& at) {
    return at.node.empty() && at.next <= now;
  };
  for (const std::uint64_t number : Flying(due)) {
    if (Client* const client = ClientOf(number)) Dispatch(*client);
  }
  tick_ = world_.timers.At(world_.clock.Steady() + kTick, [this] { Tick(); });
}

}  // namespace mlf::server
