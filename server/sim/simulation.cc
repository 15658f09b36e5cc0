#include "server/sim/simulation.h"

#include "server/config/config.h"
#include "server/host/variant_shelf.h"
#include "server/lobby/lobby.h"
#include "server/protocol/json_wire.h"
#include "server/sim/faulty_journal.h"
#include "server/sim/sim_accounts.h"
#include "server/sim/sim_store.h"
#include "server/sim/sim_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace mlf::server {
namespace {

constexpr Ms kLongest = 600'000;  // longer than any window of any variant

class Run;

// An act as its sender knows it.
struct Sent {
  Json request;
  std::optional<Json> ok;  // of the first acknowledgement
  bool busy = false;       // the last answer: it was not taken
};

// One person: checks that all messages it gets are consistent.
class Person final : public Session {
 public:
  Person(Run& run, int index) : run_(run), index_(index), name_(fmt::format("person {}", index)) {}

  void Do();
  void Lost();  // the connection, or the server

  void Send(MessagePtr message) override;
  void Bye(std::string_view) override { Lost(); }
  void Close() override { Lost(); }
  const std::string& address() const override { return address_; }
  std::uint64_t number() const override { return number_; }

  std::map<std::pair<std::string, std::string>, Sent> sent;  // by match and id

 private:
  bool Reachable() const;
  void Connect();
  void Ask(Json request);
  void Answered(const Json& request, const Json& answer);
  void Act();
  void Check(const Json& push);
  Json Creates(const std::string& text);
  Json RandomAct();

  Run& run_;
  const int index_;
  const std::string name_;
  const std::string address_ = "10.0.0.1";
  std::uint64_t number_ = 0;
  bool connected_ = false, waiting_ = false;
  std::string token_, user_, desk_;
  std::int64_t match_ = 0, seq_ = -1, seat_ = -1;
  bool playing_ = false;
  Json question_;
  std::map<std::string, std::int64_t> mine_;  // accepted acts by desk and match
  int ids_ = 0;
};

// Every fault that an operator would have to examine fails the run.
class SimLog final : public Log {
 public:
  explicit SimLog(Run& run) : run_(run) {}
  void Write(LogLevel level, const LogIds& ids, std::string_view text) override;

 private:
  Run& run_;
};

class Run {
 public:
  explicit Run(const SimulationPlan& plan)
      : plan_(plan),
        random_seed_(StreamSeed(plan.seed, "simulation")),
        log_(*this),
        world_(std::make_unique<SimWorld>(plan.seed, log_)),
        store_(plan.disk ? DiskStore(plan.seed, FaultOfDisk(plan.planted))
                         : MemoryStore(plan.seed)),
        accounts_(world_->world()) {
    config_.table.claim_pause_ms = Random(3) * 250;
    config_.table.spectator_delay = Random(5);
    for (int i = 0; i < plan.people; ++i) people_.push_back(std::make_unique<Person>(*this, i));
  }

  SimulationReport Go() {
    try {
      Start();
      Live();
      Finish();
    } catch (const std::runtime_error& what) {
      Fault(what.what());
    }
    return report_;
  }

  std::uint32_t Random(std::uint32_t bound) { return Stream(random_seed_, counter_).Below(bound); }
  // What a client reads. People who are sent the same come one after the other.
  const Json& Parsed(const MessagePtr& message) {
    if (message != parsed_message_) parsed_ = Json::parse(PushText(message->push()));
    parsed_message_ = message;
    return parsed_;
  }
  void Fault(std::string what) {
    if (report_.fault.empty()) report_.fault = std::move(what);
  }

  const SimulationPlan& plan_;
  SimulationReport report_;
  ServerConfig config_;
  std::uint64_t random_seed_;
  std::uint32_t counter_ = 0;
  SimLog log_;
  std::unique_ptr<SimWorld> world_;
  VariantShelf& shelf_ = Shelf(plan_.variants);
  std::unique_ptr<SimStore> store_;
  SimAccounts accounts_;
  std::optional<FaultyJournal> journal_;
  std::unique_ptr<Lobby> lobby_;
  std::vector<std::unique_ptr<Person>> people_;
  std::set<std::string> codes_;
  std::uint64_t sessions_ = 0;
  MessagePtr parsed_message_;
  Json parsed_;

 private:
  // Variants are the same for every seed, and building them takes longer than a match.
  static VariantShelf& Shelf(const std::vector<std::string>& variants) {
    static VariantShelf shelf("");
    static std::map<std::string, std::shared_ptr<const Flow>> built;  // a shelf forgets the unused
    for (const std::string& variant : variants) {
      if (built.contains(variant)) continue;
      if (const auto flow = shelf.FlowFor(variant, {})) built[variant] = *flow;
    }
    return shelf;
  }
  static DiskFault FaultOfDisk(Planted planted) {
    return planted == Planted::kNormalSync ? DiskFault::kNormalSync
           : planted == Planted::kTornLog  ? DiskFault::kTornLog
                                           : DiskFault::kNone;
  }

  void Live() {
    for (int i = 0; i < plan_.actions && report_.fault.empty(); ++i) {
      people_[Random(static_cast<std::uint32_t>(people_.size()))]->Do();
      Pass(Random(20) == 0 ? Random(60'000) : Random(1500));
      if (Random(60) == 0) FailDisk();
      switch (Random(80)) {
        case 0: Restart(); break;
        case 1: store_->CrashSoon(); break;
        default: break;
      }
      if (store_->dead()) Restart();
    }
  }
  // The machine may die again while the server starts.
  void Start() {
    while (!TryToStart()) NextWorld();
  }
  bool TryToStart() {
    if (plan_.planted == Planted::kTwiceTimer) world_->timers.RunTwice(7);
    try {
      Journal& journal =
          store_->Start(world_->world(), [this](std::string what) { Fault(std::move(what)); });
      journal_.emplace(journal, world_->world(), plan_.planted);
      lobby_ = std::make_unique<Lobby>(
          config_, world_->world(), *journal_, accounts_, shelf_,
          [](std::span<const std::byte> bytes) {
            return HashName({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
          });
      lobby_->Recover();
      return true;
    } catch (const std::runtime_error&) {
      if (!store_->dead()) throw;
      return false;
    }
  }
  void NextWorld() {
    ++report_.restarts;
    lobby_.reset();
    journal_.reset();
    store_->Crash();
    auto next = std::make_unique<SimWorld>(
        plan_.seed + static_cast<std::uint64_t>(report_.restarts) * 1000, log_);
    next->clock.Set(world_->clock.Steady() + 10 + Random(20'000));
    accounts_.Crash(next->world());
    world_ = std::move(next);
  }
  void Pass(Ms ms) {
    const Ms until = world_->clock.Steady() + ms;
    while (!store_->dead() && world_->Step(until)) {
    }
    world_->clock.Set(until);
  }
  void Restart() {
    for (auto& person : people_) person->Lost();
    NextWorld();
    if (Random(8) == 0) store_->CrashSoon();
    Start();
  }
  void FailDisk() {
    ++report_.failures;
    store_->Fail();
    Pass(Random(2000));
    store_->Mend();
    Pass(50);
  }
  // All persons come back once more. Every acknowledged act must exist exactly once.
  void Finish() {
    if (!report_.fault.empty()) return;
    for (auto& person : people_) person->Lost();
    NextWorld();
    Start();
    for (auto& person : people_) {
      for (auto& [key, sent] : person->sent) {
        if (!sent.ok && !sent.busy) continue;
        report_.acknowledged += sent.ok ? 1 : 0;
        const int found = store_->Count(sent.request["desk"].get<std::string>(),
                                        sent.request["match"].get<std::uint32_t>(),
                                        sent.request["id"].get<std::string>());
        if (found != (sent.ok ? 1 : 0))
          return Fault(
              fmt::format("the act {} was answered with {}, and is in the journal {} times",
                          sent.request.dump(), sent.ok ? "ok" : "busy", found));
      }
    }
    // Windows end by their deadlines.
    for (int i = 0; i < 200 && lobby_->match_count() > 0; ++i) {
      const std::uint64_t before = store_->size();
      Pass(kLongest);
      if (lobby_->match_count() > 0 && store_->size() == before)
        return Fault("a match makes no progress:  " + lobby_->AdminDesks().dump());
    }
  }
};

void SimLog::Write(LogLevel level, const LogIds& ids, std::string_view text) {
  if (level == LogLevel::kError) run_.Fault(fmt::format("desk {}: {}", ids.desk, text));
}

// ---- Person ----

void Person::Connect() {
  number_ = ++run_.sessions_;
  connected_ = true;
  waiting_ = false;
  seq_ = -1;
  playing_ = false;
  question_ = nullptr;
  run_.lobby_->Opened(*this);
  Ask(token_.empty() ? Json{{"t", "login"}, {"name", name_}}
                     : Json{{"t", "login"}, {"token", token_}});
}

bool Person::Reachable() const { return connected_ && !run_.store_->dead(); }

void Person::Lost() {
  if (!std::exchange(connected_, false)) return;
  run_.lobby_->Closed(*this);
}

void Person::Ask(Json request) {
  ++run_.report_.requests;
  const Incoming incoming = ReadRequest(request);
  if (const Error* error = std::get_if<Error>(&incoming.content))
    return run_.Fault("a request was not understood: " + error->reason.dump() + request.dump());
  waiting_ = true;
  const std::uint64_t connection = number_;
  run_.lobby_->Handle(*this, std::get<Request>(incoming.content), run_.world_->clock.Steady(),
                      [this, request = std::move(request), connection](const Answer& answer) {
                        if (!Reachable() || connection != number_) return;
                        waiting_ = false;
                        Answered(request, AnswerObject(nullptr, answer));
                      });
}

void Person::Do() {
  if (!connected_) return Connect();
  if (waiting_) return;
  if (run_.Random(25) == 0) return Lost();
  if (desk_.empty()) {
    if (!run_.codes_.empty() && run_.Random(3) != 0) {
      auto code = run_.codes_.begin();
      std::advance(code, run_.Random(static_cast<std::uint32_t>(run_.codes_.size())));
      return Ask({{"t", "join"}, {"code", *code}});
    }
    const auto& variants = run_.plan_.variants;
    return Ask(Creates(variants[run_.Random(static_cast<std::uint32_t>(variants.size()))]));
  }
  if (!playing_) {
    if (run_.Random(10) == 0) return Ask({{"t", "leave"}, {"desk", desk_}});
    Json ready{{"t", "ready"}, {"desk", desk_}, {"ready", run_.Random(8) != 0}};
    if (ready["ready"] && run_.Random(2) == 0) ready["salt"] = std::string(64, 'b');
    return Ask(std::move(ready));
  }
  switch (run_.Random(30)) {
    case 0: return Ask({{"t", "auto"}, {"desk", desk_}, {"on", run_.Random(2) == 0}});
    case 1: return Ask({{"t", "sync"}, {"desk", desk_}});
    case 2: return Ask({{"t", "hint"}, {"desk", desk_}});
    case 3: return Ask({{"t", "say"}, {"desk", desk_}, {"text", "hello"}});
    case 4:
      if (run_.Random(6) == 0) return Ask({{"t", "dissolve"}, {"desk", desk_}});
      return Ask({{"t", "vote"}, {"desk", desk_}, {"agree", run_.Random(3) != 0}});
    default: return Act();
  }
}

// A desk for as many people as the variant has seats; robots have further places.
Json Person::Creates(const std::string& text) {
  const std::string variant = text.substr(0, text.find('?'));
  Json options = Json::object();
  std::string_view rest = std::string_view(text).substr(std::min(variant.size() + 1, text.size()));
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    const std::string id(one.substr(0, one.find('=')));
    const std::string value(one.substr(std::min(id.size() + 1, one.size())));
    options[id] = Json::accept(value) ? Json::parse(value) : Json(value);
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
  }
  const auto flow = run_.shelf_.FlowFor(variant, OptionsFrom(options));
  MLF_CHECK(flow, text + " cannot be built");
  const int without_seat = Desk::PlacesOf(**flow) - (*flow)->seats();
  return {{"t", "create"},
          {"variant", variant},
          {"options", std::move(options)},
          {"robots", without_seat + static_cast<int>(run_.Random(2))}};
}

Json Person::RandomAct() {
  Json act = question_["defaults"][0];
  if (run_.Random(3) == 0) {
    const Json& offers = question_["choices"][0]["offers"];
    const Json& offer = offers[run_.Random(static_cast<std::uint32_t>(offers.size()))];
    const auto pick = [&](const Json& list) {
      return list[run_.Random(static_cast<std::uint32_t>(list.size()))];
    };
    Json chosen{{"node", offer["node"]}, {"ask", question_["ask"]}};
    const std::string kind = offer["kind"];
    if (kind == "piece") chosen["pieces"] = Json::array({pick(offer["pieces"])});
    if (kind == "combo") chosen["pieces"] = pick(offer["combos"]);
    if (kind == "value") chosen["value"] = pick(offer["values"]);
    if (kind == "range") chosen["value"] = offer["low"];
    if (kind == "nothing" || chosen.contains("pieces") || chosen.contains("value")) act = chosen;
  }
  act.erase("seat");
  act["t"] = "act";
  act["desk"] = desk_;
  act["match"] = match_;
  act["id"] = fmt::format("{}-{}", index_, ++ids_);
  return act;
}

void Person::Act() {
  // Sends an earlier request again, as if the network had doubled or delayed it.
  if (!sent.empty() && run_.Random(5) == 0) {
    auto old = sent.begin();
    std::advance(old, run_.Random(static_cast<std::uint32_t>(sent.size())));
    old->second.busy = false;
    if (old->second.request["desk"] == desk_) return Ask(old->second.request);
  }
  if (question_.is_null()) return;
  const Json act = RandomAct();
  question_ = nullptr;
  sent[{desk_ + act["match"].dump(), act["id"]}] = {act, std::nullopt};
  Ask(act);
}

void Person::Answered(const Json& request, const Json& answer) {
  const std::string type = request["t"];
  const bool ok = answer["t"] == "ok";
  if (!ok && (answer["code"] == "internal" || answer["code"] == "bad_message"))
    return run_.Fault(type + " was answered " + answer.dump());
  if (type == "login") {
    if (!ok) return Lost();
    user_ = answer["user"]["id"];
    token_ = answer["token"];
    // A desk whose answer was lost may be among them; the person plays at one.
    const Json& desks = answer["desks"];
    if (std::find(desks.begin(), desks.end(), Json(desk_)) == desks.end())
      desk_ = desks.empty() ? "" : desks[0].get<std::string>();
  } else if ((type == "create" || type == "join") && ok) {
    desk_ = answer["desk"]["id"];
    run_.codes_.insert(answer["desk"]["code"].get<std::string>());
  } else if (type == "join") {
    run_.codes_.erase(request["code"].get<std::string>());
  } else if (type == "leave" && ok) {
    desk_.clear();
  } else if (answer.contains("code") && answer["code"] == "no_desk") {
    desk_.clear();
    playing_ = false;
  } else if (type == "sync" && ok) {
    if (answer.contains("defaults")) question_ = answer;
    if (answer["seq"].get<std::int64_t>() != seq_ && seq_ >= 0)
      run_.Fault(fmt::format("sync has seq {}, below {}", answer["seq"].dump(), seq_));
  } else if (type == "act") {
    Sent& one = sent[{desk_ + request["match"].dump(), request["id"]}];
    if (answer.contains("code") && answer["code"] == "id_reuse")
      return run_.Fault("the same act again is id_reuse: " + request.dump());
    if (!ok) {
      if (one.ok) run_.Fault("an acknowledged act is refused: " + request.dump() + answer.dump());
      one.busy = answer["code"] == "busy";
      return;
    }
    Json plain = answer;
    plain.erase("dup");
    if (one.ok) {
      if (!answer.value("dup", false) || plain != *one.ok)
        run_.Fault("an act was acknowledged as " + one.ok->dump() + " and then " + answer.dump());
      return;
    }
    one.ok = plain;
    // Its own match: another one may have begun before the answer came.
    std::int64_t& mine = mine_[desk_ + request["match"].dump()];
    const std::int64_t now = answer["mine"];
    // Accepted acts whose answer was lost may lie between.
    if (!answer.value("dup", false) && now <= mine)
      run_.Fault(fmt::format("mine went from {} to {}", mine, now));
    mine = std::max(mine, now);
  }
}

void Person::Send(MessagePtr message) {
  if (!Reachable()) return;
  Check(run_.Parsed(message));
  if (run_.plan_.planted == Planted::kMisrouted && run_.Random(50) == 0) {
    for (auto& other : run_.people_) {
      if (other.get() != this && other->connected_ && other->desk_ == desk_ && other->playing_)
        return other->Check(run_.Parsed(message));
    }
  }
}

void Person::Check(const Json& push) {
  const std::string type = push["t"];
  const std::string desk = push.value(type == "desk" ? "id" : "desk", desk_);
  if (desk != desk_) return;
  const auto wrong = [&](std::string_view what) {
    run_.Fault(fmt::format("{} (seq {}): {}: {}", name_, seq_, what, push.dump().substr(0, 300)));
  };
  if (type == "begin") {
    const bool resumed = push.contains("resumed");
    const std::int64_t seq = push["seq"];
    if (!push.contains("seat")) return wrong("a seated person is shown as a spectator");
    if (!resumed && seq_ >= 0 && playing_ && push["match"] == match_ && seq != seq_ + 1)
      return wrong("a step is missing");
    if (resumed && push["match"] == match_ && seq < seq_) return wrong("the match went back");
    seq_ = seq;
    match_ = push["match"];
    seat_ = push["seat"];
    playing_ = true;
    question_ = nullptr;
    for (const Json& seat : push["view"]["seats"]) {
      const bool open = seat.contains("hand");  // the rules show it to this seat
      if (seat["seat"] != seat_ && !open && seat.contains("drawn") && seat["drawn"] != "?")
        return wrong("a drawn tile of another seat is shown");
    }
    if (push["view"].contains("wall") || push["view"].contains("seed"))
      return wrong("the wall is shown");
  } else if (type == "step") {
    if (!playing_ || seq_ < 0) return wrong("a step before begin");
    if (push["seq"] != seq_ + 1) return wrong("a step is missing or doubled");
    seq_ = push["seq"];
  } else if (type == "over") {
    playing_ = false;
    seq_ = -1;
    question_ = nullptr;
    ++run_.report_.matches;
    std::int64_t sum = 0;
    for (const Json& score : push["scores"]) sum += score.get<std::int64_t>();
    if (sum != 0) return wrong("points are not zero-sum");
  } else if (type == "desk") {
    if (push["state"] == "waiting") playing_ = false;
  }
  if (push.contains("choices")) {
    for (const Json& choice : push["choices"]) {
      if (choice["seat"] != seat_) return wrong("the choices of another seat are shown");
    }
  }
  if (push.contains("defaults")) question_ = push;
}

}  // namespace

SimulationReport Simulate(const SimulationPlan& plan) { return Run(plan).Go(); }

}  // namespace mlf::server
