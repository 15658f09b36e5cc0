// HuanJing (环境): a fact from outside the table enters the records, such as the hour.
//
// After:     start, in a window that asks the person without a seat numbered kFactSeat.
// Before:    the next fact, or the dice.
// Always:    only skills read facts. -1 means that the fact is not known, which is the default.
#include <mlf/components/fact_node.h>
#include <mlf/components/skill_table.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class HuanJing final : public PlayerNode, public logic::FactNode {
 public:
  static constexpr PartInfo kInfo{"huan_jing",
                                  1,
                                  "环境",
                                  "fact",
                                  "牌桌外的一件事实（如几点钟）记入牌局；-1 表示不知道",
                                  "a fact from outside the table, such as the hour, enters the "
                                  "records; -1 = not known"};

  explicit HuanJing(Params& params)
      : skills_(params.Part<skills::SkillTable>("skills", {"各家的技能", "the skills"})) {
    params.OffersTo(OfferedTo::kBystanders);
  }

  Domain::Kind payload() const override { return Domain::kRange; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    const skills::FactDecl* fact = skills_->FactAsked(records);
    if (seat != logic::kFactSeat || fact == nullptr) return sink.Because(kNoFact);
    sink.Range(logic::kFactUnknown, fact->high);
  }
  void Suggest(const Records&, Seat, const Domain&, Action& action) const override {
    action.value = logic::kFactUnknown;
  }
  void ProcessAction(Step& step) const override {
    skills_->TakeFact(step.records, step.action.value);
  }
  std::string_view Fact(const Records& records) const override {
    const skills::FactDecl* fact = skills_->FactAsked(records);
    return fact == nullptr ? std::string_view() : fact->name;
  }

 private:
  static constexpr Reason kNoFact{"no_fact", "现在不问环境", "no fact is asked for now"};

  const skills::SkillTable* skills_;
};

void RegisterHuanJing(Registry& r) { r.Add<HuanJing>(); }

}  // namespace mlf::nodes
