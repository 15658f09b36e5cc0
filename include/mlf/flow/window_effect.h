/// \file
/// WindowEffect: an effect that reads the window just decided. A node such as `guo` answers several
/// windows (own turn, claims, robbing), and effects in its hooks run after each. If those windows
/// ask different seats, lint L14 allows only WindowEffects. L15 refuses a WindowEffect that
/// concerns none of the windows.
///
///   guo: {states: [{note_missed_win: {mode: any}}, {in_window: {of: turn, run: some_effect}}]}
#pragma once

#include <mlf/flow/flow.h>

namespace mlf {

class WindowEffect : public LogicEffect {
 public:
  /// Whether the effect can do anything after an answer to the window of `asking`, one of `nodes`.
  virtual bool Concerns(const Node& asking, const std::vector<Node>& nodes) const = 0;
};

/// Whether two windows ask the same question: the same answers for the same seats, as a copy by
/// `window: discard` does.
bool SameQuestion(const Window& a, const Window& b);

}  // namespace mlf
