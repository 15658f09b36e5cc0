// The lobby: desks are made, found, restored at the start, rebuilt after an unknown outcome, and
// forgotten.
#include "server/lobby/lobby.h"

#include "server/lobby/seat_limit.h"
#include "server/protocol/json_wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mlf::server {
namespace {

// A desk that waits has no journal to fit.
std::string PutAside(const StoredDesk& desk, const std::string& report) {
  return (desk.head ? "put aside, its journal does not fit: " : "put aside, ") + report;
}

constexpr Ms kReadAgainAfter = 1000;  // for a desk whose rows could not be read

}  // namespace

// ---- start ----

std::optional<std::string> Lobby::Restore(const StoredDesk& stored, Ms alive) {
  const std::string& id = stored.desk;
  auto desk =
      std::make_unique<Desk>(config_, world_, journal_, variants_, owner(), id, stored.row.code);
  if (auto report = desk->Restore(stored, alive)) return report;
  codes_[desk->code()] = id;
  if (std::ranges::find(order_, id) == order_.end()) order_.push_back(id);
  Desk& added = *desk;
  desks_[id] = std::move(desk);
  SeatsChanged(id);
  if (!added.rules_gone()) return std::nullopt;
  world_.log.Warning({.desk = id},
                     "its match began under rules that this program cannot build; "
                     "the match ends at its last durable step");
  added.EndGoneMatch();
  return std::nullopt;
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
    if (const auto report = Restore(one, alive))
      world_.log.Error({.desk = one.desk}, PutAside(one, *report));
  }
  return static_cast<int>(desks_.size());
}

// ---- desks of a cluster ----

template <typename Reads, typename Then>
void Lobby::ReadDesk(const std::string& id, Reads reads, Then then) {
  const auto wanted = std::make_shared<bool>(true);
  if (const auto before = std::exchange(reading_[id], wanted)) *before = false;
  journal_.Read(std::move(reads), [this, alive = alive_, id, wanted, then = std::move(then)](
                                      auto read, const std::string& why) {
    if (!*alive || !*wanted) return;
    reading_.erase(id);
    then(std::move(read), why);
  });
}

void Lobby::Take(const std::string& id, std::function<void(Taken)> done) {
  ReadDesk(
      id, [this, id] { return journal_.LoadDesk(id); },
      [this, id, done = std::move(done)](const std::optional<std::optional<StoredDesk>>& read,
                                         const std::string& why) {
        if (read) return done(Start(id, *read));
        world_.log.Warning({.desk = id}, fmt::format("cannot be read yet: {}", why));
        done(Taken::kUnreadable);
      });
}

Lobby::Taken Lobby::Start(const std::string& id, const std::optional<StoredDesk>& stored) {
  if (!stored) return Taken::kGone;
  // Another host may have the rules that this one cannot build, so the match does not end here.
  if (stored->head) {
    const auto flow = variants_.FlowOf(*stored->head);
    if (!flow) {
      world_.log.Warning({.desk = id}, "goes to another host: " + flow.faults().front().message);
      return Taken::kCannotRun;
    }
  }
  Ms alive = 0;
  for (const Record& record : stored->records) alive = std::max(alive, record.at);
  if (const auto report = Restore(*stored, alive)) {
    world_.log.Error({.desk = id}, PutAside(*stored, *report));
    return Taken::kCannotRun;
  }
  GreetOnline(id);
  return Taken::kRuns;
}

void Lobby::Drop(const std::string& id) {
  if (const auto reading = reading_.extract(id)) *reading.mapped() = false;
  if (!desks_.contains(id)) return;
  const auto waiting = WaitingAt(id);
  Forget(id);
  for (const auto& flight : waiting) flight->Answer(MakeError(kMoved));
}

bool Lobby::Rests(const std::string& id) const {
  const auto desk = desks_.find(id);
  if (desk == desks_.end()) return true;
  const Match* const match = desk->second->match();
  return desk->second->stored() && (match == nullptr || match->BetweenHands()) &&
         WaitingAt(id).empty();
}

void Lobby::SetDesk(const std::shared_ptr<InFlight>& flight, const std::string& id) {
  flight->desk = id;
  std::vector<std::weak_ptr<InFlight>>& here = flights_at_[id];
  std::erase_if(here, [](const std::weak_ptr<InFlight>& one) {
    const auto other = one.lock();
    return other == nullptr || other->answered;
  });
  here.push_back(flight);
}

std::vector<std::shared_ptr<Lobby::InFlight>> Lobby::WaitingAt(const std::string& id) const {
  std::vector<std::shared_ptr<InFlight>> waiting;
  const auto found = flights_at_.find(id);
  if (found == flights_at_.end()) return waiting;
  for (const std::weak_ptr<InFlight>& one : found->second) {
    const auto flight = one.lock();
    if (flight && !flight->answered && flight->session != nullptr) waiting.push_back(flight);
  }
  return waiting;
}

void Lobby::GreetOnline(const std::string& id) {
  const auto users = users_of_.find(id);
  if (users == users_of_.end()) return;
  for (const std::string& user : std::vector<std::string>(users->second)) {
    if (const auto desk = desks_.find(id); desk != desks_.end() && IsOnline(user))
      desk->second->Greet(user);
  }
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
      if (!desks_.contains(id)) continue;
      Forget(id);
      if (claims_ != nullptr) claims_->Ended(id);
    }
    for (const std::string& id : std::exchange(rebuild_, {})) {
      if (desks_.contains(id) && !reading_.contains(id)) Rebuild(id);
    }
  });
}

void Lobby::Forget(const std::string& id) {
  const auto desk = desks_.find(id);
  codes_.erase(desk->second->code());
  std::erase(order_, id);
  flights_at_.erase(id);
  desks_.erase(desk);
  SeatsChanged(id);
}

// Rebuilds the desk from the journal. Until it is read, the old desk stays idle, and no request is
// answered.
void Lobby::Rebuild(const std::string& id) {
  ReadDesk(
      id,
      [this, id] {
        Reread read{journal_.LoadDesk(id), {}};
        read.outstanding = OutstandingAt(id);
        return read;
      },
      [this, id](const std::optional<Reread>& read, const std::string& why) {
        if (!desks_.contains(id)) return;
        if (read) return RebuildFrom(id, *read);
        world_.log.Warning({.desk = id},
                           fmt::format("cannot be read, and is tried again: {}", why));
        rebuild_.push_back(id);
        SweepLater(kReadAgainAfter);
      });
}

void Lobby::RebuildFrom(const std::string& id, const Reread& read) {
  const std::optional<StoredDesk>& stored = read.stored;
  const auto old = desks_.find(id);
  const std::string code = old->second->code();
  const bool was_stored = old->second->stored();
  desks_.erase(old);
  std::string report = "it is damaged, or no longer there";
  if (stored) report = Restore(*stored, world_.clock.Wall()).value_or("");
  if (!report.empty()) {
    // An unstored desk is not an error: its creation failed.
    if (stored || was_stored) world_.log.Error({.desk = id}, "put aside: " + report);
    codes_.erase(code);
    std::erase(order_, id);
    SeatsChanged(id);
    if (claims_ != nullptr) stored ? claims_->Refused(id) : claims_->Ended(id);
  }
  for (const Outstanding& request : read.outstanding) AnswerOutstanding(request);
  GreetOnline(id);
}

std::vector<Lobby::Outstanding> Lobby::OutstandingAt(const std::string& id) {
  std::vector<Outstanding> found;
  for (const auto& flight : WaitingAt(id)) {
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

// ---- find and make ----

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

Desk* Lobby::At(const std::string& desk) const {
  const auto found = desks_.find(desk);
  return found == desks_.end() || found->second->ended() ? nullptr : found->second.get();
}

Error Lobby::NoDesk(const std::string& desk, const InFlight* flight) const {
  if (claims_ == nullptr || desks_.contains(desk)) return MakeError("no_desk");
  const bool never_took = flight != nullptr && flight->act &&
                          claims_->NeverTook(desk, static_cast<std::uint32_t>(flight->act->match),
                                             flight->user, flight->act->id);
  return MakeError(never_took ? kNeverTook : kMoved);
}

Desk* Lobby::Find(Session& session, const std::optional<std::string>& desk,
                  const std::optional<std::string>& code, const User& user, Error& error) {
  if (desk.has_value() == code.has_value()) {
    error = BadMessage(desk ? "code" : "desk", "desk 与 code 二选一", "one of desk and code");
    return nullptr;
  }
  error = MakeError("no_desk");
  if (code) {
    if (!door_.MayTryCode(session)) {
      error = MakeError("rate_limited");
      return nullptr;
    }
    const auto found = codes_.find(*code);
    if (found == codes_.end()) {
      // A gateway that knows the code asks only the host of its desk.
      if (claims_ != nullptr)
        error = MakeError(kMoved);
      else
        door_.WrongCode(session);
      return nullptr;
    }
    return At(found->second);
  }
  Desk* const found = At(*desk);
  if (found == nullptr) {
    error = NoDesk(*desk);
    return nullptr;
  }
  const bool known = found->SeatOf(user.id) || found->Watches(user.id);
  return found->settings().is_private && !known ? nullptr : found;
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
  if (flow) return flow;
  // Faults of its files are the operator's.
  error = variants_.Open(variant) ? BadOption(flow.faults().front()) : MakeError("bad_variant");
  return flow;
}

std::optional<Error> Lobby::TooManyDesks(const std::string& user, const InFlight& flight) const {
  if (!flight.limited) return std::nullopt;
  std::int64_t seats = 0;
  for (const std::string& id : DesksOf(user)) {
    const Desk* const desk = At(id);
    if (desk != nullptr && desk->SeatOf(user)) ++seats;
  }
  const std::int64_t most = config_.limits.desks_per_user;
  return seats < most ? std::nullopt : std::optional(NoMoreSeats(most));
}

void Lobby::NewDesk(const DeskSettings& settings, const std::shared_ptr<const Flow>& flow,
                    const std::shared_ptr<InFlight>& flight, const std::function<void(Desk&)>& then,
                    int draws) {
  const std::string id = NewId();
  const std::string code = NewCode();
  auto desk = std::make_unique<Desk>(config_, world_, journal_, variants_, owner(), id, code);
  desk->Open(settings, flow);
  codes_[code] = id;  // nobody else gets it meanwhile
  const auto add = [this, id, flight, then](std::unique_ptr<Desk> made) {
    order_.push_back(id);
    SetDesk(flight, id);
    then(*(desks_[id] = std::move(made)));
  };
  if (claims_ == nullptr) return add(std::move(desk));
  // Here, and not in the answer to the claim, which may outlive the lobby.
  const Desk& made = *(claimed_[id] = std::move(desk));
  claims_->Claim(
      id, SummaryOf(made),
      [this, id, code, settings, flow, flight, then, add, draws](DeskClaims::Claimed how) {
        auto claimed = claimed_.extract(id);
        if (how == DeskClaims::Claimed::kOurs) return add(std::move(claimed.mapped()));
        codes_.erase(code);
        if (how == DeskClaims::Claimed::kTaken && draws > 1)
          return NewDesk(settings, flow, flight, then, draws - 1);
        flight->Answer(MakeError("busy"));
      });
}

void Lobby::Create(const User& user, const request::Create& create, const Reply& reply,
                   const std::shared_ptr<InFlight>& flight) {
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
  if (auto refusal = TooManyDesks(user.id, *flight)) return reply(*std::move(refusal));
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
  flight->note = fmt::format("has made the desk: {} with {} robots", settings.variant, robots);
  NewDesk(settings, *flow, flight, [user, seat = create.seat, robots, reply](Desk& desk) {
    desk.Found(user, seat, robots, reply);
  });
}

// A fuller desk is more likely, so that matches begin soon. A new desk is made if none is free.
void Lobby::Quick(const User& user, const request::Quick& quick, const Reply& reply,
                  const std::shared_ptr<InFlight>& flight) {
  Error error;
  const auto flow = FlowFor(quick.variant, quick.preset, quick.options, error);
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
      SetDesk(flight, id);
      return desk.Join(user, std::nullopt, reply);
    }
    if (desk.FreeSeats() == 0 || desk.People() == 0) continue;
    free.push_back(&desk);
    weights.push_back(static_cast<std::uint32_t>(desk.People()));
    total += weights.back();
  }
  if (auto refusal = TooManyDesks(user.id, *flight)) return reply(*std::move(refusal));
  if (!free.empty()) {
    std::uint32_t at = Random(total);
    std::size_t i = 0;
    while (at >= weights[i]) at -= weights[i++];
    SetDesk(flight, free[i]->id());
    flight->note = kHasJoined;
    return free[i]->Join(user, std::nullopt, reply);
  }
  if (desks_.size() >= static_cast<std::size_t>(config_.limits.max_desks) || draining_)
    return reply(MakeError("busy"));
  DeskSettings settings;
  settings.variant = quick.variant;
  settings.options = options;
  settings.quick = true;
  flight->note = fmt::format("has made the desk: {} of a quick match", settings.variant);
  NewDesk(settings, *flow, flight,
          [user, reply](Desk& desk) { desk.Found(user, std::nullopt, 0, reply); });
}

}  // namespace mlf::server
