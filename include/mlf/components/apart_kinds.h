/// \file
/// ApartKinds (皮): implemented by wilds whose indicator also sets kinds apart, which are laid
/// aside like gangs and belong to no hand.
#pragma once

#include <mlf/components/win_rule.h>

namespace mlf::logic {

class ApartKinds {
 public:
  virtual ~ApartKinds() = default;
  virtual TileMask ApartOf(const Records& records) const = 0;
};

/// Kinds that are known from the start, and those that the shared part `wilds` sets apart.
class KindsApart {
 public:
  KindsApart() = default;
  explicit KindsApart(Params& params) {
    const bool asked =
        params.Bool("apart", false,
                    {"还有赖子规则另立的牌（皮）", "also the kinds that the wilds set apart",
                     /*added=*/true});
    if (!asked || params.describing()) return;
    apart_ = dynamic_cast<const ApartKinds*>(
        params.Part<Wilds>("wilds", {"赖子", "which tiles are wild", /*added=*/true}));
    if (apart_ == nullptr)
      params.Fault("apart: these wilds set no kinds apart; laizi does", params.WhereOf("apart"));
  }
  TileMask Of(const Records& records, TileMask kinds) const {
    return apart_ == nullptr ? kinds : kinds | apart_->ApartOf(records);
  }

 private:
  const ApartKinds* apart_ = nullptr;
};

}  // namespace mlf::logic
