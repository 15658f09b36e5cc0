#include "server/sim/person.h"

#include "server/lobby/desk.h"
#include "server/protocol/json_wire.h"

#include <mlf/flow/check.h>
#include <mlf/flow/random.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <variant>

namespace mlf::server {

VariantShelf& SimShelf(const std::vector<std::string>& variants) {
  static VariantShelf shelf("");
  static std::map<std::string, std::shared_ptr<const Flow>> built;  // a shelf forgets the unused
  for (const std::string& variant : variants) {
    if (built.contains(variant)) continue;
    if (const auto flow = shelf.FlowFor(variant, {})) built[variant] = *flow;
  }
  return shelf;
}

// ---- Town ----

Town::Town(std::uint64_t seed, const std::vector<std::string>& variants, int robots)
    : variants_(variants),
      robots_(robots),
      shelf_(SimShelf(variants)),
      random_seed_(StreamSeed(seed, "simulation")) {}

std::uint32_t Town::Random(std::uint32_t bound) {
  return Stream(random_seed_, counter_).Below(bound);
}

const Json& Town::Parsed(const MessagePtr& message) {
  if (message != parsed_message_) parsed_ = Json::parse(PushText(message->push()));
  parsed_message_ = message;
  return parsed_;
}

void Town::Met(const Json& desk) { met_.try_emplace(desk["id"], desk); }

std::optional<std::int64_t> Town::PointsAtStart(const std::string& desk) {
  const auto met = met_.find(desk);
  if (met == met_.end()) return std::nullopt;
  const auto flow = shelf_.FlowFor(met->second["variant"].get<std::string>(),
                                   OptionsFrom(met->second["options"]));
  if (!flow) return std::nullopt;
  const auto match = table::FindSlot<table::Match>(**flow);
  if (!match) return std::nullopt;  // points of a plain game need not sum to anything
  Records records = (*flow)->Blank();
  Response response;
  (*flow)->Start(records, 1, response);
  std::int64_t sum = 0;
  for (const std::int32_t score : (*match)(records).score) sum += score;
  return sum;
}

void TownLog::Write(LogLevel level, const LogIds& ids, std::string_view text, const Place&) {
  if (level == LogLevel::kError) town_.Fault(fmt::format("desk {}: {}", ids.desk, text));
}

// ---- connections ----

// Stays when its person has another one: a server may write to it still.
class Person::Connection final : public Session {
 public:
  Connection(Person& person, std::uint64_t number) : person_(person), number_(number) {}

  bool current() const { return person_.connection_ == this; }
  void Send(MessagePtr message) override {
    if (current()) person_.Read(message);
  }
  void Bye(std::string_view) override { Close(); }
  void Close() override {
    if (current()) person_.Lost();
  }
  const std::string& address() const override { return address_; }
  std::uint64_t number() const override { return number_; }

 private:
  Person& person_;
  const std::uint64_t number_;
  const std::string address_ = "10.0.0.1";
};

Person::Person(Town& town, int index)
    : town_(town), index_(index), name_(fmt::format("person {}", index)) {}
Person::~Person() = default;

void Person::Connect() {
  entrance_ = town_.Entrance();
  if (entrance_ == nullptr) return;
  connections_.push_back(std::make_unique<Connection>(*this, ++town_.sessions));
  connection_ = connections_.back().get();
  waiting_ = false;
  seq_ = -1;
  playing_ = false;
  question_ = nullptr;
  entrance_->Opened(*connection_);
  Ask(token_.empty() ? Json{{"t", "login"}, {"name", name_}}
                     : Json{{"t", "login"}, {"token", token_}});
}

void Person::Lost() {
  Connection* const old = std::exchange(connection_, nullptr);
  if (old != nullptr) entrance_->Closed(*old);
}

void Person::Cut() { connection_ = nullptr; }

void Person::Ask(Json request) {
  ++town_.requests;
  const Incoming incoming = ReadRequest(request);
  if (const Error* error = std::get_if<Error>(&incoming.content))
    return town_.Fault("a request was not understood: " + error->reason.dump() + request.dump());
  waiting_ = true;
  asked_ = town_.now();
  Connection* const connection = connection_;
  entrance_->Handle(*connection, std::get<Request>(incoming.content), asked_,
                    [this, request = std::move(request), connection](const Answer& answer) {
                      if (connection_ != connection || town_.dead()) return;
                      waiting_ = false;
                      Answered(request, AnswerObject(nullptr, answer));
                    });
}

void Person::Do() {
  if (!connected()) return Connect();
  if (waiting_) {
    if (town_.now() - asked_ > kPatience) Lost();
    return;
  }
  if (town_.Random(25) == 0) return Lost();
  if (desk_.empty()) {
    if (!town_.codes.empty() && town_.Random(3) != 0) {
      auto code = town_.codes.begin();
      std::advance(code, town_.Random(static_cast<std::uint32_t>(town_.codes.size())));
      return Ask({{"t", "join"}, {"code", *code}});
    }
    const auto& variants = town_.variants();
    return Ask(Creates(variants[town_.Random(static_cast<std::uint32_t>(variants.size()))]));
  }
  if (!playing_) {
    if (town_.Random(10) == 0) return Ask({{"t", "leave"}, {"desk", desk_}});
    Json ready{{"t", "ready"}, {"desk", desk_}, {"ready", town_.Random(8) != 0}};
    if (ready["ready"] && town_.Random(2) == 0) ready["salt"] = std::string(64, 'b');
    return Ask(std::move(ready));
  }
  switch (town_.Random(30)) {
    case 0: return Ask({{"t", "auto"}, {"desk", desk_}, {"on", town_.Random(2) == 0}});
    case 1: return Ask({{"t", "sync"}, {"desk", desk_}});
    case 2: return Ask({{"t", "hint"}, {"desk", desk_}});
    case 3: return Ask({{"t", "say"}, {"desk", desk_}, {"text", "hello"}});
    case 4:
      if (town_.Random(6) == 0) return Ask({{"t", "dissolve"}, {"desk", desk_}});
      return Ask({{"t", "vote"}, {"desk", desk_}, {"agree", town_.Random(3) != 0}});
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
  const auto flow = town_.shelf().FlowFor(variant, OptionsFrom(options));
  MLF_CHECK(flow, text + " cannot be built");
  const int seats = (*flow)->seats();
  const int robots = std::min(town_.robots(), seats - 1);
  return {{"t", "create"},
          {"variant", variant},
          {"options", std::move(options)},
          {"robots", Desk::PlacesOf(**flow) - seats +
                         static_cast<int>(town_.Random(static_cast<std::uint32_t>(robots) + 1))}};
}

Json Person::RandomAct() {
  Json act = question_["defaults"][0];
  if (town_.Random(3) == 0) {
    const Json& offers = question_["choices"][0]["offers"];
    const Json& offer = offers[town_.Random(static_cast<std::uint32_t>(offers.size()))];
    const auto pick = [&](const Json& list) {
      return list[town_.Random(static_cast<std::uint32_t>(list.size()))];
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
  if (!sent.empty() && town_.Random(5) == 0) {
    auto old = sent.begin();
    std::advance(old, town_.Random(static_cast<std::uint32_t>(sent.size())));
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
    return town_.Fault(type + " was answered " + answer.dump());
  if (type == "login") {
    if (!ok && !token_.empty() && answer["code"] == "bad_login")
      return town_.Fault(name_ + "'s token is void: " + answer.dump());
    if (!ok) return Lost();
    user_ = answer["user"]["id"];
    token_ = answer["token"];
    // A desk whose answer was lost may be among them; the person plays at one.
    const Json& desks = answer["desks"];
    if (std::find(desks.begin(), desks.end(), Json(desk_)) == desks.end())
      desk_ = desks.empty() ? "" : desks[0].get<std::string>();
  } else if ((type == "create" || type == "join") && ok) {
    town_.Met(answer["desk"]);
    desk_ = answer["desk"]["id"];
    town_.codes.insert(answer["desk"]["code"].get<std::string>());
  } else if (type == "join") {
    town_.codes.erase(request["code"].get<std::string>());
  } else if (type == "leave" && ok) {
    desk_.clear();
  } else if (answer.contains("code") && answer["code"] == "no_desk") {
    desk_.clear();
    playing_ = false;
  } else if (type == "sync" && ok) {
    CheckSeen(answer["seq"], answer);
    if (answer.contains("defaults")) question_ = answer;
    if (answer["seq"].get<std::int64_t>() != seq_ && seq_ >= 0)
      town_.Fault(fmt::format("sync has seq {}, below {}", answer["seq"].dump(), seq_));
  } else if (type == "act") {
    SentAct& one = sent[{desk_ + request["match"].dump(), request["id"]}];
    if (answer.contains("code") && answer["code"] == "id_reuse")
      return town_.Fault("the same act again is id_reuse: " + request.dump());
    if (!ok) {
      if (one.ok) town_.Fault("an acknowledged act is refused: " + request.dump() + answer.dump());
      one.busy = answer["code"] == "busy";
      return;
    }
    Json plain = answer;
    for (const char* key : {"dup", "choices", "ask", "deadline_ms", "extra_ms", "defaults"})
      plain.erase(key);
    if (one.ok) {
      if (!answer.value("dup", false) || plain != *one.ok)
        town_.Fault("an act was acknowledged as " + one.ok->dump() + " and then " + answer.dump());
      return;
    }
    one.ok = plain;
    // Its own match: another one may have begun before the answer came.
    std::int64_t& mine = mine_[desk_ + request["match"].dump()];
    const std::int64_t now = answer["mine"];
    // Accepted acts whose answer was lost may lie between.
    if (!answer.value("dup", false) && now <= mine)
      town_.Fault(fmt::format("mine went from {} to {}", mine, now));
    mine = std::max(mine, now);
    // A pass in the own turn: no step, and the next question comes with the answer.
    if (!answer.contains("defaults")) return;
    if (answer["seq"] != seq_) town_.Fault("a pass in the own turn counts as a step");
    if (request["desk"] == desk_ && request["match"] == match_) question_ = answer;
  }
}

void Person::Read(const MessagePtr& message) {
  if (town_.dead()) return;
  Check(town_.Parsed(message));
  if (Person* const other = town_.Eavesdropper(*this)) other->Check(town_.Parsed(message));
}

// The table of one step looks the same whenever it is shown, whether others have answered meanwhile
// or not, and whichever server shows it. What the person itself has done may show.
void Person::CheckSeen(std::int64_t seq, const Json& shown) {
  if (!shown.contains("view")) return;
  Json others = shown["view"];
  others.erase("window");  // its own question, which changes by a pass in the own turn
  for (Json& seat : others["seats"]) {
    if (seat["seat"] == seat_) seat = nullptr;
  }
  const std::string text = others.dump();
  const auto [known, is_new] = seen_.try_emplace(
      fmt::format("{} {} {} {} {}", desk_, match_, seat_, seq, shown.contains("defaults")), text);
  if (!is_new && known->second != text)
    town_.Fault(fmt::format("{}: step {} of desk {} was shown as {} and then as {}", name_, seq,
                            desk_, known->second, text));
}

void Person::Check(const Json& push) {
  const std::string type = push["t"];
  const std::string desk = push.value(type == "desk" ? "id" : "desk", desk_);
  if (desk != desk_) return;
  const auto wrong = [&](std::string_view what) {
    town_.Fault(fmt::format("{} (seq {}): {}: {}", name_, seq_, what, push.dump().substr(0, 300)));
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
    discarded_ = false;
    question_ = nullptr;
    for (const Json& seat : push["view"]["seats"]) {
      const bool open = seat.contains("hand");  // the rules show it to this seat
      if (seat["seat"] != seat_ && !open && seat.contains("drawn") && seat["drawn"] != "?")
        return wrong("a drawn tile of another seat is shown");
    }
    CheckSeen(seq, push);
    if (push["view"].contains("wall") || push["view"].contains("seed"))
      return wrong("the wall is shown");
  } else if (type == "step") {
    if (!playing_ || seq_ < 0) return wrong("a step before begin");
    if (push["seq"] != seq_ + 1) return wrong("a step is missing or doubled");
    seq_ = push["seq"];
    const Json& events = push["events"];
    if (discarded_ && (!events.empty() || !push["path"].empty()))
      return wrong("no empty step after a discard");
    discarded_ =
        std::ranges::any_of(events, [](const Json& event) { return event["type"] == "discard"; });
    if (discarded_ && push.contains("choices")) return wrong("a discard is not alone");
    if (std::ranges::find(push["path"], Json("guo")) != push["path"].end())
      return wrong("a pass is shown");
  } else if (type == "over") {
    // The end of an older match may come while the next one is played.
    if (!playing_ || push["match"] >= match_) {
      playing_ = false;
      seq_ = -1;
      question_ = nullptr;
    }
    ++town_.matches;
    std::int64_t sum = 0;
    for (const Json& score : push["scores"]) sum += score.get<std::int64_t>();
    const auto start = town_.PointsAtStart(desk_);
    // Stakes on the table of a broken hand are nobody's.
    const bool staked = start > 0 && push.contains("dissolved") && sum < start;
    if (start && sum != *start && !staked)
      return wrong(fmt::format("points sum to {}, and began with {}", sum, *start));
  } else if (type == "desk") {
    town_.Met(push);
    if (push["state"] == "waiting") playing_ = false;
  }
  if (push.contains("choices")) {
    for (const Json& choice : push["choices"]) {
      if (choice["seat"] != seat_) return wrong("the choices of another seat are shown");
    }
  }
  if (push.contains("defaults")) question_ = push;
}

}  // namespace mlf::server
