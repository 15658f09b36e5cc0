#include "logic_table.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace mlf::logic {
namespace {

using table::Focus;
using test::LogicTable;
using test::Seats;

struct DrawRow {
  Focus focus;
  Seat payer;
  const char* winners;  // in order of answers
  const char* left;     // seats out of the hand before
  const char* effect;   // lock_winner or leave_winner
  Seat drawer;
  const char* why;
};

constexpr DrawRow kDraws[] = {
    {Focus::kDiscard, 1, "230", "", "lock_winner", 1,
     "XS07: seat 0 is farthest, so the payer draws"},
    {Focus::kDiscard, 1, "023", "", "lock_winner", 1, "the order of the answers does not matter"},
    {Focus::kDiscard, 1, "20", "", "lock_winner", 1, "XA08"},
    {Focus::kDiscard, 1, "2", "", "lock_winner", 3, "XA09"},
    {Focus::kAddedGang, 1, "2", "", "lock_winner", 3, "a robbed gang likewise"},
    {Focus::kDiscard, 3, "0", "", "lock_winner", 1, "round the end of the seats"},
    {Focus::kDiscard, 1, "2", "3", "lock_winner", 0, "seat 3 is out of the hand"},
    {Focus::kDiscard, 1, "2", "", "leave_winner", 3, "the winner leaves"},
    {Focus::kDiscard, 1, "23", "", "leave_winner", 0, "both leave"},
    {Focus::kDiscard, 1, "230", "", "leave_winner", 1, "only the payer is left"},
    {Focus::kNone, 2, "1", "", "lock_winner", 2, "a self-draw: the next seat"},
    {Focus::kNone, 2, "1", "2", "leave_winner", 3, "a self-draw: the next seat in the hand"},
};

TEST(DrawAfterWinners, WhoDraws) {
  for (const DrawRow& row : kDraws) {
    LogicTable::Spec spec;
    spec.hu = {row.effect, "draw_after_winners"};
    LogicTable table(spec);
    ASSERT_TRUE(table.ok()) << table.faults;
    ForEachSeat(Seats(row.left),
                [&](Seat seat) { table.board().seats[seat].flags |= table::kLeft; });
    table.board().turn.from_tail = 1;
    ASSERT_TRUE(table.Win(row.focus, row.payer, row.winners));
    EXPECT_EQ(int{table.board().turn.drawer}, int{row.drawer}) << row.why;
    EXPECT_EQ(table.board().turn.from_tail, 0) << row.why;
    const auto flag = std::string_view(row.effect) == "lock_winner" ? table::kLocked : table::kLeft;
    ForEachSeat(Seats(row.winners),
                [&](Seat seat) { EXPECT_TRUE(table.board().seats[seat].Is(flag)) << row.why; });
    EXPECT_FALSE(table.board().seats[1].Is(table::kLocked) && row.payer == 1)
        << "the payer is not locked: " << row.why;
  }
}

// Seat 1 adds 5p to its peng and is robbed by seat 2.
LogicTable Robbed(bool loses_tile, std::string_view payer_hand) {
  LogicTable::Spec spec;
  spec.hu = {"draw_after_winners"};
  spec.guards = {"robbed_keeps_tile"};
  spec.conditions = {"robbed_keeps_tile"};
  LogicTable table(spec);
  if (!table.ok()) throw std::runtime_error(table.faults);
  table.Hand(2, "123m456m789m12p55p");
  table.Hand(1, payer_hand, true);
  table.Meld(1, table::MeldKind::kPeng, "5p");
  table.script().rob = loses_tile ? 1 : 0;
  table.board().turn.may_act_on_draw = 1;
  table.Focus(Focus::kAddedGang, 1, "5p");
  table.board().turn.may_act_on_draw = 1;
  table.script().hu = MaskOf(Seat{2});
  table.Ask(1);
  EXPECT_TRUE(table.Answer(2, "hu"));
  return table;
}

TEST(RobbedSeat, KeepsOrLosesTheTile) {
  LogicTable lost = Robbed(true, "123m456m78m55s5p");
  EXPECT_EQ(int{lost.records.flow().actor}, 2) << "the turn passes";
  EXPECT_EQ(int{lost.board().turn.drawer}, 3);
  EXPECT_EQ(lost.Allow(2), 0u);
  EXPECT_EQ(lost.board().turn.may_act_on_draw, 1);

  LogicTable kept = Robbed(false, "123m456m78m55s5p");
  EXPECT_EQ(int{kept.records.flow().actor}, 1) << "the robbed seat must discard";
  EXPECT_NE(kept.Allow(1), 0u);
  EXPECT_EQ(kept.board().turn.may_act_on_draw, 0) << "and can do nothing else";
  kept.board().seats[1].flags |= table::kLeft;
  EXPECT_EQ(kept.Allow(1), 0u) << "unless it has left the hand";
}

TEST(LeaveWhenBroke, SeatsWithoutPoints) {
  LogicTable::Spec spec;
  spec.hu = {"draw_after_winners", "leave_when_broke"};
  LogicTable table(spec);
  ASSERT_TRUE(table.ok()) << table.faults;
  table.match().score = {5, 10, 10, 3};
  table.ledger().points = {-5, -9, 18, -4};
  ASSERT_TRUE(table.Win(Focus::kDiscard, 1, "2"));
  EXPECT_EQ(table.board().InHandMask(), Seats("12")) << "0 and less than 0 are broke";
  EXPECT_EQ(int{table.board().turn.drawer}, 1) << "seats 3 and 0 would have drawn before";
  int left = 0;
  for (const Event& event : table.response.events) left += event.type->id == "left_broke" ? 1 : 0;
  EXPECT_EQ(left, 2);
}

TEST(LeaveWhenBroke, OnlyWhenAllWinnersArePaid) {
  LogicTable::Spec spec;
  spec.hu = {"leave_when_broke"};
  LogicTable table(spec);
  ASSERT_TRUE(table.ok()) << table.faults;
  table.match().score = {1, 1, 1, 1};
  table.ledger().points = {0, -1, 0, 0};
  ASSERT_TRUE(table.Win(Focus::kDiscard, 1, "230"));
  int left = 0;
  for (const Event& event : table.response.events) left += event.type->id == "left_broke" ? 1 : 0;
  EXPECT_EQ(left, 1) << "once, not once for each winner";
}

}  // namespace
}  // namespace mlf::logic
