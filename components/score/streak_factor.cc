// 节节高, a factor of the settlement formula.
#include <mlf/components/dealer_streak.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

class StreakFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"streak_factor", 1, "节节高：胡家是庄家时，每连庄一次",
                                  "points for each hand of the winner's streak as dealer"};
  explicit StreakFactor(Params& params)
      : streak_(params.Part<logic::DealerStreak>("streak", {"连庄", "the dealer's streak"})),
        each_(params.Int("each", 2, 0, 10000,
                         {"每连庄一次值多少", "what each hand of the streak is worth"})),
        payer_(params.Bool("payer", false,
                           {"庄家付时也算（拉庄）", "the streak of a payer counts too",
                            /*added=*/true})) {
    params.Needs(logic::kStreakNoted);
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"streak", "节节高", "streak as dealer"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const int streak = streak_->Of(records, win.seat) + (payer_ ? streak_->Of(records, payer) : 0);
    if (streak == 0) return std::nullopt;
    return each_ * streak;
  }

 private:
  const logic::DealerStreak* streak_;
  int each_;
  bool payer_;
};

}  // namespace

void RegisterStreakFactor(Registry& registry) { registry.Add<StreakFactor>(); }

}  // namespace mlf::score
