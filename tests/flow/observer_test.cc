// HookObserver: receives every node and every piece of code in order, and changes nothing.
#include "toy.h"

#include <gmock/gmock.h>

namespace mlf::test {
namespace {

struct Notes final : HookObserver {
  std::vector<std::string> lines;
  const Flow* flow = nullptr;
  int open = 0;

  void OnValid(const Action& action, const Reason* why) override {
    valid.push_back(flow->node(action.node).id + " " +
                    std::string(why == nullptr ? "valid" : why->id));
  }
  void OnNode(NodeIndex node, Seat seat) override {
    lines.push_back(flow->node(node).id + " of " + std::to_string(seat));
  }
  void BeforeHook(Hook hook, int effect) override {
    EXPECT_EQ(open++, 0);
    if (effect >= 0) lines.push_back(std::string(HookKey(hook)) + " " + std::to_string(effect));
    ++pieces;
  }
  void AfterHook() override { EXPECT_EQ(--open, 0); }
  int pieces = 0;
  std::vector<std::string> valid;  // what the hook Valid said
};

std::shared_ptr<const Flow> Watched() {
  FlowBuilder builder(ToyRegistry(), &ToyText());
  builder.SetName("toy").SetSeats(2);
  const auto note = [](int n) { return Value::Map({{"note", Value::Map({{"n", n}})}}); };
  builder.PushActionNode(
      {.id = "ask",
       .type = "tick",
       .hooks = {{Hook::kProcessAction, {note(30), note(31)}}, {Hook::kAfterSetStates, {note(32)}}},
       .window = WindowSpec{
           .ask = Who::kAll, .wait_for_all = true, .pass = "no", .defaults = {{.answer = "no"}}}});
  builder.PushActionNode({.id = "say", .params = Value::Map({{"seats", 3}})});
  builder.PushActionNode({.id = "no",
                          .params = Value::Map({{"seats", 3}}),
                          .hooks = {{Hook::kProcessSettle, {note(40)}}}});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge(
      {.from = "ask", .to = "say", .player = true, .winners = WinnersRule::Of(Winners::kAll)});
  builder.PushEdge({.from = "ask", .to = "no", .player = true, .rank = 1});
  for (const char* from : {"ask", "say"}) builder.PushEdge({.from = from, .to = "done"});
  return BuildOrDie(builder);
}

TEST(Observer, ObservesEveryHookInOrder) {
  const auto flow = Watched();
  ASSERT_TRUE(flow);
  Notes notes;
  notes.flow = flow.get();
  Trace trace;
  trace.Watch(&notes);
  Records records = flow->Blank(), unwatched = flow->Blank();
  Response response;
  flow->Start(records, 1, response, &trace);
  ASSERT_TRUE(response.ok());
  EXPECT_THAT(notes.lines,
              testing::ElementsAre("ask of 0", "action 0", "action 1", "after_states 0"));
  EXPECT_EQ(notes.pieces, 9 + 3) << "nine hooks of the node's own, three effects";

  notes.lines.clear();
  notes.pieces = 0;
  for (const Seat seat : {Seat{1}, Seat{0}}) {
    const Action action{.node = flow->Find(seat == 1 ? "no" : "say"),
                        .seat = seat,
                        .ask = records.flow().window.ask};
    flow->ProcessActionNode(records, action, response, &trace);
    ASSERT_TRUE(response.ok());
  }
  EXPECT_THAT(notes.lines, testing::ElementsAre("no of 1", "settle 0", "say of 0", "done of 0"));

  EXPECT_THAT(notes.valid, testing::ElementsAre("no valid", "say valid"));

  flow->Start(unwatched, 1, response);
  for (const Seat seat : {Seat{1}, Seat{0}}) {
    flow->ProcessActionNode(unwatched,
                            {.node = flow->Find(seat == 1 ? "no" : "say"),
                             .seat = seat,
                             .ask = unwatched.flow().window.ask},
                            response);
  }
  EXPECT_EQ(records, unwatched) << "to be watched changes nothing";
}

TEST(Observer, ObservesWhyAnActionIsNotValid) {
  const auto flow = Watched();
  ASSERT_TRUE(flow);
  Notes notes;
  notes.flow = flow.get();
  Trace trace;
  trace.Watch(&notes);
  Records records = flow->Blank();
  Response response;
  flow->Start(records, 1, response);
  const std::uint32_t ask = records.flow().window.ask;
  flow->ProcessActionNode(records, {.node = flow->Find("done"), .seat = 0, .ask = ask}, response,
                          &trace);
  flow->ProcessActionNode(records, {.node = flow->Find("say"), .seat = 0, .ask = ask, .value = 3},
                          response, &trace);
  flow->ProcessActionNode(records, {.node = kTimeout, .seat = 0, .ask = ask}, response, &trace);
  EXPECT_THAT(notes.valid, testing::ElementsAre("done not_now", "say wrong_payload", "no valid"));
  EXPECT_THAT(notes.lines, testing::IsEmpty()) << "no other hook runs before the window decides";
}

}  // namespace
}  // namespace mlf::test
