#include "logic_table.h"

#include <gtest/gtest.h>

#include <vector>

namespace mlf::logic {
namespace {

using table::Focus;
using test::LogicTable;
using test::Seats;

struct DealerRow {
  Focus focus;
  Seat payer;
  const char* winners;
  const char* several;
  const char* robbed;
  Seat before;  // decided already
  Seat dealer;
  const char* why;
};

constexpr DealerRow kDealers[] = {
    {Focus::kDiscard, 1, "2", "payer", "winner", kNoSeat, 2, "one winner"},
    {Focus::kDiscard, 1, "230", "payer", "winner", kNoSeat, 1, "XS07: several winners, the payer"},
    {Focus::kDiscard, 1, "03", "first", "winner", kNoSeat, 3,
     "the first in turn order after the payer"},
    {Focus::kAddedGang, 1, "2", "payer", "winner", kNoSeat, 2,
     "a robbed gang is an ordinary win (rules/xueliu.md#dealer)"},
    {Focus::kAddedGang, 1, "2", "payer", "robbed", kNoSeat, 1,
     "the robbed seat (rules/common.md#next-dealer)"},
    {Focus::kAddedGang, 1, "23", "first", "robbed", kNoSeat, 1, "the same with two winners"},
    {Focus::kAddedGang, 1, "23", "payer", "winner", kNoSeat, 1,
     "several winners: the robbed seat pays"},
    {Focus::kNone, 1, "3", "payer", "robbed", kNoSeat, 3, "a self-draw"},
    {Focus::kDiscard, 1, "2", "payer", "winner", 0, 0, "only the first win event decides"},
};

TEST(NoteFirstWin, WhoDealsNext) {
  for (const DealerRow& row : kDealers) {
    LogicTable::Spec spec;
    spec.hu = {Value::Map(
        {{"note_first_win", Value::Map({{"several", row.several}, {"robbed", row.robbed}})}})};
    LogicTable table(spec);
    ASSERT_TRUE(table.ok()) << table.faults;
    table.board().next_dealer = row.before;
    ASSERT_TRUE(table.Win(row.focus, row.payer, row.winners));
    EXPECT_EQ(int{table.board().next_dealer}, int{row.dealer}) << row.why;
  }
}

// Effects behind hand_end: `named` is whom hand_end has named.
struct NextRow {
  std::vector<Value> effects;
  Seat dealer;
  const char* winners;
  Seat named;
  Seat next;
  const char* why;
};

Value PassesOn(const char* after) {
  return Value::Map({{"deal_passes_on", Value::Map({{"after", after}})}});
}

TEST(NextDealer, BehindHandEnd) {
  const NextRow rows[] = {
      {{"deal_passes_on"}, 1, "3", 3, 2, "after a win the next seat"},
      {{"deal_passes_on"}, 3, "1", 1, 0, "round the end of the seats"},
      {{"deal_passes_on"}, 1, "1", 1, 2, "a dealer's win keeps nothing by itself"},
      {{"deal_passes_on"}, 1, "", 1, 1, "nobody has won"},
      {{PassesOn("won")}, 1, "", 1, 1, "the same"},
      {{PassesOn("drawn")}, 1, "", 1, 2, "a drawn hand"},
      {{PassesOn("drawn")}, 1, "3", 3, 3, "the winner deals"},
      {{PassesOn("every")}, 1, "", 1, 2, "each seat in turn"},
      {{PassesOn("every")}, 1, "1", 1, 2, "each seat in turn, the dealer having won"},
      {{"deal_passes_on", "dealer_keeps_by_winning"}, 1, "1", 1, 1, "the dealer has won"},
      {{"deal_passes_on", "dealer_keeps_by_winning"}, 1, "13", 3, 1, "among others, and not first"},
      {{"deal_passes_on", "dealer_keeps_by_winning"}, 1, "3", 3, 2, "another has won"},
      {{"dealer_keeps_by_winning"},
       1,
       "13",
       2,
       1,
       "payer of several winners named, but the dealer is one of them"},
      {{"dealer_keeps_by_winning", "deal_passes_on"},
       1,
       "1",
       1,
       2,
       "the later effect overrides the earlier"},
      {{"dice_after_drawn_hand"}, 1, "", 1, kNoSeat, "the dice decide"},
      {{"deal_passes_on", "dice_after_drawn_hand"},
       1,
       "3",
       1,
       2,
       "no dice where somebody has won, though note_first_win noted nobody"},
  };
  for (const NextRow& row : rows) {
    LogicTable::Spec spec;
    spec.done = row.effects;
    LogicTable table(spec);
    ASSERT_TRUE(table.ok()) << table.faults;
    table.board().dealer = row.dealer;
    table.match().next_dealer = row.named;
    ForEachSeat(Seats(row.winners),
                [&](Seat seat) { table.board().seats[seat].flags |= table::kHasWon; });
    table.script().hu = Seats("2");
    table.Focus(Focus::kDiscard, 1, "5p");
    table.Ask(1);
    ASSERT_TRUE(table.Answer(2, "guo")) << row.why;
    EXPECT_EQ(int{table.match().next_dealer}, int{row.next}) << row.why;
  }
}

}  // namespace
}  // namespace mlf::logic
