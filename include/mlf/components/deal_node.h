/// \file
/// DealNode: the interface of the node that deals the hands. Tools that set up a table read
/// it.
#pragma once

namespace mlf::logic {

class DealNode {
 public:
  /// Tiles dealt to each seat.
  virtual int hand_size() const = 0;
  /// False: the dealer is dealt one tile more, as if it had drawn.
  virtual bool dealer_draws() const = 0;

 protected:
  ~DealNode() = default;
};

}  // namespace mlf::logic
