#include "server/gateway/echecs_desk.h"

#include "server/protocol/json_wire.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace mlf::server {

namespace {

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

int Flag(const Json& value) { return value.is_boolean() && value.get<bool>() ? 1 : 0; }

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

Json EchecsDesk::Person(std::int64_t seat) const {
  const std::string name = Text(SeatOf(seat), "name");
  return Json{{"user_id", EchecsUserId(name)}, {"nick", name}, {"seat_id", seat}};
}

Json EchecsDesk::People() const {
  Json people = Json::array();
  for (std::int64_t i = 0; i < std::ssize(At(desk_, "seats")); ++i) {
    const Json& seat = SeatOf(i);
    if (Occupant(seat).empty()) continue;
    Json person = Person(i);
    person["ready"] = Flag(At(seat, "ready"));
    person["is_offline"] = 1 - Flag(At(seat, "online"));
    person["is_robot"] = Flag(At(seat, "robot"));
    people.push_back(std::move(person));
  }
  return people;
}

void EchecsDesk::Enter(const Json& desk, bool quick) {
  Leave();
  desk_ = desk;
  quick_ = quick;
}

Json EchecsDesk::Info() const {
  return Json{{"desk_id", code()},
              {"desk", id()},
              {"room_type", Text(desk_, "variant")},
              {"status", Text(desk_, "state")},
              {"seat_id", OwnSeat()},
              {"custom_config", At(desk_, "options")},
              {"user_info", People()}};
}

std::vector<EchecsBody> EchecsDesk::Read(const Push& push) {
  out_.clear();
  std::visit(
      [&](const auto& body) {
        using Body = std::decay_t<decltype(body)>;
        // The user may sit at other desks by other connections. This connection shows only its own
        // desk.
        if (std::is_same_v<Body, push::Desk> || (seated() && DeskOf(body) == id())) On(body);
      },
      push);
  return std::exchange(out_, {});
}

void EchecsDesk::On(const push::Desk& push) {
  const Json next = PushObject(push);
  if (!seated()) {
    if (!user_.empty() && Sits(push.seats, user_)) Enter(next, false);
    return;
  }
  if (push.id != id()) return;
  const Json before = std::exchange(desk_, next);
  const Json& seats = At(before, "seats");
  const auto size = std::max(std::ssize(seats), std::ssize(push.seats));
  for (std::int64_t i = 0; i < size; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Json old = at < seats.size() ? seats[at] : Json();
    const std::string was = Occupant(old), is = Occupant(SeatOf(i));
    if (!was.empty() && !Sits(push.seats, was)) {
      const std::string name = Text(old, "name");
      Add(EchecsId::kPushUserExit,
          {{"user_id", EchecsUserId(name)}, {"nick", name}, {"seat_id", i}});
    }
    if (is.empty() || is == user_) continue;
    Json person = Person(i);
    person["ready"] = Flag(At(SeatOf(i), "ready"));
    if (!Sits(seats, is)) {
      Add(EchecsId::kPushUserJoinDesk, std::move(person));
    } else if (was == is && push.state == "waiting" && At(old, "ready") != At(SeatOf(i), "ready")) {
      Add(EchecsId::kPushUserReady, std::move(person));
    }
  }
  if (At(before, "options") != push.options)
    Add(EchecsId::kPushUserSetConfig, {{"custom_config", push.options}});
  if (!Sits(push.seats, user_)) {
    std::vector<EchecsBody> out = std::move(out_);
    Leave();
    out_ = std::move(out);
  }
}

void EchecsDesk::On(const push::Begin& push) {
  const Json begin = PushObject(push);
  match_ = push.match;
  if (push.resumed.value_or(false)) {
    Add(EchecsId::kUserReconnect, EchecsOk(Scene(begin)));
    return;
  }
  shown_.clear();
  const Json& view = At(begin, "view");
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
  Json settle{{"hand", push.hand},
              {"points", push.points},
              {"scores", push.scores},
              {"key", push.key},
              {"replay", push.replay}};
  if (push.commit) settle["commit"] = *push.commit;
  Add(EchecsId::kPushGameSettle, std::move(settle));
  Json players = Json::object();
  for (std::size_t i = 0; i < push.scores.size(); ++i) {
    Json& player = players[std::to_string(i)];
    player = {{"point", i < push.points.size() ? push.points[i] : Json(0)},
              {"score", push.scores[i]}};
    if (const auto shown = shown_.find(static_cast<std::int64_t>(i)); shown != shown_.end())
      player["hand_card"] = shown->second;
  }
  shown_.clear();
  Add(EchecsId::kPushGameOver, {{"player_info", std::move(players)}, {"match_over", 0}});
}

void EchecsDesk::On(const push::Over& push) {
  match_ = 0;
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
  const bool was_online = Flag(At(SeatOf(push.seat), "online")) == 1;
  if (!SeatOf(push.seat).is_null())
    desk_["seats"][static_cast<std::size_t>(push.seat)]["online"] = push.online;
  Json person = Person(push.seat);
  if (push.online && !was_online) Add(EchecsId::kPushUserReconnect, person);
  person["is_offline"] = push.online ? 0 : 1;
  person["is_auto"] = push.auto_ ? 1 : 0;
  Add(EchecsId::kPushUserStatus, std::move(person));
}

void EchecsDesk::On(const push::Vote& push) {
  if (push.result) {
    voting_ = false;
    agreed_ = Json::array();
    Add(quick_ ? EchecsId::kPushMatchDeskDissolveResult : EchecsId::kPushDeskDissolveResult,
        {{"result", *push.result == "dissolved" ? 1 : 0}});
    if (*push.result == "dissolved" && match_ == 0) {
      std::vector<EchecsBody> out = std::move(out_);
      Leave();
      out_ = std::move(out);
    }
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
    if (seat == by) continue;  // the requester has agreed
    Json person = Person(Number(seat, -1));
    person["agree"] = 1;
    Add(EchecsId::kPushDeskDissolveAnswer, std::move(person));
  }
}

void EchecsDesk::Events(const Json& events, bool dealing) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Json& event = events[i];
    const std::string type = Text(event, "type");
    const std::int64_t seat = Number(At(event, "seat"), -1);
    const Json cards = EchecsCards(At(event, "pieces"));
    if (dealing && (type == "dice" || type == "dealer")) continue;  // sent as 101004
    if (type == "hand_shown") {
      shown_[seat] = cards;  // sent as 101003
    } else if (type == "deal") {
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
      Json body = Person(seat);
      body["point"] = Number(At(event, "value"), 0);
      Copy(body, "other_seat_id", At(event, "other"));
      Copy(body, "desc", At(event, "text"));
      Add(EchecsId::kPushUserPoint, std::move(body));
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
    Json actions = Json::object();
    for (const Json& offer : At(asked, "offers")) actions[Text(offer, "node")] = Parameters(offer);
    ask_ = Number(At(fields, "ask"), ask_);
    return Json{{"seat_id", OwnSeat()},
                {"act_info", std::move(actions)},
                {"ask", ask_},
                {"end_time", static_cast<double>(Number(At(fields, "deadline_ms"), 0)) / 1000},
                {"extra_time", static_cast<double>(Number(At(fields, "extra_ms"), 0)) / 1000}};
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

Json EchecsDesk::Scene(const Json& begin) {
  match_ = Number(At(begin, "match"), match_);
  const Json& view = At(begin, "view");
  Json players = Json::array();
  for (const Json& seat : At(view, "seats")) {
    Json player{{"seat_id", At(seat, "seat")}, {"card_num", At(seat, "count")}};
    for (const auto& [to, from] :
         {std::pair("hand_card", "hand"), {"hua_card", "flowers"}, {"set_aside", "set_aside"}}) {
      if (!At(seat, from).is_null()) player[to] = EchecsCards(At(seat, from));
    }
    if (!At(seat, "drawn").is_null()) player["draw_card"] = EchecsCard(At(seat, "drawn"));
    player["melds"] = Json::array();
    for (const Json& meld : At(seat, "melds")) {
      Json one{{"act_type", At(meld, "kind")}, {"card_list", EchecsCards(At(meld, "tiles"))}};
      Copy(one, "other_seat_id", At(meld, "from"));
      player["melds"].push_back(std::move(one));
    }
    player["out_card"] = Json::array();
    for (const Json& discard : At(view, "river")) {
      if (At(discard, "seat") == At(seat, "seat") && Flag(At(discard, "claimed")) == 0)
        player["out_card"].push_back(EchecsCard(At(discard, "tile")));
    }
    player["is_ting"] = Flag(At(seat, "ready"));
    player["is_hu"] = Flag(At(seat, "won"));
    players.push_back(std::move(player));
  }
  Json table{{"desk_id", code()},
             {"hand", At(begin, "hand")},
             {"bank_seat_id", At(view, "dealer")},
             {"left_card_num", At(view, "wall_left")},
             {"act_seat_id", At(view, "actor")},
             {"scores", At(view, "scores")},
             {"points", At(view, "points")}};
  Json question = Question(begin);
  return Json{{"user_info", People()},
              {"game_data",
               {{"player_info", std::move(players)},
                {"desk_info", std::move(table)},
                {"wait_task", question.is_null() ? Json::object() : std::move(question)}}}};
}

}  // namespace mlf::server
