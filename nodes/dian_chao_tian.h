// DianChaoTian (点朝天): a seat that holds two tiles of the indicator's kind takes the third from a discard. It counts as a gang.
//
// Follows:   discard by another seat.
// Leads to:  turn of the same seat, which must discard; there is no replacement to draw.
// Always:    tiles in play are conserved; the wall is untouched.
#pragma once

#include "components/logic/laizi.h"
#include <mlf/components/topics.h>
#include <mlf/flow/claim_limit.h>
#include "nodes/common.h"

namespace mlf::nodes {

class DianChaoTian final : public PlayerNode, public ClaimLimit {
 public:
  static constexpr PartInfo kInfo{"dian_chao_tian", 1, "点朝天", "dian chao tian",
                                  "用手里两张赖子皮，拿刚打出的第三张亮成杠，不补牌",
                                  "takes the third tile of the indicator's kind, just discarded, and lays it down with two; no replacement"};

  explicit DianChaoTian(Params& params) : table_(params), laizi_(params.Slot<logic::Laizi>()) {
    params.NeedsHere(logic::kDiscardInQuestion);
    params.Needs(logic::kIndicatorTurned);
    params.BringsIn(logic::kGangLaid, Hook::kProcessAction, Hook::kAfterSetStates);
    NoTileInQuestionAfter(params);
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

}  // namespace mlf::nodes
