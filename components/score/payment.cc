#include <mlf/components/payment.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <array>
#include <vector>

namespace mlf::score {

namespace {

constexpr std::int64_t kMostPaid = 500'000'000;  // the sum over three payers fits 32 bits

constexpr std::string_view kPlaces[] = {"A", "B", "C", "D"};
constexpr Doc kDocs[] = {{"乘在（值 + B）上", "multiplies value + B"},
                         {"加在值上", "added to the value"},
                         {"乘过 A 之后再加", "added once A has multiplied"},
                         {"最后乘的", "multiplies all of that"}};

class FormulaOfSlots final : public Payment {
 public:
  static constexpr PartInfo kInfo{"payment", 2, "结算公式：付 =（A ×（值 + B）+ C）× D",
                                  "the settlement formula: a payer pays (A * (value + B) + C) * D"};

  explicit FormulaOfSlots(Params& params);

  std::int32_t Units(const Records& records, const WinCase& win, Seat payer,
                     std::int32_t x) const override;
  PaymentTerms Terms(const Records& records, const WinCase& win, Seat payer,
                     std::int32_t x) const override;
  std::int32_t Additions(const Records& records, const WinCase& win, Seat payer) const override;

 private:
  enum Place { kA, kB, kC, kD };

  template <typename Tell>
  std::int64_t Compute(const Records& records, const WinCase& win, Seat payer, std::int64_t owed,
                       Tell tell) const;

  std::array<std::vector<const PairFactor*>, 4> factors_;
  std::array<int, 4> pers_{1, 1, 1, 1};  // what the product of a slot is divided by
  int round_up_;
  static constexpr int kNoLimit = 0;  // what IntOrWord returns for none
  int most_ = kNoLimit;
  int most_of_a_ = kNoLimit;
};

FormulaOfSlots::FormulaOfSlots(Params& params) {
  for (std::size_t i = 0; i < factors_.size(); ++i)
    factors_[i] = params.Parts<PairFactor>(kPlaces[i], kDocs[i]);
  round_up_ = params.Int("round_up", 1, 1, 1000,
                         {"乘过 A 之后进整到几的倍数",
                          "what A brings is rounded up to a multiple of this", /*added=*/true});
  static constexpr std::string_view kWords[] = {"none"};
  most_ = params.IntOrWord("most", "none", 1, 1'000'000, kWords,
                           {"一家最多付几底，none 为不限",
                            "units that one payer pays at most; none = no limit", /*added=*/true});
  most_of_a_ = params.IntOrWord("most_of_a", "none", 1, 1'000'000, kWords,
                           {"乘过 A 之后最多几，none 为不封顶",
                            "the most that A brings; none = no cap", /*added=*/true});
  std::vector<std::string> named;
  for (const auto& list : factors_) {
    for (const PairFactor* factor : list) {
      const std::string name = factor->Name();
      if (std::find(named.begin(), named.end(), name) != named.end()) {
        params.Fault("the factor \"" + name +
                     "\" is in the formula twice; a factor belongs to one slot");
      }
      named.push_back(name);
      pers_[static_cast<std::size_t>(&list - factors_.data())] *= factor->Per();
    }
  }
}

// Calls `tell` with each step that changes the amount.
template <typename Tell>
std::int64_t FormulaOfSlots::Compute(const Records& records, const WinCase& win, Seat payer,
                                     std::int64_t owed, Tell tell) const {
  const auto product = [&](Place place) {
    for (const PairFactor* factor : factors_[place]) {
      const std::int32_t by = factor->Value(records, win, payer).value_or(factor->Per());
      if (by != factor->Per()) tell(PaymentTerm{PaymentTerm::kTimes, &factor->What(), by});
      owed = std::min(owed * by, kMostPaid);
    }
    owed /= pers_[place];
  };
  const auto sum = [&](Place place) {
    for (const PairFactor* factor : factors_[place]) {
      const std::int32_t more = factor->Value(records, win, payer).value_or(0);
      if (more != 0) tell(PaymentTerm{PaymentTerm::kPlus, &factor->What(), more});
      owed += more;
    }
  };
  sum(kB);
  product(kA);
  const std::int64_t over = owed % round_up_;
  if (over > 0) owed += round_up_ - over;
  if (over > 0 || pers_[kA] != 1)
    tell(PaymentTerm{PaymentTerm::kRoundedUp, nullptr, static_cast<std::int32_t>(owed)});
  if (most_of_a_ != kNoLimit && owed > most_of_a_) {
    owed = most_of_a_;
    tell(PaymentTerm{PaymentTerm::kAtMost, &kMostOfOne, most_of_a_});
  }
  sum(kC);
  product(kD);
  if (most_ != kNoLimit && owed > most_) {
    owed = most_;
    tell(PaymentTerm{PaymentTerm::kAtMost, &kMostOfOne, most_});
  }
  return std::min(owed, kMostPaid);
}

std::int32_t FormulaOfSlots::Units(const Records& records, const WinCase& win, Seat payer,
                                   std::int32_t x) const {
  return static_cast<std::int32_t>(Compute(records, win, payer, x, [](const PaymentTerm&) {}));
}

PaymentTerms FormulaOfSlots::Terms(const Records& records, const WinCase& win, Seat payer,
                                   std::int32_t x) const {
  PaymentTerms terms;
  Compute(records, win, payer, x, [&](const PaymentTerm& term) { terms.Add(term); });
  return terms;
}

std::int32_t FormulaOfSlots::Additions(const Records& records, const WinCase& win,
                                       Seat payer) const {
  std::int64_t owed = 0;
  for (const PairFactor* factor : factors_[kC])
    owed += factor->Value(records, win, payer).value_or(0);
  for (const PairFactor* factor : factors_[kD])
    owed = std::min(owed * factor->Value(records, win, payer).value_or(1), kMostPaid);
  return static_cast<std::int32_t>(owed);
}

}  // namespace

void RegisterPayment(Registry& registry) { registry.Add<FormulaOfSlots>(); }

}  // namespace mlf::score
