// TurnLaizi (翻赖子): the next tile of the wall is turned up, or with `dice` the one that two dice
// count off from its end. It determines the wildcard and leaves play.
//
// After:     deal.
// Before:    mai_ma if somebody may bet, else the dealer's turn.
// Always:    the next tile of the same suit is wild, honours by the order of the part laizi. Three
// copies of the indicator remain in play.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/turned.h>

#include <mlf/nodes/bases.h>
#include "components/logic/laizi.h"
#include "nodes/count_off.h"

namespace mlf::nodes {

class TurnLaizi final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{
      "turn_laizi",
      1,
      "翻赖子",
      "turn laizi",
      "翻一张牌：同花色的下一张是赖子，翻出的这张退出牌局",
      "turns a tile: the next of its suit is wild, and the tile turned leaves the game"};

  explicit TurnLaizi(Params& params)
      : table_(params),
        laizi_(params.Slot<logic::Laizi>()),
        wilds_(dynamic_cast<const logic::IndicatedWilds*>(
            params.PartIfAny<logic::Wilds>("wilds", {"赖子", "which tiles are wild", true}))),
        count_off_(params) {
    params.Brings(logic::kIndicatorTurned);
  }

  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::Laizi> laizi_;
  const logic::IndicatedWilds* wilds_;
  CountOff count_off_;
};

namespace {
const EventType kTurned{"turn_laizi", "翻开 {pieces}", "{pieces} is turned up"};
const EventType kWild{"laizi", "赖子是 {pieces}", "{pieces} is wild"};
}  // namespace

void TurnLaizi::ProcessAction(Step& step) const {
  logic::Laizi& laizi = laizi_(step.records);
  const table::Moves board = table_.moves(step.records);
  const bool from_end = count_off_.Bring(step, board);
  const Tile indicator = from_end ? table::TurnUpLast(board) : table::TurnUp(board);
  laizi.Name(indicator,
             wilds_ == nullptr ? logic::NextInSuit(indicator) : wilds_->WildAfter(indicator));
  step.Emit(kTurned, kNoSeat).With(*laizi.pi);
  step.Emit(kWild, kNoSeat).With(*laizi.wild);
}

void RegisterTurnLaizi(Registry& r) { r.Add<TurnLaizi>(); }

}  // namespace mlf::nodes
