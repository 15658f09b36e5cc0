#include "toy.h"

#include <mlf/flow/explain.h>
#include <mlf/flow/text.h>

#include <gtest/gtest.h>

namespace mlf::test {
namespace {

struct Match {
  std::shared_ptr<const Flow> flow = TwoHands();
  Records records = flow->Blank();
  Response response;
  Trace trace;
  Recorder recorder{*flow};
  Match() { recorder.Start(records, 3, response, &trace); }
  void Do(const char* text) {
    Action action = *ParseAction(*flow, text);
    action.ask = records.flow().window.ask;
    recorder.Process(records, action, response, &trace);
  }
};

void Says(const std::string& text, std::initializer_list<const char*> parts) {
  std::size_t from = 0;
  for (const char* part : parts) {
    const std::size_t at = text.find(part, from);
    EXPECT_NE(at, std::string::npos) << "missing, or not in this order: " << part << "\nin:\n"
                                     << text;
    if (at != std::string::npos) from = at;
  }
}

TEST(Explain, WhereTheGameRests) {
  Match match;
  match.Do("2 say");
  Says(Explain(*match.flow, match.records, Lang::kEn),
       {"Hand 1, at deal", "version 1", "Window @1 who wants", "asks everybody",
        "may answer now: seat 0, seat 1", "seat 0 may: say, no",
        "seat 2 has answered: 2 say (rank 0"});
  Says(Explain(*match.flow, match.records, Lang::kZh),
       {"第 1 局，停在 deal", "问询 @1 要不要：问各家", "座0 可以：say，no", "座2 已答：2 say"});
  const std::string seen = Explain(*match.flow, match.records, Lang::kEn, Viewer::Of(0));
  EXPECT_EQ(seen.find("seat 2 has"), std::string::npos) << seen;
  EXPECT_EQ(seen.find("answered"), std::string::npos) << seen;
  Says(Explain(*match.flow, match.flow->Blank(), Lang::kEn), {"Nothing has started"});
}

TEST(Explain, ASeatDoesNotLearnThatAnotherHasAnswered) {
  for (const char* answer : {"2 say", "1 timeout"}) {
    Match match;
    const std::string before = Explain(*match.flow, match.records, Lang::kEn, Viewer::Of(0));
    Says(before, {"Hand 1, at deal", "seat 0 may: say, no"});
    match.Do(answer);
    Says(Explain(*match.flow, match.records, Lang::kEn), {"state version 1"});
    EXPECT_EQ(Explain(*match.flow, match.records, Lang::kEn, Viewer::Of(0)), before) << answer;
  }
}

TEST(Explain, WhyAnAnswerIsNotOffered) {
  FlowBuilder builder(ToyRegistry(), &ToyText());
  builder.SetName("toy").SetSeats(2);
  builder.PushActionNode(
      {.id = "ask",
       .type = "pause",
       .window = WindowSpec{.ask = Who::kAll, .pass = "no", .defaults = {{.answer = "no"}}}});
  builder.PushActionNode({.id = "say"});
  builder.PushActionNode({.id = "say2", .params = Value::Map({{"seats", 1}})});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge({.from = "ask",
                    .to = "say",
                    .player = true,
                    .winners = WinnersRule::Of(Winners::kAll),
                    .guards = {Value::Map({{"seat_is", 1}})}});
  builder.PushEdge({.from = "ask",
                    .to = "say2",
                    .player = true,
                    .rank = 1,
                    .winners = WinnersRule::Of(Winners::kAll)});
  builder.PushEdge({.from = "ask", .to = "no", .player = true, .rank = 2});
  for (const char* from : {"ask", "say", "say2"}) builder.PushEdge({.from = from, .to = "done"});
  const auto flow = BuildOrDie(builder);
  ASSERT_TRUE(flow);
  Records records = flow->Blank();
  Response response;
  flow->Start(records, 1, response);
  Says(Explain(*flow, records, Lang::kEn),
       {"seat 0 may: say2, no", "not say: not that seat (not_that_seat)", "seat 1 may: say, no",
        "not say2: this seat has none (not_of_seats)"});
}

TEST(Explain, AStepOfAJournal) {
  Match match;
  for (const char* step :
       {"2 say", "2 say", "0 say", "1 timeout", "2 give 3a", "1 say", "0 no", "1 give 1a"})
    match.Do(step);
  match.recorder.Finish(match.records);
  const Journal& journal = match.recorder.journal();
  ASSERT_EQ(match.response.status, Status::kOver);
  const auto step = [&](int n, Lang lang = Lang::kEn) {
    const auto text = Explain(*match.flow, journal, n, lang);
    EXPECT_TRUE(text.ok()) << FaultText(text.faults());
    return text.ok() ? *text : "";
  };
  Says(step(0), {"The start.", "first", "deal", "Then: Hand 1, at deal"});
  Says(step(1),
       {"seat 2 may: say, no", "Step 1: 2 say @1", "2 say (rank 0, winners nearest)",
        "seat 1 has not answered and could still: say (rank 0", "Undecided: somebody can still"});
  Says(step(2), {"Step 2: 2 say", "refused (already_answered)"});
  Says(step(4),
       {"Step 4: 1 timeout", "Time is up, played for it: 1 no", "1 no (a pass)",
        "Decided: seat 2 with say (rank 0 is the best given, 2 seats gave it, winners nearest)",
        "Nodes that ran:", "no", "say", "settle: note", "settle: score", "Then: Hand 1, at say"});
  Says(step(4, Lang::kZh),
       {"第 4 步", "超时，代打：1 no", "已决：座2 得到 say 要（第0级最强，2家并列，规则 nearest）",
        "经过的节点"});
  Says(step(5), {"Decided: seat 2 with give", "What happened:", "seat 2 gives 3a",
                 "seat 2 peeks at 8a", "Then: Hand 2"});
  Says(step(7), {"Decided: seat 1 with say", "no open answer can change that"});
  Says(step(8), {"it is over"});
  EXPECT_FALSE(Explain(*match.flow, journal, 9, Lang::kEn).ok());
  EXPECT_FALSE(Explain(*match.flow, journal, -1, Lang::kEn).ok());
}

TEST(Explain, ATraceEntry) {
  Match match;
  match.Do("2 say");
  match.Do("2 say");
  Says(Explain(*match.flow, match.trace[2], Lang::kEn),
       {"2 say @1", "at deal", "refused (already_answered)", "answered"});
  match.Do("0 no");
  match.Do("1 timeout");
  Says(Explain(*match.flow, match.trace[4], Lang::kEn),
       {"v3 1 timeout @1 => 1 no", "winners: seat 2", "through no > no > say", "rests at say"});
}

}  // namespace
}  // namespace mlf::test
