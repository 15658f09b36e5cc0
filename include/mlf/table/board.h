/// \file
/// Board: what lies on the table during one hand: hands, melds, river, wall, the tile in question.
/// And Match: what lasts from hand to hand.
///
/// Plain slots of the records. Nodes and components read every field, and change a board by the
/// verbs below alone, so that tiles in play are conserved. A variant that needs more state (void
/// suits, laizi, riichi sticks) declares its own slot beside these; none of these structs grows for
/// a new variant.
#pragma once

#include <mlf/flow/check.h>
#include <mlf/flow/params.h>
#include <mlf/table/per_seat.h>
#include <mlf/table/tile.h>

#include <array>
#include <cstdint>
#include <span>

namespace mlf::table {

inline constexpr int kMaxMelds = 5;  ///< five sets in a 16-tile hand
inline constexpr int kMaxTiles = 144;

/// kLaiGang is never a meld (the laizi lies aside by itself), only the reason of a replacement
/// draw.
enum class MeldKind : std::uint8_t {
  kNone,
  kChi,
  kPeng,
  kMingGang,
  kBuGang,
  kAnGang,
  kChaoTian,
  kLaiGang
};
constexpr bool IsGang(MeldKind kind) { return kind >= MeldKind::kMingGang; }

struct Meld {
  MeldKind kind = MeldKind::kNone;
  Tile tile = 0;  ///< the lowest of a chi
  Seat from =
      kNoSeat;  ///< whose discard was taken (bu_gang: of the peng); the owner where nobody's
  std::uint8_t taken = 0;  ///< chi: which of the three was claimed, 0..2

  /// Tiles of this kind in the meld, 0 when it is another kind.
  constexpr int CountOf(Tile t) const {
    if (kind == MeldKind::kChi) return t >= tile && t < tile + 3 ? 1 : 0;
    if (t != tile || kind == MeldKind::kNone) return 0;
    return kind == MeldKind::kPeng || kind == MeldKind::kChaoTian ? 3 : 4;
  }
  constexpr int Size() const {
    return kind == MeldKind::kNone ? 0 : IsGang(kind) && kind != MeldKind::kChaoTian ? 4 : 3;
  }
};

/// Facts about a seat that many rules ask for.
enum SeatFlag : std::uint8_t {
  kHasWon = 1,  ///< won at least once in this hand
  kLeft = 2,    ///< out of the hand: draws, claims, pays and receives no more
  kLocked = 4,  ///< composition may no longer change (declared ready, or won and stays)
  kReady = 8,   ///< declared ready (听)
};

struct SeatBoard {
  TileMask won_kinds = 0;  ///< kinds it has won on
  Counts hand;             ///< concealed tiles, the drawn one included
  Counts
      set_aside;  ///< open before the seat and out of play: self-drawn winning tiles, ganged laizi
  std::array<Meld, kMaxMelds> melds{};
  std::uint8_t meld_count = 0;
  Tile drawn = kNoTile;    ///< the tile drawn this turn while it is still apart from the rest
  std::uint8_t flags = 0;  ///< SeatFlag
  std::uint8_t draws = 0;  ///< tiles drawn since the deal
  std::uint8_t discards = 0;
  std::uint8_t wins = 0;
  std::uint8_t flowers = 0;  ///< bit i = flower i+1 lies open before the seat
  SeatMask shown_to = 0;     ///< other seats that may look at the concealed tiles
  std::uint8_t reserved[4] = {};

  bool Is(SeatFlag flag) const { return (flags & flag) != 0; }
  /// `viewer` is another seat, or kNoSeat for somebody who sees only what is open.
  bool ShownTo(Seat viewer) const { return viewer >= 0 && (shown_to & MaskOf(viewer)) != 0; }
  std::span<const Meld> Melds() const { return {melds.data(), meld_count}; }
  /// Copies of `t` the seat owns: hand and melds (not what it set aside).
  int Owns(Tile t) const;
  /// Tiles in hand as the shapes count: 3 * melds + concealed.
  int HandSize() const { return hand.Size() + 3 * meld_count; }
};

struct Wall {
  std::array<Tile, kMaxTiles> tiles{};
  std::uint8_t size = 0;  ///< tiles built
  std::uint8_t head = 0;  ///< the next ordinary draw
  std::uint8_t tail = 0;  ///< one past the next replacement: tiles [head, tail) are left
  std::uint8_t keep = 0;  ///< never drawn (min_left_cards)

  int Left() const { return tail - head; }
  /// Whether another draw is possible.
  bool CanDraw() const { return Left() > keep; }
  void Check(const Validation& check) const;
};

/// A discarded tile: bits of `mark` say who discarded it and what became of it.
struct Discard {
  Tile tile = 0;
  std::uint8_t mark = 0;  ///< bits 0-2 seat, bit 3 drawn tile at once (摸切), bit 4 claimed for a
                          ///< meld, bit 5 won on, bit 6 robbed gang tile

  Seat seat() const { return static_cast<Seat>(mark & 7); }
  bool drawn() const { return (mark & 8) != 0; }
  bool claimed() const { return (mark & 16) != 0; }
  bool won() const { return (mark & 32) != 0; }
  bool robbed() const { return (mark & 64) != 0; }
};
inline constexpr std::uint8_t kMarkDrawn = 8, kMarkClaimed = 16, kMarkWon = 32, kMarkRobbed = 64;

/// The tile that may be claimed or won on now.
enum class Focus : std::uint8_t { kNone, kDiscard, kAddedGang };

struct Board {
  static constexpr std::string_view kSlot = "board";
  static constexpr Scope kScope = Scope::kHand;

  PerSeat<SeatBoard> seats{};
  Wall wall;
  std::array<Discard, kMaxTiles> river{};  ///< all discards of the hand in order
  std::uint8_t river_count = 0;
  std::uint8_t seat_count = 0;
  Seat dealer = 0;
  Seat drawer = 0;             ///< who draws next
  std::uint8_t from_tail = 0;  ///< the next draw is a replacement
  std::uint8_t fresh = 0;      ///< 1 = the seat in turn has drawn (or holds the dealt hand) and has
                               ///< declined nothing since
  Focus focus = Focus::kNone;
  Tile focus_tile = kNoTile;
  Seat focus_seat = kNoSeat;             ///< who discarded or adds it
  MeldKind turn_gang = MeldKind::kNone;  ///< the gang whose replacement the seat in turn drew
  Seat turn_gang_from = kNoSeat;         ///< its source (ming_gang), else the owner
  MeldKind discard_gang =
      MeldKind::kNone;          ///< turn_gang at the time of the discard in focus: a hot discard
  std::uint8_t melds_made = 0;  ///< chi, peng and gangs by anybody so far
  std::uint8_t win_events = 0;  ///< wins so far, several on one tile counting once
  Seat next_dealer =
      kNoSeat;  ///< decided by the first win event; kNoSeat = nobody has won, the dealer stays
  std::uint8_t drew_nothing = 0;  ///< 1 = a draw was due and the wall could not serve it
  std::uint8_t dealt_extra = 0;   ///< 1 + the tile the dealer was dealt beyond the others; 0 = none
  std::uint8_t turned = 0;  ///< 1 + the indicator that was turned up and is out of play; 0 = none
  std::uint8_t reserved[6] = {};
  Counts removed;  ///< out of play without being shown to all

  bool InHand(Seat s) const { return s >= 0 && s < seat_count && !seats[s].Is(kLeft); }
  SeatMask InHandMask() const;
  /// The next seat after `s` still in the hand (possibly `s` itself again).
  Seat NextInHand(Seat s) const;
  void Check(const Validation& check) const;
};

struct Match {
  static constexpr std::string_view kSlot = "match";
  static constexpr Scope kScope = Scope::kMatch;

  PerParty<std::int32_t> score{};  ///< before the running hand
  Seat dealer = kNoSeat;           ///< of the running hand; kNoSeat before the first
  Seat next_dealer = kNoSeat;      ///< of the next hand, set when a hand ends
  std::uint8_t hands_done = 0;
  std::uint8_t dealer_runs = 0;  ///< hands the dealer has kept the deal
  /// Given instead of drawn, for the next hand: what is set here is used once. Zero = drawn from
  /// the streams.
  std::uint8_t given_dice[2] = {};
  std::uint8_t given_direction = 0;  ///< 1 + index of the direction
  std::uint8_t given_wall = 0;       ///< 1 = board.wall.tiles[0..size) is the wall to deal from
  std::uint8_t dice[2] = {};         ///< last throw
  std::uint8_t given_dealer = 0;     ///< 1 + seat
  std::uint8_t over =
      0;  ///< 1 = no further hand: hand_end has counted the last one, or a rule ended the match

  void Check(const Validation& check) const;
};

/// The right to change a board: what the verbs below take. It reads like the board. Whoever holds a
/// Board itself (positions, tests) has the right; nodes and components have it from TableSlots and
/// see fields as const, so that only the verbs move tiles.
class Moves {
 public:
  Moves(Board& board) : board_(&board) {}

  const Board* operator->() const { return board_; }
  const Board& operator*() const { return *board_; }

 private:
  friend struct MoveAccess;  // of board.cc
  Board* board_;
};

/// Makes the board an empty table for `seats` players: everything zero or "none", the wall left as
/// it is. What `start` does; positions too.
void PrepareBoard(Moves board, int seats);

// ---- the wall ----

/// A wall of `tiles` in this order, none of them drawn.
void BuildWall(Moves board, std::span<const Tile> tiles);
/// A wall that was laid ready before the hand.
void LayWall(Moves board, const Wall& wall);
/// The first draw is the first tile; the last `keep` tiles are never drawn.
void OpenWall(Moves board, int keep);
/// A tile off the front / tail of the wall.
Tile DrawFront(Moves board);
Tile DrawTail(Moves board);

// ---- how tiles move; each verb checks that the tile is there ----

void TakeFromHand(Moves board, Seat seat, Tile tile, int n = 1);
void AddToHand(Moves board, Seat seat, Tile tile, int n = 1);
/// Lays tiles open before the seat and out of play.
void SetAside(Moves board, Seat seat, Tile tile, int n = 1);
/// Puts tiles out of play without showing them.
void RemoveFromPlay(Moves board, Tile tile);
void RemoveFromPlay(Moves board, const Counts& tiles);
/// Turns the indicator up. It is out of play.
void TurnUp(Moves board, Tile indicator);
/// Lays all copies of `flower` in the hand open before the seat; returns how many there were.
int LayFlower(Moves board, Seat seat, Tile flower);
/// Bit i of `flowers` = flower i+1 lies open before the seat.
void ShowFlowers(Moves board, Seat seat, std::uint8_t flowers);
/// Lays a meld down and counts it in melds_made; the tiles are taken out of the hand by the caller.
void AddMeld(Moves board, Seat seat, Meld meld);
/// The peng of the tile in question becomes a bu_gang with that tile of the hand.
void CompleteAddedGang(Moves board);
/// Takes the last meld up into the hand, as if it had never been laid down.
void TakeBackLastMeld(Moves board, Seat seat);
/// Puts `tile` from the hand of `seat` into the river and makes it the focus. It counts as the
/// drawn tile when it is of that kind.
void DiscardTile(Moves board, Seat seat, Tile tile);

// ---- the tile in question ----

/// `seat` names `tile` for a gang that others may rob.
void FocusAddedGang(Moves board, Seat seat, Tile tile);
/// Marks the focused discard as claimed for a meld / as won on. It stays the focus until
/// ClearFocus, so that settlement can still ask.
void ClaimFocus(Moves board);
void MarkFocusWon(Moves board);
/// Takes the focused tile of an added gang out of the hand of the robbed seat and lays it into the
/// river, robbed and won on.
void RobFocus(Moves board);
/// No tile is in question any more.
void ClearFocus(Moves board);

// ---- the turn ----

void SetDealer(Moves board, Seat dealer);
/// The tile that the dealer was dealt beyond the others.
void NoteDealtExtra(Moves board, Tile tile);
/// The dealer is in turn; `holds_draw`: its hand counts as one that has drawn.
void BeginFirstTurn(Moves board, bool holds_draw);
/// Whether the hand of the seat in turn counts as one that has drawn and declined nothing.
void SetFresh(Moves board, bool fresh);
/// The drawer takes its tile, off the tail where a replacement is due. Returns the tile.
Tile DrawForTurn(Moves board);
/// `seat` takes a tile off the tail for a flower; `as_drawn`: it is the drawn tile of its turn.
Tile DrawForFlower(Moves board, Seat seat, bool as_drawn);
/// A draw was due and the wall could not serve it.
void NoteNothingDrawn(Moves board);
/// No tile of the hand is the drawn one any more.
void ForgetDrawn(Moves board, Seat seat);
/// The drawn tile is no replacement of a gang any more.
void ForgetTurnGang(Moves board);
/// The same, but whose gang it was stays noted.
void ForgetTurnGangKind(Moves board);
/// The turn of `seat` ends with its discard: the next seat in the hand draws.
void EndTurn(Moves board, Seat seat);
/// The next seat in the hand after `seat` draws, off the front of the wall.
void DrawAfter(Moves board, Seat seat);
/// The draw passes from a drawer that has left the hand to the next seat in it.
void PassDraw(Moves board);
/// After a gang of any kind: the same seat draws its replacement off the tail.
void DueReplacement(Moves board, Seat seat, MeldKind gang, Seat from);
/// After a claim that draws no replacement: the seat has one tile too many and nothing it drew.
void DueDiscard(Moves board, Seat seat);

// ---- wins, and what is noted of seats ----

/// A win, or several at once on one tile.
void CountWinEvent(Moves board);
void NoteWin(Moves board, Seat seat, Tile tile);
/// The winning tile of a self-draw goes from the hand before the seat.
void SetWinAside(Moves board, Seat seat, Tile tile);
/// `flags`: SeatFlag bits.
void SetFlags(Moves board, Seat seat, unsigned flags);
/// `viewer` may look at the concealed tiles of `owner` from now on.
void ShowHand(Moves board, Seat owner, Seat viewer);
void NameNextDealer(Moves board, Seat seat);

/// Every tile on the table, however it lies: for conservation checks.
Counts AllTiles(const Board& board);
/// The same as a number of each tile, right however many there are; without the wall if so asked.
std::array<int, kMaxPieces> CountTiles(const Board& board, bool with_wall);
/// Of `tile`, the copies that `viewer` can see: its own, all melds but others' concealed gangs,
/// rivers and tiles set aside.
int SeenCopies(const Board& board, Seat viewer, Tile tile);
/// Whether `tiles` counts nothing but tiles: records from outside may hold any bits.
bool AreTiles(const Counts& tiles);
/// Sorted-hand order: the highest tile, m < p < s < z < h. kNoTile when there is none.
Tile HighestTile(const Counts& hand);

/// The board for nodes and parts: const, and the right to move its tiles.
class BoardSlot {
 public:
  explicit BoardSlot(Params& params) : slot_(params.Slot<Board>()) {}
  const Board& operator()(const Records& records) const { return slot_(records); }
  Moves MovesOf(Records& records) const { return slot_(records); }

 private:
  Slot<Board> slot_;
};

/// The table's slots, for nodes and parts: `explicit Peng(Params& p) : table_(p) {}`.
struct TableSlots {
  explicit TableSlots(Params& params) : board(params), match(params.Slot<Match>()) {}
  Moves moves(Records& records) const { return board.MovesOf(records); }

  BoardSlot board;
  Slot<Match> match;
};

/// The same slots with every field writable: for tests and for code that sets up positions.
struct OpenTableSlots {
  explicit OpenTableSlots(Params& params)
      : board(params.Slot<Board>()), match(params.Slot<Match>()) {}

  Slot<Board> board;
  Slot<Match> match;
};

}  // namespace mlf::table
