#include <mlf/flow/registry.h>
#include "nodes/dian_chao_tian.h"

namespace mlf::nodes {

namespace {
constexpr EventType kDianChaoTian{"dian_chao_tian", "{seat} 点朝天 {pieces}（{other}）", "{seat} chao tian {pieces} (from {other})"};
constexpr Reason kNotIndicatorKind{"not_the_indicator", "不是赖子皮", "not of the indicator's kind"};
constexpr Reason kNoTwoPi{"no_two_pi", "手里没有两张赖子皮", "no two tiles of the indicator's kind in hand"};
}  // namespace

void DianChaoTian::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!MayClaim(board, seat)) return sink.Because(kNothingToClaim);
  if (board.focus_tile != laizi_(records).Pi()) return sink.Because(kNotIndicatorKind);
  if (board.seats[seat].hand[board.focus_tile] < 2) return sink.Because(kNoTwoPi);
  sink.OneOf(MaskOf(board.focus_tile));
}

SeatMask DianChaoTian::MayOffer(const Records& records, SeatMask seats) const { return MayClaimWith(table_.board(records), seats, Holds()); }

void DianChaoTian::ProcessAction(Step& step) const {
  Board& board = table_.board(step.records);
  const Tile tile = step.action.pieces[0];
  table::TakeFromHand(board.seats[step.seat], tile, 2);
  table::AddMeld(board, step.seat, {MeldKind::kChaoTian, tile, board.focus_seat, 0});
  table::ClaimFocus(board);
  step.Emit(kDianChaoTian, step.seat).With(tile).other = board.focus_seat;
}

void DianChaoTian::SetStates(Step& step) const { DueDiscard(table_.board(step.records), step.seat); }

void RegisterDianChaoTian(Registry& r) { r.Add<DianChaoTian>(); }

}  // namespace mlf::nodes
