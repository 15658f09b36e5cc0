// What index.js builds its classes on: libmlf_c.so behind Node-API. Nothing here is seen by others.
//
// An object of the library is a number, which index.js keeps in a private field of its owner.
// Node-API runs finalizers only when the event loop turns, so that a long loop would keep all that
// it dropped. Therefore an object has a weak reference to its owner instead, and a sweep frees the
// objects whose owners the collector has taken.
//
// A result below 0 is a code of mlf.h with another sign; an array is a list of faults.
//
// A worker that is terminated refuses every call of Node-API. Nothing here may depend on one: what
// cannot be read is 0, and no exception of C++ is used.
#include <node_api.h>

#include "mlf.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

// ---- Objects of the library ----

enum class Kind : uint8_t { kNone, kResponse, kRecorder, kRecords, kFlow };

// Records that only the library writes.
struct alignas(64) OwnRecords {
  mlf_records value;
  bool in_step = false;
};

struct Slot {
  Kind kind = Kind::kNone;
  void* object = nullptr;
  napi_ref owner = nullptr;
};

void Free(Kind kind, void* object) {
  switch (kind) {
    case Kind::kNone: break;
    case Kind::kResponse: mlf_response_free(static_cast<mlf_response*>(object)); break;
    case Kind::kRecorder: mlf_recorder_free(static_cast<mlf_recorder*>(object)); break;
    case Kind::kRecords: delete static_cast<OwnRecords*>(object); break;
    case Kind::kFlow: mlf_close(static_cast<mlf_flow*>(object)); break;
  }
}

// Memory of an object, about.
constexpr int64_t BytesOf(Kind kind) {
  constexpr std::array<int64_t, 5> kBytes{0, 1 << 14, 1 << 14, 1 << 12, 1 << 18};
  return kBytes[static_cast<size_t>(kind)];
}

// The objects of one thread: a worker loads its own.
class Store {
 public:
  explicit Store(napi_env env) : env_(env) {}
  ~Store() {
    // A recorder uses its flow.
    for (const bool flows : {false, true}) {
      for (Slot& slot : slots_) {
        if ((slot.kind == Kind::kFlow) == flows) Free(slot.kind, slot.object);
      }
    }
  }
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  static Store& Of(napi_env env) {
    void* store = nullptr;
    napi_get_instance_data(env, &store);
    return *static_cast<Store*>(store);
  }

  uint32_t Add(Kind kind, void* object) {
    if (bytes_ >= next_sweep_) Sweep();
    bytes_ += BytesOf(kind);
    // The collector sees the owners only, and would find little to do.
    int64_t all = 0;
    napi_adjust_external_memory(env_, BytesOf(kind), &all);
    if (free_.empty()) {
      slots_.push_back({kind, object, nullptr});
      return static_cast<uint32_t>(slots_.size() - 1);
    }
    const uint32_t id = free_.back();
    free_.pop_back();
    slots_[id] = {kind, object, nullptr};
    return id;
  }
  void Track(uint32_t id, napi_value owner) {
    if (id < slots_.size()) napi_create_reference(env_, owner, 0, &slots_[id].owner);
  }
  template <typename T>
  T* Get(Kind kind, uint32_t id) const {
    return id < slots_.size() && slots_[id].kind == kind ? static_cast<T*>(slots_[id].object)
                                                         : nullptr;
  }
  void Release(uint32_t id) {
    if (id >= slots_.size() || slots_[id].kind == Kind::kNone) return;
    if (steps_ > 0) {
      later_.push_back(id);
      return;
    }
    Slot& slot = slots_[id];
    Free(slot.kind, slot.object);
    bytes_ -= BytesOf(slot.kind);
    int64_t all = 0;
    napi_adjust_external_memory(env_, -BytesOf(slot.kind), &all);
    if (slot.owner != nullptr) napi_delete_reference(env_, slot.owner);
    slot = {};
    free_.push_back(id);
  }
  // A chance of the caller may dispose of what its own step uses: that waits for the end of the
  // step.
  class InStep {
   public:
    explicit InStep(Store& store) : store_(store) { ++store_.steps_; }
    ~InStep() {
      if (--store_.steps_ > 0) return;
      for (const uint32_t id : store_.later_) store_.Release(id);
      store_.later_.clear();
    }
    InStep(const InStep&) = delete;
    InStep& operator=(const InStep&) = delete;

   private:
    Store& store_;
  };
  size_t live() const { return slots_.size() - free_.size(); }

  // Frees the objects without an owner; flows last, because a recorder uses its flow.
  void Sweep() {
    for (const bool flows : {false, true}) {
      for (uint32_t id = 0; id < slots_.size(); ++id) {
        const Slot& slot = slots_[id];
        if (slot.owner == nullptr || (slot.kind == Kind::kFlow) != flows) continue;
        napi_value owner = nullptr;
        if (napi_get_reference_value(env_, slot.owner, &owner) == napi_ok && owner == nullptr)
          Release(id);
      }
    }
    // With many objects in use a sweep takes longer, so it comes less often.
    next_sweep_ = std::max(kLeastSweep, bytes_ + bytes_ / 2);
  }

 private:
  static constexpr int64_t kLeastSweep = 1 << 22;

  napi_env env_;
  std::vector<Slot> slots_;
  std::vector<uint32_t> free_;
  std::vector<uint32_t> later_;
  int steps_ = 0;
  int64_t bytes_ = 0;
  int64_t next_sweep_ = kLeastSweep;
};

// ---- Arguments and results ----

class Call {
 public:
  Call(napi_env env, napi_callback_info info) : env_(env), store_(Store::Of(env)) {
    size_t count = args_.size();
    napi_get_cb_info(env, info, &count, args_.data(), nullptr, nullptr);
  }

  napi_env env() const { return env_; }
  Store& store() const { return store_; }
  napi_value at(size_t i) const { return args_[i]; }

  uint32_t Word(size_t i) const {
    uint32_t word = 0;
    napi_get_value_uint32(env_, args_[i], &word);
    return word;
  }
  int32_t Number(size_t i) const {
    int32_t number = 0;
    napi_get_value_int32(env_, args_[i], &number);
    return number;
  }
  uint64_t Long(size_t i) const {
    uint64_t word = 0;
    bool whole = false;
    double number = 0;
    if (napi_get_value_double(env_, args_[i], &number) == napi_ok)
      return static_cast<uint64_t>(number);
    napi_get_value_bigint_uint64(env_, args_[i], &word, &whole);
    return word;
  }
  std::string Text(size_t i) const {
    size_t size = 0;
    if (napi_get_value_string_utf8(env_, args_[i], nullptr, 0, &size) != napi_ok) return {};
    std::string text(size + 1, '\0');
    napi_get_value_string_utf8(env_, args_[i], text.data(), text.size(), &size);
    text.resize(size);
    return text;
  }
  napi_valuetype Type(size_t i) const {
    napi_valuetype type = napi_undefined;
    napi_typeof(env_, args_[i], &type);
    return type;
  }
  // Bytes of a Buffer; none if it is something else.
  struct Span {
    unsigned char* data = nullptr;
    size_t size = 0;
  };
  Span Bytes(size_t i) const {
    Span span;
    bool is_buffer = false;
    if (napi_is_buffer(env_, args_[i], &is_buffer) != napi_ok || !is_buffer) return {};
    void* data = nullptr;
    if (napi_get_buffer_info(env_, args_[i], &data, &span.size) != napi_ok) return {};
    span.data = static_cast<unsigned char*>(data);
    return span;
  }
  // The 16 bytes of an action, which index.js owns.
  mlf_action* Action(size_t i) const {
    const Span span = Bytes(i);
    return span.size == sizeof(mlf_action) ? reinterpret_cast<mlf_action*>(span.data) : nullptr;
  }

  mlf_flow* Flow(size_t i) const { return store_.Get<mlf_flow>(Kind::kFlow, Word(i)); }
  mlf_response* Response(size_t i) const {
    return store_.Get<mlf_response>(Kind::kResponse, Word(i));
  }
  mlf_recorder* Recorder(size_t i) const {
    return store_.Get<mlf_recorder>(Kind::kRecorder, Word(i));
  }

  napi_value Int(int64_t number) const {
    napi_value value = nullptr;
    napi_create_int64(env_, number, &value);
    return value;
  }
  napi_value Code(mlf_code code) const { return Int(-code); }
  napi_value Big(uint64_t word) const {
    napi_value value = nullptr;
    napi_create_bigint_uint64(env_, word, &value);
    return value;
  }
  napi_value String(const char* data, size_t size) const {
    napi_value value = nullptr;
    napi_create_string_utf8(env_, data, size, &value);
    return value;
  }
  napi_value String(mlf_string text) const { return String(text.data, text.size); }
  napi_value List(const std::vector<napi_value>& values) const {
    napi_value list = nullptr;
    napi_create_array_with_length(env_, values.size(), &list);
    for (uint32_t i = 0; i < values.size(); ++i) napi_set_element(env_, list, i, values[i]);
    return list;
  }
  napi_value Buffer(const void* data, size_t size) const {
    napi_value value = nullptr;
    napi_create_buffer_copy(env_, size, data, nullptr, &value);
    return value;
  }

  // Runs `call` with room for faults: 0, a code, or [code, text, reason, file, line, column].
  template <typename Function>
  napi_value Faulty(Function&& call) const {
    std::vector<char> room(1 << 16);
    mlf_faults faults{};
    faults.text.data = room.data();
    faults.text.room = room.size();
    const mlf_code code = call(&faults);
    if (code == MLF_OK || faults.count == 0) return Code(code);
    std::size_t size = std::strlen(room.data());
    if (size > 0 && room[size - 1] == '\n') --size;
    return List(
        {Int(-code), String(room.data(), size), String(faults.code, std::strlen(faults.code)),
         String(faults.file, std::strlen(faults.file)), Int(faults.line), Int(faults.column)});
  }
  // The text that `write` writes, or a code.
  template <typename Write>
  napi_value Written(Write&& write, bool as_buffer = false) const {
    std::string room(4096, '\0');
    for (;;) {
      mlf_text out{room.data(), room.size(), 0};
      const mlf_code code = write(&out);
      if (code == MLF_OK)
        return as_buffer ? Buffer(room.data(), out.size) : String(room.data(), out.size);
      if (code != MLF_ROOM) return Code(code);
      room.resize(out.size + 1);
    }
  }
  // The same of a `write` that has faults.
  template <typename Write>
  napi_value WrittenOrFaulty(Write&& write, bool as_buffer = false) const {
    napi_value text = nullptr;
    mlf_code code = MLF_OK;
    const napi_value failed = Faulty([&](mlf_faults* faults) {
      text = Written([&](mlf_text* out) { return code = write(out, faults); }, as_buffer);
      return code;
    });
    return code == MLF_OK ? text : failed;
  }

 private:
  napi_env env_;
  Store& store_;
  std::array<napi_value, 10> args_{};
};

// The records of an argument: those of a table, or a copy of a Buffer, whose bytes may be anything
// and are validated. `fault` is what is wrong with them, or null.
class RecordsIn {
 public:
  RecordsIn(const Call& call, size_t i, const mlf_flow* flow, bool validate = true)
      : call_(call), at_(i) {
    if (call.Type(i) == napi_number) {
      own_ = call.store().Get<OwnRecords>(Kind::kRecords, call.Word(i));
      if (own_ != nullptr && own_->in_step) fault = call.Int(-kInStep);
      if (own_ == nullptr) fault = call.Code(MLF_ARGUMENT);
      return;
    }
    const Call::Span bytes = call.Bytes(i);
    if (bytes.size != sizeof copy_) {
      fault = call.Code(MLF_ARGUMENT);
      return;
    }
    std::memcpy(&copy_, bytes.data, sizeof copy_);
    if (!validate) return;
    mlf_code code = MLF_OK;
    const napi_value found =
        call.Faulty([&](mlf_faults* faults) { return code = mlf_validate(flow, &copy_, faults); });
    if (code != MLF_OK) fault = found;
  }
  ~RecordsIn() {
    if (stepping_) own_->in_step = false;
  }
  RecordsIn(const RecordsIn&) = delete;
  RecordsIn& operator=(const RecordsIn&) = delete;

  // Until the end of this object a chance of the caller can use the records of a table no more.
  mlf_records* Step() {
    if (own_ != nullptr) stepping_ = own_->in_step = true;
    return get();
  }
  mlf_records* get() { return own_ != nullptr ? &own_->value : &copy_; }
  // A chance may have detached the Buffer meanwhile.
  void PutBack() {
    if (own_ != nullptr) return;
    const Call::Span bytes = call_.Bytes(at_);
    if (bytes.size == sizeof copy_) std::memcpy(bytes.data, &copy_, sizeof copy_);
  }

  static constexpr int kInStep = 100;  // no code of mlf.h
  napi_value fault = nullptr;

 private:
  const Call& call_;
  size_t at_;
  OwnRecords* own_ = nullptr;
  bool stepping_ = false;
  alignas(64) mlf_records copy_;
};

// ---- Steps ----

// The chance of a caller: a function (hand, wall) => seed as a BigInt. What it throws stays
// pending.
struct Chance {
  napi_env env;
  napi_value decide;

  static int32_t OfHand(void* context, uint32_t hand, mlf_hand_chance* out) {
    const Chance& own = *static_cast<Chance*>(context);
    napi_handle_scope scope = nullptr;
    if (napi_open_handle_scope(own.env, &scope) != napi_ok) return 1;
    const int32_t code = own.Decide(hand, *out) ? 0 : 1;
    napi_close_handle_scope(own.env, scope);
    return code;
  }

 private:
  bool Decide(uint32_t hand, mlf_hand_chance& out) const {
    napi_value wall = nullptr, number = nullptr, nobody = nullptr, seed = nullptr;
    std::array<napi_value, 2> args{};
    if (napi_create_uint32(env, hand, &number) != napi_ok ||
        napi_create_buffer_copy(env, out.count, out.wall, nullptr, &wall) != napi_ok ||
        napi_get_undefined(env, &nobody) != napi_ok)
      return false;
    args = {number, wall};
    bool whole = false;
    if (napi_call_function(env, nobody, decide, args.size(), args.data(), &seed) != napi_ok ||
        napi_get_value_bigint_uint64(env, seed, &out.seed, &whole) != napi_ok)
      return false;
    void* tiles = nullptr;
    size_t count = 0;
    if (napi_get_buffer_info(env, wall, &tiles, &count) != napi_ok || count != out.count)
      return false;
    std::memcpy(out.wall, tiles, count);
    return true;
  }
};

// Writes what index.js reads of a response without a call.
void PutHead(const Call& call, size_t i, const mlf_response* response) {
  const Call::Span to = call.Bytes(i);
  mlf_response_head head;
  if (mlf_response_head_of(response, &head) != MLF_OK) return;
  const std::array<int32_t, 6> numbers{
      head.status,      static_cast<int32_t>(head.ask),     head.asked,
      head.deadline_ms, static_cast<int32_t>(head.version), head.node};
  if (to.size == sizeof numbers) std::memcpy(to.data, numbers.data(), sizeof numbers);
}

// The arguments of every step: flow, recorder (none: a number that is none), records, response,
// head, chance or undefined.
class Step {
 public:
  Step(const Call& call, bool validate)
      : call_(call),
        in_step_(call.store()),
        flow_(call.Flow(0)),
        records_(call, 2, flow_, validate),
        response_(call.Response(3)),
        own_{call.env(), call.at(5)},
        chance_{&Chance::OfHand, &own_},
        has_chance_(call.Type(5) == napi_function) {}

  // A recorder without its flow must not be used: it was disposed.
  template <typename Plain, typename Recorded>
  napi_value Run(Plain&& plain, Recorded&& recorded) {
    if (records_.fault != nullptr) return records_.fault;
    if (flow_ == nullptr) return call_.Code(MLF_ARGUMENT);
    mlf_recorder* const recorder = call_.Recorder(1);
    mlf_records* const records = records_.Step();
    const mlf_chance* const chance = has_chance_ ? &chance_ : nullptr;
    const mlf_code code = recorder == nullptr ? plain(flow_, records, chance, response_)
                                              : recorded(recorder, records, chance, response_);
    if (code == MLF_OK) records_.PutBack();
    if (code == MLF_OK || code == MLF_REFUSED) PutHead(call_, 4, response_);
    return call_.Code(code);
  }

 private:
  const Call& call_;
  const Store::InStep in_step_;
  mlf_flow* flow_;
  RecordsIn records_;
  mlf_response* response_;
  Chance own_;
  mlf_chance chance_;
  bool has_chance_;
};

napi_value Processed(const Call& call, const mlf_action* action) {
  if (action == nullptr) return call.Code(MLF_ARGUMENT);
  const mlf_action own = *action;  // a chance must not change it
  return Step(call, true)
      .Run(
          [&](const mlf_flow* flow, mlf_records* records, const mlf_chance* chance,
              mlf_response* response) {
            return chance == nullptr ? mlf_process(flow, records, &own, response)
                                     : mlf_process_with(flow, records, &own, chance, response);
          },
          [&](mlf_recorder* recorder, mlf_records* records, const mlf_chance* chance,
              mlf_response* response) {
            return chance == nullptr
                       ? mlf_recorder_process(recorder, records, &own, response)
                       : mlf_recorder_process_with(recorder, records, &own, chance, response);
          });
}

// (..., seed)
napi_value Start(const Call& call) {
  const uint64_t seed = call.Long(6);
  return Step(call, false)
      .Run(
          [&](const mlf_flow* flow, mlf_records* records, const mlf_chance* chance,
              mlf_response* response) {
            return chance == nullptr ? mlf_start(flow, records, seed, response)
                                     : mlf_start_with(flow, records, chance, response);
          },
          [&](mlf_recorder* recorder, mlf_records* records, const mlf_chance* chance,
              mlf_response* response) {
            return chance == nullptr ? mlf_recorder_start(recorder, records, seed, response)
                                     : mlf_recorder_start_with(recorder, records, chance, response);
          });
}

// (..., action)
napi_value Process(const Call& call) { return Processed(call, call.Action(6)); }

// (..., response before, seat, n): the action of this number
napi_value ProcessNth(const Call& call) {
  mlf_action action;
  const mlf_code code =
      mlf_response_action(call.Response(6), call.Number(7), call.Long(8), &action);
  return code == MLF_OK ? Processed(call, &action) : call.Code(code);
}

// ---- Flows ----

// (variant, [name, value, ...], folder)
napi_value Open(const Call& call) {
  const std::string variant = call.Text(0), folder = call.Text(2);
  uint32_t count = 0;
  napi_get_array_length(call.env(), call.at(1), &count);
  std::vector<std::string> words(count);
  for (uint32_t i = 0; i < count; ++i) {
    napi_value word = nullptr;
    size_t size = 0;
    if (napi_get_element(call.env(), call.at(1), i, &word) != napi_ok ||
        napi_get_value_string_utf8(call.env(), word, nullptr, 0, &size) != napi_ok)
      return call.Code(MLF_ARGUMENT);
    words[i].resize(size + 1);
    napi_get_value_string_utf8(call.env(), word, words[i].data(), size + 1, &size);
  }
  std::vector<mlf_option> options;
  for (size_t i = 0; i + 1 < words.size(); i += 2)
    options.push_back({words[i].c_str(), words[i + 1].c_str()});
  mlf_flow* opened = nullptr;
  const napi_value failed = call.Faulty([&](mlf_faults* faults) {
    return mlf_open(variant.c_str(), options.data(), options.size(),
                    folder.empty() ? nullptr : folder.c_str(), &opened, faults);
  });
  return opened == nullptr ? failed : call.Int(call.store().Add(Kind::kFlow, opened));
}

napi_value Variants(const Call& call) {
  const std::string folder = call.Text(0);
  return call.WrittenOrFaulty([&](mlf_text* out, mlf_faults* faults) {
    return mlf_variants_json(folder.empty() ? nullptr : folder.c_str(), out, faults);
  });
}

// (flow, JSON)
napi_value Score(const Call& call) {
  const std::string json = call.Text(1);
  return call.WrittenOrFaulty([&](mlf_text* out, mlf_faults* faults) {
    return mlf_score(call.Flow(0), json.data(), json.size(), out, faults);
  });
}

// (JSON, copies)
napi_value Hand(const Call& call) {
  const std::string json = call.Text(0);
  return call.WrittenOrFaulty([&](mlf_text* out, mlf_faults* faults) {
    return mlf_hand(json.data(), json.size(), call.Number(1), out, faults);
  });
}

// (flow, hands, seed, threads, bots)
napi_value Simulate(const Call& call) {
  const std::string bots = call.Text(4);
  return call.WrittenOrFaulty([&](mlf_text* out, mlf_faults* faults) {
    return mlf_simulate(call.Flow(0), call.Long(1), call.Long(2), call.Number(3), bots.c_str(), out,
                        faults);
  });
}

// (flow, format, language)
napi_value Chart(const Call& call) {
  const std::string format = call.Text(1);
  return call.WrittenOrFaulty(
      [&](mlf_text* out, mlf_faults* faults) {
        return mlf_chart(call.Flow(0), format.c_str(), call.Number(2), out, faults);
      },
      true);
}

napi_value LoadPlugin(const Call& call) {
  const std::string file = call.Text(0);
  return call.Faulty([&](mlf_faults* faults) { return mlf_load_plugin(file.c_str(), faults); });
}

napi_value Version(const Call& call) {
  const char* version = mlf_version();
  return call.String(version, std::strlen(version));
}

napi_value CodeName(const Call& call) {
  const char* name = mlf_code_name(call.Number(0));
  return call.String(name, std::strlen(name));
}

// [seats, people]
napi_value Sizes(const Call& call) {
  mlf_sizes sizes{};
  mlf_sizes_of(call.Flow(0), &sizes);
  return call.List({call.Int(sizes.seats), call.Int(sizes.people)});
}

napi_value Fingerprint(const Call& call) { return call.Big(mlf_fingerprint(call.Flow(0))); }

napi_value Info(const Call& call) {
  return call.Written([&](mlf_text* out) { return mlf_flow_json(call.Flow(0), out); });
}

// ---- Making objects, and their owners ----

napi_value NewResponse(const Call& call) {
  mlf_response* made = nullptr;
  const mlf_code code = mlf_response_new(&made);
  return code == MLF_OK ? call.Int(call.store().Add(Kind::kResponse, made)) : call.Code(code);
}

napi_value NewRecorder(const Call& call) {
  mlf_recorder* made = nullptr;
  const mlf_code code = mlf_recorder_new(call.Flow(0), &made);
  return code == MLF_OK ? call.Int(call.store().Add(Kind::kRecorder, made)) : call.Code(code);
}

napi_value NewRecords(const Call& call) {
  auto made = std::make_unique<OwnRecords>();
  const mlf_code code = mlf_blank(call.Flow(0), &made->value);
  return code == MLF_OK ? call.Int(call.store().Add(Kind::kRecords, made.release()))
                        : call.Code(code);
}

// (object, owner)
napi_value Track(const Call& call) {
  call.store().Track(call.Word(0), call.at(1));
  return nullptr;
}

napi_value Release(const Call& call) {
  call.store().Release(call.Word(0));
  return nullptr;
}

// The number of objects; the library's memory without owners is freed first.
napi_value Held(const Call& call) {
  call.store().Sweep();
  return call.Int(static_cast<int64_t>(call.store().live()));
}

// ---- Responses ----

napi_value Count(const Call& call) {
  return call.Int(
      static_cast<int64_t>(mlf_response_action_count(call.Response(0), call.Number(1))));
}

// (response, seat, n, action)
napi_value Nth(const Call& call) {
  return call.Code(
      mlf_response_action(call.Response(0), call.Number(1), call.Long(2), call.Action(3)));
}

// [code, reason, zh, en]
napi_value Refusal(const Call& call) {
  mlf_refusal refusal{};
  if (mlf_response_refusal(call.Response(0), &refusal) != MLF_OK) return call.Code(MLF_ARGUMENT);
  return call.List({call.String(refusal.code), call.String(refusal.reason), call.String(refusal.zh),
                    call.String(refusal.en)});
}

// (flow, response, viewer)
napi_value ResponseJson(const Call& call) {
  return call.Written([&](mlf_text* out) {
    return mlf_response_json(call.Flow(0), call.Response(1), call.Number(2), out);
  });
}

// ---- Actions and pieces ----

// (flow, action)
napi_value ActionJson(const Call& call) {
  return call.Written(
      [&](mlf_text* out) { return mlf_action_json(call.Flow(0), call.Action(1), out); });
}
napi_value ActionText(const Call& call) {
  return call.Written(
      [&](mlf_text* out) { return mlf_action_text(call.Flow(0), call.Action(1), out); });
}
// (flow, text, action)
napi_value ActionFromJson(const Call& call) {
  const std::string text = call.Text(1);
  return call.Faulty([&](mlf_faults* faults) {
    return mlf_action_from_json(call.Flow(0), text.data(), text.size(), call.Action(2), faults);
  });
}
napi_value ActionFromText(const Call& call) {
  const std::string text = call.Text(1);
  return call.Faulty([&](mlf_faults* faults) {
    return mlf_action_from_text(call.Flow(0), text.c_str(), call.Action(2), faults);
  });
}
// (flow, bytes)
napi_value PiecesText(const Call& call) {
  const Call::Span pieces = call.Bytes(1);
  return call.Written(
      [&](mlf_text* out) { return mlf_pieces_text(call.Flow(0), pieces.data, pieces.size, out); });
}
// (flow, text)
napi_value PiecesFromText(const Call& call) {
  const std::string text = call.Text(1);
  std::array<uint8_t, MLF_WALL> pieces{};
  size_t count = 0;
  const mlf_code code =
      mlf_pieces_from_text(call.Flow(0), text.c_str(), pieces.data(), pieces.size(), &count);
  return code == MLF_OK ? call.Buffer(pieces.data(), count) : call.Code(code);
}

// ---- Records ----

// Runs `body(flow, records)` on records that fit the flow.
template <typename Body>
napi_value Looking(const Call& call, Body&& body) {
  RecordsIn records(call, 1, call.Flow(0));
  return records.fault != nullptr ? records.fault : body(call.Flow(0), records.get());
}

// (flow, records, seat, action)
napi_value Default(const Call& call) {
  return Looking(call, [&](const mlf_flow* flow, const mlf_records* records) {
    return call.Code(mlf_default(flow, records, call.Number(2), call.Action(3)));
  });
}
// (flow, records, viewer)
napi_value Choices(const Call& call) {
  return Looking(call, [&](const mlf_flow* flow, const mlf_records* records) {
    return call.Written(
        [&](mlf_text* out) { return mlf_choices_json(flow, records, call.Number(2), out); });
  });
}
napi_value View(const Call& call) {
  return Looking(call, [&](const mlf_flow* flow, const mlf_records* records) {
    return call.Written(
        [&](mlf_text* out) { return mlf_view_json(flow, records, call.Number(2), out); });
  });
}
// (flow, records, viewer, language)
napi_value Explain(const Call& call) {
  return Looking(call, [&](const mlf_flow* flow, const mlf_records* records) {
    return call.Written([&](mlf_text* out) {
      return mlf_explain_json(flow, records, call.Number(2), call.Number(3), out);
    });
  });
}
// (flow, records, seat, node): [id, zh, en]
napi_value WhyNot(const Call& call) {
  return Looking(call, [&](const mlf_flow* flow, const mlf_records* records) {
    mlf_refusal refusal{};
    const int32_t node = mlf_node(flow, call.Text(3).c_str());
    const mlf_code code = mlf_why_not(flow, records, call.Number(2), node, &refusal);
    if (code != MLF_OK) return call.Code(code);
    return call.List(
        {call.String(refusal.reason), call.String(refusal.zh), call.String(refusal.en)});
  });
}
// (flow, records)
napi_value Validate(const Call& call) {
  return Looking(call, [&](const mlf_flow*, const mlf_records*) { return call.Int(0); });
}
napi_value Save(const Call& call) {
  return Looking(call, [&](const mlf_flow* flow, const mlf_records* records) {
    std::array<unsigned char, sizeof(mlf_records) + 64> saved;
    size_t size = 0;
    const mlf_code code = mlf_save(flow, records, saved.data(), saved.size(), &size);
    return code == MLF_OK ? call.Buffer(saved.data(), size) : call.Code(code);
  });
}

// (flow): records before the start of a match
napi_value Blank(const Call& call) {
  mlf_records records;
  const mlf_code code = mlf_blank(call.Flow(0), &records);
  return code == MLF_OK ? call.Buffer(&records, sizeof records) : call.Code(code);
}

// (flow, saved)
napi_value Restore(const Call& call) {
  const Call::Span bytes = call.Bytes(1);
  mlf_records records;
  mlf_code code = MLF_OK;
  const napi_value failed = call.Faulty([&](mlf_faults* faults) {
    return code = mlf_restore(call.Flow(0), bytes.data, bytes.size, &records, faults);
  });
  return code == MLF_OK ? call.Buffer(&records, sizeof records) : failed;
}

// (flow, saved, records of a table, response, head): goes on at what was saved
napi_value RestoreInto(const Call& call) {
  const Call::Span bytes = call.Bytes(1);
  RecordsIn records(call, 2, call.Flow(0), false);
  if (records.fault != nullptr) return records.fault;
  mlf_records restored;
  mlf_code code = MLF_OK;
  const napi_value failed = call.Faulty([&](mlf_faults* faults) {
    return code = mlf_restore(call.Flow(0), bytes.data, bytes.size, &restored, faults);
  });
  if (code != MLF_OK) return failed;
  code = mlf_response_at(call.Flow(0), &restored, call.Response(3));
  if (code != MLF_OK) return call.Code(code);
  *records.get() = restored;
  PutHead(call, 4, call.Response(3));
  return call.Int(0);
}

napi_value Hash(const Call& call) {
  RecordsIn records(call, 0, nullptr, false);
  return records.fault != nullptr ? records.fault : call.Big(mlf_hash(records.get()));
}

// (flow, records of a table): a Buffer of them
napi_value CopyOut(const Call& call) {
  return Looking(call, [&](const mlf_flow*, const mlf_records* records) {
    return call.Buffer(records, sizeof *records);
  });
}

// ---- Journals ----

// (flow, records, recorder)
napi_value End(const Call& call) {
  return Looking(call, [&](const mlf_flow* flow, const mlf_records* records) {
    return call.Code(flow == nullptr ? MLF_ARGUMENT : mlf_recorder_end(call.Recorder(2), records));
  });
}

// (recorder, whether binary)
napi_value Journal(const Call& call) {
  return call.Written(
      [&](mlf_text* out) { return mlf_recorder_journal(call.Recorder(0), call.Number(1), out); },
      true);
}

// (flow, journal): [records, hash, accepted, refused, hands, complete]
napi_value Replay(const Call& call) {
  const Call::Span bytes = call.Bytes(1);
  mlf_records records;
  mlf_replay_report report{};
  mlf_code code = MLF_OK;
  const napi_value failed = call.Faulty([&](mlf_faults* faults) {
    return code = mlf_replay(call.Flow(0), bytes.data, bytes.size, &records, &report, faults);
  });
  if (code != MLF_OK) return failed;
  return call.List({call.Buffer(&records, sizeof records), call.Big(report.hash),
                    call.Int(report.accepted), call.Int(report.refused), call.Int(report.hands),
                    call.Int(report.complete)});
}

// ---- The module ----

template <napi_value (*function)(const Call&)>
napi_value Run(napi_env env, napi_callback_info info) {
  return function(Call(env, info));
}

template <napi_value (*function)(const Call&)>
void Export(napi_env env, napi_value exports, const char* name) {
  napi_value value = nullptr;
  if (napi_create_function(env, name, NAPI_AUTO_LENGTH, &Run<function>, nullptr, &value) == napi_ok)
    napi_set_named_property(env, exports, name, value);
}

}  // namespace

NAPI_MODULE_INIT() {
  auto store = std::make_unique<Store>(env);
  const auto drop = [](napi_env, void* data, void*) { delete static_cast<Store*>(data); };
  if (napi_set_instance_data(env, store.get(), drop, nullptr) != napi_ok) return nullptr;
  store.release();
  Export<Open>(env, exports, "open");
  Export<Variants>(env, exports, "variants");
  Export<Score>(env, exports, "score");
  Export<Hand>(env, exports, "hand");
  Export<Simulate>(env, exports, "simulate");
  Export<Chart>(env, exports, "chart");
  Export<LoadPlugin>(env, exports, "loadPlugin");
  Export<Version>(env, exports, "version");
  Export<CodeName>(env, exports, "codeName");
  Export<Sizes>(env, exports, "sizes");
  Export<Fingerprint>(env, exports, "fingerprint");
  Export<Info>(env, exports, "info");
  Export<NewResponse>(env, exports, "newResponse");
  Export<NewRecorder>(env, exports, "newRecorder");
  Export<NewRecords>(env, exports, "newRecords");
  Export<Track>(env, exports, "track");
  Export<Release>(env, exports, "release");
  Export<Held>(env, exports, "held");
  Export<Start>(env, exports, "start");
  Export<Process>(env, exports, "process");
  Export<ProcessNth>(env, exports, "processNth");
  Export<Count>(env, exports, "count");
  Export<Nth>(env, exports, "nth");
  Export<Refusal>(env, exports, "refusal");
  Export<ResponseJson>(env, exports, "responseJson");
  Export<ActionJson>(env, exports, "actionJson");
  Export<ActionText>(env, exports, "actionText");
  Export<ActionFromJson>(env, exports, "actionFromJson");
  Export<ActionFromText>(env, exports, "actionFromText");
  Export<PiecesText>(env, exports, "piecesText");
  Export<PiecesFromText>(env, exports, "piecesFromText");
  Export<Default>(env, exports, "defaultAction");
  Export<Choices>(env, exports, "choices");
  Export<View>(env, exports, "view");
  Export<Explain>(env, exports, "explain");
  Export<WhyNot>(env, exports, "whyNot");
  Export<Validate>(env, exports, "validate");
  Export<Save>(env, exports, "save");
  Export<Blank>(env, exports, "blank");
  Export<Restore>(env, exports, "restore");
  Export<RestoreInto>(env, exports, "restoreInto");
  Export<Hash>(env, exports, "hash");
  Export<CopyOut>(env, exports, "copyOut");
  Export<End>(env, exports, "end");
  Export<Journal>(env, exports, "journal");
  Export<Replay>(env, exports, "replay");
  return exports;
}
