// ChaoTian (朝天, from the hand): a seat lays down the three remaining tiles of the indicator's
// kind. They count as a gang.
//
// After:     turn, after a draw.
// Before:    turn of the same seat, which may still win or gang. There is no replacement. With
//            `hot_discard` the discard of that turn counts as one after a gang.
// Always:    the meld has three tiles, so hand sizes stay valid for shapes.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/turn_gang.h>

#include <mlf/nodes/bases.h>
#include "components/logic/laizi.h"

namespace mlf::nodes {

class ChaoTian final : public PieceNode<3> {
 public:
  static constexpr PartInfo kInfo{
      "chao_tian",
      1,
      "朝天",
      "chao tian",
      "把手里三张赖子皮当杠亮出，不补牌",
      "lays down three tiles of the indicator's kind as a gang without a replacement"};

  explicit ChaoTian(Params& params)
      : table_(params),
        laizi_(params.Slot<logic::Laizi>()),
        hot_discard_(logic::HotDiscardOf(params)) {
    params.NeedsOwnTurn();
    params.Needs(logic::kIndicatorTurned);
    params.BringsIn(logic::kGangLaid, Hook::kProcessAction, Hook::kAfterSetStates);
  }

  logic::Play play() const override { return logic::Play::kShortGang; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::Laizi> laizi_;
  bool hot_discard_;
};

namespace {
const EventType kChaoTian{"chao_tian", "{seat} 朝天 {pieces}", "{seat} chao tian {pieces}"};
constexpr Reason kNoThreePi{"no_three_pi", "手里没有三张赖子皮",
                            "not all three tiles of the indicator's kind are in hand"};
constexpr int kRemaining = 3;  // copies left after the indicator leaves play
}  // namespace

void ChaoTian::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const table::Maybe<Tile> pi = laizi_(records).pi;
  if (!pi || board.seats[seat].hand[*pi] < kRemaining) return sink.Because(kNoThreePi);
  sink.OneOf(MaskOf(*pi));
}

void ChaoTian::ProcessAction(Step& step) const {
  const Tile tile = step.action.pieces[0];
  table::LayGang(table_.moves(step.records), step.seat, MeldKind::kChaoTian, tile);
  step.Emit(kChaoTian, step.seat).With(tile);
}

// A drawn tile that became part of the meld cannot be won on.
void ChaoTian::SetStates(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  if (board->seats[step.seat].drawn == step.action.pieces[0]) {
    table::ForgetDrawn(board, step.seat);
    table::ForgetTurnGang(board);
  }
  if (hot_discard_) table::NoteChaoTian(board, step.seat);
}

void RegisterChaoTian(Registry& r) { r.Add<ChaoTian>(); }

}  // namespace mlf::nodes
