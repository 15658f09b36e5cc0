// Digest: a 64-bit sum over values in order (SipHash-2-4 under a fixed key). It finds damage, not
// forgers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace mlf::server {

class Digest {
 public:
  template <typename T>
  Digest& Add(const T& value) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      AddNumber(static_cast<std::uint64_t>(value));
    } else {
      const std::string_view text = value;
      AddNumber(text.size());
      bytes_ += text;
    }
    return *this;
  }
  std::uint64_t Value() const;

 private:
  void AddNumber(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8)
      bytes_ += static_cast<char>(static_cast<unsigned char>(number >> shift));
  }

  std::string bytes_;
};

template <typename... Values>
std::uint64_t Sum(const Values&... values) {
  Digest digest;
  (digest.Add(values), ...);
  return digest.Value();
}

}  // namespace mlf::server
