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
#include <mlf/table/state_text.h>

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
class DealerStreak : public Part {
 public:
  static constexpr std::string_view kRole = "dealer_streak";

  virtual int Of(const Records& records, Seat seat) const = 0;
};

class DealerStreakRule final : public DealerStreak, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "dealer_streak", 1, "连庄：庄家靠胡牌连续保住庄的局数",
      "how many hands in a row the dealer has kept the deal by winning"};

  explicit DealerStreakRule(Params& params) : table_(params), wins_(params.Slot<DealerWins>()) {}

  /// 0 for every seat but the dealer.
  int Of(const Records& records, Seat seat) const override {
    return seat == table_.board(records).dealer ? wins_(records).kept : 0;
  }

  /// State key in positions and views: `streak: 2`.
  std::string_view StateKey() const override { return "streak"; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  table::TableSlots table_;
  Slot<DealerWins> wins_;
};

}  // namespace mlf::logic
