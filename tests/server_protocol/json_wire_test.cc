// Reading requests: what a client gets wrong is named, in both languages, and never read as
// something else.
#include "server/protocol/json_wire.h"
#include "server/protocol/json_text.h"
#include "server/protocol/plain_object.h"

#include <mlf/flow/json.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace mlf::server {
namespace {

struct Bad {
  const char* text;
  const char* code;
  const char* field;  // empty: none
  const char* en;     // a piece of the sentence
  const char* zh;
};

constexpr Bad kBad[] = {
    // no JSON
    {"", "bad_json", "", "not JSON", "不是 JSON"},
    {"{", "bad_json", "", "not JSON", "不是 JSON"},
    {"{\"t\": \"ping\"} {}", "bad_json", "", "not JSON", "不是 JSON"},
    {"{\"t\": \"ping\", \"re\": 01}", "bad_json", "", "not JSON", "不是 JSON"},
    {"{\"t\": \"ping\", \"re\": NaN}", "bad_json", "", "not JSON", "不是 JSON"},
    {"{\"t\": \"\xff\"}", "bad_json", "", "not JSON", "不是 JSON"},
    {"{\"t\": \"ping\", \"t\": \"login\"}", "bad_json", "", "the key \"t\" is there twice",
     "不是 JSON"},
    {"{\"t\": \"config\", \"desk\": \"d\", \"options\": {\"a\": 1, \"a\": 2}}", "bad_json", "",
     "the key \"a\" is there twice", "不是 JSON"},
    // no message
    {"[]", "bad_message", "", "a message must be a JSON object", "消息应为 JSON 对象"},
    {"null", "bad_message", "", "a message must be a JSON object", "消息应为 JSON 对象"},
    {"\"ping\"", "bad_message", "", "a message must be a JSON object", "消息应为 JSON 对象"},
    // the type
    {"{}", "bad_message", "t", "the type \"t\" is missing", "缺少消息类型"},
    {"{\"t\": 7}", "bad_message", "t", "the type \"t\" is missing", "缺少消息类型"},
    {"{\"t\": \"pingg\"}", "bad_message", "t",
     "there is no message type \"pingg\"; did you mean \"ping\"?",
     "没有消息类型 \"pingg\"，是否为 \"ping\"？"},
    {"{\"t\": \"ok\"}", "bad_message", "t", "there is no message type \"ok\"",
     "没有消息类型 \"ok\""},
    {"{\"t\": \"step\"}", "bad_message", "t", "there is no message type \"step\"", "没有消息类型"},
    {"{\"t\": \"a\\nb\"}", "bad_message", "t", "there is no message type \"a?b\"",
     "没有消息类型 \"a?b\""},
    // missing
    {"{\"t\": \"ready\", \"desk\": \"d\"}", "bad_message", "ready",
     "the field \"ready\" is missing", "缺少字段 \"ready\""},
    {"{\"t\": \"act\", \"desk\": \"d\"}", "bad_message", "match", "the field \"match\" is missing",
     "缺少字段 \"match\""},
    // unknown
    {"{\"t\": \"create\", \"variant\": \"v\", \"robotss\": 3}", "bad_message", "robotss",
     "the message \"create\" has no field \"robotss\"; did you mean \"robots\"?",
     "消息 \"create\" 没有字段 \"robotss\"，是否为 \"robots\"？"},
    {"{\"t\": \"ping\", \"user_id\": \"u1\"}", "bad_message", "user_id",
     "the message \"ping\" has no field \"user_id\"", "消息 \"ping\" 没有字段 \"user_id\""},
    // wrong type
    {"{\"t\": \"leave\", \"desk\": 7}", "bad_message", "desk", "the field \"desk\" must be a text",
     "字段 \"desk\" 应为文本"},
    {"{\"t\": \"leave\", \"desk\": null}", "bad_message", "desk",
     "the field \"desk\" must be a text", "字段 \"desk\" 应为文本"},
    {"{\"t\": \"ready\", \"desk\": \"d\", \"ready\": 1}", "bad_message", "ready",
     "the field \"ready\" must be true or false", "字段 \"ready\" 应为 true 或 false"},
    {"{\"t\": \"sync\", \"desk\": \"d\", \"since\": 1.5}", "bad_message", "since",
     "the field \"since\" must be a whole number", "字段 \"since\" 应为整数"},
    {"{\"t\": \"sync\", \"desk\": \"d\", \"since\": \"1\"}", "bad_message", "since",
     "the field \"since\" must be a whole number", "字段 \"since\" 应为整数"},
    {"{\"t\": \"sync\", \"desk\": \"d\", \"since\": 9223372036854775808}", "bad_message", "since",
     "the field \"since\" must be a smaller number", "字段 \"since\" 应为更小的数"},
    {"{\"t\": \"why\", \"desk\": \"d\", \"node\": \"n\", \"pieces\": \"5m\"}", "bad_message",
     "pieces", "the field \"pieces\" must be a list of texts", "字段 \"pieces\" 应为文本的列表"},
    {"{\"t\": \"why\", \"desk\": \"d\", \"node\": \"n\", \"pieces\": [\"5m\", 1]}", "bad_message",
     "pieces", "the field \"pieces\" must be a list of texts", "字段 \"pieces\" 应为文本的列表"},
    {"{\"t\": \"config\", \"desk\": \"d\", \"options\": {\"a\": [1]}}", "bad_message", "options",
     "must be an object of booleans, numbers and words", "应为由布尔值、数和词组成的对象"},
    {"{\"t\": \"config\", \"desk\": \"d\", \"options\": [1]}", "bad_message", "options",
     "must be a number, a word, or an object of them", "应为数、词，或由它们组成的对象"},
    {"{\"t\": \"config\", \"desk\": \"d\", \"options\": {\"a\": 0.5}}", "bad_message", "options",
     "must be an object of booleans, numbers and words", "应为由布尔值、数和词组成的对象"},
};

TEST(JsonWire, WhatIsWrongIsNamed) {
  for (const Bad& bad : kBad) {
    SCOPED_TRACE(bad.text);
    const Incoming incoming = ReadRequest(std::string_view(bad.text));
    const auto* error = std::get_if<Error>(&incoming.content);
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(error->code, bad.code);
    EXPECT_EQ(error->field.value_or(""), bad.field);
    EXPECT_EQ(error->reason.at("id"), bad.code);
    const auto en = error->reason.at("en").get<std::string>();
    const auto zh = error->reason.at("zh").get<std::string>();
    EXPECT_NE(en.find(bad.en), std::string::npos) << en;
    EXPECT_NE(zh.find(bad.zh), std::string::npos) << zh;
  }
}

TEST(JsonWire, EveryFieldOfEveryRequestIsHeldToItsType) {
  // A list of a list fits no field.
  const auto check = [](auto body) {
    using T = decltype(body);
    T::Fields([&](std::string_view name, auto) {
      Json object{{"t", T::kType}};
      T::Fields([&](std::string_view other, auto member) {
        using Member = std::remove_reference_t<decltype(std::declval<T&>().*member)>;
        if constexpr (std::is_same_v<Member, bool>) object[std::string(other)] = true;
        if constexpr (std::is_same_v<Member, std::string>) object[std::string(other)] = "x";
        if constexpr (std::is_same_v<Member, std::int64_t>) object[std::string(other)] = 1;
        if constexpr (std::is_same_v<Member, Json>) object[std::string(other)] = Json::object();
      });
      EXPECT_TRUE(std::holds_alternative<Request>(ReadRequest(object).content)) << object;
      object[std::string(name)] = Json::array({Json::array()});
      const Incoming incoming = ReadRequest(object);
      const auto* error = std::get_if<Error>(&incoming.content);
      ASSERT_NE(error, nullptr) << object;
      EXPECT_EQ(error->field, std::string(name)) << object;
    });
  };
  [&]<typename... T>(const std::variant<T...>*) {
    (check(T{}), ...);
  }(static_cast<const Request*>(nullptr));
}

TEST(JsonWire, TheMarkOfARequest) {
  const std::string longest(64, 'x'), too_long(65, 'x');
  const std::string chinese = "\"牌" + longest.substr(3) + "\"";  // 64 bytes
  struct Row {
    std::string re;    // as JSON; empty = not there
    std::string read;  // as JSON
    bool good;
  };
  const std::vector<Row> rows = {
      {"", "null", true},
      {"7", "7", true},
      {"-1", "-1", true},
      {"1.5", "1.5", true},
      {"\"a\"", "\"a\"", true},
      {"\"\"", "\"\"", true},
      {"\"" + longest + "\"", "\"" + longest + "\"", true},
      {chinese, chinese, true},
      {"\"" + too_long + "\"", "null", false},
      {"null", "null", false},
      {"true", "null", false},
      {"[1]", "null", false},
      {"{}", "null", false},
  };
  for (const auto& [re, read, good] : rows) {
    SCOPED_TRACE(re);
    const std::string text =
        re.empty() ? "{\"t\": \"ping\"}" : fmt::format("{{\"t\": \"ping\", \"re\": {}}}", re);
    const Incoming incoming = ReadRequest(std::string_view(text));
    EXPECT_EQ(incoming.re.dump(), read);
    EXPECT_EQ(std::holds_alternative<Request>(incoming.content), good);
    if (good) continue;
    EXPECT_EQ(std::get<Error>(incoming.content).field, "re");
  }
  // It is kept where something else is wrong.
  const Incoming incoming = ReadRequest(std::string_view("{\"re\": 9, \"t\": \"pong\"}"));
  EXPECT_EQ(incoming.re, 9);
  EXPECT_EQ(AnswerObject(incoming.re, std::get<Error>(incoming.content)).at("re"), 9);
}

TEST(JsonWire, DeepJsonIsRefusedBeforeAnybodyWalksIt) {
  const auto nested = [](int levels) {
    return "{\"t\": \"config\", \"desk\": \"d\", \"options\": " +
           std::string(static_cast<std::size_t>(levels), '[') +
           std::string(static_cast<std::size_t>(levels), ']') + "}";
  };
  const auto code = [](const Incoming& incoming) { return std::get<Error>(incoming.content).code; };
  EXPECT_EQ(code(ReadRequest(std::string_view(nested(60)))), "bad_message")
      << "not too deep, but no options";
  EXPECT_EQ(code(ReadRequest(std::string_view(nested(64)))), "bad_json");
  EXPECT_EQ(code(ReadRequest(std::string_view(nested(2'000'000)))), "bad_json");
}

TEST(JsonWire, WhatWasWrittenIsRead) {
  const Incoming incoming = ReadRequest(std::string_view(
      R"({"t": "act", "re": "a", "desk": "d1", "match": 2, "id": "x", "ask": 17, "node": "chi",
          "pieces": ["3m", "4m"], "value": "s", "salt": "00"})"));
  ASSERT_TRUE(std::holds_alternative<Request>(incoming.content));
  const auto& act = std::get<request::Act>(std::get<Request>(incoming.content));
  EXPECT_EQ(act.desk, "d1");
  EXPECT_EQ(act.match, 2);
  EXPECT_EQ(act.id, "x");
  EXPECT_EQ(act.ask, 17);
  EXPECT_EQ(act.node, "chi");
  EXPECT_EQ(*act.pieces, (std::vector<std::string>{"3m", "4m"}));
  EXPECT_EQ(*act.value, "s");
  EXPECT_EQ(*act.salt, "00");
}

// Most requests are read without a tree. Whatever the text, nobody can tell.
TEST(JsonWire, WithoutATreeItIsTheSame) {
  const auto written = [](const Incoming& incoming) {
    Json json{{"re", incoming.re}};
    if (const auto* error = std::get_if<Error>(&incoming.content)) {
      json["error"] = AnswerObject(nullptr, *error);
      return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    std::visit(
        [&](const auto& body) {
          json["t"] = body.kType;
          body.Fields([&](std::string_view name, auto member) {
            const auto put = [&](const auto& value) { json[std::string(name)] = value; };
            if constexpr (requires { (body.*member).has_value(); }) {
              if (body.*member) put(*(body.*member));
            } else {
              put(body.*member);
            }
          });
        },
        std::get<Request>(incoming.content));
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  const std::vector<std::string> texts = {
      R"({"t":"act","re":17,"desk":"dabc","match":1,"id":"3-17","ask":5,"node":"discard","pieces":["5p"]})",
      R"( { "re" : "a" , "t":"act" , "desk":"d","match":0,"id":"","ask":-3,"node":"n","pieces":[ ],
         "value" : 7 , "salt":"" } )",
      R"({"t":"act","desk":"d","match":1,"id":"x","ask":1,"node":"n","value":"m"})",
      R"({"t":"act","desk":"d","match":1,"id":"x","ask":1,"node":"n","value":true})",
      R"({"t":"act","desk":"d","match":1,"id":"x","ask":1,"node":"n","pieces":["1m","2m","3m"]})",
      R"({"t":"ready","desk":"d","ready":true,"re":-0})",
      R"({"t":"ready","desk":"d","ready":false,"re":999999999999999999})",
      R"({"t":"sync","desk":"d","since":9999999999999999999})",
      R"({"t":"say","desk":"d","text":"a\u0041\"b"})",
      R"({"t":"login","name":"名字","re":null})",
      R"({"t":"create","variant":"v","options":{"a":1},"robots":3,"private":true})",
      R"({"t":"why","desk":"d","node":"n","pieces":"5m"})",
      R"({"t":"ping","re":1.5})",
      R"({"t":"ping","re":true})",
      R"({"t":"ping","t":"ping"})",
      R"({"t":"ping","more":1})",
      R"({"t":"variants"}x)",
      R"({})",
  };
  int plain = 0;
  const auto same = [&](const std::string& text) {
    const Result<Json> tree = ParseJson(text);
    if (!tree) {
      EXPECT_EQ(std::get<Error>(ReadRequest(std::string_view(text)).content).code, "bad_json")
          << text;
      return;
    }
    ASSERT_EQ(written(ReadRequest(std::string_view(text))), written(ReadRequest(*tree))) << text;
    if (PlainObject::Read(text)) ++plain;
  };
  // Each text, and each with one byte left out or another in its place.
  constexpr std::string_view kBytes = "{}[]\",:0-1.e\\ tf\x01\x7f\xe4";
  for (const std::string& text : texts) {
    same(text);
    for (std::size_t at = 0; at < text.size(); ++at) {
      same(text.substr(0, at) + text.substr(at + 1));
      for (const char byte : kBytes) {
        std::string other = text;
        other[at] = byte;
        same(other);
      }
    }
  }
  EXPECT_GT(plain, 1000);
}

TEST(JsonWire, AnswersAndPushes) {
  EXPECT_EQ(AnswerText(7, Json{{"time_ms", 5}}), R"({"t":"ok","re":7,"time_ms":5})");
  EXPECT_EQ(AnswerText(nullptr, Json::object()), R"({"t":"ok","re":null})");
  Error error = MakeError("bad_message");
  error.field = "desk";
  EXPECT_EQ(AnswerText("a", error),
            R"({"t":"error","re":"a","code":"bad_message","reason":{"id":"bad_message",)"
            R"("zh":"消息有误","en":"the message is not as the protocol has it"},"field":"desk"})");
  EXPECT_EQ(PushText(push::Bye{"slow"}), R"({"t":"bye","code":"slow"})");
  push::Said said;
  said.desk = "d";
  said.name = "a\"\xff";
  said.text = "b";
  EXPECT_EQ(PushText(said),
            "{\"t\":\"said\",\"desk\":\"d\",\"name\":\"a\\\"\xef\xbf\xbd\",\"text\":\"b\"}")
      << "bytes that are no text do not leave the server";
}

// What is written field by field is what the library writes of the whole object.
TEST(JsonWire, TextIsThatOfTheLibrary) {
  const Json values = {nullptr,
                       true,
                       false,
                       0,
                       -7,
                       std::int64_t{-9223372036854775807},
                       std::uint64_t{18446744073709551615u},
                       1.5,
                       "",
                       "plain",
                       "quote \" backslash \\ tab \t line \n zero \x01 delete \x7f",
                       "中文",
                       "no \xff text",
                       Json::array(),
                       Json::object(),
                       Json::array({1, Json::array({2, "3"}),
                                    Json{{"a \"b", nullptr}, {"c", Json::array({true})}}})};
  for (const Json& value : values) {
    std::string text = "[";
    AppendJson(text, value);
    EXPECT_EQ(text, "[" + value.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  push::Step step;
  step.desk = "d\"";
  step.seq = 7;
  step.events = values;
  step.node = "中";
  step.path = Json::array({"a"});
  step.ask = 3;
  EXPECT_EQ(PushText(step), PushObject(step).dump(-1, ' ', false, Json::error_handler_t::replace));
  const Answer answer = Json{{"mine", 3}, {"hash", "x\n"}};
  EXPECT_EQ(AnswerText("re\"", answer),
            AnswerObject("re\"", answer).dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace
}  // namespace mlf::server
