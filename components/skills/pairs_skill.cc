// pairs_skill (对子): draws what makes pairs, early in the hand.
#include <mlf/components/skill.h>
#include <mlf/flow/registry.h>
#include <mlf/table/hand_tables.h>

namespace mlf::skills {
namespace {

class PairsSkill final : public Skill {
 public:
  static constexpr PartInfo kInfo{
      "pairs_skill", 1,
      "没有副露、七对向听数不小于 distance 时，前 turns 巡摸牌，手里的单张各加 weight",
      "without a meld and at least `distance` tiles from seven pairs, in its first `turns` turns: "
      "`weight` more on each kind it holds once"};
  explicit PairsSkill(Params& params)
      : weight_(params.Int("weight", 70, 0, 100000, {"加多少权重", "the weight added"})),
        distance_(params.Int("distance", 3, 0, 6, {"七对向听数至少多少", "the least distance"})),
        turns_(params.Int("turns", 6, 1, 30, {"前几巡", "in how many turns"})) {}

  Name name() const override { return {"七对", "pairs"}; }
  unsigned uses() const override { return kUsesDraws; }
  void OnDraw(SkillStep& step, Seat who, bool, Weights& weights) const override {
    const table::SeatBoard& own = step.board().seats[step.me];
    if (who != step.me || own.meld_count > 0 || own.draws >= turns_ || own.hand.Size() < 13) return;
    if (table::SevenPairsDistance(own.hand, table::Pairs::kDifferent) < distance_) return;
    ForEach(own.hand.Kinds() & ~own.hand.AtLeast(2),
            [&](Tile kind) { weights.Add(kind, weight_); });
  }

 private:
  int weight_, distance_, turns_;
};

}  // namespace

void RegisterPairsSkill(Registry& registry) { registry.Add<PairsSkill>(); }

}  // namespace mlf::skills
