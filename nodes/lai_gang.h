// LaiGang (赖子杠, 扔赖): a seat that has to discard puts one wildcard on the table instead and draws a replacement.
//
// Follows:   turn, after a draw, a gang or a peng.
// Leads to:  draw of the same seat, off the tail.
// Always:    the laizi lies open before the seat and is no meld; how many each seat has laid is counted in the slot Laizi.
#pragma once

#include "components/logic/laizi.h"
#include <mlf/components/topics.h>
#include "nodes/common.h"

namespace mlf::nodes {

class LaiGang final : public PlayerNode, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"lai_gang", 1, "赖子杠", "lai gang",
                                  "把手里一张赖子放到桌上，接着该补牌",
                                  "puts a wildcard of the hand aside; a replacement is due"};

  explicit LaiGang(Params& params) : table_(params), laizi_(params.Slot<logic::Laizi>()), seats_(params.seats()) {
    params.NeedsOwnTurn();
    params.Needs(logic::kIndicatorTurned);
    params.BringsIn(logic::kWildGanged, Hook::kProcessAction, Hook::kAfterSetStates);
    params.Brings(logic::kReplacement);
  }

  Domain::Kind payload() const override { return Domain::kPiece; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

  // How many a seat has laid: `lai_gang: [0, 2, 0, 0]`.
  std::string_view StateKey() const override { return "lai_gang"; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat, const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  table::TableSlots table_;
  Slot<logic::Laizi> laizi_;
  int seats_;
};

}  // namespace mlf::nodes
