// Tiles move by the functions here only. Each checks that what it moves is there, so that a rule
// that is wrong stops its table at once instead of making tiles.
//
// Where a tile of the set is at any moment: in the wall between head and tail, in a hand, set aside
// before a seat, in a meld, open as a flower, in the river, turned up as the indicator, or removed.
// A discard that was claimed stays in the river as a mark of who took it, and is counted in the
// meld.
#include <mlf/table/board.h>

namespace mlf::table {

int SeatBoard::Owns(Tile t) const {
  int copies = hand[t];
  for (const Meld& meld : Melds()) copies += meld.CountOf(t);
  return copies;
}

SeatMask Board::InHandMask() const {
  SeatMask mask = 0;
  for (Seat s = 0; s < seat_count; ++s) {
    if (InHand(s)) mask |= MaskOf(s);
  }
  return mask;
}

Seat Board::NextInHand(Seat s) const {
  for (int step = 1; step <= seat_count; ++step) {
    const int next = s + step;
    const auto seat = static_cast<Seat>(next < seat_count ? next : next - seat_count);
    if (InHand(seat)) return seat;
  }
  MLF_CHECK(false, "nobody is left in the hand");
  return kNoSeat;
}

void PrepareBoard(Board& board, int seats) {
  MLF_CHECK(seats >= 1 && seats <= kMaxPlayers, "a table has 1 to 4 seats");
  const Wall wall = board.wall;
  // Unused capacity is zero, not "none": records are compared as bytes.
  board.seats = {};
  for (SeatBoard& seat : board.seats) {
    for (Meld& meld : seat.melds) meld.from = 0;
    seat.drawn = 0;
  }
  board.river = {};
  board.wall = wall;
  board.river_count = 0;
  board.seat_count = static_cast<std::uint8_t>(seats);
  for (int s = 0; s < seats; ++s) board.seats[s].drawn = kNoTile;
  board.dealer = 0;
  board.drawer = 0;
  board.from_tail = 0;
  board.fresh = 0;
  ClearFocus(board);
  board.turn_gang = MeldKind::kNone;
  board.turn_gang_from = kNoSeat;
  board.discard_gang = MeldKind::kNone;
  board.melds_made = 0;
  board.win_events = 0;
  board.next_dealer = kNoSeat;
  board.drew_nothing = 0;
  board.dealt_extra = 0;
  board.turned = 0;
  board.removed = {};
}

void TakeFromHand(SeatBoard& seat, Tile tile, int n) {
  MLF_CHECK(IsTile(tile) && seat.hand[tile] >= n, "the tile is not in the hand");
  seat.hand.Remove(tile, n);
}

void AddToHand(SeatBoard& seat, Tile tile, int n) {
  MLF_CHECK(IsTile(tile) && seat.hand[tile] + n <= 7,
            "no such tile, or more copies of it than there are");
  seat.hand.Add(tile, n);
}

Tile DrawFront(Wall& wall) {
  MLF_CHECK(wall.head < wall.tail, "the wall is empty");
  return wall.tiles[wall.head++];
}

Tile DrawTail(Wall& wall) {
  MLF_CHECK(wall.head < wall.tail, "the wall is empty");
  return wall.tiles[--wall.tail];
}

void AddMeld(Board& board, Seat seat, Meld meld) {
  SeatBoard& owner = board.seats[seat];
  MLF_CHECK(owner.meld_count < kMaxMelds, "no room for another meld");
  owner.melds[owner.meld_count++] = meld;
  ++board.melds_made;
}

namespace {

Discard& Lay(Board& board, Seat seat, Tile tile, std::uint8_t marks) {
  MLF_CHECK(board.river_count < kMaxTiles, "the river is full");
  Discard& discard = board.river[board.river_count++];
  discard.tile = tile;
  discard.mark = static_cast<std::uint8_t>(static_cast<std::uint8_t>(seat) | marks);
  return discard;
}

// The focused discard is always the last one: a new discard becomes the focus at once.
Discard& Focused(Board& board) {
  MLF_CHECK(board.focus == Focus::kDiscard && board.river_count > 0, "no discard is in question");
  Discard& discard = board.river[board.river_count - 1];
  MLF_CHECK(discard.tile == board.focus_tile && discard.seat() == board.focus_seat,
            "the tile in question is not the last discard");
  return discard;
}

}  // namespace

void DiscardTile(Board& board, Seat seat, Tile tile) {
  SeatBoard& owner = board.seats[seat];
  TakeFromHand(owner, tile);
  Lay(board, seat, tile, owner.drawn == tile ? kMarkDrawn : 0);
  ++owner.discards;
  board.focus = Focus::kDiscard;
  board.focus_tile = tile;
  board.focus_seat = seat;
}

void ClaimFocus(Board& board) {
  Discard& discard = Focused(board);
  MLF_CHECK(!discard.claimed() && !discard.won(), "the discard is taken already");
  discard.mark |= kMarkClaimed;
}

void MarkFocusWon(Board& board) { Focused(board).mark |= kMarkWon; }

void RobFocus(Board& board) {
  MLF_CHECK(board.focus == Focus::kAddedGang, "no gang is being added");
  TakeFromHand(board.seats[board.focus_seat], board.focus_tile);
  Lay(board, board.focus_seat, board.focus_tile, kMarkWon | kMarkRobbed);
}

void ClearFocus(Board& board) {
  board.focus = Focus::kNone;
  board.focus_tile = kNoTile;
  board.focus_seat = kNoSeat;
}

std::array<int, kMaxPieces> CountTiles(const Board& board, bool with_wall) {
  std::array<int, kMaxPieces> all{};
  const auto add = [&](const Counts& tiles) {
    ForEach(tiles.Kinds(), [&](Tile tile) { all[tile] += tiles[tile]; });
  };
  for (int i = board.wall.head; i < board.wall.tail && with_wall; ++i) ++all[board.wall.tiles[i]];
  for (int s = 0; s < board.seat_count; ++s) {
    const SeatBoard& seat = board.seats[s];
    add(seat.hand);
    add(seat.set_aside);
    for (const Meld& meld : seat.Melds()) {
      const int kinds = meld.kind == MeldKind::kChi ? 3 : 1;
      for (int i = 0; i < kinds; ++i) {
        const auto tile = static_cast<Tile>(meld.tile + i);
        all[tile] += meld.CountOf(tile);
      }
    }
    for (int flower = 0; flower < 8; ++flower) all[36 + flower] += (seat.flowers >> flower) & 1;
  }
  for (int i = 0; i < board.river_count; ++i) {
    if (!board.river[i].claimed()) ++all[board.river[i].tile];
  }
  if (board.turned != 0) ++all[board.turned - 1];
  add(board.removed);
  return all;
}

Counts AllTiles(const Board& board) {
  Counts all;
  const std::array<int, kMaxPieces> tiles = CountTiles(board, /*with_wall=*/true);
  for (Tile tile = 0; tile < kGroups * kGroupSize; ++tile) all.Add(tile, tiles[tile]);
  return all;
}

int SeenCopies(const Board& board, Seat viewer, Tile tile) {
  int seen = board.seats[viewer].hand[tile] + (board.turned == 1 + tile ? 1 : 0);
  for (Seat s = 0; s < board.seat_count; ++s) {
    const SeatBoard& seat = board.seats[s];
    seen += seat.set_aside[tile];
    for (const Meld& meld : seat.Melds()) {
      if (s == viewer || meld.kind != MeldKind::kAnGang) seen += meld.CountOf(tile);
    }
  }
  for (int i = 0; i < board.river_count; ++i) {
    if (!board.river[i].claimed() && board.river[i].tile == tile) ++seen;
  }
  return seen;
}

Tile HighestTile(const Counts& hand) {
  const TileMask kinds = hand.Kinds();
  return kinds == 0 ? kNoTile : static_cast<Tile>(63 - std::countl_zero(kinds));
}

}  // namespace mlf::table
