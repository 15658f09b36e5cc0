/// \file
/// ReadyRule (听牌, 报听): the state of declared ready hands. The variant's shared part
/// `ready_rule`. State key in positions and views: `ready: [on, heavenly]`.
///
/// A seat that has declared is ready and locked. With `reveals` it may look at the concealed tiles
/// of all others from then on (`rules/common.md#decisions` row 18). Its own tiles stay hidden.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

struct ReadyState {
  static constexpr std::string_view kSlot = "ready_state";
  static constexpr Scope kScope = Scope::kHand;

  SeatMask heavenly = 0;  ///< declared at the first opportunity (天听)
  /// Discards of the seat up to its declaration, inclusive; 0 = not declared in play.
  table::PerSeat<std::uint8_t> at{};
  /// 1 + discards of the seat when it declined to declare in its turn.
  table::PerSeat<std::uint8_t> declined{};
  table::PerSeat<std::uint8_t> gangs{};  ///< gangs of all seats when the seat declared
  std::uint8_t reserved[3] = {};

  void Check(const Validation& check) const;
};

/// The number of gangs of all seats. A robbed gang does not count.
int GangsLaid(const table::Board& board);

/// The role: the consequences of a declaration.
class ReadyRule : public Part {
 public:
  static constexpr std::string_view kRole = "ready_rule";

  virtual void Declare(Records& records, Seat seat, bool heavenly) const = 0;
};

class LockingReadyRule final : public ReadyRule, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "ready_rule", 1, "报听：报听后手牌锁定，可另看别家的牌",
      "a seat that declares ready is locked, and may be shown the hands of the others"};

  explicit LockingReadyRule(Params& params);

  /// Declares `seat` ready and locks its hand.
  void Declare(Records& records, Seat seat, bool heavenly) const override;

  std::string_view StateKey() const override { return "ready"; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  table::TableSlots table_;
  Slot<ReadyState> ready_;
  bool reveals_;
  int seats_;
};

}  // namespace mlf::logic
