/// \file
/// Payment (结算公式): what one payer pays one winner (`rules/common.md#formula`).
///
///   y(w, p) = (Up((A1 * A2 * ...) * (x + B1 + B2 + ...)) + C1 + C2 + ...) * (D1 * D2 * ...)
///
///   win_points: {formula: {payment: {B: zhuang_factor, D: guo_hu_factor}}}
///
/// x is the judge's value. `most` limits y. Up rounds up to a multiple of `round_up`, which is 1 if
/// not given. A, B, C and D are lists of factors (pair_factor.h). An empty A or D is 1, an empty B
/// or C is 0. Example (MC05): x = 3, A = {2}, B = {1}, C = {2}, D = {4} give (2 * 4 + 2) * 4 = 40.
/// A factor is in one slot at most.
#pragma once

#include <mlf/components/pair_factor.h>

#include <array>
#include <cstdint>
#include <span>

namespace mlf::score {

/// Steps to a payment that no factor names: the last factor, where it is not 1, what a liable seat
/// pays for another, what every other seat pays besides, how many patterns are paid, and what one
/// payer pays at most.
inline constexpr Reason kBaseBet{"base_bet", "底分", "points of a unit"};
inline constexpr Reason kLiable{"liable", "包牌", "liable for another"};
inline constexpr Reason kAllPay{"all_pay", "各家都付", "from every other seat"};
inline constexpr Reason kEachPattern{"each_pattern", "个花样", "patterns"};
inline constexpr Reason kMostOfOne{"at_most", "封顶", "at most"};
inline constexpr Reason kGold{"gold", "金顶", "gold"};
inline constexpr std::array kPaymentSteps{&kBaseBet,     &kLiable,    &kAllPay,
                                          &kEachPattern, &kMostOfOne, &kGold};

/// One step of the computation of a payment. `what` names the factor; it is null for kRoundedUp.
struct PaymentTerm {
  enum Op : std::uint8_t { kPlus, kTimes, kRoundedUp, kAtMost };
  Op op = kPlus;
  const Reason* what = nullptr;
  std::int32_t value = 0;  ///< the summand, the factor, or the amount that is left
};

/// The steps from the judge's value to what a payer owes, in order. Neutral steps are left out.
class PaymentTerms {
 public:
  static constexpr std::size_t kMost = 24;

  void Add(PaymentTerm term) {
    if (count_ < kMost) terms_[count_++] = term;
  }
  std::span<const PaymentTerm> Terms() const { return {terms_.data(), count_}; }

 private:
  std::array<PaymentTerm, kMost> terms_{};
  std::size_t count_ = 0;
};

/// The role: what one payer pays one winner.
class Payment : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "payment";

  /// What `payer` owes, in units, for a win that the judge values at `x`.
  virtual std::int32_t Units(const Records& records, const WinCase& win, Seat payer,
                             std::int32_t x) const = 0;
  /// How Units comes to its result, for display.
  virtual PaymentTerms Terms(const Records&, const WinCase&, Seat, std::int32_t) const {
    return {};
  }
  /// The part of Units that does not depend on `x`.
  virtual std::int32_t Additions(const Records&, const WinCase&, Seat) const { return 0; }
};

/// Implemented by effects that pay a win, so that tools can settle a win outside a game (`mlf
/// score`).
class WinPayer {
 public:
  virtual ~WinPayer() = default;
  /// What each party pays the winner, in points.
  virtual table::PerParty<std::int32_t> Owed(const Records& records, const WinCase& win,
                                             const Verdict& verdict) const = 0;
};

}  // namespace mlf::score
