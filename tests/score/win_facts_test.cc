// Facts of a win as derived from the board (rules/xueliu.md#fans), through the judge of xueliu.
#include "score_table.h"

#include <gtest/gtest.h>

#include <functional>

namespace mlf::win_facts_test {
namespace {

using score::Verdict;
using score::WinBy;
using score::WinCase;
using table::Board;
using table::MeldKind;
using test::ScoreTable;

using enum WinBy;

struct Case {
  const char* fact;
  WinBy by;
  Seat seat;
  Seat payer;
  std::function<void(Board&)> board;
  bool holds;
  const char* why;
};

table::SeatBoard& Of(Board& board, Seat seat) { return board.seats[seat]; }

void Drew(Board& board, Seat seat, int draws) {
  Of(board, seat).draws = static_cast<std::uint8_t>(draws);
}
void Discarded(Board& board, Seat seat, int discards) {
  Of(board, seat).discards = static_cast<std::uint8_t>(discards);
}
void EmptyWall(Board& board) { board.wall.head = board.wall.tail; }

// Seat 0 is the dealer.
std::vector<Case> Cases() {
  return {
      {"zi_mo", kSelfDraw, 1, kNoSeat, [](Board& b) { Drew(b, 1, 3); }, true, "a self-draw"},
      {"zi_mo", kDiscard, 1, 0, [](Board&) {}, false, "a discard"},
      {"qiang_gang_hu", kRob, 1, 0, [](Board&) {}, true, "robbed"},
      {"qiang_gang_hu", kDiscard, 1, 0, [](Board&) {}, false, "a discard"},

      {"tian_hu", kSelfDraw, 0, kNoSeat, [](Board&) {}, true, "the dealt fourteen"},
      {"tian_hu", kSelfDraw, 0, kNoSeat, [](Board& b) { Drew(b, 0, 1), Discarded(b, 0, 1); }, false,
       "a turn later"},
      {"tian_hu", kSelfDraw, 0, kNoSeat,
       [](Board& b) { Drew(b, 0, 1), b.turn.gang = MeldKind::kAnGang; }, false, "a gang before"},
      {"tian_hu", kSelfDraw, 1, kNoSeat, [](Board&) {}, false, "not the dealer"},
      {"di_hu", kSelfDraw, 1, kNoSeat, [](Board& b) { Discarded(b, 0, 1), Drew(b, 1, 1); }, true,
       "first draw, nothing melded"},
      {"di_hu", kSelfDraw, 3, kNoSeat, [](Board& b) { Discarded(b, 2, 1), Drew(b, 3, 1); }, true,
       "of any seat but the dealer"},
      {"di_hu", kSelfDraw, 1, kNoSeat, [](Board& b) { Drew(b, 1, 2); }, false, "second draw"},
      {"di_hu", kSelfDraw, 1, kNoSeat, [](Board& b) { Drew(b, 1, 1), b.melds_made = 1; }, false,
       "somebody melded before"},
      {"di_hu", kSelfDraw, 0, kNoSeat, [](Board& b) { Drew(b, 0, 1); }, false, "the dealer"},
      {"di_hu", kDiscard, 1, 0, [](Board& b) { Discarded(b, 0, 1); }, false, "no self-draw"},

      {"gang_shang_hua", kSelfDraw, 1, kNoSeat,
       [](Board& b) { Drew(b, 1, 3), b.turn.gang = MeldKind::kMingGang; }, true,
       "on the replacement"},
      {"gang_shang_hua", kSelfDraw, 1, kNoSeat, [](Board& b) { Drew(b, 1, 3); }, false,
       "an ordinary draw"},
      {"gang_shang_pao", kDiscard, 1, 0, [](Board& b) { b.turn.discard_gang = MeldKind::kBuGang; },
       true, "a discard after a gang"},
      {"gang_shang_pao", kDiscard, 1, 0, [](Board&) {}, false, "an ordinary discard"},
      {"gang_shang_pao", kRob, 1, 0, [](Board& b) { b.turn.discard_gang = MeldKind::kBuGang; },
       false, "robbed"},
      {"hai_di", kSelfDraw, 1, kNoSeat, [](Board& b) { Drew(b, 1, 9), EmptyWall(b); }, true,
       "the last tile"},
      {"hai_di", kDiscard, 1, 0, [](Board& b) { EmptyWall(b); }, true, "the discard after it"},
      {"hai_di", kDiscard, 1, 0, [](Board& b) { b.wall.keep = 40; }, true,
       "the rest of the wall is never drawn"},
      {"hai_di", kDiscard, 1, 0, [](Board&) {}, false, "tiles are left"},
  };
}

bool Names(const score::Judge& judge, const Verdict& verdict, std::string_view id) {
  for (const score::FanLine& line : verdict.Lines()) {
    if (judge.Rows()[line.row].id == id) return true;
  }
  return false;
}

TEST(WinFacts, AreReadOffTheBoard) {
  ScoreTable table({});
  ASSERT_TRUE(table.ok()) << table.faults;
  const score::Judge& judge = table.judge();
  for (const Case& c : Cases()) {
    table.Clear();
    table.Hand(c.seat, c.by == kSelfDraw ? "123m456m789m12p55p3p" : "123m456m789m12p55p",
               c.by == kSelfDraw);
    c.board(table.board());
    const WinCase win{.seat = c.seat, .payer = c.payer, .tile = test::TileOf("3p"), .by = c.by};
    Verdict verdict;
    judge.Evaluate(table.records, win, verdict);
    ASSERT_TRUE(verdict.win) << c.why;
    EXPECT_EQ(Names(judge, verdict, c.fact), c.holds) << c.fact << ": " << c.why;
    if (c.holds) {
      EXPECT_TRUE(judge.FactPossible(table.records, win, judge.FactRow(c.fact).value())) << c.fact;
    }
  }
}

TEST(WinFacts, EarthlyWinOnTheDealersFirstDiscard) {
  ScoreTable table({.options = {{"dihu_kind", "dealer_first_discard"}},
                    .judge = {},
                    .hu = {},
                    .gang = {},
                    .done = {}});
  ASSERT_TRUE(table.ok()) << table.faults;
  struct Row {
    Seat payer;
    int discards;
    int melds;
    bool holds;
  };
  for (const Row& row :
       {Row{0, 1, 0, true}, Row{0, 2, 0, false}, Row{0, 1, 1, false}, Row{2, 1, 0, false}}) {
    table.Clear();
    table.Hand(1, "123m456m789m12p55p");
    Discarded(table.board(), row.payer, row.discards);
    table.board().melds_made = static_cast<std::uint8_t>(row.melds);
    Verdict verdict;
    table.judge().Evaluate(
        table.records, {.seat = 1, .payer = row.payer, .tile = test::TileOf("3p"), .by = kDiscard},
        verdict);
    EXPECT_EQ(Names(table.judge(), verdict, "di_hu"), row.holds)
        << int{row.payer} << " " << row.discards << " " << row.melds;
  }
}

TEST(WinFacts, SomeCannotBe) {
  ScoreTable table({});
  ASSERT_TRUE(table.ok()) << table.faults;
  const score::Judge& judge = table.judge();
  const WinCase discard{.seat = 1, .payer = 0, .tile = test::TileOf("3p"), .by = kDiscard};
  const WinCase self_draw{.seat = 1, .payer = kNoSeat, .tile = test::TileOf("3p"), .by = kSelfDraw};
  const auto possible = [&](const WinCase& win, std::string_view id) {
    return judge.FactPossible(table.records, win, judge.FactRow(id).value());
  };
  EXPECT_FALSE(possible(discard, "gang_shang_hua"));
  EXPECT_FALSE(possible(discard, "zi_mo"));
  EXPECT_FALSE(possible(self_draw, "gang_shang_pao"));
  EXPECT_FALSE(possible(self_draw, "tian_hu")) << "seat 1 is not the dealer";
  EXPECT_TRUE(possible(self_draw, "di_hu"));
  EXPECT_EQ(judge.FactRow("qing_yi_se"), std::nullopt) << "tiles show it";
  EXPECT_EQ(judge.FactRow("nonsense"), std::nullopt);
}

}  // namespace
}  // namespace mlf::win_facts_test
