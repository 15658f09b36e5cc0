// The contract of the engine, on tiny flows whose nodes record what ran.
#include "plain_parts.h"
#include "toy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

// A table with helpers for tests.
struct Table {
  explicit Table(std::shared_ptr<const Flow> f) : flow(std::move(f)), records(flow->Blank()) {
    flow->Start(records, 7, response, &trace);
  }

  // `seat` takes `node`; true when accepted.
  bool Do(Seat seat, std::string_view node, std::int32_t value = 0,
          std::initializer_list<Piece> pieces = {}) {
    Action action{.node = node == "timeout" ? kTimeout : flow->Find(node),
                  .seat = seat,
                  .ask = records.flow().window.ask,
                  .value = value};
    for (const Piece piece : pieces) action.pieces[action.count++] = piece;
    return Play(action);
  }
  bool Play(const Action& action) {
    flow->ProcessActionNode(records, action, response, &trace);
    return response.ok();
  }
  std::string at() const {
    return records.flow().node == kNoNode ? "-" : flow->node(records.flow().node).id;
  }
  std::vector<int> marks() const { return Marks(*flow, records); }

  std::shared_ptr<const Flow> flow;
  Records records;
  Response response;
  Trace trace;
};

FlowBuilder Toy(int seats = 4) {
  FlowBuilder builder(ToyRegistry(), &ToyText());
  builder.SetName("toy").SetSeats(seats);
  return builder;
}

Value Seats(int mask) { return Value::Map({{"seats", mask}}); }
EdgeSpec Answer(const char* from, const char* to, int rank = 0, WinnersRule winners = {}) {
  return {.from = from, .to = to, .player = true, .rank = rank, .winners = std::move(winners)};
}

// begin -> ask [window] -> done, with `say` (rank 0) for the seats `say`, `say2` (rank 1) for
// `say2`, `no` as pass. begin's actor is seat 0.
struct Claims {
  int say = 0b1110;
  int say2 = 0b1110;
  Who who = Who::kOthers;
  bool in_turn = false;
  bool wait_for_all = false;
  bool auto_single = false;
  WinnersRule rule = WinnersRule::Of(Winners::kAll);

  FlowBuilder Builder() const {
    FlowBuilder builder = Toy();
    builder.PushActionNode({.id = "begin", .type = "pause"});
    builder.PushActionNode({.id = "ask",
                            .type = "pause",
                            .window = WindowSpec{.ask = who,
                                                 .in_turn = in_turn,
                                                 .wait_for_all = wait_for_all,
                                                 .auto_single = auto_single,
                                                 .pass = "no",
                                                 .deadline_ms = 900,
                                                 .defaults = {{.answer = "no"}}}});
    builder.PushActionNode({.id = "say", .params = Seats(say)});
    builder.PushActionNode({.id = "say2", .params = Seats(say2)});
    builder.PushActionNode({.id = "no"});
    builder.PushActionNode({.id = "done", .type = "pause", .end = true});
    builder.PushActionNode({.id = "mess", .type = "pause", .end = true});
    builder.PushEdge({.from = "begin", .to = "ask"});
    builder.PushEdge(Answer("ask", "say", 0, rule));
    builder.PushEdge(Answer("ask", "say2", 1, WinnersRule::Of(Winners::kNearest)));
    builder.PushEdge(Answer("ask", "no", 2));
    // Every node must be reachable, even without an abort.
    builder.PushEdge({.from = "ask", .to = "mess", .guards = {"never"}});
    for (const char* from : {"ask", "say", "say2"}) builder.PushEdge({.from = from, .to = "done"});
    return builder;
  }
  std::shared_ptr<const Flow> Build() const { return BuildOrDie(Builder()); }
};

// ---- bystanders ----

// Bystanders have numbers from the number of seats up. They are asked as far as nodes offer them
// something. The seat keeps the move.
TEST(Bystanders, AreAskedAndAnswerLikeSeats) {
  for (const bool in_turn : {false, true}) {
    Table table(
        Claims{.say = 0b110010, .who = Who::kBystanders, .in_turn = in_turn, .wait_for_all = true}
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
  Table passed(Claims{.say = 0b110000, .who = Who::kBystanders, .wait_for_all = true}.Build());
  EXPECT_TRUE(passed.Do(4, "timeout"));
  EXPECT_TRUE(passed.Do(5, "no"));
  EXPECT_EQ(passed.response.status, Status::kOver);
}

TEST(Bystanders, ThereAreNoneWhereNoWindowAsksThem) {
  Table table(Claims{}.Build());
  EXPECT_EQ(table.flow->people(), 4);
  EXPECT_FALSE(table.Do(4, "say"));
  EXPECT_EQ(table.response.refusal.reason->id, "no_such_seat");
}

// ---- the ten hooks ----

TEST(Hooks, RunInOrderEachPartAfterTheNodesOwnCode) {
  FlowBuilder builder = Toy();
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
  EXPECT_THAT(Table(flow).marks(), ElementsAreArray(expected));
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
  FlowBuilder builder = Toy();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kOthers, .pass = "no", .defaults = {{.answer = "no"}}}});
  builder.PushActionNode({.id = "say",
                          .hooks = {{Hook::kProcessAction, {"score"}},
                                    {Hook::kAfterSetStates, {Value::Map({{"note", 99}})}}}});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(Answer("ask", "say", 0, WinnersRule::Of(Winners::kAll)));
  builder.PushEdge(Answer("ask", "no", 1));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "done"});
  Table table(BuildOrDie(builder));
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
  FlowBuilder builder = Toy();
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
    builder.PushEdge(Answer(asking, "say", 0, WinnersRule::Of(Winners::kAll)));
    builder.PushEdge(Answer(asking, "no", 1));
  }
  builder.PushEdge({.from = "own", .to = "claims"});
  builder.PushEdge({.from = "claims", .to = "also"});
  builder.PushEdge({.from = "also", .to = "done"});
  builder.PushEdge({.from = "say", .to = "done"});
  Table table(BuildOrDie(builder));
  EXPECT_TRUE(table.Do(0, "no"));
  EXPECT_THAT(table.marks(), ElementsAre(140, 50));
  for (const Seat seat : std::array<Seat, 3>{1, 2, 3}) EXPECT_TRUE(table.Do(seat, "no"));
  EXPECT_THAT(table.marks(), ElementsAre(140, 50, 141, 60, 142, 60, 143, 60));
  for (const Seat seat : std::array<Seat, 3>{1, 2, 3}) EXPECT_TRUE(table.Do(seat, "no"));
  EXPECT_EQ(table.response.status, Status::kOver);
  EXPECT_THAT(table.marks(),
              ElementsAre(140, 50, 141, 60, 142, 60, 143, 60, 141, 60, 142, 60, 143, 60));
}

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
    Claims claims;
    claims.say = row.say;
    claims.say2 = row.say2;
    claims.rule = Rule(row.rule);
    claims.wait_for_all = row.wait_for_all;
    // Only seats with an offer are asked, so no lint would report a node that nobody may take.
    FlowBuilder builder = claims.Builder();
    const auto flow = BuildOrDie(builder);
    if (!flow) return;
    Table table(flow);
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
  Claims claims;
  claims.say = 0b0110;
  claims.say2 = 0;
  Table table(claims.Build());
  EXPECT_EQ(table.response.asked, 0b0110);
  EXPECT_EQ(table.response.choices.Of(3).size(), 0u);
  EXPECT_EQ(table.response.choices.Of(1).size(), 2u);
  EXPECT_EQ(table.response.deadline_ms, 900);
  EXPECT_EQ(table.response.defaults[1].node, table.flow->Find("no"));
}

TEST(Windows, OfNobodyAreGoneThrough) {
  Claims claims;
  claims.say = claims.say2 = 0b0001;  // seat 0 is not among the others
  Table table(claims.Build());
  EXPECT_EQ(table.response.status, Status::kOver);
  EXPECT_EQ(table.records.flow().asks, 0u);
}

TEST(Windows, InTurnAskOneAfterTheOther) {
  Claims claims;
  claims.in_turn = true;
  Table table(claims.Build());
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
  FlowBuilder builder = Toy();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window =
           WindowSpec{.ask = Who::kOthers, .auto_single = true, .defaults = {{.answer = "say"}}}});
  builder.PushActionNode({.id = "say", .params = Seats(0b0010)});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(Answer("ask", "say", 0, WinnersRule::Of(Winners::kAll)));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "done"});
  Table table(BuildOrDie(builder));
  EXPECT_EQ(table.response.status, Status::kOver);
  EXPECT_THAT(table.marks(), ElementsAre(101));

  Claims two;
  two.auto_single = true;
  two.say = 0b0010;
  two.say2 = 0;
  EXPECT_EQ(Table(two.Build()).response.status, Status::kRests) << "it may pass, so it is asked";
}

TEST(Windows, AutoSingleWithoutEndIsAnError) {
  FlowBuilder builder = Toy();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window =
           WindowSpec{.ask = Who::kSelf, .auto_single = true, .defaults = {{.answer = "say"}}}});
  builder.PushActionNode({.id = "say"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(Answer("ask", "say"));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "ask"});
  const auto built = builder.Build();
  if (!built.ok()) return;  // a refusal by the builder is also correct
  Table table(*built);
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kInternal);
}

TEST(Windows, TimeoutPlaysTheDefaultAndIsRemembered) {
  Claims claims;
  Table table(claims.Build());
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
  FlowBuilder builder = Toy();
  WindowSpec window{
      .ask = Who::kAll,
      .pass = "no",
      .defaults = {{.answer = "say", .when = {Value::Map({{"seat_is", 2}})}}, {.answer = "no"}}};
  builder.PushActionNode({.id = "ask", .type = "pause", .window = window});
  builder.PushActionNode({.id = "say"});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(Answer("ask", "say", 0, WinnersRule::Of(Winners::kAll)));
  builder.PushEdge(Answer("ask", "no", 1));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "done"});
  Table table(BuildOrDie(builder));
  for (Seat seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(table.flow->Default(table.records, seat).node,
              table.flow->Find(seat == 2 ? "say" : "no"))
        << int{seat};
    EXPECT_TRUE(table.Do(seat, "timeout"));
  }
  EXPECT_THAT(table.marks(), ElementsAre(140, 141, 143, 102));
}

TEST(Windows, ACustomSetterRestsForSomeOnly) {
  Claims claims;
  FlowBuilder builder = claims.Builder();
  builder.BindCriticalActionNodeSetter(Value::Map({{"rest_for", Value::Map({{"seat", 2}})}}));
  Table table(BuildOrDie(builder));
  EXPECT_EQ(table.response.asked, 0b0100);
  EXPECT_TRUE(table.response.choices.Of(1).empty());
  EXPECT_FALSE(table.Do(1, "say"));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kNotAsked);
  EXPECT_TRUE(table.Do(2, "say"));
  EXPECT_EQ(table.response.status, Status::kOver);

  FlowBuilder other = claims.Builder();
  other.BindCriticalActionNodeSetter(Value::Map({{"rest_for", Value::Map({{"seat", 0}})}}));
  Table passed(BuildOrDie(other));
  EXPECT_EQ(passed.response.status, Status::kOver)
      << "nobody to rest for: it goes on as if all had passed";
  EXPECT_NE(passed.flow->fingerprint(), table.flow->fingerprint());
}

TEST(Windows, AnswersOfOneWindowNeverMakeEachOtherStale) {
  Claims claims;
  Table table(claims.Build());
  const std::uint32_t ask = table.response.ask;
  EXPECT_TRUE(table.Play({.node = table.flow->Find("no"), .seat = 3, .ask = ask}));
  EXPECT_TRUE(table.Play({.node = table.flow->Find("no"), .seat = 1, .ask = ask}));
  EXPECT_EQ(table.records.flow().window.ask, ask);
}

// ---- what comes next ----

FlowBuilder Following(std::vector<Value> of_say,
                      std::vector<Value> guard = {Value::Map({{"marks", 1}})}) {
  FlowBuilder builder = Toy();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kAll, .pass = "no", .defaults = {{.answer = "no"}}}});
  builder.PushActionNode({.id = "say", .hooks = {{Hook::kSetStates, std::move(of_say)}}});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "one", .type = "tick", .end = true});
  builder.PushActionNode({.id = "two", .type = "pause", .end = true});
  builder.PushEdge(Answer("ask", "say", 0, WinnersRule::Of(Winners::kAll)));
  builder.PushEdge(Answer("ask", "no", 1));
  builder.PushEdge({.from = "ask", .to = "one"});
  builder.PushEdge({.from = "say", .to = "two", .guards = std::move(guard)});
  builder.PushEdge({.from = "say", .to = "one"});
  return builder;
}
Value Follow(const char* node, int seat = -1) {
  return Value::Map({{"follow", Value::Map({{"node", node}, {"seat", seat}})}});
}

TEST(Next, AFollowUpOfSeveralWinnersRunsOnce) {
  Table table(BuildOrDie(Following({Follow("one")})));
  for (Seat seat = 0; seat < 4; ++seat) EXPECT_TRUE(table.Do(seat, seat == 2 ? "no" : "say"));
  EXPECT_EQ(table.at(), "one");
  EXPECT_THAT(table.marks(), ElementsAre(142, 101, 103, 100, 1, 2, 3, 4, 5, 6, 7, 8, 9))
      << "once, after the last winner's hooks";
}

TEST(Next, DifferentFollowUpsAreAnError) {
  const auto flow = BuildOrDie(Following({Follow("one", 1), Follow("two", 2)}));
  Table table(flow);
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
  Table table(flow);
  for (Seat seat = 0; seat < 3; ++seat) EXPECT_TRUE(table.Do(seat, "no"));
  EXPECT_FALSE(table.Do(3, "say"));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kInternal);
}

TEST(Next, TheFirstEdgeWhoseGuardHolds) {
  FlowBuilder builder = Toy();
  builder.PushActionNode({.id = "tick"});
  for (const char* id : {"a", "b", "c"})
    builder.PushActionNode({.id = id, .type = "pause", .end = true});
  builder.PushEdge({.from = "tick", .to = "a", .guards = {Value::Map({{"marks", 10}})}});
  builder.PushEdge({.from = "tick", .to = "b", .guards = {Value::Map({{"marks", 9}})}});
  builder.PushEdge({.from = "tick", .to = "c"});
  EXPECT_EQ(Table(BuildOrDie(builder)).at(), "b");
}

TEST(Next, NowhereToGoIsAnErrorThatNamesTheNode) {
  FlowBuilder builder = Toy();
  builder.PushActionNode({.id = "tick"});
  builder.PushActionNode({.id = "a", .type = "pause", .end = true});
  builder.PushEdge({.from = "tick", .to = "a", .guards = {"never"}});
  const auto built = builder.Build();
  if (!built.ok()) return;
  Table table(*built);
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kInternal);
  EXPECT_NE(table.response.refusal.detail.find("tick"), std::string::npos)
      << table.response.refusal.detail;
}

TEST(Next, ACycleMustUseUpWhatItSays) {
  for (const bool honest : {true, false}) {
    FlowBuilder builder = Toy();
    builder.PushActionNode(
        {.id = "use", .params = Value::Map({{"honest", honest}}), .consumes = "toys"});
    builder.PushActionNode({.id = "done", .type = "pause", .end = true});
    builder.PushEdge({.from = "use", .to = "done", .guards = {Value::Map({{"marks", 3}})}});
    builder.PushEdge({.from = "use", .to = "use"});
    Table table(BuildOrDie(builder));
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

// ---- refusals ----

// begin -> ask(all: give piece, odd ones only | say of seats 1 and 2 guarded by seat 1 | say2 of
// next | no) -> done; `far` is elsewhere.
std::shared_ptr<const Flow> Refusing() {
  FlowBuilder builder = Toy();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kOthers, .pass = "no", .defaults = {{.answer = "no"}}}});
  builder.PushActionNode({.id = "give", .conditions = {"odd"}});
  builder.PushActionNode({.id = "say", .params = Seats(0b1110)});
  builder.PushActionNode({.id = "say2", .params = Seats(0b0000)});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(Answer("ask", "give", 0, WinnersRule::Of(Winners::kNearest)));
  EdgeSpec guarded = Answer("ask", "say", 1, WinnersRule::Of(Winners::kNearest));
  guarded.guards = {Value::Map({{"seat_is", 1}})};
  builder.PushEdge(guarded);
  EdgeSpec next = Answer("ask", "say2", 2);
  next.who = Who::kNext;
  builder.PushEdge(next);
  builder.PushEdge(Answer("ask", "no", 3));
  for (const char* from : {"ask", "give", "say", "say2"})
    builder.PushEdge({.from = from, .to = "done"});
  return BuildOrDie(builder);
}

TEST(Refusals, EachCodeLeavesTheRecordsBitForBit) {
  const auto flow = Refusing();
  ASSERT_TRUE(flow);
  const auto node = [&](const char* id) { return flow->Find(id); };
  Table table(flow);
  const std::uint32_t ask = table.response.ask;
  ASSERT_TRUE(table.Play({.node = node("no"), .seat = 3, .ask = ask}));
  struct Row {
    Action action;
    RefusalCode code;
    const char* reason;
    const char* why;
  };
  const Row rows[] = {
      {{.node = 77, .seat = 1, .ask = ask},
       RefusalCode::kUnknownAction,
       "unknown_node",
       "an index past the nodes"},
      {{.node = kNoNode, .seat = 1, .ask = ask},
       RefusalCode::kUnknownAction,
       "unknown_node",
       "no node at all"},
      {{.node = node("no"), .seat = 1, .ask = ask + 1},
       RefusalCode::kStaleAsk,
       "stale_ask",
       "a window that never was"},
      {{.node = node("no"), .seat = 1, .ask = 0},
       RefusalCode::kStaleAsk,
       "stale_ask",
       "a window that has closed"},
      {{.node = node("no"), .seat = 4, .ask = ask},
       RefusalCode::kWrongSeat,
       "no_such_seat",
       "there are four seats"},
      {{.node = node("no"), .seat = -1, .ask = ask},
       RefusalCode::kWrongSeat,
       "no_such_seat",
       "the system's seat"},
      {{.node = node("say2"), .seat = 2, .ask = ask},
       RefusalCode::kWrongSeat,
       "not_yours",
       "an answer of the next seat only"},
      {{.node = node("no"), .seat = 0, .ask = ask},
       RefusalCode::kWrongSeat,
       "not_yours",
       "the window asks the others"},
      {{.node = kTimeout, .seat = 0, .ask = ask},
       RefusalCode::kNotAsked,
       "not_asked",
       "no time runs for it"},
      {{.node = node("done"), .seat = 1, .ask = ask},
       RefusalCode::kNoEdge,
       "not_now",
       "no answer of this window"},
      {{.node = node("say"), .seat = 2, .ask = ask},
       RefusalCode::kGuardFalse,
       "not_that_seat",
       "the guard wants seat 1"},
      {{.node = node("say2"), .seat = 1, .ask = ask},
       RefusalCode::kInvalidPayload,
       "not_of_seats",
       "the node offers it nothing"},
      {{.node = node("give"), .seat = 1, .count = 1, .pieces = {1}, .ask = ask},
       RefusalCode::kInvalidPayload,
       "odd_only",
       "2a is even"},
      {{.node = node("give"), .seat = 1, .count = 1, .pieces = {4}, .ask = ask},
       RefusalCode::kInvalidPayload,
       "wrong_payload",
       "5a is not held"},
      {{.node = node("give"), .seat = 1, .count = 2, .pieces = {0, 2}, .ask = ask},
       RefusalCode::kInvalidPayload,
       "wrong_payload",
       "two pieces"},
      {{.node = node("give"), .seat = 1, .ask = ask},
       RefusalCode::kInvalidPayload,
       "wrong_payload",
       "no piece"},
      {{.node = node("give"), .seat = 1, .count = 200, .pieces = {0}, .ask = ask},
       RefusalCode::kInvalidPayload,
       "wrong_payload",
       "an absurd count"},
      {{.node = node("give"), .seat = 1, .count = 1, .pieces = {255}, .ask = ask},
       RefusalCode::kInvalidPayload,
       "wrong_payload",
       "no piece of any game"},
      {{.node = node("give"), .seat = 1, .count = 1, .pieces = {0}, .ask = ask, .value = 3},
       RefusalCode::kInvalidPayload,
       "wrong_payload",
       "a value too"},
      {{.node = node("no"), .seat = 1, .ask = ask, .value = 9},
       RefusalCode::kInvalidPayload,
       "wrong_payload",
       "a pass has no payload"},
      {{.node = node("no"), .seat = 3, .ask = ask},
       RefusalCode::kAlreadyAnswered,
       "already_answered",
       "it said no"},
      {{.node = kTimeout, .seat = 3, .ask = ask},
       RefusalCode::kAlreadyAnswered,
       "already_answered",
       "it said no"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.why);
    const Records before = table.records;
    EXPECT_FALSE(table.Play(row.action));
    EXPECT_EQ(table.response.status, Status::kRefused);
    EXPECT_EQ(CodeName(table.response.refusal.code), CodeName(row.code));
    ASSERT_NE(table.response.refusal.reason, nullptr);
    EXPECT_EQ(table.response.refusal.reason->id, row.reason);
    EXPECT_FALSE(table.response.refusal.reason->zh.empty());
    EXPECT_FALSE(table.response.refusal.reason->en.empty());
    EXPECT_TRUE(table.records == before);
    EXPECT_TRUE(table.response.events.empty());
    // The alternatives of the acting seat only.
    for (Seat seat = 0; seat < 4; ++seat) {
      const bool may = seat == row.action.seat && (seat == 1 || seat == 2);
      EXPECT_EQ(table.response.choices.Of(seat).empty(), !may) << int{seat};
    }
    EXPECT_EQ(table.trace[table.trace.size() - 1].code, row.code);
    EXPECT_EQ(table.trace[table.trace.size() - 1].action, row.action);
  }
  // Others still answer the same window.
  EXPECT_TRUE(table.Do(2, "no"));
  EXPECT_TRUE(table.Do(1, "give", 0, {2}));
  EXPECT_EQ(table.response.status, Status::kOver);
  const Records before = table.records;
  EXPECT_FALSE(table.Do(1, "no"));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kGameOver);
  EXPECT_TRUE(table.records == before);
}

TEST(Refusals, BeforeTheStartAndOfAnotherFlow) {
  const auto flow = Refusing();
  Records records = flow->Blank();
  EXPECT_EQ(flow->ProcessActionNode(records, {.node = 0, .seat = 0}).refusal.code,
            RefusalCode::kGameOver);
  Table other(Claims{}.Build());
  const Records before = other.records;
  EXPECT_EQ(flow->ProcessActionNode(other.records, {.node = 0, .seat = 1, .ask = 1}).refusal.code,
            RefusalCode::kInternal);
  EXPECT_TRUE(other.records == before);
}

TEST(Refusals, ABrokenCheckRestoresAndSaysWhere) {
  FlowBuilder builder = Toy();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kSelf, .defaults = {{.answer = "say"}}}});
  builder.PushActionNode(
      {.id = "say", .hooks = {{Hook::kAfterProcessSettle, {Value::Map({{"note", 5}}), "fail"}}}});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(Answer("ask", "say"));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "done"});
  Table table(BuildOrDie(builder));
  const Records before = table.records;
  EXPECT_FALSE(table.Do(0, "say"));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kInternal);
  EXPECT_NE(table.response.refusal.detail.find("say.AfterProcessSettle"), std::string::npos)
      << table.response.refusal.detail;
  EXPECT_NE(table.response.refusal.detail.find("the toy breaks"), std::string::npos)
      << table.response.refusal.detail;
  EXPECT_TRUE(table.records == before);
  EXPECT_TRUE(table.response.events.empty());
  EXPECT_EQ(table.records.flow().version, 0u);
}

TEST(Refusals, ABrokenGuardLeavesNoException) {
  // The guard throws once there is a mark: in the next window, in its refusals, and in the list of
  // choices.
  FlowBuilder builder = Toy();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kAll, .pass = "no", .defaults = {{.answer = "no"}}}});
  builder.PushActionNode({.id = "say"});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  EdgeSpec guarded = Answer("ask", "say", 0, WinnersRule::Of(Winners::kAll));
  guarded.guards = {Value::Map({{"broken", Value::Map({{"at", 1}})}})};
  builder.PushEdge(guarded);
  builder.PushEdge(Answer("ask", "no", 1));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "ask"});
  Table table(BuildOrDie(builder));
  EXPECT_EQ(table.response.status, Status::kRests);
  for (Seat seat = 0; seat < 3; ++seat) EXPECT_TRUE(table.Do(seat, "no"));
  const Records before = table.records;
  EXPECT_NO_THROW(EXPECT_FALSE(table.Do(3, "say"))) << "say leads to ask again, whose guard breaks";
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kInternal);
  EXPECT_TRUE(table.records == before);
  // The guard throws at the first evaluation. `no` was offered before and ends the game without
  // another evaluation.
  LogOf(*table.flow, table.records).size = 1;
  const Records broken = table.records;
  Choices choices;
  for (const char* node : {"say", "timeout", "done"}) {
    EXPECT_NO_THROW(EXPECT_FALSE(table.Do(3, node)) << node) << node;
    EXPECT_TRUE(table.records == broken) << node;
  }
  EXPECT_NO_THROW(table.flow->FillChoices(table.records, choices));
  EXPECT_NO_THROW(table.flow->Default(table.records, 3));
  EXPECT_NO_THROW(
      EXPECT_NE(table.flow->WhyNot(table.records, 3, table.flow->Find("say")), nullptr));
  EXPECT_NO_THROW(EXPECT_FALSE(table.Do(2, "say")));
  EXPECT_NO_THROW(EXPECT_TRUE(table.Do(3, "no")));
}

TEST(Refusals, WhatIsOfferedIsWhatIsAccepted) {
  for (const char* kind : {"piece", "combo", "subset", "value", "range", "bits"}) {
    SCOPED_TRACE(kind);
    FlowBuilder builder = Toy();
    builder.PushActionNode(
        {.id = "ask",
         .type = "pause",
         .window = WindowSpec{.ask = Who::kSelf, .defaults = {{.answer = "give"}}}});
    builder.PushActionNode({.id = "give", .params = Value::Map({{"kind", kind}})});
    builder.PushActionNode({.id = "done", .type = "pause", .end = true});
    builder.PushEdge(Answer("ask", "give"));
    builder.PushEdge({.from = "ask", .to = "done"});
    builder.PushEdge({.from = "give", .to = "done"});
    Table table(BuildOrDie(builder));
    const Records start = table.records;
    const std::uint64_t count = table.response.choices.Count(0);
    const Choices choices = table.response.choices;
    const std::map<std::string, std::uint64_t> expected = {
        {"piece", 4}, {"combo", 2}, {"subset", 3}, {"value", 2}, {"range", 5}, {"bits", 4}};
    EXPECT_EQ(count, expected.at(kind));
    std::vector<Action> seen;
    for (std::uint64_t n = 0; n < count; ++n) {
      table.records = start;
      const Action action = choices.Nth(0, n, table.records.flow().window.ask);
      EXPECT_TRUE(table.Play(action)) << n;
      for (const Action& before : seen) EXPECT_FALSE(before == action) << n;
      seen.push_back(action);
    }
    // Every small action that is not offered is refused.
    for (int value = -2; value < 12; ++value) {
      for (int count_of = 0; count_of < 3; ++count_of) {
        for (Piece a = 0; a < 6; ++a) {
          Action action{.node = table.flow->Find("give"),
                        .seat = 0,
                        .count = static_cast<std::uint8_t>(count_of),
                        .ask = 1,
                        .value = value};
          for (int i = 0; i < count_of; ++i) action.pieces[i] = a;
          const bool offered = choices.Find(0, action.node)->domain.Contains(action);
          table.records = start;
          EXPECT_EQ(table.Play(action), offered);
        }
      }
    }
  }
}

// ---- versions, starts, traces, fingerprints ----

TEST(Records, VersionRisesByOnePerAcceptedActionOnly) {
  Claims claims;
  Table table(claims.Build());
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
  Table used(flow);
  used.Do(1, "say");
  Records given = flow->Blank();
  std::memcpy(given.bytes.data() + sizeof(FlowState), used.records.bytes.data() + sizeof(FlowState),
              Records::kCapacity - sizeof(FlowState));
  flow->Start(used.records, 7, used.response);
  flow->Start(given, 7, used.response);
  EXPECT_TRUE(used.records == given)
      << "a window, an actor or a version of the match before would differ";
  EXPECT_FALSE(given == Table(flow).records) << "points of the match before stay";
  flow->Start(given, 8, used.response);
  EXPECT_NE(given.flow().match_seed, used.records.flow().match_seed);
}

TEST(Records, StepsDependOnNothingElse) {
  const auto flow = TwoHands();
  Table a(flow), b(flow);
  for (Table* table : {&a, &b}) {
    for (const Seat seat : std::array<Seat, 3>{2, 0, 1}) table->Do(seat, "no");
  }
  EXPECT_TRUE(a.records == b.records);
  EXPECT_EQ(a.records.Hash(), b.records.Hash());
  Records copy = a.records;
  EXPECT_EQ(copy.flow().hand, 1u);
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

// The action may be a default of the response that is being written.
TEST(Records, AnActionMayLieInTheResponse) {
  Table lying(TwoHands()), apart(TwoHands());
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
  Claims claims;
  Table table(claims.Build());
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
  Claims claims;
  const std::uint64_t plain = claims.Build()->fingerprint();
  EXPECT_EQ(claims.Build()->fingerprint(), plain) << "the same, built twice";

  FlowBuilder named = Toy();
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
  FlowBuilder bare = Toy();
  bare.PushActionNode({.id = "a", .type = "pause"});
  bare.PushActionNode({.id = "b", .type = "pause", .end = true});
  bare.PushEdge({.from = "a", .to = "b"});
  EXPECT_EQ(BuildOrDie(named)->fingerprint(), BuildOrDie(bare)->fingerprint());

  std::vector<Claims> others(5, claims);
  others[0].say = 0b0110;                               // a parameter
  others[1].rule = WinnersRule::Of(Winners::kNearest);  // a winners rule
  others[2].in_turn = true;
  others[3].wait_for_all = true;
  others[4].who = Who::kAll;
  for (std::size_t i = 0; i < others.size(); ++i)
    EXPECT_NE(others[i].Build()->fingerprint(), plain) << i;
}

TEST(Enter, StandsInTheMiddleOfAGame) {
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
