/// \file
/// ReadyRule (听牌, 报听): what it is to have declared ready. The variant's shared part
/// `ready_rule`: keeps who declared when, and says it in positions and views as `ready: [on,
/// heavenly]`.
///
/// A seat that has declared is ready and locked. Where `reveals` is on it may look at the concealed
/// tiles of all others from then on (`rules/common.md#decisions` row 18); its own stay hidden.
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

  SeatMask heavenly = 0;  ///< declared at the first chance (天听)
  table::PerSeat<std::uint8_t>
      at{};  ///< discards of the seat when it had declared, that one included; 0 = not in play
  table::PerSeat<std::uint8_t>
      declined{};  ///< 1 + discards of the seat when it let the chance go in its turn
  table::PerSeat<std::uint8_t> gangs{};  ///< gangs on the table when the seat declared
  std::uint8_t reserved[3] = {};

  void Check(const Validation& check) const;
};

/// The gangs of all seats. One that is robbed is not laid.
int GangsLaid(const table::Board& board);

/// The role: what happens to a seat that declares.
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

  /// `seat` declares; its hand is locked from now on.
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
