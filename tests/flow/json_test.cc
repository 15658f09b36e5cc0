// JSON: the keys match docs/en/json.md, and a viewer receives only what it may know.
#include "toy.h"

#include <mlf/flow/json.h>
#include <mlf/flow/json_text.h>
#include <mlf/flow/text.h>
#include "tests/support/json_document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace mlf::test::json {
namespace {

struct Match {
  std::shared_ptr<const Flow> flow = TwoHands();
  Records records = flow->Blank();
  Response response;
  Match() { flow->Start(records, 3, response); }
  void Do(const char* text) {
    Action action = *ParseAction(*flow, text);
    action.ask = records.flow().window.ask;
    flow->ProcessActionNode(records, action, response);
  }
};

// The text form is the tree, written.
void ExpectSameText(const Flow& flow, const Choices& choices, const std::vector<Event>& events,
                    Viewer viewer) {
  std::string text;
  AppendChoices(text, flow, choices, viewer);
  EXPECT_EQ(text, ChoicesJson(flow, choices, viewer)["choices"].dump());
  Json list = Json::array();
  for (const Event& event : events) {
    if (Json one = EventBody(flow, event, viewer); !one.is_null()) list.push_back(std::move(one));
  }
  text = "before ";
  AppendEvents(text, flow, events, viewer);
  EXPECT_EQ(text, "before " + list.dump());
}

TEST(Json, KeysAreThoseOfTheDocument) {
  JsonDocument document;
  ASSERT_GE(document.size(), 8u);
  Match match;
  int responses = 0;
  std::size_t events = 0, offers = 0;
  const auto check = [&] {
    for (const Viewer viewer :
         {Viewer::Full(), Viewer::Spectator(), Viewer::Of(0), Viewer::Of(1), Viewer::Of(2)}) {
      const Json json = ResponseJson(*match.flow, match.response, viewer);
      document.Check("Response", json, true);
      ExpectSameText(*match.flow, match.response.choices, match.response.events, viewer);
      ++responses;
      events += json["events"].size();
      for (const Json& seat : json["choices"]) offers += seat["offers"].size();
      document.Check("Choices", ChoicesJson(*match.flow, match.response.choices, viewer), true);
      for (const Event& event : match.response.events) {
        const Json one = EventJson(*match.flow, event, viewer);
        if (!one.is_null()) document.Check("Event", one, true);
      }
      if (!match.response.ok())
        document.Check("Refusal", RefusalJson(*match.flow, match.response.refusal, viewer), true);
    }
  };
  check();
  for (const char* step :
       {"2 say", "2 say", "0 no", "1 no", "2 give 9c", "2 give 3a", "1 timeout", "0 no", "2 no"})
    match.Do(step), check();
  EXPECT_EQ(match.response.status, Status::kOver);
  EXPECT_EQ(responses, 50);
  EXPECT_GT(events, 5u);
  EXPECT_GT(offers, 10u);
}

// The pieces of some events are seats, and are sent as numbers, not as pieces.
TEST(Json, SeatsAreSentAsSeats) {
  static const EventType kPaid{"paid", "{seat} 收 {value}", "{seat} receives {value}", true};
  static const EventType kPlain{"plain", "", "pays", true};
  const auto flow = TwoHands();
  Event event;
  event.type = &kPaid;
  event.seat = 0;
  event.With(1).With(7).value = 5;
  const Json json = EventJson(*flow, event, Viewer::Full());
  EXPECT_EQ(json.dump(), R"({"v":1,"type":"paid","seat":0,"seats":[1,7],"value":5})");
  JsonDocument().Check("Event", json, true);
  ExpectSameText(*flow, {}, {event}, Viewer::Full());
  EXPECT_EQ(FormatEvent(*flow, event, Viewer::Full(), Lang::kEn), "seat 0 receives 5");
  event.type = &kPlain;
  EXPECT_EQ(FormatEvent(*flow, event, Viewer::Full(), Lang::kEn),
            "seat 0 pays seat 1, the table 5");
}

// Each kind of domain as an offer, exactly.
TEST(Json, OffersOfEachKind) {
  JsonDocument document;
  const std::pair<const char*, const char*> rows[] = {
      {"piece", R"({"node":"give","kind":"piece","pieces":["1a","2a","3a","4a"]})"},
      {"combo", R"({"node":"give","kind":"combo","combos":[["1a","2a","3a"],["1a","1a"]]})"},
      {"subset",
       R"({"node":"give","kind":"subset","take":3,"same_group":true,"pool":["1a","1a","2a","3a","1b"]})"},
      {"value", R"({"node":"give","kind":"value","values":[1,2],"names":["red","green"]})"},
      {"range", R"({"node":"give","kind":"range","low":5,"high":9})"},
      {"bits", R"({"node":"give","kind":"bits","mask":5})"},
  };
  for (const auto& [kind, expected] : rows) {
    SCOPED_TRACE(kind);
    FlowBuilder builder(ToyRegistry(), &ToyText());
    builder.SetName("toy").SetSeats(2);
    builder.PushActionNode(
        {.id = "ask",
         .type = "pause",
         .window = WindowSpec{.ask = Who::kSelf, .defaults = {{.answer = "give"}}}});
    builder.PushActionNode({.id = "give", .params = Value::Map({{"kind", kind}})});
    builder.PushActionNode({.id = "done", .type = "pause", .end = true});
    builder.PushEdge({.from = "ask", .to = "give", .player = true});
    builder.PushEdge({.from = "ask", .to = "done"});
    builder.PushEdge({.from = "give", .to = "done"});
    const auto flow = BuildOrDie(builder);
    Records records = flow->Blank();
    Response response;
    flow->Start(records, 1, response);
    const Json offer = OfferBody(*flow, response.choices.Of(0)[0]);
    EXPECT_EQ(offer.dump(), expected);
    document.Check("Offer", offer);
    ExpectSameText(*flow, response.choices, response.events, Viewer::Of(0));
    // Every offered action round-trips through JSON.
    for (std::uint64_t n = 0; n < response.choices.Count(0); ++n) {
      const Action action = response.choices.Nth(0, n, response.ask);
      const Json json = ActionJson(*flow, action);
      document.Check("Action", json, true);
      std::string text = "{\"v\":1,";
      AppendAction(text, *flow, action);
      text.erase(text.find(",{") + 1, 1);
      EXPECT_EQ(text, json.dump());
      const auto read = ActionFromJson(*flow, json);
      ASSERT_TRUE(read.ok()) << json << FaultText(read.faults());
      EXPECT_EQ(*read, action) << json;
    }
  }
}

TEST(Json, ViewersGetWhatTheyMayKnow) {
  Match match;
  match.Do("2 say");
  const auto json = [&](Viewer viewer) {
    return ResponseJson(*match.flow, match.response, viewer);
  };
  EXPECT_EQ(json(Viewer::Full())["choices"].size(), 2u);
  EXPECT_EQ(json(Viewer::Of(0))["choices"].size(), 1u);
  EXPECT_EQ(json(Viewer::Of(0))["choices"][0]["seat"], 0);
  for (const Viewer viewer : {Viewer::Spectator(), Viewer::Of(2)}) {
    EXPECT_TRUE(json(viewer)["choices"].empty());
    for (const char* key : {"ask", "version", "deadline_ms", "defaults"})
      EXPECT_FALSE(json(viewer).contains(key)) << key;
  }
  EXPECT_FALSE(json(Viewer::Of(0)).contains("version")) << "it counts the answers of others";
  EXPECT_EQ(json(Viewer::Full())["version"], 1);

  match.Do("0 no");
  match.Do("1 no");
  match.Do("2 give 3a");
  ASSERT_EQ(match.response.events.size(), 2u);
  EXPECT_EQ(json(Viewer::Of(2))["events"][1].dump(),
            R"({"type":"peek","seat":2,"pieces":["8a"],"value":77})");
  for (const Viewer viewer : {Viewer::Of(1), Viewer::Spectator()}) {
    EXPECT_EQ(json(viewer)["events"][1].dump(),
              R"({"type":"peek","seat":2,"pieces":["?"],"hidden":true})");
  }
  EXPECT_EQ(json(Viewer::Full())["events"][1]["value"], 77);
  Event secret = match.response.events[1];
  secret.Only(MaskOf(Seat{2}));
  EXPECT_TRUE(EventJson(*match.flow, secret, Viewer::Of(1)).is_null());

  Refusal broken{RefusalCode::kInternal, nullptr, "a secret"};
  EXPECT_FALSE(RefusalJson(*match.flow, broken, Viewer::Of(1)).contains("detail"));
  EXPECT_TRUE(RefusalJson(*match.flow, broken, Viewer::Full()).contains("detail"));
}

TEST(Json, BadActionsAreFaults) {
  const Match match;
  const std::pair<const char*, const char*> rows[] = {
      {R"([1])", "B01"},
      {R"({})", "B01"},
      {R"({"v":2,"seat":1,"node":"no","ask":1})", "B01"},
      {R"({"v":1,"node":"no","ask":1})", "B02"},
      {R"({"v":1,"seat":3,"node":"no","ask":1})", "B02"},
      {R"({"v":1,"seat":1.5,"node":"no","ask":1})", "B02"},
      {R"({"v":1,"seat":18446744073709551615,"node":"no","ask":1})", "B02"},
      {R"({"v":1,"seat":1,"ask":1})", "B02"},
      {R"({"v":1,"seat":1,"node":5,"ask":1})", "B02"},
      {R"({"v":1,"seat":1,"node":"no @7","ask":1})", "B02"},
      {R"({"v":1,"seat":1,"node":"","ask":1})", "B02"},
      {R"({"v":1,"seat":1,"node":"no"})", "B02"},
      {R"({"v":1,"seat":1,"node":"no","ask":-1})", "B02"},
      {R"({"v":1,"seat":1,"node":"give","ask":1,"pieces":"3a"})", "B02"},
      {R"({"v":1,"seat":1,"node":"give","ask":1,"pieces":[3]})", "B02"},
      {R"({"v":1,"seat":1,"node":"give","ask":1,"pieces":["3a 4a"]})", "B02"},
      {R"({"v":1,"seat":1,"node":"give","ask":1,"pieces":["3a"],"value":[]})", "B02"},
      {R"({"v":1,"seat":1,"node":"no","ask":1,"peices":[]})", "B03"},
      {R"({"v":1,"seat":1,"node":"gvie","ask":1})", "A03"},
      {R"({"v":1,"seat":1,"node":"give","ask":1})", "A01"},
      {R"({"v":1,"seat":1,"node":"no","ask":1,"value":4})", "A05"},
  };
  for (const auto& [text, code] : rows) {
    const auto read = ActionFromJson(*match.flow, Json::parse(text));
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.faults().front().code, code) << text << " " << read.faults().front().message;
  }
}

std::string Repeat(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

TEST(ParseJson, NamesThePlace) {
  struct Row {
    std::string text;
    const char* fault;
  };
  const Row rows[] = {
      {"", "f:1:1: B04: not JSON"},
      {"{\"a\": tru}", "f:1:10: B04: not JSON"},
      {"{\n  \"a\": 1,\n}", "f:3:1: B04: not JSON"},
      {"[1] [2]", "f:1:5: B04: not JSON"},
      {R"({"a": 1, "b": {"a": 2}, "a": 3})", "f: B06: the key \"a\" is there twice"},
      {Repeat("[", 65) + Repeat("]", 65),
       "f:1:65: B05: nested too deep; at most 64 levels can be read"},
      {"{\"id\": \"x\",\n\"hand\": " + Repeat("[", 100'000),
       "f:2:72: B05: nested too deep; at most 64 levels can be read"},
      {Repeat("{\"a\":", 60'000), "f:1:321: B05: nested too deep; at most 64 levels can be read"},
      {Repeat("[{\"a\":", 60'000) + "1" + Repeat("}]", 60'000),
       "f:1:193: B05: nested too deep; at most 64 levels can be read"},
  };
  for (const Row& row : rows) {
    const auto read = ParseJson(row.text, "f");
    ASSERT_FALSE(read.ok()) << row.text.substr(0, 80);
    EXPECT_EQ(read.faults().front().Text(), row.fault) << row.text.substr(0, 80);
  }
}

TEST(ParseJson, ReadsWhatIsNoDeeperThanTheLimit) {
  EXPECT_TRUE(ParseJson(Repeat("[", 64) + Repeat("]", 64)).ok());
  EXPECT_TRUE(ParseJson("[" + Repeat("[[]],", 1000) + "[]]").ok())
      << "many beside one another are not deep";
  const auto quoted = ParseJson("\"" + Repeat("[\\\"", 1000) + "\"");
  ASSERT_TRUE(quoted.ok()) << "brackets in a text open nothing";
  EXPECT_TRUE(quoted->is_string());
}

}  // namespace
}  // namespace mlf::test::json
