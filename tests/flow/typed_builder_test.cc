// Flows built by class and handle are those built by text.
#include <mlf/flow/check.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/may_decline.h>

#include <gmock/gmock.h>

namespace mlf {
namespace {

constexpr Reason kTooFew{"too_few", "太少", "too few"};

struct Tally {
  static constexpr std::string_view kSlot = "tally";
  static constexpr Scope kScope = Scope::kMatch;
  std::int32_t count = 0;

  void Check(const Validation&) const {}
};

class Begin final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"begin", 1, "开始", "begin"};
};

class Ask final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"ask", 1, "问", "ask"};
  explicit Ask(Params& params) : tally_(params.Slot<Tally>()) {}
  void ProcessAction(Step& step) const override { ++tally_(step.records).count; }
  int Remaining(const Records& records) const override { return 100 - tally_(records).count; }

 private:
  Slot<Tally> tally_;
};

class Yes final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"yes", 1, "要", "yes"};
  void Offers(const Records&, Seat, OfferSink& sink) const override { sink.Nothing(); }
};

class No final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"no", 1, "不要", "no"};
  void Offers(const Records&, Seat, OfferSink& sink) const override { sink.Nothing(); }
};

class Stop final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"stop", 1, "停", "stop"};
};

class CountIs final : public Guard {
 public:
  static constexpr PartInfo kInfo{"count_is", 1, "次数", "the count"};
  struct Settings {
    int least = 1;
    Value AsValue() const { return Value::Map({{"least", least}}); }
  };
  explicit CountIs(Params& params)
      : tally_(params.Slot<Tally>()),
        least_(params.Int("least", Settings{}.least, 0, 9, {"至少", "at least"})) {}
  bool Holds(const Records& records, Seat) const override {
    return tally_(records).count >= least_;
  }
  const Reason& WhyNot() const override { return kTooFew; }

 private:
  Slot<Tally> tally_;
  int least_;
};

class Adds final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"adds", 1, "加", "adds"};
  struct Settings {
    int points = 0;
    PartHandle<CountIs> given{};
    Value AsValue() const { return Value::Map({{"points", points}, {"given", given}}); }
  };
  explicit Adds(Params& params)
      : tally_(params.Slot<Tally>()),
        points_(params.Int("points", 0, 0, 99, {"分", "points"})),
        given_(params.PartIfAny<CountIs>("given", {"条件", "a condition"})) {}
  void Run(Step& step) const override {
    if (given_ == nullptr || given_->Holds(step.records, step.seat))
      tally_(step.records).count += points_;
  }

 private:
  Slot<Tally> tally_;
  int points_;
  const CountIs* given_;
};

class FirstOnly final : public CriticalActionNodeSetter, public MayDecline {
 public:
  static constexpr PartInfo kInfo{"first_only", 1, "只问一家", "asks one seat"};
  struct Settings {
    NodeHandle at{};
    Value AsValue() const { return Value::Map({{"at", at}}); }
  };
  explicit FirstOnly(Params& params) : at_(params.Node("at", "ask", {"节点", "the node"})) {}
  explicit FirstOnly(Seat seat) : seat_(seat) {}
  SeatMask Rest(const Records&, NodeIndex, SeatMask with_offers) const override {
    return with_offers & MaskOf(seat_);
  }
  bool DeclinesAt(NodeIndex) const override { return false; }

 private:
  NodeIndex at_ = kNoNode;
  Seat seat_ = 0;
};

// A node with arguments: what it adds, beside a slot.
class Toll final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"toll", 1, "过路费", "toll"};
  Toll(Params& params, std::vector<int> prices)
      : tally_(params.Slot<Tally>()), prices_(std::move(prices)) {
    params.Raw("prices", {"价目", "the prices"});
  }
  void ProcessSettle(Step& step) const override {
    for (const int price : prices_) tally_(step.records).count += price;
  }

 private:
  Slot<Tally> tally_;
  std::vector<int> prices_;
};

// A node that no registry makes.
class Says final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"says", 3, "说", "says"};
  static inline const EventType kSaid{"said", "说 {value}", "says {value}"};
  explicit Says(int what) : what_(what) {}
  void ProcessAction(Step& step) const override { step.Emit(kSaid, kNoSeat).value = what_; }

 private:
  int what_;
};

const Registry& TypedParts() {
  static const Registry* registry = [] {
    auto* r = new Registry;
    RegisterFlowParts(*r);
    r->Add<Begin>();
    r->Add<Ask>();
    r->Add<Yes>();
    r->Add<No>();
    r->Add<Stop>();
    r->Add<CountIs>();
    r->Add<Adds>();
    return r;
  }();
  return *registry;
}

std::shared_ptr<const Flow> Built(const FlowBuilder& builder) {
  auto built = builder.Build();
  if (built.ok()) return *built;
  ADD_FAILURE() << FaultText(built.faults());
  return nullptr;
}

FlowBuilder ByText() {
  FlowBuilder builder(TypedParts());
  builder.SetSeats(2).SetEntry("begin");
  builder.PushPart("often", Value::Map({{"count_is", Value::Map({{"least", 3}})}}));
  builder.PushActionNode({.id = "begin"});
  builder.PushActionNode(
      {.id = "ask",
       .window = WindowSpec{.ask = Who::kAll, .pass = "no", .defaults = {{.answer = "no"}}},
       .consumes = "asks"});
  builder.PushActionNode(
      {.id = "accept",
       .type = "yes",
       .conditions = {Value::Map({{"not", "often"}})},
       .hooks = {{Hook::kProcessSettle,
                  {Value::Map({{"adds", Value::Map({{"points", 2}, {"given", "often"}})}})}}}});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "stop", .end = true});
  builder.PushEdge({.from = "begin", .to = "ask"});
  builder.PushEdge({.from = "ask",
                    .to = "accept",
                    .player = true,
                    .winners = WinnersRule::Of(Winners::kNearest)});
  builder.PushEdge({.from = "ask", .to = "no", .player = true, .rank = 1});
  builder.PushEdge({.from = "ask",
                    .to = "stop",
                    .guards = {Value::Map({{"count_is", Value::Map({{"least", 5}})}})}});
  builder.PushEdge({.from = "ask", .to = "stop"});
  builder.PushEdge({.from = "accept", .to = "ask", .guards = {"often"}});
  builder.PushEdge({.from = "accept", .to = "stop"});
  return builder;
}

FlowBuilder ByClass() {
  FlowBuilder builder(TypedParts());
  const auto often = builder.PushPart<CountIs>("often", {.least = 3});
  const NodeHandle begin = builder.Push<Begin>();
  const NodeHandle ask = builder.Push<Ask>({.consumes = "asks"});
  const NodeHandle accept = builder.Push<Yes>(
      {.id = "accept",
       .conditions = {Value::Map({{"not", often}})},
       .hooks = {{Hook::kProcessSettle, {PartSpec<Adds>({.points = 2, .given = often})}}}});
  const NodeHandle no = builder.Push<No>();
  const NodeHandle stop = builder.Push<Stop>({.end = true});
  builder.SetSeats(2).SetEntry(begin);
  builder.SetWindow(ask, {.ask = Who::kAll, .pass = no, .defaults = {{.answer = no}}});
  builder.PushEdge({.from = begin, .to = ask});
  builder.PushEdge(
      {.from = ask, .to = accept, .player = true, .winners = WinnersRule::Of(Winners::kNearest)});
  builder.PushEdge({.from = ask, .to = no, .player = true, .rank = 1});
  builder.PushEdge({.from = ask, .to = stop, .guards = {PartSpec<CountIs>({.least = 5})}});
  builder.PushEdge({.from = ask, .to = stop});
  builder.PushEdge({.from = accept, .to = ask, .guards = {often}});
  builder.PushEdge({.from = accept, .to = stop});
  return builder;
}

TEST(TypedBuilder, BuildsTheSameFlow) {
  const auto text = Built(ByText());
  const auto typed = Built(ByClass());
  ASSERT_TRUE(text != nullptr && typed != nullptr);
  EXPECT_EQ(typed->canonical(), text->canonical());
  EXPECT_EQ(typed->fingerprint(), text->fingerprint());
  EXPECT_NE(text->Shared<CountIs>("often"), nullptr);
}

template <typename T>
concept TakesType = requires(FlowBuilder& builder) { builder.Push<T>({.type = "yes"}); };
template <typename T>
concept TakesValue = requires { PartSpec<T>(Value()); };

// What a class says is not said again, and a struct of parameters takes no other struct.
static_assert(!TakesType<Yes>);
static_assert(!TakesValue<CountIs>);
static_assert(TakesValue<Yes>);

TEST(TypedBuilder, OutOfRangeSettingsAreFaultsOfTheBuild) {
  FlowBuilder builder = ByClass();
  builder.PushPart<CountIs>("never", {.least = 10});
  const auto built = builder.Build();
  ASSERT_FALSE(built.ok());
  EXPECT_THAT(FaultText(built.faults()), testing::HasSubstr("P03: \"least\" must be"));
}

TEST(TypedBuilder, ACriticalSetterIsTypedToo) {
  Registry registry;
  registry.Add<Begin>();
  registry.Add<FirstOnly>();
  registry.Add<Yes>();
  registry.Add<Stop>();
  const auto build = [&](auto bind) {
    FlowBuilder builder(registry);
    const NodeHandle begin = builder.Push<Begin>(
        {.window = WindowSpec{.ask = Who::kAll, .defaults = {{.answer = "yes"}}}});
    const NodeHandle yes = builder.Push<Yes>();
    const NodeHandle stop = builder.Push<Stop>({.end = true});
    builder.SetSeats(3);
    builder.PushEdge(
        {.from = begin, .to = yes, .player = true, .winners = WinnersRule::Of(Winners::kAll)});
    builder.PushEdge({.from = begin, .to = stop});
    builder.PushEdge({.from = yes, .to = stop});
    bind(builder, begin);
    return Built(builder);
  };
  const auto asked = [](const Flow& flow) {
    Records records = flow.Blank();
    Response response;
    flow.Start(records, 1, response);
    return response.asked;
  };
  const auto by_text = build([](FlowBuilder& builder, const NodeHandle&) {
    builder.BindCriticalActionNodeSetter(
        Value::Map({{"first_only", Value::Map({{"at", "begin"}})}}));
  });
  const auto by_class = build([](FlowBuilder& builder, const NodeHandle& begin) {
    builder.BindCriticalActionNodeSetter<FirstOnly>({.at = begin});
  });
  const auto instance = build([](FlowBuilder& builder, const NodeHandle&) {
    builder.BindCriticalActionNodeSetter(std::make_unique<FirstOnly>(Seat{2}));
  });
  EXPECT_EQ(by_class->canonical(), by_text->canonical());
  EXPECT_EQ(asked(*by_class), MaskOf(Seat{0}));
  EXPECT_EQ(asked(*instance), MaskOf(Seat{2}));
}

// A flow that steps through one node.
template <typename Push>
std::shared_ptr<const Flow> Through(const Push& push) {
  FlowBuilder builder(TypedParts());
  const NodeHandle begin = builder.Push<Begin>();
  const NodeHandle own = push(builder);
  const NodeHandle stop = builder.Push<Stop>({.end = true});
  builder.SetSeats(2).AllowIdleParts();
  builder.PushEdge({.from = begin, .to = own});
  builder.PushEdge({.from = own, .to = stop});
  return Built(builder);
}

std::vector<std::int32_t> ValuesAfterStart(const Flow& flow) {
  Records records = flow.Blank();
  Response response;
  flow.Start(records, 1, response);
  EXPECT_EQ(response.status, Status::kOver);
  std::vector<std::int32_t> values;
  for (const Event& event : response.events) values.push_back(event.value);
  return values;
}

TEST(TypedBuilder, ANodeWithArguments) {
  const auto flow = Through([](FlowBuilder& builder) {
    return builder.Push<Toll>({.params = Value::Map({{"prices", Value::List({2, 3})}})},
                              std::vector<int>{2, 3});
  });
  ASSERT_NE(flow, nullptr);
  EXPECT_THAT(flow->canonical(), testing::HasSubstr("node toll = toll@1{prices: [2, 3]}"));
  Records records = flow->Blank();
  Response response;
  flow->Start(records, 1, response);
  const Layout::Entry& tally = flow->layout().entries().front();
  ASSERT_EQ(tally.name, Tally::kSlot);
  EXPECT_EQ(Slot<Tally>(tally.offset)(records).count, 5);
  const auto plain =
      Through([](FlowBuilder& builder) { return builder.Push<Toll>({}, std::vector<int>{2, 3}); });
  EXPECT_NE(plain->fingerprint(), flow->fingerprint()) << "the parameters say what it was given";
}

TEST(TypedBuilder, ANodeThatIsGiven) {
  const auto known = Through([](FlowBuilder& builder) {
    return builder.PushActionNode(std::make_unique<Says>(7),
                                  {.id = "seven", .params = Value::Map({{"what", 7}})});
  });
  EXPECT_THAT(known->canonical(), testing::HasSubstr("node seven = says@3{what: 7}"));
  EXPECT_THAT(ValuesAfterStart(*known), testing::ElementsAre(7));

  const auto unknown = Through([](FlowBuilder& builder) {
    return builder.PushActionNode(std::unique_ptr<const ActionNode>(std::make_unique<Says>(9)),
                                  PartInfo{"other", 2, "另一个", "other"});
  });
  EXPECT_THAT(unknown->canonical(), testing::HasSubstr("node other = other@2"));
  EXPECT_THAT(ValuesAfterStart(*unknown), testing::ElementsAre(9));
}

class Unpaid final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"unpaid", 1, "未付", "unpaid"};
  explicit Unpaid(Params& params) {
    if (!params.describing()) throw std::runtime_error("the licence is missing");
  }
};

TEST(TypedBuilder, APartThatThrowsIsAFault) {
  Registry registry;
  RegisterFlowParts(registry);
  registry.Add<Unpaid>();
  registry.Add<Stop>();
  FlowBuilder builder(registry);
  const NodeHandle unpaid = builder.Push<Unpaid>();
  builder.PushEdge({.from = unpaid, .to = builder.Push<Stop>({.end = true})});
  builder.SetSeats(2);
  const auto built = builder.Build();
  ASSERT_FALSE(built.ok());
  EXPECT_THAT(FaultText(built.faults()),
              testing::HasSubstr("P09: \"unpaid\" cannot be made: the licence is missing"));
}

TEST(TypedBuilder, ANodeThatIsNullIsRefused) {
  FlowBuilder builder(TypedParts());
  EXPECT_THROW(builder.PushActionNode(std::unique_ptr<Says>()), CheckFailure);
}

class Five final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"five", 1, "五", "five"};
  void ProcessAction(Step&) const override { throw 5; }
};

class SixthSeat final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"sixth_seat", 1, "六", "sixth seat"};
  void SetStates(Step& step) const override { step.SetActor(5); }
};

class DrawsOfNone final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"draws_of_none", 1, "无", "draws of none"};
  explicit DrawsOfNone(Params& params) : stream_(params.Stream("none")) {}
  void ProcessAction(Step& step) const override { step.Random(stream_).Below(0); }

 private:
  int stream_;
};

class CountsBadly final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"counts_badly", 1, "数错", "counts badly"};
  int Remaining(const Records& records) const override {
    if (records.flow().match_seed != 0) throw std::runtime_error("lost count");
    return 1;
  }
};

class BadGuard final : public Guard {
 public:
  static constexpr PartInfo kInfo{"bad_guard", 1, "坏", "bad guard"};
  bool Holds(const Records&, Seat) const override { throw std::runtime_error("cannot say"); }
  const Reason& WhyNot() const override { return kNo; }

 private:
  static constexpr Reason kNo{"no", "不", "no"};
};

class Plain final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"plain", 1, "平", "plain"};
};

class BadDefault final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"bad_default", 1, "坏", "bad default"};
  explicit BadDefault(Params& params) { params.Int("most", 9, 0, 3, {"至多", "at most"}); }
};

// A flow that steps through a node of the class T.
template <typename T>
Result<std::shared_ptr<const Flow>> Passing(NodeSpec spec = {}, std::vector<Value> guards = {}) {
  Registry registry = TypedParts();
  registry.Add<T>();
  registry.Add<BadGuard>();
  FlowBuilder builder(registry);
  spec.id = std::string(T::kInfo.id);
  builder.SetSeats(2).SetEntry("begin").AllowIdleParts();
  builder.PushActionNode({.id = "begin"});
  builder.PushActionNode(spec);
  builder.PushActionNode({.id = "stop", .end = true});
  builder.PushEdge({.from = "begin", .to = spec.id});
  if (!guards.empty()) {
    builder.PushActionNode({.id = "other_end", .type = "stop", .end = true});
    builder.PushEdge({.from = spec.id, .to = "other_end", .guards = guards});
  }
  builder.PushEdge({.from = spec.id, .to = "stop"});
  return builder.Build();
}

std::string DetailAtStart(const Result<std::shared_ptr<const Flow>>& flow) {
  if (!flow.ok()) return FaultText(flow.faults());
  Records records = (*flow)->Blank();
  Response response;
  (*flow)->Start(records, 1, response);
  EXPECT_EQ(response.refusal.code, RefusalCode::kInternal);
  return response.refusal.detail;
}

TEST(TypedBuilder, WhateverANodeThrowsIsARefusal) {
  EXPECT_THAT(DetailAtStart(Passing<Five>()),
              testing::StartsWith("five.ProcessAction: something that is no std::exception"));
  EXPECT_THAT(
      DetailAtStart(Passing<SixthSeat>()),
      testing::StartsWith("sixth_seat.SetStates: SetActor(5): the seats of the flow are 0 to 1"));
  EXPECT_THAT(DetailAtStart(Passing<DrawsOfNone>()),
              testing::StartsWith("draws_of_none.ProcessAction: Below(0): there is no number"));
  EXPECT_EQ(DetailAtStart(Passing<CountsBadly>({.consumes = "time"})),
            "counts_badly.Remaining: lost count");
  EXPECT_EQ(DetailAtStart(Passing<Plain>({}, {"bad_guard"})), "plain.then: cannot say");
}

class BadOffer final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"bad_offer", 1, "坏", "bad offer"};
  void Offers(const Records&, Seat, OfferSink&) const override {
    throw std::runtime_error("cannot offer");
  }
};

// begin goes on by an edge whose guard holds. The one after it, which was not asked, would throw.
TEST(TypedBuilder, AnOfferThatThrowsIsNotSaidOfAGuard) {
  Registry registry = TypedParts();
  registry.Add<BadGuard>();
  registry.Add<BadOffer>();
  FlowBuilder builder(registry);
  builder.SetSeats(2).SetEntry("begin");
  builder.PushActionNode({.id = "begin"});
  builder.PushActionNode(
      {.id = "ask", .window = WindowSpec{.ask = Who::kAll, .defaults = {{.answer = "bad_offer"}}}});
  builder.PushActionNode({.id = "bad_offer"});
  builder.PushActionNode({.id = "stop", .end = true});
  builder.PushEdge({.from = "begin",
                    .to = "ask",
                    .guards = {Value::Map({{"count_is", Value::Map({{"least", 0}})}})}});
  builder.PushEdge({.from = "begin", .to = "stop", .guards = {"bad_guard"}});
  builder.PushEdge({.from = "begin", .to = "stop"});
  builder.PushEdge({.from = "ask",
                    .to = "bad_offer",
                    .player = true,
                    .winners = WinnersRule::Of(Winners::kNearest)});
  builder.PushEdge({.from = "ask", .to = "stop"});
  builder.PushEdge({.from = "bad_offer", .to = "stop"});
  EXPECT_EQ(DetailAtStart(builder.Build()), "bad_offer.Valid for seat 0: cannot offer");
}

class NeverCounts final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"never_counts", 1, "不数", "never counts"};
  int Remaining(const Records&) const override { throw std::runtime_error("no count"); }
};

TEST(TypedBuilder, ACountThatThrowsIsAFault) {
  EXPECT_THAT(DetailAtStart(Passing<NeverCounts>({.consumes = "time"})),
              testing::HasSubstr("B99: node \"never_counts\": Remaining throws: no count"));
}

TEST(TypedBuilder, ADefaultThatTheParameterDoesNotAcceptIsAFault) {
  EXPECT_THAT(DetailAtStart(Passing<BadDefault>()),
              testing::HasSubstr("P09: \"bad_default\" cannot be made: the default 9 of its "
                                 "parameter \"most\" is not among the values that it accepts"));
}

// Each build of a builder is a flow of its own, which outlives it.
TEST(TypedBuilder, FlowsOutliveTheBuilder) {
  std::shared_ptr<const Flow> first, second;
  {
    FlowBuilder builder(TypedParts());
    const NodeHandle says = builder.PushActionNode(std::make_unique<Says>(1));
    const NodeHandle stop = builder.Push<Stop>({.end = true});
    builder.SetSeats(2);
    builder.PushEdge({.from = says, .to = stop});
    first = Built(builder);
    second = Built(builder);
  }
  EXPECT_EQ(first->fingerprint(), second->fingerprint());
  first.reset();
  EXPECT_THAT(ValuesAfterStart(*second), testing::ElementsAre(1));
}

TEST(TypedBuilder, AHandleOfAnotherBuilder) {
  FlowBuilder other(TypedParts());
  const NodeHandle begin = other.Push<Begin>({.id = "elsewhere"});
  FlowBuilder builder(TypedParts());
  const NodeHandle stop = builder.Push<Stop>({.end = true});
  builder.SetSeats(2);
  EXPECT_THROW(builder.SetWindow(begin, {}), CheckFailure);
  builder.PushEdge({.from = begin, .to = stop});
  const auto built = builder.Build();
  ASSERT_FALSE(built.ok());
  EXPECT_THAT(FaultText(built.faults()), testing::HasSubstr("there is no node \"elsewhere\""));
}

// What a part is, by its type.
static_assert(KindOf<Yes>() == PartKind::kNode);
static_assert(KindOf<CountIs>() == PartKind::kLogic);
static_assert(KindOf<Adds>() == PartKind::kScore);

TEST(Parts, TellWhatTheyAre) {
  const auto flow = Built(ByClass());
  EXPECT_NE(flow->Shared<LogicComponent>("often"), nullptr);
  EXPECT_EQ(flow->Shared<ScoreComponent>("often"), nullptr);
  EXPECT_EQ(TypedParts().Find("adds")->kind, PartKind::kScore);
  EXPECT_EQ(PartKindName(PartKind::kScore), "ScoreComponent");
}

}  // namespace
}  // namespace mlf
