#include "server/lobby/lobby.h"

#include "server/host/hand_journal.h"
#include "server/lobby/names.h"
#include "server/protocol/hex.h"
#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace mlf::server {
namespace {

constexpr std::size_t kMostListed = 100;  // desks in the answer to `desks`
constexpr std::size_t kNameCharacters = 24;
constexpr std::size_t kSaidCharacters = 120;
constexpr Ms kReadAgainAfter = 1000;  // for a desk whose rows could not be read

bool IsLoopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1" || address.starts_with("::ffff:127.");
}

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
      failed_logins_(config.limits.failed_logins_per_minute),
      new_guests_(config.limits.new_guests_per_minute),
      wrong_codes_(config.limits.wrong_codes_per_minute) {}

Lobby::~Lobby() { world_.timers.Cancel(sweep_); }

std::uint32_t Lobby::Random(std::uint32_t bound) {
  // The modulo bias is below 2^-32 and is ignored.
  std::array<std::uint64_t, 1> word{};
  world_.entropy.Fill(std::as_writable_bytes(std::span(word)));
  return static_cast<std::uint32_t>(word[0] % bound);
}

std::string Lobby::NewId() {
  constexpr std::string_view kLetters = "abcdefghjkmnpqrstuvwxyz23456789";
  std::string id;
  do {
    id = "d";
    for (int i = 0; i < 11; ++i)
      id += kLetters[Random(static_cast<std::uint32_t>(kLetters.size()))];
  } while (desks_.contains(id));
  return id;
}

std::string Lobby::NewCode() {
  for (;;) {
    std::string code = fmt::format("{:06}", Random(1'000'000));
    if (!codes_.contains(code)) return code;
  }
}

bool Lobby::Limited(const Session& session) const {
  return config_.limits.limit_loopback || !IsLoopback(session.address());
}

// ---- start ----

void Lobby::AddRestored(std::unique_ptr<Desk> desk) {
  const std::string id = desk->id();
  codes_[desk->code()] = id;
  Desk& added = *desk;
  desks_[id] = std::move(desk);
  SeatsChanged(id);
  if (!added.rules_gone()) return;
  world_.log.Warning({.desk = id},
                     "its match began under rules that this program cannot build; "
                     "the match ends at its last durable step");
  added.EndGoneMatch();
}

int Lobby::Recover() {
  std::vector<StoredDesk> stored;
  // Texts are large and mostly equal, so each is stored once.
  std::map<std::string, std::string> texts;  // by fingerprint
  Ms alive = 0;
  journal_.LoadDesks(
      [&](StoredDesk desk) {
        for (const Record& record : desk.records) alive = std::max(alive, record.at);
        if (desk.head)
          texts.try_emplace(desk.head->fingerprint, std::exchange(desk.head->texts, {}));
        stored.push_back(std::move(desk));
      },
      [&](const std::string& desk, const std::string& report) {
        world_.log.Error({.desk = desk}, "put aside, its rows are damaged: " + report);
      });
  for (StoredDesk& waiting : stored) {
    StoredDesk one = std::move(waiting);
    if (one.head) one.head->texts = texts.at(one.head->fingerprint);
    auto desk = std::make_unique<Desk>(config_, world_, journal_, variants_, owner(), one.desk,
                                       one.row.code);
    if (const auto report = desk->Restore(one, alive)) {
      world_.log.Error({.desk = one.desk}, "put aside, its journal does not fit: " + *report);
      continue;
    }
    order_.push_back(one.desk);
    AddRestored(std::move(desk));
  }
  return static_cast<int>(desks_.size());
}

// ---- sessions ----

void Lobby::Opened(Session& session) {
  sessions_.try_emplace(&session);
  by_number_[session.number()] = &session;
}

void Lobby::Closed(Session& session) {
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
  for (const std::string& user : desk->second->spectators()) users.push_back(user);
  for (const std::string& user : users) desks_of_[user].insert(id);
}

// ---- desks that end or are rebuilt ----

void Lobby::DeskEnded(const std::string& id) {
  ended_.push_back(id);
  SweepLater();
}

void Lobby::MustRebuild(const std::string& id) {
  if (std::ranges::find(rebuild_, id) == rebuild_.end()) rebuild_.push_back(id);
  SweepLater();
}

void Lobby::SweepLater(Ms after) {
  if (sweep_ != 0) return;
  sweep_ = world_.timers.At(world_.clock.Steady() + after, [this] {
    sweep_ = 0;
    for (const std::string& id : std::exchange(ended_, {})) {
      if (desks_.contains(id)) Forget(id);
    }
    for (const std::string& id : std::exchange(rebuild_, {})) {
      if (desks_.contains(id) && !Rebuild(id)) rebuild_.push_back(id);
    }
    if (!rebuild_.empty()) SweepLater(kReadAgainAfter);
  });
}

void Lobby::Forget(const std::string& id) {
  const auto desk = desks_.find(id);
  codes_.erase(desk->second->code());
  std::erase(order_, id);
  desks_.erase(desk);
  SeatsChanged(id);
}

// Rebuilds the desk from the journal. Returns false if the disk cannot be read. The old desk then
// stays idle, and no request is answered.
bool Lobby::Rebuild(const std::string& id) {
  std::optional<StoredDesk> stored;
  std::vector<Outstanding> outstanding;
  try {
    stored = journal_.LoadDesk(id);
    outstanding = OutstandingAt(id);
  } catch (const std::exception& fault) {
    world_.log.Warning({.desk = id},
                       fmt::format("cannot be read, and is tried again: {}", fault.what()));
    return false;
  }
  const auto old = desks_.find(id);
  const std::string code = old->second->code();
  const bool was_stored = old->second->stored();
  desks_.erase(old);
  std::string report = "it is damaged, or no longer there";
  if (stored) {
    auto desk = std::make_unique<Desk>(config_, world_, journal_, variants_, owner(), id, code);
    report = desk->Restore(*stored, world_.clock.Wall()).value_or("");
    if (report.empty()) AddRestored(std::move(desk));
  }
  if (!report.empty()) {
    // An unstored desk is not an error: its creation failed.
    if (stored || was_stored) world_.log.Error({.desk = id}, "put aside: " + report);
    codes_.erase(code);
    std::erase(order_, id);
    SeatsChanged(id);
  }
  for (const Outstanding& request : outstanding) AnswerOutstanding(request);
  for (const std::string& user : users_of_[id]) {
    if (const auto desk = desks_.find(id); desk != desks_.end() && IsOnline(user))
      desk->second->Greet(user);
  }
  return true;
}

std::vector<Lobby::Outstanding> Lobby::OutstandingAt(const std::string& id) {
  std::vector<Outstanding> found;
  for (const auto& [number, session] : by_number_) {
    const std::shared_ptr<InFlight>& flight = sessions_.at(session).in_flight;
    if (!flight || flight->answered || flight->desk != id) continue;
    Outstanding& one = found.emplace_back(flight);
    if (flight->act)
      one.record = journal_.FindAct(id, static_cast<std::uint32_t>(flight->act->match),
                                    flight->user, flight->act->id);
  }
  return found;
}

// An act was accepted if, and only if, the journal has its record.
void Lobby::AnswerOutstanding(const Outstanding& request) {
  if (!request.record) return request.flight->Answer(MakeError("busy"));
  if (request.record->body != BodyHash(*request.flight->act))
    return request.flight->Answer(MakeError("id_reuse"));
  Json ok = ActAnswer(*request.record);
  if (request.flight->dup) ok["dup"] = true;
  request.flight->Answer(std::move(ok));
}

// ---- requests ----

void Lobby::Handle(Session& session, Request request, Ms read_at, Reply reply) {
  Known& known = sessions_[&session];
  auto flight = std::make_shared<InFlight>();
  flight->reply = std::move(reply);
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
  flight->user = known.user->id;
  if (const auto* act = std::get_if<request::Act>(&request)) flight->act = *act;
  const User user = *known.user;  // a copy: the request may end this session
  std::visit([&](auto& body) { Do(session, user, body, read_at, once, *flight); }, request);
}

template <typename T>
void Lobby::Do(Session& session, const User& user, T& body, Ms read_at, const Reply& reply,
               InFlight& flight) {
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
  } else if constexpr (std::is_same_v<T, request::Join> || std::is_same_v<T, request::Watch>) {
    Error error;
    Desk* desk = Find(session, body.desk, body.code, user, error);
    if (desk == nullptr) return reply(std::move(error));
    flight.desk = desk->id();
    if constexpr (std::is_same_v<T, request::Join>)
      desk->Join(user, body.seat, reply);
    else
      desk->Watch(user, reply);
  } else if constexpr (NamesDesk<T>) {
    const auto found = desks_.find(body.desk);
    if (found == desks_.end()) return reply(MakeError("no_desk"));
    Desk& desk = *found->second;
    flight.desk = desk.id();
    if constexpr (std::is_same_v<T, request::Leave>) desk.Leave(user, reply);
    if constexpr (std::is_same_v<T, request::Ready>) desk.Ready(user, body, reply);
    if constexpr (std::is_same_v<T, request::Config>) {
      if (!body.options.is_object())
        return reply(BadMessage("options", "options 应为对象", "options must be an object"));
      desk.Config(user, body.options, reply);
    }
    if constexpr (std::is_same_v<T, request::Dissolve>) desk.Dissolve(user, reply);
    if constexpr (std::is_same_v<T, request::Vote>) desk.Vote(user, body.agree, reply);
    if constexpr (std::is_same_v<T, request::Act>) desk.Act(user, body, read_at, reply, flight.dup);
    if constexpr (std::is_same_v<T, request::Sync>) desk.Sync(user, body.since, reply);
    if constexpr (std::is_same_v<T, request::Hint>) desk.Hint(user, reply);
    if constexpr (std::is_same_v<T, request::Why>) desk.Why(user, body, reply);
    if constexpr (std::is_same_v<T, request::Auto>) desk.Auto(user, body.on, reply);
    if constexpr (std::is_same_v<T, request::Say>) {
      if (body.text.has_value() == body.emote.has_value())
        return reply(BadMessage(body.text ? "emote" : "text", "text 与 emote 二选一",
                                "one of text and emote"));
      const auto clean =
          CleanText(body.text ? *body.text : *body.emote, body.text ? kSaidCharacters : 32);
      if (!clean)
        return reply(BadMessage(body.text ? "text" : "emote", "应为 1 到 120 个字符，不含控制字符",
                                "1 to 120 characters, no control characters"));
      (body.text ? body.text : body.emote) = *clean;
      desk.Say(user, body, reply);
    }
  }
}

// ---- log in ----

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
  for (const std::string& id : DesksOf(login.user.id)) desks.push_back(id);
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

// ---- desks ----

Desk* Lobby::Find(Session& session, const std::optional<std::string>& desk,
                  const std::optional<std::string>& code, const User& user, Error& error) {
  if (desk.has_value() == code.has_value()) {
    error = BadMessage(desk ? "code" : "desk", "desk 与 code 二选一", "one of desk and code");
    return nullptr;
  }
  error = MakeError("no_desk");
  if (code) {
    const Ms now = world_.clock.Steady();
    if (Limited(session) && !wrong_codes_.Allows(session.address(), now)) {
      error = MakeError("rate_limited");
      return nullptr;
    }
    const auto found = codes_.find(*code);
    if (found == codes_.end()) {
      if (Limited(session)) wrong_codes_.Count(session.address(), now);
      return nullptr;
    }
    return desks_.at(found->second).get();
  }
  const auto found = desks_.find(*desk);
  if (found == desks_.end()) return nullptr;
  const Desk& one = *found->second;
  if (one.settings().is_private && !one.SeatOf(user.id) && !one.Watches(user.id)) return nullptr;
  return found->second.get();
}

Result<std::shared_ptr<const Flow>> Lobby::FlowFor(const std::string& variant,
                                                   const std::optional<std::string>& preset,
                                                   const std::optional<Json>& options,
                                                   Error& error) {
  if (!variants_.Has(variant)) {
    error = MakeError("bad_variant");
    return Fault{"V09", {}, "there is no such variant"};
  }
  if (options && !options->is_object()) {
    error = BadMessage("options", "options 应为对象", "options must be an object");
    return Fault{"O01", {}, "options must be an object"};
  }
  OptionValues values = OptionsFrom(options.value_or(Json::object()));
  if (preset) values[kPresetKey] = *preset;
  auto flow = variants_.FlowFor(variant, values);
  if (!flow) {
    const std::string& text = flow.faults().front().message;
    error = MakeError("bad_option", flow.faults().front().code, text, text);
  }
  return flow;
}

Desk* Lobby::NewDesk(DeskSettings settings, std::shared_ptr<const Flow> flow) {
  const std::string id = NewId();
  const std::string code = NewCode();
  auto desk = std::make_unique<Desk>(config_, world_, journal_, variants_, owner(), id, code);
  desk->Open(std::move(settings), std::move(flow));
  codes_[code] = id;
  order_.push_back(id);
  Desk* made = desk.get();
  desks_[id] = std::move(desk);
  return made;
}

void Lobby::Create(const User& user, const request::Create& create, const Reply& reply,
                   InFlight& flight) {
  static const std::array<std::string, 4> times = {"normal", "slow", "fast", "none"};
  DeskSettings settings;
  settings.variant = create.variant;
  settings.is_private = create.private_.value_or(false);
  settings.spectators = create.spectators.value_or(true);
  settings.time = create.time.value_or("normal");
  if (std::ranges::find(times, settings.time) == times.end())
    return reply(BadMessage("time", "time 应为 normal、slow、fast 或 none",
                            "time must be normal, slow, fast or none"));
  Error error;
  const auto flow = FlowFor(create.variant, create.preset, create.options, error);
  if (!flow) return reply(std::move(error));
  if (desks_.size() >= static_cast<std::size_t>(config_.limits.max_desks) || draining_)
    return reply(MakeError("busy"));
  settings.options = OptionValues((*flow)->options().begin(), (*flow)->options().end());
  const int places = Desk::PlacesOf(**flow);
  const std::int64_t robots = create.robots.value_or(0);
  if (robots < 0 || robots >= places)
    return reply(BadMessage("robots", fmt::format("机器人应为 0 到 {} 个", places - 1),
                            fmt::format("robots must be 0 to {}", places - 1)));
  if (create.seat && (*create.seat < 0 || *create.seat >= places))
    return reply(BadMessage("seat", fmt::format("座位应为 0 到 {}", places - 1),
                            fmt::format("the seat must be 0 to {}", places - 1)));
  Desk* desk = NewDesk(std::move(settings), *flow);
  flight.desk = desk->id();
  desk->Found(user, create.seat, robots, reply);
}

// A fuller desk is more likely, so that matches begin soon. A new desk is made if none is free.
void Lobby::Quick(const User& user, const request::Quick& quick, const Reply& reply,
                  InFlight& flight) {
  Error error;
  const auto flow = FlowFor(quick.variant, std::nullopt, quick.options, error);
  if (!flow) return reply(std::move(error));
  const OptionValues options((*flow)->options().begin(), (*flow)->options().end());
  std::vector<Desk*> free;
  std::vector<std::uint32_t> weights;
  std::uint32_t total = 0;
  for (const std::string& id : order_) {
    Desk& desk = *desks_.at(id);
    if (!desk.settings().quick || desk.settings().variant != quick.variant ||
        desk.settings().options != options || desk.playing() || desk.ended())
      continue;
    if (desk.SeatOf(user.id)) {
      flight.desk = id;
      return desk.Join(user, std::nullopt, reply);
    }
    if (desk.FreeSeats() == 0 || desk.People() == 0) continue;
    free.push_back(&desk);
    weights.push_back(static_cast<std::uint32_t>(desk.People()));
    total += weights.back();
  }
  if (!free.empty()) {
    std::uint32_t at = Random(total);
    std::size_t i = 0;
    while (at >= weights[i]) at -= weights[i++];
    flight.desk = free[i]->id();
    return free[i]->Join(user, std::nullopt, reply);
  }
  if (desks_.size() >= static_cast<std::size_t>(config_.limits.max_desks) || draining_)
    return reply(MakeError("busy"));
  DeskSettings settings;
  settings.variant = quick.variant;
  settings.options = options;
  settings.quick = true;
  Desk* desk = NewDesk(std::move(settings), *flow);
  flight.desk = desk->id();
  desk->Found(user, std::nullopt, 0, reply);
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
  const auto match = static_cast<std::uint32_t>(request.match);
  const std::uint32_t finished = journal_.FinishedHands(request.desk, match);
  const std::uint32_t first = request.hand ? static_cast<std::uint32_t>(*request.hand) : 0;
  std::vector<StoredHand> hands;
  for (std::uint32_t hand = first; hand < (request.hand ? first + 1 : finished); ++hand) {
    auto stored = journal_.LoadHand(request.desk, match, hand);
    if (!stored) break;
    hands.push_back(std::move(*stored));
  }
  if (hands.empty()) {
    const auto desk = desks_.find(request.desk);
    if (desk == desks_.end()) return reply(MakeError("no_desk"));
    if (!desk->second->SeatOf(user.id)) return reply(MakeError("not_seated"));
    return reply(MakeError(desk->second->playing() ? "playing" : "not_playing"));
  }
  if (!SatAt(hands.front(), user.id)) return reply(MakeError("not_seated"));
  const auto text = HandJournalText(variants_, hands);
  if (!text) {
    world_.log.Error({.desk = request.desk}, "no journal: " + text.faults().front().message);
    return reply(MakeError("internal"));
  }
  reply(Json{{"text", *text}});
}

// ---- operators ----

void Lobby::Drain() {
  if (draining_) return;
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

bool Lobby::Kick(const std::string& user) {
  const auto found = online_.find(user);
  if (found == online_.end()) return false;
  found->second->Bye("limit");
  return true;
}

}  // namespace mlf::server
