// Moves of tiles: each function moves exactly what it names, and checks its preconditions.
#include "hand.h"

#include <mlf/flow/check.h>
#include <mlf/table/board.h>
#include <mlf/table/opened.h>
#include <mlf/table/set_aside.h>
#include <mlf/table/staging.h>

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mlf::table {
namespace {

Tile T(std::string_view text) { return ParseTile(text).value(); }
// Four seats, seat 0 to move with 14 tiles, eight tiles in the wall.
Board Table() {
  Board board{};
  PrepareBoard(board, 4);
  board.seats[0].hand = Hand("112233m456p789s55s");
  board.seats[1].hand = Hand("1234m55p1234567s");
  board.seats[2].hand = Hand("666m777p888s9999p");
  board.seats[3].hand = Hand("4445556667778p");
  const std::vector<Tile> wall = ParseTiles("1m9m2p8p3s7s5z1h").value();
  std::copy(wall.begin(), wall.end(), board.wall.tiles.begin());
  board.wall.size = board.wall.tail = static_cast<std::uint8_t>(wall.size());
  return board;
}

// Persons without a seat have no element: a broken invariant, not a read beyond the array.
TEST(BySeat, AnIndexOutsideIsNoElement) {
  PerSeat<int> by_seat{};
  by_seat[Seat{3}] = 7;
  EXPECT_EQ(by_seat[3u], 7);
  const PerSeat<int>& read = by_seat;
  for (const int seat : {-1, 4, 7, 100}) {
    EXPECT_THROW(by_seat[static_cast<Seat>(seat)] = 1, CheckFailure) << seat;
    EXPECT_THROW(static_cast<void>(read[seat]), CheckFailure) << seat;
  }
  PerParty<int> by_party{};
  by_party[kPot] = 1;
  EXPECT_THROW(by_party[Seat{kMaxParties}] = 1, CheckFailure);
}

TEST(Board, APreparedBoardHoldsNothingButItsWall) {
  Board board = Table();
  const Wall wall = board.wall;
  DiscardTile(board, 0, T("1m"));
  AddMeld(board, 2, {MeldKind::kPeng, T("6m"), 0, 0});
  PrepareBoard(board, 3);
  EXPECT_EQ(board.seat_count, 3);
  EXPECT_EQ(board.river_count, 0);
  EXPECT_EQ(board.melds_made, 0);
  EXPECT_EQ(board.seats[0].drawn, kNoTile);
  EXPECT_EQ(board.seats[3].drawn, 0) << "a seat that is not played is zero";
  EXPECT_EQ(board.seats[2].melds[0].from, 0) << "unused capacity is zero";
  EXPECT_EQ(board.turn.focus, Focus::kNone);
  EXPECT_EQ(board.turn.focus_tile, kNoTile);
  EXPECT_EQ(board.next_dealer, kNoSeat);
  EXPECT_EQ(board.wall.tiles, wall.tiles);
  EXPECT_EQ(board.wall.Left(), wall.Left());
}

TEST(Board, DrawsTakeTheFrontAndReplacementsTheTail) {
  Board board = Table();
  EXPECT_EQ(DrawFront(board), T("1m"));
  EXPECT_EQ(DrawTail(board), T("1h"));
  EXPECT_EQ(DrawTail(board), T("5z"));
  EXPECT_EQ(DrawFront(board), T("9m"));
  EXPECT_EQ(board.wall.Left(), 4);
  board.wall.keep = 4;
  EXPECT_FALSE(board.wall.CanDraw()) << "four tiles are never drawn";
  board.wall.keep = 3;
  EXPECT_TRUE(board.wall.CanDraw());
}

TEST(Board, ADiscardIsTheLastOfTheRiverAndInQuestion) {
  Board board = Table();
  board.seats[0].drawn = T("5s");
  DiscardTile(board, 0, T("5s"));
  EXPECT_EQ(board.turn.focus, Focus::kDiscard);
  EXPECT_EQ(board.turn.focus_tile, T("5s"));
  EXPECT_EQ(board.turn.focus_seat, 0);
  EXPECT_TRUE(board.river[0].drawn());
  EXPECT_EQ(board.seats[0].hand[T("5s")], 1);
  EXPECT_EQ(board.seats[0].discards, 1);
  DiscardTile(board, 1, T("1m"));
  EXPECT_FALSE(board.river[1].drawn());
  EXPECT_EQ(board.river[1].seat(), 1);
  MarkFocusWon(board);
  MarkFocusWon(board);  // several winners on one tile
  EXPECT_TRUE(board.river[1].won());
  EXPECT_FALSE(board.river[0].won());
}

// Nodes and components see the board as const; the verbs are their only way to change it.
static_assert(
    std::is_same_v<decltype(std::declval<const TableSlots&>().board(std::declval<Records&>())),
                   const Board&>);
static_assert(
    !std::is_assignable_v<decltype((std::declval<Moves>()->turn.may_act_on_draw)), std::uint8_t>);
static_assert(!std::is_convertible_v<const Board&, Moves>);

TEST(Board, ATurnChangesByItsVerbs) {
  Board board = Table();
  SetDealer(board, 2);
  BeginFirstTurn(board, /*holds_draw=*/true);
  EXPECT_EQ(board.turn.drawer, 2);
  EXPECT_EQ(board.turn.may_act_on_draw, 1);
  DueReplacement(board, 0, MeldKind::kAnGang, 0);
  EXPECT_EQ(board.seats[0].drawn, kNoTile);
  const Tile last = board.wall.tiles[board.wall.tail - 1];
  EXPECT_EQ(DrawForTurn(board), last) << "a replacement comes off the tail";
  EXPECT_EQ(board.seats[0].drawn, last);
  EXPECT_EQ(board.turn.gang, MeldKind::kAnGang);
  DiscardTile(board, 0, T("4p"));
  EXPECT_EQ(board.turn.discard_gang, MeldKind::kAnGang);
  EXPECT_EQ(board.seats[0].drawn, kNoTile);
  EXPECT_EQ(board.turn.may_act_on_draw, 0);
  EndTurn(board, 0);
  EXPECT_EQ(board.turn.gang, MeldKind::kNone);
  EXPECT_EQ(board.turn.drawer, 1);
  const Tile next = board.wall.tiles[board.wall.head];
  EXPECT_EQ(DrawForTurn(board), next) << "an ordinary draw comes off the front";
  EXPECT_EQ(board.seats[1].draws, 1);
  SetWinAside(board, 1, next);
  EXPECT_EQ(board.seats[1].set_aside[next], 1);
  EXPECT_EQ(board.seats[1].drawn, kNoTile);
}

TEST(Board, TilesInPlayAreConserved) {
  Board board = Table();
  const Counts before = AllTiles(board);
  EXPECT_EQ(before.Size(), 14 + 3 * 13 + 8);

  DiscardTile(board, 0, T("4p"));
  EXPECT_EQ(AllTiles(board), before) << "discard";
  ClaimEqual(board, 3, MeldKind::kPeng, T("4p"), 2);
  ClearFocus(board);
  EXPECT_EQ(AllTiles(board), before) << "peng: the discard counts in the meld only";

  board.turn.focus = Focus::kAddedGang;
  board.turn.focus_tile = T("4p");
  board.turn.focus_seat = 3;
  EXPECT_EQ(board.seats[3].hand[T("4p")], 1);
  RobFocus(board);
  EXPECT_EQ(AllTiles(board), before) << "a robbed tile lies in the river";
  EXPECT_TRUE(board.river[board.river_count - 1].robbed());
  EXPECT_TRUE(board.river[board.river_count - 1].won());
  ClearFocus(board);

  EXPECT_EQ(DealTile(board, 1), T("1m"));
  EXPECT_EQ(AllTiles(board), before) << "a tile dealt";
  SetAside(board, 1, T("1m"));
  EXPECT_EQ(AllTiles(board), before) << "a tile set aside";
  DiscardTile(board, 0, T("2m"));
  EXPECT_EQ(ClaimWith(board, 1, MeldKind::kChi, T("3m"), T("4m")), 0);
  EXPECT_EQ(AllTiles(board), before) << "chi";
  EXPECT_EQ(DrawTail(board), T("1h"));
  board.seats[0].flowers = 1;
  EXPECT_EQ(AllTiles(board), before) << "an open flower";

  board.seats[2].hand.Add(T("1z"));
  EXPECT_NE(AllTiles(board), before) << "a tile that was made is noticed";
}

// Each verb on its own. `prepare` leads to a table where the verb may be used.
TEST(Board, EveryVerbConservesTiles) {
  struct Row {
    const char* name;
    void (*prepare)(Board& board);
    void (*verb)(Board& board);
  };
  const auto nothing = [](Board&) {};
  const auto discard_4p = [](Board& board) { DiscardTile(board, 0, T("4p")); };
  const auto adds_4p = [](Board& board) {
    DiscardTile(board, 0, T("4p"));
    ClaimEqual(board, 3, MeldKind::kPeng, T("4p"), 2);
    FocusAddedGang(board, 3, T("4p"));
  };
  const auto opened = [](Board& board) { OpenTile(board, 0); };
  const Row rows[] = {
      {"deal", nothing, [](Board& b) { DealTile(b, 2); }},
      {"turn up", nothing, [](Board& b) { TurnUp(b); }},
      {"remove the last", nothing, [](Board& b) { RemoveLast(b); }},
      {"set aside", nothing, [](Board& b) { SetAside(b, 3, T("4p")); }},
      {"lay a flower", [](Board& b) { DrawForFlower(b, 0, false); },
       [](Board& b) { LayFlower(b, 0, T("1h")); }},
      {"peng", discard_4p, [](Board& b) { ClaimEqual(b, 3, MeldKind::kPeng, T("4p"), 2); }},
      {"ming gang", discard_4p,
       [](Board& b) { ClaimEqual(b, 3, MeldKind::kMingGang, T("4p"), 3); }},
      {"chi", discard_4p, [](Board& b) { ClaimWith(b, 3, MeldKind::kChi, T("5p"), T("6p")); }},
      {"an gang", nothing, [](Board& b) { LayGang(b, 2, MeldKind::kAnGang, T("9p")); }},
      {"chao tian", nothing, [](Board& b) { LayGang(b, 2, MeldKind::kChaoTian, T("6m")); }},
      {"bu gang", adds_4p, [](Board& b) { CompleteAddedGang(b); }},
      {"rob", adds_4p, [](Board& b) { RobFocus(b); }},
      {"take back", adds_4p, [](Board& b) { TakeBackLastMeld(b, 3); }},
      {"win by itself", nothing, [](Board& b) { SetWinAside(b, 0, T("5s")); }},
      {"focus set aside", nothing, [](Board& b) { FocusSetAside(b, 3, T("8p")); }},
      {"draw", nothing, [](Board& b) { DrawForTurn(b); }},
      {"draw for a flower", nothing, [](Board& b) { DrawForFlower(b, 0, true); }},
      {"open", nothing, opened},
      {"draw an opened tile", opened, [](Board& b) { DrawOpened(b, 0, T("1h")); }},
      {"discard an opened tile", opened, [](Board& b) { DiscardOpened(b, 0, T("1h")); }},
      {"move in the wall", nothing, [](Board& b) { MoveInWall(b, 5, 1); }},
  };
  for (const Row& row : rows) {
    Board board = Table();
    row.prepare(board);
    const Counts before = AllTiles(board);
    const Board unchanged = board;
    row.verb(board);
    EXPECT_EQ(AllTiles(board), before) << row.name;
    EXPECT_NE(std::memcmp(&board, &unchanged, sizeof board), 0) << row.name << " did nothing";
  }
}

// The tiles of an exchange lie in a slot of their own until all have given theirs.
TEST(Board, TilesHandedOverComeBackOnce) {
  Board board = Table();
  const Counts before = AllTiles(board);
  std::array<Tile, 3> held{};
  const std::array<Tile, 3> pieces = {T("1m"), T("2m"), T("3m")};
  HandOver(board, 1, pieces, held);
  EXPECT_EQ(held, pieces);
  EXPECT_EQ(AllTiles(board).Size(), before.Size() - 3);
  TakeIn(board, 2, held);
  EXPECT_EQ(AllTiles(board), before);
  EXPECT_EQ(held, (std::array<Tile, 3>{})) << "they are in the hand";
  EXPECT_EQ(board.seats[2].hand[T("1m")], 1);
}

TEST(Board, ADiscardIsClaimedOnceAndByEqualTiles) {
  Board board = Table();
  DiscardTile(board, 0, T("4p"));
  Board tried = board;
  EXPECT_THROW(ClaimEqual(tried, 3, MeldKind::kPeng, T("5p"), 2), CheckFailure);
  EXPECT_THROW(ClaimWith(tried, 3, MeldKind::kChi, T("6p"), T("7p")), CheckFailure);
  EXPECT_THROW(ClaimWith(tried, 3, MeldKind::kChi, T("6p"), T("6p")), CheckFailure);
  EXPECT_THROW(ClaimWith(tried, 3, MeldKind::kPeng, T("4p"), T("5p")), CheckFailure);
  ClaimEqual(board, 3, MeldKind::kPeng, T("4p"), 2);
  const Meld& peng = board.seats[3].Melds().back();
  EXPECT_EQ(peng.from, 0);
  EXPECT_EQ(peng.tile, T("4p"));
  EXPECT_EQ(board.melds_made, 1);
  EXPECT_THROW(ClaimWith(board, 3, MeldKind::kChi, T("5p"), T("6p")), CheckFailure)
      << "the discard is claimed already";
}

TEST(Board, WhatIsNotThereCannotBeMoved) {
  Board board = Table();
  EXPECT_THROW(TakeFromHand(board, 0, T("9m")), CheckFailure);
  EXPECT_THROW(TakeFromHand(board, 0, T("1m"), 3), CheckFailure);
  EXPECT_THROW(TakeFromHand(board, 0, kNoTile), CheckFailure);
  EXPECT_THROW(AddToHand(board, 0, kNoTile), CheckFailure);
  EXPECT_THROW(DiscardTile(board, 1, T("9s")), CheckFailure);
  EXPECT_THROW(ClaimWith(board, 1, MeldKind::kChi, T("2m"), T("3m")), CheckFailure)
      << "nothing was discarded";
  EXPECT_THROW(RobFocus(board), CheckFailure);
  EXPECT_THROW(SetAside(board, 0, T("9m")), CheckFailure);
  EXPECT_THROW(LayGang(board, 0, MeldKind::kAnGang, T("1m")), CheckFailure);
  while (board.wall.Left() > 0) DrawFront(board);
  EXPECT_THROW(DrawFront(board), CheckFailure);
  EXPECT_THROW(DrawTail(board), CheckFailure);
  for (int i = 0; i < kMaxMelds; ++i) AddMeld(board, 2, {MeldKind::kPeng, T("6m"), 0, 0});
  EXPECT_THROW(AddMeld(board, 2, {MeldKind::kPeng, T("6m"), 0, 0}), CheckFailure);
}

TEST(Board, SeatsThatLeftAreSkipped) {
  Board board = Table();
  EXPECT_EQ(board.NextInHand(3), 0);
  board.seats[0].flags = kLeft;
  board.seats[2].flags = kLeft | kHasWon;
  board.seats[1].flags = kHasWon | kLocked;
  EXPECT_EQ(board.InHandMask(), 0b1010);
  EXPECT_EQ(board.NextInHand(3), 1);
  EXPECT_EQ(board.NextInHand(1), 3);
  EXPECT_EQ(board.NextInHand(2), 3);
  EXPECT_FALSE(board.InHand(0));
  EXPECT_FALSE(board.InHand(4));
  EXPECT_FALSE(board.InHand(kNoSeat));
  board.seats[1].flags |= kLeft;
  EXPECT_EQ(board.NextInHand(3), 3) << "the only one left";
  board.seats[3].flags |= kLeft;
  EXPECT_THROW(board.NextInHand(3), CheckFailure);
}

// What the viewer sees of 5m: (where the copies are, copies seen by seat 0).
TEST(Board, SeenCopiesLeaveOutWhatIsHidden) {
  Board board{};
  PrepareBoard(board, 4);
  board.seats[0].hand = Hand("5m");
  board.seats[1].hand = Hand("5m");
  EXPECT_EQ(SeenCopies(board, 0, T("5m")), 1) << "another hand is hidden";
  DiscardTile(board, 1, T("5m"));
  EXPECT_EQ(SeenCopies(board, 0, T("5m")), 2) << "the river";
  board.seats[2].hand = Hand("46m");
  ClaimWith(board, 2, MeldKind::kChi, T("4m"), T("6m"));
  EXPECT_EQ(board.seats[2].melds[0].Taken(), 1);
  EXPECT_EQ(SeenCopies(board, 0, T("5m")), 2) << "claimed: in the meld only";
  board.seats[3].set_aside.Add(T("5m"));
  EXPECT_EQ(SeenCopies(board, 0, T("5m")), 3);
  AddMeld(board, 1, {MeldKind::kAnGang, T("9p"), 1, 0});
  EXPECT_EQ(SeenCopies(board, 0, T("9p")), 0) << "another seat's concealed gang";
  EXPECT_EQ(SeenCopies(board, 1, T("9p")), 4) << "its own";
}

struct MeldCase {
  Meld meld;
  const char* tile;
  int count;
  const char* why;
};
const MeldCase kMelds[] = {
    {{MeldKind::kChi, 1, 0, 0}, "2m", 1, "the lowest of 234m"},
    {{MeldKind::kChi, 1, 0, 0}, "4m", 1, "the highest"},
    {{MeldKind::kChi, 1, 0, 0}, "5m", 0, "above"},
    {{MeldKind::kChi, 1, 0, 0}, "1m", 0, "below"},
    {{MeldKind::kPeng, 1, 0, 0}, "2m", 3, ""},
    {{MeldKind::kBuGang, 1, 0, 0}, "2m", 4, ""},
    {{MeldKind::kAnGang, 1, 0, 0}, "3m", 0, ""},
    {{MeldKind::kChaoTian, 1, 0, 0}, "2m", 3, "a gang of three"},
};
TEST(Board, MeldsCountTheirTiles) {
  for (const MeldCase& c : kMelds)
    EXPECT_EQ(c.meld.CountOf(T(c.tile)), c.count) << c.tile << " " << c.why;
}

TEST(Board, OwnedCopiesAreHandAndMelds) {
  Board board{};
  PrepareBoard(board, 4);
  SeatBoard& seat = board.seats[1];
  seat.hand = Hand("3m");
  AddMeld(board, 1, {MeldKind::kPeng, T("3m"), 0, 0});
  seat.set_aside.Add(T("3m"));
  EXPECT_EQ(seat.Owns(T("3m")), 4) << "set aside is out of play";
  EXPECT_EQ(seat.HandSize(), 4);
}

TEST(Board, TheHighestTileFollowsTheSortOrder) {
  EXPECT_EQ(HighestTile(Hand("9m1p")), T("1p"));
  EXPECT_EQ(HighestTile(Hand("9s1z")), T("1z"));
  EXPECT_EQ(HighestTile(Hand("7z8h")), T("8h"));
  EXPECT_EQ(HighestTile(Counts{}), kNoTile);
}

}  // namespace
}  // namespace mlf::table
