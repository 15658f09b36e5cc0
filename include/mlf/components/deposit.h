/// \file
/// Deposit (供托): points that seats have put on the table. The next winner takes them. They are
/// the points of the party table::kPot, so every payment into and out of them is an entry of the
/// ledger.
///
/// Positions and single hands set the points with `deposit: 2000`.
#pragma once

#include <mlf/flow/params.h>

#include <cstdint>

namespace mlf::score {

class Deposit : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "deposit";

  /// The points on the table now.
  virtual std::int32_t Points(const Records& records) const = 0;
};

}  // namespace mlf::score
