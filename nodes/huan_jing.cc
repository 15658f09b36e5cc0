// HuanJing (环境): a fact from outside the table enters the records, such as the hour.
//
// After:     start, in a window that asks the person without a seat numbered kFactSeat.
// Before:    the next fact, or the dice.
// Always:    only skills read facts. -1 means that the fact is not known, which is the default.
//
// TakeFact (记事实): the same for a rule of the game: a cell keeps the fact. 0 and less are not
// known.
//
//   xing_qi: {type: take_fact, with: {fact: weekday, most: 7, cell: weekday}, then: deal}
#include <mlf/components/cells.h>
#include <mlf/components/fact_node.h>
#include <mlf/components/skill_table.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

#include <string>
#include <vector>

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

class TakeFact final : public PlayerNode, public logic::FactNode, public logic::CellUser {
 public:
  static constexpr PartInfo kInfo{"take_fact",
                                  1,
                                  "记事实",
                                  "take a fact",
                                  "牌桌外的一件事实（如星期几）记入一格；不知道就不记",
                                  "keeps a fact from outside the table, such as the weekday, in a "
                                  "cell; nothing where it is not known"};

  explicit TakeFact(Params& params)
      : fact_(params.Text("fact", "weekday", {"哪件事实", "which fact"})),
        most_(params.Int("most", 7, 1, 254, {"最大的值", "its greatest value"})),
        cell_(params.Part<logic::Cell>("cell", {"记在哪一格", "the cell that keeps it"})) {
    params.OffersTo(OfferedTo::kBystanders);
    if (params.describing()) return;  // no remedy where a window asks persons without a seat
    params.Brings(kBystanderTopic);
    if (cell_ == nullptr) return;
    if (cell_->of() != logic::Cell::Of::kTable || cell_->holds() != logic::Cell::Holds::kCount ||
        cell_->most() < most_)
      params.Fault("the cell \"" + cell_->name() + "\" keeps no number up to " +
                   std::to_string(most_) +
                   " of the table; declare it with count: " + std::to_string(most_));
  }

  Domain::Kind payload() const override { return Domain::kRange; }
  void Offers(const Records&, Seat seat, OfferSink& sink) const override {
    if (seat != logic::kFactSeat) return sink.Because(kNotAsked);
    sink.Range(logic::kFactUnknown, most_);
  }
  void Suggest(const Records&, Seat, const Domain&, Action& action) const override {
    action.value = logic::kFactUnknown;
  }
  void ProcessAction(Step& step) const override {
    if (step.action.value > 0) cell_->Put(step.records, 0, step.action.value, kNoSeat);
  }
  std::string_view Fact(const Records&) const override { return fact_; }
  std::vector<logic::CellUse> CellUses() const override {
    return {{.cell = cell_, .writes = true, .most_written = most_}};
  }

 private:
  static constexpr Reason kNotAsked{"fact_of_nobody", "环境由牌桌之外应答",
                                    "facts are told from outside the table"};

  std::string fact_;
  int most_;
  const logic::Cell* cell_;
};

void RegisterHuanJing(Registry& r) {
  r.Add<HuanJing>();
  r.Add<TakeFact>();
}

}  // namespace mlf::nodes
