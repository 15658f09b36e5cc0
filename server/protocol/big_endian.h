// Numbers in network byte order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mlf::server {

// Of up to eight bytes.
inline std::uint64_t BigEndian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

// Four bytes.
inline void AppendBigEndian(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<char>(number >> shift & 0xff));
}

}  // namespace mlf::server
