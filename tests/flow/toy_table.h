// Tables that play the toy flows: one that acts for its seats, and flows with a claim window.
#pragma once

#include "toy.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mlf::test {

// A table with helpers for tests.
struct ToyTable {
  explicit ToyTable(std::shared_ptr<const Flow> f) : flow(std::move(f)), records(flow->Blank()) {
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

inline FlowBuilder ToyFlow(int seats = 4) {
  FlowBuilder builder(ToyRegistry(), &ToyText());
  builder.SetName("toy").SetSeats(seats);
  return builder;
}

inline Value ToySeats(int mask) { return Value::Map({{"seats", mask}}); }
inline EdgeSpec ToyAnswer(const char* from, const char* to, int rank = 0,
                          WinnersRule winners = {}) {
  return {.from = from, .to = to, .player = true, .rank = rank, .winners = std::move(winners)};
}

// begin -> ask [window] -> done, with `say` (rank 0) for the seats `say`, `say2` (rank 1) for
// `say2`, `no` as pass. begin's actor is seat 0.
struct ToyClaims {
  int say = 0b1110;
  int say2 = 0b1110;
  Who who = Who::kOthers;
  bool in_turn = false;
  bool wait_for_all = false;
  bool auto_single = false;
  WinnersRule rule = WinnersRule::Of(Winners::kAll);

  FlowBuilder Builder() const {
    FlowBuilder builder = ToyFlow();
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
    builder.PushActionNode({.id = "say", .params = ToySeats(say)});
    builder.PushActionNode({.id = "say2", .params = ToySeats(say2)});
    builder.PushActionNode({.id = "no"});
    builder.PushActionNode({.id = "done", .type = "pause", .end = true});
    builder.PushActionNode({.id = "mess", .type = "pause", .end = true});
    builder.PushEdge({.from = "begin", .to = "ask"});
    builder.PushEdge(ToyAnswer("ask", "say", 0, rule));
    builder.PushEdge(ToyAnswer("ask", "say2", 1, WinnersRule::Of(Winners::kNearest)));
    builder.PushEdge(ToyAnswer("ask", "no", 2));
    // Every node must be reachable, even without an abort.
    builder.PushEdge({.from = "ask", .to = "mess", .guards = {"never"}});
    for (const char* from : {"ask", "say", "say2"}) builder.PushEdge({.from = from, .to = "done"});
    return builder;
  }
  std::shared_ptr<const Flow> Build() const { return BuildOrDie(Builder()); }
};

}  // namespace mlf::test
