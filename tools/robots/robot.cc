#include "tools/robots/robot.h"

#include "server/protocol/hex.h"

#include <fmt/format.h>

#include <algorithm>

namespace mlf::robots {
namespace {

using namespace std::chrono_literals;

// Refusals that can occur among several players: another was faster, or the time was over.
constexpr std::array<std::string_view, 13> kMayHappen = {
    "stale_ask", "not_asked", "already_answered", "not_playing", "playing",
    "no_desk",   "desk_full", "seat_taken",       "not_seated",  "busy",
    "not_owner", "game_over", "rate_limited"};
constexpr std::array<std::string_view, 7> kTooLate = {
    "stale_ask", "not_asked", "already_answered", "not_playing",
    "game_over", "busy",      "rate_limited"};

}  // namespace

void House::Trace(const std::string& robot, std::string_view what, std::string_view message) const {
  if (trace == nullptr) return;
  Json json = Json::parse(message, nullptr, false);
  const auto hide = [](Json& object) {
    for (const char* key : {"password", "passwd", "token"})
      if (object.contains(key)) object[key] = "***";
  };
  std::string text(message);
  if (json.is_object()) {
    hide(json);
    if (json.contains("info") && json["info"].is_object()) hide(json["info"]);
    text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  *trace << fmt::format("{} {} {}\n", robot, what, text) << std::flush;
}

Robot::Robot(House& house, int number)
    : house_(house),
      name_(fmt::format("player {}", number)),
      random_(static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15u + 1),
      timer_(house.net->sockets->io()) {}

void Robot::Start() { Connect(); }

void Robot::Stop() {
  timer_.cancel();
  online_ = false;
  if (wire_ != nullptr) wire_->Drop();
}

void Robot::Connect() {
  leaving_ = false;
  asked_.clear();
  wire_ = std::make_shared<Wire>(house_.net, *this);
  wire_->Connect();
}

void Robot::OnOpen() {
  online_ = true;
  house_.Trace(name_, "connected", "");
  LogIn();
}

void Robot::OnClosed(int code, const std::string& why) {
  online_ = false;
  synced_ = false;
  question_.reset();
  asked_.clear();
  house_.Trace(name_, "disconnected", fmt::format("{} {}", code, why));
  if (house_.stopping) return;
  // The server must not end the connection of a robot. A stop (4005) is no fault.
  if (!leaving_ && code != 4005) Fault(fmt::format("the connection has ended: {} {}", code, why));
  Enter(Moment::kOffline);
}

void Robot::Ask(const char* type, Json fields, Then then) {
  if (!online_) return;
  fields["t"] = type;
  fields["re"] = ++last_re_;
  ++house_.tally.counts[type];
  const std::string text = fields.dump();
  house_.Trace(name_, "out", text);
  wire_->Send(text, false);
  asked_.push_back({last_re_, type, std::chrono::steady_clock::now(), std::move(then)});
}

void Robot::LogIn() {
  Json login = token_.empty() ? Json{{"name", name_}} : Json{{"token", token_}};
  Ask("login", std::move(login), [this](const Json& answer) {
    if (answer.at("t") != "ok") {
      // Its token is valid, and robots' names are not registered.
      Fault("login is refused: " + answer.dump());
      return;
    }
    const std::string user = answer.at("user").at("id").get<std::string>();
    if (!user_.empty()) house_.tally.Check("the same user by token", name_, user, user_, user);
    user_ = user;
    token_ = answer.at("token").get<std::string>();
    const auto& desks = answer.at("desks");
    const bool seated = std::ranges::find(desks, Json(desk_)) != desks.end();
    // During a match nobody loses a seat.
    if (playing_ && !desk_.empty() && !seated && !over_)
      ++house_.tally.counts["came back to no desk"];
    if (!seated) LeaveDesk();
    if (desk_.empty()) Enter(Moment::kLogin);
  });
}

// ---- what comes next ----

void Robot::Enter(Moment moment) {
  timer_.cancel();
  if (house_.stopping) return;
  const Deed deed = house_.config.next.at(moment).Draw(random_);
  if (deed == Deed::kWait) return;
  const Range& range = moment == Moment::kOffline ? house_.config.away : house_.config.think;
  timer_.expires_after(std::chrono::milliseconds(range.Draw(random_)));
  timer_.async_wait([this, moment, deed](boost::system::error_code error) {
    if (!error) Do(moment, deed);
  });
}

// Chooses the next step by the present situation.
void Robot::Settle() {
  if (!online_ || !asked_.empty()) return;
  if (desk_.empty()) return Enter(Moment::kLogin);
  if (playing_) {
    if (question_) Enter(Moment::kAsked);
    return;
  }
  Enter(ready_ ? Moment::kReady : over_ ? Moment::kOver : Moment::kSeated);
}

void Robot::Do(Moment moment, Deed deed) {
  if (deed == Deed::kReturn) return Connect();
  if (!online_ || !asked_.empty()) return;
  const auto entered = [this](const Json& answer) {
    if (answer.at("t") == "ok") EnterDesk(answer);
    Settle();
  };
  const auto settled = [this](const Json&) { Settle(); };
  switch (deed) {
    case Deed::kQuick:
      return Ask("quick", Json{{"variant", house_.config.variants.Draw(random_)}}, entered);
    case Deed::kCreate: {
      Json create{{"variant", house_.config.variants.Draw(random_)},
                  {"private", Below(2) == 0},
                  {"time", house_.config.time}};
      if (house_.config.kit_robots > 0) create["robots"] = house_.config.kit_robots;
      return Ask("create", std::move(create), [this, entered](const Json& answer) {
        if (answer.at("t") == "ok")
          house_.codes.push_back(answer.at("desk").at("code").get<std::string>());
        entered(answer);
      });
    }
    case Deed::kJoin: {
      if (house_.codes.empty()) return Do(moment, Deed::kQuick);
      const std::size_t at = Below(house_.codes.size());
      return Ask("join", Json{{"code", house_.codes[at]}},
                 [this, entered, code = house_.codes[at]](const Json& answer) {
                   // The desk is full or gone.
                   if (answer.at("t") != "ok") std::erase(house_.codes, code);
                   entered(answer);
                 });
    }
    case Deed::kDesks:
      return Ask("desks", Json::object(), [this, moment, entered](const Json& answer) {
        std::vector<std::string> free;
        for (const Json& desk : answer.value("desks", Json::array())) {
          if (std::ranges::any_of(desk.at("seats"),
                                  [](const Json& seat) { return !seat.contains("user"); }))
            free.push_back(desk.at("id").get<std::string>());
        }
        if (free.empty()) return Do(moment, Deed::kQuick);
        Ask("join", Json{{"desk", free[Below(free.size())]}}, entered);
      });
    case Deed::kReady:
    case Deed::kUnready: {
      Json ready{{"desk", desk_}, {"ready", deed == Deed::kReady}};
      std::string salt;
      if (deed == Deed::kReady && house_.config.salts) ready["salt"] = salt = NewSalt();
      return Ask("ready", std::move(ready), [this, deed, salt](const Json& answer) {
        if (answer.at("t") == "ok") {
          ready_ = deed == Deed::kReady;
          salt_ = salt;
        }
        if (answer.value("code", "") == "no_desk" || answer.value("code", "") == "not_seated")
          LeaveDesk();
        if (!playing_) Settle();
      });
    }
    case Deed::kLeave:
      return Ask("leave", Json{{"desk", desk_}}, [this](const Json& answer) {
        if (answer.at("t") == "ok" || answer.value("code", "") != "playing") LeaveDesk();
        Settle();
      });
    case Deed::kAct:
    case Deed::kRepeat:
    case Deed::kFoul: return DoAct(deed);
    case Deed::kHint:
      return Ask("hint", Json{{"desk", desk_}}, [this](const Json& answer) {
        if (answer.at("t") == "ok" && !answer.at("discards").is_array())
          Fault("hint without discards: " + answer.dump());
        Settle();
      });
    case Deed::kWhy: return Ask("why", Json{{"desk", desk_}, {"node", "discard"}}, settled);
    case Deed::kSync: return Sync();
    case Deed::kSay:
      return Ask("say", Json{{"desk", desk_}, {"text", fmt::format("{} says hello", name_)}},
                 settled);
    case Deed::kAuto: return Ask("auto", Json{{"desk", desk_}, {"on", true}}, settled);
    case Deed::kDissolve: return Ask("dissolve", Json{{"desk", desk_}}, settled);
    case Deed::kAgree:
    case Deed::kRefuse:
      return Ask("vote", Json{{"desk", desk_}, {"agree", deed == Deed::kAgree}}, settled);
    case Deed::kDisconnect: return Disconnect();
    case Deed::kReturn:
    case Deed::kWait: return;
  }
}

void Robot::Disconnect() {
  ++house_.tally.counts["disconnect"];
  leaving_ = true;
  wire_->Drop();
  OnClosed(0, "");
}

std::string Robot::NewSalt() {
  std::array<std::uint8_t, 32> bytes{};
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random_());
  return server::Hex(bytes);
}

void Robot::EnterDesk(const Json& answer) {
  OnDesk(answer.at("desk"));
  ready_ = over_ = false;
}

void Robot::LeaveDesk() {
  desk_.clear();
  match_ = 0;  // matches of another desk also count from 1
  mine_.reset();
  last_act_ = nullptr;
  ready_ = playing_ = over_ = synced_ = false;
  question_.reset();
  commits_.clear();
  salt_.clear();
  dealt_.clear();
}

// ---- acts ----

// Chooses a payload of an offer.
Json Robot::FromOffer(const Json& offer) {
  Json act{{"node", offer.at("node")}};
  const std::string kind = offer.at("kind").get<std::string>();
  if (kind == "piece") {
    act["pieces"] = Json::array({offer.at("pieces")[Below(offer.at("pieces").size())]});
  } else if (kind == "combo") {
    act["pieces"] = offer.at("combos")[Below(offer.at("combos").size())];
  } else if (kind == "subset") {
    std::vector<std::string> pool = offer.at("pool").get<std::vector<std::string>>();
    const auto take = offer.at("take").get<std::size_t>();
    std::ranges::shuffle(pool, random_);
    if (offer.value("same_group", false)) {
      // Finds a suit with enough tiles.
      for (const std::string& first : std::vector<std::string>(pool)) {
        std::vector<std::string> suit;
        for (const std::string& tile : pool)
          if (tile.back() == first.back()) suit.push_back(tile);
        if (suit.size() < take) continue;
        pool = suit;
        break;
      }
    }
    act["pieces"] = Json::array();
    for (std::size_t i = 0; i < take; ++i) act["pieces"].push_back(pool[i]);
  } else if (kind == "value") {
    act["value"] = offer.at("values")[Below(offer.at("values").size())];
  } else if (kind == "range") {
    act["value"] = offer.at("low");
  } else if (kind == "bits") {
    act["value"] = offer.at("mask");
  }
  return act;
}

Json Robot::ActFor(Play play) {
  const Json& offers = question_->offers;
  if (play == Play::kDefault || play == Play::kBot || offers.empty()) {
    Json act = question_->fallback;
    act.erase("seat");
    act.erase("ask");
    return act;
  }
  return FromOffer(play == Play::kStrongest ? offers[0] : offers[Below(offers.size())]);
}

void Robot::DoAct(Deed deed) {
  if (!question_) return;
  const Play play = house_.config.play.Draw(random_);
  if (play == Play::kBot && bot_ != nullptr) return AskBot(deed);
  SendAct(ActFor(play), deed);
}

// No step shows the table, so the bot is asked about the answer to `sync`.
void Robot::AskBot(Deed deed) {
  Ask("sync", Json{{"desk", desk_}}, [this, deed](const Json& answer) {
    if (!question_ || bot_ == nullptr || answer.at("t") != "ok") return Settle();
    const auto takes = bot_view_->Take(answer);
    if (!takes.ok()) {
      Fault("a bot cannot read the table: " + FaultText(takes.faults()) + Where());
      return Settle();
    }
    // The question has closed meanwhile.
    if (*takes != play::JsonView::Takes::kAsked || bot_view_->nonce() != question_->ask)
      return Settle();
    Json act = ActionJson(*flow_, bot_->Choose(*bot_view_));
    for (const char* key : {"v", "seat", "ask"}) act.erase(key);
    ++house_.tally.counts["act of a bot"];
    SendAct(std::move(act), deed);
  });
}

void Robot::SendAct(Json act, Deed deed) {
  act["desk"] = desk_;
  act["match"] = match_;
  act["ask"] = question_->ask;
  act["id"] = fmt::format("{}-{}", user_, ++acts_);
  if (deed == Deed::kFoul) act["ask"] = question_->ask + 1000;
  if (act.at("node") == "ready" && house_.config.salts) act["salt"] = NewSalt();
  Answer(act, deed);
}

void Robot::Answer(const Json& act, Deed deed) {
  const std::int64_t ask = question_->ask;
  Ask("act", act, [this, act, deed, ask](const Json& answer) {
    const bool taken = answer.at("t") == "ok";
    if (deed == Deed::kFoul) {
      house_.tally.Check("a wrong window is refused", name_, answer.value("code", ""),
                         std::string("stale_ask"), answer.dump());
      return Settle();
    }
    if (taken) {
      CheckActed(answer, false);
      if (act.contains("salt")) salt_ = act.at("salt").get<std::string>();
      last_act_ = act;
      last_ok_ = answer;
      if (question_ && question_->ask == ask) question_.reset();
      // A pass in the own turn: the next question comes with the answer.
      const bool asked_again = answer.contains("choices");
      if (asked_again) TakeQuestion(answer);
      if (deed == Deed::kRepeat) {
        return Ask("act", act, [this](const Json& again) {
          if (again.at("t") == "ok") CheckActed(again, true);
          Settle();
        });
      }
      if (asked_again) Settle();
      return;
    }
    // An offered act is refused only if another seat was faster. The step that shows this may
    // arrive after the refusal.
    if (std::ranges::find(kTooLate, answer.value("code", "")) == kTooLate.end())
      Fault(fmt::format("an act that was offered is refused: {} by {}{}", act.dump(), answer.dump(),
                        Where()));
    if (question_ && question_->ask == ask) question_.reset();
    Settle();
  });
}

void Robot::Sync() {
  Ask("sync", Json{{"desk", desk_}}, [this](const Json& answer) {
    if (answer.at("t") == "ok" && answer.at("match") == match_) {
      if (synced_)
        house_.tally.Check("seq of sync", name_, answer.at("seq").get<std::int64_t>(), seq_,
                           answer.at("seq").dump() + Where());
      CheckView(answer.at("view"), answer.at("hand") == hand_);
    }
    Settle();
  });
}

void Robot::Fault(const std::string& what) { house_.tally.Fault(name_, what); }

std::string Robot::Where() const {
  return fmt::format(" (desk {} match {} hand {} seat {} step {})", desk_, match_, hand_, seat_,
                     seq_);
}

void Robot::Refused(const std::string& type, const Json& answer) {
  const std::string code = answer.at("code").get<std::string>();
  ++house_.tally.refused[type + " " + code];
  if (std::ranges::find(kMayHappen, code) == kMayHappen.end())
    Fault(fmt::format("{} is refused: {}{}", type, answer.dump(), Where()));
}

}  // namespace mlf::robots
