// Where a slot lies in a given flow, for tools that look at tables from outside. Parts get theirs from Params instead.
#pragma once

#include <mlf/flow/flow.h>

#include <optional>

namespace mlf::tools {

// Nothing where no part of the flow keeps such a slot.
template <typename T>
std::optional<Slot<T>> FindSlot(const Flow& flow) {
  for (const Layout::Entry& entry : flow.layout().entries()) {
    if (entry.name == T::kSlot && entry.size >= sizeof(T)) return Slot<T>(entry.offset);
  }
  return std::nullopt;
}

}  // namespace mlf::tools
