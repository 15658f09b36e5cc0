// The engine for Node: libmlf_c.so behind N-API. index.d.ts has its types.
#include <napi.h>

#include "mlf.h"

#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

// What V8 does not see: so much memory of the library it counts for each object.
constexpr int64_t kFlowBytes = 1 << 18;
constexpr int64_t kResponseBytes = 1 << 14;

struct FreeFlow {
  void operator()(mlf_flow* flow) const { mlf_close(flow); }
};
struct FreeResponse {
  void operator()(mlf_response* response) const { mlf_response_free(response); }
};
struct FreeRecorder {
  void operator()(mlf_recorder* recorder) const { mlf_recorder_free(recorder); }
};

Napi::String Text(Napi::Env env, mlf_string text) {
  return Napi::String::New(env, text.data, text.size);
}

Napi::Error Failure(Napi::Env env, mlf_code code, const std::string& text) {
  const char* name = mlf_code_name(code);
  Napi::Error error = Napi::Error::New(env, std::string(name) + ": " + text);
  error.Set("code", Napi::String::New(env, name));
  return error;
}

void Check(Napi::Env env, mlf_code code, const char* what) {
  if (code != MLF_OK) throw Failure(env, code, what);
}

// Runs `call` with room for faults. Codes other than MLF_OK become an error with all of them.
template <typename Call>
void WithFaults(Napi::Env env, const char* what, Call&& call) {
  std::vector<char> room(1 << 16);
  mlf_faults faults{};
  faults.text.data = room.data();
  faults.text.room = room.size();
  const mlf_code code = call(&faults);
  if (code == MLF_OK) return;
  if (faults.count == 0) throw Failure(env, code, what);
  Napi::Error error = Failure(env, code, room.data());
  error.Set("reason", Napi::String::New(env, faults.code));
  error.Set("file", Napi::String::New(env, faults.file));
  error.Set("line", Napi::Number::New(env, faults.line));
  error.Set("column", Napi::Number::New(env, faults.column));
  throw error;
}

// The text that `write` writes.
template <typename Write>
std::string TextOf(Napi::Env env, const char* what, Write&& write) {
  std::string room(4096, '\0');
  for (;;) {
    mlf_text out{room.data(), room.size(), 0};
    const mlf_code code = write(&out);
    if (code == MLF_OK) {
      room.resize(out.size);
      return room;
    }
    if (code != MLF_ROOM) throw Failure(env, code, what);
    room.resize(out.size + 1);
  }
}

Napi::Value Parsed(Napi::Env env, const std::string& json) {
  Napi::Object parser = env.Global().Get("JSON").As<Napi::Object>();
  return parser.Get("parse").As<Napi::Function>().Call(parser, {Napi::String::New(env, json)});
}

// ---- Arguments ----

[[noreturn]] void Wrong(Napi::Env env, const char* text) { throw Napi::TypeError::New(env, text); }

mlf_records* RecordsOf(const Napi::Value& value) {
  if (!value.IsBuffer() || value.As<Napi::Buffer<char>>().Length() != sizeof(mlf_records))
    Wrong(value.Env(), "records are a Buffer of 2048 bytes; see flow.blank()");
  return reinterpret_cast<mlf_records*>(value.As<Napi::Buffer<char>>().Data());
}

std::pair<const char*, size_t> BytesOf(const Napi::Value& value) {
  if (!value.IsBuffer()) Wrong(value.Env(), "bytes are a Buffer");
  const auto bytes = value.As<Napi::Buffer<char>>();
  return {bytes.Data(), bytes.Length()};
}

// A whole number; another value would become one in silence.
int32_t NumberOf(const Napi::Value& value, const char* what) {
  if (value.IsNumber()) {
    const double number = value.As<Napi::Number>().DoubleValue();
    const auto whole = value.As<Napi::Number>().Int32Value();
    if (number == whole) return whole;
  }
  throw Napi::TypeError::New(value.Env(), std::string(what) + " is a whole number");
}

// A seat, "spectator" or "full".
int32_t ViewerOf(const Napi::Value& value) {
  if (value.IsNumber()) {
    const int32_t seat = NumberOf(value, "a viewer that is a seat");
    if (seat >= 0) return seat;
  }
  const std::string word = value.IsString() ? value.As<Napi::String>().Utf8Value() : "";
  if (word == "spectator") return MLF_SPECTATOR;
  if (word == "full") return MLF_FULL;
  Wrong(value.Env(), "a viewer is a seat from 0, \"spectator\" or \"full\"");
}

int32_t LangOf(const Napi::Value& value) {
  const std::string word = value.IsString() ? value.As<Napi::String>().Utf8Value() : "";
  if (word == "zh") return MLF_ZH;
  if (word == "en") return MLF_EN;
  Wrong(value.Env(), "a language is \"zh\" or \"en\"");
}

// Seeds and numbers of actions: 64 bits, as a BigInt or a safe whole number.
uint64_t WordOf(const Napi::Value& value, const char* what) {
  if (value.IsBigInt()) {
    bool lossless = false;
    const uint64_t word = value.As<Napi::BigInt>().Uint64Value(&lossless);
    if (lossless) return word;
  } else if (value.IsNumber()) {
    const double number = value.As<Napi::Number>().DoubleValue();
    if (number >= 0 && number <= 9007199254740991.0 &&
        number == static_cast<double>(static_cast<uint64_t>(number)))
      return static_cast<uint64_t>(number);
  }
  throw Napi::TypeError::New(
      value.Env(), std::string(what) + " is a BigInt of 64 bits or a safe whole number from 0");
}

std::string Hex(uint64_t word) {
  std::string text(16, '0');
  for (size_t i = 16; i-- > 0; word >>= 4) text[i] = "0123456789abcdef"[word & 15];
  return text;
}

// ---- Chance ----

// A function (hand, wall) => seed, which the engine calls within a step. What it throws is thrown
// again by the step.
class Chance {
 public:
  explicit Chance(Napi::Function decide) : decide_(decide), own_{&OfHand, this} {}

  const mlf_chance* c() const { return &own_; }
  void Rethrow() {
    if (error_) throw *error_;
  }

 private:
  static int32_t OfHand(void* context, uint32_t hand, mlf_hand_chance* out) {
    Chance& chance = *static_cast<Chance*>(context);
    const Napi::Env env = chance.decide_.Env();
    try {
      auto wall = Napi::Buffer<uint8_t>::Copy(env, out->wall, out->count);
      out->seed = WordOf(chance.decide_.Call({Napi::Number::New(env, hand), wall}),
                         "the seed that a chance returns");
      if (wall.Length() != out->count) Wrong(env, "a chance keeps its wall");
      std::memcpy(out->wall, wall.Data(), out->count);
      return 0;
    } catch (const Napi::Error& error) {
      chance.error_ = error;
      return 1;
    }
  }

  Napi::Function decide_;
  mlf_chance own_;
  std::optional<Napi::Error> error_;
};

std::optional<Chance> ChanceOf(const Napi::Value& value) {
  if (value.IsUndefined()) return std::nullopt;
  if (!value.IsFunction()) Wrong(value.Env(), "a chance is a function (hand, wall) => seed");
  return std::optional<Chance>(std::in_place, value.As<Napi::Function>());
}

// ---- Classes ----

struct Classes {
  Napi::FunctionReference flow, response;
};

class Flow : public Napi::ObjectWrap<Flow> {
 public:
  static Napi::Function Define(Napi::Env env);
  explicit Flow(const Napi::CallbackInfo& info);
  ~Flow() override { Napi::MemoryManagement::AdjustExternalMemory(Env(), -kFlowBytes); }

  static Flow& Of(const Napi::Value& value) {
    Classes& classes = *value.Env().GetInstanceData<Classes>();
    if (!value.IsObject() ||
        !value.As<Napi::Object>().InstanceOf(classes.flow.Value().As<Napi::Function>()))
      Wrong(value.Env(), "a flow is what open() returns");
    return *Unwrap(value.As<Napi::Object>());
  }
  const mlf_flow* c() const { return flow_.get(); }

  mlf_action ActionOf(const Napi::Value& value) const;

 private:
  Napi::Value Seats(const Napi::CallbackInfo& info);
  Napi::Value People(const Napi::CallbackInfo& info);
  Napi::Value Fingerprint(const Napi::CallbackInfo& info);
  Napi::Value Info(const Napi::CallbackInfo& info);
  Napi::Value Blank(const Napi::CallbackInfo& info);
  Napi::Value Start(const Napi::CallbackInfo& info);
  Napi::Value Process(const Napi::CallbackInfo& info);
  Napi::Value Default(const Napi::CallbackInfo& info);
  Napi::Value Choices(const Napi::CallbackInfo& info);
  Napi::Value View(const Napi::CallbackInfo& info);
  Napi::Value Explain(const Napi::CallbackInfo& info);
  Napi::Value WhyNot(const Napi::CallbackInfo& info);
  Napi::Value Save(const Napi::CallbackInfo& info);
  Napi::Value Restore(const Napi::CallbackInfo& info);
  Napi::Value Replay(const Napi::CallbackInfo& info);
  mlf_progress Progress(const Napi::Value& records) const;

  std::unique_ptr<mlf_flow, FreeFlow> flow_;
  mlf_sizes sizes_{};
};

class Response : public Napi::ObjectWrap<Response> {
 public:
  static Napi::Function Define(Napi::Env env);
  explicit Response(const Napi::CallbackInfo& info);
  ~Response() override { Napi::MemoryManagement::AdjustExternalMemory(Env(), -kResponseBytes); }

  // Runs `step`. A refusal becomes an error that holds the response.
  template <typename Step>
  static Napi::Value After(const Napi::Env& env, const Napi::Value& flow, Step&& step) {
    Napi::Object made = env.GetInstanceData<Classes>()->response.New({flow});
    Response& own = *Unwrap(made);
    const mlf_code code = step(own.response_.get());
    mlf_response_head_of(own.response_.get(), &own.head_);
    if (code == MLF_OK) return made;
    if (code != MLF_REFUSED)
      throw Failure(env, code,
                    code == MLF_OTHER_FLOW
                        ? "the records belong to another flow, or no match was started in them"
                        : "this step is not possible now");
    mlf_refusal refusal;
    mlf_response_refusal(own.response_.get(), &refusal);
    const auto text = [](mlf_string s) { return std::string(s.data, s.size); };
    Napi::Error error = Failure(env, code, text(refusal.code) + ": " + text(refusal.en));
    error.Set("refusal", Text(env, refusal.code));
    error.Set("reason", Text(env, refusal.reason));
    error.Set("zh", Text(env, refusal.zh));
    error.Set("response", made);
    throw error;
  }

 private:
  Napi::Value Status(const Napi::CallbackInfo& info);
  Napi::Value Ask(const Napi::CallbackInfo& info);
  Napi::Value Asked(const Napi::CallbackInfo& info);
  Napi::Value DeadlineMs(const Napi::CallbackInfo& info);
  Napi::Value Version(const Napi::CallbackInfo& info);
  Napi::Value Count(const Napi::CallbackInfo& info);
  Napi::Value Action(const Napi::CallbackInfo& info);
  Napi::Value Json(const Napi::CallbackInfo& info);

  Napi::ObjectReference flow_;
  std::unique_ptr<mlf_response, FreeResponse> response_;
  mlf_response_head head_{};
};

class Recorder : public Napi::ObjectWrap<Recorder> {
 public:
  static Napi::Function Define(Napi::Env env);
  explicit Recorder(const Napi::CallbackInfo& info);

 private:
  Napi::Value Start(const Napi::CallbackInfo& info);
  Napi::Value Process(const Napi::CallbackInfo& info);
  Napi::Value End(const Napi::CallbackInfo& info);
  Napi::Value Journal(const Napi::CallbackInfo& info);

  Napi::ObjectReference flow_;  // freed after the recorder, which uses it
  std::unique_ptr<mlf_recorder, FreeRecorder> recorder_;
};

// ---- Flow ----

Napi::Function Flow::Define(Napi::Env env) {
  return DefineClass(
      env, "Flow",
      {InstanceAccessor<&Flow::Seats>("seats"), InstanceAccessor<&Flow::People>("people"),
       InstanceAccessor<&Flow::Fingerprint>("fingerprint"), InstanceMethod<&Flow::Info>("info"),
       InstanceMethod<&Flow::Blank>("blank"), InstanceMethod<&Flow::Start>("start"),
       InstanceMethod<&Flow::Process>("processActionNode"),
       InstanceMethod<&Flow::Default>("defaultAction"), InstanceMethod<&Flow::Choices>("choices"),
       InstanceMethod<&Flow::View>("view"), InstanceMethod<&Flow::Explain>("explain"),
       InstanceMethod<&Flow::WhyNot>("whyNot"), InstanceMethod<&Flow::Save>("save"),
       InstanceMethod<&Flow::Restore>("restore"), InstanceMethod<&Flow::Replay>("replay")});
}

// (variant, options, {variantDir})
Flow::Flow(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Flow>(info) {
  Napi::MemoryManagement::AdjustExternalMemory(Env(), kFlowBytes);
  const Napi::Env env = info.Env();
  if (!info[0].IsString()) Wrong(env, "open(variant, options, variantDir): the variant is a text");
  const std::string variant = info[0].As<Napi::String>();
  std::vector<std::pair<std::string, std::string>> values;
  if (!info[1].IsUndefined()) {
    if (!info[1].IsObject()) Wrong(env, "options are an object of names and values");
    const Napi::Object options = info[1].As<Napi::Object>();
    const Napi::Array names = options.GetPropertyNames();
    for (uint32_t i = 0; i < names.Length(); ++i) {
      const Napi::Value name = names[i];
      const Napi::Value value = options.Get(name);
      if (!value.IsString() && !value.IsNumber() && !value.IsBoolean())
        Wrong(env, "the value of an option is a text, a number or a boolean");
      values.emplace_back(name.ToString(), value.IsBoolean()
                                               ? (value.As<Napi::Boolean>() ? "on" : "off")
                                               : value.ToString().Utf8Value());
    }
  }
  if (!info[2].IsUndefined() && !info[2].IsString()) Wrong(env, "the folder of variants is a text");
  const std::string folder = info[2].IsString() ? info[2].As<Napi::String>().Utf8Value() : "";
  std::vector<mlf_option> options;
  for (const auto& [name, value] : values) options.push_back({name.c_str(), value.c_str()});
  mlf_flow* opened = nullptr;
  WithFaults(env, "open", [&](mlf_faults* faults) {
    return mlf_open(variant.c_str(), options.data(), options.size(),
                    folder.empty() ? nullptr : folder.c_str(), &opened, faults);
  });
  flow_.reset(opened);
  mlf_sizes_of(c(), &sizes_);
}

mlf_action Flow::ActionOf(const Napi::Value& value) const {
  const Napi::Env env = value.Env();
  if (!value.IsObject()) Wrong(env, "an action is an object {seat, node, ask, ...}");
  Napi::Object json = env.Global().Get("JSON").As<Napi::Object>();
  std::string text = json.Get("stringify").As<Napi::Function>().Call(json, {value}).ToString();
  // Only a message of its own has a version; an action here is an object among others.
  if (text.starts_with("{\"") && !value.As<Napi::Object>().Has("v")) text.insert(1, "\"v\":1,");
  mlf_action action;
  WithFaults(env, "action", [&](mlf_faults* faults) {
    return mlf_action_from_json(c(), text.data(), text.size(), &action, faults);
  });
  return action;
}

Napi::Value ActionJson(Napi::Env env, const mlf_flow* flow, const mlf_action& action) {
  Napi::Value json = Parsed(env, TextOf(env, "action", [&](mlf_text* out) {
                              return mlf_action_json(flow, &action, out);
                            }));
  json.As<Napi::Object>().Delete("v");
  return json;
}

Napi::Value Flow::Seats(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), sizes_.seats);
}
Napi::Value Flow::People(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), sizes_.people);
}
Napi::Value Flow::Fingerprint(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), Hex(mlf_fingerprint(c())));
}
Napi::Value Flow::Info(const Napi::CallbackInfo& info) {
  return Parsed(info.Env(),
                TextOf(info.Env(), "info", [&](mlf_text* out) { return mlf_flow_json(c(), out); }));
}

Napi::Value Flow::Blank(const Napi::CallbackInfo& info) {
  auto records = Napi::Buffer<char>::New(info.Env(), sizeof(mlf_records));
  Check(info.Env(), mlf_blank(c(), RecordsOf(records)), "blank");
  return records;
}

// (records, seed or chance)
Napi::Value Flow::Start(const Napi::CallbackInfo& info) {
  mlf_records* records = RecordsOf(info[0]);
  if (!info[1].IsFunction()) {
    const uint64_t seed = WordOf(info[1], "a seed");
    return Response::After(info.Env(), info.This(), [&](mlf_response* response) {
      return mlf_start(c(), records, seed, response);
    });
  }
  auto chance = ChanceOf(info[1]);
  return Response::After(info.Env(), info.This(), [&](mlf_response* response) {
    const mlf_code code = mlf_start_with(c(), records, chance->c(), response);
    chance->Rethrow();
    return code;
  });
}

// (records, action, chance?)
Napi::Value Flow::Process(const Napi::CallbackInfo& info) {
  mlf_records* records = RecordsOf(info[0]);
  const mlf_action action = ActionOf(info[1]);
  auto chance = ChanceOf(info[2]);
  return Response::After(info.Env(), info.This(), [&](mlf_response* response) {
    if (!chance) return mlf_process(c(), records, &action, response);
    const mlf_code code = mlf_process_with(c(), records, &action, chance->c(), response);
    chance->Rethrow();
    return code;
  });
}

Napi::Value Flow::Default(const Napi::CallbackInfo& info) {
  mlf_action action;
  Check(info.Env(), mlf_default(c(), RecordsOf(info[0]), NumberOf(info[1], "a seat"), &action),
        "this seat is not asked");
  return ActionJson(info.Env(), c(), action);
}

Napi::Value Flow::Choices(const Napi::CallbackInfo& info) {
  const mlf_records* records = RecordsOf(info[0]);
  const int32_t viewer = ViewerOf(info[1]);
  return Parsed(info.Env(), TextOf(info.Env(), "choices", [&](mlf_text* out) {
                  return mlf_choices_json(c(), records, viewer, out);
                }));
}

Napi::Value Flow::View(const Napi::CallbackInfo& info) {
  const mlf_records* records = RecordsOf(info[0]);
  const int32_t viewer = ViewerOf(info[1]);
  return Parsed(info.Env(), TextOf(info.Env(), "view", [&](mlf_text* out) {
                  return mlf_view_json(c(), records, viewer, out);
                }));
}

Napi::Value Flow::Explain(const Napi::CallbackInfo& info) {
  const mlf_records* records = RecordsOf(info[0]);
  const int32_t viewer = ViewerOf(info[1]), lang = LangOf(info[2]);
  return Parsed(info.Env(), TextOf(info.Env(), "explain", [&](mlf_text* out) {
                  return mlf_explain_json(c(), records, viewer, lang, out);
                }));
}

// (records, seat, node): the reason, or null
Napi::Value Flow::WhyNot(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!info[2].IsString()) Wrong(env, "a node is its id");
  const int32_t node = mlf_node(c(), info[2].As<Napi::String>().Utf8Value().c_str());
  mlf_refusal refusal;
  Check(env, mlf_why_not(c(), RecordsOf(info[0]), NumberOf(info[1], "a seat"), node, &refusal),
        "there is no such seat or node");
  if (refusal.reason.size == 0) return env.Null();
  Napi::Object reason = Napi::Object::New(env);
  reason.Set("id", Text(env, refusal.reason));
  reason.Set("zh", Text(env, refusal.zh));
  reason.Set("en", Text(env, refusal.en));
  return reason;
}

Napi::Value Flow::Save(const Napi::CallbackInfo& info) {
  auto saved = Napi::Buffer<char>::New(info.Env(), static_cast<size_t>(sizes_.saved));
  size_t size = 0;
  Check(info.Env(), mlf_save(c(), RecordsOf(info[0]), saved.Data(), saved.Length(), &size),
        "the records belong to another flow, or no match was started in them");
  return saved;
}

Napi::Value Flow::Restore(const Napi::CallbackInfo& info) {
  const auto [bytes, size] = BytesOf(info[0]);
  auto records = Napi::Buffer<char>::New(info.Env(), sizeof(mlf_records));
  WithFaults(info.Env(), "restore", [&, data = bytes, count = size](mlf_faults* faults) {
    return mlf_restore(c(), data, count, RecordsOf(records), faults);
  });
  return records;
}

// (journal): {records, hash, accepted, refused, hands, complete}
Napi::Value Flow::Replay(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto [bytes, size] = BytesOf(info[0]);
  auto records = Napi::Buffer<char>::New(env, sizeof(mlf_records));
  mlf_replay_report report{};
  WithFaults(env, "replay", [&, data = bytes, count = size](mlf_faults* faults) {
    return mlf_replay(c(), data, count, RecordsOf(records), &report, faults);
  });
  Napi::Object result = Napi::Object::New(env);
  result.Set("records", records);
  result.Set("hash", Napi::String::New(env, Hex(report.hash)));
  result.Set("accepted", Napi::Number::New(env, report.accepted));
  result.Set("refused", Napi::Number::New(env, report.refused));
  result.Set("hands", Napi::Number::New(env, report.hands));
  result.Set("complete", Napi::Boolean::New(env, report.complete != 0));
  return result;
}

// ---- Response ----

Napi::Function Response::Define(Napi::Env env) {
  return DefineClass(
      env, "Response",
      {InstanceAccessor<&Response::Status>("status"), InstanceAccessor<&Response::Ask>("ask"),
       InstanceAccessor<&Response::Asked>("asked"),
       InstanceAccessor<&Response::DeadlineMs>("deadlineMs"),
       InstanceAccessor<&Response::Version>("version"), InstanceMethod<&Response::Count>("count"),
       InstanceMethod<&Response::Action>("action"), InstanceMethod<&Response::Json>("json")});
}

Response::Response(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Response>(info) {
  Napi::MemoryManagement::AdjustExternalMemory(Env(), kResponseBytes);
  Flow::Of(info[0]);
  flow_ = Napi::Persistent(info[0].As<Napi::Object>());
  mlf_response* made = nullptr;
  Check(info.Env(), mlf_response_new(&made), "a response");
  response_.reset(made);
}

Napi::Value Response::Status(const Napi::CallbackInfo& info) {
  static constexpr const char* kNames[] = {"rests", "waits", "over", "refused"};
  return Napi::String::New(info.Env(), kNames[head_.status]);
}
Napi::Value Response::Ask(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), head_.ask);
}
// The seats that may answer now, ascending.
Napi::Value Response::Asked(const Napi::CallbackInfo& info) {
  Napi::Array seats = Napi::Array::New(info.Env());
  for (uint32_t seat = 0; seat < MLF_PEOPLE; ++seat) {
    if ((head_.asked >> seat & 1) != 0)
      seats.Set(seats.Length(), Napi::Number::New(info.Env(), seat));
  }
  return seats;
}
Napi::Value Response::DeadlineMs(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), head_.deadline_ms);
}
Napi::Value Response::Version(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), head_.version);
}

Napi::Value Response::Count(const Napi::CallbackInfo& info) {
  const uint64_t count = mlf_response_action_count(response_.get(), NumberOf(info[0], "a seat"));
  return Napi::Number::New(info.Env(), static_cast<double>(count));
}

Napi::Value Response::Action(const Napi::CallbackInfo& info) {
  mlf_action action;
  Check(info.Env(),
        mlf_response_action(response_.get(), NumberOf(info[0], "a seat"),
                            WordOf(info[1], "the number of an action"), &action),
        "the seat has no action of this number; see count()");
  return ActionJson(info.Env(), Flow::Of(flow_.Value()).c(), action);
}

Napi::Value Response::Json(const Napi::CallbackInfo& info) {
  const mlf_flow* flow = Flow::Of(flow_.Value()).c();
  const int32_t viewer = ViewerOf(info[0]);
  return Parsed(info.Env(), TextOf(info.Env(), "json", [&](mlf_text* out) {
                  return mlf_response_json(flow, response_.get(), viewer, out);
                }));
}

// ---- Recorder ----

Napi::Function Recorder::Define(Napi::Env env) {
  return DefineClass(
      env, "Recorder",
      {InstanceMethod<&Recorder::Start>("start"),
       InstanceMethod<&Recorder::Process>("processActionNode"),
       InstanceMethod<&Recorder::End>("end"), InstanceMethod<&Recorder::Journal>("journal")});
}

Recorder::Recorder(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Recorder>(info) {
  const Flow& flow = Flow::Of(info[0]);
  flow_ = Napi::Persistent(info[0].As<Napi::Object>());
  mlf_recorder* made = nullptr;
  Check(info.Env(), mlf_recorder_new(flow.c(), &made), "a recorder");
  recorder_.reset(made);
}

Napi::Value Recorder::Start(const Napi::CallbackInfo& info) {
  mlf_records* records = RecordsOf(info[0]);
  if (!info[1].IsFunction()) {
    const uint64_t seed = WordOf(info[1], "a seed");
    return Response::After(info.Env(), flow_.Value(), [&](mlf_response* response) {
      return mlf_recorder_start(recorder_.get(), records, seed, response);
    });
  }
  auto chance = ChanceOf(info[1]);
  return Response::After(info.Env(), flow_.Value(), [&](mlf_response* response) {
    const mlf_code code = mlf_recorder_start_with(recorder_.get(), records, chance->c(), response);
    chance->Rethrow();
    return code;
  });
}

Napi::Value Recorder::Process(const Napi::CallbackInfo& info) {
  mlf_records* records = RecordsOf(info[0]);
  const mlf_action action = Flow::Of(flow_.Value()).ActionOf(info[1]);
  auto chance = ChanceOf(info[2]);
  return Response::After(info.Env(), flow_.Value(), [&](mlf_response* response) {
    if (!chance) return mlf_recorder_process(recorder_.get(), records, &action, response);
    const mlf_code code =
        mlf_recorder_process_with(recorder_.get(), records, &action, chance->c(), response);
    chance->Rethrow();
    return code;
  });
}

Napi::Value Recorder::End(const Napi::CallbackInfo& info) {
  Check(info.Env(), mlf_recorder_end(recorder_.get(), RecordsOf(info[0])),
        "a journal that was started ends once, with records of its flow");
  return info.Env().Undefined();
}

// ("text" or "binary")
Napi::Value Recorder::Journal(const Napi::CallbackInfo& info) {
  const std::string form = info[0].IsUndefined() ? "text"
                           : info[0].IsString()  ? info[0].As<Napi::String>().Utf8Value()
                                                 : "";
  if (form != "text" && form != "binary") Wrong(info.Env(), "a form is \"text\" or \"binary\"");
  const std::string journal = TextOf(info.Env(), "journal", [&](mlf_text* out) {
    return mlf_recorder_journal(recorder_.get(), form == "binary" ? 1 : 0, out);
  });
  return Napi::Buffer<char>::Copy(info.Env(), journal.data(), journal.size());
}

// ---- Functions ----

Napi::Value Open(const Napi::CallbackInfo& info) {
  return info.Env().GetInstanceData<Classes>()->flow.New({info[0], info[1], info[2]});
}

Napi::Value Hash(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), Hex(mlf_hash(RecordsOf(info[0]))));
}

Napi::Value LoadPlugin(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!info[0].IsString()) Wrong(env, "loadPlugin(file): the file is a text");
  const std::string file = info[0].As<Napi::String>().Utf8Value();
  WithFaults(env, "loadPlugin",
             [&](mlf_faults* faults) { return mlf_load_plugin(file.c_str(), faults); });
  return env.Undefined();
}

Napi::Value Variants(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::string folder = info[0].IsString() ? info[0].As<Napi::String>().Utf8Value() : "";
  std::string json;
  WithFaults(env, "variants", [&](mlf_faults* faults) {
    mlf_code code = MLF_OK;
    json = TextOf(env, "variants", [&](mlf_text* out) {
      code = mlf_variants_json(folder.empty() ? nullptr : folder.c_str(), out, faults);
      return code == MLF_FAULTY ? MLF_OK : code;
    });
    return code;
  });
  return Parsed(env, json).As<Napi::Object>().Get("variants");
}

Napi::Object Load(Napi::Env env, Napi::Object exports) {
  // Each worker thread loads its own.
  auto* classes =
      new Classes{Napi::Persistent(Flow::Define(env)), Napi::Persistent(Response::Define(env))};
  env.SetInstanceData(classes);
  exports.Set("open", Napi::Function::New(env, Open, "open"));
  exports.Set("hash", Napi::Function::New(env, Hash, "hash"));
  exports.Set("loadPlugin", Napi::Function::New(env, LoadPlugin, "loadPlugin"));
  exports.Set("variants", Napi::Function::New(env, Variants, "variants"));
  exports.Set("Recorder", Recorder::Define(env));
  exports.Set("version", Napi::String::New(env, mlf_version()));
  return exports;
}

}  // namespace

NODE_API_MODULE(mlf, Load)
