/// \file
/// MissedWinBook: the wins that seats have let go (漏胡, 振听), for parts that add to them or take
/// away. Implemented by the part `missed_win`.
#pragma once

#include <mlf/table/board.h>

namespace mlf::logic {

class MissedWinBook {
 public:
  /// Notes that `seat` has let the tile in question go.
  virtual void Note(Records& records, Seat seat) const = 0;
  virtual bool Noted(const Records& records, Seat seat, table::Tile tile) const = 0;
  virtual void Forget(Records& records, Seat seat, table::Tile tile) const = 0;

 protected:
  ~MissedWinBook() = default;
};

}  // namespace mlf::logic
