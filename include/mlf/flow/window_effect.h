/// \file
/// WindowEffect: implemented by effects that read the question just decided. A node such as `guo`
/// answers several questions (own turn, claims, robbing), and an effect in its hooks runs after
/// each of them. Lint L14 lets only these effects stand where the questions go to different seats;
/// L15 refuses one that concerns none of them.
///
///   guo: {states: [{note_missed_win: {mode: any}}, {in_window: {of: turn, run: some_effect}}]}
#pragma once

#include <mlf/flow/flow.h>

namespace mlf {

class WindowEffect : public Effect {
 public:
  /// Whether the effect can do something after an answer to the window of `asking`, one of `nodes`.
  virtual bool Concerns(const Node& asking, const std::vector<Node>& nodes) const = 0;
};

/// Whether two windows put one question: the same answers to the same seats. `window: discard`
/// makes such a copy.
bool SameQuestion(const Window& a, const Window& b);

}  // namespace mlf
