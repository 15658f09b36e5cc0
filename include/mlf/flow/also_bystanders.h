/// \file
/// Whom a window asks, with the persons who have no seat.
#pragma once

#include <mlf/flow/graph.h>

#include <span>

namespace mlf {

/// Implemented by a player's node beside its role. A window that asks `all` and has this answer
/// asks persons without a seat too, as far as the node offers them something.
class AlsoBystanders {
 public:
  virtual ~AlsoBystanders() = default;
  virtual bool ForBystanders() const = 0;
};

/// Those whom `window` may ask when `actor` has moved. `nodes` are those of its flow.
SeatMask AskedBy(const Window& window, std::span<const Node> nodes, Seat actor, int seats);

}  // namespace mlf
