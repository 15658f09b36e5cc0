// han_fu (rules/riichi_scoring.md#points): computes the base points of a hand from fan and fu, with
// the limits from 满贯 on. A payer pays a multiple of them (share_factor).
#include <mlf/components/value_rule.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <iterator>

namespace mlf::score {

namespace {

constexpr int kLimitFan = 13;  // the fan of a limit row; a double one has twice as many

constexpr Reason kNames[] = {{"mangan", "满贯", "mangan"},
                             {"kiriage mangan", "切上满贯", "kiriage mangan"},
                             {"haneman", "跳满", "haneman"},
                             {"baiman", "倍满", "baiman"},
                             {"sanbaiman", "三倍满", "sanbaiman"},
                             {"yakuman", "役满", "yakuman"},
                             {"2x yakuman", "两倍役满", "2x yakuman"},
                             {"3x yakuman", "三倍役满", "3x yakuman"},
                             {"4x yakuman", "四倍役满", "4x yakuman"},
                             {"5x yakuman", "五倍役满", "5x yakuman"},
                             {"6x yakuman", "六倍役满", "6x yakuman"}};
constexpr const Reason *kManganName = &kNames[0], *kKiriageName = &kNames[1],
                       *kYakumanName = &kNames[5];

struct Limit {
  int fan;  // the least fan of the limit
  std::int32_t base;
  const Reason* name;
};
constexpr Limit kLevels[] = {{13, 8000, kYakumanName},
                             {11, 6000, &kNames[4]},
                             {8, 4000, &kNames[3]},
                             {6, 3000, &kNames[2]},
                             {5, 2000, kManganName}};
constexpr const Limit& kYakuman = kLevels[0];
constexpr const Limit& kMangan = *std::prev(std::end(kLevels));

class HanFu final : public ValueRule {
 public:
  static constexpr PartInfo kInfo{
      "han_fu", 1, "基本点：符 × 2 的（番 + 2）次方，满贯起按番数封顶",
      "base points: fu times 2 to the power of fan and two, with limits from mangan on"};

  explicit HanFu(Params& params)
      : round_up_(params.Bool("round_up_mangan", false,
                              {"三番六十符、四番三十符也算满贯（切上满贯）",
                               "3 fan with 60 fu and 4 fan with 30 fu are a mangan too"})),
        counted_(params.Enum("counted_limit", Counted::kAsYakuman, {"yakuman", "sanbaiman"},
                             {"十三番以上：累计役满，或只算三倍满",
                              "13 fan and more: a yakuman, or no more than a sanbaiman"})) {}

  std::int32_t Value(const Verdict& verdict, WinBy, bool) const override {
    if (verdict.fan == 0) return 0;
    if (verdict.limit) return Limits(verdict) * kYakuman.base;
    if (const Limit* level = LevelAt(verdict)) return level->base;
    return RoundsUp(verdict) ? kMangan.base : std::min(BaseOf(verdict), kMangan.base);
  }
  int Limits(const Verdict& verdict) const override {
    return verdict.limit ? verdict.fan / kLimitFan : 0;
  }
  const Reason* Level(const Verdict& verdict) const override {
    if (verdict.limit) {
      const auto more = static_cast<std::size_t>(std::max(Limits(verdict) - 1, 0));
      return std::min(kYakumanName + more, std::end(kNames) - 1);
    }
    if (const Limit* level = LevelAt(verdict)) return level->name;
    if (BaseOf(verdict) >= kMangan.base) return kManganName;
    return RoundsUp(verdict) ? kKiriageName : nullptr;
  }
  std::span<const Reason> Levels() const override { return kNames; }

 private:
  enum class Counted : std::uint8_t { kAsYakuman, kAsSanbaiman };

  // The limit by the fan alone.
  const Limit* LevelAt(const Verdict& verdict) const {
    for (const Limit& level : kLevels) {
      if (verdict.fan >= level.fan && (&level != &kYakuman || counted_ == Counted::kAsYakuman))
        return &level;
    }
    return nullptr;
  }
  static std::int32_t BaseOf(const Verdict& verdict) {
    return std::int32_t{verdict.fu} << (std::max(verdict.fan, 0) + 2);
  }
  bool RoundsUp(const Verdict& verdict) const {
    return round_up_ &&
           ((verdict.fan == 4 && verdict.fu == 30) || (verdict.fan == 3 && verdict.fu == 60));
  }

  bool round_up_;
  Counted counted_;
};

}  // namespace

void RegisterHanFu(Registry& registry) { registry.Add<HanFu>(); }

}  // namespace mlf::score
