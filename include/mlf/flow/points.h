/// \file
/// SeatPoints: the points of each seat, for tools that count and show them.
#pragma once

#include <mlf/flow/records.h>

#include <cstdint>

namespace mlf {

class Flow;

/// Implemented by one part of a game without table::Match, beside its role.
class SeatPoints {
 public:
  virtual ~SeatPoints() = default;
  /// The points of `seat` in the match so far.
  virtual std::int64_t Points(const Records& records, Seat seat) const = 0;
};

/// The part of `flow` that tells the points; null if there is none.
const SeatPoints* PointsOf(const Flow& flow);

}  // namespace mlf
