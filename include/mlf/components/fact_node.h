/// \file
/// FactNode: the interface of the node by which a fact from outside the table enters the records,
/// such as the hour. The person without a seat numbered kFactSeat answers it.
#pragma once

#include <mlf/flow/records.h>

#include <string_view>

namespace mlf::logic {

inline constexpr Seat kFactSeat = kMaxSeats - 1;
inline constexpr int kFactUnknown = -1;

class FactNode {
 public:
  /// The name of the fact asked for now; empty if none.
  virtual std::string_view Fact(const Records& records) const = 0;

 protected:
  ~FactNode() = default;
};

}  // namespace mlf::logic
