// What several nodes of claims share: their events, their reasons, and who may chi.
#pragma once

#include <mlf/flow/node.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

inline const EventType kChiEvent{"chi", "{seat} 吃 {pieces}（{other}）",
                                 "{seat} chi {pieces} (from {other})"};
inline const EventType kPengEvent{"peng", "{seat} 碰 {pieces}（{other}）",
                                  "{seat} peng {pieces} (from {other})"};
inline constexpr Reason kNoDiscardLeft{"no_discard_left", "要了之后无牌可打（食替）",
                                       "after the claim no tile might be discarded"};

inline constexpr Reason kNotNextSeat{"not_next_seat", "只能吃上家的牌",
                                     "only the next seat may chi"};
inline constexpr Reason kNoPair{"no_pair", "手里没有一对同样的牌", "no two equal tiles in hand"};

// Whether the seat may claim the discard and holds tiles for some sequence with it.
inline bool HoldsRun(const Board& board, Seat seat) {
  const Tile tile = board.turn.focus_tile;
  if (!MayClaim(board, seat)) return false;
  // Three bits a rank; two empty ranks before the first.
  const std::uint64_t word = board.seats[seat].hand.group[static_cast<std::size_t>(GroupOf(tile))];
  const std::uint64_t ranks = word << 6 >> 3 * RankOf(tile);
  const auto held = [&](int place) { return (ranks >> 3 * place & 7) != 0; };
  const bool next_to = held(1) || held(3);
  return next_to && ((held(0) && held(1)) || (held(1) && held(3)) || (held(3) && held(4)));
}

// The one of `seats` that may chi the discard and holds tiles for some sequence with it.
inline SeatMask MayChi(const Board& board, SeatMask seats) {
  if (board.turn.focus != Focus::kDiscard || !table::IsSuited(board.turn.focus_tile)) return 0;
  const Seat seat = board.NextInHand(board.turn.focus_seat);
  return (seats & MaskOf(seat)) != 0 && HoldsRun(board, seat) ? MaskOf(seat) : SeatMask{0};
}

}  // namespace mlf::nodes
