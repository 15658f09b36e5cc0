/// \file
/// PairFactor: a factor of the settlement formula (`rules/common.md#formula`). Its value depends on
/// the winner and one payer, so payers may pay different amounts. The variant assigns it to one of
/// the four slots; see payment.h.
#pragma once

#include <mlf/components/judge.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlf::score {

class PairFactor : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "pair_factor";

  /// What the factor is called where a payment is explained (`win_points`).
  virtual const Reason& What() const = 0;
  /// The identity of the factor: a formula must not contain it twice. Parts with a pattern include
  /// the pattern's name.
  virtual std::string Name() const { return std::string(What().id); }
  /// The value for this pair; nothing if it is neutral (1 in a product, 0 in a sum).
  virtual std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                            Seat payer) const = 0;
  /// In a product, the value counts parts of one: 5 of 2 is two and a half.
  virtual int Per() const { return 1; }
};

/// The parameter `times`: factors that a payment outside a win is multiplied by.
std::vector<const PairFactor*> TimesOf(Params& params);
/// What they come to for `payee` and `payer`.
std::int64_t ProductOf(const std::vector<const PairFactor*>& factors, const Records& records,
                       Seat payee, Seat payer);

/// The parameter `each`: the worth of one counted item.
int EachOf(Params& params);

}  // namespace mlf::score
