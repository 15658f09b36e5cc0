// Conditions and reasons shared by several nodes.
#pragma once

#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/table/board.h>

namespace mlf::nodes {

using table::Board;
using table::Focus;
using table::Match;
using table::Meld;
using table::MeldKind;
using table::SeatBoard;
using table::Tile;
using table::TileMask;

// Whether `seat` may act in its own turn: it has drawn or melded, and no tile is in question.
inline bool OwnTurn(const Records& records, const Board& board, Seat seat) {
  return records.flow().actor == seat && board.turn.focus == Focus::kNone && board.InHand(seat);
}

// Whether `seat` may claim the tile that another seat has just discarded.
inline bool MayClaim(const Board& board, Seat seat) {
  return board.turn.focus == Focus::kDiscard && board.turn.focus_seat != seat && board.InHand(seat);
}

// Those of `seats` that may claim the discard and hold `copies` of its kind.
inline SeatMask MayClaimWith(const Board& board, SeatMask seats, int copies) {
  if (board.turn.focus != Focus::kDiscard) return 0;
  const auto group = static_cast<std::size_t>(GroupOf(board.turn.focus_tile));
  const int shift = 3 * RankOf(board.turn.focus_tile);
  SeatMask may = 0;
  ForEachSeat(seats & static_cast<SeatMask>((1u << board.seat_count) - 1), [&](Seat seat) {
    const auto held = static_cast<int>(board.seats[seat].hand.group[group] >> shift & 7);
    // Few seats hold enough copies, so that is tested first.
    if (held >= copies && MayClaim(board, seat)) may |= MaskOf(seat);
  });
  return may;
}

// Returns the pieces that can name the claim: the plain tile, a red five, or both. The plain tile
// uses no red five. `copies` is the number of tiles of the hand in the claim.
inline TileMask OfFocus(const Board& board, Seat seat, int copies) {
  const Tile tile = board.turn.focus_tile;
  const SeatBoard& own = board.seats[seat];
  if ((own.red & SeatBoard::kReds) == 0 || table::RedOf(tile) == tile) [[likely]]
    return MaskOf(tile);
  const int reds = own.RedsOf(tile);
  TileMask pieces = 0;
  if (own.hand[tile] - reds >= copies) pieces |= MaskOf(tile);
  if (reds > 0) pieces |= MaskOf(table::RedOf(tile));
  return pieces;
}

// The meld of the tile in question with equal ones, `reds` of them red.
inline Meld Claimed(const Board& board, MeldKind kind, int reds) {
  Meld meld{kind, board.turn.focus_tile, board.turn.focus_seat, 0};
  if (board.focus_red != 0) meld.marks |= Meld::kRedTaken;
  meld.AddReds(reds + board.focus_red);
  return meld;
}

// Declares that no tile is in question after the node's hooks.
inline void NoTileInQuestionAfter(Params& params) {
  for (const Topic* topic :
       {&logic::kTileInQuestion, &logic::kDiscardInQuestion, &logic::kGangInQuestion})
    params.Ends(*topic);
}

inline constexpr Reason kNotYourTurn{"not_your_turn", "还没轮到你", "it is not your turn"};
inline constexpr Reason kNotComplete{"not_complete", "没有胡牌", "the hand is not complete"};
inline constexpr Reason kNothingToClaim{"nothing_to_claim", "没有可以吃碰杠的牌",
                                        "no discard to claim"};

}  // namespace mlf::nodes
