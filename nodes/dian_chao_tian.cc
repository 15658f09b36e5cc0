// DianChaoTian (点朝天): a seat with two tiles of the indicator's kind takes the third from a
// discard. They count as a gang.
//
// After:     discard by another seat.
// Before:    turn of the same seat, which must discard. There is no replacement.
// Always:    tiles in play are conserved; the wall is untouched.
#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/flow/claim_limit.h>
#include <mlf/flow/registry.h>

#include "components/logic/laizi.h"
#include "nodes/common.h"

namespace mlf::nodes {

class DianChaoTian final : public PlayerNode, public logic::PlayNode, public ClaimLimit {
 public:
  static constexpr PartInfo kInfo{"dian_chao_tian",
                                  1,
                                  "点朝天",
                                  "dian chao tian",
                                  "用手里两张赖子皮，拿刚打出的第三张亮成杠，不补牌",
                                  "takes the third tile of the indicator's kind, just discarded, "
                                  "and lays it down with two; no replacement"};

  explicit DianChaoTian(Params& params) : table_(params), laizi_(params.Slot<logic::Laizi>()) {
    params.NeedsHere(logic::kDiscardInQuestion);
    params.Needs(logic::kIndicatorTurned);
    params.BringsIn(logic::kGangLaid, Hook::kProcessAction, Hook::kAfterSetStates);
    NoTileInQuestionAfter(params);
  }

  logic::Play play() const override { return logic::Play::kShortGang; }
  void Spend(const Action& action, Counts& hand) const override {
    hand.Remove(action.pieces[0], Holds());
  }
  Domain::Kind payload() const override { return Domain::kPiece; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  SeatMask MayOffer(const Records& records, SeatMask seats) const override;
  int Holds() const override { return 2; }
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::Laizi> laizi_;
};

namespace {
constexpr EventType kDianChaoTian{"dian_chao_tian", "{seat} 点朝天 {pieces}（{other}）",
                                  "{seat} chao tian {pieces} (from {other})"};
constexpr Reason kNotIndicatorKind{"not_the_indicator", "不是赖子皮",
                                   "not of the indicator's kind"};
constexpr Reason kNoTwoPi{"no_two_pi", "手里没有两张赖子皮",
                          "no two tiles of the indicator's kind in hand"};
}  // namespace

void DianChaoTian::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!MayClaim(board, seat)) return sink.Because(kNothingToClaim);
  if (laizi_(records).pi != board.turn.focus_tile) return sink.Because(kNotIndicatorKind);
  if (board.seats[seat].hand[board.turn.focus_tile] < 2) return sink.Because(kNoTwoPi);
  sink.OneOf(MaskOf(board.turn.focus_tile));
}

SeatMask DianChaoTian::MayOffer(const Records& records, SeatMask seats) const {
  return MayClaimWith(table_.board(records), seats, Holds());
}

void DianChaoTian::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Tile tile = step.action.pieces[0];
  table::TakeFromHand(board, step.seat, tile, 2);
  table::AddMeld(board, step.seat, {MeldKind::kChaoTian, tile, board->turn.focus_seat, 0});
  table::ClaimFocus(board);
  step.Emit(kDianChaoTian, step.seat).With(tile).other = board->turn.focus_seat;
}

void DianChaoTian::SetStates(Step& step) const {
  table::DueDiscard(table_.moves(step.records), step.seat);
}

void RegisterDianChaoTian(Registry& r) { r.Add<DianChaoTian>(); }

}  // namespace mlf::nodes
