// The refusal of one more seat to a user who has a seat at as many desks as one user may.
#pragma once

#include "server/protocol/json_wire.h"

#include <fmt/format.h>

#include <cstdint>

namespace mlf::server {

inline Error NoMoreSeats(std::int64_t most) {
  return MakeError("rate_limited", "too_many_desks",
                   fmt::format("同时最多坐 {} 张桌子，请先离开一张", most),
                   fmt::format("one user may sit at {} desks; leave one first", most));
}

}  // namespace mlf::server
