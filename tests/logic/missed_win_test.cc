#include "logic_table.h"

#include <gtest/gtest.h>

namespace mlf::logic {
namespace {

using table::Focus;
using test::LogicTable;
using test::Mask;
using test::Text;

Value Mode(std::string_view part, std::string_view mode) {
  return Value::Map({{part, Value::Map({{"mode", Value(mode)}})}});
}

LogicTable::Spec Rules(std::string_view mode) {
  LogicTable::Spec spec;
  spec.conditions = {Mode("missed_win", mode)};
  spec.guo = {Mode("note_missed_win", mode)};
  spec.peng = {"clear_missed_wins"};
  spec.done = {"clear_missed_wins"};
  return spec;
}

struct MissedRow {
  const char* mode;
  const char* passed;  // declined by seat 2, in order
  const char* next;    // discarded afterwards
  bool hu;
  const char* why;
};

// The judge of the test counts the rank of the tile, so 8p beats 5p.
constexpr MissedRow kRows[] = {
    {"off", "5p", "5p", true, "no effect"},
    {"same_tile", "5p", "5p", false, "the same kind"},
    {"same_tile", "5p", "8p", true, "another kind"},
    {"same_tile", "58p", "5p", false, "either of two"},
    {"higher_fan", "5p", "5p", false, "the same fan"},
    {"higher_fan", "5p", "2p", false, "XA04: less fan"},
    {"higher_fan", "5p", "8p", true, "XA05: more fan"},
    {"higher_fan", "85p", "6p", false, "the highest one declined counts"},
    {"higher_fan", "58p", "9p", true, "more than both"},
    {"any", "5p", "8p", false, "no discard win at all"},
    {"any", "", "8p", true, "nothing was declined"},
};

TEST(MissedWin, HoldsBackByMode) {
  for (const MissedRow& row : kRows) {
    LogicTable table(Rules(row.mode));
    ASSERT_TRUE(table.ok()) << table.faults;
    for (const Tile tile : test::Tiles(row.passed)) {
      table.script().hu = MaskOf(Seat{2});
      table.Focus(Focus::kDiscard, 1, table::TileName(tile));
      table.board().seats[1].hand = {};
      table.Ask(1);
      // The next system step has actor 1 and clears the missed wins of seat 1.
      ASSERT_TRUE(table.Answer(2, "guo"));
    }
    table.Focus(Focus::kDiscard, 3, row.next);
    EXPECT_EQ(table.Allow(2) != 0, row.hu)
        << row.mode << " passed " << row.passed << " then " << row.next << ": " << row.why;
    EXPECT_NE(table.Allow(0), 0u) << "nobody else is held back";
    table.Focus(Focus::kAddedGang, 3, row.next);
    EXPECT_EQ(table.Allow(2) != 0, row.hu) << "a rob counts as a discard win; " << row.why;
    table.OwnTurn(2);
    EXPECT_NE(table.Allow(2), 0u) << "a self-draw is never held back";
    table.Focus(Focus::kDiscard, 3, row.next);
    table.board().seats[2].flags |= table::kLocked;
    EXPECT_NE(table.Allow(2), 0u) << "a locked seat is not held back";
  }
}

TEST(MissedWin, LockedSeatsTooWhereTheVariantSaysSo) {
  LogicTable::Spec spec = Rules("any");
  spec.conditions = {
      Value::Map({{"missed_win", Value::Map({{"mode", "any"}, {"only_unlocked", false}})}})};
  LogicTable table(spec);
  ASSERT_TRUE(table.ok()) << table.faults;
  table.missed().tiles[2] = Mask("5p");
  table.board().seats[2].flags |= table::kLocked;
  table.Focus(Focus::kDiscard, 3, "1m");
  EXPECT_EQ(table.Allow(2), 0u);
}

TEST(NoteMissedWin, WhoHasDeclined) {
  LogicTable table(Rules("same_tile"));
  ASSERT_TRUE(table.ok()) << table.faults;
  table.script().hu = MaskOf(Seat{2}) | MaskOf(Seat{3});
  table.script().peng = MaskOf(Seat{0}) | MaskOf(Seat{3});
  table.Focus(Focus::kDiscard, 1, "5p");
  table.Ask(1);
  ASSERT_TRUE(table.Answer(0, "guo"));
  ASSERT_TRUE(table.Answer(2, "hu"));
  ASSERT_TRUE(table.Answer(3, "peng"));
  EXPECT_EQ(Text(table.missed().tiles[0]), "") << "it was offered peng only";
  EXPECT_EQ(Text(table.missed().tiles[2]), "") << "it won";
  EXPECT_EQ(Text(table.missed().tiles[3]), "5p")
      << "it preferred the peng, which another's win overrode";
}

TEST(NoteMissedWin, NothingOutsideAClaim) {
  LogicTable table(Rules("any"));
  ASSERT_TRUE(table.ok()) << table.faults;
  table.script().hu = MaskOf(Seat{2});
  table.OwnTurn(1);
  table.Ask(1);
  ASSERT_TRUE(table.Answer(2, "guo"));
  EXPECT_EQ(table.missed().tiles[2], 0u)
      << "no tile is in question: a passed self-draw creates no lock";
}

TEST(ClearMissedWins, OfTheSeatThatActs) {
  LogicTable table(Rules("same_tile"));
  ASSERT_TRUE(table.ok()) << table.faults;
  const auto fill = [&] {
    for (int s = 0; s < 4; ++s) {
      table.missed().tiles[s] = Mask("5p");
      table.missed().fan[s] = 3;
    }
  };
  // A system step (`done`) clears those of the actor.
  fill();
  table.Focus(Focus::kDiscard, 1, "9p");
  table.Ask(1);
  EXPECT_EQ(table.response.status, Status::kOver) << "nobody has an offer";
  EXPECT_EQ(table.missed().tiles[1], 0u);
  EXPECT_EQ(table.missed().fan[1], 0);
  EXPECT_NE(table.missed().tiles[0] & table.missed().tiles[2] & table.missed().tiles[3], 0u);
  // An answer clears those of its seat.
  fill();
  table.script().peng = MaskOf(Seat{3});
  table.Focus(Focus::kDiscard, 1, "9p");
  table.Ask(1);
  ASSERT_TRUE(table.Answer(3, "peng"));
  EXPECT_EQ(table.missed().tiles[3], 0u);
  EXPECT_NE(table.missed().tiles[0] & table.missed().tiles[1] & table.missed().tiles[2], 0u);
}

TEST(MissedWin, SaysItsState) {
  LogicTable table(Rules("higher_fan"));
  const table::StateText* state = table.State("missed");
  ASSERT_NE(state, nullptr);
  EXPECT_TRUE(state->WriteState(table.records, 1, kNoSeat).IsNull());
  ASSERT_EQ(state->ReadState(table.records, 1, Value::Map({{"tiles", "58p"}, {"fan", 2}})),
            std::nullopt);
  EXPECT_EQ(Text(table.missed().tiles[1]), "58p");
  EXPECT_EQ(table.missed().fan[1], 2);
  EXPECT_EQ(state->WriteState(table.records, 1, kNoSeat).Canonical(), "{tiles: 58p, fan: 2}");
  EXPECT_FALSE(state->WriteState(table.records, 1, 1).IsNull());
  EXPECT_TRUE(state->WriteState(table.records, 1, 0).IsNull())
      << "another seat must not learn of it";
  ASSERT_EQ(state->ReadState(table.records, 1, "7m"), std::nullopt);
  EXPECT_EQ(Text(table.missed().tiles[1]), "7m");
  for (const Value& bad : {Value("7x"), Value(""), Value::Map({{"fan", 2}}),
                           Value::Map({{"tiles", "7m"}, {"fan", "x"}}),
                           Value::Map({{"tiles", "7m"}, {"fans", 2}}), Value::List({"7m"})}) {
    EXPECT_NE(state->ReadState(table.records, 1, bad), std::nullopt) << bad.Canonical();
  }
}

}  // namespace
}  // namespace mlf::logic
