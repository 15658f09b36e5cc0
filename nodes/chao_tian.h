// ChaoTian (朝天, from the hand): a seat lays the three remaining tiles of the indicator's kind, which count as a gang.
//
// Follows:   turn, after a draw.
// Leads to:  turn of the same seat, which may still win or gang; there is no replacement to draw.
// Always:    the meld has three tiles, so the hand keeps its size in the counting of shapes.
#pragma once

#include "components/logic/laizi.h"
#include <mlf/components/topics.h>
#include "nodes/common.h"

namespace mlf::nodes {

class ChaoTian final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"chao_tian", 1, "朝天", "chao tian",
                                  "把手里三张赖子皮当杠亮出，不补牌",
                                  "lays down three tiles of the indicator's kind as a gang without a replacement"};

  explicit ChaoTian(Params& params) : table_(params), laizi_(params.Slot<logic::Laizi>()) {
    params.NeedsOwnTurn();
    params.Needs(logic::kIndicatorTurned);
    params.BringsIn(logic::kGangLaid, Hook::kProcessAction, Hook::kAfterSetStates);
  }

  Domain::Kind payload() const override { return Domain::kPiece; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::Laizi> laizi_;
};

}  // namespace mlf::nodes
