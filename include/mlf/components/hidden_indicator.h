/// \file
/// HiddenIndicator (宝): a tile of the wall that lies face down beside it. Seats that have declared
/// ready see its kind, the others know only the die that chose it.
#pragma once

#include <mlf/components/ready_rule.h>
#include <mlf/flow/node.h>
#include <mlf/table/board.h>

#include <cstdint>

namespace mlf::logic {

struct HiddenIndicator {
  static constexpr std::string_view kSlot = "hidden_indicator";
  static constexpr Scope kScope = Scope::kHand;

  table::Maybe<table::Tile> kind;  ///< none: not thrown yet, or gone
  std::uint8_t place = 0;          ///< the place of the wall that it came from
  std::uint8_t die = 0;            ///< the last throw; 0 = it was given
  std::uint8_t throws = 0;         ///< how often it was thrown in this hand
  SeatMask looked = 0;             ///< seats that have looked at it since they declared
  SeatMask asks = 0;               ///< seats that may win with it now
  std::uint8_t gone = 0;           ///< 1 = there is none for the rest of the hand
  std::uint8_t shown = 0;          ///< 1 = all see it, because somebody has won

  void Check(const Validation& check) const;
};

/// The role: where the indicator comes from, when it changes and who sees it.
class HiddenIndicatorRule : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "hidden_indicator";

  virtual const HiddenIndicator& Of(const Records& records) const = 0;
  /// Whether `seat` sees the kind.
  virtual bool Knows(const Records& records, Seat seat) const = 0;
  /// Whether `seat` has declared ready and has not looked since.
  virtual bool MustLook(const Records& records, Seat seat) const = 0;
  /// Changes a dead indicator, and lets `seat` look if it must. `seat` may be kNoSeat. Notes the
  /// seats that wait for what they have just seen.
  virtual void Look(Step& step, Seat seat) const = 0;
  /// The indicator becomes the drawn tile of `seat`.
  virtual table::Tile Take(Records& records, Seat seat) const = 0;
  /// All see it from now on.
  virtual void Show(Step& step) const = 0;
};

}  // namespace mlf::logic
