// Positions: a table in the middle of a hand, or the wall, dice and dealer a match starts with, as
// a designer writes it (docs/en/scenarios.md).
//
//   // Result: every fault with file, line and column.
//   auto entry = SetPosition(*flow, value, records);
//   flow->Enter(records, entry->node, entry->actor, response);
//
// What is checked: every tile is in the tile set and not there more often than it; each hand has
// the size its melds leave it, one seat at most holds one tile more and it is the one to act; words
// of state and ledger are known. Tiles named nowhere lie in the wall, or, where the wall is given a
// size, in the rivers, so that tiles are conserved.
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
  bool hand_given = false;  // else tiles that nothing can be done with
  std::vector<Tile> hand;
  std::optional<Tile>
      drawn;  // kNoTile = none; not set: the last tile of a hand that has one too many
  std::vector<Meld> melds;
  std::vector<Tile> river;
  std::vector<Tile> set_aside;
  std::vector<Tile> flowers;  // open before the seat
  std::vector<Tile> won;      // kinds it has won on
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
  std::string at;  // node entered; empty: turn, or draw where nobody holds a tile too many
  std::optional<Seat> actor;  // not set: who holds a tile too many, else the dealer
  Seat dealer = 0;
  std::vector<SeatSpec> seats;
  std::vector<Tile> wall;         // next draw first
  std::vector<Tile> tail;         // next replacement first
  std::vector<Tile> out_of_play;  // shown to nobody
  SourcePos wall_where, tail_where, out_of_play_where;
  std::optional<int> wall_left;
  std::optional<std::uint64_t> seed;  // order of the tiles nobody named; sorted without
  Value state;                        // by the keys of the StateText parts
  Seat state_seat = kNoSeat;          // not kNoSeat: a value that is no list is this seat's
  std::vector<LedgerSpec> ledger;
  std::vector<int> score;  // before this hand
  int hands_done = 0;
  std::optional<Seat> next_dealer;
  std::optional<bool> fresh;
  MeldKind after_gang = MeldKind::kNone;  // the seat to act holds the replacement of such a gang
  Seat after_gang_from = kNoSeat;
  SourcePos where;
};

struct PositionEntry {
  NodeIndex node = kNoNode;
  Seat actor = 0;
};

Result<PositionSpec> ReadPosition(const Flow& flow, const Value& position);
// Writes a whole new table into `records`.
Result<PositionEntry> PlacePosition(const Flow& flow, const PositionSpec& spec, Records& records);
Result<PositionEntry> SetPosition(const Flow& flow, const Value& position, Records& records);

// Gives the wall, dice, dealer and direction of the first hand; answers the seed to start with. Of
// a short wall the tiles left over are out of play.
Result<std::uint64_t> SetStart(const Flow& flow, const Value& start, Records& records);

// "peng(5m)", "ming_gang(5m) from 2", "chi(123m)"; from the previous seat where nothing else is
// said.
Result<Meld> ReadMeld(std::string_view text, Seat owner, int seats);
// As it is read: "peng(5m)".
std::string MeldText(const Meld& meld);
std::string_view MeldKindName(MeldKind kind);
std::optional<MeldKind> MeldKindFrom(std::string_view name);

// Sets one key of `state:`; `value` is a list with an entry for each seat, or, where `seat` is one,
// the value of that seat alone.
void SetState(const Flow& flow, std::string_view key, const Value& value, Seat seat,
              Records& records, Faults& faults);
// The keys there are.
std::vector<std::string> StateKeys(const Flow& flow);
// Concealed tiles of a hand without melds (13, 16).
int HandSize(const Flow& flow);
// Whether the dealer is dealt no tile more than the others and draws its first.
bool DealerDraws(const Flow& flow);

}  // namespace mlf::tools
