/// \file
/// Robbing an an_gang (抢暗杠): the gang lies on the table while the others are asked.
#pragma once

#include <mlf/components/win_rule.h>
#include <mlf/table/board.h>

namespace mlf::logic {

/// The tile in question is that of an an_gang just laid (see the effect ask_to_rob).
inline bool RobsAnGang(const table::Board& board) {
  if (board.turn.focus != table::Focus::kAddedGang) return false;
  const table::SeatBoard& owner = board.seats[board.turn.focus_seat];
  if (owner.meld_count == 0) return false;
  const table::Meld& last = owner.Melds().back();
  return last.kind == table::MeldKind::kAnGang && last.tile == board.turn.focus_tile;
}

/// Whether `seat` completes `shape` with the tile of that gang, so that it may rob it.
inline bool FitsAnGang(const table::Board& board, const WinShape& shape, Seat seat) {
  const table::SeatBoard& own = board.seats[seat];
  if (own.hand[board.turn.focus_tile] >= 7) return false;
  Counts hand = own.hand;
  hand.Add(board.turn.focus_tile);
  return shape.Complete(hand, own.meld_count, 0);
}

}  // namespace mlf::logic
