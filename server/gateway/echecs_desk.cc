#include "server/gateway/echecs_desk.h"

#include "server/gateway/echecs_settle.h"
#include "server/protocol/json_wire.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace mlf::server {

namespace {

// Numbers of the older platform.
constexpr int kFriendDesk = 1, kMatchDesk = 2;
constexpr int kWaitingGame = 2, kPlayingGame = 3;
constexpr int kUnreadyUser = 1, kReadyUser = 2, kPlayingUser = 3, kOfflineUser = 5;

// The desk that a push is about.
template <typename T>
std::string DeskOf(const T& push) {
  if constexpr (requires { push.desk; }) return push.desk;
  return {};
}

const Json& At(const Json& object, const char* key) {
  static const Json none;
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

int IsOn(const Json& value) { return value.is_boolean() && value.get<bool>() ? 1 : 0; }

std::int64_t Number(const Json& value, std::int64_t otherwise) {
  return value.is_number_integer() ? value.get<std::int64_t>() : otherwise;
}

// The person in a seat; robots have only a name.
std::string Occupant(const Json& seat) {
  const Json& user = At(seat, "user");
  const Json& who = user.is_string() ? user : At(seat, "name");
  return who.is_string() ? who.get<std::string>() : "";
}

bool Sits(const Json& seats, const std::string& who) {
  return std::ranges::any_of(seats, [&](const Json& seat) { return Occupant(seat) == who; });
}

void Copy(Json& to, const char* name, const Json& value) {
  if (!value.is_null()) to[name] = value;
}

// One offered action, with the cards or values to choose from.
Json Parameters(const Json& offer) {
  Json to = Json::object();
  for (const char* key : {"pieces", "pool"}) {
    if (!At(offer, key).is_null()) to["card_list"] = EchecsCards(At(offer, key));
  }
  if (const Json& combos = At(offer, "combos"); !combos.is_null()) {
    to["group_list"] = Json::array();
    for (const Json& combo : combos) to["group_list"].push_back(EchecsCards(combo));
  }
  for (const char* key : {"take", "same_group", "values", "names", "low", "high", "mask"})
    Copy(to, key, At(offer, key));
  return to;
}

}  // namespace

std::string EchecsDesk::Text(const Json& object, const char* key) {
  const Json& value = At(object, key);
  return value.is_string() ? value.get<std::string>() : "";
}

bool EchecsDesk::Flag(const Json& object, const char* key) { return IsOn(At(object, key)) == 1; }

const Json& EchecsDesk::act_info() const { return act_info_; }

const Json& EchecsDesk::options() const { return At(desk_, "options"); }

const Json& EchecsDesk::SeatOf(std::int64_t number) const {
  static const Json none;
  const Json& seats = At(desk_, "seats");
  return seats.is_array() && number >= 0 && number < std::ssize(seats)
             ? seats[static_cast<std::size_t>(number)]
             : none;
}

std::int64_t EchecsDesk::OwnSeat() const {
  const Json& seats = At(desk_, "seats");
  for (std::int64_t i = 0; i < std::ssize(seats); ++i) {
    if (!user_.empty() && Occupant(seats[static_cast<std::size_t>(i)]) == user_) return i;
  }
  return -1;
}

void EchecsDesk::Enter(const Json& desk) {
  Leave();
  desk_ = desk;
}

void EchecsDesk::SetReady(bool ready) {
  if (const std::int64_t seat = OwnSeat(); seat >= 0)
    desk_["seats"][static_cast<std::size_t>(seat)]["ready"] = ready;
}

// ---- people ----

Json EchecsDesk::Person(std::int64_t seat) const {
  const std::string name = Text(SeatOf(seat), "name");
  return Json{{"user_id", EchecsUserId(name)}, {"nick", name}, {"seat_id", seat}};
}

Json EchecsDesk::PersonInfo(std::int64_t seat) const {
  Json person = Person(seat);
  const bool online = Flag(SeatOf(seat), "online"), ready = Flag(SeatOf(seat), "ready");
  person["ready"] = ready ? 1 : 0;
  person["is_offline"] = online ? 0 : 1;
  person["is_robot"] = IsOn(At(SeatOf(seat), "robot"));
  person["point"] = PointsOf(seat);
  person["status"] = !online       ? kOfflineUser
                     : match_ != 0 ? kPlayingUser
                     : ready       ? kReadyUser
                                   : kUnreadyUser;
  return person;
}

Json EchecsDesk::People() const {
  Json people = Json::array();
  for (std::int64_t i = 0; i < std::ssize(At(desk_, "seats")); ++i) {
    if (!Occupant(SeatOf(i)).empty()) people.push_back(PersonInfo(i));
  }
  return people;
}

std::int64_t EchecsDesk::PointsOf(std::int64_t seat) const {
  return seat >= 0 && seat < std::ssize(points_) ? points_[static_cast<std::size_t>(seat)] : 0;
}

// `scores` of the match, and `points` of a hand that they do not hold.
void EchecsDesk::SetPoints(const Json& scores, const Json& points) {
  points_.clear();
  for (std::size_t i = 0; i < scores.size(); ++i)
    points_.push_back(Number(scores[i], 0) + (i < points.size() ? Number(points[i], 0) : 0));
}

// ---- the desk ----

int EchecsDesk::GameStatus() const {
  return match_ == 0 || between_hands_ ? kWaitingGame : kPlayingGame;
}

Json EchecsDesk::DeskInfo() const {
  return Json{{"desk_id", code()},
              {"desk", id()},
              {"desk_type", quick() ? kMatchDesk : kFriendDesk},
              {"room_type", variant()},
              {"status", Text(desk_, "state")},
              {"game_status", GameStatus()}};
}

Json EchecsDesk::Info() const {
  Json info = DeskInfo();
  info["seat_id"] = OwnSeat();
  info["owner_seat_id"] = -1;
  for (std::int64_t i = 0; i < std::ssize(At(desk_, "seats")); ++i) {
    if (!Occupant(SeatOf(i)).empty() && Occupant(SeatOf(i)) == Text(desk_, "owner"))
      info["owner_seat_id"] = i;
  }
  info["custom_config"] = options();
  info["user_info"] = People();
  return info;
}

std::vector<EchecsBody> EchecsDesk::Read(const Push& push) {
  out_.clear();
  std::visit(
      [&](const auto& body) {
        using Body = std::decay_t<decltype(body)>;
        // The user may sit at other desks by other connections. This connection shows only its own
        // desk.
        if (std::is_same_v<Body, push::Desk> || std::is_same_v<Body, push::Notice> ||
            (seated() && DeskOf(body) == id()))
          On(body);
      },
      push);
  return std::exchange(out_, {});
}

void EchecsDesk::LeaveAfterwards() {
  std::vector<EchecsBody> out = std::move(out_);
  Leave();
  out_ = std::move(out);
}

void EchecsDesk::On(const push::Desk& push) {
  const Json next = PushObject(push);
  if (!seated()) {
    if (!user_.empty() && Sits(push.seats, user_)) Enter(next);
    return;
  }
  if (push.id != id()) return;
  const Json before = std::exchange(desk_, next);
  const Json& seats = At(before, "seats");
  const auto size = std::max(std::ssize(seats), std::ssize(push.seats));
  for (std::int64_t i = 0; i < size; ++i)
    SeatChanged(i, i < std::ssize(seats) ? seats[static_cast<std::size_t>(i)] : Json(), seats);
  if (At(before, "options") != push.options)
    Add(EchecsId::kPushUserSetConfig, {{"custom_config", push.options}});
  if (!Sits(push.seats, user_)) LeaveAfterwards();
}

// What has changed at a seat.
void EchecsDesk::SeatChanged(std::int64_t seat, const Json& before, const Json& seats_before) {
  const Json& now = SeatOf(seat);
  const std::string was = Occupant(before), is = Occupant(now);
  if (!was.empty() && !Sits(At(desk_, "seats"), was)) {
    const std::string name = Text(before, "name");
    Json gone{{"user_id", EchecsUserId(name)}, {"nick", name}, {"seat_id", seat}};
    if (was == user_ && !lost_because_.empty()) gone["desc"] = lost_because_;
    Add(EchecsId::kPushUserExit, std::move(gone));
    if (seat < std::ssize(points_)) points_[static_cast<std::size_t>(seat)] = 0;
  }
  if (is.empty()) return;
  if (!Sits(seats_before, is)) {
    if (is != user_) Add(EchecsId::kPushUserJoinDesk, PersonInfo(seat));
    return;
  }
  if (was != is) return;  // people have changed places
  if (is != user_ && Flag(before, "online") != Flag(now, "online"))
    Connected(seat, Flag(now, "online"), Flag(now, "auto"));
  // The user's own request has been answered, and SetReady was called.
  if (Text(desk_, "state") == "waiting" && Flag(before, "ready") != Flag(now, "ready")) {
    Json person = Person(seat);
    person["ready"] = IsOn(At(now, "ready"));
    Add(EchecsId::kPushUserReady, std::move(person));
  }
}

void EchecsDesk::Connected(std::int64_t seat, bool online, bool on_auto) {
  Json person = Person(seat);
  if (online) Add(EchecsId::kPushUserReconnect, person);
  person["is_offline"] = online ? 0 : 1;
  person["is_auto"] = on_auto ? 1 : 0;
  Add(EchecsId::kPushUserStatus, std::move(person));
}

void EchecsDesk::On(const push::Notice& push) {
  if (push.code == "unready" || push.code == "seat_gone")
    lost_because_ = push.code + ": " + push.zh;
}

void EchecsDesk::On(const push::Begin& push) {
  const Json begin = PushObject(push);
  match_ = push.match;
  const Json& view = At(begin, "view");
  if (push.resumed.value_or(false)) {
    Add(EchecsId::kUserReconnect, EchecsOk(Scene(begin)));
    return;
  }
  between_hands_ = false;
  if (At(view, "scores").is_array()) SetPoints(At(view, "scores"), Json::array());
  const Json& dice = At(view, "dice");
  Add(EchecsId::kPushGenBank, {{"bank_seat_id", Number(At(view, "dealer"), 0)},
                               {"dice", dice.is_null() ? Json::array() : dice}});
  Events(At(begin, "events"), true);
  Ask(begin);
}

void EchecsDesk::On(const push::Step& push) {
  Events(push.events.Tree(), false);
  Ask(PushObject(push));
}

void EchecsDesk::On(const push::Hand& push) {
  SetPoints(push.scores, Json::array());
  between_hands_ = true;
  Add(EchecsId::kPushGameSettle, EchecsSettlement(push));
  Add(EchecsId::kPushGameOver, EchecsHandOver(push));
}

void EchecsDesk::On(const push::Over& push) {
  match_ = 0;
  between_hands_ = false;
  SetPoints(push.scores, Json::array());
  Json players = Json::object();
  for (std::size_t i = 0; i < push.scores.size(); ++i) {
    players[std::to_string(i)] = {{"score", push.scores[i]}};
    if (i < push.ranks.size()) players[std::to_string(i)]["rank"] = push.ranks[i];
  }
  Add(EchecsId::kPushGameOver, {{"player_info", std::move(players)},
                                {"match_over", 1},
                                {"dissolved", push.dissolved.value_or(false) ? 1 : 0}});
}

void EchecsDesk::On(const push::Presence& push) {
  const bool was_online = Flag(SeatOf(push.seat), "online");
  if (!SeatOf(push.seat).is_null())
    desk_["seats"][static_cast<std::size_t>(push.seat)]["online"] = push.online;
  Json person = Person(push.seat);
  if (push.online && !was_online) Add(EchecsId::kPushUserReconnect, person);
  person["is_offline"] = push.online ? 0 : 1;
  person["is_auto"] = push.auto_ ? 1 : 0;
  Add(EchecsId::kPushUserStatus, std::move(person));
}

void EchecsDesk::On(const push::Vote& push) {
  const auto answered = [&](std::int64_t seat, bool agrees) {
    Json person = Person(seat);
    person["agree"] = agrees ? 1 : 0;
    Add(EchecsId::kPushDeskDissolveAnswer, std::move(person));
  };
  if (push.result) {
    voting_ = false;
    agreed_ = Json::array();
    if (push.against) answered(*push.against, false);
    Add(quick() ? EchecsId::kPushMatchDeskDissolveResult : EchecsId::kPushDeskDissolveResult,
        {{"result", *push.result == "dissolved" ? 1 : 0}});
    if (*push.result == "dissolved" && match_ == 0) LeaveAfterwards();
    return;
  }
  const std::int64_t by = push.by.value_or(-1);
  if (!std::exchange(voting_, true)) {
    Json person = Person(by);
    person["left_time"] = static_cast<double>(push.left_ms.value_or(0)) / 1000;
    Add(EchecsId::kPushDeskDissolve, std::move(person));
  }
  for (const Json& seat : push.agreed.value_or(Json::array())) {
    if (std::ranges::find(agreed_, seat) != agreed_.end()) continue;
    agreed_.push_back(seat);
    if (seat != by) answered(Number(seat, -1), true);  // the requester has agreed
  }
}

// ---- the match ----

void EchecsDesk::Paid(const Json& event) {
  const auto changes = EchecsChanges(event);
  for (const auto& [seat, points] : changes) {
    if (seat >= 0 && seat < std::ssize(points_)) points_[static_cast<std::size_t>(seat)] += points;
    Json body = Person(seat);
    body["point"] = points;
    // Payers name the payee, which names a payer only if there is one.
    if (seat != changes.front().first)
      body["other_seat_id"] = changes.front().first;
    else
      Copy(body, "other_seat_id", At(event, "other"));
    Copy(body, "desc", At(event, "text"));
    Add(EchecsId::kPushUserPoint, std::move(body));
  }
}

void EchecsDesk::Events(const Json& events, bool dealing) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Json& event = events[i];
    const std::string type = Text(event, "type");
    const std::int64_t seat = Number(At(event, "seat"), -1);
    const Json cards = EchecsCards(At(event, "pieces"));
    if (dealing && (type == "dice" || type == "dealer")) continue;  // sent as 101004
    if (type == "hand_shown") continue;                             // sent as 101003
    if (type == "deal") {
      Add(EchecsId::kPushDealCard,
          {{"seat_id", seat}, {"card_list", cards}, {"card_num", cards.size()}});
    } else if (type == "draw") {
      Add(EchecsId::kPushDrawCard, {{"seat_id", seat}, {"card_list", cards}});
    } else if (type == "flowers") {
      // The replacement draw comes next, unless the wall was empty.
      const bool replaced = i + 1 < events.size() &&
                            Text(events[i + 1], "type") == "flowers_replaced" &&
                            At(events[i + 1], "seat") == At(event, "seat");
      Json drawn = Json::array();
      if (replaced) drawn = EchecsCards(At(events[++i], "pieces"));
      Add(dealing ? EchecsId::kPushGameDealBuHua : EchecsId::kPushGameBuHua,
          {{"seat_id", seat}, {"hua_card", cards}, {"bu_cards", drawn}});
    } else if (type == "points") {
      Paid(event);
    } else {
      Json body{{"act_type", type}};
      if (seat >= 0) body["seat_id"] = seat;
      if (!cards.empty()) body["card_list"] = cards;
      Copy(body, "other_seat_id", At(event, "other"));
      Copy(body, "value", At(event, "value"));
      Copy(body, "desc", At(event, "text"));
      Add(seat >= 0 && seat == OwnSeat() ? EchecsId::kPushPlayerCallCardRes
                                         : EchecsId::kPushOtherPlayerCallCard,
          std::move(body));
    }
  }
}

Json EchecsDesk::Question(const Json& fields) {
  for (const Json& asked : At(fields, "choices")) {
    if (Number(At(asked, "seat"), -1) != OwnSeat()) continue;
    act_info_ = Json::object();
    for (const Json& offer : At(asked, "offers"))
      act_info_[Text(offer, "node")] = Parameters(offer);
    ask_ = Number(At(fields, "ask"), ask_);
    Json question{{"seat_id", OwnSeat()},
                  {"act_info", act_info_},
                  {"ask", ask_},
                  {"end_time", static_cast<double>(Number(At(fields, "deadline_ms"), 0)) / 1000},
                  {"extra_time", static_cast<double>(Number(At(fields, "extra_ms"), 0)) / 1000}};
    for (const Json& action : At(fields, "defaults")) {
      Json act{{"act_type", At(action, "node")}};
      if (!At(action, "pieces").is_null()) act["card_list"] = EchecsCards(At(action, "pieces"));
      Copy(act, "value", At(action, "value"));
      question["default_act"] = std::move(act);
    }
    return question;
  }
  return nullptr;
}

std::vector<EchecsBody> EchecsDesk::AskAgain(const Json& ok) {
  Ask(ok);
  return std::exchange(out_, {});
}

void EchecsDesk::Ask(const Json& fields) {
  if (Json question = Question(fields); !question.is_null())
    Add(EchecsId::kPushCallCard, std::move(question));
}

Json EchecsDesk::PlayerInfo(const Json& view, const Json& seat) {
  Json player{{"seat_id", At(seat, "seat")}, {"card_num", At(seat, "count")}};
  for (const auto& [to, from] :
       {std::pair("hand_card", "hand"), {"hua_card", "flowers"}, {"set_aside", "set_aside"}}) {
    if (!At(seat, from).is_null()) player[to] = EchecsCards(At(seat, from));
  }
  if (!At(seat, "drawn").is_null()) player["draw_card"] = EchecsCard(At(seat, "drawn"));
  player["melds"] = Json::array();
  for (const Json& meld : At(seat, "melds")) player["melds"].push_back(EchecsMeld(meld));
  player["out_card"] = Json::array();
  for (const Json& discard : At(view, "river")) {
    if (At(discard, "seat") == At(seat, "seat") && !Flag(discard, "claimed"))
      player["out_card"].push_back(EchecsCard(At(discard, "tile")));
  }
  player["is_ting"] = IsOn(At(seat, "ready"));
  player["is_hu"] = IsOn(At(seat, "won"));
  return player;
}

Json EchecsDesk::Scene(const Json& begin) {
  Json players = Json::array(), task = Json::object();
  if (begin.is_null()) {
    match_ = 0;
    between_hands_ = false;
  }
  Json table = DeskInfo();
  if (!begin.is_null()) {
    match_ = Number(At(begin, "match"), match_);
    between_hands_ = !At(begin, "ended").is_null();
    const Json& view = At(begin, "view");
    SetPoints(At(view, "scores"), between_hands_ ? Json::array() : At(view, "points"));
    for (const Json& seat : At(view, "seats")) players.push_back(PlayerInfo(view, seat));
    table = DeskInfo();
    table.update({{"hand", At(begin, "hand")},
                  {"bank_seat_id", At(view, "dealer")},
                  {"left_card_num", At(view, "wall_left")},
                  {"act_seat_id", At(view, "actor")},
                  {"scores", At(view, "scores")},
                  {"points", At(view, "points")}});
    if (Json question = Question(begin); !question.is_null()) task = std::move(question);
  }
  Json people = People();
  table["user_points"] = Json::object();
  for (const Json& person : people)
    table["user_points"][person["seat_id"].dump()] = person["point"];
  Json scene = Info();
  scene["game_data"] = {{"player_info", std::move(players)},
                        {"desk_info", std::move(table)},
                        {"wait_task", std::move(task)}};
  return scene;
}

Json EchecsDesk::HandsShown(const Json& view) const {
  Json hands;
  for (const Json& seat : At(view, "seats")) {
    if (At(seat, "seat") == OwnSeat() || At(seat, "hand").is_null()) continue;
    Json& shown = hands[At(seat, "seat").dump()];
    shown["hand_card"] = EchecsCards(At(seat, "hand"));
    shown["an_gang_cards"] = Json::array();
    for (const Json& meld : At(seat, "melds")) {
      if (At(meld, "kind") == "an_gang")
        shown["an_gang_cards"].push_back(EchecsCards(At(meld, "tiles")));
    }
  }
  return hands;
}

}  // namespace mlf::server
