// Danger: how likely a discard is won on by seats that have declared ready, judged by what is seen.
#pragma once

#include <mlf/components/ready_rule.h>
#include "bots/outlook.h"

#include <optional>

namespace mlf::bots {

class Danger {
 public:
  explicit Danger(const Flow& flow);

  // The other seats in the hand that have declared ready.
  static SeatMask Declared(const SeenTable& table);
  // The chance that one of `threats` wins on `tile`, 0..1.
  double Of(const SeenTable& table, SeatMask threats, Tile tile) const;

 private:
  // Tiles that `threat` has discarded, and tiles that passed it since it declared.
  struct Passed {
    TileMask own = 0;
    TileMask since = 0;
  };
  Passed PassedOf(const SeenTable& table, Seat threat) const;
  double Of(const SeenTable& table, const Passed& passed, Tile tile) const;

  std::optional<Slot<logic::ReadyState>> ready_;
  bool own_discards_bar_ = false;  // a seat wins on no discard that it has discarded (振听)
};

}  // namespace mlf::bots
