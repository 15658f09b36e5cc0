/// \file
/// How a window decides: a pure function of its data and the answers so far, so that it can
/// be tested and proved alone.
///
/// Rank 0 is the strongest. The best answer wins as soon as no open seat can beat it, or join it
/// and change the outcome. A seat after the nearest cannot change a `nearest` rule. An abort is
/// final if it stays an abort with every seat that can still join. When all have passed, the window
/// decides without winners. prove.h checks this for all possible offers.
#pragma once

#include <mlf/flow/flow.h>

namespace mlf {

struct Decision {
  bool decided = false;
  SeatMask winners = 0;          ///< 0: all passed
  NodeIndex abort_to = kNoNode;  ///< the target if the rule for this number of winners is abort
  std::uint8_t answer = 0;       ///< the winning answer (of the nearest winner)
};

/// The general case: several seats were asked.
Decision DecideAmong(const Window& window, const WindowState& state, Seat actor, int seats);

inline Decision Decide(const Window& window, const WindowState& state, Seat actor, int seats) {
  // The fast path: exactly one seat was asked and has answered.
  if (state.asked != state.answered || (state.answered & (state.answered - 1)) != 0 ||
      state.answered == 0) {
    return DecideAmong(window, state, actor, seats);
  }
  const std::uint8_t answer =
      state.answers[static_cast<std::size_t>(std::countr_zero(state.answered))].edge;
  if (window.answers[answer].pass) return {.decided = true};
  return {.decided = true, .winners = state.answered, .answer = answer};
}

}  // namespace mlf
