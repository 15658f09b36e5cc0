// han_fu (rules/riichi_scoring.md#points): computes the base points of a hand from fan and fu, with
// the limits from 满贯 on. A payer pays a multiple of them (share_factor).
#include <mlf/components/value_rule.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <iterator>

namespace mlf::score {

namespace {

constexpr int kLimitFan = 13;  // the fan of a limit row; a double one has twice as many

struct Limit {
  int fan;  // the least fan of the limit
  std::int32_t base;
  std::string_view name;
};
constexpr Limit kLevels[] = {{13, 8000, "yakuman"},
                             {11, 6000, "sanbaiman"},
                             {8, 4000, "baiman"},
                             {6, 3000, "haneman"},
                             {5, 2000, "mangan"}};
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
  std::string Level(const Verdict& verdict) const override {
    if (const int limits = Limits(verdict); limits > 1)
      return std::to_string(limits) + "x " + std::string(kYakuman.name);
    if (verdict.limit) return std::string(kYakuman.name);
    if (const Limit* level = LevelAt(verdict)) return std::string(level->name);
    if (BaseOf(verdict) >= kMangan.base) return std::string(kMangan.name);
    return RoundsUp(verdict) ? "kiriage mangan" : "";
  }

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
