// idle_skill: a skill that takes part everywhere and does nothing, for tests and comparisons.
#include <mlf/components/skill.h>
#include <mlf/flow/registry.h>

namespace mlf::skills {
namespace {

class IdleSkill final : public Skill {
 public:
  static constexpr PartInfo kInfo{"idle_skill", 1, "什么也不做的技能", "a skill that does nothing"};
  Name name() const override { return {"无为", "idle"}; }
  unsigned uses() const override {
    return kUsesDice | kUsesDeal | kUsesDraws | kUsesFilters | kAsksAtDice | kAsksInTurn |
           kAsksAtClaims;
  }
};

}  // namespace

void RegisterIdleSkill(Registry& registry) { registry.Add<IdleSkill>(); }

}  // namespace mlf::skills
