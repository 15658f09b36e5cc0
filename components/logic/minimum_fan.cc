// minimum_fan (起胡番): a condition of hu and zi_mo. A win below the minimum is not offered, so it
// cannot be passed up.
#include "components/logic/minimum_fan.h"
#include <mlf/components/payment.h>
#include <mlf/components/row_names.h>
#include <mlf/flow/registry.h>

#include <algorithm>

namespace mlf::logic {

MinimumFan::MinimumFan(Params& params)
    : table_(params),
      judge_(params.Part<score::Judge>("judge", {"算番", "what a hand is worth"})),
      least_(params.Int("least", 1, 0, 1000, {"起胡番", "the least fan"})),
      some_row_(params.Bool("some_row", false,
                            {"番表里至少有一行计入", "some row of the fan table counts", true})),
      reason_(params.Enum(
          "reason", 0, {"fan_too_low", "no_yaku", "below_minimum", "no_fan", "no_pass_card"},
          {"怎么说：番数不够，没有役，不够起和番，没有番种，或没有通行证",
           "how a refusal is put: too few fan, no yaku, below the minimum, no fan, or no pass card",
           true})) {
  without_ = score::RowNamesOf(params, "without",
                               {"不计入的番种", "rows of the fan table that do not count"}, judge_);
  enough_ = score::RowNamesOf(
      params, "enough", {"计了其中一行就够", "rows that are enough by themselves", /*added=*/true},
      judge_);
  times_ = params.Parts<score::PairFactor>(
      "times", {"番数先乘这些因子", "factors that the fan are multiplied by first", true});
}

std::int32_t MinimumFan::Counted(const score::Verdict& verdict) const {
  std::int32_t fan = verdict.fan;
  for (const score::FanLine& line : verdict.Lines()) {
    const std::string& id = judge_->Rows()[line.row].id;
    if (std::find(without_.begin(), without_.end(), id) != without_.end())
      fan -= line.count * line.fan * verdict.times;
  }
  return fan;
}

bool MinimumFan::RowIsEnough(const score::Verdict& verdict) const {
  return !enough_.empty() && std::ranges::any_of(verdict.Lines(), [&](const score::FanLine& line) {
    return std::ranges::count(enough_, judge_->Rows()[line.row].id) != 0;
  });
}

bool MinimumFan::Enough(const score::Verdict& verdict) const {
  if (RowIsEnough(verdict)) return true;
  return Counted(verdict) >= least_ && (!some_row_ || verdict.line_count != 0);
}

bool MinimumFan::EnoughFor(const Records& records, const score::WinCase& win,
                           const score::Verdict& verdict) const {
  if (times_.empty() || RowIsEnough(verdict)) return Enough(verdict);
  std::int64_t fan = Counted(verdict);
  for (const score::PairFactor* factor : times_)
    fan *= factor->Value(records, win, win.payer).value_or(1);
  return fan >= least_ && (!some_row_ || verdict.line_count != 0);
}

const Reason& MinimumFan::WhyNot() const {
  static constexpr const Reason* kReasons[] = {&kReason, &kNoYaku, &kBelow, &kNoFan, &kNoPassCard};
  return *kReasons[reason_];
}

bool MinimumFan::Holds(const Records& records, Seat seat) const {
  if (least_ == 0 && !some_row_) return true;
  const table::Board& board = table_.board(records);
  score::Verdict verdict;
  const score::WinCase win = score::CaseOf(board, seat);
  judge_->Evaluate(records, win, verdict);
  return verdict.win && EnoughFor(records, win, verdict);
}

namespace {

// 起胡 by what is paid. Example with 16: a hand is worth 8 to two payers and 16 to the discarder,
// so it may win.
class MinimumPayment final : public FanMinimum {
 public:
  static constexpr PartInfo kInfo{"minimum_payment", 1, "付得最多的一家够起胡",
                                  "what some seat owes by the formula is enough"};
  explicit MinimumPayment(Params& params)
      : table_(params),
        judge_(params.Part<score::Judge>("judge", {"算番", "what a hand is worth"})),
        formula_(params.Part<score::Payment>("formula", {"结算公式", "the settlement formula"})),
        least_(params.Int("least", 1, 0, 1'000'000,
                          {"至少几底", "units that the seat owing most must owe"})) {}

  bool Holds(const Records& records, Seat seat) const override {
    const score::WinCase win = score::CaseOf(table_.board(records), seat);
    score::Verdict verdict;
    judge_->Evaluate(records, win, verdict);
    return verdict.win && EnoughFor(records, win, verdict);
  }
  bool EnoughFor(const Records& records, const score::WinCase& win,
                 const score::Verdict& verdict) const override {
    const SeatMask others =
        static_cast<SeatMask>(table_.board(records).InHandMask() & ~MaskOf(win.seat));
    std::int32_t most = 0;
    ForEachSeat(others, [&](Seat payer) {
      most = std::max(most, formula_->Units(records, win, payer, verdict.value));
    });
    return most >= least_;
  }
  const Reason& WhyNot() const override { return MinimumFan::kBelow; }
  std::int32_t Counted(const score::Verdict& verdict) const override { return verdict.fan; }
  int least() const override { return 0; }
  bool leaves_rows_out() const override { return false; }
  bool Enough(const score::Verdict&) const override { return true; }

 private:
  table::TableSlots table_;
  const score::Judge* judge_;
  const score::Payment* formula_;
  int least_;
};

}  // namespace

void RegisterMinimumFan(Registry& registry) {
  registry.Add<MinimumFan>();
  registry.Add<MinimumPayment>();
}

}  // namespace mlf::logic
