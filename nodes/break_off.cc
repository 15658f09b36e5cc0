// BreakOff (途中流局): the hand is broken off before the wall is empty. Nobody wins.
//
// After:     whatever the variant calls a reason: the fourth gang, four equal discards, ...
// Before:    hand_end.
// Always:    no tile is in question.
#include <mlf/components/drawn_hand.h>
#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/named_ids.h>

#include <string>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class BreakOff final : public ActionNode, public logic::PlayNode, public table::NamedIds {
 public:
  static constexpr PartInfo kInfo{"break_off",
                                  1,
                                  "途中流局",
                                  "break off",
                                  "途中流局：没有人胡，本局到此为止",
                                  "breaks the hand off before the wall is empty; nobody wins"};

  // `kind`: the reason, unless `breaks_off` has named one. The event and records use this word.
  explicit BreakOff(Params& params);

  logic::Play play() const override { return logic::Play::kAccounts; }
  void ProcessAction(Step& step) const override;
  std::vector<Reason> Names() const override { return why_.Names(); }

 private:
  table::TableSlots table_;
  Slot<logic::DrawnHand> drawn_;
  logic::BreakReason why_;
};

BreakOff::BreakOff(Params& params)
    : table_(params), drawn_(params.Slot<logic::DrawnHand>()), why_(params) {
  params.Brings(logic::kHandBrokenOff);
  NoTileInQuestionAfter(params);
}

void BreakOff::ProcessAction(Step& step) const {
  table::ClearFocus(table_.moves(step.records));
  why_.BreakOff(step, drawn_(step.records));
}

void RegisterBreakOff(Registry& r) { r.Add<BreakOff>(); }

}  // namespace mlf::nodes
