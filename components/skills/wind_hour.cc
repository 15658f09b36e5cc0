// wind_hour (风时): at certain hours of the day the own wind comes.
#include <mlf/components/skill.h>
#include <mlf/components/winds.h>
#include <mlf/flow/registry.h>

namespace mlf::skills {
namespace {

class WindHour final : public Skill {
 public:
  static constexpr PartInfo kInfo{"wind_hour", 1, "from 点到 until 点之间，自风加 weight",
                                  "from hour `from` until `until`: `weight` more on its own wind"};
  explicit WindHour(Params& params)
      : winds_(params.Part<logic::SeatWinds>("seat_winds", {"门风", "the winds of the seats"})),
        from_(params.Int("from", 18, 0, 23, {"几点起", "the first hour"})),
        until_(params.Int("until", 24, 1, 24, {"几点止（不含）", "the hour it ends"})),
        weight_(params.Int("weight", 200, 0, 100000, {"加多少权重", "the weight added"})) {}

  Name name() const override { return {"风时", "wind hour"}; }
  unsigned uses() const override { return kUsesDraws; }
  std::vector<FactDecl> facts() const override { return {{"hour", 0, 23}}; }
  void OnDraw(SkillStep& step, Seat who, bool, Weights& weights) const override {
    const auto hour = step.Fact("hour");
    if (who == step.me && hour && *hour >= from_ && *hour < until_)
      weights.Add(winds_->Of(step.records(), step.me), weight_);
  }

 private:
  const logic::SeatWinds* winds_;
  int from_, until_, weight_;
};

}  // namespace

void RegisterWindHour(Registry& registry) { registry.Add<WindHour>(); }

}  // namespace mlf::skills
