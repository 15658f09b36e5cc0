// Several stores share the desks of a cluster, by the ids of the desks.
#pragma once

#include "server/journal/digest.h"

#include <cstddef>
#include <string>

namespace mlf::server {

// The index of the store that has all keys of `desk`, its claim and its code included.
inline std::size_t PartitionOf(const std::string& desk, std::size_t stores) {
  return static_cast<std::size_t>(Sum(desk) % stores);
}

}  // namespace mlf::server
