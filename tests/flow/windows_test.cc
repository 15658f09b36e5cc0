// How a window decides, and where the flow goes after it.
#include "plain_parts.h"
#include "toy_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

// ---- how windows decide ----

// "1say 2no": answers in order of arrival; the seats of `waits` show whether the window waits after
// each.
struct DecisionRow {
  const char* what;
  int say, say2;
  const char* rule;
  bool wait_for_all;
  std::vector<std::pair<int, const char*>> answers;
  int decided_after;     // number of answers given by then
  std::vector<int> ran;  // marks of what ran
};

WinnersRule Rule(const std::string& text) {
  if (text == "all") return WinnersRule::Of(Winners::kAll);
  if (text == "nearest") return WinnersRule::Of(Winners::kNearest);
  WinnersRule rule = WinnersRule::Of(Winners::kAll);
  if (text == "2 nearest, 3 all") rule.by_count[2] = Winners::kNearest;
  if (text == "3 abort") {
    rule.by_count[3] = Winners::kAbort;
    rule.abort_to = "mess";
  }
  return rule;
}

TEST(Windows, Decide) {
  const DecisionRow rows[] = {
      {"the best possible answer of the only one who could give it ends the window",
       0b0010,
       0b1110,
       "all",
       false,
       {{1, "say"}},
       1,
       {101}},
      {"a better answer is still open",
       0b0010,
       0b1110,
       "all",
       false,
       {{2, "say2"}, {3, "no"}, {1, "no"}},
       3,
       {141, 143, 122}},
      {"nobody can beat it or be nearer", 0b0000, 0b1110, "all", false, {{1, "say2"}}, 1, {121}},
      {"somebody nearer may join a nearest rule",
       0b0000,
       0b1110,
       "all",
       false,
       {{3, "say2"}, {2, "no"}, {1, "say2"}},
       3,
       {142, 121}},
      {"all: everybody who can join is waited for",
       0b1010,
       0b1110,
       "all",
       false,
       {{1, "say"}, {3, "say"}},
       2,
       {101, 103}},
      {"all: those who cannot join are not",
       0b1010,
       0b1110,
       "all",
       false,
       {{2, "say2"}, {1, "say"}, {3, "say"}},
       3,
       {101, 103}},
      {"nearest of three, given by the nearest",
       0b1110,
       0,
       "nearest",
       false,
       {{1, "say"}},
       1,
       {101}},
      {"nearest of three, given from afar",
       0b1110,
       0,
       "nearest",
       false,
       {{3, "say"}, {2, "say"}, {1, "no"}},
       3,
       {141, 102}},
      {"two want it: the nearest",
       0b1110,
       0,
       "2 nearest, 3 all",
       false,
       {{3, "say"}, {2, "say"}, {1, "no"}},
       3,
       {141, 102}},
      {"three want it: all",
       0b1110,
       0,
       "2 nearest, 3 all",
       false,
       {{3, "say"}, {2, "say"}, {1, "say"}},
       3,
       {101, 102, 103}},
      {"two want it: both",
       0b1110,
       0,
       "3 abort",
       false,
       {{3, "say"}, {2, "say"}, {1, "no"}},
       3,
       {141, 102, 103}},
      {"three want it: abort, none of them runs",
       0b1110,
       0,
       "3 abort",
       false,
       {{3, "say"}, {2, "say"}, {1, "say"}},
       3,
       {}},
      {"wait for all even where it is clear",
       0b0010,
       0b1110,
       "all",
       true,
       {{1, "say"}, {2, "say2"}, {3, "no"}},
       3,
       {143, 101}},
      {"all pass",
       0b1110,
       0b1110,
       "all",
       false,
       {{2, "no"}, {1, "no"}, {3, "no"}},
       3,
       {141, 142, 143}},
  };
  for (const DecisionRow& row : rows) {
    SCOPED_TRACE(row.what);
    ToyClaims claims;
    claims.say = row.say;
    claims.say2 = row.say2;
    claims.rule = Rule(row.rule);
    claims.wait_for_all = row.wait_for_all;
    // Only seats with an offer are asked, so no lint would report a node that nobody may take.
    FlowBuilder builder = claims.Builder();
    const auto flow = BuildOrDie(builder);
    if (!flow) return;
    ToyTable table(flow);
    ASSERT_EQ(table.response.status, Status::kRests);
    for (std::size_t i = 0; i < row.answers.size(); ++i) {
      const std::uint32_t ask = table.records.flow().window.ask;
      ASSERT_TRUE(table.Play({.node = flow->Find(row.answers[i].second),
                              .seat = static_cast<Seat>(row.answers[i].first),
                              .ask = ask}))
          << CodeName(table.response.refusal.code) << " " << table.response.refusal.detail
          << " for answer " << i;
      if (static_cast<int>(i) + 1 < row.decided_after) {
        EXPECT_EQ(table.response.status, Status::kWaits) << "answer " << i;
      } else {
        EXPECT_EQ(table.response.status, Status::kOver);
      }
    }
    EXPECT_THAT(table.marks(), ElementsAreArray(row.ran));
    const bool aborted = std::string(row.rule) == "3 abort" && row.ran.empty();
    EXPECT_EQ(table.at(), aborted ? "mess" : "done");
  }
}

TEST(Windows, AskOnlyThoseWhoHaveAnOfferBesidesThePass) {
  ToyClaims claims;
  claims.say = 0b0110;
  claims.say2 = 0;
  ToyTable table(claims.Build());
  EXPECT_EQ(table.response.asked, 0b0110);
  EXPECT_EQ(table.response.choices.Of(3).size(), 0u);
  EXPECT_EQ(table.response.choices.Of(1).size(), 2u);
  EXPECT_EQ(table.response.deadline_ms, 900);
  EXPECT_EQ(table.response.defaults[1].node, table.flow->Find("no"));
}

TEST(Windows, OfNobodyAreGoneThrough) {
  ToyClaims claims;
  claims.say = claims.say2 = 0b0001;  // seat 0 is not among the others
  ToyTable table(claims.Build());
  EXPECT_EQ(table.response.status, Status::kOver);
  EXPECT_EQ(table.records.flow().asks, 0u);
}

TEST(Windows, InTurnAskOneAfterTheOther) {
  ToyClaims claims;
  claims.in_turn = true;
  ToyTable table(claims.Build());
  EXPECT_EQ(table.response.asked, 0b0010);
  EXPECT_FALSE(table.Do(2, "say"));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kNotAsked);
  EXPECT_TRUE(table.Do(1, "no"));
  EXPECT_EQ(table.response.asked, 0b0100);
  EXPECT_TRUE(table.response.choices.Of(1).empty());
  EXPECT_EQ(table.response.choices.Of(2).size(), 3u);
  EXPECT_TRUE(table.Do(2, "say"));
  EXPECT_EQ(table.response.status, Status::kWaits) << "seat 3 may join: all";
  EXPECT_TRUE(table.Do(3, "no"));
  EXPECT_EQ(table.response.status, Status::kOver);
}

TEST(Windows, AutoSingleTakesASoleAnswer) {
  // Without a pass, seat 1 has no other answer.
  FlowBuilder builder = ToyFlow();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window =
           WindowSpec{.ask = Who::kOthers, .auto_single = true, .defaults = {{.answer = "say"}}}});
  builder.PushActionNode({.id = "say", .params = ToySeats(0b0010)});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(ToyAnswer("ask", "say", 0, WinnersRule::Of(Winners::kAll)));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "done"});
  ToyTable table(BuildOrDie(builder));
  EXPECT_EQ(table.response.status, Status::kOver);
  EXPECT_THAT(table.marks(), ElementsAre(101));

  ToyClaims two;
  two.auto_single = true;
  two.say = 0b0010;
  two.say2 = 0;
  EXPECT_EQ(ToyTable(two.Build()).response.status, Status::kRests) << "it may pass, so it is asked";
}

TEST(Windows, AutoSingleWithoutEndIsAnError) {
  FlowBuilder builder = ToyFlow();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window =
           WindowSpec{.ask = Who::kSelf, .auto_single = true, .defaults = {{.answer = "say"}}}});
  builder.PushActionNode({.id = "say"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(ToyAnswer("ask", "say"));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "ask"});
  const auto built = builder.Build();
  if (!built.ok()) return;  // a refusal by the builder is also correct
  ToyTable table(*built);
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kInternal);
}

TEST(Windows, TimeoutPlaysTheDefaultAndIsRemembered) {
  ToyClaims claims;
  ToyTable table(claims.Build());
  EXPECT_TRUE(table.Do(1, "timeout"));
  EXPECT_EQ(table.records.flow().auto_seats, 0b0010);
  EXPECT_EQ(table.trace[table.trace.size() - 1].action.node, kTimeout);
  EXPECT_EQ(table.trace[table.trace.size() - 1].played.node, table.flow->Find("no"));
  EXPECT_TRUE(table.Do(2, "no"));
  EXPECT_EQ(table.records.flow().auto_seats, 0b0010)
      << "an answer of its own ends it, another seat's does not";
  EXPECT_FALSE(table.Do(1, "timeout"));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kAlreadyAnswered);
  EXPECT_FALSE(table.Do(0, "timeout"));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kNotAsked);
}

TEST(Windows, DefaultsAreTakenInOrderWhereTheirConditionHolds) {
  FlowBuilder builder = ToyFlow();
  WindowSpec window{
      .ask = Who::kAll,
      .pass = "no",
      .defaults = {{.answer = "say", .when = {Value::Map({{"seat_is", 2}})}}, {.answer = "no"}}};
  builder.PushActionNode({.id = "ask", .type = "pause", .window = window});
  builder.PushActionNode({.id = "say"});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(ToyAnswer("ask", "say", 0, WinnersRule::Of(Winners::kAll)));
  builder.PushEdge(ToyAnswer("ask", "no", 1));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "done"});
  ToyTable table(BuildOrDie(builder));
  for (Seat seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(table.flow->Default(table.records, seat).node,
              table.flow->Find(seat == 2 ? "say" : "no"))
        << int{seat};
    EXPECT_TRUE(table.Do(seat, "timeout"));
  }
  EXPECT_THAT(table.marks(), ElementsAre(140, 141, 143, 102));
}

TEST(Windows, ACustomSetterRestsForSomeOnly) {
  ToyClaims claims;
  FlowBuilder builder = claims.Builder();
  builder.BindCriticalActionNodeSetter(Value::Map({{"rest_for", Value::Map({{"seat", 2}})}}));
  ToyTable table(BuildOrDie(builder));
  EXPECT_EQ(table.response.asked, 0b0100);
  EXPECT_TRUE(table.response.choices.Of(1).empty());
  EXPECT_FALSE(table.Do(1, "say"));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kNotAsked);
  EXPECT_TRUE(table.Do(2, "say"));
  EXPECT_EQ(table.response.status, Status::kOver);

  FlowBuilder other = claims.Builder();
  other.BindCriticalActionNodeSetter(Value::Map({{"rest_for", Value::Map({{"seat", 0}})}}));
  ToyTable passed(BuildOrDie(other));
  EXPECT_EQ(passed.response.status, Status::kOver)
      << "nobody to rest for: it goes on as if all had passed";
  EXPECT_NE(passed.flow->fingerprint(), table.flow->fingerprint());
}

// A window that the setter may pass over needs a way on; the build says so, at the node.
TEST(Windows, ASetterMayDeclineOnlyWhereAnEdgeLeadsOn) {
  const auto faults_of = [](bool way_on, Value setter) -> std::string {
    FlowBuilder builder = ToyFlow();
    builder.PushActionNode(
        {.id = "ask",
         .type = "pause",
         .window = WindowSpec{.ask = Who::kSelf, .defaults = {{.answer = "say"}}},
         .where = {"f", 7}});
    builder.PushActionNode({.id = "say"});
    builder.PushActionNode({.id = "done", .type = "pause", .end = true});
    builder.PushEdge(ToyAnswer("ask", "say", 0));
    builder.PushEdge({.from = "say", .to = "done"});
    if (way_on) builder.PushEdge({.from = "ask", .to = "done"});
    if (!setter.IsNull()) builder.BindCriticalActionNodeSetter(std::move(setter));
    const auto flow = builder.Build();
    return flow ? "" : FaultText(flow.faults());
  };
  const Value rest_for = Value::Map({{"rest_for", Value::Map({{"seat", 2}})}});
  const auto rest_only = [](const char* at) {
    return Value::Map({{"rest_only", Value::Map({{"at", at}, {"if", "always"}})}});
  };
  EXPECT_EQ(faults_of(false, {}), "") << "without a setter, a seat with an offer is asked";
  EXPECT_THAT(faults_of(false, rest_for),
              testing::StartsWith("f:7: L24: critical: may pass over the window of \"ask\""));
  EXPECT_EQ(faults_of(true, rest_for), "");
  EXPECT_THAT(faults_of(false, rest_only("ask")), testing::HasSubstr("L24"));
  EXPECT_EQ(faults_of(false, rest_only("done")), "") << "the window of another node";
}

// The engine's own setter asks only the seats for which a condition holds.
TEST(Windows, RestOnlyAsksTheSeatsOfItsCondition) {
  ToyClaims claims;
  FlowBuilder builder = claims.Builder();
  builder.BindCriticalActionNodeSetter(Value::Map(
      {{"rest_only", Value::Map({{"at", "ask"}, {"if", Value::Map({{"seat_is", 1}})}})}}));
  ToyTable table(BuildOrDie(builder));
  EXPECT_EQ(table.response.asked, 0b0010);
  FlowBuilder elsewhere = claims.Builder();
  elsewhere.BindCriticalActionNodeSetter(Value::Map(
      {{"rest_only", Value::Map({{"at", "done"}, {"if", Value::Map({{"seat_is", 1}})}})}}));
  EXPECT_GT(std::popcount(ToyTable(BuildOrDie(elsewhere)).response.asked), 1);
}

TEST(Windows, AnswersOfOneWindowNeverMakeEachOtherStale) {
  ToyClaims claims;
  ToyTable table(claims.Build());
  const std::uint32_t ask = table.response.ask;
  EXPECT_TRUE(table.Play({.node = table.flow->Find("no"), .seat = 3, .ask = ask}));
  EXPECT_TRUE(table.Play({.node = table.flow->Find("no"), .seat = 1, .ask = ask}));
  EXPECT_EQ(table.records.flow().window.ask, ask);
}

// The asked seats may be absent: bystanders, or others at a table for one.
TEST(Windows, ThatAskNobodyAreRefused) {
  for (const auto& [seats, who] : {std::pair{8, Who::kBystanders}, std::pair{4, Who::kBystanders},
                                   std::pair{1, Who::kOthers}, std::pair{3, Who::kOpposite}}) {
    Registry registry;
    registry.Add<plain::Work>();
    registry.Add<plain::Say>();
    FlowBuilder builder(registry);
    builder.SetName("alone").SetSeats(seats);
    builder.PushActionNode({.id = "begin", .type = "work"});
    builder.PushActionNode({.id = "ask",
                            .type = "work",
                            .window = WindowSpec{.ask = who, .defaults = {{.answer = "say"}}}});
    builder.PushActionNode({.id = "say"});
    builder.PushActionNode({.id = "over", .type = "work", .end = true});
    builder.PushEdge({.from = "begin", .to = "ask"});
    builder.PushEdge({.from = "ask",
                      .to = "say",
                      .player = true,
                      .winners = WinnersRule::Of(Winners::kNearest)});
    builder.PushEdge({.from = "ask", .to = "over"});
    builder.PushEdge({.from = "say", .to = "over"});
    const auto flow = builder.Build();
    ASSERT_FALSE(flow) << seats << " seats, ask: " << WhoName(who);
    ASSERT_EQ(flow.faults().size(), 1u) << FaultText(flow.faults());
    EXPECT_EQ(flow.faults()[0].code, "L22");
  }
}

// ---- what comes next ----

FlowBuilder Following(std::vector<Value> of_say,
                      std::vector<Value> guard = {Value::Map({{"marks", 1}})}) {
  FlowBuilder builder = ToyFlow();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kAll, .pass = "no", .defaults = {{.answer = "no"}}}});
  builder.PushActionNode({.id = "say", .hooks = {{Hook::kSetStates, std::move(of_say)}}});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "one", .type = "tick", .end = true});
  builder.PushActionNode({.id = "two", .type = "pause", .end = true});
  builder.PushEdge(ToyAnswer("ask", "say", 0, WinnersRule::Of(Winners::kAll)));
  builder.PushEdge(ToyAnswer("ask", "no", 1));
  builder.PushEdge({.from = "ask", .to = "one"});
  builder.PushEdge({.from = "say", .to = "two", .guards = std::move(guard)});
  builder.PushEdge({.from = "say", .to = "one"});
  return builder;
}
Value Follow(const char* node, int seat = -1) {
  return Value::Map({{"follow", Value::Map({{"node", node}, {"seat", seat}})}});
}

TEST(Next, AFollowUpOfSeveralWinnersRunsOnce) {
  ToyTable table(BuildOrDie(Following({Follow("one")})));
  for (Seat seat = 0; seat < 4; ++seat) EXPECT_TRUE(table.Do(seat, seat == 2 ? "no" : "say"));
  EXPECT_EQ(table.at(), "one");
  EXPECT_THAT(table.marks(), ElementsAre(142, 101, 103, 100, 1, 2, 3, 4, 5, 6, 7, 8, 9))
      << "once, after the last winner's hooks";
}

TEST(Next, DifferentFollowUpsAreAnError) {
  const auto flow = BuildOrDie(Following({Follow("one", 1), Follow("two", 2)}));
  ToyTable table(flow);
  EXPECT_TRUE(table.Do(0, "no"));
  EXPECT_TRUE(table.Do(3, "no"));
  EXPECT_TRUE(table.Do(1, "say"));
  const Records before = table.records;
  EXPECT_FALSE(table.Do(2, "say"));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kInternal);
  EXPECT_NE(table.response.refusal.detail.find("say.SetStates"), std::string::npos)
      << table.response.refusal.detail;
  EXPECT_TRUE(table.records == before);
}

TEST(Next, AFollowUpNeedsAnEdgeWhoseGuardHolds) {
  const auto flow = BuildOrDie(Following({Follow("two")}, {"never"}));
  ToyTable table(flow);
  for (Seat seat = 0; seat < 3; ++seat) EXPECT_TRUE(table.Do(seat, "no"));
  EXPECT_FALSE(table.Do(3, "say"));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kInternal);
}

TEST(Next, TheFirstEdgeWhoseGuardHolds) {
  FlowBuilder builder = ToyFlow();
  builder.PushActionNode({.id = "tick"});
  for (const char* id : {"a", "b", "c"})
    builder.PushActionNode({.id = id, .type = "pause", .end = true});
  builder.PushEdge({.from = "tick", .to = "a", .guards = {Value::Map({{"marks", 10}})}});
  builder.PushEdge({.from = "tick", .to = "b", .guards = {Value::Map({{"marks", 9}})}});
  builder.PushEdge({.from = "tick", .to = "c"});
  EXPECT_EQ(ToyTable(BuildOrDie(builder)).at(), "b");
}

TEST(Next, NowhereToGoIsAnErrorThatNamesTheNode) {
  FlowBuilder builder = ToyFlow();
  builder.PushActionNode({.id = "tick"});
  builder.PushActionNode({.id = "a", .type = "pause", .end = true});
  builder.PushEdge({.from = "tick", .to = "a", .guards = {"never"}});
  const auto built = builder.Build();
  if (!built.ok()) return;
  ToyTable table(*built);
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kInternal);
  EXPECT_NE(table.response.refusal.detail.find("tick"), std::string::npos)
      << table.response.refusal.detail;
}

TEST(Next, ACycleMustUseUpWhatItSays) {
  for (const bool honest : {true, false}) {
    FlowBuilder builder = ToyFlow();
    builder.PushActionNode(
        {.id = "use", .params = Value::Map({{"honest", honest}}), .consumes = "toys"});
    builder.PushActionNode({.id = "done", .type = "pause", .end = true});
    builder.PushEdge({.from = "use", .to = "done", .guards = {Value::Map({{"marks", 3}})}});
    builder.PushEdge({.from = "use", .to = "use"});
    ToyTable table(BuildOrDie(builder));
    if (honest) {
      EXPECT_EQ(table.response.status, Status::kOver);
      EXPECT_THAT(table.marks(), ElementsAre(50, 50, 50));
    } else {
      EXPECT_EQ(table.response.refusal.code, RefusalCode::kInternal);
      EXPECT_NE(table.response.refusal.detail.find("toys"), std::string::npos)
          << table.response.refusal.detail;
    }
  }
}

}  // namespace
}  // namespace mlf::test
