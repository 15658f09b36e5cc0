// prepared (好起手): the opening hand of the seat is near to ready.
#include <mlf/components/skill.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>

namespace mlf::skills {
namespace {

class Prepared final : public Skill {
 public:
  static constexpr PartInfo kInfo{"prepared", 1, "起手离听牌不超过 distance，最多重发 tries 次",
                                  "its opening hand is at most `distance` tiles from ready, in up "
                                  "to `tries` tries"};
  explicit Prepared(Params& params)
      : win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
        distance_(params.Int("distance", 2, 0, 6, {"向听数至多多少", "the largest distance"})),
        tries_(params.Int("tries", 100, 0, 100000, {"最多重发几次", "how many tries"})) {}

  Name name() const override { return {"好起手", "prepared"}; }
  unsigned uses() const override { return kUsesDeal; }
  bool CheckInit(SkillStep& step, Seat who, const Counts& hand, int tries) const override {
    return who != step.me || tries >= tries_ ||
           win_->Distance(step.records(), hand, 0) <= distance_;
  }

 private:
  const logic::WinRule* win_;
  int distance_, tries_;
};

}  // namespace

void RegisterPrepared(Registry& registry) { registry.Add<Prepared>(); }

}  // namespace mlf::skills
