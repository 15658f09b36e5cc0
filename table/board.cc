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
#include <mlf/table/removed.h>
#include <mlf/table/set_aside.h>
#include <mlf/table/staging.h>
#include <mlf/table/turn_gang.h>
#include <mlf/table/turned.h>
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
void LeaveOut(Moves moves, const Counts& tiles) { Open(moves).removed = tiles; }

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

namespace {

Tile TakeFront(Wall& wall) {
  MLF_CHECK(wall.head < wall.tail, "the wall is empty");
  return wall.tiles[wall.head++];
}

Tile TakeTail(Wall& wall) {
  MLF_CHECK(wall.head < wall.tail, "the wall is empty");
  return wall.tiles[--wall.tail];
}

}  // namespace

Tile DrawFront(Staging board) { return TakeFront(Open(board).wall); }
Tile DrawTail(Staging board) { return TakeTail(Open(board).wall); }

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
[[gnu::noinline]] int RedsTaken(SeatBoard& own, Tile tile, Tile kind, int n) {
  if (KindOf(RedOf(kind)) != kind || RedOf(kind) == kind) return 0;
  const int held = own.RedsOf(kind);
  const int plain = own.hand[kind] - held;
  const int first = IsRed(tile) ? 1 : 0;
  MLF_CHECK(held >= first, "no red five of the suit is in the hand");
  const int taken = std::max(first, n - plain);
  own.red = static_cast<std::uint8_t>(own.red - (taken << 2 * GroupOf(kind)));
  return taken;
}

// What left a hand: copies of `kind`, `reds` of them red.
struct Taken {
  Tile kind;
  int reds;
};

// Most hands hold no red five. Then `tile` is its own kind. Take and Put are inlined by force: each
// is a few instructions of every act, and g++ calls them because many verbs use them.
[[gnu::always_inline]] inline Taken Take(SeatBoard& own, Tile tile, int n) {
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
[[gnu::always_inline]] inline Tile Put(SeatBoard& own, Tile tile, int n) {
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

void Lay(Board& board, Seat seat, const Meld& meld) {
  SeatBoard& owner = board.seats[seat];
  MLF_CHECK(owner.meld_count < kMaxMelds, "no room for another meld");
  owner.melds[owner.meld_count++] = meld;
  ++board.melds_made;
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

// Lays `meld` of the focused discard and tiles that have left the hand, `reds` of them red.
void Claim(Board& board, Seat seat, Meld meld, int reds) {
  Discard& discard = Focused(board);
  MLF_CHECK(!discard.claimed() && !discard.won(), "the discard is taken already");
  discard.mark |= kMarkClaimed;
  if (board.focus_red != 0) meld.marks |= Meld::kRedTaken;
  meld.AddReds(reds + board.focus_red);
  Lay(board, seat, meld);
}

}  // namespace

int TakeFromHand(Staging board, Seat seat, Tile tile, int n) {
  return Take(Open(board).seats[seat], tile, n).reds;
}

void AddToHand(Staging board, Seat seat, Tile tile, int n) {
  Put(Open(board).seats[seat], tile, n);
}

void NameDrawn(Staging board, Seat seat, Tile piece) {
  SeatBoard& own = Open(board).seats[seat];
  own.drawn = KindOf(piece);
  own.red &= SeatBoard::kReds;
  if (IsRed(piece)) own.red |= SeatBoard::kDrewRed;
}

void AddAside(Staging board, Seat seat, Tile tile, int n) {
  Open(board).seats[seat].set_aside.Add(tile, n);
}

void ShowFlowers(Staging board, Seat seat, std::uint8_t flowers) {
  Open(board).seats[seat].flowers = flowers;
}

void AddMeld(Staging board, Seat seat, Meld meld) { Lay(Open(board), seat, meld); }
void NameTurned(Staging board, Tile indicator) { Open(board).turned = indicator; }
void AddRemoved(Staging board, Tile tile) { Open(board).removed.Add(tile); }

Tile DealTile(Moves moves, Seat seat) {
  Board& board = Open(moves);
  const Tile tile = TakeFront(board.wall);
  Put(board.seats[seat], tile, 1);
  return tile;
}

Tile TurnUp(Moves moves) {
  Board& board = Open(moves);
  const Tile indicator = TakeFront(board.wall);
  board.turned = indicator;
  return indicator;
}

Tile TurnUpLast(Moves moves) {
  Board& board = Open(moves);
  const Tile indicator = TakeTail(board.wall);
  if (board.wall.keep > 0) --board.wall.keep;
  board.turned = indicator;
  return indicator;
}

void TakeTurned(Moves moves, Seat seat, Maybe<Tile> given) {
  Board& board = Open(moves);
  MLF_CHECK(board.turned.has_value(), "no tile lies turned up");
  SeatBoard& own = board.seats[seat];
  const Tile taken = *board.turned;
  board.turned = {};
  if (given) {
    Take(own, *given, 1);
    board.turned = *given;
  }
  PutDrawn(own, taken);
}

Tile RemoveLast(Moves moves) {
  Board& board = Open(moves);
  const Tile tile = TakeTail(board.wall);
  board.removed.Add(tile);
  return tile;
}

void DrawRemoved(Moves moves, Seat seat, Tile tile) {
  Board& board = Open(moves);
  MLF_CHECK(board.removed[tile] > 0, "the tile is not out of play");
  board.removed.Remove(tile);
  PutDrawn(board.seats[seat], tile);
}

void ReturnRemoved(Moves moves, Tile tile) {
  Board& board = Open(moves);
  Wall& wall = board.wall;
  MLF_CHECK(board.removed[tile] > 0 && wall.tail < kMaxTiles, "the tile is not out of play");
  board.removed.Remove(tile);
  wall.tiles[wall.tail++] = tile;
  wall.size = std::max(wall.size, wall.tail);
}

void SwapWithWall(Moves moves, int place, Tile& held) {
  Wall& wall = Open(moves).wall;
  MLF_CHECK(place >= wall.head && place < wall.tail, "the place is not in the wall");
  std::swap(wall.tiles[static_cast<std::size_t>(place)], held);
}

void HandOver(Moves moves, Seat seat, std::span<const Tile> pieces, std::span<Tile> held) {
  MLF_CHECK(pieces.size() == held.size(), "there is one place for each tile");
  SeatBoard& own = Open(moves).seats[seat];
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Taken taken = Take(own, pieces[i], 1);
    held[i] = taken.reds > 0 ? RedOf(taken.kind) : taken.kind;
  }
}

void TakeIn(Moves moves, Seat seat, std::span<Tile> held) {
  SeatBoard& own = Open(moves).seats[seat];
  for (const Tile piece : held) Put(own, piece, 1);
  std::ranges::fill(held, Tile{0});
}

void SetAside(Moves moves, Seat seat, Tile tile) {
  SeatBoard& own = Open(moves).seats[seat];
  MLF_CHECK(Take(own, tile, 1).reds == 0, "a red five is not set aside");
  own.set_aside.Add(tile);
}

int LayFlower(Moves moves, Seat seat, Tile flower) {
  SeatBoard& owner = Open(moves).seats[seat];
  const int copies = owner.hand[flower];
  Take(owner, flower, copies);
  owner.flowers = static_cast<std::uint8_t>(owner.flowers | 1 << (flower - MakeTile(kFlower, 1)));
  return copies;
}

Meld ChiOf(std::array<Tile, 3> tiles, Tile taken, Seat from) {
  std::ranges::sort(tiles);
  const auto [low, middle, high] = tiles;
  const auto place = static_cast<int>(std::ranges::find(tiles, taken) - tiles.begin());
  if (high == kWhite && IsSuited(middle) && GroupOf(low) == GroupOf(middle) &&
      (middle == low + 1 || middle == low + 2)) {
    const int gap = middle == low + 1 ? 2 : 1;
    return {MeldKind::kChi, low, from, static_cast<std::uint8_t>(place | gap << 6)};
  }
  if (middle == low || high == middle || high - low > 3 || GroupOf(low) != GroupOf(high) ||
      IsFlower(high))
    return {};
  const bool run = high - low == 2;
  const bool honours = GroupOf(low) == kHonour;
  const bool dragons = honours && RankOf(low) > 3;
  // Of honours, winds and dragons do not mix; of suits, no rank is left out.
  if (honours ? dragons != (RankOf(high) > 3) : !run) return {};
  const int gap = run ? 0 : middle == low + 1 ? 2 : 1;
  return {MeldKind::kChi, low, from, static_cast<std::uint8_t>(place | gap << 6)};
}

void ClaimEqual(Moves moves, Seat seat, MeldKind kind, Tile piece, int n) {
  Board& board = Open(moves);
  const Turn& turn = board.turn;
  const Taken taken = Take(board.seats[seat], piece, n);
  MLF_CHECK(taken.kind == turn.focus_tile, "the tiles do not equal the discard");
  Claim(board, seat, {kind, turn.focus_tile, turn.focus_seat, 0}, taken.reds);
}

int ClaimWith(Moves moves, Seat seat, MeldKind kind, Tile a, Tile b) {
  Board& board = Open(moves);
  const Turn& turn = board.turn;
  SeatBoard& own = board.seats[seat];
  const Taken first = Take(own, a, 1);
  const Taken second = Take(own, b, 1);
  Meld meld{kind, turn.focus_tile, turn.focus_seat, 0};
  if (kind == MeldKind::kChi)
    meld = ChiOf({turn.focus_tile, first.kind, second.kind}, turn.focus_tile, turn.focus_seat);
  const bool equal = first.kind == turn.focus_tile && second.kind == turn.focus_tile;
  MLF_CHECK(kind == MeldKind::kChi ? meld.kind == kind : equal,
            "the tiles make no such meld with the discard");
  const int reds = first.reds + second.reds;
  Claim(board, seat, meld, reds);
  return reds;
}

void LayGang(Moves moves, Seat seat, MeldKind kind, Tile tile, bool shown) {
  Board& board = Open(moves);
  Meld gang{kind, tile, seat, 0};
  if (shown) gang.marks |= Meld::kShown;
  gang.AddReds(Take(board.seats[seat], tile, gang.Size()).reds);
  Lay(board, seat, gang);
}

void CompleteAddedGang(Moves moves) {
  Board& board = Open(moves);
  MLF_CHECK(board.turn.focus == Focus::kAddedGang, "no gang is being added");
  SeatBoard& owner = board.seats[board.turn.focus_seat];
  const int reds = Take(owner, board.turn.focus_tile, 1).reds;
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
  Put(owner, last.tile, last.Size() - last.Reds());
  if (last.Reds() != 0) Put(owner, RedOf(last.tile), last.Reds());
  last = {MeldKind::kNone, 0, 0, 0};
  --owner.meld_count;
  --board.melds_made;
}

namespace {

void LayInRiver(Board& board, Seat seat, Tile kind, int marks) {
  MLF_CHECK(board.river_count < kMaxTiles, "the river is full");
  board.river[board.river_count++] = {.tile = kind,
                                      .mark = static_cast<std::uint8_t>(seat | marks)};
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
  LayInRiver(board, seat, kind, (drawn ? kMarkDrawn : 0) | (red ? kMarkRed : 0));
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
  Board& board = Open(moves);
  const Tile tile = TakeTail(board.wall);
  board.seats[seat].set_aside.Add(tile);
  return tile;
}

void DrawOpened(Moves moves, Seat seat, Tile tile) {
  Board& board = Open(moves);
  SeatBoard& owner = board.seats[seat];
  MLF_CHECK(owner.set_aside[tile] > 0, "the tile does not lie open beside the seat");
  owner.set_aside.Remove(tile);
  Put(owner, tile, 1);
  owner.drawn = tile;
  ++owner.draws;
  board.turn.drawer = seat;
  board.turn.from_tail = 0;
  board.turn.may_act_on_draw = 1;
}

void ReturnOpened(Moves moves, Seat seat) {
  SetAside(moves, seat, moves->seats[seat].drawn);
  ForgetDrawn(moves, seat);
  SetMayActOnDraw(moves, false);
}

void DiscardOpened(Moves moves, Seat seat, Tile tile) {
  Board& board = Open(moves);
  SeatBoard& owner = board.seats[seat];
  MLF_CHECK(owner.set_aside[tile] > 0, "the tile does not lie open beside the seat");
  owner.set_aside.Remove(tile);
  LayInRiver(board, seat, tile, kMarkDrawn);
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
  SetAside(moves, seat, tile);
  ForgetDrawn(moves, seat);
  SetFocus(Open(moves), Focus::kAddedGang, seat, tile, false);
}

void CompleteSetAside(Moves moves) {
  MLF_CHECK(AsksSetAside(Open(moves)), "no tile is being set aside");
  ++Open(moves).melds_made;
}

void MarkFocusWon(Moves moves) { Focused(Open(moves)).mark |= kMarkWon; }

void RobFocus(Moves moves) {
  Board& board = Open(moves);
  MLF_CHECK(board.turn.focus == Focus::kAddedGang, "no gang is being added");
  Take(board.seats[board.turn.focus_seat], board.FocusPiece(), 1);
  LayInRiver(board, board.turn.focus_seat, board.turn.focus_tile,
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
  const Tile tile = replacement ? TakeTail(board.wall) : TakeFront(board.wall);
  board.turn.from_tail = 0;
  SeatBoard& owner = board.seats[board.turn.drawer];
  PutDrawn(owner, tile);
  ++owner.draws;
  board.turn.may_act_on_draw = 1;
  return tile;
}

Tile DrawForFlower(Moves moves, Seat seat, bool as_drawn) {
  Board& board = Open(moves);
  SeatBoard& own = board.seats[seat];
  const Tile tile = TakeTail(board.wall);
  if (as_drawn) {
    ForgetDrawn(moves, seat);
    PutDrawn(own, tile);
  } else {
    Put(own, tile, 1);
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

namespace {

void CountAfterGang(Turn& turn, MeldKind gang, Seat seat) {
  if (turn.gang != MeldKind::kNone) return;
  turn.gang = gang;
  turn.gang_from = seat;
}

}  // namespace

void CountAsGangDraw(Moves moves, Seat seat) {
  CountAfterGang(Open(moves).turn, MeldKind::kLaiGang, seat);
}

void NoteChaoTian(Moves moves, Seat seat) {
  CountAfterGang(Open(moves).turn, MeldKind::kChaoTian, seat);
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
  const int reds = Take(own, own.drawn == tile ? own.DrawnPiece() : tile, 1).reds;
  if (reds != 0)
    own.red_aside = static_cast<std::uint8_t>(own.red_aside + (1 << 2 * GroupOf(tile)));
  own.set_aside.Add(tile);
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
