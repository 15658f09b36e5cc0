// A desk's life: seats, storage, begin and end of a match. Requests during a match are in
// desk_play.cc.
#include "server/lobby/desk.h"

#include "server/fair/wall.h"
#include "server/protocol/hex.h"
#include "server/protocol/json_wire.h"

#include <mlf/components/persons.h>
#include <mlf/flow/json.h>

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <map>
#include <utility>

namespace mlf::server {
namespace {

double FactorOf(const std::string& time) {
  static const std::map<std::string, double> factors = {
      {"normal", 1}, {"slow", 2}, {"fast", 0.5}, {"none", 0}};
  return factors.at(time);
}

OptionValues OptionsOf(const Flow& flow) { return {flow.options().begin(), flow.options().end()}; }

}  // namespace

Desk::Desk(const ServerConfig& config, World world, Journal& journal, VariantShelf& shelf,
           DeskOwner& owner, std::string id, std::string code)
    : config_(config),
      world_(world),
      journal_(journal),
      shelf_(shelf),
      owner_(owner),
      id_(std::move(id)),
      code_(std::move(code)) {}

Desk::~Desk() {
  *alive_ = false;
  world_.timers.Cancel(waiting_);
  world_.timers.Cancel(robots_);
  world_.timers.Cancel(start_);
  world_.timers.Cancel(abandoned_);
  world_.timers.Cancel(failed_);
  world_.timers.Cancel(push_);
  if (vote_) world_.timers.Cancel(vote_->timer);
  for (const Seat& seat : seats_) world_.timers.Cancel(seat.unready);
  if (key_) sodium_memzero(key_->data(), key_->size());
}

void Desk::Open(DeskSettings settings, std::shared_ptr<const Flow> flow) {
  settings_ = std::move(settings);
  flow_ = std::move(flow);
  rules_ = flow_->fingerprint_text();
  seats_.resize(static_cast<std::size_t>(PlacesOf(*flow_)));
  Key key{};
  world_.entropy.Fill(std::as_writable_bytes(std::span(key)));
  key_ = key;
  ArmWaiting();
}

int Desk::PlacesOf(const Flow& flow) {
  const auto* persons = flow.Shared<logic::PersonRule>("persons");
  return persons != nullptr ? persons->Count() : flow.seats();
}

int Desk::FreeSeats() const {
  return static_cast<int>(std::ranges::count_if(seats_, [](const Seat& s) { return !s.taken(); }));
}

int Desk::People() const {
  return static_cast<int>(
      std::ranges::count_if(seats_, [](const Seat& s) { return s.taken() && !s.robot; }));
}

std::optional<int> Desk::SeatOf(const std::string& user) const {
  const auto found = std::ranges::find(seats_, user, &Seat::user);
  if (user.empty() || found == seats_.end()) return std::nullopt;
  return static_cast<int>(found - seats_.begin());
}

bool Desk::Watches(const std::string& user) const {
  return std::ranges::find(spectators_, user, &Spectator::user) != spectators_.end();
}

push::Desk Desk::Describe() const {
  push::Desk push;
  push.id = id_;
  push.code = code_;
  push.variant = settings_.variant;
  push.fingerprint = flow_->fingerprint_text();
  const auto variant = shelf_.Open(settings_.variant);
  push.options = Json::object();
  if (variant) push.options = OptionJson(**variant, flow_->options());
  if (match_ == nullptr && key_) push.commit = Hex(fair::Commit(*key_, id_, matches_ + 1, 0));
  push.state = vote_ ? "voting" : match_ != nullptr ? "playing" : "waiting";
  push.owner = owner_user_;
  push.seats = Json::array();
  for (std::size_t place = 0; place < seats_.size(); ++place) {
    const Seat& seat = seats_[place];
    Json json = Json::object();
    if (seat.taken()) {
      json["user"] = seat.user;
      json["name"] = seat.name;
    }
    json["ready"] = seat.ready;
    json["online"] = seat.taken() && (seat.robot || owner_.IsOnline(seat.user));
    const int at = match_ != nullptr ? match_->PlaceOf(seat.user) : -1;
    json["auto"] = at >= 0 && match_->players()[static_cast<std::size_t>(at)].auto_shown;
    json["robot"] = seat.robot;
    push.seats.push_back(std::move(json));
  }
  push.spectators = static_cast<std::int64_t>(spectators_.size());
  if (match_ != nullptr) push.match = match_->number();
  if (settings_.quick) push.quick = true;
  if (!spectators_.empty()) push.behind = config_.table.spectator_delay;
  return push;
}

Json Desk::Answering() const {
  Json desk = PushObject(Describe());
  desk.erase("t");
  return Json{{"desk", std::move(desk)}};
}

// ---- what is stored ----

std::string Desk::RowText() const {
  Json seats = Json::array();
  for (const Seat& seat : seats_) {
    Json json{{"user", seat.user},
              {"name", ended_ ? "" : seat.name},  // nobody needs it any more
              {"robot", seat.robot},
              {"ready", seat.ready}};
    if (seat.salt) json["salt"] = Hex(*seat.salt);
    seats.push_back(std::move(json));
  }
  Json row{{"variant", settings_.variant},
           {"options", settings_.options},
           {"private", settings_.is_private},
           {"spectators", settings_.spectators},
           {"quick", settings_.quick},
           {"time", settings_.time},
           {"owner", owner_user_},
           {"matches", matches_},
           {"playing", match_ != nullptr && !ending_},
           {"rules", rules_},
           {"seats", std::move(seats)}};
  if (!muted_.empty()) row["muted"] = muted_;
  if (!removed_.empty()) row["removed"] = removed_;
  if (!vote_again_.empty()) row["vote_again"] = vote_again_;
  if (!news_.empty()) row["news"] = news_;
  if (vote_)
    row["vote"] = Json{{"by", vote_->by}, {"agreed", vote_->agreed}, {"until", vote_->until}};
  return row.dump();
}

bool Desk::ReadRow(const std::string& text) {
  const Result<Json> parsed = ParseJson(text);
  if (!parsed) return false;
  try {
    const Json& row = *parsed;
    settings_.variant = row.at("variant").get<std::string>();
    settings_.options = row.at("options").get<OptionValues>();
    settings_.is_private = row.at("private").get<bool>();
    settings_.spectators = row.at("spectators").get<bool>();
    settings_.quick = row.at("quick").get<bool>();
    settings_.time = row.at("time").get<std::string>();
    FactorOf(settings_.time);
    owner_user_ = row.at("owner").get<std::string>();
    matches_ = row.at("matches").get<std::uint32_t>();
    rules_ = row.value("rules", "");
    news_ = row.value("news", decltype(news_){});
    seats_.clear();
    for (const Json& json : row.at("seats")) {
      Seat& seat = seats_.emplace_back();
      seat.user = json.at("user").get<std::string>();
      seat.name = json.at("name").get<std::string>();
      seat.robot = json.at("robot").get<bool>();
      seat.ready = json.at("ready").get<bool>();
      if (json.contains("salt")) seat.salt = KeyFromHex(json.at("salt").get<std::string>());
    }
    muted_ = row.value("muted", std::vector<std::string>());
    removed_ = row.value("removed", std::vector<std::string>());
    if (row.contains("vote_again"))
      vote_again_ = row.at("vote_again").get<std::map<std::string, Ms>>();
    if (row.contains("vote")) {
      OpenVote vote;
      vote.by = row.at("vote").at("by").get<std::string>();
      vote.agreed = row.at("vote").at("agreed").get<std::vector<std::string>>();
      vote.until = row.at("vote").at("until").get<Ms>();
      vote_ = std::move(vote);
    }
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

std::optional<std::string> Desk::Restore(const StoredDesk& stored, Ms alive) {
  stored_ = true;
  if (!ReadRow(stored.row.text)) return "the desk's row is damaged";
  code_ = stored.row.code;
  for (const HandKey& key : stored.keys) {
    if (key.match == matches_ + 1 && key.hand == 0) key_ = key.key;
  }
  if (!stored.head) {
    const auto flow = RulesNow();
    vote_.reset();
    if (!flow) return "its variant cannot be built: " + flow.faults().front().message;
    if (!key_) return "the key of its next hand is missing";
    flow_ = *flow;
    // A row of an older server does not say its rules.
    const bool same = rules_.empty() ? settings_.options == OptionsOf(*flow_) &&
                                           static_cast<int>(seats_.size()) == PlacesOf(*flow_)
                                     : rules_ == flow_->fingerprint_text();
    if (!same) {
      TakeRules(*flow);
      return std::nullopt;
    }
    rules_ = flow_->fingerprint_text();
    for (std::size_t i = 0; i < seats_.size(); ++i) ArmUnready(static_cast<int>(i));
    ArmWaiting();
    MaybeStart();
    return std::nullopt;
  }
  const auto pinned = shelf_.FlowOf(*stored.head);
  if (!pinned) {
    // The match ends at its last durable step. The desk continues if its variant still builds.
    rules_gone_ = true;
    gone_match_ = stored.head->match;
    const auto flow = RulesNow();
    if (!flow)
      return "neither its match nor its variant can be built: " + pinned.faults().front().message;
    flow_ = *flow;
    vote_.reset();
    return std::nullopt;
  }
  flow_ = *pinned;
  if (rules_.empty()) rules_ = flow_->fingerprint_text();  // a row of an older server
  Match::Setup setup;
  setup.desk = id_;
  setup.match = stored.head->match;
  setup.variant = settings_.variant;
  setup.flow = *pinned;
  setup.players.resize(seats_.size());
  setup.pace = {FactorOf(settings_.time)};
  match_ = std::make_unique<Match>(config_.table, world_, *this, std::move(setup));
  std::optional<std::string> report;
  try {
    report = match_->Restore(stored, alive);
  } catch (const std::exception& failure) {  // of the game's own code
    report = std::string("its match cannot be played again: ") + failure.what();
  }
  if (report) {
    match_.reset();
    return report;
  }
  TakePlaces(match_->players());
  // Spectators are late after a restart too.
  if (config_.table.spectator_delay > 0)
    delayed_.push_back({nullptr, match_->Snapshot()});
  else
    watched_ = match_->Snapshot();
  world_.meter.Replayed();
  WatchAbandoned();
  if (vote_) {
    // The last yes is stored before the vote closes.
    const bool all = AllAgreed();
    const Ms left =
        all ? 0
            : std::clamp<Ms>(vote_->until - alive, 0, Scaled(config_.table.vote_seconds * 1000));
    vote_->timer = world_.timers.At(world_.clock.Steady() + left, [this, all] {
      CloseVote(all || config_.table.vote_silence_agrees);
    });
  }
  return std::nullopt;
}

void Desk::Write(Commit commit, std::function<void()> then) {
  if (lost_) return;
  commit.desk = id_;
  if (dirty_) {
    commit.row = DeskRow{RowText(), code_, ended_};
    dirty_ = false;
  }
  const Ms begun = world_.clock.Steady();
  journal_.Append(std::move(commit), [this, begun, alive = std::weak_ptr<bool>(alive_),
                                      then = std::move(then)](Outcome outcome) {
    if (alive.expired()) return;
    world_.meter.JournalSeconds(static_cast<double>(world_.clock.Steady() - begun) / 1000);
    if (outcome != Outcome::kDurable) {
      lost_ = true;
      // A desk of another node is dropped as soon as its claim is seen.
      if (outcome == Outcome::kUnknown) owner_.MustRebuild(id_);
      return;
    }
    stored_ = true;
    if (then) then();
  });
}

void Desk::Store(Reply reply, Answer answer, bool tell) {
  dirty_ = true;
  Write({}, [this, reply = std::move(reply), answer = std::move(answer), tell] {
    const std::weak_ptr<bool> alive = alive_;
    if (reply) reply(answer);
    if (!alive.expired() && tell) Tell();
  });
}

void Desk::ToAll(const MessagePtr& message) {
  for (const Seat& seat : seats_) {
    if (seat.taken() && !seat.robot) owner_.SendTo(seat.user, message);
  }
  for (const Spectator& one : spectators_) owner_.SendTo(one.user, message);
}

void Desk::Tell() {
  push_desk_ = false;
  ToAll(MakeMessage(Describe()));
  owner_.DeskChanged(id_);
}

void Desk::TellSoon() {
  push_desk_ = true;
  TellPending();
}

void Desk::TellPending() {
  if (push_ != 0 || (!push_desk_ && push_presence_.empty())) return;
  const Ms now = world_.clock.Steady();
  if (!pushes_.Take(now)) {
    push_ = world_.timers.At(pushes_.FreeAt(), [this] {
      push_ = 0;
      TellPending();
    });
    return;
  }
  for (const int place : std::exchange(push_presence_, {})) SendPresence(place);
  if (push_desk_) Tell();
}

// ---- seats ----

std::optional<int> Desk::PickSeat(std::optional<std::int64_t> wanted) const {
  if (wanted) return static_cast<int>(*wanted);
  std::vector<int> free;
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (!seats_[i].taken()) free.push_back(static_cast<int>(i));
  }
  if (free.empty()) return std::nullopt;
  // A user matched with strangers gets any of them.
  if (!settings_.quick) return free.front();
  std::array<std::uint32_t, 1> word{};
  world_.entropy.Fill(std::as_writable_bytes(std::span(word)));
  return free[word[0] % free.size()];
}

void Desk::Sit(int place, const User& user, bool robot) {
  Seat& seat = seats_[static_cast<std::size_t>(place)];
  seat = {};
  seat.user = user.id;
  seat.name = user.name;
  seat.robot = seat.ready = robot;
  dirty_ = true;
  ArmWaiting();
  ArmUnready(place);
  owner_.SeatsChanged(id_);
}

void Desk::Free(int place) {
  Seat& seat = seats_[static_cast<std::size_t>(place)];
  world_.timers.Cancel(seat.unready);
  const std::string user = seat.user;
  seat = {};
  dirty_ = true;
  if (owner_user_ == user) {
    const auto next = std::ranges::find_if(
        seats_, [](const Seat& other) { return other.taken() && !other.robot; });
    owner_user_ = next == seats_.end() ? "" : next->user;
  }
  ArmWaiting();
  owner_.SeatsChanged(id_);
}

void Desk::Found(const User& user, std::optional<std::int64_t> seat, std::int64_t robots,
                 Reply reply) {
  owner_user_ = user.id;
  Sit(*PickSeat(seat), user, false);
  SitRobots(robots);
  Commit commit;
  commit.keys.push_back({matches_ + 1, 0, *key_});
  dirty_ = true;
  Write(std::move(commit), [this, reply = std::move(reply)] { reply(Answering()); });
}

void Desk::SitRobots(std::int64_t most) {
  int number = 0;
  for (int place = static_cast<int>(seats_.size()) - 1; place >= 0 && most > 0; --place) {
    if (seats_[static_cast<std::size_t>(place)].taken()) continue;
    --most;
    User robot;
    do {
      robot.id = fmt::format("robot-{}-{}", id_, ++number);
    } while (SeatOf(robot.id));
    robot.name = fmt::format("robot {}", number);
    Sit(place, robot, true);
  }
}

void Desk::Join(const User& user, std::optional<std::int64_t> seat, Reply reply) {
  if (SeatOf(user.id)) return reply(Answering());
  if (match_ != nullptr) return reply(MakeError("playing"));
  FollowRules();
  const int places = static_cast<int>(seats_.size());
  if (seat && (*seat < 0 || *seat >= places))
    return reply(BadMessage("seat", fmt::format("座位应为 0 到 {}", places - 1),
                            fmt::format("the seat must be 0 to {}", places - 1)));
  if (FreeSeats() == 0) return reply(MakeError("desk_full"));
  if (seat && seats_[static_cast<std::size_t>(*seat)].taken())
    return reply(MakeError("seat_taken"));
  std::erase_if(spectators_, [&](const Spectator& one) { return one.user == user.id; });
  Sit(*PickSeat(seat), user, false);
  Write({}, [this, reply = std::move(reply)] {
    const std::weak_ptr<bool> alive = alive_;
    reply(Answering());
    if (!alive.expired()) TellSoon();
  });
}

void Desk::Leave(const User& user, bool offline, Reply reply) {
  if (const auto place = SeatOf(user.id)) {
    if (match_ != nullptr) return reply(MakeError("playing"));
    if (offline) {
      push::Presence gone;
      gone.desk = id_;
      gone.seat = *place;
      ToAll(MakeMessage(std::move(gone)));
    }
    Free(*place);
    if (People() == 0) return EndDesk(std::move(reply), false);
    dirty_ = true;
    return Write({}, [this, reply = std::move(reply)] {
      const std::weak_ptr<bool> alive = alive_;
      reply(Json::object());
      if (!alive.expired()) TellSoon();
    });
  }
  if (!Watches(user.id)) return reply(MakeError("not_seated"));
  reply(Json::object());
  StopWatching(user.id);
}

bool Desk::WantsStrangers() const {
  return settings_.quick && match_ == nullptr && !ended_ && FreeSeats() > 0 &&
         std::ranges::any_of(
             seats_, [](const Seat& seat) { return seat.taken() && !seat.robot && seat.ready; });
}

// Nobody waits long for strangers: robots take their seats.
void Desk::ArmRobots() {
  if (!WantsStrangers() || config_.table.quick_robots_seconds == 0) {
    world_.timers.Cancel(std::exchange(robots_, 0));
    return;
  }
  if (robots_ != 0) return;
  const Ms lasts = config_.table.quick_robots_seconds * 1000;
  robots_ = world_.timers.At(world_.clock.Steady() + lasts, [this] {
    robots_ = 0;
    if (!WantsStrangers()) return;
    SitRobots(FreeSeats());
    Write({}, [this] {
      TellSoon();
      MaybeStart();
    });
  });
}

void Desk::ArmWaiting() {
  ArmRobots();
  world_.timers.Cancel(waiting_);
  waiting_ = 0;
  if (match_ != nullptr || config_.table.waiting_minutes <= 0) return;
  waiting_ =
      world_.timers.At(world_.clock.Steady() + config_.table.waiting_minutes * 60'000, [this] {
        waiting_ = 0;
        if (match_ == nullptr) EndDesk(nullptr, true);
      });
}

// Robots and timeouts would play a match on for ever that nobody comes back to. After a restart its
// time begins anew.
void Desk::WatchAbandoned() {
  const std::vector<std::string> persons = Voters();
  const auto here = [this](const std::string& user) { return owner_.IsOnline(user); };
  if (match_ == nullptr || config_.table.abandoned_minutes <= 0 ||
      std::ranges::any_of(persons, here)) {
    world_.timers.Cancel(std::exchange(abandoned_, 0));
    return;
  }
  if (abandoned_ != 0) return;
  const Ms lasts = config_.table.abandoned_minutes * 60'000;
  abandoned_ = world_.timers.At(world_.clock.Steady() + lasts, [this] {
    abandoned_ = 0;
    if (match_ == nullptr) return;
    world_.log.Info({.desk = id_}, fmt::format("all its persons have been offline for {} minutes",
                                               config_.table.abandoned_minutes));
    match_->Dissolve();
  });
}

// At a quick desk nobody waits long for a seat that does not get ready.
void Desk::ArmUnready(int place) {
  Seat& seat = seats_[static_cast<std::size_t>(place)];
  world_.timers.Cancel(std::exchange(seat.unready, 0));
  if (!settings_.quick || !seat.taken() || seat.robot || seat.ready || match_ != nullptr) return;
  seat.unready =
      world_.timers.At(world_.clock.Steady() + config_.table.unready_seconds * 1000, [this, place] {
        Seat& late = seats_[static_cast<std::size_t>(place)];
        late.unready = 0;
        const std::string user = late.user;
        world_.log.Info({.desk = id_, .user = user},
                        "user " + user + " was not ready in time and loses the seat");
        Free(place);
        // Sent as soon as it is durable, with the desk without the user.
        const Reply tell = [this, user](const Answer&) {
          owner_.SendTo(user,
                        MakeMessage(push::Notice{"unready", "未及时准备，座位已让出",
                                                 "you were not ready in time and lost the seat"}));
          owner_.SendTo(user, MakeMessage(Describe()));
        };
        if (People() == 0) return EndDesk(tell, false);
        Store(tell, Json::object(), true);
      });
}

void Desk::End() {
  if (ended_ || closing_) return;
  if (match_ == nullptr) return EndDesk(nullptr, true);
  closing_ = true;
  match_->Dissolve();
}

void Desk::EndDesk(Reply reply, bool tell) {
  ended_ = true;
  dirty_ = true;
  Write({}, [this, reply = std::move(reply), tell] {
    if (reply) reply(Json::object());
    if (tell) TellVote("dissolved");
    world_.log.Info({.desk = id_}, "the desk is gone");
    owner_.DeskEnded(id_);
  });
}

// ---- ready, and how a match begins ----

void Desk::Ready(const User& user, const request::Ready& request, Reply reply) {
  auto place = SeatOf(user.id);
  if (!place) return reply(MakeError("not_seated"));
  if (match_ != nullptr) return reply(MakeError("playing"));
  std::optional<Key> salt;
  if (request.salt) {
    salt = KeyFromHex(*request.salt);
    if (!salt)
      return reply(BadMessage("salt", "salt 应为 64 个小写十六进制数字",
                              "salt must be 64 lower hex digits"));
  }
  if (owner_.draining() && request.ready)
    return reply(MakeError("busy", "stopping", "服务器即将停止，不再开局",
                           "the server is about to stop; no match begins"));
  FollowRules();
  place = SeatOf(user.id);
  if (!place) return reply(MakeError("not_seated"));
  Seat& seat = seats_[static_cast<std::size_t>(*place)];
  seat.ready = request.ready;
  seat.salt = request.ready ? salt : std::nullopt;
  ArmUnready(*place);
  ArmWaiting();
  dirty_ = true;
  Write({}, [this, reply = std::move(reply)] {
    const std::weak_ptr<bool> alive = alive_;
    reply(Json::object());
    if (alive.expired()) return;
    TellSoon();
    MaybeStart();
  });
}

void Desk::MaybeStart() {
  if (match_ != nullptr || ended_ || start_ != 0 || owner_.draining()) return;
  const auto waits = [](const Seat& seat) { return !seat.taken() || !seat.ready; };
  if (std::ranges::any_of(seats_, waits)) return;
  start_ = world_.timers.At(world_.clock.Steady(), [this, waits] {
    start_ = 0;
    if (match_ == nullptr && !ended_ && !std::ranges::any_of(seats_, waits)) StartMatch();
  });
}

void Desk::StartMatch() {
  world_.timers.Cancel(std::exchange(waiting_, 0));
  world_.timers.Cancel(std::exchange(robots_, 0));
  Match::Setup setup;
  setup.desk = id_;
  setup.match = ++matches_;
  setup.variant = settings_.variant;
  setup.flow = flow_;
  setup.pace = {FactorOf(settings_.time)};
  for (Seat& seat : seats_) {
    Player player;
    player.user = seat.user;
    player.name = seat.name;
    player.robot = seat.robot;
    player.salt = std::exchange(seat.salt, std::nullopt);
    seat.ready = false;
    world_.timers.Cancel(std::exchange(seat.unready, 0));
    setup.players.push_back(std::move(player));
  }
  MatchHead head = shelf_.HeadFor(settings_.variant, *flow_);
  head.match = matches_;
  ending_ = false;
  dirty_ = true;
  match_ = std::make_unique<Match>(config_.table, world_, *this, std::move(setup));
  const Key key = *std::exchange(key_, std::nullopt);
  delayed_.clear();
  watched_.reset();
  since_watched_.clear();
  owner_.SeatsChanged(id_);
  WatchAbandoned();
  // Strangers who were matched have no owner.
  match_->Start(key, std::move(head), settings_.quick ? std::nullopt : SeatOf(owner_user_));
}

void Desk::Rotated(const std::vector<Player>& players) {
  TakePlaces(players);
  Tell();
}

void Desk::TakePlaces(const std::vector<Player>& players) {
  std::vector<Seat> seats(players.size());
  for (std::size_t place = 0; place < players.size(); ++place) {
    seats[place].user = players[place].user;
    seats[place].name = players[place].name;
    seats[place].robot = players[place].robot;
  }
  seats_ = std::move(seats);
  dirty_ = true;
}

void Desk::PresenceChanged(const Player&, int place) {
  push_presence_.insert(place);
  TellPending();
}

void Desk::SendPresence(int place) {
  if (match_ == nullptr || place >= static_cast<int>(match_->players().size())) return;
  const Player& player = match_->players()[static_cast<std::size_t>(place)];
  push::Presence push;
  push.desk = id_;
  push.seat = place;
  push.online = player.robot || owner_.IsOnline(player.user);
  push.auto_ = player.auto_shown;
  ToAll(MakeMessage(std::move(push)));
}

void Desk::Ending(Commit& commit) {
  ending_ = true;
  if (vote_) world_.timers.Cancel(vote_->timer);
  vote_ = std::nullopt;
  Key key{};
  world_.entropy.Fill(std::as_writable_bytes(std::span(key)));
  key_ = key;
  commit.keys.push_back({matches_ + 1, 0, key});
  for (Seat& seat : seats_) seat.ready = seat.robot;
  dirty_ = true;
}

void Desk::Ended() {
  Commit seen;
  for (const Seat& seat : seats_) {
    if (seat.taken() && !seat.robot && owner_.IsOnline(seat.user))
      seen.over_seen.push_back(seat.user);
  }
  match_.reset();
  ending_ = false;
  WatchAbandoned();
  watched_.reset();
  since_watched_.clear();
  greeted_later_.clear();
  delayed_.clear();
  // A desk plays its next match under the rules of now.
  if (const auto flow = RulesNow(); flow && (*flow)->fingerprint_text() != rules_) TakeRules(*flow);
  Write(std::move(seen), nullptr);
  if (closing_) {
    owner_.SeatsChanged(id_);
    return EndDesk(nullptr, true);
  }
  for (std::size_t i = 0; i < seats_.size(); ++i) ArmUnready(static_cast<int>(i));
  ArmWaiting();
  owner_.SeatsChanged(id_);
  TellRules();
}

void Desk::Config(const User& user, const Json& options, Reply reply) {
  if (!SeatOf(user.id)) return reply(MakeError("not_seated"));
  if (!settings_.quick && owner_user_ != user.id) return reply(MakeError("not_owner"));
  if (match_ != nullptr) return reply(MakeError("playing"));
  // They have been matched by their options.
  if (settings_.quick)
    return reply(MakeError("not_owner", "quick_desk", "快速匹配的桌子不能改选项",
                           "a desk of a quick match keeps its options"));
  FollowRules();
  if (!SeatOf(user.id)) return reply(MakeError("not_seated"));
  if (owner_user_ != user.id) return reply(MakeError("not_owner"));
  const auto variant = shelf_.Open(settings_.variant);
  if (!variant) return reply(MakeError("bad_variant"));
  const OptionValues merged = (*variant)->Over(settings_.options, OptionsFrom(options));
  const auto flow = shelf_.FlowFor(settings_.variant, merged);
  if (!flow) return reply(BadOption(flow.faults().front()));
  const auto places = static_cast<std::size_t>(PlacesOf(**flow));
  for (std::size_t i = places; i < seats_.size(); ++i) {
    if (seats_[i].taken())
      return reply(MakeError("bad_option", "seats_taken", "有人坐着的座位不能取消",
                             "a seat that somebody has cannot be taken away"));
  }
  settings_.options = OptionsOf(**flow);
  flow_ = *flow;
  rules_ = flow_->fingerprint_text();
  seats_.resize(places);
  for (Seat& seat : seats_) {
    seat.ready = seat.robot;
    seat.salt.reset();
  }
  for (std::size_t i = 0; i < seats_.size(); ++i) ArmUnready(static_cast<int>(i));
  ArmWaiting();
  Store(std::move(reply), Json::object(), true);
}

}  // namespace mlf::server
