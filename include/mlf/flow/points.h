/// \file
/// SeatPoints: the points of each seat, for tools that count and show them.
#pragma once

#include <mlf/flow/records.h>

#include <cstdint>

namespace mlf {

/// Implemented by one part of a game without table::Match, beside its role.
class SeatPoints {
 public:
  virtual ~SeatPoints() = default;
  /// The points of `seat` in the match so far.
  virtual std::int64_t Points(const Records& records, Seat seat) const = 0;
};

}  // namespace mlf
