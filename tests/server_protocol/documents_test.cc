// The code speaks the protocol of docs/protocol/asyncapi.json: the same fields in the same order,
// the same codes, and what it writes validates.
#include <mlf/flow/json.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>
#include "server/host/hints.h"
#include "server/lobby/emotes.h"
#include "server/protocol/json_wire.h"
#include "tests/support/files.h"
#include "tests/support/json_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

namespace mlf::server {
namespace {

using testing::ElementsAreArray;
using testing::IsEmpty;

const Json& Document() {
  static const Json document =
      Json::parse(test::ReadText(test::SourcePath("docs/protocol/asyncapi.json")));
  return document;
}
const Json& Schema(const std::string& name) {
  return Document().at("components").at("schemas").at(name);
}
const Json& Payload(const std::string& message) {
  return Document().at("components").at("messages").at(message).at("payload");
}

std::vector<std::string> Violations(const Json& schema, const Json& instance) {
  static const nlohmann::json root(Document());
  static std::map<const Json*, nlohmann::json> schemas;  // converted once
  const auto [at, is_new] = schemas.try_emplace(&schema);
  if (is_new) at->second = nlohmann::json(schema);
  return test::Violations(at->second, nlohmann::json(instance), root);
}

// A schema behind `$ref` and an `allOf` of one.
const Json& Behind(const Json& schema) {
  if (schema.contains("allOf") && schema.at("allOf").size() == 1)
    return Behind(schema.at("allOf").at(0));
  if (!schema.contains("$ref")) return schema;
  const auto ref = schema.at("$ref").get<std::string>();
  return Document().at(Json::json_pointer(ref.substr(1)));
}

template <typename T>
struct Unwrapped {
  using Type = T;
  static constexpr bool kOptional = false;
};
template <typename T>
struct Unwrapped<std::optional<T>> {
  using Type = T;
  static constexpr bool kOptional = true;
};

template <typename T>
constexpr std::string_view TypeName() {
  if constexpr (std::is_same_v<T, std::string>) return "string";
  if constexpr (std::is_same_v<T, bool>) return "boolean";
  if constexpr (std::is_same_v<T, std::int64_t>) return "integer";
  if constexpr (std::is_same_v<T, std::vector<std::string>>) return "array";
  return "";  // Json: any
}

// The fields of a struct against the properties of a schema, `t` and `re` aside.
template <typename T>
void CompareFields(const Json& schema) {
  SCOPED_TRACE(T::kType);
  std::vector<std::string> fields, required, documented, documented_required;
  T::Fields([&](std::string_view name, auto member) {
    using Member = std::remove_reference_t<decltype(std::declval<T&>().*member)>;
    const std::string key(name);
    fields.push_back(key);
    if (!Unwrapped<Member>::kOptional) required.push_back(key);
    const std::string type(TypeName<typename Unwrapped<Member>::Type>());
    if (type.empty() || !schema.at("properties").contains(key)) return;
    EXPECT_EQ(Behind(schema.at("properties").at(key)).at("type"), type) << key;
  });
  for (const auto& [key, value] : schema.at("properties").items()) {
    if (key != "t" && key != "re") documented.push_back(key);
  }
  for (const Json& key : schema.at("required")) {
    if (key != "t" && key != "re") documented_required.push_back(key.get<std::string>());
  }
  EXPECT_THAT(fields, ElementsAreArray(documented));
  EXPECT_THAT(required, ElementsAreArray(documented_required));
}

template <typename Visit, typename... T>
void ForEachType(const std::variant<T...>*, Visit&& visit) {
  (visit(T{}), ...);
}

TEST(ProtocolDocument, EveryStructHasItsFields) {
  std::vector<std::string> types, documented;
  ForEachType(static_cast<const Request*>(nullptr), [&](auto body) {
    using T = decltype(body);
    types.emplace_back(T::kType);
    ASSERT_TRUE(Document().at("components").at("messages").contains(types.back())) << types.back();
    CompareFields<T>(Payload(types.back()));
  });
  ForEachType(static_cast<const Push*>(nullptr), [&](auto body) {
    using T = decltype(body);
    const std::string name = std::string(T::kType) + ".push";
    types.push_back(name);
    ASSERT_TRUE(Document().at("components").at("messages").contains(name)) << name;
    // The push `begin` and the answer to `sync` have one list of fields.
    CompareFields<T>(T::kType == "begin" ? Schema("Table") : Payload(name));
  });
  // In the order of the tables, which numbers them in the framed form.
  for (const auto& [name, operation] : Document().at("operations").items())
    documented.push_back(name);
  EXPECT_THAT(types, ElementsAreArray(documented));
}

std::vector<std::string> Words(const Json& list, const char* key = nullptr) {
  std::vector<std::string> words;
  for (const Json& item : list)
    words.push_back((key != nullptr ? item.at(key) : item).get<std::string>());
  return words;
}

TEST(ProtocolDocument, TheEmotesAreListed) {
  for (const char* message : {"say", "said.push"})
    EXPECT_THAT(Words(Payload(message).at("properties").at("emote").at("enum")),
                ElementsAreArray(kEmotes));
}

TEST(ProtocolDocument, EveryErrorCodeIsListed) {
  const std::vector<std::string> codes = Words(Schema("ServerCode").at("enum"));
  EXPECT_EQ(codes, Words(Document().at("x-error-codes"), "code"));
  for (const std::string& code : codes) {
    const Error error = MakeError(code);
    EXPECT_NE(error.reason.at("zh"), code) << code << " has no sentence";
    EXPECT_NE(error.reason.at("en"), code);
  }
  const std::vector<std::string> refusals = Words(Schema("RefusalCode").at("enum"));
  EXPECT_EQ(refusals, Words(Document().at("x-refusal-codes"), "code"));
  std::vector<std::string> engine;
  for (int code = 1; code <= static_cast<int>(RefusalCode::kInternal); ++code)
    engine.emplace_back(CodeName(static_cast<RefusalCode>(code)));
  EXPECT_EQ(refusals, engine);
  EXPECT_EQ(Words(Payload("bye.push").at("properties").at("code").at("enum")),
            Words(Document().at("x-close-codes"), "code"));

  // The codes that any source of the server writes.
  std::set<std::string> known(codes.begin(), codes.end());
  known.insert(refusals.begin(), refusals.end());
  int found = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::SourcePath("server"))) {
    // The echecs form has numbers of its own.
    if (entry.path().extension() != ".cc" || entry.path().filename().string().starts_with("echecs"))
      continue;
    const std::string text = test::ReadText(entry.path());
    static const std::regex code(R"re(MakeError\(\s*"([^"]*)")re");
    for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end; ++it, ++found)
      EXPECT_TRUE(known.contains((*it)[1])) << entry.path() << ": " << (*it)[1];
  }
  EXPECT_GT(found, 1);
}

TEST(ProtocolDocument, ErrorsValidate) {
  for (const std::string& code : Words(Schema("ServerCode").at("enum"))) {
    Error error = MakeError(code);
    EXPECT_THAT(Violations(Payload("error"), AnswerObject(nullptr, error)), IsEmpty());
    error.field = "desk";
    error.choices = Json::array();
    EXPECT_THAT(Violations(Payload("error"), AnswerObject("mark", error)), IsEmpty());
  }
  EXPECT_THAT(Violations(Payload("error"), AnswerObject(1, MakeError("no_such_code"))),
              testing::Not(IsEmpty()));
}

// Each struct with nothing optional, and with everything.
template <typename T>
T Filled(bool everything) {
  T body;
  T::Fields([&](std::string_view name, auto member) {
    using Member = std::remove_reference_t<decltype(std::declval<T&>().*member)>;
    using Type = typename Unwrapped<Member>::Type;
    if (Unwrapped<Member>::kOptional && !everything) return;
    const std::string hex(64, 'a');
    if constexpr (std::is_same_v<Type, std::string>) {
      body.*member = name == "commit" || name == "key"     ? hex
                     : name == "fingerprint"               ? hex.substr(0, 16)
                     : name == "state"                     ? "waiting"
                     : name == "result"                    ? "continued"
                     : name == "emote"                     ? "hello"
                     : name == "code" && T::kType == "bye" ? "slow"
                     : name == "code"                      ? "012345"
                                                           : "x";
    } else if constexpr (std::is_same_v<Type, std::int64_t>) {
      body.*member = 1;
    } else if constexpr (std::is_same_v<Type, bool>) {
      body.*member = true;
    } else {
      const Json event{{"type", "draw"}, {"seat", 0}, {"pieces", Json::array({"?"})}};
      const Json offer{{"node", "peng"}, {"kind", "piece"}, {"pieces", Json::array({"5m"})}};
      const Json seat{{"user", "u"},    {"name", "n"},   {"ready", true},
                      {"online", true}, {"auto", false}, {"robot", false}};
      const Json seat_view{
          {"seat", 0}, {"count", 1}, {"hand", Json::array({"5m"})}, {"melds", Json::array()}};
      const std::map<std::string_view, Json> values = {
          {"options", Json{{"a", true}, {"b", 1}, {"c", "word"}}},
          {"seats", Json::array({T::kType == "hand" ? seat_view : seat})},
          {"fans", Json::array({Json{{"id", "zi_mo"}, {"zh", "自摸"}, {"en", "self-draw"}}})},
          {"view", Json{{"variant", "x"}, {"viewer", "seat"}}},
          {"events", Json::array({event})},
          {"wins", Json::array({event})},
          {"choices", Json::array({Json{{"seat", 0}, {"offers", Json::array({offer})}}})},
          {"defaults", Json::array({Json{{"seat", 0}, {"node", "peng"}, {"ask", 1}}})},
          {"salts", Json::array({nullptr, hex})},
          {"path", Json::array({"draw", "turn"})},
          {"scores", Json::array({1, -1})},
          {"points", Json::array({1, -1})},
          {"ranks", Json::array({1, 2})},
          {"agreed", Json::array({0, 2})},
          {"ended", Json{{"scores", Json::array({1, -1})},
                         {"points", Json::array({1, -1})},
                         {"replay", "/r/x/replay.html"},
                         {"wins", Json::array({event})}}},
      };
      body.*member = values.at(name);
    }
  });
  return body;
}

TEST(ProtocolDocument, PushesValidate) {
  ForEachType(static_cast<const Push*>(nullptr), [&](auto body) {
    using T = decltype(body);
    const std::string name = std::string(T::kType) + ".push";
    for (const bool everything : {false, true}) {
      T filled = Filled<T>(everything);
      if constexpr (std::is_same_v<T, push::Begin>) {
        const T full = Filled<T>(true);
        filled.view = full.view, filled.events = full.events, filled.salts = full.salts;
      }
      const Json object = Json::parse(PushText(filled));
      EXPECT_THAT(Violations(Payload(name), object), IsEmpty()) << object;
      Json worse = object;
      worse["t"] = "x";
      EXPECT_THAT(Violations(Payload(name), worse), testing::Not(IsEmpty()));
    }
  });
}

// What the engine puts into messages, in whole hands of every variant.
TEST(ProtocolDocument, ObjectsOfTheEngineValidate) {
  std::set<std::string> kinds;
  for (const std::string& id : VariantIds()) {
    const auto flow = *OpenFlow(id);
    Records records = flow->Blank();
    Response response;
    flow->Start(records, 3, response);
    for (int steps = 0; steps < 150 && records.flow().over == 0; ++steps) {
      const Viewer viewer = Viewer::Of(static_cast<Seat>(steps % flow->people()));
      const Json json = ResponseJson(*flow, response, viewer);
      for (const Json& event : json.at("events"))
        ASSERT_THAT(Violations(Schema("Event"), event), IsEmpty()) << event;
      for (const Json& choices : json.at("choices")) {
        ASSERT_THAT(Violations(Schema("SeatChoices"), choices), IsEmpty()) << choices;
        for (const Json& offer : choices.at("offers"))
          kinds.insert(offer.at("kind").get<std::string>());
      }
      for (const Json& action : json.value("defaults", Json::array()))
        ASSERT_THAT(Violations(Schema("Default"), action), IsEmpty()) << action;
      ASSERT_THAT(Violations(Schema("View"), table::View(*flow, records, viewer)), IsEmpty());
      const auto seat = static_cast<Seat>(std::countr_zero(records.flow().window.active));
      for (const Json& hint : HintsFor(*flow, records, seat))
        ASSERT_THAT(Violations(Schema("DiscardHint"), hint), IsEmpty()) << hint;
      flow->ProcessActionNode(
          records, {.node = kTimeout, .seat = seat, .ask = records.flow().window.ask}, response);
    }
  }
  EXPECT_GE(kinds.size(), 4u) << "several kinds of offers were seen";
}

TEST(ProtocolDocument, ReferencesLeadSomewhere) {
  const std::function<void(const Json&)> walk = [&](const Json& node) {
    if (node.is_object() && node.contains("$ref") && node.at("$ref").is_string()) {
      const auto ref = node.at("$ref").get<std::string>();
      // Messages of a channel are named with dots and slashes that a pointer keeps.
      EXPECT_TRUE(Document().contains(Json::json_pointer(ref.substr(1)))) << ref;
    }
    if (node.is_structured()) {
      for (const Json& below : node) walk(below);
    }
  };
  walk(Document());
}

}  // namespace
}  // namespace mlf::server
