// A refused action has a code and a reason, and leaves the records as they were.
#include "toy_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf::test {
namespace {

// ---- refusals ----

// begin -> ask(all: give piece, odd ones only | say of seats 1 and 2 guarded by seat 1 | say2 of
// next | no) -> done; `far` is elsewhere.
std::shared_ptr<const Flow> Refusing() {
  FlowBuilder builder = ToyFlow();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kOthers, .pass = "no", .defaults = {{.answer = "no"}}}});
  builder.PushActionNode({.id = "give", .conditions = {"odd"}});
  builder.PushActionNode({.id = "say", .params = ToySeats(0b1110)});
  builder.PushActionNode({.id = "say2", .params = ToySeats(0b0000)});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(ToyAnswer("ask", "give", 0, WinnersRule::Of(Winners::kNearest)));
  EdgeSpec guarded = ToyAnswer("ask", "say", 1, WinnersRule::Of(Winners::kNearest));
  guarded.guards = {Value::Map({{"seat_is", 1}})};
  builder.PushEdge(guarded);
  EdgeSpec next = ToyAnswer("ask", "say2", 2);
  next.who = Who::kNext;
  builder.PushEdge(next);
  builder.PushEdge(ToyAnswer("ask", "no", 3));
  for (const char* from : {"ask", "give", "say", "say2"})
    builder.PushEdge({.from = from, .to = "done"});
  return BuildOrDie(builder);
}

TEST(Refusals, EachCodeLeavesTheRecordsBitForBit) {
  const auto flow = Refusing();
  ASSERT_TRUE(flow);
  const auto node = [&](const char* id) { return flow->Find(id); };
  ToyTable table(flow);
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
       "no_ask",
       "no window is named"},
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
  const Refusal early = flow->ProcessActionNode(records, {.node = 0, .seat = 0}).refusal;
  EXPECT_EQ(early.code, RefusalCode::kNotAsked);
  EXPECT_EQ(early.reason->id, "not_started");
  ToyTable other(ToyClaims{}.Build());
  const Records before = other.records;
  EXPECT_EQ(flow->ProcessActionNode(other.records, {.node = 0, .seat = 1, .ask = 1}).refusal.code,
            RefusalCode::kInternal);
  EXPECT_TRUE(other.records == before);
}

TEST(Refusals, AnActionWithoutAskIsNotCalledStale) {
  ToyTable table(Refusing());
  Action action{.node = table.flow->Find("no"), .seat = 2};
  EXPECT_FALSE(table.Play(action));
  EXPECT_EQ(table.response.refusal.code, RefusalCode::kStaleAsk);
  EXPECT_EQ(table.response.refusal.reason->id, "no_ask");
  action.ask = 99;
  EXPECT_FALSE(table.Play(action));
  EXPECT_EQ(table.response.refusal.reason->id, "stale_ask");
}

TEST(Refusals, ABrokenCheckRestoresAndSaysWhere) {
  FlowBuilder builder = ToyFlow();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kSelf, .defaults = {{.answer = "say"}}}});
  builder.PushActionNode(
      {.id = "say", .hooks = {{Hook::kAfterProcessSettle, {Value::Map({{"note", 5}}), "fail"}}}});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(ToyAnswer("ask", "say"));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "done"});
  ToyTable table(BuildOrDie(builder));
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
  FlowBuilder builder = ToyFlow();
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kAll, .pass = "no", .defaults = {{.answer = "no"}}}});
  builder.PushActionNode({.id = "say"});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  EdgeSpec guarded = ToyAnswer("ask", "say", 0, WinnersRule::Of(Winners::kAll));
  guarded.guards = {Value::Map({{"broken", Value::Map({{"at", 1}})}})};
  builder.PushEdge(guarded);
  builder.PushEdge(ToyAnswer("ask", "no", 1));
  builder.PushEdge({.from = "ask", .to = "done"});
  builder.PushEdge({.from = "say", .to = "ask"});
  ToyTable table(BuildOrDie(builder));
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
    FlowBuilder builder = ToyFlow();
    builder.PushActionNode(
        {.id = "ask",
         .type = "pause",
         .window = WindowSpec{.ask = Who::kSelf, .defaults = {{.answer = "give"}}}});
    builder.PushActionNode({.id = "give", .params = Value::Map({{"kind", kind}})});
    builder.PushActionNode({.id = "done", .type = "pause", .end = true});
    builder.PushEdge(ToyAnswer("ask", "give"));
    builder.PushEdge({.from = "ask", .to = "done"});
    builder.PushEdge({.from = "give", .to = "done"});
    ToyTable table(BuildOrDie(builder));
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

// Questions about a seat that there is not have an empty answer.
TEST(Choices, ASeatThatThereIsNotHasNone) {
  const auto flow = TwoHands();
  Records records = flow->Blank();
  Choices choices;
  EXPECT_EQ(flow->OffersTo(records, 0, choices), 0u) << "nothing has started";
  Response response;
  flow->Start(records, 1, response);
  EXPECT_FALSE(response.choices.Of(0).empty());
  for (const int number : {-1, 3, kMaxSeats, 100}) {
    const auto seat = static_cast<Seat>(number);
    EXPECT_TRUE(response.choices.Of(seat).empty()) << number;
    EXPECT_EQ(response.choices.Count(seat), 0u) << number;
    EXPECT_EQ(response.choices.Find(seat, 0), nullptr) << number;
    EXPECT_EQ(flow->OffersTo(records, seat, choices), 0u) << number;
    EXPECT_EQ(flow->Default(records, seat).node, kNoNode) << number;
  }
}

}  // namespace
}  // namespace mlf::test
