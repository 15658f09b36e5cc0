/// \file
/// HiddenState: removes from a copy of the records what a seat may not know. A mixin beside the
/// part's role, for every slot that holds secrets (tiles put aside, declined wins, sealed bids).
///
///   void HideFrom(Records& seen, Seat viewer) const override {
///     for (Seat seat = 0; seat < kSeats; ++seat)
///       if (seat != viewer) bids_(seen).of[seat] = 0;
///   }
///
/// Players made of code read only such a copy (<mlf/table/sight.h>). Hands and walls of a Board
/// need no mixin.
#pragma once

#include <mlf/flow/records.h>

namespace mlf {

class HiddenState {
 public:
  virtual ~HiddenState() = default;
  /// Sets what `viewer` may not know to zero, or to a value that tells nothing. `viewer` may be a
  /// person without a seat, or no person at all. Called twice, it changes nothing more.
  virtual void HideFrom(Records& seen, Seat viewer) const = 0;
};

}  // namespace mlf
