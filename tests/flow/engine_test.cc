// The contract of the engine, on tiny flows whose nodes record what ran.
#include "toy_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

// ---- bystanders ----

// Bystanders have numbers from the number of seats up. They are asked as far as nodes offer them
// something. The seat keeps the move.
TEST(Bystanders, AreAskedAndAnswerLikeSeats) {
  for (const bool in_turn : {false, true}) {
    ToyTable table(ToyClaims{
        .say = 0b110010, .who = Who::kBystanders, .in_turn = in_turn, .wait_for_all = true}
                       .Build());
    ASSERT_EQ(table.flow->people(), kMaxSeats);
    EXPECT_EQ(table.records.flow().window.asked, 0b110000);
    EXPECT_FALSE(table.Do(1, "say"));
    EXPECT_EQ(table.response.refusal.code, RefusalCode::kWrongSeat);
    EXPECT_FALSE(table.Do(6, "say"));
    EXPECT_EQ(table.response.refusal.code, RefusalCode::kNotAsked);
    EXPECT_FALSE(table.Do(8, "say"));
    EXPECT_EQ(table.response.refusal.code, RefusalCode::kWrongSeat);
    EXPECT_EQ(table.Do(5, "say"), !in_turn) << "in turn the first bystander answers first";
    EXPECT_TRUE(table.Do(4, "say"));
    if (in_turn) {
      EXPECT_TRUE(table.Do(5, "say"));
    }
    EXPECT_EQ(table.response.status, Status::kOver);
    EXPECT_THAT(table.marks(), testing::IsSupersetOf({104, 105}));
    EXPECT_EQ(table.records.flow().actor, 0);
  }
  ToyTable passed(
      ToyClaims{.say = 0b110000, .who = Who::kBystanders, .wait_for_all = true}.Build());
  EXPECT_TRUE(passed.Do(4, "timeout"));
  EXPECT_TRUE(passed.Do(5, "no"));
  EXPECT_EQ(passed.response.status, Status::kOver);
}

TEST(Bystanders, ThereAreNoneWhereNoWindowAsksThem) {
  ToyTable table(ToyClaims{}.Build());
  EXPECT_EQ(table.flow->people(), 4);
  EXPECT_FALSE(table.Do(4, "say"));
  EXPECT_EQ(table.response.refusal.reason->id, "no_such_seat");
}

// ---- the ten hooks ----

TEST(Hooks, RunInOrderEachPartAfterTheNodesOwnCode) {
  FlowBuilder builder = ToyFlow();
  std::map<Hook, std::vector<Value>> hooks;
  for (int hook = 1; hook < kHooks; ++hook)
    hooks[static_cast<Hook>(hook)] = {Value::Map({{"note", 20 + hook}}),
                                      Value::Map({{"note", 40 + hook}})};
  builder.PushActionNode({.id = "tick", .hooks = hooks, .end = true});
  const auto flow = BuildOrDie(builder);
  ASSERT_TRUE(flow);
  std::vector<int> expected;
  for (int hook = 1; hook < kHooks; ++hook)
    expected.insert(expected.end(), {hook, 20 + hook, 40 + hook});
  EXPECT_THAT(ToyTable(flow).marks(), ElementsAreArray(expected));
}

TEST(Hooks, NamesAndKeysAreThoseOfTheDesign) {
  const char* names[] = {"Valid",
                         "BeforeProcessAction",
                         "ProcessAction",
                         "AfterProcessAction",
                         "BeforeProcessSettle",
                         "ProcessSettle",
                         "AfterProcessSettle",
                         "BeforeSetStates",
                         "SetStates",
                         "AfterSetStates"};
  for (int hook = 0; hook < kHooks; ++hook)
    EXPECT_EQ(HookName(static_cast<Hook>(hook)), names[hook]);
}

TEST(Hooks, SeeAllWinnersAndRunWinnerByWinner) {
  FlowBuilder builder = ToyFlow();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kOthers, .pass = "no", .defaults = {{.answer = "no"}}}});
  builder.PushActionNode({.id = "say",
                          .hooks = {{Hook::kProcessAction, {"score"}},
                                    {Hook::kAfterSetStates, {Value::Map({{"note", 99}})}}}});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(ToyAnswer("ask", "say", 0, WinnersRule::Of(Winners::kAll)));
  builder.PushEdge(ToyAnswer("ask", "no", 1));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "done"});
  ToyTable table(BuildOrDie(builder));
  // Seat 3 answers first, but winners are in turn order after the actor.
  EXPECT_TRUE(table.Do(3, "say"));
  EXPECT_EQ(table.response.status, Status::kWaits);
  EXPECT_TRUE(table.Do(2, "no"));
  EXPECT_TRUE(table.Do(1, "say"));
  EXPECT_EQ(table.response.status, Status::kOver);
  EXPECT_THAT(table.marks(), ElementsAre(142, 101, 99, 103, 99));
  for (const Layout::Entry& slot : table.flow->layout().entries()) {
    if (slot.name == ToyScore::kSlot) {
      EXPECT_EQ(Slot<ToyScore>(slot.offset)(table.records).points[0], 6)
          << "each of two hooks saw two winners";
    }
  }
}

// `no` answers three windows; `also` puts the question of `claims`.
TEST(Hooks, AnEffectMayMeanOneWindowOfANodeThatAnswersSeveral) {
  FlowBuilder builder = ToyFlow();
  const auto note = [](const char* window, int n) {
    return Value::Map(
        {{"in_window", Value::Map({{"of", window}, {"run", Value::Map({{"note", n}})}})}});
  };
  const WindowSpec own{.ask = Who::kSelf, .pass = "no", .defaults = {{.answer = "no"}}};
  const WindowSpec others{
      .ask = Who::kOthers, .wait_for_all = true, .pass = "no", .defaults = {{.answer = "no"}}};
  builder.PushActionNode({.id = "own", .type = "pause", .window = own});
  builder.PushActionNode({.id = "claims", .type = "pause", .window = others});
  builder.PushActionNode({.id = "also", .type = "pause", .window = others});
  builder.PushActionNode({.id = "say"});
  builder.PushActionNode(
      {.id = "no", .hooks = {{Hook::kProcessAction, {note("own", 50), note("claims", 60)}}}});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  for (const char* asking : {"own", "claims", "also"}) {
    builder.PushEdge(ToyAnswer(asking, "say", 0, WinnersRule::Of(Winners::kAll)));
    builder.PushEdge(ToyAnswer(asking, "no", 1));
  }
  builder.PushEdge({.from = "own", .to = "claims"});
  builder.PushEdge({.from = "claims", .to = "also"});
  builder.PushEdge({.from = "also", .to = "done"});
  builder.PushEdge({.from = "say", .to = "done"});
  ToyTable table(BuildOrDie(builder));
  EXPECT_TRUE(table.Do(0, "no"));
  EXPECT_THAT(table.marks(), ElementsAre(140, 50));
  for (const Seat seat : std::array<Seat, 3>{1, 2, 3}) EXPECT_TRUE(table.Do(seat, "no"));
  EXPECT_THAT(table.marks(), ElementsAre(140, 50, 141, 60, 142, 60, 143, 60));
  for (const Seat seat : std::array<Seat, 3>{1, 2, 3}) EXPECT_TRUE(table.Do(seat, "no"));
  EXPECT_EQ(table.response.status, Status::kOver);
  EXPECT_THAT(table.marks(),
              ElementsAre(140, 50, 141, 60, 142, 60, 143, 60, 141, 60, 142, 60, 143, 60));
}

// ---- versions, starts, traces, fingerprints ----

TEST(Records, VersionRisesByOnePerAcceptedActionOnly) {
  ToyClaims claims;
  ToyTable table(claims.Build());
  EXPECT_EQ(table.response.version, 0u);
  table.Do(1, "no");
  EXPECT_EQ(table.response.version, 1u);
  table.Do(1, "no");
  EXPECT_EQ(table.response.version, 1u);
  table.Do(2, "timeout");
  EXPECT_EQ(table.response.version, 2u);
}

TEST(Records, StartKeepsWhatWasGivenAndNothingOfTheEngine) {
  const auto flow = TwoHands();
  ToyTable used(flow);
  used.Do(1, "say");
  Records given = flow->Blank();
  std::memcpy(given.bytes.data() + sizeof(FlowState), used.records.bytes.data() + sizeof(FlowState),
              Records::kCapacity - sizeof(FlowState));
  flow->Start(used.records, 7, used.response);
  flow->Start(given, 7, used.response);
  EXPECT_TRUE(used.records == given)
      << "a window, an actor or a version of the match before would differ";
  EXPECT_FALSE(given == ToyTable(flow).records) << "points of the match before stay";
  flow->Start(given, 8, used.response);
  EXPECT_NE(given.flow().match_seed, used.records.flow().match_seed);
}

TEST(Records, StepsDependOnNothingElse) {
  const auto flow = TwoHands();
  ToyTable a(flow), b(flow);
  for (ToyTable* table : {&a, &b}) {
    for (const Seat seat : std::array<Seat, 3>{2, 0, 1}) table->Do(seat, "no");
  }
  EXPECT_TRUE(a.records == b.records);
  EXPECT_EQ(a.records.Hash(), b.records.Hash());
  Records copy = a.records;
  EXPECT_EQ(copy.flow().hand, 1u);
}

// The action may be a default of the response that is being written.
TEST(Records, AnActionMayLieInTheResponse) {
  ToyTable lying(TwoHands()), apart(TwoHands());
  int steps = 0;
  for (; lying.response.status != Status::kOver && steps < 100; ++steps) {
    const auto seat = static_cast<std::size_t>(std::countr_zero(lying.response.asked));
    const Action copy = apart.response.defaults[seat];
    ASSERT_TRUE(lying.Play(lying.response.defaults[seat]) && apart.Play(copy)) << steps;
    ASSERT_TRUE(lying.records == apart.records) << steps;
    const TraceEntry& last = lying.trace[lying.trace.size() - 1];
    ASSERT_TRUE(last.action == copy && last.played == copy) << steps;
  }
  EXPECT_GT(steps, 4);
  EXPECT_EQ(apart.response.status, Status::kOver);
}

TEST(Traces, KeepTheLastStepsRefusalsToo) {
  ToyClaims claims;
  ToyTable table(claims.Build());
  EXPECT_EQ(table.trace.size(), 1) << "the start";
  EXPECT_EQ(table.trace[0].path_length, 2);
  EXPECT_EQ(table.flow->node(table.trace[0].path[1]).id, "ask");
  table.Do(3, "say");
  table.Do(2, "no");
  table.Do(2, "no");
  table.Do(1, "say");
  const TraceEntry& last = table.trace[table.trace.size() - 1];
  EXPECT_EQ(table.trace[table.trace.size() - 2].code, RefusalCode::kAlreadyAnswered);
  EXPECT_EQ(last.winners, 0b1010);
  EXPECT_EQ(last.at, table.flow->Find("ask"));
  EXPECT_EQ(last.rest, table.flow->Find("done"));
  EXPECT_EQ(last.version, 3u);
  std::vector<std::string> path;
  for (int i = 0; i < last.path_length; ++i) path.push_back(table.flow->node(last.path[i]).id);
  EXPECT_THAT(path, ElementsAre("no", "say", "say", "done"));
  for (int i = 0; i < 200; ++i) table.Do(1, "no");
  EXPECT_EQ(table.trace.size(), Trace::kCapacity);
  EXPECT_EQ(table.trace.total(), 205u);
  EXPECT_EQ(table.trace[0].code, RefusalCode::kGameOver);
}

TEST(Fingerprint, IsBehaviourOnly) {
  ToyClaims claims;
  const std::uint64_t plain = claims.Build()->fingerprint();
  EXPECT_EQ(claims.Build()->fingerprint(), plain) << "the same, built twice";

  FlowBuilder named = ToyFlow();
  named.SetName("another name", {"名", "name"}).SetOptions({{"cap", "none"}});
  // The same graph with other labels, groups and positions.
  named.PushActionNode({.id = "a",
                        .type = "pause",
                        .label = {"甲", "A"},
                        .group = "opening",
                        .where = {"x.yaml", 3, 4}});
  named.PushActionNode({.id = "b", .type = "pause", .end = true});
  named.PushEdge(
      {.from = "a", .to = "b", .label = {"去", "go"}, .rare = true, .where = {"x.yaml", 9, 9}});
  FlowBuilder bare = ToyFlow();
  bare.PushActionNode({.id = "a", .type = "pause"});
  bare.PushActionNode({.id = "b", .type = "pause", .end = true});
  bare.PushEdge({.from = "a", .to = "b"});
  EXPECT_EQ(BuildOrDie(named)->fingerprint(), BuildOrDie(bare)->fingerprint());

  std::vector<ToyClaims> others(5, claims);
  others[0].say = 0b0110;                               // a parameter
  others[1].rule = WinnersRule::Of(Winners::kNearest);  // a winners rule
  others[2].in_turn = true;
  others[3].wait_for_all = true;
  others[4].who = Who::kAll;
  for (std::size_t i = 0; i < others.size(); ++i)
    EXPECT_NE(others[i].Build()->fingerprint(), plain) << i;
}

TEST(Enter, BeginsInTheMiddleOfAGame) {
  const auto flow = TwoHands();
  Records records = flow->Blank();
  Response response;
  flow->Enter(records, flow->Find("deal"), 2, response);
  EXPECT_EQ(response.status, Status::kRests);
  EXPECT_EQ(records.flow().actor, 2);
  EXPECT_EQ(response.asked, 0b111);
  flow->Enter(records, 200, 2, response);
  EXPECT_EQ(response.refusal.code, RefusalCode::kUnknownAction);
  flow->Enter(records, 0, 3, response);
  EXPECT_EQ(response.refusal.code, RefusalCode::kWrongSeat);
}

}  // namespace
}  // namespace mlf::test
