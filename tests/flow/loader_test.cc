// A small game, "lots", stands for a variant: seats draw lots from a bag until it is empty or a
// seat stops.
#include <mlf/flow/loader.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace mlf {
namespace {

class Work final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"work", 1, "做", "work"};
};

class Fill final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"fill", 1, "装袋", "fill the bag"};
  explicit Fill(Params& params)
      : lots_(params.Int("lots", 5, 1, 50, {"签数", "lots in the bag"})),
        worth_(params.Int("worth", 1, 0, 9, {"每签分", "worth of a lot"})) {}
  int lots() const { return lots_; }
  int worth() const { return worth_; }

 private:
  int lots_;
  int worth_;
};

class Draw final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"draw", 1, "抽签", "draw a lot"};
  int Remaining(const Records&) const override { return 1; }
};

template <int kNumber>
class Say final : public PlayerNode {
 public:
  static constexpr std::array<const char*, 3> kIds = {"stop", "double_up", "pass"};
  static constexpr PartInfo kInfo{kIds[kNumber], 1, "说", "say"};
  void Offers(const Records&, Seat, OfferSink& sink) const override { sink.Nothing(); }
};

class Early final : public Guard {
 public:
  static constexpr PartInfo kInfo{"early", 1, "早", "early"};
  explicit Early(Params& params) : before_(params.Int("before", 3, 1, 9, {"步数", "steps"})) {}
  bool Holds(const Records& records, Seat) const override {
    return static_cast<int>(records.flow().version) < before_;
  }
  const Reason& WhyNot() const override { return kLate; }

 private:
  static constexpr Reason kLate{"late", "晚了", "too late"};
  int before_;
};

class Ring final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"ring", 1, "响铃", "ring"};
  explicit Ring(Params& params) {
    if (params.Int("times", 1, 1, 9, {"次数", "times"}) == 9)
      params.Warn("nine rings are one too many; write 8", params.WhereOf("times"));
  }
  void Run(Step&) const override {}
};

const Registry& Parts() {
  static const Registry* const kRegistry = [] {
    auto* registry = new Registry;
    RegisterFlowParts(*registry);
    registry->Add<Work>();
    registry->Add<Fill>();
    registry->Add<Draw>();
    registry->Add<Say<0>>();
    registry->Add<Say<1>>();
    registry->Add<Say<2>>();
    registry->Add<Early>();
    registry->Add<Ring>();
    return registry;
  }();
  return *kRegistry;
}

constexpr const char* kLots = R"(id: lots
zh: 抽签
en: lots
seats: 3
options:
  worth: {type: int, default: 2, low: 1, high: 4, words: [free], zh: 每签分, en: worth of a lot}
  doubling: {type: bool, default: on, zh: 加倍, en: doubling}
  bag: {type: choice, default: small, values: [small, {big: {zh: 大, en: a big one}}], source: card 3}
parts:
  soon: {early: {before: 4}}
flow:
  start:
    type: fill
    with:
      lots: {by: bag, small: 5, big: 20}
      worth: {by: worth, free: 0, else: $worth}
    action:
      - ring: {times: 2, when: {bag: big}}
    then: draw
  draw:
    consumes: bag
    window:
      ask: all
      decide: all
      deadline: 15s
      answers:
        - stop: {winners: {2: nearest, 3: {abort: over}}}
        - [double_up: {if: soon, who: next, rare: true, when: doubling}]
      pass: pass
      default: [stop: {if: {early: {before: 2}}}, pass]
    then:
      - over: {if: {not: soon}}
      - draw
  stop: {then: over}
  double_up: {then: draw, after_states: ring, when: doubling}
  pass:
  over: {type: work, end: true, zh: 完, group: end}
)";

VariantSource Source(std::map<std::string, std::string> texts) {
  texts.emplace("lots", kLots);
  return [texts](std::string_view id) -> std::optional<VariantText> {
    const auto found = texts.find(std::string(id));
    if (found == texts.end()) return std::nullopt;
    return VariantText{found->first + ".yaml", found->second};
  };
}

std::vector<std::string> Texts(const Faults& faults) {
  std::vector<std::string> texts;
  for (const Fault& fault : faults) texts.push_back(fault.Text());
  return texts;
}

Variant Load(std::string_view id, std::map<std::string, std::string> texts = {}) {
  auto variant = LoadVariant(id, Source(std::move(texts)));
  EXPECT_TRUE(variant) << FaultText(variant.faults());
  return variant.value();
}

std::vector<std::string> LoadFaults(const std::string& id,
                                    std::map<std::string, std::string> texts) {
  const auto variant = LoadVariant(id, Source(std::move(texts)));
  return variant ? std::vector<std::string>() : Texts(variant.faults());
}

std::shared_ptr<const Flow> Built(const Variant& variant, const OptionValues& options = {}) {
  auto flow = variant.Build(options, Parts());
  EXPECT_TRUE(flow) << FaultText(flow.faults());
  return flow ? *flow : nullptr;
}

// kLots with the first `from` replaced.
std::string Changed(const std::string& from, const std::string& to) {
  std::string text = kLots;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Loader, ReadsEverythingOfAVariant) {
  const Variant variant = Load("lots");
  EXPECT_EQ(variant.id(), "lots");
  EXPECT_EQ(variant.label().zh, "抽签");
  EXPECT_THAT(variant.files(), testing::ElementsAre("lots.yaml"));
  ASSERT_EQ(variant.options().size(), 3u);
  EXPECT_EQ(variant.options()[0].Allowed(), "1..4 or free");
  EXPECT_EQ(variant.options()[2].source, "card 3");
  EXPECT_THAT(variant.options()[2].values, testing::ElementsAre("small", "big"));
  ASSERT_EQ(variant.options()[2].value_labels.size(), 1u);
  EXPECT_EQ(variant.options()[2].value_labels.at("big").en, "a big one");

  const auto flow = Built(variant);
  ASSERT_NE(flow, nullptr);
  EXPECT_EQ(flow->name(), "lots");
  EXPECT_EQ(flow->seats(), 3);
  EXPECT_EQ(flow->node(flow->entry()).id, "start");
  EXPECT_THAT(flow->options(),
              testing::ElementsAre(testing::Pair("worth", "2"), testing::Pair("doubling", "on"),
                                   testing::Pair("bag", "small")));
  const Node& draw = flow->node(flow->Find("draw"));
  EXPECT_EQ(draw.consumes, "bag");
  ASSERT_TRUE(draw.window);
  EXPECT_TRUE(draw.window->wait_for_all);
  EXPECT_EQ(draw.window->deadline_ms, 15000);
  ASSERT_EQ(draw.window->answers.size(), 3u);
  const WinnersRule& rule = draw.window->answers[0].winners;
  EXPECT_EQ(rule.by_count[2], Winners::kNearest);
  EXPECT_EQ(rule.by_count[3], Winners::kAbort);
  EXPECT_EQ(rule.by_count[4], Winners::kAbort) << "above the highest count its rule goes on";
  EXPECT_EQ(flow->node(draw.window->answers[0].abort_to).id, "over");
  EXPECT_EQ(draw.window->answers[1].who, Who::kNext);
  EXPECT_TRUE(draw.window->answers[1].rare);
  EXPECT_TRUE(draw.window->answers[2].pass);
  EXPECT_EQ(draw.window->defaults.size(), 2u);
  EXPECT_EQ(draw.then.size(), 2u);
  EXPECT_EQ(draw.where.Text(), "lots.yaml:20:3");
  const Node& over = flow->node(flow->Find("over"));
  EXPECT_TRUE(over.end);
  EXPECT_EQ(over.label.zh, "完");
  EXPECT_EQ(over.group, "end");
}

TEST(Loader, AWindowMayBeThatOfAnotherNode) {
  const std::string text = Changed(
      "  stop: {then: over}\n",
      "  stop: {then: again}\n  again: {type: draw, consumes: bag, window: draw, then: over}\n");
  const auto variant = LoadVariant(VariantText{"x.yaml", text}, Source({}));
  ASSERT_TRUE(variant) << FaultText(variant.faults());
  const auto flow = Built(*variant);
  ASSERT_NE(flow, nullptr);
  const Window& draw = *flow->node(flow->Find("draw")).window;
  const auto& again = flow->node(flow->Find("again")).window;
  ASSERT_TRUE(again);
  EXPECT_EQ(again->deadline_ms, draw.deadline_ms);
  EXPECT_EQ(again->wait_for_all, draw.wait_for_all);
  ASSERT_EQ(again->answers.size(), draw.answers.size());
  for (std::size_t i = 0; i < draw.answers.size(); ++i) {
    EXPECT_EQ(again->answers[i].to, draw.answers[i].to);
    EXPECT_EQ(again->answers[i].winners.Text(), draw.answers[i].winners.Text());
    EXPECT_EQ(again->answers[i].pass, draw.answers[i].pass);
  }
  EXPECT_EQ(again->defaults.size(), draw.defaults.size());
}

TEST(Loader, OptionsReachParametersAndStructure) {
  const Variant variant = Load("lots");
  struct Case {
    OptionValues options;
    int lots;
    int worth;
    std::size_t effects;
    bool doubling;
    const char* why;
  };
  const Case kCases[] = {
      {{}, 5, 2, 0, true, "defaults"},
      {{{"bag", "big"}}, 20, 2, 1, true, "by; an effect with a `when` that holds"},
      {{{"worth", "4"}}, 5, 4, 0, true, "$name in the else of by"},
      {{{"worth", "free"}}, 5, 0, 0, true, "a word beside numbers"},
      {{{"doubling", "off"}}, 5, 2, 0, false, "an answer and its node go"},
      {{{"doubling", "no"}, {"worth", "+3"}}, 5, 3, 0, false, "other spellings of a value"},
  };
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.why);
    const auto flow = Built(variant, one.options);
    ASSERT_NE(flow, nullptr);
    const Node& start = flow->node(flow->Find("start"));
    const auto* fill = dynamic_cast<const Fill*>(start.impl);
    ASSERT_NE(fill, nullptr);
    EXPECT_EQ(fill->lots(), one.lots);
    EXPECT_EQ(fill->worth(), one.worth);
    EXPECT_EQ(start.hooks[static_cast<int>(Hook::kProcessAction)].size(), one.effects);
    EXPECT_EQ(flow->Find("double_up") != kNoNode, one.doubling);
    EXPECT_EQ(flow->node(flow->Find("draw")).window->answers.size(), one.doubling ? 3u : 2u);
  }
}

TEST(Loader, WhenAndByLeaveNothingBehind) {
  const std::string kHead =
      "id: w\nzh: w\nen: w\nseats: 1\noptions:\n  on_off: {type: bool, default: off}\n  mode: "
      "{type: choice, default: a, values: "
      "[a, b, c]}\nflow:\n  n: {end: true}\nparts:\n  p: ";
  struct Case {
    const char* part;
    const char* resolved;
    const char* why;
  };
  const Case kCases[] = {
      {"{t: {rows: [{x: {fan: 1, when: on_off}}, {y: {fan: 2, when: \"!on_off\"}}]}}",
       "{t: {rows: [{y: {fan: 2}}]}}", "row of a list"},
      {"{t: {rows: [{fan: 1, when: on_off}, {fan: 2}]}}", "{t: {rows: [{fan: 2}]}}",
       "row that is itself the map"},
      {"{t: {k: 1, when: {mode: [a, c]}}}", "{t: {k: 1}}", "one of a list"},
      {"{t: {k: 1, sub: {q: {v: 1, when: {mode: a, on_off: on}}}}}", "{t: {k: 1}}",
       "all must match; the id goes with its parameters"},
      {"{t: {sub: {q: {v: 1, when: on_off}}}}", "{t: {}}", "and nothing around them"},
      {"{t: {when: {mode: a}}}", "{t: ~}", "nothing but a when"},
      {"{t: {k: {by: mode, a: ~, else: 3}, m: 1}}", "{t: {m: 1}}",
       "a null line takes the entry out"},
      {"{t: {k: {by: on_off, yes: 1, no: [2, $mode]}}}", "{t: {k: [2, a]}}",
       "bool by any spelling; $ within"},
      {"{t: {k: {by: mode, a: {by: on_off, on: 1, off: 2}, else: 3}}}", "{t: {k: 2}}",
       "by within by"},
      {"{t: {k: [[{x: {when: on_off}}], [y]]}}", "{t: {k: [[y]]}}", "a list emptied within a list"},
      {"{t: {k: [{x: {when: on_off}}]}}", "{t: {k: []}}", "a list of its own stays"},
  };
  for (const Case& one : kCases) {
    const Variant variant = Load("w", {{"w", kHead + one.part + "\n"}});
    const auto resolved = variant.Resolve({});
    ASSERT_TRUE(resolved);
    EXPECT_EQ(resolved->Find("parts")->Find("p")->Canonical(), one.resolved) << one.why;
  }
}

TEST(Loader, ValuesOfOptionsAreChecked) {
  const Variant variant = Load("lots");
  const auto flow = variant.Build(
      {{"wroth", "2"}, {"worth", "9"}, {"bag", "smal"}, {"doubling", "maybe"}}, Parts());
  ASSERT_FALSE(flow);
  EXPECT_THAT(
      Texts(flow.faults()),
      testing::UnorderedElementsAre(
          "O01: variant lots has no option \"wroth\" (did you mean \"worth\"?)",
          "O02: option \"worth\" cannot be \"9\"; it is 1..4 or free",
          "O02: option \"bag\" cannot be \"smal\" (did you mean \"small\"?); it is small or big",
          "O02: option \"doubling\" cannot be \"maybe\"; it is on or off"));
}

TEST(Loader, ExtendsLaysAPatchOverItsBase) {
  const std::map<std::string, std::string> texts = {
      {"more",
       "id: more\nzh: 多\nen: more\nextends: lots\noptions:\n  bag: {default: big}\n  doubling: "
       "~\nflow:\n  double_up: ~\n  draw:\n    window:\n"
       "      answers: [stop: {winners: all}]\n"},
      {"most",
       "id: most\nzh: 最多\nen: most\nextends: more\nseats: 4\nflow:\n  draw: {with: {typo: 1}}\n"},
  };
  // The base uses `doubling` only in double_up, which the patch removes, and in the list of
  // answers, which it replaces.
  const Variant more = Load("more", texts);
  EXPECT_THAT(more.files(), testing::ElementsAre("more.yaml", "lots.yaml"));
  const auto flow = Built(more);
  ASSERT_NE(flow, nullptr);
  EXPECT_EQ(flow->name(), "more");
  EXPECT_EQ(dynamic_cast<const Fill*>(flow->node(flow->Find("start")).impl)->lots(), 20);
  EXPECT_EQ(flow->node(flow->Find("draw")).window->answers.size(), 2u);
  EXPECT_EQ(flow->node(flow->Find("draw")).where.file.str(), "lots.yaml");
  EXPECT_EQ(flow->node(flow->Find("draw")).window->answers[0].where.Text(), "more.yaml:12:17");

  const Variant most = Load("most", texts);
  EXPECT_THAT(most.files(), testing::ElementsAre("most.yaml", "more.yaml", "lots.yaml"));
  const auto faulty = most.Build({}, Parts());
  ASSERT_FALSE(faulty);
  ASSERT_EQ(faulty.faults().size(), 1u) << FaultText(faulty.faults());
  EXPECT_EQ(faulty.faults()[0].where.Text(), "most.yaml:7:17")
      << "a fault is placed where its text came from";
}

TEST(Loader, FaultsOfExtends) {
  const std::string kHead = "zh: x\nen: x\nextends: ";
  EXPECT_THAT(LoadFaults("a", {{"a", "id: a\n" + kHead + "b\n"}, {"b", "id: b\n" + kHead + "a\n"}}),
              testing::ElementsAre("b.yaml:4:10: V08: extends goes in a circle: a -> b -> a"));
  EXPECT_THAT(LoadFaults("a", {{"a", "id: a\n" + kHead + "a\n"}}),
              testing::ElementsAre("a.yaml:4:10: V08: extends goes in a circle: a -> a"));
  EXPECT_THAT(LoadFaults("a", {{"a", kHead + "b\n"}, {"b", kHead + "b\n"}}),
              testing::ElementsAre("b.yaml:3:10: V08: extends goes in a circle: b -> b"))
      << "texts without an id";
  EXPECT_THAT(LoadFaults("a", {{"a", "id: a\n" + kHead + "nobody\n"}}),
              testing::ElementsAre("a.yaml:4:10: V09: there is no variant \"nobody\" to extend"));
  EXPECT_THAT(
      LoadFaults("a", {{"a", "id: a\n" + kHead + "lots\nflow:\n  stopp: ~\n"}}),
      testing::ElementsAre(
          "a.yaml:6:3: Y20: there is no \"stopp\" in flow to remove; did you mean \"stop\"?"));
  EXPECT_THAT(LoadFaults("nobody", {}),
              testing::ElementsAre("V09: there is no variant \"nobody\""));
  EXPECT_THAT(LoadFaults("a", {{"a", "id: b\n" + kHead + "lots\n"}}),
              testing::ElementsAre("a.yaml:1:5: V04: the folder is \"a\", and the variant in it "
                                   "says id: b; write id: a, or rename the folder"));
}

// A fault of the head leaves the flow whole, so what is wrong with the graph is told beside it.
TEST(Loader, AFaultOfTheHeadHidesNoLint) {
  const std::string text = "id: b\nzh: x\nen: x\nextends: lots\nflow:\n  start: {then: start}\n";
  const Faults faults = [&] {
    const auto variant = LoadVariant("a", Source({{"a", text}}), &Parts());
    return variant ? Faults() : variant.faults();
  }();
  const std::string found = FaultText(faults);
  EXPECT_THAT(found, testing::HasSubstr("V04: the folder is \"a\""));
  EXPECT_THAT(found, testing::HasSubstr("L03: the system may go round start -> start for ever"));
}

// A flow with warnings builds, and warnings do not change the fingerprint.
TEST(Loader, APartMayWarn) {
  const std::string loud = Changed("ring: {times: 2, when: {bag: big}}", "ring: {times: 9}");
  const auto flow = Built(Load("x", {{"x", loud.substr(0, 4) + "x" + loud.substr(8)}}));
  ASSERT_NE(flow, nullptr);
  EXPECT_THAT(Texts(flow->warnings()),
              testing::ElementsAre("x.yaml:18:23: W10: nine rings are one too many; write 8"));
  EXPECT_EQ(flow->canonical().find("too many"), std::string::npos);
  EXPECT_THAT(Built(Load("lots"))->warnings(), testing::IsEmpty());
}

TEST(Loader, ABaseMayTeachWhatAVariantTakesAway) {
  const std::string base = Changed("en: lots", "en: lots\nlessons: {draw: {zh: 抽, en: draw}}");
  const char* patch = "id: fewer\nzh: 少\nen: fewer\nextends: lots\nflow: {draw: ~}\nlessons: {";
  EXPECT_EQ(LoadFaults("fewer", {{"lots", base}, {"fewer", std::string(patch) + "}"}}),
            LoadFaults("fewer", {{"fewer", std::string(patch) + "}"}}));
  EXPECT_THAT(
      LoadFaults("fewer", {{"fewer", std::string(patch) + "draw: {zh: 抽, en: draw}}"}}),
      testing::Contains(testing::StartsWith("fewer.yaml:6:11: V01: the flow has no \"draw\"")));
}

TEST(Loader, FaultsOfTheText) {
  struct Case {
    const char* from;
    const char* to;
    std::vector<std::string> faults;
  };
  const Case kCases[] = {
      {"seats: 3", "seats: 9", {"x.yaml:4:8: V04: seats: is a number from 1 to 8, not 9"}},
      {"en: lots",
       "eng: lots",
       {"x.yaml:1:1: V03: the variant has no en: (its name in English)",
        "x.yaml:3:1: V01: a variant has no \"eng\" (did you mean \"en\"?)"}},
      {"en: lots",
       "en: lots\nabout: {line: {zh: 一句}, tgas: [], region: north, tiles: [1m],\n"
       "  tags: [{zh: 甲, en: a}, {zh: 乙, en: b}, {zh: 丙, en: c}, {zh: 丁, en: d}]}",
       {"x.yaml:4:9: V03: line has no en: (a text for people)",
        "x.yaml:4:25: V01: about has no \"tgas\" (did you mean \"tags\"?)",
        "x.yaml:4:35: V02: region is a text in two languages: {zh: ..., en: ...}",
        "x.yaml:4:50: V02: tiles: is a word of eight pieces at most, as 123m5z",
        "x.yaml:5:3: V02: tags: is a list of three texts at most: [{zh: ..., en: ...}]"}},
      {"en: lots",
       "en: lots\nabout: fun",
       {"x.yaml:4:8: V02: about: is a map of region, line, tags, tiles and unit"}},
      {"en: lots",
       "en: lots\nlessons: {start: {zh: 一句}, drow: {zh: 一, en: one}, draw: word}",
       {"x.yaml:4:11: V03: the lesson of start has no en: (a text for people)",
        "x.yaml:4:28: V01: the flow has no \"drow\" (did you mean \"draw\"?)",
        "x.yaml:4:52: V02: the lesson of draw is a text in two languages: {zh: ..., en: ...}"}},
      {"en: lots",
       "en: lots\nlessons: fun",
       {"x.yaml:4:10: V02: lessons: is a map of nodes: {start: {zh: ..., en: ...}}"}},
      {"type: int, default: 2",
       "type: int, default: 5",
       {"x.yaml:6:31: V10: option \"worth\": the default \"5\" is not 1..4 or free"}},
      {"default: small",
       "defalt: small",
       {"x.yaml:8:3: V10: option \"bag\": has no default",
        "x.yaml:8:23: V01: a choice option has no \"defalt\" (did you mean \"default\"?)"}},
      {"$worth",
       "$wroth",
       {"x.yaml:16:41: V05: there is no option \"wroth\" (did you mean \"worth\"?)"}},
      {"{zh: 大, en: a big one}",
       "{zh: 大}",
       {"x.yaml:8:55: V10: option \"bag\": \"big\" is named in zh and en, or not"}},
      {"{by: bag,",
       "{by: bagg,",
       {"x.yaml:15:18: V05: there is no option \"bagg\" (did you mean \"bag\"?)"}},
      {"small: 5, big",
       "smal: 5, big",
       {"x.yaml:15:18: V07: nothing is given here for bag = small; add \"small:\" or \"else:\"",
        "x.yaml:15:23: V06: option \"bag\" cannot be \"smal\" (did you mean \"small\"?); it is "
        "small or big"}},
      {"free: 0, else: $worth",
       "free: 0, 1: 1, 2: 2, 4: 4",
       {"x.yaml:16:19: V07: nothing is given here for worth = 3; add \"3:\" or \"else:\""}},
      {"{bag: big}",
       "{bag: huge}",
       {"x.yaml:18:38: V06: option \"bag\" cannot be \"huge\"; it is small or big"}},
      {"{bag: big}",
       "bag",
       {"x.yaml:18:32: V06: option \"bag\" is not on or off; write when: {bag: <value>} with small "
        "or big"}},
      {"consumes: bag",
       "consume: bag",
       {"x.yaml:21:5: V01: a node has no \"consume\" (did you mean \"consumes\"?)"}},
      {"ask: all",
       "ask: al",
       {"x.yaml:23:12: V04: ask: is one of self, next, opposite, previous, others, all, "
        "bystanders, not \"al\" (did you mean \"all\"?)"}},
      {"ask: all",
       "ask_order: together",
       {"x.yaml:23:7: V03: the window does not say whom it asks; add ask: self, others, all, ..."}},
      {"decide: all",
       "decide: last",
       {"x.yaml:24:15: V04: decide: is one of first, all, not \"last\""}},
      {"15s",
       "15",
       {"x.yaml:25:17: V04: deadline: is a time such as 15s or 15000ms, at most a day"}},
      {"winners: {2: nearest, 3: {abort: over}}",
       "winers: all",
       {"x.yaml:27:18: V01: an answer has no \"winers\" (did you mean \"winners\"?)"}},
      {"2: nearest, 3: {abort: over}",
       "1: all, 2: abort",
       {"x.yaml:27:28: V04: winners: counts the seats that gave the answer, from 2 to 8, not \"1\"",
        "x.yaml:27:39: V04: winners: is all, nearest, {abort: node}, or one of these by the number "
        "of seats: {2: nearest, 3: all}"}},
      {"      pass: pass",
       "      pass: stop",
       {"x.yaml:27:11: V11: \"stop\" is the pass of this window, which is the last of its answers "
        "by itself; take it out of answers:"}},
      {"- over: {if: {not: soon}}",
       "- {over: {if: soon}, stop: ~}",
       {"x.yaml:32:28: V11: \"stop\" is beside \"over\": a system edge is one id; write each "
        "as its own item, and what belongs to one below it"}},
      {"stop: {then",
       "stop: {window: drw, then",
       {"x.yaml:34:18: V04: window: there is no node \"drw\" (did you mean \"draw\"?)"}},
      {"stop: {then",
       "stop: {window: over, then",
       {"x.yaml:34:18: V04: window: node \"over\" has none of its own; name a node whose window: "
        "is written out"}},
      {"end: true", "end: maybe", {"x.yaml:37:27: V02: end: is true or false, not maybe"}},
      {"flow:",
       "flows:",
       {"x.yaml:1:1: V03: the variant has no flow: with its nodes",
        "x.yaml:11:1: V01: a variant has no \"flows\" (did you mean \"flow\"?)"}},
  };
  for (const Case& one : kCases) {
    const auto loaded = LoadVariant(VariantText{"x.yaml", Changed(one.from, one.to)}, Source({}));
    ASSERT_FALSE(loaded) << one.to;
    EXPECT_THAT(Texts(loaded.faults()), testing::ElementsAreArray(one.faults)) << one.to;
  }
}

TEST(Loader, FaultsOfYamlComeThrough) {
  const auto loaded = LoadVariant(VariantText{"x.yaml", "id: x\nid: y\n"}, Source({}));
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.faults()[0].code, "Y08");
  EXPECT_EQ(LoadVariant(VariantText{"x.yaml", "[a]\n"}, Source({})).faults()[0].code, "V02");
}

TEST(Loader, FaultsOfPartsHaveTheirPlace) {
  struct Case {
    const char* from;
    const char* to;
    const char* where;
    const char* code;
  };
  const Case kCases[] = {
      {"lots: {by: bag, small: 5", "lots: {by: bag, small: 99", "x.yaml:15:30", "P03"},
      {"type: fill", "type: fil", "x.yaml:12:3", "B04"},
      {"{if: soon, who", "{if: sun, who", "x.yaml:28:28", "P04"},
      {"then: over}", "then: ovr}", "x.yaml:34:16", "B03"},
      {"winners: {2: nearest, 3: {abort: over}}", "rare: true", "x.yaml:27:11", "L05"},
  };
  for (const Case& one : kCases) {
    const auto variant = LoadVariant(VariantText{"x.yaml", Changed(one.from, one.to)}, Source({}));
    ASSERT_TRUE(variant) << FaultText(variant.faults());
    const auto flow = variant->Build({}, Parts());
    ASSERT_FALSE(flow) << one.to;
    EXPECT_EQ(flow.faults()[0].where.Text(), one.where) << FaultText(flow.faults());
    EXPECT_EQ(flow.faults()[0].code, one.code);
  }
}

TEST(Loader, AFlowWrittenInCppIsTheSameFlow) {
  FlowBuilder builder(Parts());
  builder.SetName("other name")
      .SetSeats(3)
      .PushPart("soon", Value::Map({{"early", Value::Map({{"before", 4}})}}));
  NodeSpec start;
  start.id = "start";
  start.type = "fill";
  start.params = Value::Map({{"lots", 5}, {"worth", 2}});
  builder.PushActionNode(start);
  NodeSpec draw;
  draw.id = "draw";
  draw.consumes = "bag";
  draw.window.emplace();
  draw.window->ask = Who::kAll;
  draw.window->wait_for_all = true;
  draw.window->deadline_ms = 15000;
  draw.window->pass = "pass";
  draw.window->defaults = {{"stop", {Value::Map({{"early", Value::Map({{"before", 2}})}})}},
                           {"pass", {}}};
  builder.PushActionNode(draw);
  NodeSpec stop;
  stop.id = "stop";
  builder.PushActionNode(stop);
  NodeSpec double_up;
  double_up.id = "double_up";
  double_up.hooks[Hook::kAfterSetStates] = {"ring"};
  builder.PushActionNode(double_up);
  NodeSpec pass;
  pass.id = "pass";
  builder.PushActionNode(pass);
  NodeSpec over;
  over.id = "over";
  over.type = "work";
  over.end = true;
  builder.PushActionNode(over);

  const auto edge = [](std::string from, std::string to) {
    EdgeSpec spec;
    spec.from = std::move(from);
    spec.to = std::move(to);
    return spec;
  };
  builder.PushEdge(edge("start", "draw"));
  EdgeSpec answer = edge("draw", "stop");
  answer.player = true;
  answer.winners = WinnersRule::Of(Winners::kAbort);
  answer.winners.by_count[2] = Winners::kNearest;
  answer.winners.abort_to = "over";
  builder.PushEdge(answer);
  answer = edge("draw", "double_up");
  answer.player = true;
  answer.rank = 1;
  answer.who = Who::kNext;
  answer.guards = {"soon"};
  builder.PushEdge(answer);
  answer = edge("draw", "pass");
  answer.player = true;
  answer.rank = 2;
  builder.PushEdge(answer);
  EdgeSpec guarded = edge("draw", "over");
  guarded.guards = {Value::Map({{"not", "soon"}})};
  builder.PushEdge(guarded);
  builder.PushEdge(edge("draw", "draw"));
  builder.PushEdge(edge("stop", "over"));
  builder.PushEdge(edge("double_up", "draw"));

  const auto written = builder.Build();
  ASSERT_TRUE(written) << FaultText(written.faults());
  const auto loaded = Built(Load("lots"));
  ASSERT_NE(loaded, nullptr);
  EXPECT_EQ((*written)->canonical(), loaded->canonical());
  EXPECT_EQ((*written)->fingerprint(), loaded->fingerprint());
  EXPECT_NE(Built(Load("lots"), {{"worth", "4"}})->fingerprint(), loaded->fingerprint());
}

}  // namespace
}  // namespace mlf
