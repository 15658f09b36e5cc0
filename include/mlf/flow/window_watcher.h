/// \file
/// WindowWatcher: a mixin of one shared part that follows all windows of a flow. It is given each
/// answer when it is accepted, and it says which windows are a secret of others.
#pragma once

#include <mlf/flow/flow.h>

namespace mlf {

class WindowWatcher {
 public:
  /// `step.action` has been accepted, and its window still waits for other answers. An answer that
  /// decides its window is not given here: hooks run then.
  virtual void OnKeptAnswer(Step& step) const = 0;
  /// How many windows so far `seat` must not notice. They are left out of the number of the window
  /// that it is shown.
  virtual std::uint32_t HiddenWindows(const Records& records, Seat seat) const = 0;

 protected:
  ~WindowWatcher() = default;
};

/// The number of the open window as `seat` is shown it. An action of this seat may name it instead
/// of the number in the records. Both are the same in a flow without secret windows.
std::uint32_t ShownAsk(const Flow& flow, const Records& records, Seat seat);

}  // namespace mlf
