#include "server/protocol/json_wire.h"

#include "server/protocol/json_text.h"
#include "server/protocol/plain_object.h"

#include <mlf/flow/json.h>
#include "flow/base/words.h"

#include <algorithm>
#include <limits>
#include <map>
#include <type_traits>

namespace mlf::server {
namespace {

constexpr std::size_t kMaxRe = 64;  // bytes of a text that `re` may be

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

// A client's text for messages: short, and without terminal control bytes.
std::string Shown(std::string_view text) {
  std::string shown(text.substr(0, 40));
  std::ranges::replace_if(
      shown, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0x80) != 0) shown.pop_back();
  return Quoted(shown);
}

// ---- reading ----

// Each returns the expected kind, or null if the value has it.
const char* Read(const Json& json, std::string& to) {
  if (!json.is_string()) return "a text";
  to = json.get_ref<const std::string&>();
  return nullptr;
}
const char* Read(const Json& json, bool& to) {
  if (!json.is_boolean()) return "true or false";
  to = json.get<bool>();
  return nullptr;
}
const char* Read(const Json& json, std::int64_t& to) {
  if (!json.is_number_integer()) return "a whole number";
  if (json.is_number_unsigned() &&
      json.get<std::uint64_t>() >
          static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return "a smaller number";
  to = json.get<std::int64_t>();
  return nullptr;
}
const char* Read(const Json& json, std::vector<std::string>& to) {
  if (!json.is_array()) return "a list of texts";
  for (const Json& item : json) {
    if (!item.is_string()) return "a list of texts";
    to.push_back(item.get_ref<const std::string&>());
  }
  return nullptr;
}
// Options: an object of booleans, numbers and words. A value: a number or a word.
const char* Read(const Json& json, Json& to) {
  const auto plain = [](const Json& value) {
    return value.is_boolean() || value.is_number_integer() || value.is_string();
  };
  if (json.is_object()) {
    if (!std::ranges::all_of(json, plain)) return "an object of booleans, numbers and words";
  } else if (!json.is_number_integer() && !json.is_string()) {
    return "a number, a word, or an object of them";
  }
  to = json;
  return nullptr;
}

// The same of a plain value. False: it is of another kind.
Json JsonOf(std::int64_t number) {
  // As the parser makes it.
  return number < 0 ? Json(number) : Json(static_cast<std::uint64_t>(number));
}
using Kind = PlainValue::Kind;
bool Read(const PlainObject&, const PlainValue& value, std::string& to) {
  to = value.text;
  return value.kind == Kind::kText;
}
bool Read(const PlainObject&, const PlainValue& value, bool& to) {
  to = value.on;
  return value.kind == Kind::kBool;
}
bool Read(const PlainObject&, const PlainValue& value, std::int64_t& to) {
  to = value.number;
  return value.kind == Kind::kNumber;
}
bool Read(const PlainObject& object, const PlainValue& value, std::vector<std::string>& to) {
  const auto texts = object.Texts(value);
  to.assign(texts.begin(), texts.end());
  return value.kind == Kind::kTexts;
}
bool Read(const PlainObject&, const PlainValue& value, Json& to) {
  if (value.kind == Kind::kText) to = value.text;
  if (value.kind == Kind::kNumber) to = JsonOf(value.number);
  return value.kind == Kind::kText || value.kind == Kind::kNumber;
}

const std::map<std::string_view, std::string_view>& KindsInChinese() {
  static const std::map<std::string_view, std::string_view> words = {
      {"a text", "文本"},
      {"true or false", " true 或 false"},
      {"a whole number", "整数"},
      {"a smaller number", "更小的数"},
      {"a list of texts", "文本的列表"},
      {"an object of booleans, numbers and words", "由布尔值、数和词组成的对象"},
      {"a number, a word, or an object of them", "数、词，或由它们组成的对象"}};
  return words;
}

template <typename T>
std::variant<Request, Error> ReadAs(const Json& object) {
  T message;
  std::optional<Error> fault;
  std::vector<std::string> known = {"t", "re"};
  T::Fields([&](std::string_view name, auto member) {
    using Member = std::remove_reference_t<decltype(message.*member)>;
    known.emplace_back(name);
    if (fault) return;
    const auto found = object.find(name);
    if (found == object.end()) {
      if (!Unwrapped<Member>::kOptional)
        fault = BadMessage(name, "缺少字段 " + Quoted(name),
                           "the field " + Quoted(name) + " is missing");
      return;
    }
    typename Unwrapped<Member>::Type value{};
    if (const char* wanted = Read(*found, value)) {
      fault = BadMessage(
          name, "字段 " + Quoted(name) + " 应为" + std::string(KindsInChinese().at(wanted)),
          "the field " + Quoted(name) + " must be " + wanted);
      return;
    }
    message.*member = std::move(value);
  });
  if (fault) return *fault;
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    const std::string near = Nearest(key, known);
    return BadMessage(key,
                      "消息 " + Quoted(T::kType) + " 没有字段 " + Shown(key) +
                          (near.empty() ? "" : "，是否为 " + Quoted(near) + "？"),
                      "the message " + Quoted(T::kType) + " has no field " + Shown(key) +
                          (near.empty() ? "" : "; did you mean " + Quoted(near) + "?"));
  }
  return Request(std::move(message));
}

// A request without any fault, or nothing.
template <typename T>
std::optional<Request> ReadPlainAs(const PlainObject& object) {
  T message;
  std::size_t known = 1;  // the type
  if (object.Find("re") != nullptr) ++known;
  bool well = true;
  T::Fields([&](std::string_view name, auto member) {
    using Member = std::remove_reference_t<decltype(message.*member)>;
    if (!well) return;
    const PlainValue* const found = object.Find(name);
    if (found == nullptr) {
      well = Unwrapped<Member>::kOptional;
      return;
    }
    ++known;
    typename Unwrapped<Member>::Type value{};
    well = Read(object, *found, value);
    message.*member = std::move(value);
  });
  if (!well || known != object.size()) return std::nullopt;
  return std::optional<Request>(std::in_place, std::move(message));
}

struct Readers {
  std::variant<Request, Error> (*any)(const Json&);
  std::optional<Request> (*plain)(const PlainObject&);
};

template <typename... T>
std::map<std::string_view, Readers> ReadersOf(const std::variant<T...>*) {
  return {{T::kType, {&ReadAs<T>, &ReadPlainAs<T>}}...};
}
const std::map<std::string_view, Readers>& AllReaders() {
  static const std::map<std::string_view, Readers> readers =
      ReadersOf(static_cast<const Request*>(nullptr));
  return readers;
}

// A request as nearly all are. Nothing where it has a fault or is not plain: the tree decides
// which.
std::optional<Incoming> ReadPlain(std::string_view text) {
  const auto object = PlainObject::Read(text);
  if (!object) return std::nullopt;
  const PlainValue* const type = object->Find("t");
  if (type == nullptr || type->kind != Kind::kText) return std::nullopt;
  const auto readers = AllReaders().find(type->text);
  if (readers == AllReaders().end()) return std::nullopt;
  Incoming incoming;
  if (const PlainValue* const re = object->Find("re")) {
    if (re->text.size() > kMaxRe || !Read(*object, *re, incoming.re)) return std::nullopt;
  }
  auto request = readers->second.plain(*object);
  if (!request) return std::nullopt;
  incoming.content = *std::move(request);
  return incoming;
}

// ---- writing ----

template <typename T>
void Put(Json& object, std::string_view name, const T& value) {
  object[std::string(name)] = value;
}
void Put(Json& object, std::string_view name, const JsonText& value) {
  object[std::string(name)] = value.Tree();
}
template <typename T>
void Put(Json& object, std::string_view name, const std::optional<T>& value) {
  if (value) Put(object, name, *value);
}

// ---- reading pushes of other nodes ----

template <typename T>
void Fill(const Json& json, T& to) {
  json.get_to(to);
}
void Fill(const Json& json, Json& to) { to = json; }
void Fill(const Json& json, JsonText& to) { to = JsonText(json); }
template <typename T>
void Fill(const Json& json, std::optional<T>& to) {
  Fill(json, to.emplace());
}
template <typename... T, typename Use>
void ForEachOf(const std::variant<T...>*, Use&& use) {
  (use(T{}), ...);
}

struct Sentence {
  std::string_view code, zh, en;
};
// The codes of the protocol, each with its sentence.
constexpr Sentence kSentences[] = {
    {"bad_json", "不是 JSON", "this is not JSON"},
    {"bad_message", "消息有误", "the message is not as the protocol has it"},
    {"too_large", "消息过大", "the message is too large"},
    {"not_logged_in", "请先登录", "log in first"},
    {"bad_login", "用户名、密码或令牌有误", "the name, password or token is wrong"},
    {"name_taken", "这个名字已被注册", "the name has an account already"},
    {"no_desk", "没有这张桌子", "there is no such desk"},
    {"not_seated", "您不在这张桌子上", "you do not sit at this desk"},
    {"seat_taken", "这个座位有人了", "the seat is taken"},
    {"desk_full", "桌子已满", "the desk is full"},
    {"bad_variant", "没有这个玩法", "there is no such variant"},
    {"bad_option", "选项有误", "an option is wrong"},
    {"not_owner", "只有房主可以", "only the owner of the desk may do this"},
    {"playing", "对局进行中", "a match is being played"},
    {"not_playing", "没有对局在进行", "no match is being played"},
    {"id_reuse", "这个 id 已用于另一个动作", "the id was used for another action"},
    {"rate_limited", "太频繁，请稍后再试", "too often; wait a little"},
    {"busy", "服务器忙，动作没有执行", "the server is busy; nothing was done"},
    {"internal", "内部错误", "internal fault"},
};

}  // namespace

Error MakeError(std::string_view code, std::string_view id, std::string_view zh,
                std::string_view en) {
  Error error;
  error.code = code;
  error.reason = Json{{"id", id}, {"zh", zh}, {"en", en}};
  return error;
}

Error MakeError(std::string_view code) {
  const auto found = std::ranges::find(kSentences, code, &Sentence::code);
  if (found == std::end(kSentences)) return MakeError(code, code, code, code);
  return MakeError(code, code, found->zh, found->en);
}

Error BadMessage(std::string_view field, std::string zh, std::string en) {
  Error error = MakeError("bad_message");
  error.reason["zh"] = std::move(zh);
  error.reason["en"] = std::move(en);
  if (!field.empty()) error.field = std::string(field);
  return error;
}

Error BadOption(const Fault& fault) {
  return MakeError("bad_option", fault.code,
                   fault.zh.empty() ? "选项有误" : "选项有误：" + fault.zh, fault.message);
}

Incoming ReadRequest(std::string_view text) {
  if (auto incoming = ReadPlain(text)) return *std::move(incoming);
  const Result<Json> parsed = ParseJson(text);
  if (!parsed) {
    Error error = MakeError("bad_json");
    error.reason["en"] = "this is not JSON: " + parsed.faults().front().message;
    return {nullptr, error};
  }
  return ReadRequest(*parsed);
}

Incoming ReadRequest(const Json& object) {
  const auto& readers = AllReaders();
  if (!object.is_object())
    return {nullptr, BadMessage("", "消息应为 JSON 对象", "a message must be a JSON object")};
  Incoming incoming;
  incoming.re = nullptr;
  const auto re = object.find("re");
  if (re != object.end()) {
    const bool fits =
        re->is_number() || (re->is_string() && re->get_ref<const std::string&>().size() <= kMaxRe);
    if (!fits) {
      incoming.content =
          BadMessage("re", "字段 \"re\" 应为数或不超过 64 字节的文本",
                     "the field \"re\" must be a number or a text of at most 64 bytes");
      return incoming;
    }
    incoming.re = *re;
  }
  const auto type = object.find("t");
  if (type == object.end() || !type->is_string()) {
    incoming.content = BadMessage("t", "缺少消息类型 \"t\"", "the type \"t\" is missing");
    return incoming;
  }
  const std::string& name = type->get_ref<const std::string&>();
  const auto reader = readers.find(name);
  if (reader == readers.end()) {
    std::vector<std::string> names;
    names.reserve(readers.size());
    for (const auto& [known, unused] : readers) names.emplace_back(known);
    const std::string near = Nearest(name, names);
    incoming.content = BadMessage(
        "t",
        "没有消息类型 " + Shown(name) + (near.empty() ? "" : "，是否为 " + Quoted(near) + "？"),
        "there is no message type " + Shown(name) +
            (near.empty() ? "" : "; did you mean " + Quoted(near) + "?"));
    return incoming;
  }
  incoming.content = reader->second.any(object);
  return incoming;
}

Json AnswerObject(const Json& re, const Answer& answer) {
  if (const Error* error = std::get_if<Error>(&answer)) {
    Json object{{"t", "error"}, {"re", re}, {"code", error->code}, {"reason", error->reason}};
    if (error->field) object["field"] = *error->field;
    if (error->choices) object["choices"] = *error->choices;
    return object;
  }
  Json object{{"t", "ok"}, {"re", re}};
  const Json& fields = std::get<Json>(answer);
  if (fields.is_object()) object.update(fields);
  return object;
}

Json PushObject(const Push& push) {
  return std::visit(
      [](const auto& body) {
        Json object{{"t", body.kType}};
        body.Fields([&](std::string_view name, auto member) { Put(object, name, body.*member); });
        return object;
      },
      push);
}

Json RequestObject(const Request& request) {
  return std::visit(
      [](const auto& body) {
        Json object{{"t", body.kType}};
        body.Fields([&](std::string_view name, auto member) { Put(object, name, body.*member); });
        return object;
      },
      request);
}

std::optional<Push> ReadPush(const Json& object) {
  const auto type = object.find("t");
  if (type == object.end() || !type->is_string()) return std::nullopt;
  std::optional<Push> push;
  ForEachOf(static_cast<const Push*>(nullptr), [&](auto body) {
    if (body.kType != type->get_ref<const std::string&>()) return;
    body.Fields([&](std::string_view name, auto member) {
      const auto found = object.find(name);
      if (found != object.end()) Fill(*found, body.*member);
    });
    push = std::move(body);
  });
  return push;
}

std::string AnswerText(const Json& re, const Answer& answer) {
  if (std::holds_alternative<Error>(answer))
    return AnswerObject(re, answer).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text = R"({"t":"ok","re":)";
  AppendJson(text, re);
  const Json& fields = std::get<Json>(answer);
  for (const auto& [name, value] : fields.items()) AppendField(text, name, value);
  text += '}';
  return text;
}

std::string PushText(const Push& push) {
  return std::visit(
      [](const auto& body) {
        std::string text;
        text.reserve(512);  // most steps fit
        text += R"({"t":")";
        text += body.kType;
        text += '"';
        body.Fields(
            [&](std::string_view name, auto member) { AppendField(text, name, body.*member); });
        text += '}';
        return text;
      },
      push);
}

}  // namespace mlf::server
