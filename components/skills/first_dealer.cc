// first_dealer (首庄): turns the first dice so that the seat deals first.
#include <mlf/components/skill.h>
#include <mlf/flow/registry.h>

#include <cstdlib>

namespace mlf::skills {
namespace {

class FirstDealer final : public Skill {
 public:
  static constexpr PartInfo kInfo{"first_dealer", 1, "把首局的骰子拨到自己坐庄",
                                  "turns the first dice so that the seat deals first"};
  Name name() const override { return {"起庄", "first dealer"}; }
  unsigned uses() const override { return kUsesDice; }
  // Of all throws that name the seat, the one nearest to the dice.
  void OnFirstDice(SkillStep& step, FirstDice& first) const override {
    int nearest = 99;
    const std::array<std::uint8_t, 2> thrown = first.dice;
    for (int a = 1; a <= 6; ++a) {
      for (int b = 1; b <= 6; ++b) {
        const int turned = std::abs(a - thrown[0]) + std::abs(b - thrown[1]);
        if (first.DealerOf(a, b) != step.me || turned >= nearest) continue;
        nearest = turned;
        first.dice = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
      }
    }
  }
};

}  // namespace

void RegisterFirstDealer(Registry& registry) { registry.Add<FirstDealer>(); }

}  // namespace mlf::skills
