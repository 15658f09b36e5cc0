/// \file
/// ReadyCheck (查叫): whether a seat is ready (听牌, 有叫) at the end of a hand, and the value of
/// its best win. The variant's shared part `ready_check`, used by pigs, da-jiao and refunds
/// (`rules/xueliu.md#end-checks`).
#pragma once

#include <mlf/components/judge.h>

#include <cstdint>

namespace mlf::score {

class ReadyCheck : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "ready_check";

  /// The waits of the current hand of `seat`.
  virtual table::TileMask Waits(const Records& records, Seat seat) const = 0;
  bool IsReady(const Records& records, Seat seat) const { return Waits(records, seat) != 0; }
  /// The largest value over its waits, in units; 0 if not ready.
  virtual std::int32_t Best(const Records& records, Seat seat) const = 0;
};

}  // namespace mlf::score
