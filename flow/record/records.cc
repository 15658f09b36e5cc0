#include <mlf/flow/records.h>

#include <mlf/flow/check.h>
#include <mlf/flow/random.h>

namespace mlf {

std::uint64_t Records::Hash() const {
  std::uint64_t hash = kGolden;
  for (int i = 0; i < kCapacity; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    hash = Mix64(hash ^ word) + kGolden;
  }
  return hash;
}

std::uint16_t Layout::AddBytes(std::string_view name, Scope scope, std::size_t size, Check check) {
  for (const Entry& entry : entries_) {
    if (entry.name != name) continue;
    MLF_CHECK(entry.size == size && entry.scope == scope, "two slots share a name but not a form");
    return entry.offset;
  }
  const int offset = (size_ + 7) / 8 * 8;
  size_ = offset + static_cast<int>(size);
  entries_.push_back({std::string(name), scope, static_cast<std::uint16_t>(offset),
                      static_cast<std::uint16_t>(size), check});
  return static_cast<std::uint16_t>(offset);
}

void Layout::ClearHand(Records& records) const {
  for (const Entry& entry : entries_) {
    if (entry.scope == Scope::kHand)
      std::memset(records.bytes.data() + entry.offset, 0, entry.size);
  }
}

}  // namespace mlf
