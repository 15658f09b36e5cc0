// DianChaoTian (点朝天): a seat with two tiles of the indicator's kind takes the third from a
// discard. They count as a gang.
//
// After:     discard by another seat.
// Before:    turn of the same seat, which must discard. There is no replacement. With
//            `hot_discard` that discard counts as one after a gang.
// Always:    tiles in play are conserved; the wall is untouched.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/turn_gang.h>

#include <mlf/nodes/bases.h>
#include "components/logic/laizi.h"

namespace mlf::nodes {

class DianChaoTian final : public ClaimNode<2> {
 public:
  static constexpr PartInfo kInfo{"dian_chao_tian",
                                  1,
                                  "点朝天",
                                  "dian chao tian",
                                  "用手里两张赖子皮，拿刚打出的第三张亮成杠，不补牌",
                                  "takes the third tile of the indicator's kind, just discarded, "
                                  "and lays it down with two; no replacement"};

  explicit DianChaoTian(Params& params)
      : ClaimNode(params),
        laizi_(params.Slot<logic::Laizi>()),
        hot_discard_(logic::HotDiscardOf(params)) {
    params.Needs(logic::kIndicatorTurned);
    params.BringsIn(logic::kGangLaid, Hook::kProcessAction, Hook::kAfterSetStates);
  }

  logic::Play play() const override { return logic::Play::kShortGang; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  Slot<logic::Laizi> laizi_;
  bool hot_discard_;
};

namespace {
const EventType kDianChaoTian{"dian_chao_tian", "{seat} 点朝天 {pieces}（{other}）",
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

void DianChaoTian::ProcessAction(Step& step) const {
  Claim(step, MeldKind::kChaoTian, kDianChaoTian);
}

void DianChaoTian::SetStates(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  table::DueDiscard(board, step.seat);
  if (hot_discard_) table::NoteChaoTian(board, step.seat);
}

void RegisterDianChaoTian(Registry& r) { r.Add<DianChaoTian>(); }

}  // namespace mlf::nodes
