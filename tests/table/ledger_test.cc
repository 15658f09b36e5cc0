// Points: every entry sums to zero, is undone at most once, and has a reason. A full ledger drops
// only entries that nothing can undo.
#include <mlf/flow/flow.h>
#include <mlf/table/ledger.h>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <numeric>

namespace mlf::table {
namespace {

constexpr SeatMask kSeats123 = 0b1110;

std::array<std::int32_t, 4> Points(const Ledger& ledger) {
  return {ledger.points[0], ledger.points[1], ledger.points[2], ledger.points[3]};
}
using P = std::array<std::int32_t, 4>;

void ExpectZeroSum(const Ledger& ledger) {
  EXPECT_EQ(std::accumulate(ledger.points.begin(), ledger.points.end(), 0), 0);
}

TEST(Ledger, APayeeReceivesFromEveryPayer) {
  Ledger ledger{};
  EXPECT_EQ(Book(ledger, 0, kSeats123, 2, 1, true), 0);
  EXPECT_EQ(Points(ledger), (P{6, -2, -2, -2}));
  EXPECT_EQ(Book(ledger, 3, 0b0001, 4, 2, false), 1);
  EXPECT_EQ(Points(ledger), (P{2, -2, -2, 2}));
  EXPECT_EQ(ledger.entries[0].total(), 6);
  EXPECT_TRUE(ledger.entries[0].open());
  EXPECT_FALSE(ledger.entries[1].open());
  EXPECT_EQ(ledger.entries[1].party(), 3);
}

TEST(Ledger, NothingPaidIsNoEntry) {
  Ledger ledger{};
  EXPECT_EQ(Book(ledger, 0, kSeats123, 0, 1, true), std::nullopt);
  EXPECT_EQ(Book(ledger, 0, 0, 5, 1, true), std::nullopt);
  EXPECT_EQ(ledger.count, 0);
}

TEST(Ledger, WhatCannotBePaidIsABug) {
  Ledger ledger{};
  EXPECT_THROW(Book(ledger, 0, 0b0001, 1, 1, false), CheckFailure) << "nobody pays itself";
  EXPECT_THROW(Book(ledger, 0, 0b0010, -1, 1, false), CheckFailure) << "points are paid forward";
  EXPECT_THROW(Book(ledger, 0, 0b0010, 1, 1, false, 0), CheckFailure) << "refers to nothing";
}

TEST(Ledger, AFullBookDropsTheOldestThatIsSettled) {
  Ledger ledger{};
  Book(ledger, 0, kSeats123, 2, 1, /*undoable=*/true);
  for (int i = 1; i < Ledger::kCapacity; ++i) Book(ledger, 1, 0b0001, i, 2, false);
  ASSERT_EQ(ledger.count, Ledger::kCapacity);
  const PerParty<std::int32_t> before = ledger.points;
  const int index = Book(ledger, 2, 0b1000, 5, 3, false, /*refers=*/2).value();
  EXPECT_EQ(index, Ledger::kCapacity - 1);
  EXPECT_EQ(ledger.folded, 1);
  EXPECT_EQ(ledger.entries[0].each, 2) << "the one that may still be undone stays";
  EXPECT_EQ(ledger.entries[1].each, 2) << "the entry of 1 was the oldest settled one";
  EXPECT_EQ(ledger.entries[index].refers, 1) << "a reference follows its entry";
  EXPECT_EQ(ledger.points[2], before[2] + 5);
  EXPECT_EQ(ledger.points[3], before[3] - 5);
  EXPECT_EQ(ledger.points[0], before[0]) << "totals keep what was folded";
  Book(ledger, 2, 0b1000, 5, 3, false);
  EXPECT_FALSE(ledger.entries[Ledger::kCapacity - 2].refers) << "what it referred to is gone";
  ExpectZeroSum(ledger);
}

TEST(Ledger, ABookFullOfOpenEntriesIsABug) {
  Ledger ledger{};
  for (int i = 0; i < Ledger::kCapacity; ++i) Book(ledger, 0, 0b0010, 1, 1, true);
  EXPECT_THROW(Book(ledger, 0, 0b0010, 1, 1, true), CheckFailure);
}

TEST(Ledger, OpenEntriesAreFoundFromBothEnds) {
  Ledger ledger{};
  Book(ledger, 0, 0b0010, 1, 1, false);
  Book(ledger, 0, 0b0010, 1, 1, true);
  Book(ledger, 1, 0b0001, 1, 1, true);
  Book(ledger, 0, 0b0100, 1, 1, true);
  EXPECT_EQ(FirstOpen(ledger, 0), 1);
  EXPECT_EQ(LastOpen(ledger, 0), 3);
  EXPECT_EQ(FirstOpen(ledger, 1), 2);
  EXPECT_EQ(FirstOpen(ledger, 2), std::nullopt);
  EXPECT_EQ(LastOpen(ledger, 3), std::nullopt);
}

// A flow of one node whose action is the test's, for code that needs a step.
struct Script {
  static inline std::function<void(Step&, Ledger&, std::uint8_t)> run;
};
class ScriptNode final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"script", 1, "脚本", "script"};
  static constexpr Reason kReason{"gang", "杠", "gang"};
  explicit ScriptNode(Params& params)
      : ledger_(params.Slot<Ledger>()), reason_(params.Number(kLedgerReasons, kReason)) {}
  void ProcessAction(Step& step) const override {
    Script::run(step, ledger_(step.records), reason_);
  }
  Slot<Ledger> ledger_;
  std::uint8_t reason_;
};

// The ledger and the events after `run`.
std::pair<Ledger, std::vector<Event>> RunScript(
    std::function<void(Step&, Ledger&, std::uint8_t)> run) {
  Registry registry;
  RegisterFlowParts(registry);
  registry.Add<ScriptNode>();
  FlowBuilder builder(registry);
  builder.SetSeats(4).PushActionNode({.id = "script", .end = true});
  auto flow = builder.Build();
  EXPECT_TRUE(flow.ok()) << (flow.ok() ? "" : FaultText(flow.faults()));
  Ledger ledger{};
  Script::run = [&](Step& step, Ledger& own, std::uint8_t reason) {
    run(step, own, reason);
    ledger = own;
  };
  Records records = (*flow)->Blank();
  Response response;
  (*flow)->Start(records, 1, response);
  EXPECT_EQ(response.status, Status::kOver) << response.refusal.detail;
  return {ledger, response.events};
}

TEST(Ledger, APaymentIsAnnounced) {
  const auto [ledger, events] = RunScript([](Step& step, Ledger& own, std::uint8_t gang) {
    Pay(step, own, 0, kSeats123, 2, gang, true);
    Pay(step, own, 2, 0b0010, 1, gang);
    EXPECT_EQ(Pay(step, own, 2, 0b0010, 0, gang), std::nullopt);
  });
  ASSERT_EQ(events.size(), 2u) << "nothing paid, nothing announced";
  EXPECT_EQ(events[0].type, &kPointsEvent);
  EXPECT_TRUE(kPointsEvent.names_seats);
  EXPECT_EQ(events[0].seat, 0);
  EXPECT_EQ(events[0].value, 2);
  EXPECT_EQ(events[0].count, 3);
  EXPECT_EQ(events[0].pieces[2], 3);
  EXPECT_EQ(events[0].text, "gang");
  EXPECT_EQ(events[1].other, 1) << "a sole payer is named";
}

TEST(Ledger, ARefundGivesEveryPayerItsShareBackOnce) {
  const auto [ledger, events] = RunScript([](Step& step, Ledger& own, std::uint8_t gang) {
    const int index = Pay(step, own, 0, kSeats123, 2, gang, true).value();
    Refund(step, own, index, gang);
    Refund(step, own, index, gang);
  });
  EXPECT_EQ(Points(ledger), (P{0, 0, 0, 0}));
  EXPECT_EQ(ledger.count, 4);
  EXPECT_TRUE(ledger.entries[0].undone());
  for (int i = 1; i < 4; ++i) {
    EXPECT_EQ(ledger.entries[i].refers, 0);
    EXPECT_EQ(ledger.entries[i].party(), i);
    EXPECT_EQ(ledger.entries[i].payers, 0b0001);
  }
  EXPECT_EQ(events.size(), 4u);
}

TEST(Ledger, ARefundToSomeLeavesTheRestAndEnds) {
  const auto [ledger, events] = RunScript([](Step& step, Ledger& own, std::uint8_t gang) {
    const int index = Pay(step, own, 0, kSeats123, 2, gang, true).value();
    Refund(step, own, index, gang, 0b1100);
    Refund(step, own, index, gang);
  });
  EXPECT_EQ(Points(ledger), (P{2, -2, 0, 0}));
  EXPECT_EQ(ledger.count, 3);
}

TEST(Ledger, ARefundOfWhatIsLeftGoesToTheNearestFirst) {
  const auto [ledger, events] = RunScript([](Step& step, Ledger& own, std::uint8_t gang) {
    Refund(step, own, Pay(step, own, 2, 0b1011, 2, gang, true).value(), gang, /*to=*/0xFF,
           /*most=*/3);
    Refund(step, own, 0, gang);
  });
  EXPECT_EQ(Points(ledger), (P{-1, -2, 3, 0}))
      << "seat 3 gets 2, seat 0 gets 1, and nothing is left for seat 1";
  EXPECT_EQ(ledger.count, 3) << "the payers that get nothing have no entry";
  EXPECT_TRUE(ledger.entries[0].undone());
}

TEST(Ledger, EntriesOfOnePaymentAreJoined) {
  const auto [ledger, events] = RunScript([](Step& step, Ledger& own, std::uint8_t gang) {
    Pay(step, own, 0, 0b0110, 2, gang, true);
    Pay(step, own, 0, 0b1000, 1, gang, true, /*joined=*/true);
  });
  EXPECT_FALSE(ledger.entries[0].joined());
  EXPECT_TRUE(ledger.entries[1].joined());
  EXPECT_EQ(ledger.entries[1].party(), 0);
  EXPECT_TRUE(ledger.entries[1].open());
}

TEST(Ledger, WhatIsSettledIsNotRefunded) {
  const auto [ledger, events] = RunScript([](Step& step, Ledger& own, std::uint8_t gang) {
    Refund(step, own, Pay(step, own, 0, kSeats123, 2, gang, /*undoable=*/false).value(), gang);
  });
  EXPECT_EQ(Points(ledger), (P{6, -2, -2, -2}));
}

// XS04: three points of seat 2's gang go to seats 3 and 1, two and one. Nothing is left to refund.
TEST(Ledger, ATransferMayBeSharedAndEndsTheRefund) {
  const auto [ledger, events] = RunScript([](Step& step, Ledger& own, std::uint8_t gang) {
    int index = Pay(step, own, 2, 0b1011, 1, gang, true).value();
    index = Transfer(step, own, index, 2, 3, 2, gang);
    index = Transfer(step, own, index, 2, 1, 1, gang);
    Refund(step, own, index, gang);
  });
  EXPECT_EQ(Points(ledger), (P{-1, 0, 0, 1}));
  EXPECT_EQ(ledger.count, 3);
  EXPECT_EQ(ledger.entries[1].refers, 0);
  ExpectZeroSum(ledger);
}

TEST(Ledger, UndoingInAFullBookKeepsToTheRightEntry) {
  const auto [ledger, events] = RunScript([](Step& step, Ledger& own, std::uint8_t gang) {
    for (int i = 0; i < 30; ++i) Book(own, 1, 0b0001, 1, gang, false);
    Book(own, 0, kSeats123, 7, gang, true);
    Book(own, 0, kSeats123, 9, gang, true);
    while (own.count < Ledger::kCapacity) Book(own, 1, 0b0001, 1, gang, false);
    while (const auto open = FirstOpen(own, 0)) Refund(step, own, *open, gang);
  });
  EXPECT_EQ(ledger.points[0], -(Ledger::kCapacity - 2)) << "both gangs went back";
  EXPECT_EQ(ledger.points[2], 0);
  EXPECT_EQ(ledger.folded, 6);
  ExpectZeroSum(ledger);
  int sevens = 0, nines = 0;
  for (int i = 0; i < ledger.count; ++i) {
    const LedgerEntry& entry = ledger.entries[i];
    if (!entry.refers) continue;
    const LedgerEntry& undone = ledger.entries[*entry.refers];
    EXPECT_EQ(undone.each, entry.each);
    EXPECT_TRUE(undone.undone());
    (entry.each == 7 ? sevens : nines) += 1;
  }
  EXPECT_EQ(sevens, 3);
  EXPECT_EQ(nines, 3);
}

}  // namespace
}  // namespace mlf::table
