// The window proof on small flows. Each fault is seeded once, in the data of a window or in a wrong
// Decide.
#include <mlf/flow/claim_limit.h>
#include <mlf/flow/prove.h>
#include "tests/flow/plain_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace mlf::prove_test {
namespace {

using plain::Say;
using plain::Sometimes;
using plain::Work;

// An answer that needs a number of pieces equal to the one in question, or that is for the first
// asked seat.
class Take final : public PlayerNode, public ClaimLimit {
 public:
  static constexpr PartInfo kInfo{"take", 1, "取", "take"};
  explicit Take(Params& params)
      : holds_(params.Int("holds", 0, 0, 9, {"张数", "how many"})),
        first_(params.Bool("first", false, {"只限第一家", "only the first seat"})) {
    params.OffersTo(OfferedTo::kBoth);
    params.Brings(kBystanderTopic);
  }
  int Holds() const override { return holds_; }
  bool FirstInTurn() const override { return first_; }

 private:
  int holds_;
  bool first_;
};

class Heap final : public Part, public LogicComponent, public PieceSupply {
 public:
  static constexpr std::string_view kRole = "heap";
  static constexpr PartInfo kInfo{"heap", 1, "堆", "heap"};
  int MostCopies() const override { return 4; }
};

const Registry& Parts() {
  static const Registry* const kRegistry = [] {
    auto* registry = new Registry;
    RegisterFlowParts(*registry);
    registry->Add<Work>();
    registry->Add<Say>();
    registry->Add<Take>();
    registry->Add<Heap>();
    registry->Add<Sometimes>();
    return registry;
  }();
  return *kRegistry;
}

struct Answer {
  std::string id;
  int rank = 0;
  Winners winners = Winners::kAll;
  int holds = 0;
  bool first = false;
};

// throw: the others may give `answers` or pass. The answers lead back to throw, else close.
std::shared_ptr<const Flow> Claims(const std::vector<Answer>& answers,
                                   const std::function<void(WindowSpec&)>& change = {}) {
  FlowBuilder builder(Parts());
  builder.SetSeats(4);
  builder.PushPart("heap", Value("heap"));
  builder.PushActionNode({.id = "open", .type = "work"});
  NodeSpec node{.id = "throw", .type = "work"};
  node.window.emplace();
  node.window->ask = Who::kOthers;
  node.window->pass = "no";
  node.window->defaults = {{"no", {}, {}}};
  if (change) change(*node.window);
  builder.PushActionNode(std::move(node));
  builder.PushActionNode({.id = "no", .type = "say"});
  builder.PushActionNode({.id = "close", .type = "work", .end = true});
  builder.PushEdge({.from = "open", .to = "throw"});
  for (const Answer& answer : answers) {
    Value params = Value::Map();
    params.Set("holds", Value(std::to_string(answer.holds)));
    params.Set("first", Value(answer.first ? "on" : "off"));
    builder.PushActionNode({.id = answer.id, .type = "take", .params = params});
    builder.PushEdge({.from = "throw",
                      .to = answer.id,
                      .player = true,
                      .rank = answer.rank,
                      .winners = WinnersRule::Of(answer.winners)});
    builder.PushEdge({.from = answer.id, .to = "throw"});
  }
  builder.PushEdge({.from = "throw", .to = "no", .player = true, .rank = 9});
  builder.PushEdge({.from = "throw", .to = "close"});
  auto flow = builder.Build();
  EXPECT_TRUE(flow.ok()) << FaultText(flow.faults());
  return flow.ok() ? *flow : nullptr;
}

// Any number may win, one may take three, one may take two, the first may run.
std::vector<Answer> Usual() {
  return {{"win", 0, Winners::kAll},
          {"three", 1, Winners::kNearest, 3},
          {"two", 2, Winners::kNearest, 2},
          {"run", 3, Winners::kNearest, 0, true}};
}

std::vector<std::string> Names(const WindowProof& proof) {
  std::vector<std::string> names;
  for (const Counterexample& example : proof.faults)
    names.emplace_back(ProofFaultName(example.fault));
  return names;
}

// The proof of the window of `throw` after a change to the compiled nodes.
WindowProof After(const Flow& flow, const std::function<void(std::vector<Node>&, Window&)>& change,
                  int copies = 4, DecideFunction decide = Decide) {
  std::vector<Node> nodes = flow.nodes();
  const NodeIndex at = flow.Find("throw");
  change(nodes, *nodes[at].window);
  const Prover prover(nodes, flow.seats(), copies, decide);
  WindowProof proof = prover.Of(at);
  for (const Counterexample& example : proof.faults) {
    const Label text = prover.Explain(example);
    EXPECT_FALSE(text.zh.empty() || text.en.empty());
    // The reported case is a counterexample on its own.
    if (example.fault != ProofFault::kTooMany && example.fault != ProofFault::kNobody &&
        example.fault != ProofFault::kUnused) {
      EXPECT_THAT(Names(prover.Of(example.offers)),
                  testing::Contains(std::string(ProofFaultName(example.fault))))
          << text.en;
      EXPECT_EQ(prover.Outside(example.offers), "") << text.en;
    }
  }
  // A change that the proof notices changes what it reads.
  const Prover before(flow);
  if (decide == Decide && Names(before.Of(at)) != Names(proof)) {
    EXPECT_NE(prover.Inputs(at), before.Inputs(at));
  }
  return proof;
}

std::string TextOf(const Flow& flow, const Counterexample& example) {
  return Prover(flow).Explain(example).en;
}

void NoChange(std::vector<Node>&, Window&) {}

TEST(Prove, HoldsAndCounts) {
  const auto flow = Claims({{"win", 0, Winners::kAll}});
  const std::vector<WindowProof> proofs = Prover(*flow).All();
  ASSERT_EQ(proofs.size(), 1u);
  EXPECT_TRUE(proofs[0].holds()) << TextOf(*flow, proofs[0].faults[0]);
  // Each of three seats has nothing, win, or win and no: 27 sets minus the empty one, for each of
  // four actors.
  EXPECT_EQ(proofs[0].offer_sets, 4u * 26);
  // Each seat is not asked, or answers in 1 + 2 ways: (1 + 3)^3 - 1.
  EXPECT_EQ(proofs[0].answers, 4u * 63);
  // One seat asked: 1 order; two: 2; three: 6.
  EXPECT_EQ(proofs[0].orders, 4u * (3 * 3 + 3 * 9 * 2 + 27 * 6));
}

TEST(Prove, UsualClaimsHold) {
  const auto flow = Claims(Usual());
  const WindowProof proof = Prover(*flow).Of(flow->Find("throw"));
  EXPECT_TRUE(proof.holds()) << TextOf(*flow, proof.faults[0]);
  EXPECT_GT(proof.offer_sets, 1000u);
}

TEST(Prove, AllWaysToDecideHold) {
  for (const bool wait : {false, true}) {
    for (const bool in_turn : {false, true}) {
      for (const Winners first : {Winners::kAll, Winners::kNearest}) {
        for (const Winners second : {Winners::kAll, Winners::kNearest}) {
          const auto flow =
              Claims({{"win", 0, first}, {"take", 1, second}}, [&](WindowSpec& window) {
                window.wait_for_all = wait;
                window.in_turn = in_turn;
              });
          const WindowProof proof = Prover(*flow).Of(flow->Find("throw"));
          EXPECT_TRUE(proof.holds()) << TextOf(*flow, proof.faults[0]);
        }
      }
    }
  }
}

// Rules by number of claimants: the window decides once no further claimant could change the
// outcome.
TEST(Prove, RulesByNumberHold) {
  const auto flow = Claims({{"win", 0, Winners::kAll}, {"take", 1, Winners::kNearest}});
  const NodeIndex close = flow->Find("close");
  for (const Winners two : {Winners::kAll, Winners::kNearest, Winners::kAbort}) {
    for (const Winners three : {Winners::kAll, Winners::kNearest, Winners::kAbort}) {
      const WindowProof proof = After(*flow, [&](std::vector<Node>&, Window& window) {
        window.answers[0].winners.by_count[2] = two;
        window.answers[0].winners.by_count[3] = three;
        window.answers[0].abort_to = close;
      });
      EXPECT_TRUE(proof.holds()) << TextOf(*flow, proof.faults[0]);
    }
  }
}

TEST(Prove, BystandersHold) {
  const auto flow = Claims({{"bet", 0, Winners::kAll}}, [](WindowSpec& window) {
    window.ask = Who::kBystanders;
    window.wait_for_all = true;
  });
  const WindowProof proof = Prover(*flow).Of(flow->Find("throw"));
  EXPECT_TRUE(proof.holds()) << TextOf(*flow, proof.faults[0]);
  EXPECT_EQ(proof.offer_sets, 4u * 80);
}

// ---- what the pieces allow ----

TEST(Prove, TheSupplySaysHowManyMayClaim) {
  const auto flow = Claims(Usual());
  const NodeIndex at = flow->Find("throw");
  const auto offers = [&](std::vector<std::pair<int, std::vector<int>>> seats) {
    OfferSet set{.node = at, .actor = 0};
    for (const auto& [seat, answers] : seats) {
      for (const int answer : answers) set.offered[static_cast<std::size_t>(seat)] |= 1u << answer;
    }
    return set;
  };
  const Prover four(flow->nodes(), 4, 4);
  const Prover five(flow->nodes(), 4, 5);
  const Prover six(flow->nodes(), 4, 6);
  enum { kWin, kThree, kTwo, kRun, kNo };
  EXPECT_EQ(four.Outside(offers({{1, {kTwo, kNo}}, {2, {kWin, kNo}}, {3, {kWin}}})), "");
  EXPECT_EQ(four.Outside(offers({{1, {kThree, kTwo, kNo}}})), "")
      << "a seat takes three out of the same pieces as two";
  EXPECT_THAT(four.Outside(offers({{1, {kTwo, kNo}}, {2, {kTwo, kNo}}})),
              testing::HasSubstr("would hold 4 pieces, and there are only 3"));
  EXPECT_EQ(five.Outside(offers({{1, {kTwo, kNo}}, {2, {kTwo, kNo}}})), "");
  EXPECT_NE(five.Outside(offers({{1, {kTwo, kNo}}, {2, {kThree, kNo}}})), "");
  EXPECT_EQ(six.Outside(offers({{1, {kTwo, kNo}}, {2, {kThree, kNo}}})), "");
  EXPECT_THAT(four.Outside(offers({{1, {kWin, kNo}}, {2, {kRun, kNo}}})),
              testing::HasSubstr("only the first asked seat"));
  EXPECT_EQ(four.Outside(offers({{2, {kRun, kNo}}, {3, {kWin, kNo}}})), "");
  EXPECT_THAT(four.Outside(offers({{1, {kNo}}})), testing::HasSubstr("beside others"));
  EXPECT_THAT(four.Outside(offers({{0, {kWin}}})), testing::HasSubstr("not among those asked"));
}

TEST(Prove, OneSeatOfAnAnswerIsItsOwn) {
  auto flow = Claims({{"win", 0, Winners::kAll}});
  const WindowProof proof = After(
      *flow, [](std::vector<Node>&, Window& window) { window.answers[0].who = Who::kOpposite; });
  EXPECT_TRUE(proof.holds());
  EXPECT_EQ(proof.offer_sets, 4u * 2);
}

// ---- seeded faults: data ----

TEST(Prove, ATieWithoutARuleIsFound) {
  const auto flow = Claims(Usual());
  const auto drop = [](std::vector<Node>&, Window& window) { window.answers[0].winners = {}; };
  const WindowProof proof = After(*flow, drop);
  ASSERT_THAT(Names(proof), testing::ElementsAre("no_rule"));
  EXPECT_EQ(
      TextOf(*flow, proof.faults[0]),
      "window of throw (actor 0): offered 1: win; 2: win, answered in this order: 1 win, 2 win: "
      "several gave the best answer and no rule says who of them wins (winners: is missing)");
}

// The lints require a rule wherever two seats may be asked. The proof knows that there is only one
// pair, unless a wildcard replaces a piece.
TEST(Prove, TwoSeatsMayTakeTwoOnlyWithAWildcard) {
  const auto drop = [](std::vector<Node>&, Window& window) { window.answers[2].winners = {}; };
  EXPECT_TRUE(After(*Claims(Usual()), drop).holds());
  std::vector<Answer> wild = Usual();
  wild[2].holds = 1;
  EXPECT_THAT(Names(After(*Claims(wild), drop)), testing::ElementsAre("no_rule"));
  EXPECT_THAT(Names(After(*Claims(Usual()), drop, 5)), testing::ElementsAre("no_rule"))
      << "nor with a fifth copy";
  EXPECT_THAT(Names(After(*Claims(Usual()), drop, 0)), testing::ElementsAre("no_rule"))
      << "nor where nothing is known of the pieces";
}

TEST(Prove, WinnersOfDifferentNodesAreFound) {
  const auto flow = Claims({{"win", 0, Winners::kAll}, {"take", 1, Winners::kAll}});
  const WindowProof proof =
      After(*flow, [](std::vector<Node>&, Window& window) { window.answers[1].rank = 0; });
  EXPECT_THAT(Names(proof), testing::ElementsAre("two_nodes"));
}

TEST(Prove, RulesThatDifferAreNone) {
  const auto flow = Claims({{"win", 0, Winners::kAll}, {"take", 1, Winners::kNearest}});
  const WindowProof proof =
      After(*flow, [](std::vector<Node>&, Window& window) { window.answers[1].rank = 0; });
  EXPECT_THAT(Names(proof), testing::Contains("no_rule"));
}

TEST(Prove, AWindowThatAsksNobodyIsFound) {
  const auto flow = Claims({{"win", 0, Winners::kAll}});
  std::vector<Node> nodes = flow->nodes();
  const NodeIndex at = flow->Find("throw");
  nodes[at].window->ask = Who::kNext;
  nodes[at].window->answers[0].who = Who::kPrevious;
  const Prover prover(nodes, 4, 4);
  const WindowProof proof = prover.Of(at);
  ASSERT_THAT(Names(proof), testing::ElementsAre("nobody"));
  EXPECT_EQ(prover.Explain(proof.faults[0]).en,
            "window of throw: nobody is ever asked (when 0 moves it asks 1; its answers: win "
            "(previous), no (all))");
}

TEST(Prove, AnAnswerThatIsNeverOfferedIsFound) {
  const auto flow = Claims({{"win", 0, Winners::kAll}, {"take", 1, Winners::kNearest}});
  const auto second = [](std::vector<Node>&, Window& window) {
    window.ask = Who::kNext;
    window.answers[1].who = Who::kPrevious;
  };
  EXPECT_THAT(Names(After(*flow, second)), testing::ElementsAre("unused"));
  // The pass precedes the other answers, so it is offered only beside stronger ones.
  std::vector<Node> nodes = flow->nodes();
  const NodeIndex at = flow->Find("throw");
  for (Edge& answer : nodes[at].window->answers) answer.pass = false;
  std::rotate(nodes[at].window->answers.begin(), nodes[at].window->answers.end() - 1,
              nodes[at].window->answers.end());
  for (std::size_t i = 0; i < nodes[at].window->answers.size(); ++i)
    nodes[at].window->answers[i].answer = static_cast<std::uint8_t>(i);
  EXPECT_THAT(Names(Prover(nodes, 4, 4).Of(at)), testing::Not(testing::Contains("unused")))
      << "say offers itself alone as well";
}

// Digs for sand, which may run out.
class Dig final : public ActionNode {
 public:
  std::string_view may_lack() const override { return "sand"; }
};

TEST(Prove, AWayOnThatMayFindNothingIsFound) {
  const auto flow = Claims({{"win", 0, Winners::kAll}});
  const Dig dig;
  // win -> throw and throw -> close become win -> close -> throw. close digs, and no edge covers
  // that it found nothing.
  const WindowProof proof = After(*flow, [&](std::vector<Node>& nodes, Window&) {
    const NodeIndex close = flow->Find("close"), win = flow->Find("win");
    nodes[close].impl = &dig;
    nodes[close].end = false;
    nodes[close].then = nodes[win].then;
    nodes[win].then[0].to = close;
  });
  ASSERT_THAT(Names(proof), testing::ElementsAre("lacks"));
  EXPECT_EQ(proof.faults[0].lacks, flow->Find("close"));
}

TEST(Prove, MissingEdgesAreFound) {
  const auto flow = Claims(Usual());
  const NodeIndex at = flow->Find("throw"), win = flow->Find("win");
  EXPECT_THAT(
      Names(After(*flow, [&](std::vector<Node>& nodes, Window&) { nodes[at].then.clear(); })),
      testing::ElementsAre("no_edge"))
      << "all pass";
  EXPECT_THAT(
      Names(After(*flow, [&](std::vector<Node>& nodes, Window&) { nodes[win].then.clear(); })),
      testing::ElementsAre("no_edge"))
      << "a winner";
  EXPECT_THAT(Names(After(*flow, [&](std::vector<Node>&,
                                     Window& window) { window.answers[0].to = kNoNode; })),
              testing::ElementsAre("no_edge"));
  const auto abort = [](std::vector<Node>&, Window& window) {
    window.answers[0].winners.by_count.fill(Winners::kAbort);
    window.answers[0].abort_to = kNoNode;
  };
  EXPECT_THAT(Names(After(*flow, abort)), testing::ElementsAre("no_edge"));
}

// An edge with a guard may be absent when needed.
TEST(Prove, OnlyGuardedEdgesAreNoWayOn) {
  FlowBuilder builder(Parts());
  builder.SetSeats(4);
  builder.PushActionNode({.id = "open", .type = "work"});
  NodeSpec node{.id = "throw", .type = "work"};
  node.window.emplace();
  node.window->ask = Who::kOthers;
  node.window->pass = "no";
  node.window->defaults = {{"no", {}, {}}};
  builder.PushActionNode(std::move(node));
  builder.PushActionNode({.id = "win", .type = "say"})
      .PushActionNode({.id = "no", .type = "say"})
      .PushActionNode({.id = "close", .type = "work", .end = true});
  builder.PushEdge({.from = "open", .to = "throw"}).PushEdge({.from = "win", .to = "throw"});
  builder.PushEdge(
      {.from = "throw", .to = "win", .player = true, .winners = WinnersRule::Of(Winners::kAll)});
  builder.PushEdge({.from = "throw", .to = "no", .player = true, .rank = 1});
  EdgeSpec last{.from = "throw", .to = "close"};
  last.guards.push_back(Value("sometimes"));
  builder.PushEdge(last);
  const auto flow = builder.Build();
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const WindowProof proof = Prover(**flow).Of((*flow)->Find("throw"));
  ASSERT_THAT(Names(proof), testing::ElementsAre("no_edge"));
  EXPECT_EQ(TextOf(**flow, proof.faults[0]),
            "window of throw (actor 0): offered 1: win no, answered in this order: 1 no: no edge "
            "that can always be taken leads on from there "
            "(each has a guard, or there is none)");
}

TEST(Prove, TooManyCasesAreSaid) {
  std::vector<Answer> many;
  for (int i = 0; i < 9; ++i) many.push_back({"a" + std::to_string(i), i, Winners::kNearest});
  const auto flow = Claims(many);
  EXPECT_THAT(Names(Prover(*flow).Of(flow->Find("throw"))), testing::ElementsAre("too_many"));
}

// ---- seeded faults: Decide ----

SeatMask Open(const WindowState& state) {
  return state.asked & static_cast<SeatMask>(~state.answered);
}

Decision NeverDecides(const Window&, const WindowState&, Seat, int) { return {}; }

Decision WaitsForAll(const Window& window, const WindowState& state, Seat actor, int seats) {
  return Open(state) != 0 ? Decision{} : Decide(window, state, actor, seats);
}

// A Decide that ignores other open answers.
Decision AtOnce(const Window& window, const WindowState& state, Seat actor, int seats) {
  WindowState alone = state;
  alone.asked = state.answered;
  return Decide(window, alone, actor, seats);
}

// The last answer wins. It is derived from the state, so it depends on who has answered and not on
// memory.
Decision FirstComeFirstServed(const Window& window, const WindowState& state, Seat actor,
                              int seats) {
  Decision decision = AtOnce(window, state, actor, seats);
  if (decision.winners == 0 && Open(state) != 0) return {};
  return decision;
}

Decision FarthestWins(const Window& window, const WindowState& state, Seat actor, int seats) {
  Decision decision = Decide(window, state, actor, seats);
  SeatMask given = 0;
  ForEachSeat(state.answered, [&](Seat seat) {
    if (window.answers[state.answers[seat].edge].rank == window.answers[decision.answer].rank)
      given |= MaskOf(seat);
  });
  if (decision.decided && std::popcount(given) > 1)
    decision.winners = given & static_cast<SeatMask>(~decision.winners);
  return decision;
}

// Wrong for one actor only: the proof assumes no symmetry of seats.
Decision WrongForActor3(const Window& window, const WindowState& state, Seat actor, int seats) {
  return actor == 3 ? WaitsForAll(window, state, actor, seats)
                    : Decide(window, state, actor, seats);
}

TEST(Prove, ADecideThatIsWrongIsFound) {
  const auto flow = Claims(Usual());
  const auto faults = [&](DecideFunction decide) {
    return Names(After(*flow, NoChange, 4, decide));
  };
  EXPECT_THAT(faults(Decide), testing::IsEmpty());
  EXPECT_THAT(faults(NeverDecides), testing::UnorderedElementsAre("never", "late"));
  EXPECT_THAT(faults(WaitsForAll), testing::UnorderedElementsAre("late"));
  EXPECT_THAT(faults(AtOnce), testing::UnorderedElementsAre("early", "order"));
  EXPECT_THAT(faults(FirstComeFirstServed), testing::UnorderedElementsAre("early", "order"));
  EXPECT_THAT(faults(WrongForActor3), testing::UnorderedElementsAre("late"));
  const auto nearest = Claims({{"win", 0, Winners::kNearest}});
  EXPECT_THAT(Names(After(*nearest, NoChange, 4, FarthestWins)), testing::Contains("winners"));
}

TEST(Prove, ACounterexampleSaysWhatToDo) {
  const auto flow = Claims({{"win", 0, Winners::kNearest}});
  const Prover prover(flow->nodes(), 4, 4, FirstComeFirstServed);
  const WindowProof proof = prover.Of(flow->Find("throw"));
  const auto order =
      std::find_if(proof.faults.begin(), proof.faults.end(),
                   [](const Counterexample& one) { return one.fault == ProofFault::kOrder; });
  ASSERT_NE(order, proof.faults.end());
  EXPECT_EQ(prover.Explain(*order).en,
            "window of throw (actor 0): offered 1: win; 2: win, answered in this order: 1 win, 2 "
            "win: the same answers in another order "
            "(2 win, 1 win) come to something else");
  EXPECT_EQ(prover.Explain(*order).zh,
            "问询窗 throw（行动者 0）：可选 1: win; 2: win，依次应答 1 win, 2 "
            "win：同样的应答按另一次序（2 win, 1 win）结果不同");
}

}  // namespace
}  // namespace mlf::prove_test
