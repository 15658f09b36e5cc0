#include <mlf/flow/registry.h>
#include "nodes/chao_tian.h"

namespace mlf::nodes {

namespace {
constexpr EventType kChaoTian{"chao_tian", "{seat} 朝天 {pieces}", "{seat} chao tian {pieces}"};
constexpr Reason kNoThreePi{"no_three_pi", "手里没有三张赖子皮", "not all three tiles of the indicator's kind are in hand"};
constexpr int kRemaining = 3;  // copies once the indicator has left the game
}  // namespace

void ChaoTian::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const Tile pi = laizi_(records).Pi();
  if (pi == table::kNoTile || board.seats[seat].hand[pi] < kRemaining) return sink.Because(kNoThreePi);
  sink.OneOf(MaskOf(pi));
}

void ChaoTian::ProcessAction(Step& step) const {
  Board& board = table_.board(step.records);
  const Tile tile = step.action.pieces[0];
  table::TakeFromHand(board.seats[step.seat], tile, kRemaining);
  table::AddMeld(board, step.seat, {MeldKind::kChaoTian, tile, step.seat, 0});
  step.Emit(kChaoTian, step.seat).With(tile);
}

// A replacement that has gone into the meld is no tile to win on any more.
void ChaoTian::SetStates(Step& step) const {
  Board& board = table_.board(step.records);
  SeatBoard& own = board.seats[step.seat];
  if (own.drawn != step.action.pieces[0]) return;
  own.drawn = table::kNoTile;
  board.turn_gang = MeldKind::kNone;
  board.turn_gang_from = kNoSeat;
}

void RegisterChaoTian(Registry& r) { r.Add<ChaoTian>(); }

}  // namespace mlf::nodes
