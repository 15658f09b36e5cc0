// Positions: a table in the middle of a hand, or the wall, dice and dealer of a start
// (docs/en/scenarios.md).
//
//   // Result: every fault with file, line and column.
//   auto entry = SetPosition(*flow, value, records);
//   flow->Enter(records, entry->node, entry->actor, response);
//
// Checks: every tile is in the tile set and has enough copies. Each hand has the size that its
// melds leave. Only the acting seat may hold an extra tile. Words of state and ledger are known.
// Tiles that the position does not name lie in the wall or, beyond `wall_left`, in the rivers.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/table/board.h>

#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

using table::Meld;
using table::MeldKind;
using table::Tile;

struct SeatSpec {
  bool hand_given = false;  // false: an idle hand is used (TakeIdleHand)
  std::vector<Tile> hand;
  std::optional<Tile> drawn;  // kNoTile = none; not set: the last tile of a hand with an extra tile
  std::vector<Meld> melds;
  std::vector<Tile> river;
  std::vector<Tile> set_aside;
  std::vector<Tile> flowers;  // open before the seat
  std::vector<Tile> won;      // kinds of its winning tiles
  bool has_won = false;
  bool left = false;
  bool locked = false;
  bool ready = false;
  std::optional<int> draws;
  std::optional<int> discards;
  SourcePos where;
};

struct LedgerSpec {
  Seat to = 0;
  SeatMask from = 0;
  int each = 0;
  std::uint8_t reason = 0;
  bool open = false;
  bool gang = false;
};

struct PositionSpec {
  std::string at;  // node entered; empty: the turn, or the draw if no seat holds an extra tile
  std::optional<Seat> actor;  // not set: the seat with the extra tile, else the dealer
  Seat dealer = 0;
  std::vector<SeatSpec> seats;
  std::vector<Tile> wall;         // next draw first
  std::vector<Tile> tail;         // next replacement first
  std::vector<Tile> out_of_play;  // shown to nobody
  SourcePos wall_where, tail_where, out_of_play_where;
  std::optional<int> wall_left;
  std::optional<std::uint64_t> seed;  // order of the unnamed tiles; sorted without
  Value state;                        // by the keys of the StateText parts
  Seat state_seat = kNoSeat;          // owner of a value that is no list
  std::vector<LedgerSpec> ledger;
  std::vector<int> score;  // before this hand
  int hands_done = 0;
  std::optional<Seat> next_dealer;
  std::optional<bool> may_act_on_draw;
  MeldKind after_gang = MeldKind::kNone;  // the acting seat holds the replacement of such a gang
  Seat after_gang_from = kNoSeat;
  SourcePos where;
};

struct PositionEntry {
  NodeIndex node = kNoNode;
  Seat actor = 0;
};

Result<PositionSpec> ReadPosition(const Flow& flow, const Value& position);
// Replaces `records` by a new table.
Result<PositionEntry> PlacePosition(const Flow& flow, const PositionSpec& spec, Records& records);
Result<PositionEntry> SetPosition(const Flow& flow, const Value& position, Records& records);

// Sets the wall, dice, dealer and direction of the first hand. Returns the seed of the start. Tiles
// that a short wall leaves over are out of play.
Result<std::uint64_t> SetStart(const Flow& flow, const Value& start, Records& records);

// Reads "peng(5m)", "ming_gang(5m) from 2", "chi(423m)", with red fives "chi(406m)", "peng(0m)":
// the claimed tile first. `source`: the seat whose tile was taken where the text names none;
// kNoSeat = the previous seat.
Result<Meld> ReadMeld(const Flow& flow, std::string_view text, Seat owner, Seat source = kNoSeat);
// The tiles as ReadMeld reads them, sorted: "peng(5m)", "chi(406m)".
std::string MeldText(const Meld& meld);

// Sets one key of `state:`. `value` is a list with an entry for each seat, or the value of `seat`.
void SetState(const Flow& flow, std::string_view key, const Value& value, Seat seat,
              Records& records, Faults& faults);
// All keys of `state:`.
std::vector<std::string> StateKeys(const Flow& flow);
// Concealed tiles of a hand without melds (13, 16).
int HandSize(const Flow& flow);
// Whether the dealer is dealt no extra tile and draws first.
bool DealerDraws(const Flow& flow);

}  // namespace mlf::tools
