// Every lint for parts without effect, each provoked by one change to a valid flow.
#include <mlf/flow/flow.h>
#include "tests/flow/draft.h"
#include "tests/flow/plain_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <ostream>

namespace mlf::lint_parts_test {
namespace {

using plain::Draft;
using plain::Say;
using plain::Work;

constexpr Topic kBall{"ball", "球在飞", "a ball is in the air"};
constexpr Topic kRain{"rain", "下雨", "it rains"};
constexpr Topic kScored{"scored", "得分", "a seat scores"};
constexpr Topic kThrown{"thrown", "扔出", "the ball was thrown and not caught"};

// ---- nodes ----

class Throw final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"throw", 1, "扔", "throw"};
  explicit Throw(Params& params) { params.Brings(kBall); }
};

class Catch final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"catch", 1, "接", "catch"};
  explicit Catch(Params& params) {
    if (!params.Bool("late", false, {"迟到", "offers itself without a ball"}))
      params.NeedsHere(kBall);
    params.BringsGiven(kThrown, kBall);
    params.BringsIn(kScored, Hook::kProcessAction, Hook::kProcessSettle);
    params.Ends(kBall);
  }
  Domain::Kind payload() const override { return Domain::kPiece; }
};

// Digs for sand, which may run out.
class Dig final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"dig", 1, "挖", "dig"};
  explicit Dig(Params& params) { params.Ends(kBall); }
  std::string_view may_lack() const override { return "sand"; }
};

class Mine final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"mine", 1, "我的", "mine"};
  explicit Mine(Params& params) { params.NeedsOwnTurn(); }
};

class Bet final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"bet", 1, "押", "bet"};
  explicit Bet(Params& params) { params.OffersTo(OfferedTo::kBystanders); }
};

// ---- conditions ----

class RedOnly final : public Condition {
 public:
  static constexpr PartInfo kInfo{"red_only", 1, "只要红的", "red ones only"};
  PieceMask Allow(const Query& query) const override { return query.candidates & 1; }
  const Reason& WhyNot() const override { return kReason; }
  static constexpr Reason kReason{"not_red", "不是红的", "not red"};
};

template <int kKind>
class AGuard : public Guard {
 public:
  bool Holds(const Records&, Seat) const override { return true; }
  const Reason& WhyNot() const override { return RedOnly::kReason; }
};
class BallUp final : public AGuard<0> {
 public:
  static constexpr PartInfo kInfo{"ball_up", 1, "球在飞", "the ball is up"};
  explicit BallUp(Params& params) { params.NeedsHere(kBall); }
};
class MyMove final : public AGuard<1> {
 public:
  static constexpr PartInfo kInfo{"my_move", 1, "轮到我", "my move"};
  explicit MyMove(Params& params) { params.NeedsOwnTurn(); }
};
class Wet final : public AGuard<2> {
 public:
  static constexpr PartInfo kInfo{"wet", 1, "湿了", "wet"};
  explicit Wet(Params& params) { params.Needs(kRain); }
};
class Thrown final : public AGuard<3> {
 public:
  static constexpr PartInfo kInfo{"thrown", 1, "扔过", "thrown"};
  explicit Thrown(Params& params) { params.Needs({&kThrown, &kRain}); }
};
class NoSand final : public AGuard<4> {
 public:
  static constexpr PartInfo kInfo{"no_sand", 1, "没沙了", "no sand"};
  bool TellsLack(std::string_view what) const override { return what == "sand"; }
};

// ---- effects ----

class Cheer final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"cheer", 1, "欢呼", "cheer"};
  explicit Cheer(Params& params) { params.NeedsHere(kScored); }
  void Run(Step&) const override {}
};
class Pour final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"pour", 1, "倒水", "pour"};
  explicit Pour(Params& params) { params.Brings(kRain); }
  void Run(Step&) const override {}
};
class Crowd final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"crowd", 1, "观众", "crowd"};
  explicit Crowd(Params& params) { params.Brings(kBystanderTopic); }
  void Run(Step&) const override {}
};

const Registry& Parts() {
  static const Registry* const kRegistry = [] {
    auto* registry = new Registry;
    RegisterFlowParts(*registry);
    registry->Add<Work>();
    registry->Add<Say>();
    registry->Add<Throw>();
    registry->Add<Catch>();
    registry->Add<Dig>();
    registry->Add<Mine>();
    registry->Add<Bet>();
    registry->Add<RedOnly>();
    registry->Add<BallUp>();
    registry->Add<MyMove>();
    registry->Add<Wet>();
    registry->Add<Thrown>();
    registry->Add<NoSand>();
    registry->Add<Cheer>();
    registry->Add<Pour>();
    registry->Add<Crowd>();
    return registry;
  }();
  return *kRegistry;
}

// throw: the others may catch, else dig. dig: close when no sand is left, else turn. turn: its own
// seat says mine, which throws again.
Draft Clean() {
  Draft draft;
  NodeSpec& first = draft.AddNode("throw", "throw");  // line 1
  first.window.emplace();
  first.window->ask = Who::kOthers;
  first.window->defaults = {{"catch", {}, {}}};
  draft.AddNode("catch", "catch");
  draft.AddNode("dig", "dig");
  NodeSpec& turn = draft.AddNode("turn", "work");
  turn.window.emplace();
  turn.window->ask = Who::kSelf;
  turn.window->defaults = {{"mine", {}, {}}};
  draft.AddNode("mine", "mine");  // line 5
  draft.AddNode("close", "work").end = true;
  draft.AddAnswer("throw", "catch", 0).winners = WinnersRule::Of(Winners::kNearest);  // line 101
  draft.AddEdge("throw", "dig");
  draft.AddEdge("dig", "close").guards = {"no_sand"};
  draft.AddEdge("dig", "turn");
  draft.AddAnswer("turn", "mine", 0);  // line 105
  draft.AddEdge("turn", "close");
  draft.AddEdge("mine", "throw");
  draft.AddEdge("catch", "turn");
  return draft;
}

// A condition as written, in line 201.
Value At201(const char* text) {
  Value value(text);
  value.set_where({"f", 201, 0});
  return value;
}

TEST(LintParts, CleanFlowHasNoFaults) {
  EXPECT_THAT(Clean().FaultsOf(Parts()), testing::IsEmpty());
}

struct Case {
  const char* name;
  std::function<void(Draft&)> edit;
  std::vector<std::string> faults;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class LintPartsFault : public testing::TestWithParam<Case> {};

TEST_P(LintPartsFault, IsReported) {
  Draft draft = Clean();
  GetParam().edit(draft);
  EXPECT_THAT(draft.FaultsOf(Parts()), testing::UnorderedElementsAreArray(GetParam().faults));
}

const Case kCases[] = {
    // ---- L16 ----
    {"L16_narrows_nothing",
     [](Draft& d) { d.NodeOf("mine").conditions = {At201("red_only")}; },
     {"f:201: L16: \"red_only\" can do nothing under if: of \"mine\": it narrows which pieces are "
      "offered, and none is chosen there; put it under if: "
      "of a node that names one (catch), or take it out"}},
    {"L16_a_node_that_names_a_piece_is_narrowed",
     [](Draft& d) { d.NodeOf("catch").conditions = {At201("red_only")}; },
     {}},
    {"L16_an_edge_chooses_no_piece",
     [](Draft& d) { d.EdgeOf("throw", "catch").guards = {At201("red_only")}; },
     {"f:201: L16: \"red_only\" can do nothing at the answer \"catch\" of the window of \"throw\": "
      "it narrows which pieces are offered, and none is "
      "chosen there; put it under if: of a node that names one (catch), or take it out"}},
    {"L16_inside_another_condition",
     [](Draft& d) {
       Value inner = Value::Map({{"not", Value("red_only")}});
       inner.set_where({"f", 201, 0});
       d.NodeOf("mine").conditions = {inner};
     },
     {"f:201: L16: \"red_only\" can do nothing under if: of \"mine\": it narrows which pieces are "
      "offered, and none is chosen there; put it under if: "
      "of a node that names one (catch), or take it out"}},
    // ---- L17 ----
    {"L17_condition_of_the_seat_in_turn_where_others_are_asked",
     [](Draft& d) { d.NodeOf("catch").conditions = {At201("my_move")}; },
     {"f:201: L17: \"my_move\" can do nothing under if: of \"catch\": it is about the seat whose "
      "move it is, and the window of \"throw\" asks others "
      "only; put it where that seat is asked, or take it out"}},
    {"L17_system_edges_ask_the_seat_in_turn",
     [](Draft& d) {
       d.EdgeOf("dig", "close").guards = {"my_move", "no_sand"};
       d.AddEdge("dig", "close").guards = {"no_sand"};
       std::swap(d.edges[3], d.edges.back());
     },
     {}},
    {"L17_condition_of_a_moment_that_never_is",
     [](Draft& d) { d.EdgeOf("turn", "mine").guards = {At201("ball_up")}; },
     {"f:201: L17: \"ball_up\" can do nothing at the answer \"mine\" of the window of \"turn\": it "
      "matters only while a ball is in the air, which is "
      "never so in the window of \"turn\"; put it where the window of \"throw\" asks, or take it "
      "out"}},
    {"L17_condition_at_its_moment",
     [](Draft& d) { d.NodeOf("catch").conditions = {At201("ball_up")}; },
     {}},
    {"L17_default_of_a_moment_that_never_is",
     [](Draft& d) {
       d.AddNode("wait", "say");
       d.AddAnswer("turn", "wait", 1);
       d.AddEdge("wait", "close");
       d.NodeOf("turn").window->defaults = {{"mine", {At201("ball_up")}, {}}, {"wait", {}, {}}};
     },
     {"f:201: L17: \"ball_up\" can do nothing at the default \"mine\" of the window of \"turn\": "
      "it matters only while a ball is in the air, which is "
      "never so in the window of \"turn\"; put it where the window of \"throw\" asks, or take it "
      "out"}},
    {"L17_answer_of_the_seat_in_turn_where_others_are_asked",
     [](Draft& d) { d.AddAnswer("throw", "mine", 1).winners = WinnersRule::Of(Winners::kNearest); },
     {"f:109: L17: the answer \"mine\" of the window of \"throw\" is never offered: it is for the "
      "seat whose move it is, and that seat is not asked; "
      "make it an answer of a window where that can be, or take it out"}},
    {"L17_answer_of_a_moment_that_never_is",
     [](Draft& d) { d.AddAnswer("turn", "catch", 1); },
     {"f:109: L17: the answer \"catch\" of the window of \"turn\" is never offered: it takes that "
      "a ball is in the air, which is never so there; make "
      "it an answer of the window of \"throw\", or take it out"}},
    {"L17_answer_of_seats_where_bystanders_are_asked",
     [](Draft& d) {
       d.NodeOf("dig").hooks[Hook::kSetStates] = {"crowd"};
       d.NodeOf("throw").window->ask = Who::kBystanders;
     },
     {"f:101: L17: the answer \"catch\" of the window of \"throw\" is never offered: it is for "
      "seats, and the window asks bystanders; make it an answer "
      "of a window where that can be, or take it out"}},
    {"L17_answer_of_bystanders_where_seats_are_asked",
     [](Draft& d) {
       d.AddNode("bet", "bet");
       d.AddAnswer("turn", "bet", 1);
       d.AddEdge("bet", "close");
     },
     {"f:109: L17: the answer \"bet\" of the window of \"turn\" is never offered: it is for "
      "bystanders, and the window asks seats; make it an answer of "
      "a window where that can be, or take it out"}},
    // ---- L18 ----
    {"L18_effect_at_a_node_without_it",
     [](Draft& d) { d.NodeOf("dig").hooks[Hook::kProcessSettle] = {At201("cheer")}; },
     {"f:201: L18: \"cheer\" can do nothing in settle: of \"dig\": it takes a node at which a seat "
      "scores; put it at catch, or take it out"}},
    {"L18_effect_in_a_later_hook",
     [](Draft& d) { d.NodeOf("catch").hooks[Hook::kSetStates] = {At201("cheer")}; },
     {"f:201: L18: \"cheer\" can do nothing in states: of \"catch\": in that hook it is no longer "
      "so that a seat scores; write it under one of action, "
      "after_action, before_settle, settle"}},
    {"L18_effect_in_an_earlier_hook",
     [](Draft& d) { d.NodeOf("catch").hooks[Hook::kBeforeProcessAction] = {At201("cheer")}; },
     {"f:201: L18: \"cheer\" can do nothing in before_action: of \"catch\": in that hook it is not "
      "yet so that a seat scores; write it under one of "
      "action, after_action, before_settle, settle"}},
    {"L18_effect_where_it_belongs",
     [](Draft& d) { d.NodeOf("catch").hooks[Hook::kProcessSettle] = {At201("cheer")}; },
     {}},
    // ---- L19 ----
    {"L19_waits_for_what_nothing_brings",
     [](Draft& d) { d.NodeOf("catch").conditions = {At201("wet")}; },
     {"f:201: L19: \"wet\" can do nothing in this flow: it matters only once it rains, and nothing "
      "here brings that about; add pour, or take it out"}},
    {"L19_what_would_bring_it_lacks_what_it_brings_it_with",
     [](Draft& d) {
       d.NodeOf("throw").type = "work";
       d.NodeOf("catch").params = Value::Map({{"late", Value("on")}});
       d.NodeOf("mine").conditions = {At201("thrown")};
     },
     {"f:201: L19: \"thrown\" can do nothing in this flow: it matters only once the ball was "
      "thrown and not caught or it rains, and nothing here brings "
      "that about; add throw or pour, or take it out"}},
    {"L19_an_effect_brings_it",
     [](Draft& d) {
       d.NodeOf("catch").conditions = {At201("wet")};
       d.NodeOf("dig").hooks[Hook::kSetStates] = {"pour"};
     },
     {}},
    {"L19_brought_only_where_something_else_is_so",
     [](Draft& d) {
       d.NodeOf("throw").type = "work";
       d.NodeOf("catch").type = "say";
       d.NodeOf("mine").conditions = {At201("thrown")};
     },
     {"f:201: L19: \"thrown\" can do nothing in this flow: it matters only once the ball was "
      "thrown and not caught or it rains, and nothing here brings "
      "that about; add catch or pour, or take it out"}},
    {"L19_one_of_two_is_enough",
     [](Draft& d) { d.NodeOf("mine").conditions = {At201("thrown")}; },
     {}},
    // ---- L20 ----
    {"L20_if_of_a_node_of_the_system",
     [](Draft& d) { d.NodeOf("dig").conditions = {At201("always")}; },
     {"f:201: L20: if: of \"dig\" is never asked: the system runs that node, and no player takes "
      "it as an answer; put the condition on the edges that "
      "lead to it"}},
    // ---- L21 ----
    {"L21_runs_dry",
     [](Draft& d) { d.Drop("dig", "close"); },
     {"f:104: L21: \"dig\" may find nothing of the sand left, and no edge handles that case: it "
      "would go on "
      "to \"turn\", whose window would open all the same; "
      "write before that, in then: of \"dig\", an edge with if: no_sand"}},
    {"L21_alone_where_the_missing_edge_may_lead_to_a_lost_node",
     [](Draft& d) {
       d.AddNode("lost", "work");
       d.AddEdge("lost", "close");
       d.Drop("dig", "close");
     },
     {"f:104: L21: \"dig\" may find nothing of the sand left, and no edge handles that case: it "
      "would go on "
      "to \"turn\", whose window would open all the same; "
      "write before that, in then: of \"dig\", an edge with if: no_sand"}},
    {"L21_the_edge_that_tells_stands_behind",
     [](Draft& d) {
       d.EdgeOf("dig", "turn").guards = {"always"};
       std::swap(d.edges[2], d.edges[3]);
     },
     {}},
    {"L21_the_next_node_tells_nothing_either",
     [](Draft& d) {
       d.AddNode("sieve", "work");
       d.EdgeOf("dig", "turn").to = "sieve";
       d.Drop("dig", "close");
       d.AddEdge("sieve", "turn");
     },
     {"f:104: L21: \"dig\" may find nothing of the sand left, and no edge handles that case: it "
      "would go on "
      "to \"sieve\" -> \"turn\", whose window would open "
      "all the same; write before that, in then: of \"dig\", an edge with if: no_sand"}},
    {"L21_the_next_node_tells",
     [](Draft& d) {
       d.AddNode("sieve", "work");
       d.EdgeOf("dig", "turn").to = "sieve";
       d.Drop("dig", "close");
       d.AddEdge("sieve", "close").guards = {"no_sand"};
       d.AddEdge("sieve", "turn");
     },
     {}},
    {"L21_one_of_several_conditions_tells",
     [](Draft& d) {
       Value any = Value::Map({{"any", Value::List()}});
       Value list = Value::List();
       list.Append(Value("my_move"));
       list.Append(Value("no_sand"));
       any.Set("any", list);
       d.EdgeOf("dig", "close").guards = {any};
     },
     {}},
    {"L21_beside_another_condition_it_may_not_hold",
     [](Draft& d) { d.EdgeOf("dig", "close").guards = {"my_move", "no_sand"}; },
     {"f:104: L21: \"dig\" may find nothing of the sand left, and no edge handles that case: it "
      "would go on "
      "to \"turn\", whose window would open all the same; "
      "write before that, in then: of \"dig\", an edge with if: no_sand"}},
    // ---- L22, L23: lint_windows.cc checks seats, lint_parts.cc bystanders ----
    {"L22_no_bystanders",
     [](Draft& d) { d.NodeOf("throw").window->ask = Who::kBystanders; },
     {"f:1: L22: the window of \"throw\" asks bystanders, and there are none: no part says that "
      "there are persons without a seat; add crowd with more "
      "persons than seats, or take the window out"}},
};

INSTANTIATE_TEST_SUITE_P(All, LintPartsFault, testing::ValuesIn(kCases),
                         [](const auto& named) { return std::string(named.param.name); });

}  // namespace
}  // namespace mlf::lint_parts_test
