// The framed form means what the JSON form means, and majiang.proto has the numbers of the tables.
#include "samples.h"

#include "server/protocol/framed_wire.h"
#include "server/protocol/json_wire.h"
#include "tests/support/json_document.h"

#include <mlf/flow/json.h>
#include <mlf/table/codec/nibble_code.h>
#include <mlf/table/tile.h>
#include <server/protocol/majiang.pb.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace mlf::server::test {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// Objects are equal whatever the order of their keys.
using Unordered = nlohmann::json;
Unordered Same(const Json& json) { return Unordered::parse(Lean(json).dump()); }

const Descriptor* BodyType(std::uint32_t number) {
  const auto& file = *majiang::Login::descriptor()->file();
  for (int i = 0; i < file.message_type_count(); ++i) {
    if (file.message_type(i)->options().GetExtension(majiang::number) == number)
      return file.message_type(i);
  }
  return nullptr;
}

template <typename... T>
std::map<std::string, std::uint32_t> NumbersOf(const std::variant<T...>*) {
  std::map<std::string, std::uint32_t> numbers;
  std::uint32_t next = kFirstRequest;
  (numbers.emplace(T::kType, next++), ...);
  return numbers;
}
const std::map<std::string, std::uint32_t>& RequestNumbers() {
  static const auto numbers = NumbersOf(static_cast<const Request*>(nullptr));
  return numbers;
}

constexpr int kRe = 15;

// The fields of the struct T, each in its order, as the .proto has them.
template <typename T>
void CheckFields(std::uint32_t number, bool has_re) {
  const Descriptor* type = BodyType(number);
  ASSERT_NE(type, nullptr) << T::kType << " " << number;
  int at = 0;
  T::Fields([&](std::string_view name, auto member) {
    using Member = std::remove_reference_t<decltype(std::declval<T&>().*member)>;
    // The number of `re` is left out.
    const FieldDescriptor* field = type->FindFieldByNumber(++at < kRe ? at : at + 1);
    ASSERT_NE(field, nullptr) << type->name() << "." << name;
    EXPECT_EQ(field->name(), name) << type->name() << " " << at;
    const auto is = [](auto example) {
      return std::is_same_v<Member, decltype(example)> ||
             std::is_same_v<Member, std::optional<decltype(example)>>;
    };
    const auto expect = [&](FieldDescriptor::Type wanted) {
      EXPECT_EQ(field->type(), wanted) << type->name() << "." << name;
    };
    if (is(std::string())) expect(FieldDescriptor::TYPE_STRING);
    if (is(bool())) expect(FieldDescriptor::TYPE_BOOL);
    if (is(std::int64_t())) expect(FieldDescriptor::TYPE_INT64);
    if (is(std::vector<std::string>())) {
      EXPECT_EQ(field->type(), FieldDescriptor::TYPE_BYTES) << name;
      EXPECT_TRUE(field->options().GetExtension(majiang::tile)) << name;
    }
    EXPECT_TRUE(field->is_repeated() || field->has_presence()) << name;
  });
  EXPECT_EQ(type->field_count(), at + (has_re ? 1 : 0)) << type->name();
  if (has_re) {
    ASSERT_NE(type->FindFieldByName("re"), nullptr) << type->name();
    EXPECT_EQ(type->FindFieldByName("re")->number(), kRe);
  }
}

template <typename... T>
void CheckAll(const std::variant<T...>*, std::uint32_t first, bool has_re) {
  (CheckFields<T>(first++, has_re), ...);
  EXPECT_EQ(BodyType(first), nullptr) << "one more than there are";
}

TEST(FramedWire, TheProtoHasTheFieldsOfTheMessagesInTheirOrder) {
  CheckAll(static_cast<const Request*>(nullptr), 1001, true);
  CheckAll(static_cast<const Push*>(nullptr), 3001, false);
  for (const auto& [type, number] : RequestNumbers()) {
    const Descriptor* answer = BodyType(number + 1000);
    ASSERT_NE(answer, nullptr) << type;
    ASSERT_NE(answer->FindFieldByName("re"), nullptr) << type;
    EXPECT_EQ(answer->FindFieldByName("re")->number(), kRe) << type;
  }
  EXPECT_EQ(BodyType(2999), majiang::Error::descriptor());
  const Descriptor& sync = *majiang::SyncOk::descriptor();
  for (int i = 0; i < majiang::Begin::descriptor()->field_count(); ++i) {
    const FieldDescriptor& field = *majiang::Begin::descriptor()->field(i);
    ASSERT_NE(sync.FindFieldByNumber(field.number()), nullptr);
    EXPECT_EQ(sync.FindFieldByNumber(field.number())->name(), field.name());
  }
}

TEST(FramedWire, TheProtoHasTheTablesOfTheJsonDocument) {
  const mlf::test::JsonDocument document;
  const auto& file = *majiang::Login::descriptor()->file();
  int keys = 0;
  for (const auto& [name, rows] : document.keys()) {
    const Descriptor* type = file.FindMessageTypeByName(name);
    ASSERT_NE(type, nullptr) << name;
    for (std::size_t i = 0; i < rows.size(); ++i, ++keys) {
      const FieldDescriptor* field = type->FindFieldByNumber(static_cast<int>(i) + 1);
      ASSERT_NE(field, nullptr) << name << "." << rows[i];
      EXPECT_EQ(field->name(), rows[i]) << name;
    }
    for (int i = 0; i < type->field_count(); ++i) {
      const auto& field = type->field(i)->name();
      EXPECT_TRUE(type->field(i)->number() <= static_cast<int>(rows.size()) ||
                  field == "action_mask" || field == "win_mask" || field == "waits")
          << type->field(i)->full_name();
    }
  }
  EXPECT_GT(keys, 80);
}

TEST(FramedWire, RequestsMeanTheSame) {
  std::set<std::string> types;
  for (const Json& object : Requests()) {
    SCOPED_TRACE(object.dump());
    const std::string type = object["t"];
    types.insert(type);
    const Incoming json = ReadRequest(object);
    ASSERT_TRUE(std::holds_alternative<Request>(json.content));
    Json fields = object;
    fields.erase("t");
    const auto frame = FrameOf(RequestNumbers().at(type), fields);
    ASSERT_TRUE(frame.ok()) << FaultText(frame.faults());
    const Incoming framed = ReadFramedRequest(*frame);
    ASSERT_TRUE(std::holds_alternative<Request>(framed.content))
        << std::get<Error>(framed.content).reason;
    EXPECT_EQ(ObjectOfRequest(std::get<Request>(framed.content)),
              ObjectOfRequest(std::get<Request>(json.content)));
    EXPECT_EQ(framed.re, json.re);
  }
  EXPECT_EQ(types.size(), std::variant_size_v<Request>);
}

TEST(FramedWire, AnswersMeanTheSame) {
  std::set<std::string> types;
  for (Json object : Answers()) {
    SCOPED_TRACE(object.dump());
    const std::string type = object["t"];
    types.insert(type);
    object.erase("t");
    const std::uint32_t number = RequestNumbers().at(type);
    const FrameBody frame = FramedAnswer(number, "r", Answer(object));
    EXPECT_EQ(frame.number, number + 1000);
    const auto back = FrameObject(frame);
    ASSERT_TRUE(back.ok()) << FaultText(back.faults());
    object["re"] = "r";
    EXPECT_EQ(Same(*back), Same(object));
  }
  EXPECT_EQ(types.size(), std::variant_size_v<Request>);
}

TEST(FramedWire, ErrorsMeanTheSame) {
  Error error = MakeError("bad_message");
  error.field = "desk";
  error.choices = Json::parse(R"([{"seat":1,"offers":[{"node":"peng","kind":"piece",
      "pieces":["5p"]}]}])");
  const FrameBody frame = FramedAnswer(1014, 7, error);
  EXPECT_EQ(frame.number, 2999u);
  Json expected = AnswerObject(7, error);
  expected.erase("t");
  EXPECT_EQ(Same(*FrameObject(frame)), Same(expected));
}

TEST(FramedWire, PushesOfEveryVariantMeanTheSame) {
  std::map<std::size_t, int> pushes;
  PlayEveryVariant([&](const std::string& variant, const Push& push) {
    SCOPED_TRACE(variant);
    ++pushes[push.index()];
    Json object = PushObject(push);
    object.erase("t");
    const auto whole = FrameOf(3001 + static_cast<std::uint32_t>(push.index()), object);
    ASSERT_TRUE(whole.ok()) << FaultText(whole.faults()) << object;
    const FrameBody frame = FramedPush(push);
    const auto back = FrameObject(frame);
    ASSERT_TRUE(back.ok()) << FaultText(back.faults());
    ASSERT_EQ(Same(*back), Same(object));
  });
  EXPECT_EQ(pushes.size(), std::variant_size_v<Push>);
  EXPECT_GT(pushes[2], 500) << "steps";
}

TEST(FramedWire, EveryTileIsItsByte) {
  for (table::Tile tile = 0; tile < kMaxPieces; ++tile) {
    if (!table::IsTile(tile) && tile != kNoPiece) continue;
    const std::string word = table::TileName(tile);
    const auto frame =
        FrameOf(3003, {{"events", Json::array({{{"type", "x"}, {"pieces", {word}}}})}});
    ASSERT_TRUE(frame.ok()) << word;
    majiang::Step step;
    ASSERT_TRUE(step.ParseFromString(frame->body));
    EXPECT_EQ(step.events(0).pieces(), std::string(1, static_cast<char>(table::ToTileCode(tile))));
    EXPECT_EQ((*FrameObject(*frame))["events"][0]["pieces"][0], word);
  }
}

TEST(FramedWire, OffersCarryTheActionMask) {
  const struct {
    const char* node;
    std::optional<std::uint32_t> mask;
  } rows[] = {{"discard", 1}, {"peng", 2}, {"hu", 128}, {"zi_mo", 512}, {"draw", 0}, {"guo", {}}};
  for (const auto& row : rows) {
    const auto frame = FrameOf(
        3003,
        {{"choices",
          Json::array({{{"seat", 0},
                        {"offers", Json::array({{{"node", row.node}, {"kind", "nothing"}}})}}})}});
    ASSERT_TRUE(frame.ok());
    majiang::Step step;
    ASSERT_TRUE(step.ParseFromString(frame->body));
    const majiang::Offer& offer = step.choices(0).offers(0);
    EXPECT_EQ(offer.has_action_mask(), row.mask.has_value()) << row.node;
    EXPECT_EQ(offer.action_mask(), row.mask.value_or(0)) << row.node;
  }
}

// The bits as the document of this wire writes them.
TEST(FramedWire, WinsCarryTheMaskOfTheirWays) {
  const struct {
    const char* word;
    std::uint32_t bit;
  } rows[] = {{"zi_mo", 2u << 8},           {"hei_mo", 2u << 9},      {"ruan_mo", 2u << 10},
              {"pao_hu", 2u << 11},         {"qiang_gang", 2u << 12}, {"re_chong", 2u << 13},
              {"gang_shang_hua", 2u << 14}, {"tian_hu", 2u << 15},    {"di_hu", 2u << 16},
              {"ping_hu", 2u << 17}};
  const auto event = [](const char* type, int seat, const char* text) {
    return Json{{"type", type}, {"seat", seat}, {"text", text}};
  };
  for (const auto& row : rows) {
    for (const std::uint32_t number : {3002u, 3003u}) {
      const auto frame = FrameOf(
          number,
          {{"events", Json::array({event("win_value", 1, ""), event("win_way", 1, row.word)})}});
      ASSERT_TRUE(frame.ok()) << row.word;
      majiang::Step step;
      majiang::Begin begin;
      ASSERT_TRUE(number == 3003u ? step.ParseFromString(frame->body)
                                  : begin.ParseFromString(frame->body));
      const majiang::Event& win = number == 3003u ? step.events(0) : begin.events(0);
      EXPECT_EQ(win.win_mask(), row.bit) << row.word;
    }
  }

  // Two winners on one tile, fans and ways together; words without a bit and actions add nothing.
  const auto frame = FrameOf(
      3003,
      {{"events", Json::array({event("win_way", 2, "zi_mo"), event("win_value", 1, ""),
                               event("fan", 1, "ping_hu"), event("fan", 1, "peng"),
                               event("win_way", 1, "re_chong"), event("win_way", 2, "tian_hu"),
                               event("win_value", 2, ""), event("fan", 2, "qing_yi_se")})}});
  ASSERT_TRUE(frame.ok());
  majiang::Step step;
  ASSERT_TRUE(step.ParseFromString(frame->body));
  EXPECT_EQ(step.events(1).win_mask(), (2u << 17) | (2u << 13));
  EXPECT_FALSE(step.events(6).has_win_mask());
  for (const int other : {0, 2, 3, 4, 5, 7})
    EXPECT_FALSE(step.events(other).has_win_mask()) << other;
  EXPECT_FALSE(FrameOf(3003, {{"events", Json::array({{{"win_mask", 1}}})}}).ok())
      << "the mask is no key of the JSON form";
}

// ---- hostile bodies ----

Error Refused(std::uint32_t number, const std::string& body, Json* re = nullptr) {
  Incoming incoming = ReadFramedRequest({number, body});
  if (re != nullptr) *re = incoming.re;
  if (const Error* error = std::get_if<Error>(&incoming.content)) return *error;
  ADD_FAILURE() << "taken: " << ObjectOfRequest(std::get<Request>(incoming.content));
  return {};
}

TEST(FramedWire, BadBodiesNameTheField) {
  majiang::Join join;
  join.set_desk("d");
  const std::string good = join.SerializeAsString();
  const std::string re_7 = "\x7a\x09\x11" + std::string("\0\0\0\0\0\0\x1c\x40", 8);
  ASSERT_TRUE(std::holds_alternative<Request>(ReadFramedRequest({1006, good + re_7}).content));
  EXPECT_EQ(ReadFramedRequest({1006, good + re_7}).re, 7);

  const struct {
    const char* what;
    std::uint32_t number;
    std::string body;
    const char* field;
  } rows[] = {
      {"an unknown field", 1006, good + "\x20\x01", "4"},
      {"of a wrong wire type", 1006,
       good + "\x1a\x01"
              "1",
       "seat"},
      {"a number for a text", 1006, "\x08\x01", "desk"},
      {"a group", 1006, "\x0b\x0c", "desk"},
      {"not UTF-8", 1006, "\x0a\x01\xff", "desk"},
      {"there twice", 1006, good + good, "desk"},
      {"missing", 1010, good, "ready"},
      {"missing text", 1009, "", "desk"},
      {"a tile that does not exist", 1017, good + "\x12\x02hu\x1a\x01\x0a", "pieces"},
      {"a value without kind", 1014, good + std::string("\x3a\x00", 2), "value"},
      {"a value of two kinds", 1014, good + std::string("\x3a\x04\x20\x01\x08\x00", 6),
       "value.null_value"},
      {"no number", 1014, good + "\x3a\x09\x11" + std::string("\0\0\0\0\0\0\xf8\x7f", 8), "value"},
      {"unknown inside", 1014, good + "\x3a\x02\x48\x01", "value.9"},
      {"re of a wrong type", 1021, std::string("\x7a\x02\x20\x01", 4), "re"},
      {"not protobuf", 1006, "\x0a\x7f", nullptr},
      {"an unknown number", 1999, good, nullptr},
      {"a number of answers", 2006, good, nullptr},
      {"a number of pushes", 3001, good, nullptr},
      {"zero", 0, good, nullptr},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Error error = Refused(row.number, row.body);
    EXPECT_EQ(error.code, "bad_message");
    EXPECT_EQ(error.field,
              row.field == nullptr ? std::nullopt : std::optional<std::string>(row.field));
    EXPECT_FALSE(error.reason["en"].get<std::string>().empty());
  }

  // What a client would match its answer by is kept where it can be read.
  Json re;
  Refused(1006, good + "\x20\x01" + re_7, &re);
  EXPECT_EQ(re, 7);
  Refused(4711, good + re_7, &re);
  EXPECT_EQ(re, 7);
  Refused(1006, "\x0a\x7f", &re);
  EXPECT_EQ(re, nullptr);
}

TEST(FramedWire, DeepBodiesAreRefused) {
  google::protobuf::Value value;
  value.set_bool_value(true);
  for (int depth = 0; depth < 300; ++depth) {
    google::protobuf::Value outer;
    *outer.mutable_list_value()->add_values() = value;
    value = outer;
  }
  majiang::Act act;
  act.set_desk("d");
  *act.mutable_value() = value;
  const Error error = Refused(1014, act.SerializePartialAsString());
  EXPECT_EQ(error.code, "bad_message");
  EXPECT_THAT(error.reason["en"].get<std::string>(), testing::HasSubstr("nested too deep"));
}

TEST(FramedWire, ArbitraryBytesAreSafe) {
  std::mt19937 generator(5);
  const auto chance = [&](unsigned below) { return static_cast<unsigned>(generator() % below); };
  int taken = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string body;
    if (round % 2 == 0) {
      for (unsigned n = chance(40); n > 0; --n) body.push_back(static_cast<char>(chance(256)));
    } else {
      body = FrameOf(1010, {{"desk", "d"}, {"ready", true}, {"re", "x"}})->body;
      body[chance(static_cast<unsigned>(body.size()))] = static_cast<char>(chance(256));
    }
    const auto incoming = ReadFramedRequest({1001 + chance(21), body});
    taken += std::holds_alternative<Request>(incoming.content);
  }
  EXPECT_GT(taken, 100);
  EXPECT_LT(taken, 19000);
}

TEST(FramedWire, Headers) {
  const std::string bytes("\x07\x00\x00\x03\xe9\x00\x01\x00\x02", 9);
  const auto header = ReadFrameHeader(bytes);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->sequence, 7);
  EXPECT_EQ(header->number, 1001u);
  EXPECT_EQ(header->length, 0x10002u);
  EXPECT_EQ(FrameHeaderBytes(*header), bytes);
  EXPECT_FALSE(ReadFrameHeader(bytes.substr(0, 8)));
}

}  // namespace
}  // namespace mlf::server::test
