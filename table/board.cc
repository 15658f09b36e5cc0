// Tiles move by the functions here only. Each checks that what it moves is there, so that a rule
// that is wrong stops its table at once instead of making tiles.
//
// Where a tile of the set is at any moment: in the wall between head and tail, in a hand, set aside
// before a seat, in a meld, open as a flower, in the river, turned up as the indicator, or removed.
// A discard that was claimed stays in the river as a mark of who took it, and is counted in the
// meld.
#include <mlf/table/board.h>

#include <algorithm>

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

struct MoveAccess {
  static Board& Of(Moves moves) { return *moves.board_; }
};

namespace {

Board& Open(Moves moves) { return MoveAccess::Of(moves); }

}  // namespace

void PrepareBoard(Moves moves, int seats) {
  Board& board = Open(moves);
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
  ForgetTurnGang(board);
  board.discard_gang = MeldKind::kNone;
  board.melds_made = 0;
  board.win_events = 0;
  board.next_dealer = kNoSeat;
  board.drew_nothing = 0;
  board.dealt_extra = 0;
  board.turned = 0;
  board.removed = {};
}

// ---- the wall ----

void BuildWall(Moves moves, std::span<const Tile> tiles) {
  Wall& wall = Open(moves).wall;
  MLF_CHECK(tiles.size() <= kMaxTiles, "more tiles than a wall holds");
  wall = {};
  std::copy(tiles.begin(), tiles.end(), wall.tiles.begin());
  wall.size = static_cast<std::uint8_t>(tiles.size());
}

void LayWall(Moves moves, const Wall& wall) { Open(moves).wall = wall; }

void OpenWall(Moves moves, int keep) {
  Wall& wall = Open(moves).wall;
  wall.head = 0;
  wall.tail = wall.size;
  wall.keep = static_cast<std::uint8_t>(keep);
}

Tile DrawFront(Moves moves) {
  Wall& wall = Open(moves).wall;
  MLF_CHECK(wall.head < wall.tail, "the wall is empty");
  return wall.tiles[wall.head++];
}

Tile DrawTail(Moves moves) {
  Wall& wall = Open(moves).wall;
  MLF_CHECK(wall.head < wall.tail, "the wall is empty");
  return wall.tiles[--wall.tail];
}

// ---- how tiles move ----

void TakeFromHand(Moves moves, Seat seat, Tile tile, int n) {
  Counts& hand = Open(moves).seats[seat].hand;
  MLF_CHECK(IsTile(tile) && hand[tile] >= n, "the tile is not in the hand");
  hand.Remove(tile, n);
}

void AddToHand(Moves moves, Seat seat, Tile tile, int n) {
  Counts& hand = Open(moves).seats[seat].hand;
  MLF_CHECK(IsTile(tile) && hand[tile] + n <= 7,
            "no such tile, or more copies of it than there are");
  hand.Add(tile, n);
}

void SetAside(Moves moves, Seat seat, Tile tile, int n) {
  Open(moves).seats[seat].set_aside.Add(tile, n);
}

void RemoveFromPlay(Moves moves, Tile tile) { Open(moves).removed.Add(tile); }
void RemoveFromPlay(Moves moves, const Counts& tiles) { Open(moves).removed = tiles; }

void TurnUp(Moves moves, Tile indicator) {
  Open(moves).turned = static_cast<std::uint8_t>(1 + indicator);
}

int LayFlower(Moves moves, Seat seat, Tile flower) {
  SeatBoard& owner = Open(moves).seats[seat];
  const int copies = owner.hand[flower];
  TakeFromHand(moves, seat, flower, copies);
  owner.flowers = static_cast<std::uint8_t>(owner.flowers | 1 << (flower - MakeTile(kFlower, 1)));
  return copies;
}

void ShowFlowers(Moves moves, Seat seat, std::uint8_t flowers) {
  Open(moves).seats[seat].flowers = flowers;
}

void AddMeld(Moves moves, Seat seat, Meld meld) {
  Board& board = Open(moves);
  SeatBoard& owner = board.seats[seat];
  MLF_CHECK(owner.meld_count < kMaxMelds, "no room for another meld");
  owner.melds[owner.meld_count++] = meld;
  ++board.melds_made;
}

void CompleteAddedGang(Moves moves) {
  Board& board = Open(moves);
  MLF_CHECK(board.focus == Focus::kAddedGang, "no gang is being added");
  SeatBoard& owner = board.seats[board.focus_seat];
  TakeFromHand(moves, board.focus_seat, board.focus_tile);
  Meld* peng = nullptr;
  for (Meld& meld : std::span(owner.melds).first(owner.meld_count)) {
    if (meld.kind == MeldKind::kPeng && meld.tile == board.focus_tile) peng = &meld;
  }
  MLF_CHECK(peng != nullptr, "the peng to add to is gone");
  peng->kind = MeldKind::kBuGang;
  ++board.melds_made;
}

void TakeBackLastMeld(Moves moves, Seat seat) {
  Board& board = Open(moves);
  SeatBoard& owner = board.seats[seat];
  MLF_CHECK(owner.meld_count > 0, "the seat has no meld");
  Meld& last = owner.melds[owner.meld_count - 1];
  AddToHand(moves, seat, last.tile, last.Size());
  last = {MeldKind::kNone, 0, 0, 0};
  --owner.meld_count;
  --board.melds_made;
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

void SetFocus(Board& board, Focus focus, Seat seat, Tile tile) {
  board.focus = focus;
  board.focus_tile = tile;
  board.focus_seat = seat;
}

}  // namespace

void DiscardTile(Moves moves, Seat seat, Tile tile) {
  Board& board = Open(moves);
  SeatBoard& owner = board.seats[seat];
  TakeFromHand(moves, seat, tile);
  Lay(board, seat, tile, owner.drawn == tile ? kMarkDrawn : 0);
  ++owner.discards;
  owner.drawn = kNoTile;
  board.fresh = 0;
  board.discard_gang = board.turn_gang;
  SetFocus(board, Focus::kDiscard, seat, tile);
}

// ---- the tile in question ----

void FocusAddedGang(Moves moves, Seat seat, Tile tile) {
  SetFocus(Open(moves), Focus::kAddedGang, seat, tile);
}

void ClaimFocus(Moves moves) {
  Discard& discard = Focused(Open(moves));
  MLF_CHECK(!discard.claimed() && !discard.won(), "the discard is taken already");
  discard.mark |= kMarkClaimed;
}

void MarkFocusWon(Moves moves) { Focused(Open(moves)).mark |= kMarkWon; }

void RobFocus(Moves moves) {
  Board& board = Open(moves);
  MLF_CHECK(board.focus == Focus::kAddedGang, "no gang is being added");
  TakeFromHand(moves, board.focus_seat, board.focus_tile);
  Lay(board, board.focus_seat, board.focus_tile, kMarkWon | kMarkRobbed);
  ForgetDrawn(moves, board.focus_seat);
}

void ClearFocus(Moves moves) { SetFocus(Open(moves), Focus::kNone, kNoSeat, kNoTile); }

// ---- the turn ----

void SetDealer(Moves moves, Seat dealer) {
  Board& board = Open(moves);
  board.dealer = dealer;
  board.drawer = dealer;
}

void NoteDealtExtra(Moves moves, Tile tile) {
  Open(moves).dealt_extra = static_cast<std::uint8_t>(1 + tile);
}

void BeginFirstTurn(Moves moves, bool holds_draw) {
  Board& board = Open(moves);
  board.drawer = board.dealer;
  SetFresh(moves, holds_draw);
}

void SetFresh(Moves moves, bool fresh) { Open(moves).fresh = fresh ? 1 : 0; }

Tile DrawForTurn(Moves moves) {
  Board& board = Open(moves);
  MLF_CHECK(board.InHand(board.drawer), "the seat to draw has left the hand");
  const bool replacement = board.from_tail != 0;
  if (!replacement) ForgetTurnGang(moves);
  const Tile tile = replacement ? DrawTail(moves) : DrawFront(moves);
  board.from_tail = 0;
  AddToHand(moves, board.drawer, tile);
  SeatBoard& owner = board.seats[board.drawer];
  owner.drawn = tile;
  ++owner.draws;
  board.fresh = 1;
  return tile;
}

Tile DrawForFlower(Moves moves, Seat seat, bool as_drawn) {
  const Tile tile = DrawTail(moves);
  AddToHand(moves, seat, tile);
  if (as_drawn) Open(moves).seats[seat].drawn = tile;
  return tile;
}

void NoteNothingDrawn(Moves moves) { Open(moves).drew_nothing = 1; }

void ForgetDrawn(Moves moves, Seat seat) { Open(moves).seats[seat].drawn = kNoTile; }

void ForgetTurnGang(Moves moves) {
  ForgetTurnGangKind(moves);
  Open(moves).turn_gang_from = kNoSeat;
}

void ForgetTurnGangKind(Moves moves) { Open(moves).turn_gang = MeldKind::kNone; }

void EndTurn(Moves moves, Seat seat) {
  DrawAfter(moves, seat);
  ForgetTurnGang(moves);
}

void DrawAfter(Moves moves, Seat seat) {
  Board& board = Open(moves);
  board.drawer = board.NextInHand(seat);
  board.from_tail = 0;
}

void PassDraw(Moves moves) {
  Board& board = Open(moves);
  board.drawer = board.NextInHand(board.drawer);
}

void DueReplacement(Moves moves, Seat seat, MeldKind gang, Seat from) {
  Board& board = Open(moves);
  ForgetDrawn(moves, seat);
  board.drawer = seat;
  board.from_tail = 1;
  board.turn_gang = gang;
  board.turn_gang_from = from;
  ClearFocus(moves);
}

void DueDiscard(Moves moves, Seat seat) {
  ForgetDrawn(moves, seat);
  SetFresh(moves, false);
  ClearFocus(moves);
}

// ---- wins, and what is noted of seats ----

void CountWinEvent(Moves moves) { ++Open(moves).win_events; }

void NoteWin(Moves moves, Seat seat, Tile tile) {
  SeatBoard& winner = Open(moves).seats[seat];
  winner.flags |= kHasWon;
  winner.won_kinds |= MaskOf(tile);
  ++winner.wins;
}

void SetWinAside(Moves moves, Seat seat, Tile tile) {
  TakeFromHand(moves, seat, tile);
  SetAside(moves, seat, tile);
  ForgetDrawn(moves, seat);
  SetFresh(moves, false);
}

void SetFlags(Moves moves, Seat seat, unsigned flags) {
  SeatBoard& own = Open(moves).seats[seat];
  own.flags = static_cast<std::uint8_t>(own.flags | flags);
}

void ShowHand(Moves moves, Seat owner, Seat viewer) {
  SeatMask& shown = Open(moves).seats[owner].shown_to;
  shown = static_cast<SeatMask>(shown | MaskOf(viewer));
}

void NameNextDealer(Moves moves, Seat seat) { Open(moves).next_dealer = seat; }

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
