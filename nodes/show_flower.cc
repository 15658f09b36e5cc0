// ShowFlower (亮花): a seat lays one flower of its hand open and takes a tile from the tail for it.
//
// After:     turn, after a draw.
// Before:    the same turn again.
// Always:    the hand has as many tiles as before. The replacement counts as drawn in this turn.
//
// Example (rules/guobiao.md#flower-mode): a seat draws 1h. It may show 1h and take a replacement,
// discard 1h, or keep 1h and discard another tile.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/set_aside.h>

#include "nodes/replace_flowers.h"

namespace mlf::nodes {

class ShowFlower final : public PieceNode<1> {
 public:
  static constexpr PartInfo kInfo{"show_flower",
                                  1,
                                  "亮花",
                                  "show a flower",
                                  "自己决定亮出手里一张花，从牌墙尾端补一张",
                                  "lays a flower of the hand open when the seat wants to, and "
                                  "draws a replacement from the tail"};

  // `keeps_gang`: as in replace_flowers.
  explicit ShowFlower(Params& params);

  logic::Play play() const override { return logic::Play::kWildGang; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  bool keeps_gang_;
  const logic::OwnWallRule* own_walls_;
};

namespace {
constexpr Reason kNoFlowerHeld{"no_flower_held", "手里没有花牌", "the hand holds no flower"};
constexpr Reason kNoReplacement{"no_flower_replacement", "牌墙已空，花无牌可补",
                                "the wall is empty: nothing replaces the flower"};
}  // namespace

ShowFlower::ShowFlower(Params& params)
    : table_(params),
      keeps_gang_(params.Bool(
          "keeps_gang", false,
          {"杠后补到花再补，仍算杠上开花",
           "the tile drawn for a flower after a gang still counts as the gang's replacement"})),
      own_walls_(logic::OwnWallsIfAny(params)) {
  params.NeedsOwnTurn();
  params.Needs(logic::kFlowersInPlay);
}

void ShowFlower::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const TileMask flowers = board.seats[seat].hand.Kinds() & table::kFlowers;
  if (flowers == 0) return sink.Because(kNoFlowerHeld);
  if (!logic::CanDraw(own_walls_, records, board, seat)) return sink.Because(kNoReplacement);
  sink.OneOf(flowers);
}

void ShowFlower::ProcessAction(Step& step) const {
  if (!keeps_gang_) table::ForgetTurnGangKind(table_.moves(step.records));
  const int count = LayOutFlowers(step, table_, step.seat, MaskOf(step.action.pieces[0]));
  DrawForFlowers(step, {table_, own_walls_, /*as_gang=*/false}, step.seat, count);
}

void RegisterShowFlower(Registry& r) { r.Add<ShowFlower>(); }

}  // namespace mlf::nodes
