/// \file
/// PairFactor: a factor of the settlement formula (`rules/common.md#formula`). Its value belongs to
/// a winner and one of those who pay it, so that different payers may pay different amounts. Which
/// of the four slots it stands in is the variant's business; see payment.h.
#pragma once

#include <mlf/components/judge.h>

#include <cstdint>
#include <optional>
#include <string>

namespace mlf::score {

class PairFactor : public Part {
 public:
  static constexpr std::string_view kRole = "pair_factor";

  /// What tells factors apart: none of them may stand in a formula twice. Parts that take a pattern
  /// name that too.
  virtual std::string Name() const = 0;
  /// Nothing where the factor is neutral for this pair: 1 in a product, 0 in a sum.
  virtual std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                            Seat payer) const = 0;
};

/// `each`: what one of what a factor counts is worth.
int EachOf(Params& params);

}  // namespace mlf::score
