// Every lint, each provoked by one change to a valid flow.
#include <mlf/flow/window_effect.h>
#include "tests/flow/draft.h"
#include "tests/flow/plain_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <ostream>

namespace mlf::lint_test {
namespace {

using plain::Draft;
using plain::Say;
using plain::Sometimes;
using plain::Work;

// Goes to the node of its parameter.
class Jump final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"jump", 1, "跳", "jump"};
  explicit Jump(Params& params) : to_(params.Node("to", "close", {"去处", "where to"})) {}
  void ProcessAction(Step& step) const override { step.Follow(to_); }

 private:
  NodeIndex to_;
};

// An effect for one window, and an effect for one answer by its id.
class Bare final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"bare", 1, "空", "bare"};
  explicit Bare(Params& params) { params.Text("word", "", {"一个词", "a word"}); }
  void Run(Step&) const override {}
};

class About final : public WindowEffect {
 public:
  static constexpr PartInfo kInfo{"about", 1, "关于", "about"};
  explicit About(Params& params) : answer_(params.Text("answer", "yes", {"哪个", "which"})) {}
  void Run(Step&) const override {}
  bool Concerns(const Node& asking, const std::vector<Node>& nodes) const override {
    return std::ranges::any_of(asking.window->answers,
                               [&](const Edge& edge) { return nodes[edge.to].id == answer_; });
  }

 private:
  std::string answer_;
};

const Registry& Parts() {
  static const Registry* const kRegistry = [] {
    auto* registry = new Registry;
    RegisterFlowParts(*registry);
    registry->Add<Work>();
    registry->Add<Jump>();
    registry->Add<Say>();
    registry->Add<Sometimes>();
    registry->Add<Bare>();
    registry->Add<About>();
    return registry;
  }();
  return *kRegistry;
}

// open -> ask. ask: everybody may say yes, or no (the pass). yes leads back to ask, else close.
Draft Clean() {
  Draft draft;
  draft.AddNode("open", "work");  // line 1
  NodeSpec& ask = draft.AddNode("ask", "work");
  ask.window.emplace();
  ask.window->ask = Who::kAll;
  ask.window->pass = "no";
  ask.window->defaults = {{"no", {}}};
  draft.AddNode("yes", "say");
  draft.AddNode("no", "say");
  draft.AddNode("close", "work").end = true;  // line 5
  draft.AddEdge("open", "ask");               // line 101
  draft.AddAnswer("ask", "yes", 0).winners = WinnersRule::Of(Winners::kAll);
  draft.AddAnswer("ask", "no", 1);
  draft.AddEdge("ask", "close");
  draft.AddEdge("yes", "ask");  // line 105
  return draft;
}

TEST(Lint, CleanFlowHasNoFaults) { EXPECT_THAT(Clean().FaultsOf(Parts()), testing::IsEmpty()); }

// A second window that asks `who` and has the same pass.
void AskAgain(Draft& draft, Who who) {
  NodeSpec& again = draft.AddNode("again", "work");  // line 6
  again.window.emplace();
  again.window->ask = who;
  again.window->pass = "no";
  again.window->defaults = {{"no", {}}};
  draft.EdgeOf("ask", "close").to = "again";
  draft.AddAnswer("again", "yes", 0).winners = WinnersRule::Of(Winners::kAll);
  draft.AddAnswer("again", "no", 1);
  draft.AddEdge("again", "close");
}

Value InWindowOf(const char* node, const char* effect) {
  return Value::Map({{"in_window", Value::Map({{"of", node}, {"run", effect}})}});
}

struct Case {
  const char* name;
  std::function<void(Draft&)> edit;
  std::vector<std::string> faults;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class LintFault : public testing::TestWithParam<Case> {};

TEST_P(LintFault, IsReported) {
  Draft draft = Clean();
  GetParam().edit(draft);
  EXPECT_THAT(draft.FaultsOf(Parts()), testing::UnorderedElementsAreArray(GetParam().faults));
}

const Case kCases[] = {
    {"L01_unreachable",
     [](Draft& d) {
       d.AddNode("lost", "work");
       d.AddEdge("lost", "close");
     },
     {"f:6: L01: node \"lost\" cannot be reached from the entry \"open\"; lead an edge to it or "
      "take it out"}},
    {"L01_only_the_first_of_a_chain",
     [](Draft& d) {
       d.AddNode("later", "work");
       d.AddNode("lost", "work");
       d.AddEdge("lost", "later");
       d.AddEdge("later", "close");
     },
     {"f:7: L01: node \"lost\" cannot be reached from the entry \"open\"; lead an edge to it or "
      "take it out"}},
    {"L01_a_circle_of_its_own",
     [](Draft& d) {
       d.AddNode("one", "work").consumes = "air";
       d.AddNode("two", "work");
       d.AddEdge("one", "two");
       d.AddEdge("two", "one").guards = {"sometimes"};
       d.AddEdge("two", "close");
     },
     {"f:6: L01: node \"one\" cannot be reached from the entry \"open\"; lead an edge to it or "
      "take it out"}},
    {"L02_no_way_to_an_end",
     [](Draft& d) {
       d.AddNode("trap", "work").consumes = "air";
       d.AddEdge("trap", "trap");
       d.EdgeOf("yes", "ask").to = "trap";
     },
     {"f:6: L02: no end can be reached from node \"trap\"; some way from it must lead to "
      "\"close\""}},
    {"L02_no_end_at_all",
     [](Draft& d) {
       d.NodeOf("close").end = false;
       d.AddEdge("close", "close");
       d.NodeOf("close").consumes = "air";
     },
     {"f:1: L02: the flow has no end node; mark the node that closes the match with end: true"}},
    {"L03_system_cycle",
     [](Draft& d) {
       d.AddNode("back", "work");
       d.AddEdge("back", "open");
       d.EdgeOf("ask", "close").guards = {"sometimes"};
       d.AddEdge("ask", "back");
     },
     {"f:1: L03: the system may go round open -> ask -> back -> open for ever; one of these nodes "
      "must declare what it uses up (consumes: NAME), "
      "or a player's answer must lie between"}},
    {"L03_cycle_of_one_node",
     [](Draft& d) {
       d.EdgeOf("open", "ask").guards = {"sometimes"};
       d.AddEdge("open", "open");
     },
     {"f:1: L03: the system may go round open -> open for ever; one of these nodes must declare "
      "what it uses up (consumes: NAME), or a player's "
      "answer must lie between"}},
    {"L03_cycle_that_uses_something_up_is_none",
     [](Draft& d) {
       d.AddNode("back", "work").consumes = "wall";
       d.AddEdge("back", "open");
       d.EdgeOf("ask", "close").guards = {"sometimes"};
       d.AddEdge("ask", "back");
     },
     {}},
    {"L03_cycle_beside_a_node_that_uses_something_up",
     [](Draft& d) {
       d.AddNode("back", "work").consumes = "wall";
       d.AddEdge("back", "open");
       d.EdgeOf("ask", "close").guards = {"sometimes"};
       d.AddEdge("ask", "back").guards = {"sometimes"};
       d.AddEdge("ask", "open");
     },
     {"f:1: L03: the system may go round open -> ask -> open for ever; one of these nodes must "
      "declare what it uses up (consumes: NAME), or a "
      "player's answer must lie between"}},
    {"L03_answers_taken_by_themselves",
     [](Draft& d) { d.NodeOf("ask").window->auto_single = true; },
     {"f:2: L03: the system may go round ask -> yes -> ask for ever; one of these nodes must "
      "declare what it uses up (consumes: NAME), or a "
      "player's answer must lie between"}},
    {"L04_dead_end",
     [](Draft& d) { d.Drop("yes", "ask"); },
     {"f:3: L04: node \"yes\" is a dead end: it has no window and no system edge; add then: or "
      "mark it end: true"}},
    {"L04_all_pass",
     [](Draft& d) {
       d.Drop("ask", "close");
       d.EdgeOf("yes", "ask").to = "close";
     },
     {"f:2: L04: node \"ask\" is a dead end when everybody answers \"no\" or nobody is asked; add "
      "then: with what the system does then"}},
    {"L05_no_rule",
     [](Draft& d) { d.EdgeOf("ask", "yes").winners = {}; },
     {"f:102: L05: up to 4 seats may answer \"yes\" in the window of \"ask\", and nothing says who "
      "wins when 2 do; add winners: all or winners: "
      "nearest"}},
    {"L05_one_seat_needs_no_rule",
     [](Draft& d) {
       d.EdgeOf("ask", "yes").winners = {};
       d.NodeOf("ask").window->ask = Who::kNext;
     },
     {}},
    {"L05_who_leaves_one_seat",
     [](Draft& d) {
       d.EdgeOf("ask", "yes").winners = {};
       d.EdgeOf("ask", "yes").who = Who::kNext;
     },
     {}},
    {"L05_waiting_for_all_is_no_rule",
     [](Draft& d) {
       d.EdgeOf("ask", "yes").winners = {};
       d.NodeOf("ask").window->wait_for_all = true;
     },
     {"f:102: L05: up to 4 seats may answer \"yes\" in the window of \"ask\", and nothing says who "
      "wins when 2 do; add winners: all or winners: "
      "nearest"}},
    {"L05_rule_with_a_gap",
     [](Draft& d) { d.EdgeOf("ask", "yes").winners.by_count[4] = Winners::kUnset; },
     {"f:102: L05: up to 4 seats may answer \"yes\" in the window of \"ask\", and nothing says who "
      "wins when 4 do; add winners: all or winners: "
      "nearest"}},
    {"L05_two_answers_of_one_rank",
     [](Draft& d) {
       d.AddNode("sure", "say");
       d.AddEdge("sure", "ask");
       d.AddAnswer("ask", "sure", 0).winners = WinnersRule::Of(Winners::kAll);
     },
     {"f:107: L05: two seats may answer \"yes\" and \"sure\" at once in the window of \"ask\", and "
      "both are of one rank; put one before the other, "
      "or give both the same winners: (nearest or abort, not all)"}},
    {"L05_two_answers_of_one_rank_by_one_seat",
     [](Draft& d) {
       d.AddNode("sure", "say");
       d.AddEdge("sure", "ask");
       d.AddAnswer("ask", "sure", 0);
       d.NodeOf("ask").window->ask = Who::kSelf;
     },
     {}},
    {"L05_two_answers_of_one_rank_nearest",
     [](Draft& d) {
       d.AddNode("sure", "say");
       d.AddEdge("sure", "ask");
       d.AddAnswer("ask", "sure", 0).winners = WinnersRule::Of(Winners::kNearest);
       d.EdgeOf("ask", "yes").winners = WinnersRule::Of(Winners::kNearest);
     },
     {}},
    {"L06_system_edge_twice",
     [](Draft& d) {
       d.EdgeOf("open", "ask").guards = {"sometimes"};
       d.AddEdge("open", "ask").guards = {"sometimes"};
       d.AddEdge("open", "close");
     },
     {"f:106: L06: the system edge open -> ask is written twice with the same guards; take one "
      "out"}},
    {"L06_answer_twice",
     [](Draft& d) { d.AddAnswer("ask", "yes", 0).winners = WinnersRule::Of(Winners::kAll); },
     {"f:106: L06: the answer \"yes\" of the window of \"ask\" is written twice for the same seats "
      "with the same guards; take one out"}},
    {"L07_shadowed_system_edge",
     [](Draft& d) { d.AddEdge("open", "close").guards = {"sometimes"}; },
     {"f:106: L07: the system edge open -> close is never taken: open -> ask comes before it and "
      "has no guard; put it before that edge or give "
      "that edge an if:"}},
    {"L07_edge_a_hook_may_follow_is_not_shadowed",
     [](Draft& d) {
       d.NodeOf("open").type = "jump";
       d.NodeOf("open").params = Value::Map({{"to", "close"}});
       d.AddEdge("open", "close");
     },
     {}},
    {"L07_a_word_that_is_no_node_is_not_followed",
     [](Draft& d) {
       d.NodeOf("open").hooks[Hook::kProcessSettle] = {
           Value::Map({{"bare", Value::Map({{"word", "close"}})}})};
       d.AddEdge("open", "close");
     },
     {"f:106: L07: the system edge open -> close is never taken: open -> ask comes before it and "
      "has no guard; put it before that edge or give that edge an if:"}},
    {"L07_shadowed_answer",
     [](Draft& d) {
       EdgeSpec& again = d.AddAnswer("ask", "yes", 0);
       again.winners = WinnersRule::Of(Winners::kAll);
       again.guards = {"sometimes"};
     },
     {"f:106: L07: the answer \"yes\" of the window of \"ask\" is never taken a second time: the "
      "same answer comes before it, for the same seats "
      "and without a guard; put it before that one or give that one an if:"}},
    {"L07_edge_out_of_a_pass",
     [](Draft& d) { d.AddEdge("no", "close"); },
     {"f:106: L07: no edge out of \"no\" is ever taken: it is only the pass of a window, after "
      "which then: of the window's node goes on; take its "
      "then: out"}},
    {"L08_no_default",
     [](Draft& d) { d.NodeOf("ask").window->defaults.clear(); },
     {"f:2: L08: the window of \"ask\" has no default; say what a seat plays when its time is up"}},
    {"L08_conditions_only",
     [](Draft& d) { d.NodeOf("ask").window->defaults = {{"no", {"sometimes"}}}; },
     {"f:2: L08: every default of the window of \"ask\" has a condition; end the list with one "
      "that has none"}},
    {"L09_nobody_asks",
     [](Draft& d) {
       d.AddNode("shout", "say");
       d.AddEdge("shout", "ask");
     },
     {"f:6: L09: node \"shout\" is a player's, but no window has it among its answers; add it to "
      "one or take it out"}},
    {"L10_answer_that_is_the_systems",
     [](Draft& d) { d.AddAnswer("ask", "open", 0).winners = WinnersRule::Of(Winners::kNearest); },
     {"f:106: L05: two seats may answer \"yes\" and \"open\" at once in the window of \"ask\", and "
      "both are of one rank; put one before the other, "
      "or give both the same winners: (nearest or abort, not all)",
      "f:106: L10: the window of \"ask\" has the answer \"open\", which is the system's and no "
      "player can give; reach it by then:"}},
    {"L10_system_edge_to_a_players_node",
     [](Draft& d) { d.EdgeOf("open", "ask").to = "yes"; },
     {"f:101: L10: the system edge open -> yes leads to a player's node; make it an answer of a "
      "window, or lead the edge to a node of the "
      "system"}},
    {"L11_no_answers",
     [](Draft& d) {
       d.Drop("ask", "yes");
       d.Drop("ask", "no");
       d.NodeOf("ask").window->pass = "";
       d.NodeOf("ask").window->defaults.clear();
       std::erase_if(d.nodes, [](const NodeSpec& node) { return node.type == "say"; });
       d.Drop("yes", "ask");
     },
     {"f:2: L11: the window of \"ask\" has no answers; name what the asked seats may do, or take "
      "the window out"}},
    {"L11_pass_only",
     [](Draft& d) {
       d.Drop("ask", "yes");
       d.Drop("yes", "ask");
       std::erase_if(d.nodes, [](const NodeSpec& node) { return node.id == "yes"; });
     },
     {"f:2: L11: the window of \"ask\" has only the pass \"no\", so nobody is ever asked; name "
      "what else the asked seats may do"}},
    {"L12_end_goes_on",
     [](Draft& d) { d.AddEdge("close", "ask").guards = {"sometimes"}; },
     {"f:2: L03: the system may go round ask -> close -> ask for ever; one of these nodes must "
      "declare what it uses up (consumes: NAME), or a "
      "player's answer must lie between",
      "f:106: L12: node \"close\" is an end, but an edge leads on to \"ask\"; take one of the two "
      "out"}},
    {"L12_end_asks",
     [](Draft& d) {
       d.NodeOf("ask").end = true;
       d.Drop("ask", "close");
       d.EdgeOf("yes", "ask").to = "close";
     },
     {"f:2: L12: node \"ask\" is an end and has a window, which would never open; take one of the "
      "two out"}},
    {"L13_abort_to_a_players_node",
     [](Draft& d) {
       d.EdgeOf("ask", "yes").winners.by_count[3] = Winners::kAbort;
       d.EdgeOf("ask", "yes").winners.abort_to = "yes";
     },
     {"f:102: L13: the answer \"yes\" of the window of \"ask\" may abort to \"yes\", which is a "
      "player's node; name a node of the system"}},
    {"L13_abort_to_a_dead_end",
     [](Draft& d) {
       d.AddNode("void", "work");
       d.EdgeOf("ask", "yes").winners.by_count[3] = Winners::kAbort;
       d.EdgeOf("ask", "yes").winners.abort_to = "void";
     },
     {"f:6: L04: node \"void\" is a dead end: it has no window and no system edge; add then: or "
      "mark it end: true",
      "f:102: L13: the answer \"yes\" of the window of \"ask\" may abort to \"void\", from which "
      "no system edge leads on; add then: to it or mark it "
      "end: true"}},
    {"L13_abort_to_an_end_is_none",
     [](Draft& d) {
       d.EdgeOf("ask", "yes").winners.by_count[3] = Winners::kAbort;
       d.EdgeOf("ask", "yes").winners.abort_to = "close";
     },
     {}},
    {"L14_effect_after_two_questions",
     [](Draft& d) {
       AskAgain(d, Who::kSelf);
       d.NodeOf("no").hooks[Hook::kSetStates] = {"bare"};
     },
     {"f:4: L14: states: the effect \"bare\" of \"no\" runs after answers to \"ask\" (asks all) "
      "and to \"again\" (asks self); name the window it is "
      "meant for: {in_window: {of: ask, run: bare}}"}},
    {"L14_the_same_question_twice_is_one",
     [](Draft& d) {
       AskAgain(d, Who::kAll);
       d.NodeOf("no").hooks[Hook::kSetStates] = {"bare"};
     },
     {}},
    {"L14_a_window_is_named",
     [](Draft& d) {
       AskAgain(d, Who::kSelf);
       d.NodeOf("no").hooks[Hook::kSetStates] = {InWindowOf("again", "bare"), "about"};
     },
     {}},
    {"L15_a_window_that_does_not_ask_for_it",
     [](Draft& d) {
       AskAgain(d, Who::kSelf);
       d.AddNode("other", "say");
       d.AddAnswer("again", "other", 1);
       d.AddEdge("other", "close");
       d.NodeOf("other").hooks[Hook::kProcessAction] = {InWindowOf("ask", "bare")};
     },
     {"f:7: L15: action: the effect \"in_window\" of \"other\" can never do anything: none of the "
      "windows that ask for \"other\" (\"again\") concerns "
      "it; check the nodes it names, or take it out"}},
    {"L15_an_answer_that_no_window_has",
     [](Draft& d) {
       d.NodeOf("no").hooks[Hook::kSetStates] = {
           Value::Map({{"about", Value::Map({{"answer", "yess"}})}})};
     },
     {"f:4: L15: states: the effect \"about\" of \"no\" can never do anything: none of the windows "
      "that ask for \"no\" (\"ask\") concerns it; check "
      "the nodes it names, or take it out"}},
    {"L15_nor_in_a_window_that_is_named",
     [](Draft& d) {
       d.NodeOf("no").hooks[Hook::kSetStates] = {Value::Map(
           {{"in_window",
             Value::Map({{"of", "ask"},
                         {"run", Value::Map({{"about", Value::Map({{"answer", "yess"}})}})}})}})};
     },
     {"f:4: L15: states: the effect \"in_window\" of \"no\" can never do anything: none of the "
      "windows that ask for \"no\" (\"ask\") concerns it; "
      "check the nodes it names, or take it out"}},
    {"L15_a_window_of_a_node_that_is_not_there",
     [](Draft& d) { d.NodeOf("no").hooks[Hook::kSetStates] = {InWindowOf("aks", "bare")}; },
     {"P04: there is no node \"aks\" (did you mean \"ask\"?)"}},
    {"L22_who_and_ask_never_meet",
     [](Draft& d) {
       d.NodeOf("ask").window->ask = Who::kNext;
       d.EdgeOf("ask", "yes").who = Who::kPrevious;
     },
     {"f:2: L22: nobody is ever asked: the window of \"ask\" asks seat 1 when seat 0 moves (ask: "
      "next), and \"yes\" is for seat 3 (who: previous); "
      "change ask: or who: so that they meet, or take the window out"}},
    {"L23_an_answer_for_nobody",
     [](Draft& d) {
       d.NodeOf("ask").window->ask = Who::kOthers;
       d.AddNode("sure", "say");
       d.AddEdge("sure", "ask");
       d.AddAnswer("ask", "sure", 1).who = Who::kSelf;
     },
     {"f:107: L23: the answer \"sure\" can be given by nobody: the window of \"ask\" asks seats 1, "
      "2, 3 when seat 0 moves (ask: others), and \"sure\" "
      "is for seat 0 (who: self); change its who:, or take it out"}},
};

INSTANTIATE_TEST_SUITE_P(All, LintFault, testing::ValuesIn(kCases),
                         [](const auto& named) { return std::string(named.param.name); });

TEST(Lint, TellsEverythingAtOnce) {
  Draft draft = Clean();
  draft.AddNode("lost", "work");
  draft.EdgeOf("ask", "yes").winners = {};
  draft.NodeOf("ask").window->defaults.clear();
  std::vector<std::string> codes;
  for (const std::string& text : draft.FaultsOf(Parts()))
    codes.push_back(text.substr(text.find('L'), 3));
  EXPECT_THAT(codes, testing::UnorderedElementsAre("L01", "L04", "L05", "L08"));
}

}  // namespace
}  // namespace mlf::lint_test
