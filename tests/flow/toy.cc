#include "toy.h"
#include <mlf/flow/validate.h>

#include <gtest/gtest.h>

namespace mlf::test {
namespace {

constexpr Reason kNever{"never", "从不允许", "never allowed"};
constexpr Reason kNotThatSeat{"not_that_seat", "不是这家", "not that seat"};
constexpr Reason kTooEarly{"too_early", "太早", "too early"};
constexpr Reason kOddOnly{"odd_only", "只能是单数", "odd pieces only"};
constexpr Reason kNotOfSeats{"not_of_seats", "这家没有", "this seat has none"};
const EventType kGave{"gave", "{seat}给出 {pieces}", "{seat} gives {pieces}"};
const EventType kPeek{"peek", "看牌", "peeks at"};

void Mark(ToyLog& log, int n) {
  MLF_CHECK(log.size < static_cast<int>(log.marks.size()), "the toy log is full");
  log.marks[log.size++] = static_cast<std::uint8_t>(n);
}

class Tick final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"tick", 1, "走一步", "tick"};
  explicit Tick(Params& params) : log_(params.Slot<ToyLog>()) {}
  void BeforeProcessAction(Step& s) const override { Mark(log_(s.records), 1); }
  void ProcessAction(Step& s) const override { Mark(log_(s.records), 2); }
  void AfterProcessAction(Step& s) const override { Mark(log_(s.records), 3); }
  void BeforeProcessSettle(Step& s) const override { Mark(log_(s.records), 4); }
  void ProcessSettle(Step& s) const override { Mark(log_(s.records), 5); }
  void AfterProcessSettle(Step& s) const override { Mark(log_(s.records), 6); }
  void BeforeSetStates(Step& s) const override { Mark(log_(s.records), 7); }
  void SetStates(Step& s) const override { Mark(log_(s.records), 8); }
  void AfterSetStates(Step& s) const override { Mark(log_(s.records), 9); }

 private:
  mlf::Slot<ToyLog> log_;
};

// A system node that does nothing itself.
class Pause final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"pause", 1, "停", "pause"};
};

class Hand final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"hand", 1, "开局", "hand"};
  explicit Hand(Params& params)
      : score_(params.Slot<ToyScore>()),
        next_(params.Enum("number", 0, {"first", "next"}, {"第几局", "which hand"})),
        stream_(params.Stream("luck")) {}
  void ProcessAction(Step& step) const override {
    step.BeginHand(next_ == 0 ? 0 : step.records.flow().hand + 1);
    score_(step.records).points[3] += static_cast<std::int32_t>(step.Random(stream_).Below(1000));
  }
  int Remaining(const Records& records) const override {
    return 100 - static_cast<int>(records.flow().hand);
  }

 private:
  mlf::Slot<ToyScore> score_;
  int next_;
  int stream_;
};

class UseUp final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"use", 1, "消耗", "use"};
  explicit UseUp(Params& params)
      : log_(params.Slot<ToyLog>()),
        honest_(params.Bool("honest", true, {"真的消耗", "really uses it up"})) {}
  void ProcessAction(Step& step) const override {
    ToyLog& log = log_(step.records);
    if (log.left == 0) log.left = 4;
    if (honest_) --log.left;
    Mark(log, 50);
  }
  int Remaining(const Records& records) const override { return log_(records).left; }

 private:
  mlf::Slot<ToyLog> log_;
  bool honest_;
};

template <int kMark>
class Sayer : public PlayerNode {
 public:
  explicit Sayer(Params& params)
      : log_(params.Slot<ToyLog>()),
        seats_(params.Int("seats", 255, 0, 255, {"哪些座位", "which seats"})) {
    params.OffersTo(OfferedTo::kBoth);
    params.Brings(kBystanderTopic);
  }
  void Offers(const Records&, Seat seat, OfferSink& sink) const override {
    sink.Because(kNotOfSeats);
    if ((seats_ >> seat) & 1) sink.Nothing();
  }
  void ProcessAction(Step& step) const override { Mark(log_(step.records), kMark + step.seat); }

 private:
  mlf::Slot<ToyLog> log_;
  int seats_;
};
class Say final : public Sayer<100> {
 public:
  static constexpr PartInfo kInfo{"say", 1, "要", "say"};
  using Sayer::Sayer;
};
class Say2 final : public Sayer<120> {
 public:
  static constexpr PartInfo kInfo{"say2", 1, "也要", "say2"};
  using Sayer::Sayer;
};
class No final : public Sayer<140> {
 public:
  static constexpr PartInfo kInfo{"no", 1, "不要", "no"};
  using Sayer::Sayer;
};

class Give final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"give", 1, "给", "give"};
  explicit Give(Params& params)
      : log_(params.Slot<ToyLog>()),
        score_(params.Slot<ToyScore>()),
        kind_(params.Enum("kind", 0, {"piece", "combo", "subset", "value", "range", "bits"},
                          {"给什么", "what"})) {}
  Domain::Kind payload() const override {
    return static_cast<Domain::Kind>(Domain::kPiece + kind_);
  }
  void Offers(const Records&, Seat, OfferSink& sink) const override {
    switch (payload()) {
      case Domain::kPiece: sink.OneOf(0b1111); break;  // 1a 2a 3a 4a
      case Domain::kCombo:
        sink.Combo({0, 1, 2, kNoPiece});
        sink.Combo({0, 0, kNoPiece, kNoPiece});
        break;
      case Domain::kSubset: {
        Counts pool;
        pool.Add(0, 2);
        pool.Add(1);
        pool.Add(2);
        pool.Add(9);
        sink.Subset(pool, 3, true);
        break;
      }
      case Domain::kValue: sink.OneValue(0b110); break;
      case Domain::kRange: sink.Range(5, 9); break;
      default: sink.Bits(0b101); break;
    }
  }
  std::string_view ValueName(std::int32_t value) const override {
    if (payload() != Domain::kValue) return {};
    return value == 1 ? "red" : value == 2 ? "green" : "";
  }
  void ProcessAction(Step& step) const override {
    Mark(log_(step.records), step.action.count > 0 ? step.action.pieces[0] : step.action.value);
    score_(step.records).points[1] += 10 * step.action.pieces[0];
    Event& event = step.Emit(kGave, step.seat);
    for (int i = 0; i < step.action.count; ++i) event.With(step.action.pieces[i]);
    event.value = step.action.value;
    // Everybody sees that it peeks; only the seat sees the piece.
    step.Emit(kPeek, step.seat).With(7).ShownTo(MaskOf(step.seat)).value = 77;
  }

 private:
  mlf::Slot<ToyLog> log_;
  mlf::Slot<ToyScore> score_;
  int kind_;
};

class Note final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"note", 1, "记号", "note"};
  explicit Note(Params& params)
      : log_(params.Slot<ToyLog>()), n_(params.Int("n", 0, 0, 255, {"记号", "the mark"})) {}
  void Run(Step& step) const override { Mark(log_(step.records), n_); }

 private:
  mlf::Slot<ToyLog> log_;
  int n_;
};

class FollowTo final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"follow", 1, "接着走", "follow"};
  explicit FollowTo(Params& params)
      : node_(params.Node("node", "", {"去哪里", "where to"})),
        from_(params.Int("seat", -1, -1, 7, {"只有这家", "only of this seat"})) {}
  void Run(Step& step) const override {
    if (from_ < 0 || step.seat == from_) step.Follow(node_);
  }

 private:
  NodeIndex node_;
  int from_;
};

class Fail final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"fail", 1, "出错", "fail"};
  void Run(Step& step) const override {
    MLF_CHECK(step.records.flow().version > 1'000'000, "the toy breaks");
  }
};

class Score final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"score", 1, "记分", "score"};
  explicit Score(Params& params) : score_(params.Slot<ToyScore>()) {}
  void Run(Step& step) const override {
    score_(step.records).points[0] += 1 + static_cast<int>(step.winners.size());
  }

 private:
  mlf::Slot<ToyScore> score_;
};

class Never final : public Guard {
 public:
  static constexpr PartInfo kInfo{"never", 1, "从不", "never"};
  bool Holds(const Records&, Seat) const override { return false; }
  const Reason& WhyNot() const override { return kNever; }
};

class SeatIs final : public Guard {
 public:
  static constexpr PartInfo kInfo{"seat_is", 1, "某家", "seat is"};
  explicit SeatIs(Params& params) : seat_(params.Int("seat", 0, 0, 7, {"座位", "the seat"})) {}
  bool Holds(const Records&, Seat seat) const override { return seat == seat_; }
  const Reason& WhyNot() const override { return kNotThatSeat; }

 private:
  int seat_;
};

class MarksLeast final : public Guard {
 public:
  static constexpr PartInfo kInfo{"marks", 1, "记号够多", "marks"};
  explicit MarksLeast(Params& params)
      : log_(params.Slot<ToyLog>()), least_(params.Int("least", 0, 0, 255, {"至少", "at least"})) {}
  bool Holds(const Records& records, Seat) const override { return log_(records).size >= least_; }
  const Reason& WhyNot() const override { return kTooEarly; }

 private:
  mlf::Slot<ToyLog> log_;
  int least_;
};

class FirstHand final : public Guard {
 public:
  static constexpr PartInfo kInfo{"first_hand", 1, "第一局", "first hand"};
  bool Holds(const Records& records, Seat) const override { return records.flow().hand == 0; }
  const Reason& WhyNot() const override { return kTooEarly; }
};

class Odd final : public Condition {
 public:
  static constexpr PartInfo kInfo{"odd", 1, "单数", "odd"};
  PieceMask Allow(const Query& query) const override {
    return query.candidates & 0x5555555555555555ull;
  }
  const Reason& WhyNot() const override { return kOddOnly; }
};

class Broken final : public Guard {
 public:
  static constexpr PartInfo kInfo{"broken", 1, "坏的", "broken"};
  explicit Broken(Params& params)
      : log_(params.Slot<ToyLog>()),
        at_(params.Int("at", 0, 0, 255, {"从几个记号起", "from so many marks"})) {}
  bool Holds(const Records& records, Seat) const override {
    MLF_CHECK(log_(records).size < at_, "the toy guard breaks");
    return true;
  }
  const Reason& WhyNot() const override { return kNever; }

 private:
  mlf::Slot<ToyLog> log_;
  int at_;
};

class RestFor final : public CriticalActionNodeSetter {
 public:
  static constexpr PartInfo kInfo{"rest_for", 1, "只为某家停", "rest for"};
  explicit RestFor(Params& params) : seat_(params.Int("seat", 0, 0, 7, {"座位", "the seat"})) {}
  SeatMask Rest(const Records&, NodeIndex, SeatMask with_offers) const override {
    return with_offers & MaskOf(static_cast<Seat>(seat_));
  }

 private:
  int seat_;
};

template <typename T>
T& At(const Flow& flow, Records& records) {
  for (const Layout::Entry& entry : flow.layout().entries()) {
    if (entry.name == T::kSlot) return mlf::Slot<T>(entry.offset)(records);
  }
  CheckFailed(__FILE__, __LINE__, "slot", T::kSlot);
}

}  // namespace

void ToyLog::Check(const Validation& check) const {
  check.Require(size >= 0 && size <= static_cast<std::int32_t>(marks.size()),
                "the log holds what ran");
}

std::string ToyPieces::Format(const Piece* pieces, int count) const {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += static_cast<char>('1' + RankOf(pieces[i]));
    if (i + 1 == count || GroupOf(pieces[i + 1]) != GroupOf(pieces[i]))
      text += static_cast<char>('a' + GroupOf(pieces[i]));
  }
  return text;
}

std::optional<int> ToyPieces::Parse(std::string_view word, Piece* out, int capacity) const {
  int count = 0, grouped = 0;
  for (const char c : word) {
    if (c >= '1' && c <= '9') {
      if (count == capacity) return std::nullopt;
      out[count++] = static_cast<Piece>(c - '1');
    } else if (c >= 'a' && c <= 'e' && grouped < count) {
      for (; grouped < count; ++grouped)
        out[grouped] = static_cast<Piece>(out[grouped] + (c - 'a') * kGroupSize);
    } else {
      return std::nullopt;
    }
  }
  return grouped == count ? std::optional(count) : std::nullopt;
}

const Registry& ToyRegistry() {
  static const Registry* registry = [] {
    auto* r = new Registry;
    RegisterFlowParts(*r);
    r->Add<Tick>();
    r->Add<Pause>();
    r->Add<Hand>();
    r->Add<UseUp>();
    r->Add<Say>();
    r->Add<Say2>();
    r->Add<No>();
    r->Add<Give>();
    r->Add<Note>();
    r->Add<FollowTo>();
    r->Add<Fail>();
    r->Add<Score>();
    r->Add<Never>();
    r->Add<SeatIs>();
    r->Add<MarksLeast>();
    r->Add<FirstHand>();
    r->Add<Odd>();
    r->Add<Broken>();
    r->Add<RestFor>();
    return r;
  }();
  return *registry;
}

const PieceText& ToyText() {
  static const ToyPieces text;
  return text;
}

ToyLog& LogOf(const Flow& flow, Records& records) { return At<ToyLog>(flow, records); }

std::vector<int> Marks(const Flow& flow, const Records& records) {
  Records copy = records;
  const ToyLog& log = LogOf(flow, copy);
  return {log.marks.begin(), log.marks.begin() + log.size};
}

std::shared_ptr<const Flow> BuildOrDie(const FlowBuilder& builder) {
  auto built = builder.Build();
  if (built.ok()) return *built;
  ADD_FAILURE() << FaultText(built.faults());
  return nullptr;
}

std::shared_ptr<const Flow> TwoHands(int version_of_rules) {
  FlowBuilder builder(ToyRegistry(), &ToyText());
  builder.SetName("two_hands", {"两局", "two hands"})
      .SetSeats(3)
      .SetOptions({{"cap", "none"}, {"stake", "two words"}});
  WindowSpec ask{.ask = Who::kAll,
                 .pass = "no",
                 .deadline_ms = 1000,
                 .defaults = {{.answer = "no"}},
                 .label = {"要不要", "who wants"}};
  WindowSpec own{.ask = Who::kSelf, .defaults = {{.answer = "give"}}};
  builder.PushActionNode({.id = "first", .type = "hand"});
  builder.PushActionNode({.id = "deal", .type = "pause", .window = ask});
  builder.PushActionNode(
      {.id = "say",
       .hooks = {{Hook::kProcessSettle, {Value::Map({{"note", version_of_rules}}), "score"}}},
       .window = own,
       .label = {"要", "say"}});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "give"});
  builder.PushActionNode({.id = "second",
                          .type = "hand",
                          .params = Value::Map({{"number", "next"}}),
                          .consumes = "hands"});
  builder.PushActionNode({.id = "over", .type = "pause", .end = true});
  builder.PushEdge({.from = "first", .to = "deal"});
  builder.PushEdge(
      {.from = "deal", .to = "say", .player = true, .winners = WinnersRule::Of(Winners::kNearest)});
  builder.PushEdge({.from = "deal", .to = "no", .player = true, .rank = 1});
  builder.PushEdge({.from = "deal", .to = "second", .guards = {"first_hand"}});
  builder.PushEdge({.from = "deal", .to = "over"});
  builder.PushEdge({.from = "say", .to = "give", .player = true});
  builder.PushEdge({.from = "give", .to = "second", .guards = {"first_hand"}});
  builder.PushEdge({.from = "give", .to = "over"});
  builder.PushEdge({.from = "second", .to = "deal"});
  return BuildOrDie(builder);
}

}  // namespace mlf::test
