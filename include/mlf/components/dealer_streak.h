/// \file
/// DealerStreak (连庄): how many hands in a row the dealer has kept the deal by winning. The shared
/// part `streak`. The effect note_dealer_streak counts in the states hook of hand_end. A drawn hand
/// keeps the deal without a win and ends the streak.
///
/// Example: the dealer wins its first hand with streak 0 and the next one with streak 1 (tuidaohu
/// TD12).
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>

#include <cstdint>

namespace mlf::logic {

struct DealerWins {
  static constexpr std::string_view kSlot = "dealer_wins";
  static constexpr Scope kScope = Scope::kMatch;

  std::uint8_t kept = 0;  ///< hands for which the current dealer kept the deal by winning
  std::uint8_t reserved[7] = {};

  void Check(const Validation& check) const;
};

/// The role: the streak of a seat.
class DealerStreak : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "dealer_streak";

  virtual int Of(const Records& records, Seat seat) const = 0;
};

}  // namespace mlf::logic
