/// \file
/// ReadyRule (听牌, 报听): the state of declared ready hands. The variant's shared part
/// `ready_rule`. State key in positions and views: `ready: [on, heavenly]`.
///
/// A seat that has declared is ready and locked. With `reveals` it may look at the concealed tiles
/// of all others from then on (`rules/common.md#decisions` row 18). Its own tiles stay hidden.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

struct ReadyState {
  static constexpr std::string_view kSlot = "ready_state";
  static constexpr Scope kScope = Scope::kHand;

  SeatMask heavenly = 0;  ///< declared at the first opportunity (天听)
  /// Discards of the seat up to its declaration, inclusive; 0 = not declared in play.
  table::PerSeat<std::uint8_t> at{};
  /// Discards of the seat when it declined to declare in its turn.
  table::PerSeat<table::Maybe<std::uint8_t>> declined{};
  table::PerSeat<std::uint8_t> gangs{};  ///< GangsAndSetAsides when the seat declared
  std::uint8_t reserved[3] = {};

  void Check(const Validation& check) const;
};

/// The number of gangs of one seat. A robbed gang does not count.
int GangsLaidBy(const table::Board& board, Seat seat);

/// The number of gangs of all seats. A robbed gang does not count.
int GangsLaid(const table::Board& board);
/// The same with the tiles set aside that nobody has won on: what may end a win right after a
/// declaration.
int GangsAndSetAsides(const table::Board& board);

/// The role: the consequences of a declaration.
class ReadyRule : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "ready_rule";

  virtual void Declare(Records& records, Seat seat, bool heavenly) const = 0;
  /// Whether a seat that has declared sees the concealed tiles of all others.
  virtual bool reveals() const { return false; }
};

}  // namespace mlf::logic
