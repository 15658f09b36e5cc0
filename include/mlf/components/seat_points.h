/// \file
/// SeatPoints: implemented by judges that count what a seat holds whether it wins or not.
#pragma once

#include <mlf/flow/records.h>

namespace mlf::score {

class SeatPoints {
 public:
  virtual ~SeatPoints() = default;
  /// What the rows of kind event count for the hand of `seat` as it is.
  virtual int PointsOf(const Records& records, Seat seat) const = 0;
};

}  // namespace mlf::score
