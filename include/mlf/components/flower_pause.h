/// \file
/// FlowerPause: a pause between flowers that were laid open and their replacements, in which seats
/// may win by flowers (花胡). `replace_flowers: {asks: on}` makes it, the guard `flowers_asked`
/// leads to the question, and the next replace_flowers ends it.
#pragma once

#include <mlf/flow/declared.h>
#include <mlf/table/board.h>

#include <bit>
#include <cstdint>

namespace mlf::logic {

inline constexpr Topic kFlowersAsked{"flowers_asked", "亮出第八张花时停下来问",
                                     "a pause after the eighth flower"};

struct FlowerPause {
  static constexpr std::string_view kSlot = "flower_pause";
  static constexpr Scope kScope = Scope::kHand;

  std::uint8_t seat = 0;  ///< 1 + the seat that has shown a flower; 0 = no pause
  std::uint8_t owed = 0;  ///< replacements that the seat has not drawn
  std::uint8_t reserved[6] = {};

  Seat shown_by() const { return static_cast<Seat>(seat - 1); }
  void Check(const Validation& check) const;
};

inline constexpr int kFlowers = 8;
inline int FlowersOf(const table::Board& board, Seat seat) {
  return std::popcount(board.seats[seat].flowers);
}
/// Whether `seat` may win by `count` flowers in this pause. All eight: those it has shown itself.
/// Fewer: another seat has shown the last one.
inline bool WinsByFlowers(const table::Board& board, const FlowerPause& pause, Seat seat,
                          int count) {
  if (pause.seat == 0 || FlowersOf(board, seat) < count) return false;
  return (count == kFlowers) == (pause.shown_by() == seat);
}

}  // namespace mlf::logic
