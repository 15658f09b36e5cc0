// Saved records: the used bytes of records with a fingerprint and a checksum, for a file or another
// process. All languages write and read the same bytes.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/random.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace mlf::bindings {

// What comes before the bytes of the records; little-endian, like records.
struct SavedHead {
  std::array<char, 8> magic{'m', 'l', 'f', '-', 'r', 'e', 'c', '1'};
  std::uint64_t fingerprint = 0;
  std::uint64_t size = 0;   // of the bytes that follow
  std::uint64_t check = 0;  // of the members above and the bytes
};
static_assert(sizeof(SavedHead) == 32);

inline std::uint64_t CheckOf(const SavedHead& head, const char* bytes) {
  std::uint64_t check = Mix64(head.fingerprint ^ Mix64(head.size));
  for (std::uint64_t i = 0; i < head.size; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + i, std::min<std::uint64_t>(8, head.size - i));
    check = Mix64(check ^ word) + kGolden;
  }
  return check;
}

inline std::string SaveRecords(const Flow& flow, const Records& records) {
  const auto* const bytes = reinterpret_cast<const char*>(records.bytes.data());
  SavedHead head;
  head.fingerprint = flow.fingerprint();
  head.size = static_cast<std::uint64_t>(flow.layout().size());
  head.check = CheckOf(head, bytes);
  std::string saved(sizeof head, '\0');
  std::memcpy(saved.data(), &head, sizeof head);
  return saved.append(bytes, head.size);
}

// Faults: C01 bytes that are damaged, cut or of another kind; C02 whole ones of another flow; R..
// of damage inside (Flow::Validate).
inline Result<Records> RestoreRecords(const Flow& flow, std::string_view saved) {
  SavedHead head;
  const SavedHead kind;
  if (saved.size() >= sizeof head) std::memcpy(&head, saved.data(), sizeof head);
  if (saved.size() < sizeof head || head.magic != kind.magic ||
      head.size != saved.size() - sizeof head ||
      head.check != CheckOf(head, saved.data() + sizeof head)) {
    return Fault{"C01",
                 {},
                 "these " + std::to_string(saved.size()) +
                     " bytes are not saved records, or are damaged or cut: use all bytes that were "
                     "saved"};
  }
  if (head.fingerprint != flow.fingerprint()) {
    std::string other(16, '0');
    for (std::size_t i = 16; i-- > 0; head.fingerprint >>= 4)
      other[i] = "0123456789abcdef"[head.fingerprint & 15];
    return Fault{"C02",
                 {},
                 "the records belong to a flow with fingerprint " + other + ", this is " +
                     flow.fingerprint_text() + " of " + flow.name() +
                     ": open the variant and options they were made with"};
  }
  return flow.Restore(saved.substr(sizeof head));
}

}  // namespace mlf::bindings
