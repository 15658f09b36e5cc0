// Only the functions here move tiles and change the turn. Each checks that the tile it moves is
// there. A wrong rule then stops its table at once instead of creating tiles.
//
// At any moment a tile of the set is in one of these places: the wall between head and tail, a
// hand, the tiles a seat has set aside, a meld, the open flowers, the river, the turned-up
// indicator, or the tiles out of play. A claimed discard keeps its place in the river as a mark and
// counts as part of the meld.
#include <mlf/flow/validate.h>
#include <mlf/table/board.h>
#include <mlf/table/keep_back.h>
#include <mlf/table/opened.h>
#include <mlf/table/set_aside.h>
#include "table/move_access.h"

#include <algorithm>
#include <utility>

namespace mlf::table {

int SeatBoard::Owns(Tile t) const {
  int copies = hand[t];
  for (const Meld& meld : Melds()) copies += meld.CountOf(t);
  return copies;
}

TileMask SeatBoard::PiecesWithReds(TileMask pieces) const {
  for (const Tile red_five : kRedFives) {
    const Tile five = KindOf(red_five);
    const int reds = RedsOf(five);
    if (reds == 0) continue;
    pieces |= MaskOf(red_five);
    if (reds == hand[five]) pieces &= ~MaskOf(five);
  }
  return pieces;
}

std::vector<Tile> SeatBoard::HandPieces() const {
  std::vector<Tile> pieces = ToList(hand);
  for (const Tile red_five : kRedFives) {
    const Tile five = KindOf(red_five);
    auto at = std::find(pieces.begin(), pieces.end(), five);
    for (int reds = RedsOf(five); reds > 0 && at != pieces.end(); --reds) *at++ = red_five;
  }
  return pieces;
}

int SeatBoard::RedFives() const {
  int reds = 0;
  for (int suit = 0; suit < 3; ++suit) reds += red >> 2 * suit & 3;
  for (const Meld& meld : Melds()) reds += meld.Reds();
  return reds;
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
  board.turn = {};
  board.melds_made = 0;
  board.win_events = 0;
  board.next_dealer = kNoSeat;
  board.drew_nothing = 0;
  board.dealt_extra = {};
  board.turned = {};
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

void KeepBack(Moves moves, int keep) {
  MLF_CHECK(keep >= 0 && keep <= kMaxTiles, "the wall keeps back at most what it holds");
  Open(moves).wall.keep = static_cast<std::uint8_t>(keep);
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

void MoveInWall(Moves moves, int from, int to) {
  Wall& wall = Open(moves).wall;
  MLF_CHECK(std::min(from, to) >= wall.head && std::max(from, to) < wall.tail,
            "the place of the wall holds no tile to draw");
  const auto at = [&](int place) { return wall.tiles.begin() + place; };
  if (from > to) {
    std::rotate(at(to), at(from), at(from) + 1);
  } else {
    std::rotate(at(from), at(from) + 1, at(to) + 1);
  }
}

// ---- how tiles move ----

namespace {

// The red fives among `n` copies of the five `kind` that are about to leave the hand.
int RedsTaken(SeatBoard& own, Tile tile, Tile kind, int n) {
  if (KindOf(RedOf(kind)) != kind || RedOf(kind) == kind) return 0;
  const int held = own.RedsOf(kind);
  const int plain = own.hand[kind] - held;
  const int first = IsRed(tile) ? 1 : 0;
  MLF_CHECK(held >= first, "no red five of the suit is in the hand");
  const int taken = std::max(first, n - plain);
  own.red = static_cast<std::uint8_t>(own.red - (taken << 2 * GroupOf(kind)));
  return taken;
}

// What left a hand: copies of `kind`, so many of them red.
struct Taken {
  Tile kind;
  int reds;
};

// Most hands hold no red five. Then `tile` is its own kind.
inline Taken Take(SeatBoard& own, Tile tile, int n) {
  Taken taken{tile, 0};
  if ((own.red & SeatBoard::kReds) != 0 || IsRed(tile)) [[unlikely]]
    taken.kind = KindOf(tile);
  MLF_CHECK(IsTile(taken.kind) && own.hand[taken.kind] >= n, "the tile is not in the hand");
  if ((own.red & SeatBoard::kReds) != 0 || taken.kind != tile) [[unlikely]]
    taken.reds = RedsTaken(own, tile, taken.kind, n);
  own.hand.Remove(taken.kind, n);
  return taken;
}

// Adds `n` copies of a tile and returns its kind.
inline Tile Put(SeatBoard& own, Tile tile, int n) {
  const Tile kind = KindOf(tile);
  MLF_CHECK(IsTile(kind) && own.hand[kind] + n <= 7,
            "the tile does not exist, or the hand has too many copies of it");
  own.hand.Add(kind, n);
  if (kind != tile) [[unlikely]]
    own.red = static_cast<std::uint8_t>(own.red + (n << 2 * GroupOf(kind)));
  return kind;
}

// Puts a drawn tile into the hand.
inline void PutDrawn(SeatBoard& own, Tile tile) {
  own.drawn = Put(own, tile, 1);
  if (own.drawn != tile) [[unlikely]]
    own.red |= SeatBoard::kDrewRed;
}

}  // namespace

int TakeFromHand(Moves moves, Seat seat, Tile tile, int n) {
  return Take(Open(moves).seats[seat], tile, n).reds;
}

void AddToHand(Moves moves, Seat seat, Tile tile, int n) { Put(Open(moves).seats[seat], tile, n); }

void SetAside(Moves moves, Seat seat, Tile tile, int n) {
  Open(moves).seats[seat].set_aside.Add(tile, n);
}

void RemoveFromPlay(Moves moves, Tile tile) { Open(moves).removed.Add(tile); }
void RemoveFromPlay(Moves moves, const Counts& tiles) { Open(moves).removed = tiles; }

void TurnUp(Moves moves, Tile indicator) { Open(moves).turned = indicator; }

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
  MLF_CHECK(board.turn.focus == Focus::kAddedGang, "no gang is being added");
  SeatBoard& owner = board.seats[board.turn.focus_seat];
  const int reds = TakeFromHand(moves, board.turn.focus_seat, board.turn.focus_tile);
  Meld* peng = nullptr;
  for (Meld& meld : std::span(owner.melds).first(owner.meld_count)) {
    if (meld.kind == MeldKind::kPeng && meld.tile == board.turn.focus_tile) peng = &meld;
  }
  MLF_CHECK(peng != nullptr, "the seat has no peng of this tile");
  peng->kind = MeldKind::kBuGang;
  peng->AddReds(reds);
  ++board.melds_made;
}

void TakeBackLastMeld(Moves moves, Seat seat) {
  Board& board = Open(moves);
  SeatBoard& owner = board.seats[seat];
  MLF_CHECK(owner.meld_count > 0, "the seat has no meld");
  Meld& last = owner.melds[owner.meld_count - 1];
  AddToHand(moves, seat, last.tile, last.Size() - last.Reds());
  if (last.Reds() != 0) AddToHand(moves, seat, RedOf(last.tile), last.Reds());
  last = {MeldKind::kNone, 0, 0, 0};
  --owner.meld_count;
  --board.melds_made;
}

namespace {

void Lay(Board& board, Seat seat, Tile kind, int marks) {
  MLF_CHECK(board.river_count < kMaxTiles, "the river is full");
  board.river[board.river_count++] = {.tile = kind,
                                      .mark = static_cast<std::uint8_t>(seat | marks)};
}

// The focused discard is always the last one: a new discard becomes the focus at once.
Discard& Focused(Board& board) {
  MLF_CHECK(board.turn.focus == Focus::kDiscard && board.river_count > 0,
            "no discard is in question");
  Discard& discard = board.river[board.river_count - 1];
  MLF_CHECK(discard.tile == board.turn.focus_tile && discard.seat() == board.turn.focus_seat,
            "the tile in question is not the last discard");
  return discard;
}

void SetFocus(Board& board, Focus focus, Seat seat, Tile kind, bool red) {
  board.turn.focus = focus;
  board.turn.focus_tile = kind;
  board.turn.focus_seat = seat;
  board.focus_red = red ? 1 : 0;
}

}  // namespace

void DiscardTile(Moves moves, Seat seat, Tile tile) {
  Board& board = Open(moves);
  SeatBoard& owner = board.seats[seat];
  const auto [kind, reds] = Take(owner, tile, 1);
  const bool red = reds != 0;
  const bool drawn = owner.drawn == kind && ((owner.red & SeatBoard::kDrewRed) != 0) == red;
  Lay(board, seat, kind, (drawn ? kMarkDrawn : 0) | (red ? kMarkRed : 0));
  ++owner.discards;
  ForgetDrawn(moves, seat);
  board.turn.may_act_on_draw = 0;
  board.turn.discard_gang = board.turn.gang;
  SetFocus(board, Focus::kDiscard, seat, kind, red);
}

// ---- tiles opened from the wall ----

void OpenedTiles::Check(const Validation& check) const {
  check.Require(count <= kMost, "at most four tiles are opened");
  for (const Tile tile : Tiles()) check.Require(IsTile(tile), "an opened tile is a tile");
  check.RequireZero(std::span(tiles).subspan(count <= kMost ? count : 0),
                    "the places of opened tiles that are not used are zero");
  check.RequireZero(reserved, "the unused bytes are zero");
}

Tile OpenTile(Moves moves, Seat seat) {
  const Tile tile = DrawTail(moves);
  SetAside(moves, seat, tile);
  return tile;
}

void DrawOpened(Moves moves, Seat seat, Tile tile) {
  Board& board = Open(moves);
  SeatBoard& owner = board.seats[seat];
  MLF_CHECK(owner.set_aside[tile] > 0, "the tile does not lie open beside the seat");
  owner.set_aside.Remove(tile);
  AddToHand(moves, seat, tile);
  owner.drawn = tile;
  ++owner.draws;
  board.turn.drawer = seat;
  board.turn.from_tail = 0;
  board.turn.may_act_on_draw = 1;
}

void ReturnOpened(Moves moves, Seat seat) {
  SeatBoard& owner = Open(moves).seats[seat];
  TakeFromHand(moves, seat, owner.drawn);
  SetAside(moves, seat, owner.drawn);
  ForgetDrawn(moves, seat);
  SetMayActOnDraw(moves, false);
}

void DiscardOpened(Moves moves, Seat seat, Tile tile) {
  Board& board = Open(moves);
  SeatBoard& owner = board.seats[seat];
  MLF_CHECK(owner.set_aside[tile] > 0, "the tile does not lie open beside the seat");
  owner.set_aside.Remove(tile);
  Lay(board, seat, tile, kMarkDrawn);
  ++owner.discards;
  board.turn.discard_gang = board.turn.gang;
  SetFocus(board, Focus::kDiscard, seat, tile, false);
}

// ---- the tile in question ----

void FocusAddedGang(Moves moves, Seat seat, Tile tile) {
  Board& board = Open(moves);
  const SeatBoard& own = board.seats[seat];
  // The only copy in the hand decides. A gang already laid is robbed of a plain tile.
  const bool red =
      (own.red & SeatBoard::kReds) != 0 && RedOf(tile) != tile && own.RedsOf(tile) != 0;
  SetFocus(board, Focus::kAddedGang, seat, tile, red);
}

void FocusSetAside(Moves moves, Seat seat, Tile tile) {
  Board& board = Open(moves);
  MLF_CHECK(TakeFromHand(moves, seat, tile) == 0, "a red five is not set aside");
  SetAside(moves, seat, tile);
  ForgetDrawn(moves, seat);
  SetFocus(board, Focus::kAddedGang, seat, tile, false);
}

void CompleteSetAside(Moves moves) {
  MLF_CHECK(AsksSetAside(Open(moves)), "no tile is being set aside");
  ++Open(moves).melds_made;
}

void ClaimFocus(Moves moves) {
  Discard& discard = Focused(Open(moves));
  MLF_CHECK(!discard.claimed() && !discard.won(), "the discard is taken already");
  discard.mark |= kMarkClaimed;
}

void MarkFocusWon(Moves moves) { Focused(Open(moves)).mark |= kMarkWon; }

void RobFocus(Moves moves) {
  Board& board = Open(moves);
  MLF_CHECK(board.turn.focus == Focus::kAddedGang, "no gang is being added");
  TakeFromHand(moves, board.turn.focus_seat, board.FocusPiece());
  Lay(board, board.turn.focus_seat, board.turn.focus_tile,
      kMarkWon | kMarkRobbed | (board.focus_red != 0 ? kMarkRed : 0));
  ForgetDrawn(moves, board.turn.focus_seat);
}

void ClearFocus(Moves moves) { SetFocus(Open(moves), Focus::kNone, kNoSeat, kNoTile, false); }

// ---- the turn ----

void SetDealer(Moves moves, Seat dealer) {
  Board& board = Open(moves);
  board.dealer = dealer;
  board.turn.drawer = dealer;
}

void NoteDealtExtra(Moves moves, Tile tile) { Open(moves).dealt_extra = tile; }

void BeginFirstTurn(Moves moves, bool may_act_on_draw) {
  Board& board = Open(moves);
  board.turn.drawer = board.dealer;
  SetMayActOnDraw(moves, may_act_on_draw);
}

void SetMayActOnDraw(Moves moves, bool may) { Open(moves).turn.may_act_on_draw = may ? 1 : 0; }

Tile DrawForTurn(Moves moves) {
  Board& board = Open(moves);
  MLF_CHECK(board.InHand(board.turn.drawer), "the seat to draw has left the hand");
  const bool replacement = board.turn.from_tail != 0;
  if (!replacement) ForgetTurnGang(moves);
  const Tile tile = replacement ? DrawTail(moves) : DrawFront(moves);
  board.turn.from_tail = 0;
  SeatBoard& owner = board.seats[board.turn.drawer];
  PutDrawn(owner, tile);
  ++owner.draws;
  board.turn.may_act_on_draw = 1;
  return tile;
}

Tile DrawForFlower(Moves moves, Seat seat, bool as_drawn) {
  const Tile tile = DrawTail(moves);
  if (as_drawn) {
    ForgetDrawn(moves, seat);
    PutDrawn(Open(moves).seats[seat], tile);
  } else {
    AddToHand(moves, seat, tile);
  }
  return tile;
}

void NoteNothingDrawn(Moves moves) { Open(moves).drew_nothing = 1; }

void ForgetDrawn(Moves moves, Seat seat) {
  SeatBoard& owner = Open(moves).seats[seat];
  owner.drawn = kNoTile;
  owner.red &= SeatBoard::kReds;
}

void ForgetTurnGang(Moves moves) {
  ForgetTurnGangKind(moves);
  Open(moves).turn.gang_from = kNoSeat;
}

void ForgetTurnGangKind(Moves moves) { Open(moves).turn.gang = MeldKind::kNone; }

void CountAsGangDraw(Moves moves, Seat seat) {
  Turn& turn = Open(moves).turn;
  if (turn.gang != MeldKind::kNone) return;
  turn.gang = MeldKind::kLaiGang;
  turn.gang_from = seat;
}

void EndTurn(Moves moves, Seat seat) {
  DrawAfter(moves, seat);
  ForgetTurnGang(moves);
}

void DrawAfter(Moves moves, Seat seat) {
  Board& board = Open(moves);
  board.turn.drawer = board.NextInHand(seat);
  board.turn.from_tail = 0;
}

void PassDraw(Moves moves) {
  Board& board = Open(moves);
  board.turn.drawer = board.NextInHand(board.turn.drawer);
}

void DueReplacement(Moves moves, Seat seat, MeldKind gang, Seat from) {
  Board& board = Open(moves);
  ForgetDrawn(moves, seat);
  board.turn.drawer = seat;
  board.turn.from_tail = 1;
  board.turn.gang = gang;
  board.turn.gang_from = from;
  ClearFocus(moves);
}

void DueDiscard(Moves moves, Seat seat) {
  ForgetDrawn(moves, seat);
  SetMayActOnDraw(moves, false);
  ClearFocus(moves);
}

// ---- wins, and notes about seats ----

void CountWinEvent(Moves moves) { ++Open(moves).win_events; }

void NoteWin(Moves moves, Seat seat, Tile tile) {
  SeatBoard& winner = Open(moves).seats[seat];
  winner.flags |= kHasWon;
  winner.won_kinds |= MaskOf(tile);
  ++winner.wins;
}

void SetWinAside(Moves moves, Seat seat, Tile tile) {
  SeatBoard& own = Open(moves).seats[seat];
  const int reds = TakeFromHand(moves, seat, own.drawn == tile ? own.DrawnPiece() : tile);
  if (reds != 0)
    own.red_aside = static_cast<std::uint8_t>(own.red_aside + (1 << 2 * GroupOf(tile)));
  SetAside(moves, seat, tile);
  ForgetDrawn(moves, seat);
  SetMayActOnDraw(moves, false);
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

}  // namespace mlf::table
