// Furiten: the mode of missed_win in which every tile that passed a seat counts, and its own
// discards do too.
#include "logic_table.h"

#include <gtest/gtest.h>

namespace mlf::logic {
namespace {

using table::Focus;
using test::LogicTable;

Value With(std::string_view part, std::string_view key, Value value) {
  return Value::Map({{part, Value::Map({{key, std::move(value)}})}});
}

LogicTable::Spec Rules() {
  LogicTable::Spec spec;
  spec.conditions = {With("missed_win", "mode", Value("furiten"))};
  spec.done = {"note_passed_tile"};
  spec.peng = {With("clear_missed_wins", "keep_locked", Value(true))};
  return spec;
}

// Waits for 3s and 6s.
constexpr const char* kHand = "234m567m345p22p45s";

TEST(Furiten, AnOwnDiscardBarsEveryWait) {
  LogicTable table(Rules());
  ASSERT_TRUE(table.ok()) << table.faults;
  table.Hand(2, kHand);
  table.board().river[0] = {*table::ParseTile("6s"), 2};
  table.board().river_count = 1;
  table.Focus(Focus::kDiscard, 1, "3s");
  EXPECT_EQ(table.Allow(2), 0u);
}

TEST(Furiten, AnotherDiscardDoesNot) {
  LogicTable table(Rules());
  table.Hand(2, kHand);
  table.board().river[0] = {*table::ParseTile("9s"), 2};
  table.board().river_count = 1;
  table.Focus(Focus::kDiscard, 1, "3s");
  EXPECT_NE(table.Allow(2), 0u);
}

// The seat need not have been offered the win.
TEST(Furiten, APassedWaitBarsUntilItIsCleared) {
  LogicTable table(Rules());
  table.Hand(2, kHand);
  table.Focus(Focus::kDiscard, 1, "3s");
  EXPECT_NE(table.Allow(2), 0u);
  table.missed().tiles[2] = MaskOf(*table::ParseTile("3s"));
  table.Focus(Focus::kDiscard, 0, "6s");
  EXPECT_EQ(table.Allow(2), 0u);
  table.missed().tiles[2] = 0;
  EXPECT_NE(table.Allow(2), 0u);
}

TEST(Furiten, ATilePassesEverySeatButItsOwner) {
  LogicTable table(Rules());
  table.Focus(Focus::kDiscard, 1, "3s");
  table.script().peng = test::Seats("2");
  table.Ask(1);
  ASSERT_TRUE(table.Answer(2, "guo"));
  const table::TileMask tile = MaskOf(*table::ParseTile("3s"));
  EXPECT_EQ(table.missed().tiles[0], tile);
  EXPECT_EQ(table.missed().tiles[1], 0u);
  EXPECT_EQ(table.missed().tiles[2], tile);
  EXPECT_EQ(table.missed().tiles[3], tile);
}

TEST(Furiten, APersonIsShownTheWaitsThatBar) {
  LogicTable table(Rules());
  table.Hand(2, kHand);
  const table::StateText* state = table.State("missed");
  ASSERT_NE(state, nullptr);
  EXPECT_EQ(state->Label().en, "furiten");
  table.missed().tiles[2] = MaskOf(*table::ParseTile("9p"));
  EXPECT_TRUE(state->WriteState(table.records, 2, 2).IsNull()) << "no wait is among them";
  EXPECT_FALSE(state->WriteState(table.records, 2, kNoSeat).IsNull());
  table.missed().tiles[2] |= MaskOf(*table::ParseTile("3s"));
  EXPECT_EQ(state->WriteState(table.records, 2, 2).Canonical(), "3s");
  table.board().river[0] = {*table::ParseTile("6s"), 2};
  table.board().river_count = 1;
  EXPECT_EQ(state->WriteState(table.records, 2, 2).Canonical(), "36s");
  EXPECT_TRUE(state->WriteState(table.records, 2, 1).IsNull());
}

TEST(Furiten, ALockedSeatKeepsIt) {
  LogicTable table(Rules());
  const table::TileMask tile = MaskOf(*table::ParseTile("3s"));
  table.missed().tiles[2] = table.missed().tiles[3] = tile;
  table.board().seats[2].flags = table::kLocked;
  table.script().peng = test::Seats("23");
  table.Focus(Focus::kDiscard, 1, "9m");
  table.Ask(1);
  ASSERT_TRUE(table.Answer(2, "peng"));
  EXPECT_NE(table.missed().tiles[2] & tile, 0u);
}

}  // namespace
}  // namespace mlf::logic
