/// \file
/// FindSlot: finds a slot of a flow's records by its type, for code outside the parts (views,
/// positions, tests). Parts use Params::Slot.
#pragma once

#include <mlf/flow/flow.h>

#include <optional>

namespace mlf::table {

/// Nothing if no part of the flow declares the slot.
template <typename T>
std::optional<Slot<T>> FindSlot(const Flow& flow) {
  for (const Layout::Entry& entry : flow.layout().entries()) {
    if (entry.name == T::kSlot) return Slot<T>(entry.offset);
  }
  return std::nullopt;
}

}  // namespace mlf::table
