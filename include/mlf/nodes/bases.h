/// \file
/// Bases of nodes of mahjong: ClaimNode (a claim of the discard with equal tiles), PieceNode (a
/// play that names a tile), and the conditions and reasons that several nodes share.
#pragma once

#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/flow/claim_limit.h>
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

/// Whether `seat` may act in its own turn: it has drawn or melded, and no tile is in question.
inline bool OwnTurn(const Records& records, const Board& board, Seat seat) {
  return records.flow().actor == seat && board.turn.focus == Focus::kNone && board.InHand(seat);
}

/// Whether `seat` may claim the tile that another seat has just discarded.
inline bool MayClaim(const Board& board, Seat seat) {
  return board.turn.focus == Focus::kDiscard && board.turn.focus_seat != seat && board.InHand(seat);
}

/// Those of `seats` that may claim the discard and hold `copies` of its kind.
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

/// Returns the pieces that can name the claim: the plain tile, a red five, or both. The plain tile
/// uses no red five. `copies` is the number of tiles of the hand in the claim.
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

/// Declares that no tile is in question after the node's hooks.
inline void NoTileInQuestionAfter(Params& params) {
  for (const Topic* topic :
       {&logic::kTileInQuestion, &logic::kDiscardInQuestion, &logic::kGangInQuestion})
    params.Ends(*topic);
}

/// Base of a play that names a piece and uses `kUsed` tiles of its kind from the hand.
template <int kUsed>
class PieceNode : public PlayerNode, public logic::PlayNode {
 public:
  void Spend(const Action& action, Counts& hand) const override {
    hand.Remove(table::KindOf(action.pieces[0]), kUsed);
  }
  Domain::Kind payload() const override { return Domain::kPiece; }
};

/// Base of a claim of the discard with `kUsed` equal tiles of the hand. No tile is in question
/// after its hooks.
template <int kUsed>
class ClaimNode : public PieceNode<kUsed>, public ClaimLimit {
 public:
  SeatMask MayOffer(const Records& records, SeatMask seats) const override {
    return MayClaimWith(table_.board(records), seats, kUsed);
  }
  int Holds() const override { return kUsed; }

 protected:
  explicit ClaimNode(Params& params) : table_(params) {
    params.NeedsHere(logic::kDiscardInQuestion);
    NoTileInQuestionAfter(params);
  }

  /// Makes a meld of the discard and the used tiles, and announces it as `event`.
  void Claim(Step& step, MeldKind kind, const EventType& event) const {
    const table::Moves board = table_.moves(step.records);
    const Tile tile = step.action.pieces[0];
    table::ClaimEqual(board, step.seat, kind, tile, kUsed);
    step.Emit(event, step.seat).With(tile).other = board->turn.focus_seat;
  }

  table::TableSlots table_;
};

inline constexpr Reason kNotYourTurn{"not_your_turn", "还没轮到你", "it is not your turn"};
inline constexpr Reason kNotComplete{"not_complete", "没有胡牌", "the hand is not complete"};
inline constexpr Reason kNothingToClaim{"nothing_to_claim", "没有可以吃碰杠的牌",
                                        "no discard to claim"};

}  // namespace mlf::nodes
