#include "tests/skills/skill_flows.h"

#include <mlf/table/tile.h>

#include <array>

namespace mlf::test {
namespace {

std::array<Script, 2>& Scripts() {
  static std::array<Script, 2> scripts;
  return scripts;
}

template <int kNumber>
class Scripted final : public skills::Skill {
 public:
  static constexpr PartInfo kInfo{kNumber == 0 ? "scripted" : "scripted_too", 1, "测试用的技能",
                                  "a skill of a test"};
  unsigned uses() const override {
    return skills::kUsesDice | skills::kUsesDeal | skills::kUsesDraws | skills::kUsesFilters |
           skills::kAsksAtDice | skills::kAsksInTurn | skills::kAsksAtClaims;
  }
  void OnDice(skills::SkillStep& step) const override {
    if (own().on_dice) own().on_dice(step);
  }
  void OnRaid(skills::SkillStep& step, skills::Wishes& wishes) const override {
    if (own().on_raid) own().on_raid(step, wishes);
  }
  void OnBeg(skills::SkillStep& step, skills::Wishes& wishes) const override {
    if (own().on_beg) own().on_beg(step, wishes);
  }
  std::vector<skills::TileClaims> OnBargain(skills::SkillStep& step) const override {
    return own().on_bargain ? own().on_bargain(step) : std::vector<skills::TileClaims>{};
  }
  void OnBargained(skills::SkillStep& step, int plan) const override {
    if (own().on_bargained) own().on_bargained(step, plan);
  }
  bool CheckInit(skills::SkillStep& step, Seat who, const Counts& hand, int tries) const override {
    return !own().check_init || own().check_init(step, who, hand, tries);
  }
  void OnDraw(skills::SkillStep& step, Seat who, bool, table::Weights& weights) const override {
    if (own().on_draw) own().on_draw(step, who, weights);
  }
  void OnFlipIndicator(skills::SkillStep& step, table::Weights&) const override {
    if (own().on_flip) own().on_flip(step);
  }
  void OnDigUra(skills::SkillStep& step, SeatMask, table::Weights&) const override {
    if (own().on_ura) own().on_ura(step);
  }
  unsigned Filters(const Records&, Seat me, Seat who) const override {
    return me == who ? own().filters : 0;
  }
  void OnActivate(skills::SkillStep& step, skills::Moment moment) const override {
    if (own().on_activate) own().on_activate(step, moment);
  }
  std::vector<skills::Item> Items(const Records&, Seat, int) const override { return own().items; }
  skills::Handled Handle(skills::SkillStep& step, int question,
                         std::uint32_t ticked) const override {
    return own().handle ? own().handle(step, question, ticked) : skills::Handled{};
  }
  void OnInbox(skills::SkillStep& step, const Action& action) const override {
    if (own().on_inbox) own().on_inbox(step, action);
  }
  void OnEvent(skills::SkillStep& step, const Event& event) const override {
    if (own().on_event) own().on_event(step, event);
  }
  std::string PopUpText(const Records&, Seat me, Lang) const override {
    return "for seat " + std::to_string(me);
  }

 private:
  static const Script& own() { return ScriptOf(kNumber); }
};

}  // namespace

Script& ScriptOf(int number) { return Scripts()[static_cast<std::size_t>(number)]; }
void ClearScripts() { Scripts() = {}; }

const Registry& TestParts() {
  static const Registry registry = [] {
    Registry all;
    RegisterAll(all);
    all.Add<Scripted<0>>();
    all.Add<Scripted<1>>();
    return all;
  }();
  return registry;
}

Result<std::shared_ptr<const Flow>> OpenWith(const std::string& variant,
                                             const OptionValues& options) {
  const auto loaded = LoadVariant(variant, StandardSource(), &TestParts(), &table::TileText());
  if (!loaded) return loaded.faults();
  return loaded->Build(options, TestParts(), &table::TileText());
}

std::shared_ptr<const Flow> FlowWith(const std::string& variant, const OptionValues& options) {
  auto flow = OpenWith(variant, options);
  EXPECT_TRUE(flow.ok()) << FaultText(flow.faults());
  return flow.ok() ? *flow : nullptr;
}

Result<std::shared_ptr<const Flow>> OpenText(const std::string& text, const OptionValues& options) {
  const auto loaded = LoadVariant(VariantText{"test.yaml", text}, StandardSource(), &TestParts(),
                                  &table::TileText());
  if (!loaded) return loaded.faults();
  return loaded->Build(options, TestParts(), &table::TileText());
}

}  // namespace mlf::test
