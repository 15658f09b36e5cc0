// Who declined an offer in a window. Shared by missed wins, missed claims, passed wins and declined
// ready declarations.
#pragma once

#include <mlf/flow/window_effect.h>

#include <string_view>
#include <vector>

namespace mlf::logic {

// An effect of declining an offer. It may be used at any node that can be answered instead: it acts
// only if the window offered the node in question.
class DeclinedEffect : public WindowEffect {
 public:
  bool Concerns(const Node& asking, const std::vector<Node>& nodes) const final;

 protected:
  // Whether the effect is about declining `node`.
  virtual bool LetsGo(std::string_view node) const = 0;
  // The seats that were offered such a node in the window just decided and answered something else,
  // even if another seat won. A seat that had not answered has declined nothing. Empty if no window
  // has decided.
  SeatMask Declined(const Step& step) const;
};

}  // namespace mlf::logic
