/// \file
/// DealerNode: the interface of the node that names the dealer.
#pragma once

#include <mlf/flow/records.h>

namespace mlf::logic {

class DealerNode {
 public:
  /// Whether the node, entered now, throws dice for the first dealer of the match.
  virtual bool ThrowsForFirstDealer(const Records& records) const = 0;
  /// The seat that two dice with this sum name.
  virtual Seat DealerOf(int sum, int seats) const = 0;
  /// Whether the first dealer of a match is the owner of the room.
  virtual bool OwnerDealsFirst() const = 0;

 protected:
  ~DealerNode() = default;
};

}  // namespace mlf::logic
