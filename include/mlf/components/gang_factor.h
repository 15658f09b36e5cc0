/// \file
/// GangFactor: multiplies the points of one gang when gangs are settled at the end of a hand
/// (settle_gangs). Depends on the gang and one of its payers.
#pragma once

#include <mlf/components/judge.h>

namespace mlf::score {

class GangFactor : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "gang_factor";
  /// `index`: of the meld among those of `owner`.
  virtual std::int32_t Value(const Records& records, Seat owner, int index, Seat payer) const = 0;
};

}  // namespace mlf::score
