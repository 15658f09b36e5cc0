/// \file
/// GivenSettlement: implemented by parts that settle more than the win at the end of a hand, so
/// that `mlf score` adds it where a case states the numbers.
#pragma once

#include <mlf/flow/records.h>
#include <mlf/table/per_seat.h>

#include <cstdint>

namespace mlf::score {

class GivenSettlement {
 public:
  virtual ~GivenSettlement() = default;
  /// The points of each party by the stated numbers, where `winner` has won; zero where none are
  /// stated.
  virtual table::PerParty<std::int32_t> Given(const Records& records, Seat winner) const = 0;
};

}  // namespace mlf::score
