#include "samples.h"

#include <mlf/flow/json.h>
#include <mlf/flow/random.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>

#include <gtest/gtest.h>

#include <bit>

namespace mlf::server::test {

namespace {

Json Parsed(const char* text) { return *ParseJson(text); }

const char* const kDesk = R"({"id":"d1","code":"012345","variant":"x","fingerprint":"f",
    "options":{"cap":4,"on":true,"word":"none"},"commit":"ab","state":"waiting","owner":"u1",
    "seats":[{"user":"u1","name":"甲","ready":true,"online":true,"auto":false,"robot":false},
             {"ready":false,"online":false,"auto":false,"robot":false}],
    "spectators":0,"match":2})";

template <typename T>
void Add(Json& object, std::string_view name, const T& value) {
  object[std::string(name)] = value;
}
template <typename T>
void Add(Json& object, std::string_view name, const std::optional<T>& value) {
  if (value) object[std::string(name)] = *value;
}

// The events and questions of a response, as the fields of a push.
template <typename PushOfWindow>
void Fill(const Flow& flow, const Response& response, Viewer viewer, PushOfWindow& push) {
  const Json json = ResponseJson(flow, response, viewer);
  push.events = JsonText(json["events"]);
  if (!json["choices"].empty()) push.choices = JsonText(json["choices"]);
  if (json.contains("ask")) {
    push.ask = json["ask"].get<std::int64_t>();
    push.deadline_ms = json["deadline_ms"].get<std::int64_t>();
    push.defaults = JsonText(json["defaults"]);
  }
}

Json ViewFor(const Flow& flow, const Records& records, Viewer viewer) {
  Json view = table::View(flow, records, viewer);
  view.erase("v");  // inside another object
  return view;
}

}  // namespace

std::vector<Json> Requests() {
  std::vector<Json> all;
  for (const char* text : {
           R"({"t":"login","re":1,"name":"甲"})",
           R"({"t":"login","re":"a","name":"a","password":"secret12","register":false})",
           R"({"t":"login","token":"abc"})",
           R"({"t":"logout","re":-2.5})",
           R"({"t":"variants","re":3})",
           R"({"t":"desks","re":4})",
           R"({"t":"desks","re":4,"variant":"x"})",
           R"({"t":"create","re":5,"variant":"x"})",
           R"({"t":"create","re":5,"variant":"x","preset":"p","options":{"a":1,"b":false,"c":"w",
               "d":-9007199254740992},"robots":0,"private":true,"spectators":false,"time":"slow",
               "seat":3})",
           R"({"t":"join","re":6,"desk":"d","seat":0})",
           R"({"t":"join","re":6,"code":"000000"})",
           R"({"t":"watch","re":7,"desk":"d"})",
           R"({"t":"watch","re":7,"code":"123456"})",
           R"({"t":"quick","re":8,"variant":"x","options":{}})",
           R"({"t":"quick","re":8,"variant":"x"})",
           R"({"t":"quick","re":8,"variant":"x","preset":"p"})",
           R"({"t":"leave","re":9,"desk":"d"})",
           R"({"t":"ready","re":10,"desk":"d","ready":false,"salt":"00"})",
           R"({"t":"config","re":11,"desk":"d","options":{"cap":3}})",
           R"({"t":"dissolve","re":12,"desk":"d"})",
           R"({"t":"vote","re":13,"desk":"d","agree":true})",
           R"({"t":"act","re":14,"desk":"d","match":0,"id":"i","ask":0,"node":"guo"})",
           R"({"t":"act","re":14,"desk":"d","match":1,"id":"i","ask":17,"node":"chi",
               "pieces":["1m","2m","9s","5p","7z","8h"],"value":0,"salt":"ff"})",
           R"({"t":"act","re":14,"desk":"d","match":1,"id":"i","ask":17,"node":"que",
               "value":"s"})",
           R"({"t":"act","re":14,"desk":"d","match":1,"id":"i","ask":17,"node":"que",
               "pieces":[]})",
           R"({"t":"sync","re":15,"desk":"d","since":0})",
           R"({"t":"hint","re":16,"desk":"d"})",
           R"({"t":"why","re":17,"desk":"d","node":"hu","pieces":["1m"]})",
           R"({"t":"auto","re":18,"desk":"d","on":false})",
           R"({"t":"say","re":19,"desk":"d","text":"好！"})",
           R"({"t":"say","re":19,"desk":"d","emote":"e"})",
           R"({"t":"journal","re":20,"desk":"d","match":1,"hand":0})",
           R"({"t":"ping","re":21})",
           R"({"t":"spectators","re":22,"desk":"d"})",
           R"({"t":"mute","re":23,"desk":"d","user":"g1","on":true})",
           R"({"t":"remove","re":24,"desk":"d","user":"g1"})",
           R"({"t":"wait","re":25,"desk":"d","ms":1500})",
           R"({"t":"profile","re":26})",
           R"({"t":"matches","re":27,"before":"7.1.d","limit":20})",
           R"({"t":"account","re":28,"name":"甲","password":"12345678"})",
           R"({"t":"forget","re":29,"name":"甲"})",
       })
    all.push_back(Parsed(text));
  return all;
}

std::vector<Json> Answers() {
  std::vector<Json> all;
  for (const char* text : {
           R"({"t":"login","user":{"id":"u","name":"甲","guest":true},"token":"t",
               "desks":["d1","d2"]})",
           R"({"t":"variants","variants":[{"id":"x","zh":"某","en":"some","seats":4,
               "presets":[{"id":"p","zh":"预","en":"pre","options":{"cap":"none"}}],
               "options":[{"id":"cap","type":"int","default":4,"low":-1,"high":20,
                   "values":[1,"none",true],"needs":{"huazhu":"!off"},"help":"h","zh":"封",
                   "en":"cap"}],
               "chart":"/api","older":true}]})",
           R"({"t":"act","mine":3,"seq":0,"kept":true,"hash":"0123456789abcdef","dup":true})",
           R"({"t":"act","mine":3,"seq":9,"hash":"0123456789abcdef","choices":[{"seat":1,"offers":[
               {"node":"discard","kind":"piece","pieces":["1m","2p"]}]}],"ask":12,
               "deadline_ms":15000,"extra_ms":3000,"defaults":[{"seat":1,"node":"discard","ask":12,
               "pieces":["1m"]}]})",
           R"({"t":"hint","discards":[{"piece":"3p","waits":[{"piece":"1z","left":2,"value":-8}],
               "distance":0}]})",
           R"({"t":"why","reason":{"id":"i","zh":"因","en":"because"}})",
           R"({"t":"journal","text":"mlf-journal 1\n"})",
           R"({"t":"ping","time_ms":1795384095000})",
           R"({"t":"wait","ms":0})",
           R"({"t":"profile","user":{"id":"u","name":"甲","guest":false},"created_ms":5,
               "games":[{"variant":"x","preset":"p","matches":2,"hands":9,"wins":3,"deal_ins":1,
               "points":-8,"places":[1,0,0,1]}]})",
           R"({"t":"matches","matches":[{"desk":"d","match":1,"variant":"x","preset":"p",
               "ended_ms":7,"places":4,"place":2,"points":-8,"dissolved":true,"hands":[{"hand":0,
               "points":-8,"won":true,"dealt_in":true,"replay":"/r/ab/replay.html"}]}],
               "next":"7.1.d"})",
           R"({"t":"account","user":{"id":"u","name":"甲","guest":false}})",
           R"({"t":"forget"})",
           R"({"t":"spectators","spectators":[{"user":"g1","name":"甲","muted":false}]})",
       })
    all.push_back(Parsed(text));
  for (const char* type : {"create", "join", "watch", "quick"})
    all.push_back(Json{{"t", type}, {"desk", Parsed(kDesk)}});
  all.push_back(Json{{"t", "desks"}, {"desks", Json::array({Parsed(kDesk)})}});
  for (const char* type :
       {"logout", "leave", "ready", "config", "dissolve", "vote", "auto", "say", "mute", "remove"})
    all.push_back(Json{{"t", type}});
  all.push_back(Parsed(R"({"t":"sync","desk":"d","match":1,"hand":0,"seq":4,"ask":7,
      "choices":[{"seat":0,"offers":[{"node":"hu","kind":"nothing"}]}],"deadline_ms":0,
      "extra_ms":15000,"defaults":[{"seat":0,"node":"guo","ask":7}],"salts":["ab",null]})"));
  return all;
}

Json ObjectOfRequest(const Request& request) {
  return std::visit(
      [](const auto& message) {
        Json object{{"t", message.kType}};
        message.Fields(
            [&](std::string_view name, auto member) { Add(object, name, message.*member); });
        return object;
      },
      request);
}

Json Lean(const Json& json) {
  if (json.is_array()) {
    Json list = Json::array();
    for (const Json& item : json) list.push_back(Lean(item));
    return list;
  }
  if (!json.is_object()) return json;
  Json object = Json::object();
  for (const auto& [key, value] : json.items()) {
    if (!value.is_null() && !(value.is_array() && value.empty())) object[key] = Lean(value);
  }
  return object;
}

void PlayEveryVariant(const std::function<void(const std::string&, const Push&)>& visit) {
  for (const std::string& id : VariantIds()) {
    const auto opened = OpenFlow(id, {{"hands", "2"}});
    ASSERT_TRUE(opened.ok()) << id << FaultText(opened.faults());
    const Flow& flow = **opened;
    Records records = flow.Blank();
    Response response;
    flow.Start(records, 11, response);
    std::uint32_t drawn = 0;
    Stream chance(7, drawn);
    for (std::int64_t seq = 0; response.status != Status::kOver; ++seq) {
      ASSERT_TRUE(response.ok()) << id << response.refusal.detail;
      // Each step is that of a spectator and of one seat, in turn: two hands show every seat all.
      const auto turn = static_cast<Seat>(seq % flow.people());
      for (const Viewer viewer : {Viewer::Spectator(), Viewer::Of(turn)}) {
        push::Step step;
        step.desk = "d";
        step.seq = seq;
        step.node = response.node == kNoNode ? "" : flow.node(response.node).id;
        step.path = Json::array({"draw", "turn"});
        Fill(flow, response, viewer, step);
        visit(id, step);
        if (seq % 10 != 0) continue;
        push::Begin begin;
        begin.desk = "d";
        begin.match = 1;
        begin.hand = records.flow().hand;
        begin.seq = seq;
        if (viewer.kind == Viewer::kSeat) begin.seat = viewer.seat;
        begin.view = JsonText(ViewFor(flow, records, viewer));
        Fill(flow, response, viewer, begin);
        begin.salts = Json::array({"00", nullptr});
        visit(id, begin);
      }
      const auto seat = static_cast<Seat>(std::countr_zero(static_cast<unsigned>(response.asked)));
      const auto ways = static_cast<std::uint32_t>(response.choices.Count(seat));
      flow.ProcessActionNode(records, response.choices.Nth(seat, chance.Below(ways), response.ask),
                             response);
    }
  }
  Json desk = Parsed(kDesk);
  push::Desk full{.id = "d",
                  .code = "012345",
                  .variant = "x",
                  .fingerprint = "f",
                  .options = desk["options"],
                  .commit = "ab",
                  .state = "playing",
                  .owner = "u1",
                  .seats = desk["seats"],
                  .spectators = 3,
                  .match = 1};
  visit("", full);
  push::Desk bare = full;
  bare.commit.reset(), bare.match.reset();
  visit("", bare);
  bare.quick = true;
  visit("", bare);
  const JsonText wins(std::string(R"([{"type":"win_value","seat":1,"pieces":["3m"],"value":2}])"));
  push::Hand won{"d", 1, 0, {-5, 5}, {-5, 5}, "k", "c", "/r/x", wins};
  visit("", won);
  won.seats = JsonText(std::string(R"([{"seat":0,"count":1,"hand":["1m"],
      "melds":[{"kind":"peng","tiles":["3p","3p","3p"],"from":1}],"flowers":["1h"]}])"));
  won.fans = Parsed(R"([{"id":"qing_yi_se","zh":"清一色","en":"full flush"}])");
  visit("", won);
  visit("",
        push::Hand{
            "d", 1, 0, {-5, 5}, {0, 0}, "k", std::nullopt, "/r/x", JsonText(std::string("[]"))});
  visit("", push::Over{"d", 1, {-5, 5}, {2, 1}, true});
  visit("", push::Over{"d", 1, {-5, 5}, {2, 1}, std::nullopt});
  visit("", push::Presence{"d", 0, false, true});
  visit("", push::Vote{"d", 0, Json::array({0, 2}), 59000, std::nullopt});
  visit("", push::Vote{"d", std::nullopt, std::nullopt, std::nullopt, "dissolved"});
  visit("", push::Vote{"d", std::nullopt, std::nullopt, std::nullopt, "continued", 1});
  visit("", push::Said{"d", 1, "甲", "好", std::nullopt});
  visit("", push::Said{"d", std::nullopt, "乙", std::nullopt, "smile"});
  visit("", push::Notice{"stopping", "将停", "stopping"});
  visit("", push::Bye{"idle"});
}

}  // namespace mlf::server::test
