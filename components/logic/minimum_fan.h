// MinimumFan (起胡番): the minimum fan of a win. A condition of hu and zi_mo, judged by the current
// records.
#pragma once

#include <mlf/components/fan_minimum.h>
#include <mlf/components/pair_factor.h>

#include <string>
#include <vector>

namespace mlf::logic {

class MinimumFan final : public FanMinimum {
 public:
  static constexpr PartInfo kInfo{"minimum_fan", 1, "番数够起胡", "the win is worth enough fan"};
  static constexpr Reason kReason{"fan_too_low", "番数不够起胡",
                                  "the hand is worth too few fan to win"};
  static constexpr Reason kNoYaku{"no_yaku", "没有役，不能胡", "the hand has no yaku"};

  static constexpr Reason kNoFan{"no_fan", "没有番种，不能胡", "no fan counts for the hand"};

  static constexpr Reason kBelow{"below_minimum", "不够起和番",
                                 "the hand is worth less than the minimum"};

  static constexpr Reason kNoPassCard{"no_pass_card", "没有通行证，小牌不能胡别人打出的牌",
                                      "a hand of so little needs a pass card to win on a discard"};

  explicit MinimumFan(Params& params);

  bool Holds(const Records& records, Seat seat) const override;
  const Reason& WhyNot() const override;
  std::int32_t Counted(const score::Verdict& verdict) const override;
  int least() const override { return least_; }
  bool leaves_rows_out() const override { return !without_.empty(); }
  bool Enough(const score::Verdict& verdict) const override;
  bool EnoughFor(const Records& records, const score::WinCase& win,
                 const score::Verdict& verdict) const override;

 private:
  bool RowIsEnough(const score::Verdict& verdict) const;

  table::TableSlots table_;
  const score::Judge* judge_;
  int least_;
  bool some_row_;
  int reason_;
  std::vector<std::string> without_, enough_;
  std::vector<const score::PairFactor*> times_;
};

}  // namespace mlf::logic
