/// \file
/// Board: the table during one hand (hands, melds, river, wall, turn). Match: what lasts from hand
/// to hand.
///
/// Both are slots of the records. Nodes and components read every field but change fields only with
/// the verbs below. Each verb conserves the tiles in play: what it takes from one place it lays in
/// another. Only BuildWall, LayWall and LeaveOut bring tiles onto the table. A variant that needs
/// more state (void suits, laizi, riichi sticks) declares its own slot. No struct here grows for a
/// new variant. Code that sets up a position uses <mlf/table/staging.h> as well.
#pragma once

#include <mlf/flow/check.h>
#include <mlf/flow/params.h>
#include <mlf/flow/random.h>
#include <mlf/table/maybe.h>
#include <mlf/table/per_seat.h>
#include <mlf/table/tile.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace mlf::table {

inline constexpr int kMaxMelds = 5;  ///< five sets in a 16-tile hand
inline constexpr int kMaxTiles = 144;

/// kLaiGang is the reason of a replacement draw and never a meld: a ganged laizi is set aside.
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
  Tile tile = 0;        ///< the lowest of a chi
  Seat from = kNoSeat;  ///< the seat whose discard was taken (bu_gang: for the peng), or the owner
  /// Bits 0-1: which tile of a chi was claimed, 0..2. Bits 2-3: red fives in the meld. Bit 4: the
  /// claimed tile is one. Bit 5: an an_gang that all may see. Bits 6-7: a chi of winds without the
  /// one after its first (1) or its second tile (2); of suited tiles the third is then 白, which is
  /// read as the tile that makes them a run (Face).
  std::uint8_t marks = 0;

  static constexpr std::uint8_t kRedTaken = 16, kShown = 32;
  /// Whether others do not see its tile.
  bool Hidden() const { return kind == MeldKind::kAnGang && (marks & kShown) == 0; }
  constexpr int Taken() const { return marks & 3; }
  int Reds() const { return marks >> 2 & 3; }
  bool TookRed() const { return (marks & kRedTaken) != 0; }
  void AddReds(int reds) { marks = static_cast<std::uint8_t>(marks + 4 * reds); }
  constexpr int Gap() const { return marks >> 6; }
  /// Whether its third tile is 白 in a run of suited tiles.
  constexpr bool HasFace() const { return Gap() != 0 && kind == MeldKind::kChi && IsSuited(tile); }
  /// The i-th tile of the meld, the lowest first.
  constexpr Tile At(int i) const {
    if (kind != MeldKind::kChi) return tile;
    if (Gap() == 0) [[likely]]
      return static_cast<Tile>(tile + i);
    if (i == 2 && HasFace()) return kWhite;
    return static_cast<Tile>(tile + i + (i >= Gap() ? 1 : 0));
  }
  /// The tile that a chi claimed.
  constexpr Tile TakenTile() const { return At(Taken()); }

  /// The number of tiles `t` in the meld.
  constexpr int CountOf(Tile t) const {
    if (kind == MeldKind::kChi) {
      if (Gap() == 0) [[likely]]
        return t >= tile && t < tile + 3 ? 1 : 0;
      return t == tile || t == At(1) || t == At(2) ? 1 : 0;
    }
    if (t != tile || kind == MeldKind::kNone) return 0;
    return kind == MeldKind::kPeng || kind == MeldKind::kChaoTian ? 3 : 4;
  }
  constexpr int Size() const {
    return kind == MeldKind::kNone ? 0 : IsGang(kind) && kind != MeldKind::kChaoTian ? 4 : 3;
  }
  /// Adds its tiles to `counts`, all four of a gang.
  constexpr void AddTo(Counts& counts) const {
    if (kind != MeldKind::kChi) return counts.Add(tile, Size());
    if (Gap() == 0) [[likely]]
      return counts.AddRun(tile);
    for (int i = 0; i < 3; ++i) counts.Add(At(i));
  }
};

/// Three tiles as a chi of which `taken` was claimed: a run of one suit, three different winds, the
/// three dragons, or two tiles of a run and 白. Its kind is kNone if they are none of these.
Meld ChiOf(std::array<Tile, 3> tiles, Tile taken, Seat from);

/// Facts about a seat that many rules read.
enum SeatFlag : std::uint8_t {
  kHasWon = 1,  ///< won at least once in this hand
  kLeft = 2,    ///< out of the hand: no longer draws, claims, pays or receives
  kLocked = 4,  ///< the hand may not change: declared ready, or won and stays
  kReady = 8,   ///< declared ready (听)
};

struct SeatBoard {
  TileMask won_kinds = 0;  ///< the kinds it has won on
  Counts hand;             ///< the concealed tiles, including the drawn one
  Counts set_aside;        ///< face up and out of play: self-drawn winning tiles, ganged laizi
  std::array<Meld, kMaxMelds> melds{};
  std::uint8_t meld_count = 0;
  Tile drawn = kNoTile;    ///< the tile drawn this turn, until it is discarded, melded or won on
  std::uint8_t flags = 0;  ///< SeatFlag
  std::uint8_t draws = 0;  ///< tiles drawn since the deal
  std::uint8_t discards = 0;
  std::uint8_t wins = 0;
  std::uint8_t flowers = 0;  ///< bit i = flower i+1 lies face up before the seat
  SeatMask shown_to = 0;     ///< other seats that may see the concealed tiles
  /// Red fives in the hand, two bits a suit (万 筒 条 from bit 0); bit 6: the drawn tile is one.
  std::uint8_t red = 0;
  std::uint8_t red_aside = 0;  ///< those set aside, two bits a suit
  std::uint8_t reserved[2] = {};

  static constexpr std::uint8_t kReds = 63, kDrewRed = 64;
  /// Red fives in the hand of the suit of `kind`, which is a five.
  int RedsOf(Tile kind) const { return red >> 2 * GroupOf(kind) & 3; }
  /// The drawn tile as a piece: red where it is red.
  Tile DrawnPiece() const { return (red & kDrewRed) != 0 ? RedOf(drawn) : drawn; }
  /// The kinds of the hand as pieces: a red five stands beside or instead of its five.
  TileMask Pieces() const {
    const TileMask kinds = hand.Kinds();
    return (red & kReds) == 0 ? kinds : PiecesWithReds(kinds);
  }
  /// The hand as a list of pieces, sorted, a red five before the other fives.
  std::vector<Tile> HandPieces() const;
  /// Red fives in hand and melds.
  int RedFives() const;

  bool Is(SeatFlag flag) const { return (flags & flag) != 0; }
  /// Whether `viewer` may see the concealed tiles. kNoSeat sees open tiles only.
  bool ShownTo(Seat viewer) const { return viewer >= 0 && (shown_to & MaskOf(viewer)) != 0; }
  std::span<const Meld> Melds() const { return {melds.data(), meld_count}; }
  /// Copies of `t` in hand and melds. Tiles set aside do not count.
  int Owns(Tile t) const;
  /// Whether nothing lies open before the seat but an_gang (门前清).
  bool IsClosed() const {
    for (const Meld& meld : Melds()) {
      if (meld.kind != MeldKind::kAnGang) return false;
    }
    return true;
  }
  /// The size of the hand as shapes count it: 3 * melds + concealed tiles.
  int HandSize() const { return hand.Size() + 3 * meld_count; }

 private:
  TileMask PiecesWithReds(TileMask kinds) const;
};

struct Wall {
  std::array<Tile, kMaxTiles> tiles{};
  std::uint8_t size = 0;  ///< number of tiles built
  std::uint8_t head = 0;  ///< the next ordinary draw
  std::uint8_t tail = 0;  ///< one past the next replacement; tiles [head, tail) are left
  std::uint8_t keep = 0;  ///< the last tiles that are never drawn

  int Left() const { return tail - head; }
  /// Whether another draw is possible.
  bool CanDraw() const { return Left() > keep; }
  void Check(const Validation& check) const;
};

/// A discarded tile. The bits of `mark` record who discarded it and what happened to it.
struct Discard {
  Tile tile = 0;
  std::uint8_t mark = 0;  ///< bits 0-2 seat, bit 3 drawn tile at once (摸切), bit 4 claimed for a
                          ///< meld, bit 5 won on, bit 6 robbed gang tile, bit 7 red five

  Seat seat() const { return static_cast<Seat>(mark & 7); }
  bool drawn() const { return (mark & 8) != 0; }
  bool claimed() const { return (mark & 16) != 0; }
  bool won() const { return (mark & 32) != 0; }
  bool robbed() const { return (mark & 64) != 0; }
  bool red() const { return (mark & 128) != 0; }
  /// The tile as a piece: red where it is red.
  Tile Piece() const { return red() ? RedOf(tile) : tile; }
};
inline constexpr std::uint8_t kMarkDrawn = 8, kMarkClaimed = 16, kMarkWon = 32, kMarkRobbed = 64,
                              kMarkRed = 128;

/// The tile in question: other seats may claim it or win on it.
enum class Focus : std::uint8_t { kNone, kDiscard, kAddedGang };

/// Who draws, what the seat in turn may do, and which tile is in question. The verbs below are the
/// only place that changes it.
struct Turn {
  Seat drawer = 0;                   ///< the seat that draws next
  std::uint8_t from_tail = 0;        ///< 1 = the next draw is a replacement
  std::uint8_t may_act_on_draw = 0;  ///< 1 = the seat in turn has drawn, or holds the dealt hand,
                                     ///< and has declined nothing since
  Focus focus = Focus::kNone;
  Tile focus_tile = kNoTile;
  Seat focus_seat = kNoSeat;  ///< the seat that discarded or adds the tile
  /// The gang whose replacement the seat in turn drew, or a chao_tian whose discard counts as one
  /// after a gang (turn_gang.h).
  MeldKind gang = MeldKind::kNone;
  Seat gang_from = kNoSeat;                 ///< ming_gang: the seat that discarded; else the owner
  MeldKind discard_gang = MeldKind::kNone;  ///< `gang` when the tile in focus was discarded

  void Check(const Validation& check) const;
};

struct Board {
  static constexpr std::string_view kSlot = "board";
  static constexpr Scope kScope = Scope::kHand;

  static constexpr int kMostSeats = kMaxPlayers;

  PerSeat<SeatBoard> seats{};
  Wall wall;
  std::array<Discard, kMaxTiles> river{};  ///< all discards of the hand in order
  std::uint8_t river_count = 0;
  std::uint8_t seat_count = 0;
  Seat dealer = 0;
  Turn turn;
  std::uint8_t melds_made = 0;    ///< chi, peng and gangs of all seats so far
  std::uint8_t win_events = 0;    ///< wins so far, several on one tile counting once
  Seat next_dealer = kNoSeat;     ///< set by the first win event; kNoSeat = the dealer stays
  std::uint8_t drew_nothing = 0;  ///< 1 = a draw was due and the wall could not serve it
  Maybe<Tile> dealt_extra;        ///< the extra tile that the dealer was dealt last
  Maybe<Tile> turned;             ///< the turned-up indicator, which is out of play
  std::uint8_t focus_red = 0;     ///< 1 = the tile in question is a red five
  std::uint8_t reserved[5] = {};
  Counts removed;  ///< out of play and not shown to all

  /// The tile in question as a piece.
  Tile FocusPiece() const { return focus_red != 0 ? RedOf(turn.focus_tile) : turn.focus_tile; }
  bool InHand(Seat s) const { return s >= 0 && s < seat_count && !seats[s].Is(kLeft); }
  SeatMask InHandMask() const;
  /// The next seat after `s` that is still in the hand. It may be `s` itself.
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
  std::uint8_t dealer_runs = 0;  ///< how many hands the dealer has kept the deal
  /// The given_ fields replace random choices of the next hand. Each is used once.
  std::uint8_t given_dice[2] = {};      ///< 0 = not given
  Maybe<std::uint8_t> given_direction;  ///< index of the direction
  std::uint8_t given_wall = 0;          ///< 1 = board.wall.tiles[0..size) is the wall to deal from
  std::uint8_t dice[2] = {};            ///< last throw
  Maybe<Seat> given_dealer;
  std::uint8_t over = 0;  ///< 1 = no further hand: the last one is done, or a rule ended the match

  void Check(const Validation& check) const;
};

/// The right to change a record with the verbs below. It reads like the record. Code that holds the
/// record itself (positions, tests) has the right. Nodes and components get it from TableSlots and
/// see fields as const.
template <typename Record>
class RightTo {
 public:
  RightTo(Record& record) : record_(&record) {}

  const Record* operator->() const { return record_; }
  const Record& operator*() const { return *record_; }

 private:
  friend struct MoveAccess;  // of the sources that define the verbs
  Record* record_;
};
using Moves = RightTo<Board>;
using MatchMoves = RightTo<Match>;

/// The right to set up a position: tiles may also come from nowhere and vanish
/// (<mlf/table/staging.h>). Code that holds the record itself has it. A node or component has it
/// only where it reads the state of a position, and on copies of the records (a test).
class Staging : public Moves {
 public:
  Staging(Board& board) : Moves(board) {}
};

/// Empties the board for `seats` players. The wall stays as it is.
void PrepareBoard(Moves board, int seats);

// ---- the wall ----

/// Builds a wall of `tiles` in this order.
void BuildWall(Moves board, std::span<const Tile> tiles);
/// Places a wall that was prepared before the hand.
void LayWall(Moves board, const Wall& wall);
/// Records the tiles of the set that the wall lacks. They are out of play.
void LeaveOut(Moves board, const Counts& tiles);
/// Makes all tiles of the wall ready to draw, except the last `keep`.
void OpenWall(Moves board, int keep);
/// Moves the tile at place `from` to place `to`; the tiles between move up. Both are places of the
/// wall that have not been drawn.
void MoveInWall(Moves board, int from, int to);

// ---- how tiles move; each verb checks that the tile is present ----

/// Deals the first tile of the wall to `seat` and returns it.
Tile DealTile(Moves board, Seat seat);
/// Turns up the first tile of the wall as the indicator, which leaves play. Returns it.
Tile TurnUp(Moves board);
/// Takes the last tile of the wall out of play without showing it. Returns it.
Tile RemoveLast(Moves board);
/// Moves `pieces` from the hand of `seat` to `held`, tiles that another slot holds.
void HandOver(Moves board, Seat seat, std::span<const Tile> pieces, std::span<Tile> held);
/// Moves the tiles of `held` into the hand of `seat`. They become zero.
void TakeIn(Moves board, Seat seat, std::span<Tile> held);
/// Moves a tile of the hand to those set aside before the seat. A red five is never set aside.
void SetAside(Moves board, Seat seat, Tile tile);
/// Lays all copies of `flower` in the hand face up before the seat. Returns their number.
int LayFlower(Moves board, Seat seat, Tile flower);
/// `seat` claims the focused discard for a meld with `n` equal tiles of its hand. Where `piece` is
/// a red five, one of them is; otherwise red fives are taken last.
void ClaimEqual(Moves board, Seat seat, MeldKind kind, Tile piece, int n);
/// `seat` claims the focused discard for a chi or peng with the pieces `a` and `b` of its hand.
/// Returns how many of the two are red.
int ClaimWith(Moves board, Seat seat, MeldKind kind, Tile a, Tile b);
/// Lays all tiles of a gang from the hand. `shown`: all may see the tile of an an_gang.
void LayGang(Moves board, Seat seat, MeldKind kind, Tile tile, bool shown = false);
/// Adds the focused tile of the hand to its peng, which becomes a bu_gang.
void CompleteAddedGang(Moves board);
/// Returns the last meld to the hand and removes it from melds_made.
void TakeBackLastMeld(Moves board, Seat seat);
/// Moves `tile` from the hand of `seat` to the river and makes it the focus. A tile equal to the
/// drawn one counts as the drawn one.
void DiscardTile(Moves board, Seat seat, Tile tile);

// ---- the tile in question ----

/// Makes `tile` the focus: `seat` adds it to a peng, and others may rob it.
void FocusAddedGang(Moves board, Seat seat, Tile tile);
/// Marks the focused discard as won on. Claimed or won on, it stays the focus until ClearFocus,
/// because settlements read it.
void MarkFocusWon(Moves board);
/// Moves the focused tile of an added gang from the hand of the robbed seat to the river, marked as
/// robbed and won on.
void RobFocus(Moves board);
/// Ends the focus: no tile is in question.
void ClearFocus(Moves board);

// ---- the turn ----

void SetDealer(Moves board, Seat dealer);
/// Records the extra tile that the dealer was dealt last.
void NoteDealtExtra(Moves board, Tile tile);
/// Begins the turn of the dealer. `may_act_on_draw`: it counts as having drawn.
void BeginFirstTurn(Moves board, bool may_act_on_draw);
/// Sets whether the seat in turn counts as having drawn and declined nothing since.
void SetMayActOnDraw(Moves board, bool may);
/// The drawer draws: from the tail if a replacement is due, else from the front. Returns the tile.
Tile DrawForTurn(Moves board);
/// `seat` draws from the tail for a flower. `as_drawn`: the tile is the drawn one of its turn.
Tile DrawForFlower(Moves board, Seat seat, bool as_drawn);
/// Records that a draw was due and the wall could not serve it.
void NoteNothingDrawn(Moves board);
/// The seat has no drawn tile any more.
void ForgetDrawn(Moves board, Seat seat);
/// The turn no longer counts as one after a gang.
void ForgetTurnGang(Moves board);
/// The same, but `gang_from` stays.
void ForgetTurnGangKind(Moves board);
/// Ends the turn of `seat`: the next seat in the hand draws, after no gang.
void EndTurn(Moves board, Seat seat);
/// The next seat in the hand after `seat` draws, from the front of the wall.
void DrawAfter(Moves board, Seat seat);
/// Passes the draw to the next seat in the hand, because the drawer has left it.
void PassDraw(Moves board);
/// After a gang of any kind: the same seat draws its replacement from the tail.
void DueReplacement(Moves board, Seat seat, MeldKind gang, Seat from);
/// After a claim without a replacement: the seat must discard and has no drawn tile.
void DueDiscard(Moves board, Seat seat);

// ---- wins, and notes about seats ----

/// Counts a win. Several wins at once on one tile count once.
void CountWinEvent(Moves board);
void NoteWin(Moves board, Seat seat, Tile tile);
/// Sets the winning tile of a self-draw aside.
void SetWinAside(Moves board, Seat seat, Tile tile);
/// Sets the SeatFlag bits `flags`.
void SetFlags(Moves board, Seat seat, unsigned flags);
/// From now on `viewer` may see the concealed tiles of `owner`.
void ShowHand(Moves board, Seat owner, Seat viewer);
void NameNextDealer(Moves board, Seat seat);

// ---- the match ----

/// Each of `seats` seats enters with `stake` points. There is no dealer yet.
void BeginMatch(MatchMoves match, int seats, std::int32_t stake);
/// A party that has no seat enters a match that begins, with `points`.
void EnterMatch(MatchMoves match, int party, std::int32_t points);
/// Each party takes the score of party `from[party]`. Every party is named once.
void MoveScores(MatchMoves match, const PerParty<std::int8_t>& from);
/// `dealer` deals the running hand. Counts how long it has kept the deal.
void NameDealer(MatchMoves match, Seat dealer);
/// `seat` deals the next hand. kNoSeat: it is chosen as for a first hand.
void SetNextDealer(MatchMoves match, Seat seat);
/// A hand is over: adds its points to the scores. `last`: the match is over too.
void EndHand(MatchMoves match, const PerParty<std::int32_t>& points, bool last);
/// A rule ends the match after the hand just ended.
void EndMatch(MatchMoves match);
/// Sets the points that lie on the table, for positions.
void SetPot(MatchMoves match, std::int32_t points);
/// Moves points between two scores outside a hand.
void MoveScore(MatchMoves match, int from, int to, std::int32_t points);
/// Two dice: those given, else from `random`. Given dice are used once.
std::array<std::uint8_t, 2> ThrowDice(MatchMoves match, Stream& random);
/// Records the throw that chose the dealer.
void NoteDice(MatchMoves match, const std::array<std::uint8_t, 2>& dice);
/// The values given for the next hand. They are used once.
Maybe<Seat> TakeGivenDealer(MatchMoves match);
Maybe<std::uint8_t> TakeGivenDirection(MatchMoves match);
bool TakeGivenWall(MatchMoves match);

/// All tiles on the table, wherever they are, for conservation checks.
Counts AllTiles(const Board& board);
/// The same as numbers without an upper limit, with or without the wall.
std::array<int, kMaxPieces> CountTiles(const Board& board, bool with_wall);
/// The copies of `tile` that `viewer` sees: its own, the river, tiles set aside, and all melds but
/// concealed gangs of others.
int SeenCopies(const Board& board, Seat viewer, Tile tile);
/// All red fives on the table, by suit, with or without the wall.
std::array<int, 3> CountReds(const Board& board, bool with_wall);
/// Whether `tiles` counts only tiles. Records from outside may hold any bits.
bool AreTiles(const Counts& tiles);
/// The highest tile in the order m < p < s < z < h. kNoTile if there is none.
Tile HighestTile(const Counts& hand);

/// A slot for nodes and parts: the const record, and the right to change it with the verbs.
template <typename Record>
class GuardedSlot {
 public:
  explicit GuardedSlot(Params& params) : slot_(params.Slot<Record>()) {}
  const Record& operator()(const Records& records) const { return slot_(records); }
  RightTo<Record> RightIn(Records& records) const { return slot_(records); }
  Staging StagingIn(Records& records) const { return slot_(records); }

 private:
  Slot<Record> slot_;
};

using BoardSlot = GuardedSlot<Board>;

/// The table's slots, for nodes and parts: `explicit Peng(Params& p) : table_(p) {}`.
struct TableSlots {
  explicit TableSlots(Params& params) : board(params), match(params) {}
  Moves moves(Records& records) const { return board.RightIn(records); }
  Staging staging(Records& records) const { return board.StagingIn(records); }
  MatchMoves match_moves(Records& records) const { return match.RightIn(records); }

  BoardSlot board;
  GuardedSlot<Match> match;
};

/// The same slots with every field writable, for tests and for code that sets up positions. A test
/// keeps it out of nodes and components.
struct OpenTableSlots {
  explicit OpenTableSlots(Params& params)
      : board(params.Slot<Board>()), match(params.Slot<Match>()) {}

  Slot<Board> board;
  Slot<Match> match;
};

}  // namespace mlf::table
