// What a window may offer to each seat, for the proof of windows.
#pragma once

#include <mlf/flow/graph.h>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mlf {

// The seats of `asked`, in the order in which `nearest` counts. Bystanders come after the seats.
std::vector<Seat> InTurn(SeatMask asked, Seat actor, int seats);

// The answers that the window may offer to `seat`, one bit each.
std::uint32_t AnswersOf(const Window& window, Seat seat, Seat actor, int seats);

// The limits of the pieces on the answers of one window.
struct OfferLimits {
  std::vector<int> holds;           // by answer: the equal pieces that a seat needs for it
  std::uint32_t first_in_turn = 0;  // answers for the first asked seat only
  std::uint32_t beside = 0;         // answers offered only beside a stronger one
  int supply = std::numeric_limits<int>::max();  // of pieces like the one in question

  // `copies`: the most pieces of one kind; 0 = no limit.
  OfferLimits(std::span<const Node> nodes, const Window& window, int copies);

  // The largest requirement of the answers in `set`. They may all be offered for the same pieces.
  int HoldsOf(std::uint32_t set) const;
  // Whether the first answer of `set` is not one that is offered only beside others.
  bool Ordered(std::uint32_t set) const { return set == 0 || (set & -set & beside) == 0; }
};

}  // namespace mlf
