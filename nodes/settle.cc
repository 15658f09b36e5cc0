// Settle (局终结算): settles the end of a hand. The variant puts the settlements into its settle
// hook, in order.
//
// After:     a draw that the wall cannot serve, or the win that ends the hand.
// Before:    hand_end.
// Always:    no tile is in question.
#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class Settle final : public ActionNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{
      "settle",
      1,
      "局终结算",
      "settle",
      "局终结算：自己不做什么，结算的部件写在它的 settle 钩子里",
      "the end of a hand: does nothing itself; settlements go into its settle hook"};

  explicit Settle(Params& params);

  logic::Play play() const override { return logic::Play::kAccounts; }
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
};

Settle::Settle(Params& params) : table_(params) { NoTileInQuestionAfter(params); }

void Settle::ProcessAction(Step& step) const { table::ClearFocus(table_.moves(step.records)); }

void RegisterSettle(Registry& r) { r.Add<Settle>(); }

}  // namespace mlf::nodes
