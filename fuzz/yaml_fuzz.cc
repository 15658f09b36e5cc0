// Arbitrary bytes as YAML: the result is a value, or faults with places. A value survives a round
// trip through its canonical line.
#include <mlf/flow/value.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = mlf::ParseYaml({reinterpret_cast<const char*>(data), size}, "f");
  if (!read) {
    if (read.faults().empty()) std::abort();
    for (const mlf::Fault& fault : read.faults()) {
      if (fault.code.empty() || fault.message.empty()) std::abort();
    }
    return 0;
  }
  const std::string line = read->Canonical();
  const auto again = mlf::ParseYaml(line, "again");
  // The library reads keys of at most 1024 bytes, and the canonical form is a single line.
  if (again && !(*again == *read)) std::abort();
  if (!again && line.size() < 1000) std::abort();
  return 0;
}
