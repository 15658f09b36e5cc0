// MinimumFan (起胡番): the least fan a win needs. A condition of hu and zi_mo; judged with the
// records as they are.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/flow/part.h>

#include <string>
#include <vector>

namespace mlf::logic {

class MinimumFan final : public Guard {
 public:
  static constexpr PartInfo kInfo{"minimum_fan", 1, "番数够起胡", "the win is worth enough fan"};
  static constexpr Reason kReason{"fan_too_low", "番数不够起胡",
                                  "the hand is worth too few fan to win"};

  explicit MinimumFan(Params& params);

  bool Holds(const Records& records, Seat seat) const override;
  const Reason& WhyNot() const override { return kReason; }
  // Whether a hand judged so may be won with.
  bool Enough(const score::Verdict& verdict) const;

 private:
  table::TableSlots table_;
  const score::Judge* judge_;
  int least_;
  std::vector<std::string> without_;
};

}  // namespace mlf::logic
