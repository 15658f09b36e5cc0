// The edges of a table: what is refused or empty, and what observers hear.
#include <mlf/flow/loader.h>
#include <mlf/flow/registry.h>
#include <mlf/play/table.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "tests/play/variants.h"

#include <gmock/gmock.h>

namespace mlf::play {
namespace {

class HeardEvents final : public TableObserver {
 public:
  void OnEvent(const Table&, const TableEvent& event) override {
    all.emplace_back(EventName(event));
  }
  std::vector<std::string> all;
};

TEST(TableEdges, StartedTwice) {
  Table table(FlowOf("xueliu"));
  EXPECT_TRUE(table.Start(5).ok());
  const Records before = table.records();
  const SeatMask asked = table.asked();
  HeardEvents heard;
  table.AddObserver(heard);
  const Response& again = table.Start(6);
  EXPECT_FALSE(again.ok());
  EXPECT_EQ(again.refusal.reason->id, "already_started");
  EXPECT_TRUE(table.records() == before);
  EXPECT_EQ(table.asked(), asked) << "the match goes on";
  EXPECT_THAT(heard.all, testing::IsEmpty());
  EXPECT_TRUE(table.TimeOut(table.NextSeat()).ok());
}

TEST(TableEdges, ActedBeforeTheStart) {
  Table table(FlowOf("xueliu"));
  const Response& early = table.Act(0, {.code = Code::kPass});
  EXPECT_FALSE(early.ok());
  EXPECT_EQ(early.refusal.reason->id, "not_started");
  EXPECT_TRUE(table.Start(5).ok());
}

// Breaks in a late hook, after events of the same act.
class Boom final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"boom", 1, "炸", "breaks"};
  void Run(Step& step) const override {
    if (step.records.flow().version > 20) throw std::runtime_error("boom");
  }
};

TEST(TableEdges, ObserversHearNothingOfAnActThatBreaks) {
  Registry registry;
  RegisterAll(registry);
  registry.Add<Boom>();
  const auto variant = LoadVariant(VariantText{"broken",
                                               "id: broken\nextends: xueliu\nzh: 坏\nen: broken\n"
                                               "flow: {discard: {after_states: boom}}\n"},
                                   StandardSource());
  ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
  const auto flow = variant->Build({}, registry, &table::TileText());
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  Table table(*flow);
  HeardEvents heard;
  table.AddObserver(heard);
  table.Start(5);
  for (int acts = 0; acts < 200; ++acts) {
    const std::size_t before = heard.all.size();
    const FocusTile focus = table.focus();
    if (table.TimeOut(table.NextSeat()).ok()) continue;
    EXPECT_THAT(table.response().refusal.detail,
                testing::HasSubstr("discard.AfterSetStates: boom"));
    EXPECT_EQ(heard.all.size(), before);
    EXPECT_TRUE(table.focus() == focus);
    return;
  }
  FAIL() << "no act broke";
}

TEST(TableEdges, AnObserverThatThrowsLeavesTheTableAfterTheAct) {
  class Throws final : public TableObserver {
   public:
    void OnEvent(const Table&, const TableEvent&) override { throw std::runtime_error("heard"); }
  };
  Table table(FlowOf("xueliu")), same(FlowOf("xueliu"));
  table.Start(5);
  same.Start(5);
  Throws observer;
  table.AddObserver(observer);
  for (int acts = 0; acts < 30; ++acts) {
    same.TimeOut(same.NextSeat());
    try {
      table.TimeOut(table.NextSeat());
    } catch (const std::runtime_error&) {
      EXPECT_TRUE(table.records() == same.records());
      return;
    }
  }
  FAIL() << "nothing was told";
}

// After a refusal the table says the same of who may do what.
TEST(TableEdges, ARefusalLeavesTheQuestion) {
  Table table(FlowOf("xueliu"));
  table.Start(5);
  const SeatMask asked = table.asked();
  const auto moves = table.MovesOf(3);
  EXPECT_FALSE(table.Act(0, {.code = Code::kTsumo}).ok());
  EXPECT_EQ(table.asked(), asked);
  EXPECT_EQ(table.MovesOf(3), moves);
  EXPECT_FALSE(table.response().ok());
}

// Persons without a seat are asked too, and see the table without a hand of their own.
TEST(TableEdges, PersonsWithoutASeat) {
  Table table(FlowOf("yilaidaodi", {{"persons", "5"}}));
  table.Start(5);
  for (const int person : {4, 7, 8, 100, -1}) {
    const auto seat = static_cast<Seat>(person);
    const auto view = table.ViewOf(seat);
    EXPECT_EQ(view->hand(), Counts{}) << person;
    EXPECT_EQ(view->drawn(), table::kNoTile);
    EXPECT_EQ(view->HandSize(seat), 0);
    EXPECT_TRUE(view->Melds(seat).empty());
    EXPECT_TRUE(view->River(seat).empty());
    EXPECT_FALSE(view->Riichi(seat));
    EXPECT_EQ(view->popup(Lang::kEn), "");
    EXPECT_EQ(view->SeatWind(seat), table::kNoTile);
    if (person > 7 || person < 0) {
      EXPECT_EQ(view->Points(seat), 0) << person;
      EXPECT_TRUE(view->moves().empty()) << person;
    }
  }
}

// A table of four seats cannot hold five: a fault of the build.
TEST(TableEdges, MoreSeatsThanTheTableHas) {
  const VariantText text{"own.yaml", "id: own\nextends: xueliu\nzh: 自己的\nen: own\nseats: 5\n"};
  const auto variant = LoadVariant(text, StandardSource(), &AllParts(), &table::TileText());
  const auto flow = variant ? variant->Build({}, AllParts(), &table::TileText())
                            : Result<std::shared_ptr<const Flow>>(variant.faults());
  ASSERT_FALSE(flow.ok());
  EXPECT_THAT(
      FaultText(flow.faults()),
      testing::HasSubstr(
          "own.yaml:5:8: P10: seats: 5 is too many; the slot \"board\" has room for 4 seats"));
}

}  // namespace
}  // namespace mlf::play
