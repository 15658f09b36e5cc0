// Turn (自询): a seat's own turn. The window asks what the seat does.
//
// After:     draw, peng, chi, guo in its own turn, the opening.
// Before:    zi_mo, an_gang, bu_gang, guo, discard.
// Always:    no tile is in question.
#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class Turn final : public ActionNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{"turn",
                                  1,
                                  "自询",
                                  "turn",
                                  "一家自己的回合，问询窗问它做什么",
                                  "a seat's own turn: its window asks what the seat does"};

  explicit Turn(Params& params);

  logic::Play play() const override { return logic::Play::kTurn; }
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
};

Turn::Turn(Params& params) : table_(params) {
  NoTileInQuestionAfter(params);
  params.Ends(logic::kNothingDrawn);
}

void Turn::ProcessAction(Step& step) const { table::ClearFocus(table_.moves(step.records)); }

void RegisterTurn(Registry& r) { r.Add<Turn>(); }

}  // namespace mlf::nodes
