/// \file
/// DrawnHand (流局): how a hand ended that nobody won. Written by the parts that settle or break
/// off such a hand; read by the rules of the next hand.
#pragma once

#include <mlf/flow/node.h>
#include <mlf/flow/records.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::logic {

struct DrawnHand {
  static constexpr std::string_view kSlot = "drawn_hand";
  static constexpr Scope kScope = Scope::kHand;

  /// kAborted: broken off before the wall was empty (途中流局).
  enum How : std::uint8_t { kNot, kExhausted, kAborted };
  std::uint8_t how = kNot;
  SeatMask ready = 0;     ///< exhausted: the seats that wait
  SeatMask all_kept = 0;  ///< exhausted: the seats paid for their discards (流局满贯)
  std::uint8_t reserved[5] = {};

  void Check(const Validation& check) const;
};

/// Why a hand is broken off: the parameters `kind`, the word in events, and `names`, what people
/// read.
class BreakReason {
 public:
  explicit BreakReason(Params& params);
  /// Breaks the hand off for this reason, unless it is broken off already.
  void BreakOff(Step& step, DrawnHand& hand) const;
  std::vector<Reason> Names() const;  ///< for NamedIds of the part

 private:
  std::string kind_, zh_, en_;
};

}  // namespace mlf::logic
