// Who let what go by in a window: the one answer for missed wins, missed claims, passed wins and
// ready questions that were passed up.
#pragma once

#include <mlf/flow/window_effect.h>

#include <string_view>
#include <vector>

namespace mlf::logic {

// An effect of letting something go. It may stand at any node that is answered instead: it acts
// only where the window offered what it is about.
class DeclinedEffect : public WindowEffect {
 public:
  bool Concerns(const Node& asking, const std::vector<Node>& nodes) const final;

 protected:
  // Whether the effect is about letting `node` go.
  virtual bool LetsGo(std::string_view node) const = 0;
  // The seats that were offered such a node in the window just decided and answered something else,
  // whoever took the tile in the end. A seat the window did not wait for has declined nothing.
  // Nobody where no window has decided.
  SeatMask Declined(const Step& step) const;
};

}  // namespace mlf::logic
