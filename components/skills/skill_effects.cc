// The effects and conditions that weave.cc puts into a flow with skills. Each calls one hook of the
// skills at its place.
#include <mlf/components/deal_node.h>
#include <mlf/components/skill_table.h>
#include <mlf/flow/node_alias.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/window_effect.h>

namespace mlf::skills {
namespace {

constexpr Doc kTableDoc{"各家的技能", "the skills of the seats"};

template <typename Base>
class Calls : public Base {
 public:
  explicit Calls(Params& params) : skills_(params.Part<SkillTable>("skills", kTableDoc)) {}

 protected:
  const SkillTable* skills_;
};

class SkillDice final : public Calls<LogicEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_dice", 1, "技能：掷骰之前", "skills: before the dice"};
  using Calls::Calls;
  void Run(Step& step) const override { skills_->BeforeDice(step); }
};

class SkillFirstDice final : public Calls<LogicEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_first_dice", 1, "技能：可改首局定庄的骰子",
                                  "skills may turn the dice that name the first dealer"};
  explicit SkillFirstDice(Params& params) : Calls(params), dice_(params.Stream("dice")) {}
  void Run(Step& step) const override {
    Stream dice = step.Random(dice_);
    skills_->BendFirstDice(step, dice);
  }

 private:
  int dice_;
};

class SkillDeal final : public Calls<LogicEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_deal", 1, "技能：定各家起手牌",
                                  "skills: the opening hands are decided"};
  using Calls::Calls;
  void Run(Step& step) const override {
    const auto* deal = dynamic_cast<const logic::DealNode*>(step.flow.node(step.action.node).impl);
    if (deal != nullptr) skills_->DecideDeal(step, deal->hand_size(), !deal->dealer_draws());
  }
};

class SkillDraw final : public Calls<LogicEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_draw", 1, "技能：定要摸的牌",
                                  "skills: the tile to draw is decided"};
  using Calls::Calls;
  void Run(Step& step) const override { skills_->DecideDraw(step); }
};

class SkillTurnUp final : public Calls<LogicEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_turn_up", 1, "技能：定要翻的牌",
                                  "skills: the tile to turn up is decided"};
  using Calls::Calls;
  void Run(Step& step) const override { skills_->DecideTurnedUp(step); }
};

class SkillActivate final : public Calls<LogicEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_activate", 1, "技能：问询前，技能可先问自己的一家",
                                  "skills: before a window, a skill may ask its own seat"};
  explicit SkillActivate(Params& params)
      : Calls(params),
        moment_(params.Enum(
            "moment", Moment::kTurn, {"dice", "turn", "claims"},
            {"掷骰、自己的回合、别家的牌", "the dice, the own turn, another seat's tile"})) {}
  void Run(Step& step) const override { skills_->Activate(step, moment_); }

 private:
  Moment moment_;
};

class SkillInbox final : public Calls<LogicEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_inbox", 1, "技能：得知各家的应答",
                                  "skills: observe the answers of all seats"};
  using Calls::Calls;
  void Run(Step& step) const override { skills_->TellAnswers(step); }
};

class SkillEvents final : public Calls<LogicEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_events", 1, "技能：得知发生的事",
                                  "skills: observe what has happened"};
  using Calls::Calls;
  void Run(Step& step) const override { skills_->TellEvents(step); }
};

// The same two where players answer: they concern every window.
class SkillInboxOfAnswer final : public Calls<WindowEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_inbox_of_answer", 1, "技能：得知各家的应答（玩家节点）",
                                  "skills: observe the answers, at the node of an answer"};
  using Calls::Calls;
  void Run(Step& step) const override { skills_->TellAnswers(step); }
  bool Concerns(const Node&, const std::vector<Node>&) const override { return true; }
};

class SkillEventsOfAnswer final : public Calls<WindowEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_events_of_answer", 1, "技能：得知发生的事（玩家节点）",
                                  "skills: observe what has happened, at the node of an answer"};
  using Calls::Calls;
  void Run(Step& step) const override { skills_->TellEvents(step); }
  bool Concerns(const Node&, const std::vector<Node>&) const override { return true; }
};

class SkillActivateOfAnswer final : public Calls<WindowEffect> {
 public:
  static constexpr PartInfo kInfo{"skill_activate_of_answer", 1,
                                  "技能：问询前，技能可先问自己的一家（玩家节点）",
                                  "skills: before a window, at the node of an answer"};
  explicit SkillActivateOfAnswer(Params& params)
      : Calls(params),
        moment_(params.Enum(
            "moment", Moment::kTurn, {"dice", "turn", "claims"},
            {"掷骰、自己的回合、别家的牌", "the dice, the own turn, another seat's tile"})) {}
  void Run(Step& step) const override { skills_->Activate(step, moment_); }
  bool Concerns(const Node&, const std::vector<Node>&) const override { return true; }

 private:
  Moment moment_;
};

class SkillFilter final : public Calls<Guard> {
 public:
  static constexpr PartInfo kInfo{"skill_filter", 1, "没有技能禁止", "no skill forbids it"};
  explicit SkillFilter(Params& params)
      : Calls(params),
        bars_(params.Enum("bars", 0, {"zi_mo", "hu", "ting"},
                          {"自摸、点炮胡、报听", "a self-draw, a win on a tile, a declaration"})) {}
  bool Holds(const Records& records, Seat seat) const override {
    constexpr unsigned kBits[] = {kNoTsumo, kNoRon, kNoRiichi};
    return (skills_->Filters(records, seat) & kBits[bars_]) == 0;
  }
  const Reason& WhyNot() const override {
    static constexpr Reason kBarred{"skill_forbids", "技能不允许", "a skill forbids it"};
    return kBarred;
  }

 private:
  int bars_;
};

class SkillQuestion final : public Calls<Guard> {
 public:
  static constexpr PartInfo kInfo{"skill_question", 1, "有技能在问自己的一家",
                                  "a skill has a question for its own seat first"};
  using Calls::Calls;
  bool Holds(const Records& records, Seat) const override {
    return skills_->desk(records).open != 0;
  }
  const Reason& WhyNot() const override {
    static constexpr Reason kNone{"no_skill_question", "技能现在没有要问的",
                                  "the skill asks nothing now"};
    return kNone;
  }
};

class NoSkillQuestion final : public Calls<Guard>, public SecretGuard {
 public:
  static constexpr PartInfo kInfo{"no_skill_question", 1, "没有技能在问自己的一家",
                                  "no skill has a question for its own seat first"};
  using Calls::Calls;
  bool Holds(const Records& records, Seat) const override {
    return skills_->desk(records).open == 0;
  }
  const Reason& WhyNot() const override {
    static constexpr Reason kFirst{"skill_question_first", "先应答技能的问题",
                                   "the question of the skill comes first"};
    return kFirst;
  }
};

}  // namespace

void RegisterSkillEffects(Registry& registry) {
  registry.Add<SkillDice>();
  registry.Add<SkillFirstDice>();
  registry.Add<SkillDeal>();
  registry.Add<SkillDraw>();
  registry.Add<SkillTurnUp>();
  registry.Add<SkillActivate>();
  registry.Add<SkillActivateOfAnswer>();
  registry.Add<SkillInbox>();
  registry.Add<SkillInboxOfAnswer>();
  registry.Add<SkillEvents>();
  registry.Add<SkillEventsOfAnswer>();
  registry.Add<SkillFilter>();
  registry.Add<SkillQuestion>();
  registry.Add<NoSkillQuestion>();
}

}  // namespace mlf::skills
