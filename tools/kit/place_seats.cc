#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>
#include "tools/kit/fields.h"
#include "tools/kit/place_board.h"

#include <algorithm>

namespace mlf::tools {
namespace {

using table::kNoTile;

// A seat that has declared is locked (rules/common.md#waits). A part that keeps the state `ready`
// records the rest.
void SetReady(const Placing& p, table::SeatBoard& out, Seat seat, const SourcePos& where) {
  out.flags |= table::kReady | table::kLocked;
  Value on(true);
  on.set_where(where);
  if (std::ranges::count(StateKeys(p.flow), "ready") > 0)
    SetState(p.flow, "ready", on, seat, p.records, p.faults);
}

// White in a chi is the wild kind's tile of the run.
void CheckFace(const Placing& p, const Meld& meld, const SourcePos& where) {
  if (!meld.HasFace()) return;
  for (const auto& part : p.flow.parts()) {
    const auto* wild = dynamic_cast<const table::WildKinds*>(part.get());
    if (wild == nullptr || !wild->HasFace()) continue;
    const table::Face face = wild->FaceOf(p.records);
    const Tile third = face.Of(meld.At(2));
    const Meld read = table::ChiOf({meld.At(0), meld.At(1), third}, third, meld.from);
    if (face.Any() && read.kind == MeldKind::kChi) return;
    AddFault(p.faults, "S02", where,
             MeldText(meld) + ": white is no tile of this run, because " +
                 (face.Any() ? "it has the face of " + table::TileName(face.as)
                             : std::string("it has the face of no kind")));
    return;
  }
}

void PlaceMelds(table::Board& board, Seat owner, const std::vector<Meld>& melds) {
  for (const Meld& meld : melds) {
    if (board.seats[owner].meld_count == table::kMaxMelds) return;
    table::AddMeld(board, owner, meld);
    if (meld.kind == MeldKind::kAnGang || meld.from == owner) continue;
    const Tile taken = meld.TakenTile();
    LayDiscard(board, meld.from, meld.TookRed() ? table::RedOf(taken) : taken, table::kMarkClaimed);
  }
}

// False: too few tiles are left for the hand.
bool PlaceSeat(const Placing& p, std::size_t index) {
  const SeatSpec& seat = p.spec.seats[index];
  const auto number = static_cast<Seat>(index);
  const int full = HandSize(p.flow);
  table::Board& board = p.board;
  table::SeatBoard& out = board.seats[index];
  for (const Meld& meld : seat.melds) CheckFace(p, meld, seat.where);
  PlaceMelds(board, number, seat.melds);
  std::vector<Tile> hand = seat.hand;
  if (!seat.hand_given) hand = p.supply.TakeIdleHand(index, full - 3 * out.meld_count);
  const int size = static_cast<int>(hand.size()) + 3 * out.meld_count;
  if (size < full) {
    AddFault(p.faults, "S05", seat.where,
             "seat " + std::to_string(index) + ": not enough tiles are left for its hand");
    return false;
  }
  for (const Tile tile : hand) table::AddToHand(board, number, tile);
  for (const Tile tile : seat.set_aside) out.set_aside.Add(table::KindOf(tile));
  for (const Tile tile : seat.flowers) {
    if (table::IsFlower(tile))
      out.flowers = static_cast<std::uint8_t>(out.flowers | 1 << (tile - 36));
  }
  const bool more = size == full + 1;
  if (more && seat.draws == 0 && number == p.spec.dealer && seat.drawn != kNoTile) {
    board.dealt_extra = seat.drawn.value_or(hand.back());  // dealt, not drawn
  } else if (more) {
    const Tile drawn = seat.drawn.value_or(seat.draws.value_or(1) == 0 ? kNoTile : hand.back());
    table::NameDrawn(board, number, drawn);
  }
  if (seat.has_won) out.flags |= table::kHasWon;
  if (seat.left) out.flags |= table::kLeft;
  if (seat.locked) out.flags |= table::kLocked;
  if (seat.ready) SetReady(p, out, number, seat.where);
  for (const Tile tile : seat.won) out.won_kinds |= MaskOf(table::KindOf(tile));
  out.wins =
      static_cast<std::uint8_t>(seat.has_won ? std::max<std::size_t>(1, seat.won.size()) : 0);
  board.win_events = static_cast<std::uint8_t>(board.win_events + out.wins);
  if (seat.has_won && board.next_dealer == kNoSeat) board.next_dealer = number;
  return true;
}

}  // namespace

void LayDiscard(table::Board& board, Seat seat, Tile tile, std::uint8_t marks) {
  if (board.river_count == table::kMaxTiles) return;
  if (table::IsRed(tile)) marks |= table::kMarkRed;
  board.river[board.river_count++] = {
      table::KindOf(tile), static_cast<std::uint8_t>(static_cast<std::uint8_t>(seat) | marks)};
}

void PlaceSeats(const Placing& p) {
  for (std::size_t s = 0; s < p.spec.seats.size(); ++s) {
    if (!PlaceSeat(p, s)) return;
  }
  if (p.spec.next_dealer) p.board.next_dealer = *p.spec.next_dealer;
}

}  // namespace mlf::tools
