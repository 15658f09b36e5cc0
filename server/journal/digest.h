// Digest: a 64-bit sum over values in order (SipHash-2-4 under a fixed key). It finds damage, not
// forgers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace mlf::server {

class Digest {
 public:
  // A record has about three hundred bytes.
  Digest() { bytes_.reserve(512); }

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
    std::array<char, 8> bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
    bytes_.append(bytes.data(), bytes.size());
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
