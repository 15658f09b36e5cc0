// JiNeng (技能): a seat answers its own skill: a checklist, or a button beside its choices.
//
// After:     a window of a variant with skills, before its ordinary choices.
// Before:    the same window again.
// Always:    no tile moves, and the other seats see nothing. The seat to move stays.
#include <mlf/components/skill_table.h>
#include <mlf/flow/node_alias.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class JiNeng final : public PlayerNode, public NodeAlias {
 public:
  static constexpr PartInfo kInfo{"ji_neng",
                                  1,
                                  "技能",
                                  "skill",
                                  "应答自己的技能：勾选各项，或发动；之后照常问询",
                                  "answers the own skill: ticks its items, or uses it; the "
                                  "ordinary choices follow"};

  explicit JiNeng(Params& params)
      : skills_(params.Part<skills::SkillTable>("skills", {"各家的技能", "the skills"})),
        of_(params.Node("of", "", {"问询窗所在的节点", "the node whose window it repeats"})) {}

  NodeIndex ShownAs() const override { return of_; }
  // A button is never the only answer, and each answer closes its checklist: no endless round.
  bool beside_others() const override { return true; }
  Domain::Kind payload() const override { return Domain::kBits; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    skills_->OfferTo(records, seat, sink);
  }
  SeatMask MayOffer(const Records& records, SeatMask seats) const override {
    const Seat asked = skills_->Asked(records);
    return asked == kNoSeat ? static_cast<SeatMask>(seats & skills_->desk(records).click)
                            : static_cast<SeatMask>(seats & MaskOf(asked));
  }
  // A system step comes here only in a copy that looks ahead: it opens the window.
  void ProcessAction(Step& step) const override {
    if (step.action.ask != 0) skills_->Answer(step);
  }
  void AfterSetStates(Step& step) const override { skills_->TellEvents(step); }
  void SetStates(Step& step) const override {
    if (step.action.ask != 0) step.SetActor(skills_->desk(step.records).asker);
  }

 private:
  const skills::SkillTable* skills_;
  NodeIndex of_;
};

void RegisterJiNeng(Registry& r) { r.Add<JiNeng>(); }

}  // namespace mlf::nodes
