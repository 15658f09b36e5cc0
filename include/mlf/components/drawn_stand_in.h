/// \file
/// DrawnStandIn: win rules by which a drawn tile may stand for another (摸宝).
#pragma once

#include <mlf/components/win_rule.h>

namespace mlf::logic {

/// A mixin of a win rule.
class DrawnStandIn {
 public:
  virtual ~DrawnStandIn() = default;
  /// The kinds that the drawn tile may stand for, where `hand` is complete only so; otherwise 0.
  virtual TileMask DrawnStandsFor(const Records& records, Seat seat, const Counts& hand, int melds,
                                  WinBy by) const = 0;
};

}  // namespace mlf::logic
