/// \file
/// How a window decides: a pure function of its data and the answers so far, so that it can be
/// tested and proved by itself.
///
/// Ranks say which answer is stronger (0 strongest). The best answer given wins as soon as no open
/// seat can still beat it, or join it in a way that would change the outcome: behind the nearest
/// that is not so, nor where it is an abort anyhow. When all have passed it is decided without
/// winners. prove.h shows that this holds for whatever a variant's windows can be asked.
#pragma once

#include <mlf/flow/flow.h>

namespace mlf {

struct Decision {
  bool decided = false;
  SeatMask winners = 0;          ///< none: everybody passed
  NodeIndex abort_to = kNoNode;  ///< the rule for so many winners is to abort
  std::uint8_t answer = 0;       ///< the winning answer (of the nearest winner)
};

/// When several seats were asked.
Decision DecideAmong(const Window& window, const WindowState& state, Seat actor, int seats);

inline Decision Decide(const Window& window, const WindowState& state, Seat actor, int seats) {
  // One seat was asked and has answered: its own turn, as a rule.
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
