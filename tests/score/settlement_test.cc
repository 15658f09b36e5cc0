// The arithmetic of settlements, each part alone or with its neighbours (rules/xueliu.md#win-points
// and rules/xuezhan.md#win-points; cases XS and ZS).
#include "score_table.h"

#include <gtest/gtest.h>

namespace mlf {
namespace {

using table::MeldKind;
using test::FixedJudge;
using test::Points;
using test::ScoreTable;

constexpr SeatMask AllBut(Seat seat) { return static_cast<SeatMask>(0xF & ~(1 << seat)); }

Value Effect(std::string_view id, Value params) { return Value::Map({{id, std::move(params)}}); }

// --- wins
// ----------------------------------------------------------------------------------------------------------------------------

struct WinRow {
  const char* id;
  Seat payer;
  SeatMask winners;
  int values[4];
  MeldKind gang;  // of the payer, before its discard
  SeatMask gang_payers;
  int gang_each;
  int earlier_each;  // an an_gang of the payer before that one
  const char* mode;
  Points points;
};

TEST(Settlement, WinsAndTransfers) {
  constexpr WinRow kRows[] = {
      {"XS02",
       0,
       0b0010,
       {0, 2, 0, 0},
       MeldKind::kAnGang,
       AllBut(0),
       2,
       0,
       "last_gang",
       {-2, 6, -2, -2}},
      {"XS03",
       0,
       0b1010,
       {0, 1, 0, 4},
       MeldKind::kAnGang,
       AllBut(0),
       2,
       0,
       "last_gang",
       {-5, 2, -2, 5}},
      {"XS04",
       2,
       0b1010,
       {0, 2, 0, 2},
       MeldKind::kBuGang,
       AllBut(2),
       1,
       0,
       "last_gang",
       {-1, 2, -4, 3}},
      {"XS05",
       0,
       0b0110,
       {0, 2, 2, 0},
       MeldKind::kMingGang,
       0b0010,
       2,
       0,
       "last_gang",
       {-4, 2, 2, 0}},
      {"source not among them",
       0,
       0b1100,
       {0, 0, 2, 2},
       MeldKind::kMingGang,
       0b0010,
       2,
       0,
       "last_gang",
       {-4, -2, 3, 3}},
      {"XS07", 1, 0b1101, {4, 0, 1, 2}, MeldKind::kNone, 0, 0, 0, "last_gang", {4, -7, 1, 2}},
      {"ZS08",
       0,
       0b0100,
       {0, 0, 4, 0},
       MeldKind::kBuGang,
       AllBut(0),
       1,
       0,
       "last_gang",
       {-4, -1, 6, -1}},
      {"ZS09 last",
       0,
       0b0100,
       {0, 0, 4, 0},
       MeldKind::kBuGang,
       AllBut(0),
       1,
       2,
       "last_gang",
       {2, -3, 4, -3}},
      {"ZS09",
       0,
       0b0100,
       {0, 0, 4, 0},
       MeldKind::kBuGang,
       AllBut(0),
       1,
       2,
       "all_gangs",
       {-4, -3, 10, -3}},
      {"three shares",
       0,
       0b1110,
       {0, 1, 1, 1},
       MeldKind::kAnGang,
       AllBut(0),
       2,
       0,
       "last_gang",
       {-3, 1, 1, 1}},
  };
  for (const WinRow& row : kRows) {
    ScoreTable table(
        {.options = {},
         .judge = FixedJudge(row.values[0], row.values[1], row.values[2], row.values[3]),
         .hu = {Value("win_points"),
                Effect("transfer_gang_points", Value::Map({{"mode", row.mode}}))},
         .gang = {},
         .done = {}});
    ASSERT_TRUE(table.ok()) << table.faults;
    if (row.earlier_each != 0)
      table.Gang(row.payer, MeldKind::kAnGang, AllBut(row.payer), row.earlier_each);
    if (row.gang != MeldKind::kNone)
      table.Gang(row.payer, row.gang, row.gang_payers, row.gang_each);
    table.board().turn.discard_gang = row.gang;
    table.Win(row.payer, "5p", row.winners);
    EXPECT_EQ(table.points(), row.points) << row.id;
    // Transferred points are not refunded later.
    if (row.gang != MeldKind::kNone) {
      EXPECT_EQ(table::LastOpen(table.ledger(), row.payer).has_value(),
                row.earlier_each != 0 && std::string_view(row.mode) == "last_gang")
          << row.id;
    }
  }
}

TEST(Settlement, NothingPassesOnWithoutAGangDiscard) {
  ScoreTable table({.options = {},
                    .judge = FixedJudge(0, 2, 0, 0),
                    .hu = {Value("win_points"), Value("transfer_gang_points")},
                    .gang = {},
                    .done = {}});
  ASSERT_TRUE(table.ok()) << table.faults;
  table.Gang(0, MeldKind::kAnGang, AllBut(0), 2);
  table.Win(0, "5p", 0b0010);
  EXPECT_EQ(table.points(), (Points{4, 0, -2, -2}));
}

TEST(Settlement, SelfDrawIsPaidByAllStillInTheHand) {
  struct Row {
    const char* id;
    bool source_pays_all;
    MeldKind gang;
    SeatMask left;
    Points points;
  };
  constexpr Row kRows[] = {
      {"all", false, MeldKind::kNone, 0, {24, -8, -8, -8}},
      {"XS12", false, MeldKind::kMingGang, 0, {24, -8, -8, -8}},
      {"XS11", true, MeldKind::kMingGang, 0, {8, -8, 0, 0}},
      {"an_gang has no source", true, MeldKind::kAnGang, 0, {24, -8, -8, -8}},
      {"ZS01", false, MeldKind::kNone, 0b0010, {16, 0, -8, -8}},
  };
  for (const Row& row : kRows) {
    ScoreTable table({.options = {},
                      .judge = FixedJudge(8, 8, 8, 8),
                      .hu = {},
                      .gang = {},
                      .done = {Effect("win_points", Value::Map({{"ming_gang_source_pays_all",
                                                                 row.source_pays_all}}))}});
    ASSERT_TRUE(table.ok()) << table.faults;
    table.board().turn.gang = row.gang;
    table.board().turn.gang_from = row.gang == MeldKind::kMingGang ? 1 : 0;
    ForEachSeat(row.left, [&](Seat seat) {
      table.board().seats[seat].flags |= table::kLeft | table::kHasWon;
    });
    table.Done(0);
    EXPECT_EQ(table.points(), row.points) << row.id;
  }
}

TEST(Settlement, AWinSaysWhy) {
  ScoreTable table(
      {.options = {}, .judge = {}, .hu = {}, .gang = {}, .done = {Value("win_points")}});
  ASSERT_TRUE(table.ok()) << table.faults;
  table.Hand(0, "123p456p789p2m2m", true);
  table.Melds(0, "an_gang(5m)");
  table.board().turn.gang = MeldKind::kAnGang;
  table.Done(0);
  std::string events;
  for (const Event& event : table.response.events) {
    if (event.type->id == "fan")
      events += std::string(event.text) + " " + std::to_string(event.value) + "; ";
    if (event.type->id == "win_value") events += "x" + std::to_string(event.value) + "; ";
    if (event.type->id == "points")
      events += std::string(event.text) + " " + std::to_string(event.value) + " from " +
                std::to_string(event.count);
  }
  EXPECT_EQ(events, "x8; ping_hu 0; gen 1; zi_mo 1; gang_shang_hua 1; zi_mo 8 from 3");
}

// --- gangs
// ---------------------------------------------------------------------------------------------------------------------------

TEST(Settlement, Gangs) {
  struct Row {
    const char* id;
    const char* meld;
    const char* params;
    const char* hand;   // of the gang's owner afterwards
    const char* drawn;  // this turn
    SeatMask left;
    Points points;
    bool paid;
  };
  constexpr Row kRows[] = {
      {"ming_gang",
       "ming_gang(5m)",
       "{each: 2, payers: source}",
       "123m",
       "",
       0,
       {0, -2, 2, 0},
       true},
      {"an_gang",
       "an_gang(5m)",
       "{each: 2, payers: others}",
       "123m",
       "5m",
       0,
       {-2, -2, 6, -2},
       true},
      {"bu_gang",
       "bu_gang(5m)",
       "{each: 1, payers: others}",
       "123m",
       "1m",
       0,
       {-1, -1, 3, -1},
       true},
      {"ZS02",
       "an_gang(5m)",
       "{each: 2, payers: others}",
       "123m",
       "5m",
       0b0010,
       {-2, 0, 4, -2},
       true},
      {"just drawn",
       "bu_gang(5m)",
       "{each: 1, payers: others, only_if_just_drawn: on}",
       "123m",
       "5m",
       0,
       {-1, -1, 3, -1},
       true},
      {"kept back",
       "bu_gang(5m)",
       "{each: 1, payers: others, only_if_just_drawn: on}",
       "123m",
       "1m",
       0,
       {0, 0, 0, 0},
       false},
  };
  for (const Row& row : kRows) {
    const auto params = ParseYaml(row.params, "params.yaml");
    ASSERT_TRUE(params.ok());
    ScoreTable table({.options = {},
                      .judge = FixedJudge(0, 0, 0, 0),
                      .hu = {},
                      .gang = {},
                      .done = {Effect("gang_points", *params)}});
    ASSERT_TRUE(table.ok()) << table.faults;
    table.Hand(2, row.hand);
    table.Melds(2, row.meld);
    if (*row.drawn != 0) table.board().seats[2].drawn = test::TileOf(row.drawn);
    ForEachSeat(row.left, [&](Seat seat) {
      table.board().seats[seat].flags |= table::kLeft | table::kHasWon;
    });
    table.Done(2);
    EXPECT_EQ(table.points(), row.points) << row.id;
    EXPECT_EQ(table::LastOpen(table.ledger(), 2).has_value(), row.paid)
        << row.id << ": may be given back or passed on";
  }
}

TEST(Settlement, AGangThatBroughtNothingPassesNothingOn) {
  const auto params = ParseYaml("{each: 1, payers: others, only_if_just_drawn: on}", "params.yaml");
  ScoreTable table({.options = {},
                    .judge = FixedJudge(0, 0, 0, 2),
                    .hu = {Value("win_points"), Value("transfer_gang_points")},
                    .gang = {Effect("gang_points", *params)},
                    .done = {}});
  ASSERT_TRUE(table.ok()) << table.faults;
  table.Gang(2, MeldKind::kAnGang, AllBut(2), 2);  // an earlier one
  table.Hand(2, "123m");
  table.Melds(2, "an_gang(7m) bu_gang(5m)");
  table.board().seats[2].drawn = test::TileOf("1m");
  table.Settle("gang", 2);
  table.board().turn.discard_gang = MeldKind::kBuGang;
  table.Win(2, "5p", 0b1000);
  EXPECT_EQ(table.points(), (Points{-2, -2, 4, 0}));
}

// --- end of a hand
// -------------------------------------------------------------------------------------------------------------------

// Holdings of the seats at the end of the wall; void suit 条 for all.
enum class Holds { kReady, kNothing, kPig, kWon, kWonAndLeft, kBroke };

struct EndRow {
  const char* id;
  Holds seats[4];
  int best;          // of every ready hand
  const char* pigs;  // parameters
  const char* da_jiao;
  Seat gang_of;  // an an_gang of this seat, paid by all others
  Points points;
};

void Set(ScoreTable& table, Seat seat, Holds holds) {
  table.Void(seat, "s");
  const bool ready = holds == Holds::kReady || holds == Holds::kWon || holds == Holds::kWonAndLeft;
  table.Hand(seat, ready                  ? "123m456m789m12p55p"
                   : holds == Holds::kPig ? "123m456m789m12p55s"
                                          : "147m258m369p147p9p");
  std::uint8_t& flags = table.board().seats[seat].flags;
  if (holds == Holds::kWon) flags |= table::kHasWon | table::kLocked;
  if (holds == Holds::kWonAndLeft) flags |= table::kHasWon | table::kLeft;
  if (holds == Holds::kBroke) flags |= table::kLeft;
}

TEST(Settlement, EndOfAHand) {
  using enum Holds;
  constexpr EndRow kRows[] = {
      {"XS09", {kWon, kReady, kNothing, kPig}, 4, "{}", "{}", kNoSeat, {16, 24, 12, -52}},
      {"XS10", {kWon, kReady, kNothing, kWon}, 8, "{}", "{}", 2, {0, 8, -8, 0}},
      {"ZS05",
       {kNothing, kWonAndLeft, kReady, kNothing},
       16,
       "{to_winners: on}",
       "{}",
       kNoSeat,
       {-16, 0, 32, -16}},
      {"ZS06",
       {kNothing, kWonAndLeft, kReady, kPig},
       4,
       "{to_winners: on}",
       "{}",
       kNoSeat,
       {12, 16, 24, -52}},
      {"ZS07",
       {kNothing, kWonAndLeft, kReady, kPig},
       4,
       "{to_winners: off}",
       "{}",
       kNoSeat,
       {12, 0, 24, -36}},
      {"a broke seat has left",
       {kBroke, kReady, kNothing, kPig},
       4,
       "{to_winners: on}",
       "{}",
       kNoSeat,
       {0, 24, 12, -36}},
      {"pigs pay each other nothing",
       {kPig, kReady, kNothing, kPig},
       4,
       "{}",
       "{}",
       kNoSeat,
       {-36, 44, 28, -36}},
      {"plain pigs",
       {kWon, kReady, kNothing, kPig},
       4,
       "{plus_ready_value: off}",
       "{}",
       kNoSeat,
       {16, 20, 12, -48}},
      {"cap or 64, none",
       {kWon, kReady, kNothing, kPig},
       4,
       "{each: cap_or_64}",
       "{}",
       kNoSeat,
       {64, 72, 60, -196}},
      {"cap or 64, cap",
       {kWon, kReady, kNothing, kPig},
       4,
       "{each: cap_or_64, cap: 3}",
       "{}",
       kNoSeat,
       {8, 16, 4, -28}},
      {"ready values only",
       {kWon, kReady, kNothing, kPig},
       4,
       "{each: dajiao_only, plus_ready_value: off}",
       "{}",
       kNoSeat,
       {0, 8, -4, -4}},
      {"three suits, and it holds them",
       {kWon, kReady, kNothing, kPig},
       4,
       "{definition: three_suits}",
       "{}",
       kNoSeat,
       {16, 24, 12, -52}},
      {"winners collect too",
       {kWonAndLeft, kReady, kNothing, kNothing},
       4,
       "{}",
       "{to_winners: on}",
       kNoSeat,
       {8, 8, -8, -8}},
      {"nobody is ready",
       {kNothing, kNothing, kNothing, kWon},
       4,
       "{}",
       "{}",
       kNoSeat,
       {0, 0, 0, 0}},
      {"a ready seat keeps its gang",
       {kWon, kReady, kNothing, kWon},
       8,
       "{}",
       "{}",
       1,
       {-2, 14, -10, -2}},
      {"a seat that has won keeps it",
       {kWon, kReady, kNothing, kWon},
       8,
       "{}",
       "{}",
       0,
       {6, 6, -10, -2}},
      {"a pig gives it back", {kWon, kReady, kNothing, kPig}, 4, "{}", "{}", 3, {16, 24, 12, -52}},
  };
  for (const EndRow& row : kRows) {
    const auto pigs = ParseYaml(row.pigs, "pigs.yaml");
    const auto da_jiao = ParseYaml(row.da_jiao, "da_jiao.yaml");
    ASSERT_TRUE(pigs.ok() && da_jiao.ok()) << row.id;
    ScoreTable table({.options = {},
                      .judge = FixedJudge(row.best, row.best, row.best, row.best),
                      .hu = {},
                      .gang = {},
                      .done = {Effect("flower_pigs", *pigs), Effect("da_jiao", *da_jiao),
                               Value("refund_gangs")}});
    ASSERT_TRUE(table.ok()) << table.faults;
    for (Seat seat = 0; seat < 4; ++seat) Set(table, seat, row.seats[seat]);
    if (row.gang_of != kNoSeat) table.Gang(row.gang_of, MeldKind::kAnGang, AllBut(row.gang_of), 2);
    table.Done(0);
    EXPECT_EQ(table.points(), row.points) << row.id;
  }
}

// With three required suits, a seat with tiles of its void suit and one other suit is no pig, and
// not ready.
TEST(Settlement, ThreeSuitsIsNarrower) {
  const auto definition = ParseYaml("{definition: three_suits}", "pigs.yaml");
  ScoreTable table({.options = {},
                    .judge = FixedJudge(4, 4, 4, 4),
                    .hu = {},
                    .gang = {},
                    .done = {Effect("flower_pigs", *definition), Value("da_jiao")}});
  ASSERT_TRUE(table.ok()) << table.faults;
  for (Seat seat = 0; seat < 3; ++seat) Set(table, seat, Holds::kReady);
  table.Void(3, "s");
  table.Hand(3, "123m456m789m12s55s");
  table.Done(0);
  EXPECT_EQ(table.points(), (Points{4, 4, 4, -12}));
}

// Maximum over the waits with the real table: 1112345678999m is worth 8 on 1m and 9m and 4 on the
// others; one fan more as a self-draw.
TEST(Settlement, ReadyValueIsTheBestWait) {
  struct Row {
    const char* cap;
    const char* count_as;
    int each;
  };
  constexpr Row kRows[] = {{"none", "discard", 8}, {"2", "discard", 4}, {"none", "self_draw", 16}};
  for (const Row& row : kRows) {
    const Value check = Value::Map({{"ready_check", Value::Map({{"count_as", row.count_as}})}});
    const Value params = Value::Map({{"ready_check", check}});
    ScoreTable table({.options = {{"cap", row.cap}},
                      .judge = {},
                      .hu = {},
                      .gang = {},
                      .done = {Effect("da_jiao", params)}});
    ASSERT_TRUE(table.ok()) << table.faults;
    for (Seat seat = 0; seat < 4; ++seat) Set(table, seat, Holds::kNothing);
    table.Hand(1, "1112345678999m");
    table.board().wall.head =
        table.board().wall.tail;  // the last tile has been drawn; events do not count
    table.Done(0);
    EXPECT_EQ(table.points(), (Points{-row.each, 3 * row.each, -row.each, -row.each}))
        << row.cap << " " << row.count_as;
  }
}

}  // namespace
}  // namespace mlf
